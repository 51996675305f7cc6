#include "ingest/pdf/characters.h"

#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"
#include "ingest_data.h"

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

}  // namespace

struct CommonHan::Tables {
  Converter gbk = open_converter("GBK"), big5 = open_converter("Big5"),
            jis = open_converter("EUC-JP");
};

CommonHan::CommonHan() : tables_(std::make_unique<Tables>()) {}
CommonHan::~CommonHan() = default;

bool CommonHan::contains(char32_t c) {
  const auto known = known_.find(c);
  if (known != known_.end()) return known->second;
  const unsigned gb = code_in(tables_->gbk.get(), c), big5 = code_in(tables_->big5.get(), c);
  const unsigned jis = code_in(tables_->jis.get(), c);
  const bool common = (gb >= 0xB0A1 && gb <= 0xD7F9 && (gb & 0xFF) >= 0xA1) ||
                      (big5 >= 0xA440 && big5 <= 0xC67E) || (jis >= 0xB0A1 && jis <= 0xCFD3);
  known_.emplace(c, common);
  return common;
}

bool is_frequent_han(char32_t c) {
  static const std::u32string kSorted = [] {
    std::u32string all = to_utf32(ingest::data::frequent_han);
    std::sort(all.begin(), all.end());
    return all;
  }();
  return is_han(c) && std::binary_search(kSorted.begin(), kSorted.end(), c);
}

bool is_frequent_letter(char32_t c) {
  return std::u32string_view(U"etaoinsrETAOINSR").find(c) != std::u32string_view::npos;
}

bool is_ascii_upper(char32_t c) {
  return c >= 'A' && c <= 'Z';
}
bool is_ascii_lower(char32_t c) {
  return c >= 'a' && c <= 'z';
}
bool is_ascii_letter(char32_t c) {
  return is_ascii_upper(c) || is_ascii_lower(c);
}
bool is_vowel(char32_t c) {
  return std::u32string_view(U"aeiouAEIOU").find(c) != std::u32string_view::npos;
}

double likeness_to_words(std::u32string_view text) {
  int words = 0, good = 0, letters = 0, vowels = 0, changes = 0;
  char32_t last = ' ';
  const auto end_word = [&] {
    if (letters >= 3) {
      ++words;
      good += vowels * 5 >= letters && changes == 0 ? 1 : 0;
    }
    letters = vowels = changes = 0;
  };
  for (const char32_t c : text) {
    if (!is_ascii_letter(c)) end_word();
    if (is_ascii_letter(c)) {
      ++letters;
      vowels += is_vowel(c) ? 1 : 0;
      changes += is_ascii_lower(last) && is_ascii_upper(c) ? 1 : 0;
    }
    last = c;
  }
  end_word();
  return words == 0 ? 0 : static_cast<double>(good) / words;
}

}  // namespace proviso::ingest
