"""What the scores of findings say, on cases counted by hand."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import finding_scores as scores
from finding_scores import Counts, Flag, Text


def flag(kind, *places):
    return Flag(kind, list(places))


class FindingScores(unittest.TestCase):
    def test_a_flag_is_true_by_either_of_its_places(self):
        text = Text("a", "amount", [(10, 20), (50, 60)], [])
        self.assertTrue(scores.is_true(flag("sum", (0, 5), (55, 57)), text))
        self.assertFalse(scores.is_true(flag("amount", (20, 50)), text))  # touching is not overlapping
        self.assertFalse(scores.quotes_right(flag("sum", (0, 5), (55, 57)), text))

    def test_a_flag_elsewhere_does_not_find_the_planted_error(self):
        counts = scores.counts_of_case([Text("a", "amount", [(10, 20)], [flag("date", (30, 40))])])
        self.assertEqual((counts.hit, counts.missed), (0, 1))

    def test_many_copies_of_a_case_weigh_as_one(self):
        found = [flag("amount", (10, 20))]
        texts = [Text("a", None, [], found)] + [Text("a", "amount", [(10, 20)], found if i else []) for i in range(4)]
        counts = scores.counts_of_case(texts)
        self.assertEqual((counts.hit, counts.missed, counts.false), (0.75, 0.25, 1))
        self.assertAlmostEqual(counts.precision, 0.75 / 1.75)
        self.assertAlmostEqual(counts.f1, 1.5 / 2.75)

    def test_evidence_is_asked_of_the_later_place_alone(self):
        segments = [scores.Segment((0, 40), []), scores.Segment((40, 80), [2, 0]), scores.Segment((80, 120), [0])]
        text = Text("a", "amount", [(50, 60), (10, 20)], [], segments=segments)
        self.assertEqual(scores.evidence([text]), [([2, 0], {0})])
        within = Text("a", "amount", [(50, 60), (70, 75)], [], segments=segments)
        self.assertEqual(scores.evidence([within]), [], "both lie in one segment")
        self.assertEqual(scores.evidence([Text("a", None, [], [], segments=segments)]), [])

    def test_nothing_planted_has_no_recall(self):
        self.assertIsNone(Counts().recall)
        self.assertIsNone(Counts().f1)
        self.assertIsNone(scores.interval([], lambda sample: scores.total(sample).f1))

    def test_the_interval_holds_the_value_and_is_a_point_where_all_cases_are_alike(self):
        alike = [Counts(hit=1)] * 9
        self.assertEqual(scores.interval(alike, lambda sample: scores.total(sample).f1), (1, 1))
        mixed = [Counts(hit=1)] * 30 + [Counts(missed=1)] * 10
        low, high = scores.interval(mixed, lambda sample: scores.total(sample).recall)
        self.assertLess(low, 0.75)
        self.assertGreater(high, 0.75)

    def test_recall_of_a_kind_says_what_was_found_and_what_was_named(self):
        texts = [
            Text("a", "sum", [(0, 9)], [flag("amount", (0, 3))]),
            Text("b", "sum", [(0, 9)], [flag("sum", (0, 3))]),
            Text("c", "sum", [(0, 9)], []),
            Text("c", None, [], [flag("date", (0, 3)), flag("date", (5, 9))]),
        ]
        self.assertEqual(scores.recall_of_kinds(texts), {"sum": (2 / 3, 1 / 3, 3)})
        self.assertEqual(scores.false_flags(texts), {"date": 2})
        self.assertEqual(scores.true_flags(texts), (2, 2))

    def test_a_hard_negative_counts_apart_and_only_where_it_adds_a_flag(self):
        wrong = flag("date", (0, 3))
        texts = [Text("a", None, [], [wrong])] + [Text("a", None, [], [wrong] * n, harmless="each") for n in (1, 2)]
        self.assertEqual(scores.rewritten(texts), {"each": (1, 2)})
        self.assertEqual(scores.counts_of_case(texts).false, 1)
        self.assertEqual(scores.false_flags(texts), {"date": 1})

    def test_a_genuine_error_is_set_aside_on_the_clean_text_by_kind_and_place(self):
        right, other, elsewhere = flag("sum", (10, 20), (0, 5)), flag("date", (10, 20)), flag("sum", (30, 40))
        genuine = [("sum", (15, 18))]
        clean = Text("a", None, [], [right, other, elsewhere], genuine=genuine)
        planted = Text("a", "sum", [(10, 20)], [right], genuine=genuine)
        self.assertEqual(scores.set_aside([clean, planted])[0].flags, [other, elsewhere])
        self.assertEqual(scores.set_aside([clean, planted])[1].flags, [right], "what is planted stays found")
        self.assertEqual(scores.counts_of_case(scores.set_aside([clean, planted])).precision, 0.5)
        only = Text("a", None, [], [right], genuine=genuine)
        self.assertEqual(scores.counts_of_case([only, planted]).precision, 0.5)
        self.assertEqual(scores.counts_of_case(scores.set_aside([only, planted])).precision, 1)

    def test_a_flag_whose_other_place_alone_meets_the_label_is_not_genuine(self):
        text = Text("a", None, [], [flag("sum", (10, 20), (50, 60))], genuine=[("sum", (50, 60))])
        self.assertEqual(len(scores.set_aside([text])[0].flags), 1)


if __name__ == "__main__":
    unittest.main()
