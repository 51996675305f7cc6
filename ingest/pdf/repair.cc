#include "ingest/pdf/repair.h"

#include <unicode/normalizer2.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ingest/layout/script.h"
#include "ingest/pdf/characters.h"

namespace proviso::ingest {
namespace {

constexpr char32_t kShift = 29;

// Glyphs of one font, as indices in paint order.
using Members = std::vector<std::size_t>;

bool is_control(char32_t c) {
  return c < 0x20 || c == 0x7F;
}

void put(Glyph& glyph, char32_t character) {
  glyph.character = character;
  glyph.flags |= kRepaired;
}

// ---- glyph numbers in place of characters

bool is_shifted(const PageContent& content, const PageFont& font, const Members& members) {
  if (!font.cid || !font.embedded || font.to_unicode || members.size() < 8) return false;
  std::u32string as_is, shifted;
  std::size_t ascii = 0;
  const Glyph* last = nullptr;
  for (const std::size_t i : members) {
    const Glyph& glyph = content.glyphs[i];
    const bool new_line = last != nullptr && std::abs(last->baseline - glyph.baseline) > 1;
    const bool gap = last != nullptr && glyph.x0 - last->x1 > 0.2F * glyph.size;
    if (new_line || gap) {
      as_is.push_back(' ');
      shifted.push_back(' ');
    }
    as_is.push_back(glyph.character);
    shifted.push_back(glyph.character + kShift);
    ascii += glyph.character >= 3 && glyph.character + kShift < 0x7F ? 1 : 0;
    last = &glyph;
  }
  if (ascii * 10 < members.size() * 9) return false;
  return likeness_to_words(shifted) > 0.6 && likeness_to_words(shifted) > likeness_to_words(as_is);
}

void shift(PageContent& content, const Members& members) {
  for (const std::size_t i : members) {
    Glyph& glyph = content.glyphs[i];
    if (glyph.character >= 3) put(glyph, glyph.character + kShift);
  }
}

// ---- GBK in a font that claims Latin-1

struct Pair {
  std::size_t first, second;
  char32_t character;
};

char32_t gbk_character(UConverter* converter, std::uint32_t lead, std::uint32_t trail) {
  const std::array<char, 2> bytes{static_cast<char>(lead), static_cast<char>(trail)};
  std::array<UChar, 4> units{};
  UErrorCode status = U_ZERO_ERROR;
  const int length = ucnv_toUChars(converter, units.data(), units.size(), bytes.data(), 2, &status);
  return U_SUCCESS(status) && length == 1 && units[0] != 0xFFFD ? units[0] : 0;
}

std::vector<Pair> gbk_pairs(const PageContent& content, const PageFont& font,
                            const Members& members, CommonHan& common) {
  if (font.cid || font.to_unicode || members.size() < 4) return {};
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, decltype(&ucnv_close)> converter(ucnv_open("GBK", &status),
                                                                     &ucnv_close);
  if (U_FAILURE(status)) return {};
  std::vector<Pair> pairs;
  std::size_t high = 0, broken = 0, han = 0, ordinary = 0;
  for (std::size_t at = 0; at < members.size(); ++at) {
    const std::uint32_t code = content.codes[members[at]];
    if (code < 0x80) continue;
    ++high;
    if (at + 1 == members.size()) {
      ++broken;
      continue;
    }
    const char32_t c = gbk_character(converter.get(), code, content.codes[members[at + 1]]);
    if (c == 0) {
      ++broken;
      continue;
    }
    ++high;
    pairs.push_back({members[at], members[at + 1], c});
    han += is_han(c) ? 1 : 0;
    ordinary += is_han(c) && common.contains(c) ? 1 : 0;
    ++at;
  }
  const bool mostly_high = high * 2 > members.size();
  const bool fits = broken * 20 <= pairs.size() && ordinary * 10 > han * 6;
  // A line of full-width figures and stops has no Han of its own.
  const bool telling = han >= 2 || (han == 0 && pairs.size() >= 1 && broken == 0);
  return mostly_high && fits && telling ? pairs : std::vector<Pair>{};
}

void join(PageContent& content, const std::vector<Pair>& pairs) {
  for (const auto& [first, second, character] : pairs) {
    Glyph& glyph = content.glyphs[first];
    const Glyph& other = content.glyphs[second];
    if (std::abs(glyph.baseline - other.baseline) < 0.3F * glyph.size) {
      glyph.x0 = std::min(glyph.x0, other.x0);
      glyph.x1 = std::max(glyph.x1, other.x1);
    }
    put(glyph, character);
    content.glyphs[second].character = 0;
  }
}

// ---- UTF-16 with swapped bytes

// A font that holds 一 (U+4E00) and little else is none: programs that print share the characters
// of one page out among dozens of fonts. Letters with their bytes swapped are rare ideographs.
bool is_swapped(const PageContent& content, const Members& members, CommonHan& common) {
  std::size_t inked = 0, swapped = 0, readable = 0, ordinary = 0;
  for (const std::size_t i : members) {
    const char32_t c = content.glyphs[i].character;
    if (c <= 0xFF || c > 0xFFFF) {
      inked += c > 0x20 ? 1 : 0;
      continue;
    }
    ++inked;
    if ((c & 0xFF) != 0) continue;
    ++swapped;
    ordinary += c == 0x3000 || common.contains(c) ? 1 : 0;
    readable += (c >> 8) >= 0x20 && (c >> 8) != 0x7F ? 1 : 0;
  }
  return inked >= 8 && swapped * 2 > inked && readable == swapped && ordinary * 2 < swapped;
}

void swap(PageContent& content, const Members& members) {
  for (const std::size_t i : members) {
    Glyph& glyph = content.glyphs[i];
    const char32_t c = glyph.character;
    if (c > 0xFF && c <= 0xFFFF) put(glyph, (c & 0xFF) << 8 | c >> 8);
  }
}

// ---- single characters

// Capitals and figures of Adobe's Corporate Use Subarea; 0 for others.
char32_t small_capital(char32_t c) {
  if (c >= 0xF761 && c <= 0xF77A) return c - 0xF761 + 'A';
  if (c >= 0xF730 && c <= 0xF739) return c - 0xF730 + '0';
  if (c >= 0xF7E0 && c <= 0xF7FE && c != 0xF7F7) return c - 0xF7E0 + 0xC0;
  switch (c) {
    case 0xF721:
      return '!';
    case 0xF724:
      return '$';
    case 0xF726:
      return '&';
    case 0xF73F:
      return '?';
    default:
      return 0;
  }
}

// Marks of lists and forms in Symbol and Wingdings; 0 for others.
char32_t bullet(char32_t c) {
  switch (c) {
    case 0xF0B7:
    case 0xF06C:
    case 0xF09F:
      return 0x2022;  // •
    case 0xF0A7:
    case 0xF06E:
      return 0x25AA;  // ▪
    case 0xF06F:
    case 0xF0A8:
    case 0xF071:
      return 0x25A1;  // □
    case 0xF0FE:
    case 0xF052:
      return 0x2611;  // ☑
    case 0xF0FD:
      return 0x2612;  // ☒
    case 0xF0FC:
      return 0x2713;  // ✓
    case 0xF0D8:
      return 0x27A2;  // ➢
    case 0xF076:
      return 0x2756;  // ❖
    case 0xF0E0:
    case 0xF0E8:
      return 0x2192;  // →
    default:
      return 0;
  }
}

// Unicode's EquivalentUnifiedIdeograph for the supplement, which NFKC leaves alone: those that
// simplified and traditional text is seen to contain.
char32_t supplement_radical(char32_t c) {
  static constexpr std::pair<char32_t, char32_t> kPairs[] = {
      {0x2E81, 0x5382}, {0x2E84, 0x4E5A}, {0x2E85, 0x4EBB}, {0x2E88, 0x5200}, {0x2E8B, 0x5369},
      {0x2E8C, 0x5C0F}, {0x2E8F, 0x5C22}, {0x2E92, 0x5DF3}, {0x2E93, 0x5E7A}, {0x2E96, 0x5FC4},
      {0x2E97, 0x5FC3}, {0x2E98, 0x624C}, {0x2E99, 0x6535}, {0x2E9D, 0x6708}, {0x2E9E, 0x6B7A},
      {0x2E9F, 0x6BCD}, {0x2EA0, 0x6C11}, {0x2EA1, 0x6C35}, {0x2EA2, 0x6C3A}, {0x2EA3, 0x706C},
      {0x2EA6, 0x4E2C}, {0x2EA8, 0x72AD}, {0x2EA9, 0x738B}, {0x2EAC, 0x793A}, {0x2EAD, 0x793B},
      {0x2EAE, 0x7AF9}, {0x2EAF, 0x7CF9}, {0x2EB3, 0x7F53}, {0x2EB4, 0x7F53}, {0x2EB6, 0x7F8A},
      {0x2EB9, 0x8002}, {0x2EBC, 0x8089}, {0x2EBE, 0x8279}, {0x2EC1, 0x864E}, {0x2EC2, 0x8864},
      {0x2EC3, 0x8980}, {0x2EC4, 0x897F}, {0x2EC5, 0x89C1}, {0x2EC6, 0x89D2}, {0x2EC8, 0x8BA0},
      {0x2EC9, 0x8D1D}, {0x2ECA, 0x8DB3}, {0x2ECB, 0x8F66}, {0x2ECC, 0x8FB6}, {0x2ECF, 0x961D},
      {0x2ED0, 0x9485}, {0x2ED1, 0x957F}, {0x2ED3, 0x957F}, {0x2ED4, 0x95E8}, {0x2ED6, 0x961D},
      {0x2ED7, 0x96E8}, {0x2ED8, 0x9752}, {0x2ED9, 0x97E6}, {0x2EDA, 0x9875}, {0x2EDB, 0x98CE},
      {0x2EDC, 0x98DE}, {0x2EDD, 0x98DF}, {0x2EE0, 0x9963}, {0x2EE2, 0x9A6C}, {0x2EE3, 0x9AA8},
      {0x2EE4, 0x9B3C}, {0x2EE5, 0x9C7C}, {0x2EE6, 0x9E1F}, {0x2EE8, 0x9EA6}, {0x2EE9, 0x9EC4},
      {0x2EEA, 0x9EFE}, {0x2EEC, 0x9F50}, {0x2EEE, 0x9F7F}, {0x2EF0, 0x9F99}, {0x2EF3, 0x9F9F}};
  const auto* const found = std::lower_bound(std::begin(kPairs), std::end(kPairs), c,
                                             [](const auto& a, char32_t b) { return a.first < b; });
  return found != std::end(kPairs) && found->first == c ? found->second : 0;
}

char32_t unified(char32_t c) {
  if (c >= 0x2E80 && c <= 0x2EF3) return supplement_radical(c);
  if (c < 0x2F00 || c > 0x2FD5) return 0;
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  if (U_FAILURE(status)) return 0;
  const icu::UnicodeString folded =
      nfkc->normalize(icu::UnicodeString(static_cast<UChar32>(c)), status);
  return U_SUCCESS(status) && folded.countChar32() == 1 ? static_cast<char32_t>(folded.char32At(0))
                                                        : 0;
}

Repair repair_singly(PageContent& content, const Members& members) {
  Repair done = Repair::kNone;
  for (const std::size_t i : members) {
    Glyph& glyph = content.glyphs[i];
    if (const char32_t mark = bullet(glyph.character); mark != 0) {
      glyph.character = mark;
    } else if (const char32_t capital = small_capital(glyph.character); capital != 0) {
      put(glyph, capital);
      done = Repair::kSmallCapital;
    } else if (const char32_t ideograph = unified(glyph.character); ideograph != 0) {
      put(glyph, ideograph);
      done = Repair::kRadical;
    }
  }
  return done;
}

std::uint32_t codes_of_one(const PageContent& content, const PageFont& font,
                           const Members& members) {
  std::vector<std::pair<char32_t, std::uint32_t>> used;
  for (const std::size_t i : members) {
    const char32_t c = content.glyphs[i].character;
    if (!is_han(c)) continue;
    // Glyph 0 of a CID font is "no glyph", whatever the file calls it: each of them may have been
    // another one.
    const std::uint32_t code = content.codes[i];
    used.emplace_back(c, font.cid && code == 0 ? ~static_cast<std::uint32_t>(i) : code);
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::uint32_t most = 0, now = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    now = i > 0 && used[i].first == used[i - 1].first ? now + 1 : 1;
    most = std::max(most, now);
  }
  return most;
}

void repair_one(PageContent& content, PageFont& font, const Members& members, CommonHan& common) {
  if (is_shifted(content, font, members)) {
    shift(content, members);
    font.repair = Repair::kShifted;
    font.controls = 0;
    return;
  }
  if (const std::vector<Pair> pairs = gbk_pairs(content, font, members, common); !pairs.empty()) {
    join(content, pairs);
    font.repair = Repair::kGbk;
    font.controls = font.unmapped = 0;
    return;
  }
  if (is_swapped(content, members, common)) {
    swap(content, members);
    font.repair = Repair::kSwapped;
    return;
  }
  font.repair = repair_singly(content, members);
}

}  // namespace

void repair_fonts(PageContent& content) {
  CommonHan common;
  std::vector<Members> by_font(content.fonts.size());
  for (std::size_t i = 0; i < content.glyphs.size(); ++i) {
    by_font.at(content.glyphs[i].font).push_back(i);
  }
  for (std::size_t f = 0; f < by_font.size(); ++f) {
    content.fonts[f].codes_of_one = codes_of_one(content, content.fonts[f], by_font[f]);
    repair_one(content, content.fonts[f], by_font[f], common);
  }
  std::erase_if(content.glyphs, [](const Glyph& glyph) { return is_control(glyph.character); });
  content.codes.clear();
}

}  // namespace proviso::ingest
