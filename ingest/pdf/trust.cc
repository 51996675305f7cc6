#include "ingest/pdf/trust.h"

#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "ingest/layout/script.h"

namespace proviso::ingest {
namespace {

using Converter = std::unique_ptr<UConverter, decltype(&ucnv_close)>;

Converter open_converter(const char* encoding) {
  UErrorCode status = U_ZERO_ERROR;
  Converter converter(ucnv_open(encoding, &status), &ucnv_close);
  return converter;
}

// The two bytes of a character in a legacy encoding, 0 where it has none.
unsigned code_in(UConverter* converter, char32_t c) {
  if (converter == nullptr || c > 0xFFFF) return 0;
  const auto unit = static_cast<UChar>(c);
  std::array<char, 8> bytes{};
  UErrorCode status = U_ZERO_ERROR;
  const int length = ucnv_fromUChars(converter, bytes.data(), bytes.size(), &unit, 1, &status);
  if (U_FAILURE(status) || length != 2) return 0;
  return static_cast<unsigned>(static_cast<unsigned char>(bytes[0])) << 8 |
         static_cast<unsigned char>(bytes[1]);
}

// Level 1 of GB 2312, Big5 and JIS X 0208: the characters that ordinary text is made of.
class CommonHan {
 public:
  bool contains(char32_t c) {
    const auto known = known_.find(c);
    if (known != known_.end()) return known->second;
    const unsigned gb = code_in(gbk_.get(), c), big5 = code_in(big5_.get(), c);
    const unsigned jis = code_in(jis_.get(), c);
    const bool common = (gb >= 0xB0A1 && gb <= 0xD7F9 && (gb & 0xFF) >= 0xA1) ||
                        (big5 >= 0xA440 && big5 <= 0xC67E) || (jis >= 0xB0A1 && jis <= 0xCFD3);
    known_.emplace(c, common);
    return common;
  }

 private:
  Converter gbk_ = open_converter("GBK"), big5_ = open_converter("Big5"),
            jis_ = open_converter("EUC-JP");
  std::map<char32_t, bool> known_;
};

bool is_visible(const Glyph& glyph) {
  return (glyph.flags & (kHidden | kCovered | kWhite)) == 0 && !is_space(glyph.character);
}

bool is_upper(char32_t c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char32_t c) {
  return c >= 'a' && c <= 'z';
}
bool is_vowel(char32_t c) {
  return std::u32string_view(U"aeiouAEIOU").find(c) != std::u32string_view::npos;
}

// What one font gave on this page.
struct Characters {
  int all = 0, nonsense = 0, swapped = 0, high_latin = 0, han = 0, rare_han = 0;
  int letters = 0, vowels = 0, pairs = 0, case_changes = 0, alphanumeric = 0, dots = 0;
  std::map<char32_t, int> of_han;
  const Glyph* last = nullptr;
  std::u32string word;

  void add(const Glyph& glyph, CommonHan& common) {
    const char32_t c = glyph.character;
    ++all;
    const bool private_use = (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000;
    if (private_use || c == 0xFFFD || (c >= 0x80 && c < 0xA0)) ++nonsense;
    if (c > 0xFF && (c & 0xFF) == 0) ++swapped;
    if (c > 0xA0 && c <= 0xFF) ++high_latin;
    if (c == '.' || c == 0xB7 || c == 0x2022) ++dots;
    if (is_han(c)) {
      ++han;
      ++of_han[c];
      if (!common.contains(c)) ++rare_han;
    }
    if (is_upper(c) || is_lower(c)) {
      if (last != nullptr && (is_upper(last->character) || is_lower(last->character)) &&
          std::abs(last->baseline - glyph.baseline) < 1 &&
          std::abs(glyph.x0 - last->x1) < 0.15F * glyph.size) {
        ++pairs;
        if (is_lower(last->character) && is_upper(c)) ++case_changes;
      }
    }
    if (is_upper(c) || is_lower(c) || is_digit(c) || is_han(c) || is_letter(c)) ++alphanumeric;
    const bool goes_on = last != nullptr && std::abs(last->baseline - glyph.baseline) < 1 &&
                         std::abs(glyph.x0 - last->x1) < 0.15F * glyph.size;
    if (!goes_on) end_word();
    word.push_back(c);
    last = &glyph;
  }

  // Web addresses ("www.court.example") have few vowels by nature: words with a stop or a slash
  // inside do not count.
  void end_word() {
    while (!word.empty() && !is_upper(word.back()) && !is_lower(word.back())) word.pop_back();
    if (word.find_first_of(U"./@:") == std::u32string::npos) {
      for (const char32_t c : word) {
        letters += is_upper(c) || is_lower(c) ? 1 : 0;
        vowels += is_vowel(c) ? 1 : 0;
      }
    }
    word.clear();
  }

  bool bad(const PageFont& font) const {
    const int drawn = all + static_cast<int>(font.controls);
    if (drawn == 0) return false;
    if (nonsense * 100 > 3 * all) return true;
    if (static_cast<int>(font.controls) * 10 > drawn) return true;
    if (all >= 8 && swapped * 2 > all) return true;
    if (all >= 15 && high_latin * 2 > all) return true;
    if (han >= 8 && rare_han * 10 > 3 * han) return true;
    for (const auto& [character, count] : of_han) {
      if (count >= 8 && count * 4 > han) return true;
    }
    const bool mapless_cid = font.embedded && font.cid && !font.to_unicode;
    if (letters >= (mapless_cid ? 15 : 60)) {
      if (vowels * 100 < 22 * letters) return true;
      if (pairs > 0 && case_changes * 10 > pairs) return true;
    }
    const bool mapless_simple = font.embedded && !font.cid && !font.to_unicode;
    const int telling = all - dots;
    return mapless_simple && telling >= 15 && alphanumeric * 2 < telling;
  }
};

}  // namespace

Verdict judge(const PageContent& content) {
  CommonHan common;
  std::vector<Characters> characters(content.fonts.size());
  int hidden = 0;
  for (const Glyph& glyph : content.glyphs) {
    if (is_visible(glyph)) characters.at(glyph.font).add(glyph, common);
    if ((glyph.flags & (kHidden | kCovered)) != 0 && !is_space(glyph.character)) ++hidden;
  }
  Verdict verdict;
  int visible = 0, bad = 0, good = 0;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    characters[i].end_word();
    verdict.bad_fonts.push_back(characters[i].bad(content.fonts[i]));
    visible += characters[i].all;
    if (verdict.bad_fonts[i]) {
      bad += characters[i].all;
    } else {
      good += characters[i].all + characters[i].han;
    }
  }
  verdict.bad_share = visible == 0 ? 0 : static_cast<double>(bad) / visible;
  const bool covered = content.picture_coverage >= 0.3;
  const auto ocr = [&](const char* reason) {
    verdict.way = Way::kOcr;
    verdict.reason = reason;
    return verdict;
  };
  if (verdict.bad_share > 0.2) return ocr("the text layer's character maps are wrong");
  if (covered && hidden > good) return ocr("the text layer is somebody else's OCR");
  if (covered && good < 400) return ocr("a picture with little text");
  if (visible > 0) {
    verdict.way = Way::kText;
    return verdict;
  }
  if (!content.pictures.empty()) return ocr("a picture without text");
  if (content.paths >= 50) return ocr("drawn without text");
  return verdict;
}

}  // namespace proviso::ingest
