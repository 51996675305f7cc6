import unittest

import references


class Alike(unittest.TestCase):
    def test_one_shared_place_makes_a_thing_the_same(self):
        self.assertTrue(references.alike([[[0, 6], [20, 26]]], [[[20, 29]]]))

    def test_every_thing_must_be_meant_by_both(self):
        self.assertFalse(references.alike([[[0, 6]], [[9, 15]]], [[[0, 6]]]))

    def test_dice_counts_bytes(self):
        self.assertEqual(references.dice([[[0, 6]]], [[[3, 9]]]), 0.5)


class Right(unittest.TestCase):
    row = {"refers": [[[0, 6]], [[9, 15]]]}

    def test_all_things_must_be_hit_and_nothing_else(self):
        self.assertTrue(references.right(self.row, {"rule": "list", "refers": [[0, 6], [9, 15]]}))
        self.assertFalse(references.right(self.row, {"rule": "list", "refers": [[0, 6]]}))
        self.assertFalse(references.right(self.row, {"rule": "list", "refers": [[0, 6], [9, 15], [30, 36]]}))


if __name__ == "__main__":
    unittest.main()
