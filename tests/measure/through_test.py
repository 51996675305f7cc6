import unittest

import finding_scores as scores
import through


class AlignmentTest(unittest.TestCase):
    def cut(self, one, other, words):
        start = one.encode().index(words.encode())
        first, last = through.Alignment(one, other).span((start, start + len(words.encode())))
        return other.encode()[first:last].decode()

    def test_white_space_moves_nothing(self):
        self.assertEqual(self.cut("原告请求。\n被告支付1000元。", "原告请\n求。 被告支付1000元。", "1000元"), "1000元")

    def test_characters_read_otherwise_lie_between_their_neighbours(self):
        self.assertEqual(self.cut("被告应支付货款1000元及利息。", "被告应支付货款1O00元及利息。", "1000元"), "1O00元")
        self.assertEqual(through.Alignment("被告应支付", "被吿应支付").wrong, 1)

    def test_what_is_lost_goes_to_its_neighbour(self):
        self.assertEqual(through.Alignment("本院认为，原告有理。", "原告有理。").span((0, 15)), (0, 1))


class ChosenTest(unittest.TestCase):
    def test_copies_are_drawn_by_case_and_clean_texts_stay(self):
        text = lambda case, kind, harmless="": scores.Text(case, kind, [], [], harmless=harmless)
        paths = {"a": text("1", None), "b": text("1", "sum"), "c": text("1", "fee"), "d": text("1", None, "half"), "e": text("2", "fee")}
        self.assertEqual(sorted(through.chosen(paths, 0, 1)), ["a", "b", "c", "e"])
        one = through.chosen(paths, 1, 1)
        self.assertEqual(len(one), 3)
        self.assertIn("e", one)


class AnewTest(unittest.TestCase):
    def test_a_flag_where_the_text_has_one_is_not_new(self):
        text = scores.Text("1", None, [], [])
        text.places = [[(10, 20)]]
        self.assertFalse(through.is_anew(scores.Flag("sum", [(5, 8), (19, 30)]), text))
        self.assertTrue(through.is_anew(scores.Flag("sum", [(20, 30)]), text))


if __name__ == "__main__":
    unittest.main()
