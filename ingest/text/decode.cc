#include "ingest/text/decode.h"

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/utf8.h>

#include <memory>
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

std::u32string decode_utf8(std::string_view bytes) {
  std::u32string out;
  out.reserve(bytes.size());
  const auto size = static_cast<std::int64_t>(bytes.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c = 0;
    U8_NEXT(bytes.data(), i, size, c);
    out.push_back(c < 0 ? kReplacement : static_cast<char32_t>(c));
  }
  return out;
}

// ICU puts U+FFFD where bytes are no character of the encoding.
std::u32string decode_icu(std::string_view bytes, const char* encoding) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, decltype(&ucnv_close)> converter(ucnv_open(encoding, &status),
                                                                     &ucnv_close);
  std::u32string out;
  if (U_FAILURE(status)) return decode_utf8(bytes);
  out.reserve(bytes.size() / 2);
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  while (at < end) {
    status = U_ZERO_ERROR;
    const UChar32 c = ucnv_getNextUChar(converter.get(), &at, end, &status);
    if (status == U_INDEX_OUTOFBOUNDS_ERROR) break;
    if (U_FAILURE(status)) {
      out.push_back(kReplacement);
      if (status == U_TRUNCATED_CHAR_FOUND) break;
    } else {
      out.push_back(static_cast<char32_t>(c));
    }
  }
  return out;
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

Decoded clean(const std::u32string& raw, Encoding encoding) {
  Decoded result;
  result.encoding = encoding;
  result.text.reserve(raw.size() * 3);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    char32_t c = raw[i];
    if (c == '\r' || c == '\f' || c == 0x2028 || c == 0x2029) {
      if (c == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n') continue;
      c = '\n';
    }
    ++result.characters;
    if (is_strange(c)) ++result.strange;
    if (c == kReplacement) ++result.replaced;
    if (c == '\n' || c == '\t' || !is_control(c)) append_utf8(result.text, c);
  }
  return result;
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
  return decode_utf8(utf8);
}

Decoded decode(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return clean(decode_utf8(bytes), Encoding::kUtf8);
  if (bytes.starts_with("\xFF\xFE")) {
    return clean(decode_icu(bytes, "UTF-16LE"), Encoding::kUtf16);
  }
  if (bytes.starts_with("\xFE\xFF")) {
    return clean(decode_icu(bytes, "UTF-16BE"), Encoding::kUtf16);
  }
  const Utf8Count count = count_utf8(bytes);
  if (count.faulty * 4 <= count.good) return clean(decode_utf8(bytes), Encoding::kUtf8);
  return clean(decode_icu(bytes, "gb18030"), Encoding::kGb18030);
}

}  // namespace proviso::ingest
