#include "ingest/text/decode.h"

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace proviso::ingest {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Utf8Count {
  std::size_t good = 0, faulty = 0;  // sequences of more than one byte; faulty sequences
};

Utf8Count count_utf8(std::string_view bytes) {
  Utf8Count count;
  const auto size = static_cast<std::int64_t>(bytes.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c = 0;
    const std::int64_t before = i;
    U8_NEXT(bytes.data(), i, size, c);
    if (c < 0) {
      ++count.faulty;
    } else if (i - before > 1) {
      ++count.good;
    }
  }
  return count;
}

// Calls take(code point) for each; U+FFFD where the bytes are none.
template <typename Take>
void for_utf8(std::string_view bytes, Take take) {
  const auto size = static_cast<std::int64_t>(bytes.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c = 0;
    U8_NEXT(bytes.data(), i, size, c);
    take(c < 0 ? kReplacement : static_cast<char32_t>(c));
  }
}

// ICU puts U+FFFD where bytes are no character of the encoding. False when it does not know it.
template <typename Take>
bool for_icu(std::string_view bytes, const char* encoding, Take take) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, decltype(&ucnv_close)> converter(ucnv_open(encoding, &status),
                                                                     &ucnv_close);
  if (U_FAILURE(status)) return false;
  std::vector<UChar> units(1 << 14);
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  char32_t lead = 0;
  for (bool more = true; more;) {
    status = U_ZERO_ERROR;
    UChar* to = units.data();
    ucnv_toUnicode(converter.get(), &to, units.data() + units.size(), &at, end, nullptr, 1,
                   &status);
    more = status == U_BUFFER_OVERFLOW_ERROR;
    for (const UChar* unit = units.data(); unit != to; ++unit) {
      if (lead != 0 && U16_IS_TRAIL(*unit)) {
        take(static_cast<char32_t>(U16_GET_SUPPLEMENTARY(lead, *unit)));
        lead = 0;
        continue;
      }
      if (std::exchange(lead, 0) != 0) take(kReplacement);
      if (U16_IS_LEAD(*unit)) {
        lead = *unit;
      } else {
        take(static_cast<char32_t>(*unit));
      }
    }
    if (!more && U_FAILURE(status)) take(kReplacement);
  }
  if (lead != 0) take(kReplacement);
  return true;
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE;
}

bool is_strange(char32_t c) {
  if (c < 0x80) return (c < 0x20 && c != '\t' && c != '\n' && c != '\v') || c == 0x7F;
  if (c == kReplacement) return true;
  if (c == 0xFEFF) return false;
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_CONTROL_CHAR || type == U_UNASSIGNED || type == U_PRIVATE_USE_CHAR ||
         type == U_SURROGATE;
}

bool is_kept(char32_t c) {
  return c == '\n' || c == '\t' || !is_control(c);
}

// Takes decoded characters one by one.
class Cleaner {
 public:
  Cleaner(Encoding encoding, std::size_t bytes) {
    result_.encoding = encoding;
    result_.text.reserve(encoding == Encoding::kUtf8 ? bytes : bytes + bytes / 2);
  }

  void take(char32_t c) {
    const bool after_cr = std::exchange(cr_, c == '\r');
    if (c == '\n' && after_cr) return;
    if (c == '\r' || c == '\f' || c == 0x2028 || c == 0x2029) c = '\n';
    ++result_.characters;
    if (is_strange(c)) ++result_.strange;
    if (c == kReplacement) ++result_.replaced;
    if (is_kept(c)) append_utf8(result_.text, c);
  }

  Decoded give() { return std::move(result_); }

 private:
  Decoded result_;
  bool cr_ = false;
};

Decoded from_utf8(std::string_view bytes) {
  Cleaner cleaner(Encoding::kUtf8, bytes.size());
  for_utf8(bytes, [&](char32_t c) { cleaner.take(c); });
  return cleaner.give();
}

Decoded from_icu(std::string_view bytes, Encoding encoding, const char* icu_name) {
  Cleaner cleaner(encoding, bytes.size());
  if (!for_icu(bytes, icu_name, [&](char32_t c) { cleaner.take(c); })) return from_utf8(bytes);
  return cleaner.give();
}

// Share of the UTF-16 code units that Chinese and English text is made of.
double utf16_likeness(std::string_view bytes, bool big_endian) {
  std::size_t likely = 0, units = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2, ++units) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    const unsigned unit = big_endian ? byte(i) * 256U + byte(i + 1) : byte(i + 1) * 256U + byte(i);
    const bool ascii =
        (unit >= 0x20 && unit < 0x7F) || unit == '\n' || unit == '\r' || unit == '\t';
    const bool punctuation = (unit >= 0x2010 && unit < 0x2070) ||
                             (unit >= 0x3000 && unit < 0x3040) || (unit >= 0xFF00 && unit < 0xFFF0);
    if (ascii || punctuation || (unit >= 0x4E00 && unit < 0xA000)) ++likely;
  }
  return units == 0 ? 0 : static_cast<double>(likely) / static_cast<double>(units);
}

constexpr std::size_t kSample = 1 << 16;

// UTF-16 without a mark: any text has some line break, space or figure, which holds a NUL byte.
const char* unmarked_utf16(std::string_view bytes) {
  const std::string_view sample = bytes.substr(0, kSample);
  if (sample.find('\0') == std::string_view::npos) return nullptr;
  const double little = utf16_likeness(sample, false), big = utf16_likeness(sample, true);
  if (std::max(little, big) < 0.95) return nullptr;
  return little >= big ? "UTF-16LE" : "UTF-16BE";
}

// Characters that fill about half of any Chinese text, in both scripts.
bool is_frequent(char32_t c) {
  constexpr std::u32string_view kFrequent =
      U"的一是不在人有我他这這个個中来來上大为為和国國地到以时時要就出会會可也对對生能而子于於下之"
      U"年过過发發后後作用行所事成方多经經法如同当當定分进進其主理本前因日月元原告被院，。、：；（"
      U"）";
  return kFrequent.find(c) != std::u32string_view::npos;
}

double frequent_share(std::string_view sample, const char* encoding) {
  std::size_t frequent = 0, all = 0;
  for_icu(sample, encoding, [&](char32_t c) {
    if (c < 0x80) return;
    ++all;
    if (is_frequent(c)) ++frequent;
  });
  return all == 0 ? 0 : static_cast<double>(frequent) / static_cast<double>(all);
}

Decoded decode_chinese(std::string_view bytes) {
  const std::string_view sample = bytes.substr(0, kSample);
  const double gb = frequent_share(sample, "gb18030"), big5 = frequent_share(sample, "Big5");
  if (big5 > 0.1 && big5 > 2 * gb) return from_icu(bytes, Encoding::kBig5, "Big5");
  return from_icu(bytes, Encoding::kGb18030, "gb18030");
}

// What a byte order mark says; nothing without one.
std::optional<Decoded> by_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return from_utf8(bytes);
  if (bytes.starts_with("\xFF\xFE")) return from_icu(bytes, Encoding::kUtf16, "UTF-16LE");
  if (bytes.starts_with("\xFE\xFF")) return from_icu(bytes, Encoding::kUtf16, "UTF-16BE");
  return std::nullopt;
}

bool looks_like_utf8(std::string_view bytes) {
  const Utf8Count count = count_utf8(bytes);
  return count.faulty * 4 <= count.good;
}

}  // namespace

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = kReplacement;
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) {
    out.push_back(byte(c));
  } else if (c < 0x800) {
    out.push_back(byte(0xC0 | (c >> 6)));
    out.push_back(byte(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    out.push_back(byte(0xE0 | (c >> 12)));
    out.push_back(byte(0x80 | ((c >> 6) & 0x3F)));
    out.push_back(byte(0x80 | (c & 0x3F)));
  } else {
    out.push_back(byte(0xF0 | (c >> 18)));
    out.push_back(byte(0x80 | ((c >> 12) & 0x3F)));
    out.push_back(byte(0x80 | ((c >> 6) & 0x3F)));
    out.push_back(byte(0x80 | (c & 0x3F)));
  }
}

std::u32string to_utf32(std::string_view utf8) {
  std::u32string out;
  out.reserve(utf8.size());
  for_utf8(utf8, [&](char32_t c) { out.push_back(c); });
  return out;
}

std::string_view name(Encoding encoding) {
  constexpr std::array<std::string_view, 4> kNames{"UTF-8", "GB18030", "Big5", "UTF-16"};
  return kNames.at(static_cast<std::size_t>(encoding));
}

Decoded decode(std::string_view bytes) {
  if (auto marked = by_mark(bytes)) return *std::move(marked);
  if (const char* utf16 = unmarked_utf16(bytes)) return from_icu(bytes, Encoding::kUtf16, utf16);
  return looks_like_utf8(bytes) ? from_utf8(bytes) : decode_chinese(bytes);
}

Decoded decode_as(std::string_view bytes, std::string_view charset) {
  if (auto marked = by_mark(bytes)) return *std::move(marked);
  std::string lower(charset);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  // A page that is valid UTF-8 with many-byte characters is UTF-8 whatever it says of itself.
  const Utf8Count count = count_utf8(bytes);
  if (count.good > 0 && count.faulty == 0) return from_utf8(bytes);
  if (lower.starts_with("gb") || lower == "x-gbk" || lower == "cp936") {
    return from_icu(bytes, Encoding::kGb18030, "gb18030");
  }
  if (lower.starts_with("big5")) return from_icu(bytes, Encoding::kBig5, "Big5");
  return decode(bytes);
}

std::string without_controls(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  for_utf8(utf8, [&](char32_t c) {
    if (is_kept(c)) append_utf8(out, c);
  });
  return out;
}

}  // namespace proviso::ingest
