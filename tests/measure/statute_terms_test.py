import unittest

import statute_terms


def piece(text, kind=1):
    body = bytes([10, len(text.encode())]) + text.encode() + b"\x15" + b"\x00\x00\x80\xbf" + (b"" if kind == 1 else bytes([0x18, kind]))
    return bytes([10, len(body)]) + body


class WithoutLongPieces(unittest.TestCase):
    def test_keeps_characters_and_what_is_no_normal_piece(self):
        trainer = bytes([18, 2, 8, 1])
        kept = statute_terms.without_long_pieces(piece("<unk>", 2) + piece("善意取得") + piece("权") + piece("<0x0A>", 6) + trainer)
        self.assertEqual([text in kept for text in (b"<unk>", "善意取得".encode(), "权".encode(), b"<0x0A>", trainer)], [True, False, True, True, True])

    def test_gives_all_characters_the_same_score(self):
        kept = statute_terms.without_long_pieces(piece("权") + piece("法"))
        self.assertEqual(kept.count(b"\x15\x00\x00\x20\xc1"), 2)


class Questions(unittest.TestCase):
    def test_longer_terms_come_before_those_they_hold(self):
        self.assertEqual(statute_terms.longest_first(["质权", "最高额质权"]).findall("最高额质权与质权"), ["最高额质权", "质权"])

    def test_articles_stand_behind_the_name_of_a_law(self):
        self.assertEqual(statute_terms.ARTICLE.findall("《合同法》第一百零七条、第三条"), ["第一百零七条"])

    def test_every_count_has_a_band(self):
        self.assertEqual([statute_terms.band(n)[:4] for n in (0, 30, 31, 300, 301)], ["rare", "rare", "seld", "seld", "ofte"])


if __name__ == "__main__":
    unittest.main()
