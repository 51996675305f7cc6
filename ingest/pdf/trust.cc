#include "ingest/pdf/trust.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <map>

#include "ingest/layout/script.h"
#include "ingest/pdf/characters.h"
#include "ingest/pdf/drawn.h"

namespace proviso::ingest {
namespace {

bool is_visible(const Glyph& glyph) {
  return (glyph.flags & (kHidden | kCovered | kWhite)) == 0 && !is_space(glyph.character);
}

// What one font gave on this page.
struct Characters {
  int all = 0, nonsense = 0, swapped = 0, high_latin = 0, odd_latin = 0, han = 0, rare_han = 0;
  int frequent_han = 0;
  int plain_letters = 0, frequent_letters = 0;  // of words without figures and signs
  std::map<int, int> of_scripts;                // but of Han, kana and Latin
  int letters = 0, vowels = 0, pairs = 0, case_changes = 0, alphanumeric = 0, dots = 0;
  std::map<char32_t, int> of_han;
  const Glyph* last = nullptr;
  std::u32string word;

  void add(const Glyph& glyph, CommonHan& common) {
    const char32_t c = glyph.character;
    ++all;
    const bool private_use = (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000;
    if (private_use || c == 0xFFFD || (c >= 0x80 && c < 0xA0)) ++nonsense;
    if (c > 0xFF && (c & 0xFF) == 0 && !common.contains(c)) ++swapped;
    if (c > 0xA0 && c <= 0xFF) ++high_latin;
    // 0x80 to 0x9F of Windows-1252 but quotes, dashes, dots, bullet and signs of text
    if (std::u32string_view(U"ƒˆ‰Š‹ŒŽ˜™š›œžŸ†‡").find(c) != std::u32string_view::npos) ++odd_latin;
    if (c == '.' || c == 0xB7 || c == 0x2022) ++dots;
    if (is_han(c)) {
      ++han;
      ++of_han[c];
      if (!common.contains(c)) ++rare_han;
      if (is_frequent_han(c)) ++frequent_han;
    } else if (c > 0x24F && !is_wide(c) && is_letter(c)) {
      ++of_scripts[u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_SCRIPT)];
    }
    if (is_ascii_upper(c) || is_ascii_lower(c)) {
      if (last != nullptr && (is_ascii_upper(last->character) || is_ascii_lower(last->character)) &&
          std::abs(last->baseline - glyph.baseline) < 1 &&
          std::abs(glyph.x0 - last->x1) < 0.15F * glyph.size) {
        ++pairs;
        if (is_ascii_lower(last->character) && is_ascii_upper(c)) ++case_changes;
      }
    }
    if (is_ascii_upper(c) || is_ascii_lower(c) || is_digit(c) || is_han(c) || is_letter(c))
      ++alphanumeric;
    const bool goes_on = last != nullptr && std::abs(last->baseline - glyph.baseline) < 1 &&
                         std::abs(glyph.x0 - last->x1) < 0.15F * glyph.size;
    if (!goes_on) end_word();
    word.push_back(c);
    last = &glyph;
  }

  // Web addresses ("www.court.example") have few vowels by nature: words with a stop or a slash
  // inside do not count.
  void end_word() {
    while (!word.empty() && !is_ascii_upper(word.back()) && !is_ascii_lower(word.back()))
      word.pop_back();
    if (word.find_first_of(U"./@:") == std::u32string::npos) {
      for (const char32_t c : word) {
        letters += is_ascii_upper(c) || is_ascii_lower(c) ? 1 : 0;
        vowels += is_vowel(c) ? 1 : 0;
      }
    }
    if (std::all_of(word.begin(), word.end(), is_ascii_letter)) {
      plain_letters += static_cast<int>(word.size());
      frequent_letters +=
          static_cast<int>(std::count_if(word.begin(), word.end(), is_frequent_letter));
    }
    word.clear();
  }

  bool is_rare() const { return han >= 8 && rare_han * 10 > 3 * han; }

  // Letters of four alphabets and more, each several times, are glyph numbers taken for characters.
  bool is_babel() const {
    int scripts = 0, foreign = 0;
    for (const auto& [script, count] : of_scripts) {
      scripts += count >= 2 ? 1 : 0;
      foreign += count;
    }
    return scripts >= 4 && foreign * 5 > all;
  }

  // A map may lie with ordinary ideographs and letters: then it is their shares that do not fit.
  bool is_ciphered_han() const { return han >= 100 && frequent_han * 4 < han; }
  bool is_ciphered_latin() const {
    return plain_letters >= 100 && frequent_letters * 100 < 38 * plain_letters;
  }

  // `family`: of all fonts of the page that bear its name.
  Fault fault(const PageFont& font, const Characters& family) const {
    const int drawn = all + static_cast<int>(font.controls);
    if (drawn == 0) return Fault::kNone;
    if (nonsense * 100 > 3 * all) return Fault::kNonsense;
    if (static_cast<int>(font.controls) * 10 > drawn) return Fault::kControls;
    if (is_babel()) return Fault::kNonsense;
    if (all >= 8 && swapped * 2 > all) return Fault::kSwapped;
    if (all >= 15 && high_latin * 2 > all) return Fault::kHighLatin;
    if (all >= 3 && odd_latin * 2 > all) return Fault::kHighLatin;
    if (is_rare() && (family.is_rare() || rare_han * 10 > 7 * han)) return Fault::kRareHan;
    for (const auto& [character, count] : of_han) {
      if (count >= 8 && count * 4 > han && font.codes_of_one >= 3) return Fault::kOneCharacter;
    }
    if (han > 0 && family.is_ciphered_han()) return Fault::kRareHan;
    if (font.repair == Repair::kNone && is_ciphered_latin()) return Fault::kNoWords;
    const bool mapless_cid = font.embedded && font.cid && !font.to_unicode;
    if (letters >= (mapless_cid ? 15 : 60)) {
      if (vowels * 100 < 22 * letters) return Fault::kNoWords;
      if (pairs > 0 && case_changes * 10 > pairs) return Fault::kNoWords;
    }
    const bool mapless_simple = font.embedded && !font.cid && !font.to_unicode;
    const int telling = all - dots;
    const bool few = mapless_simple && telling >= (font.built_in ? 3 : 15);
    return few && alphanumeric * 2 < telling ? Fault::kNoLetters : Fault::kNone;
  }
};

// "ABCDEF+SimSun" and "GHIJKL+SimSun" are parts of one font.
std::string_view family_name(std::string_view name) {
  const bool tagged =
      name.size() > 7 && name[6] == '+' &&
      std::all_of(name.begin(), name.begin() + 6, [](char c) { return c >= 'A' && c <= 'Z'; });
  return tagged ? name.substr(7) : name;
}

// Programs share the characters of one font out among several, the common ones first: what is in
// the last of them is rare by nature.
std::map<std::string_view, Characters> families(const std::vector<PageFont>& fonts,
                                                const std::vector<Characters>& characters) {
  std::map<std::string_view, Characters> result;
  for (std::size_t i = 0; i < fonts.size(); ++i) {
    Characters& family = result[family_name(fonts[i].name)];
    family.han += characters[i].han;
    family.rare_han += characters[i].rare_han;
    family.frequent_han += characters[i].frequent_han;
  }
  return result;
}

// ---- pictures beside the text

constexpr double kLeastShare = 0.03;
constexpr int kFewCharacters = 200;  // below it small pictures may hold what the page says

double area(const Box& box) {
  return std::max(0.0, box.x1 - box.x0) * std::max(0.0, box.y1 - box.y0);
}

bool touch(const Box& a, const Box& b) {
  constexpr double kNear = 2;  // points
  return a.x0 <= b.x1 + kNear && b.x0 <= a.x1 + kNear && a.y0 <= b.y1 + kNear &&
         b.y0 <= a.y1 + kNear;
}

struct Area {
  Box box;
  long pixels_x = 0, pixels_y = 0;
};

// One picture may come as dozens of strips.
std::vector<Area> joined(const std::vector<Picture>& pictures) {
  constexpr std::size_t kMost = 512;  // more are a drawing
  std::vector<Area> areas;
  if (pictures.size() > kMost) return areas;
  for (const Picture& picture : pictures) {
    Area area{picture.box, picture.pixels_x, picture.pixels_y};
    for (std::size_t i = 0; i < areas.size();) {
      if (!touch(areas[i].box, area.box)) {
        ++i;
        continue;
      }
      const Area& other = areas[i];
      area.box = {std::min(area.box.x0, other.box.x0), std::min(area.box.y0, other.box.y0),
                  std::max(area.box.x1, other.box.x1), std::max(area.box.y1, other.box.y1)};
      area.pixels_x = std::max(area.pixels_x, other.pixels_x);
      area.pixels_y += other.pixels_y;
      areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    }
    areas.push_back(area);
  }
  return areas;
}

std::vector<Box> pictures_to_read(const PageContent& content, int good) {
  std::vector<Box> result;
  for (const Area& picture : joined(content.pictures)) {
    const double share = area(picture.box) / std::max(1.0, content.width * content.height);
    const bool large = share >= kLeastShare && picture.pixels_x >= 40 && picture.pixels_y >= 20;
    const bool small = good < kFewCharacters && picture.pixels_x >= 60 && picture.pixels_y >= 20;
    if (!large && !small) continue;
    double text = 0;
    for (const Glyph& glyph : content.glyphs) {
      const double x = (glyph.x0 + glyph.x1) / 2, y = (glyph.y0 + glyph.y1) / 2;
      if (x < picture.box.x0 || x > picture.box.x1 || y < picture.box.y0 || y > picture.box.y1) {
        continue;
      }
      text += (glyph.x1 - glyph.x0) * (glyph.y1 - glyph.y0);
    }
    // A ground, or letter paper: what it shows stands in the margins of the letter.
    if (text > 0.08 * area(picture.box)) continue;
    result.push_back(picture.box);
  }
  return result;
}

// Lines of letters that are drawn as curves, those near each other as one area.
std::vector<Box> drawn_areas(const std::vector<DrawnLine>& lines) {
  constexpr double kLeading = 24;  // points
  std::vector<Box> areas;
  for (const DrawnLine& line : lines) {
    Box box = line.box;
    for (std::size_t i = 0; i < areas.size();) {
      const Box& other = areas[i];
      const bool near = other.y0 - kLeading < box.y1 && box.y0 - kLeading < other.y1 &&
                        other.x0 < box.x1 && box.x0 < other.x1;
      if (!near) {
        ++i;
        continue;
      }
      box = {std::min(box.x0, other.x0), std::min(box.y0, other.y0), std::max(box.x1, other.x1),
             std::max(box.y1, other.y1)};
      areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    }
    areas.push_back(box);
  }
  for (Box& area : areas) area = {area.x0 - 2, area.y0 - 2, area.x1 + 2, area.y1 + 2};
  return areas;
}

}  // namespace

Verdict judge(const PageContent& content) {
  CommonHan common;
  std::vector<Characters> characters(content.fonts.size());
  Verdict verdict;
  Decision& facts = verdict.decision;
  facts.picture_share = content.picture_coverage;
  int under_picture = 0;
  for (const Glyph& glyph : content.glyphs) {
    if (is_space(glyph.character)) continue;
    if (is_visible(glyph)) {
      characters.at(glyph.font).add(glyph, common);
    } else if ((glyph.flags & kHidden) != 0) {
      ++facts.hidden;
    } else {
      ++facts.covered;
    }
    if ((glyph.flags & (kHidden | kCovered)) != 0) ++under_picture;
  }
  int visible = 0, bad = 0, bad_embedded = 0, good = 0;
  const auto family = families(content.fonts, characters);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    characters[i].end_word();
    const Fault fault =
        characters[i].fault(content.fonts[i], family.at(family_name(content.fonts[i].name)));
    verdict.bad_fonts.push_back(fault != Fault::kNone);
    visible += characters[i].all;
    if (fault != Fault::kNone) {
      bad += characters[i].all;
      bad_embedded += content.fonts[i].embedded ? characters[i].all : 0;
    } else {
      good += characters[i].all + characters[i].han;
    }
    if (characters[i].all > 0 || content.fonts[i].repair != Repair::kNone) {
      facts.fonts.push_back(
          {content.fonts[i].name, characters[i].all, fault, content.fonts[i].repair});
    }
  }
  facts.trusted = good;
  facts.distrusted = bad;
  verdict.bad_share = visible == 0 ? 0 : static_cast<double>(bad) / visible;
  const bool covered = content.picture_coverage >= 0.3;
  const auto ocr = [&](Ground ground, const char* reason) {
    verdict.way = Way::kOcr;
    facts.ground = ground;
    verdict.reason = reason;
    return verdict;
  };
  const bool wrong = verdict.bad_share > 0.2;
  if (wrong && 2 * bad_embedded > bad) {
    return ocr(Ground::kWrongFonts, "the text layer's character maps are wrong");
  }
  verdict.keep_text = good > 0 && bad == 0;
  if (covered && under_picture > good) {
    return ocr(Ground::kForeignOcr, "the text layer is somebody else's OCR");
  }
  if (covered && good < 400) return ocr(Ground::kFewWords, "a picture with little text");
  constexpr int kFewestForms = 60;
  const std::vector<DrawnLine> lines = drawn_lines(content.drawn_letters);
  int drawn = 0;
  for (const DrawnLine& line : lines) drawn += line.forms;
  if (drawn >= kFewestForms && drawn > 2 * good) {
    return ocr(Ground::kDrawn, "letters are drawn as curves");
  }
  verdict.keep_text = false;
  if (visible > 0) {
    verdict.way = Way::kText;
    facts.ground = wrong ? Ground::kNoHelp : Ground::kText;
    verdict.pictures = pictures_to_read(content, good);
    if (drawn >= kFewestForms) {
      const std::vector<Box> areas = drawn_areas(lines);
      verdict.pictures.insert(verdict.pictures.end(), areas.begin(), areas.end());
    }
    return verdict;
  }
  if (!content.pictures.empty()) return ocr(Ground::kPicture, "a picture without text");
  if (content.paths >= 50) return ocr(Ground::kDrawn, "drawn without text");
  return verdict;
}

}  // namespace proviso::ingest
