"""What the scores say, on cases small enough to count by hand."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import chinese
import chinese_baseline
import reader
import rows
import scoring
import segments


class Scores(unittest.TestCase):
    def test_f1_counts_over_documents_not_over_their_means(self):
        f1 = scoring.F1().add({1, 2, 3}, {1, 2, 4}).add(set(), {9})
        self.assertEqual((f1.right, f1.spurious, f1.missing), (2, 2, 1))
        self.assertAlmostEqual(f1.value, 4 / 7)

    def test_f1_of_nothing_is_unknown_not_perfect(self):
        self.assertIsNone(scoring.F1().add(set(), set()).value)
        self.assertEqual(scoring.F1().add({1}, set()).value, 0)

    def test_spans_overlap_place_by_place(self):
        f1 = scoring.F1().add_span((0, 10), [(5, 10), (10, 15)])
        self.assertEqual((f1.right, f1.spurious, f1.missing), (5, 5, 5))

    def test_accuracy_counts_what_is_asked_for(self):
        gold, found = ["this", "first", "first"], ["this", "this", "first"]
        self.assertAlmostEqual(scoring.Accuracy().add(gold, found).value, 2 / 3)
        quoted = scoring.Accuracy().add(gold, found, lambda label: label != "this")
        self.assertEqual((quoted.value, quoted.count), (0.5, 2))

    def test_labels_of_another_text_are_refused(self):
        with self.assertRaises(ValueError):
            scoring.Accuracy().add(["a"], ["a", "a"])

    def test_changes_are_where_a_new_label_begins(self):
        self.assertEqual(scoring.changes(list("aabba")), {2, 4})
        self.assertEqual(scoring.changes([]), set())

    def test_runs_of_errors_come_longest_first(self):
        self.assertEqual(scoring.worst_runs(list("aabbb"), list("abccc")), [(3, 2, 5, "b", "c"), (1, 1, 2, "a", "b")])


class InkPlaces(unittest.TestCase):
    def test_white_space_of_all_kinds_is_no_ink(self):
        self.assertEqual(reader.Ink(" 本\u3000院\u00a0认\r\n为\ufeff\x07，").text, "本院认为，")

    def test_a_byte_offset_is_the_ink_before_it(self):
        ink = reader.Ink("甲 b\n乙")
        self.assertEqual([ink.at(byte) for byte in (0, 3, 4, 5, 6, 9)], [0, 1, 1, 2, 2, 3])
        self.assertEqual(len(ink), 3)

    def test_reading_that_drops_indents_and_blank_lines_moves_nothing(self):
        as_written, as_read = reader.Ink("　　一、准予离婚；\r\n\r\n　　二、驳回。"), reader.Ink("一、准予离婚；\n二、驳回。")
        self.assertEqual(as_written.text, as_read.text)
        written = "　　一、准予离婚；\r\n\r\n　　".encode("utf-8")
        self.assertEqual(as_written.at(len(written)), as_read.at(len("一、准予离婚；\n".encode("utf-8"))))


class ChineseMeasures(unittest.TestCase):
    def test_a_fact_part_runs_from_the_first_claim_to_the_reasons(self):
        first = ["procedure", "claims", "defence", "facts", "reasoning", "facts", "basis"]
        self.assertEqual(chinese.fact_part([(tag, "this") for tag in first]), (1, 4))
        self.assertEqual(chinese.fact_part([("title", "this")]), (0, 0))

    def test_the_fact_part_of_an_appeal_holds_what_the_court_below_held(self):
        appeal = [("procedure", "this"), ("facts", "first"), ("reasoning", "first"), ("disposition", "first"),
                  ("claims", "this"), ("facts", "this"), ("reasoning", "this"), ("disposition", "this")]
        self.assertEqual(chinese.fact_part(appeal), (1, 6))

    def test_cuts_give_one_label_a_character(self):
        labels = chinese.labels_of_cuts(reader.Ink("甲乙丙丁"), [1, 3], ["fact", "reasoning", "judgment"])
        self.assertEqual(labels, ["fact", "reasoning", "reasoning", "judgment"])

    def test_the_baseline_tiles_the_text(self):
        text = "甲市人民法院\n（2031）甲01民初1号\n原告：张某\n一审法院认为，成立。\n本院认为，成立。\n依照法律，判决如下：准予。\n"
        found = list(chinese_baseline.paragraphs(text))
        self.assertEqual("".join(words for words, _, _ in found), text)
        tags = [(tag, level) for words, tag, level in found if words.strip()]
        self.assertEqual(tags[1:4], [("case_number", "this"), ("parties", "this"), ("reasoning", "first")])
        self.assertEqual(tags[4:], [("reasoning", "this"), ("basis", "this"), ("disposition", "this")])

    def test_the_baseline_finds_the_three_parts(self):
        text = "原告诉称还款。本院认为，应当还款。依照法律规定，判决如下：还款。"
        reasons, judgment = chinese_baseline.civil_parts(text)
        self.assertEqual((text[reasons:][:4], text[judgment:][:2]), ("本院认为", "依照"))
        self.assertEqual(chinese_baseline.criminal_fact("公诉机关指控偷窃。本院认为"), (0, 9))


class SegmentFill(unittest.TestCase):
    def test_the_last_segment_of_a_section_is_not_to_blame(self):
        fill = segments.Fill().add(
            [{"section": 0, "tokens": 10}, {"section": 1, "tokens": 192}, {"section": 1, "tokens": 384}, {"section": 1, "tokens": 96}]
        )
        self.assertEqual((fill.inner, fill.inner_count), (576, 2))
        self.assertEqual((fill.roomy, fill.roomy_count), (672, 3))
        self.assertEqual((fill.all, fill.count), (682, 4))
        self.assertAlmostEqual(segments.Fill.mean(fill.inner, fill.inner_count), 0.75)


class Table(unittest.TestCase):
    def test_says_what_is_met_and_what_is_missed(self):
        text = rows.table([rows.Row("a", "x", 0.99, 0.98, 0.5, 7), rows.Row("a", "y", 0.97, 0.98), rows.Row("b", "z", None)])
        self.assertIn("met", text.splitlines()[2])
        self.assertIn("MISSED", text.splitlines()[3])
        self.assertNotRegex(text.splitlines()[4], "met|MISSED")


if __name__ == "__main__":
    unittest.main()
