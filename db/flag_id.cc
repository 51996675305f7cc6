#include "db/flag_id.h"

#include <openssl/evp.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <array>
#include <map>
#include <stdexcept>

namespace proviso::db {
namespace {

constexpr std::size_t kIdDigits = 16;

// Fields are closed by a byte that UTF-8 never holds, so that no two lists of fields give the same
// bytes.
void field(std::string& to, std::string_view value) {
  to.append(value);
  to.push_back('\xff');
}

std::string fingerprint(const Flag& flag) {
  std::string key;
  field(key, flag.kind);
  field(key, fold(flag.place.quote));
  field(key, flag.other ? fold(flag.other->quote) : "");
  field(key, flag.place.section);
  field(key, flag.other ? flag.other->section : "");
  return key;
}

}  // namespace

std::string fold(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folder = icu::Normalizer2::getNFKCCasefoldInstance(status);
  if (U_FAILURE(status))
    throw std::runtime_error("ICU has no NFKC_Casefold data; reinstall libicu");
  const icu::StringPiece piece(text.data(), static_cast<int32_t>(text.size()));
  const icu::UnicodeString folded = folder->normalize(icu::UnicodeString::fromUTF8(piece), status);
  if (U_FAILURE(status)) throw std::bad_alloc();
  icu::UnicodeString kept;
  for (int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
    const UChar32 c = folded.char32At(i);
    if (!u_isUWhiteSpace(c)) kept.append(c);
  }
  std::string result;
  kept.toUTF8String(result);
  return result;
}

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256");
  }
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex.push_back(kDigits[digest[i] >> 4]);
    hex.push_back(kDigits[digest[i] & 15]);
  }
  return hex;
}

void assign_ids(std::string_view lineage, std::vector<Flag>& flags) {
  std::map<std::string, int> seen;
  for (Flag& flag : flags) {
    std::string key = fingerprint(flag);
    const int ordinal = seen[key]++;
    std::string bytes;
    field(bytes, lineage);
    bytes += key;
    field(bytes, std::to_string(ordinal));
    flag.id = sha256_hex(bytes).substr(0, kIdDigits);
  }
}

}  // namespace proviso::db
