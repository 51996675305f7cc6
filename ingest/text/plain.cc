#include "ingest/text/plain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Without the spaces (also U+00A0 and U+3000) and tabs at both ends.
std::string_view trim(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSpaces{" ", "\t", "\u00A0", "\u3000"};
  const auto at_start = [&](std::string_view space) { return text.starts_with(space); };
  const auto at_end = [&](std::string_view space) { return text.ends_with(space); };
  for (const auto* s = kSpaces.begin(); s != kSpaces.end();) {
    s = std::find_if(kSpaces.begin(), kSpaces.end(), at_start);
    if (s != kSpaces.end()) text.remove_prefix(s->size());
  }
  for (const auto* s = kSpaces.begin(); s != kSpaces.end();) {
    s = std::find_if(kSpaces.begin(), kSpaces.end(), at_end);
    if (s != kSpaces.end()) text.remove_suffix(s->size());
  }
  return text;
}

// One NUL may stand in a damaged text. UTF-16 is known by its mark alone.
bool holds_nul(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return false;
  const auto nul = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\0'));
  return nul > 1 && nul * 1000 > bytes.size();
}

// Almost any bytes decode to some characters, of GB18030 above all, but those of a picture or an
// archive give many that stand in no text: about one in six.
bool is_noise(const Decoded& decoded) {
  return decoded.strange * 10 > decoded.characters;
}

Document no_text(Document document, std::string why) {
  document.status = DocumentStatus::kFailed;
  document.reason = std::move(why);
  return document;
}

void add_line(Document& document, std::string_view raw) {
  const std::string_view kept = trim(raw);
  if (kept.empty()) return;
  if (!document.text.empty()) document.text.push_back('\n');
  Line line;
  line.text = raw;
  line.page = 1;
  if (raw.find(kReplacement) != std::string_view::npos) line.flags |= kRepaired;
  line.start = document.text.size();
  document.text.append(kept);
  line.end = document.text.size();
  const auto index = static_cast<std::uint32_t>(document.lines.size());
  document.paragraphs.push_back({line.start, line.end, index, index + 1});
  document.lines.push_back(std::move(line));
}

}  // namespace

Document read_plain(std::string_view bytes) {
  Document document;
  document.source_kind = "text";
  if (holds_nul(bytes)) return no_text(std::move(document), "not a text file: it holds NUL bytes");
  const Decoded decoded = decode(bytes);
  if (is_noise(decoded)) {
    return no_text(std::move(document),
                   "not a text file: its bytes are no text in UTF-8, GB18030 or UTF-16");
  }
  std::string_view rest = decoded.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    add_line(document, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (document.text.empty()) {
    return no_text(std::move(document), "empty: the file holds only white space");
  }
  Page page;
  page.number = 1;
  page.label = "1";
  page.method = Method::kText;
  if (decoded.replaced > 0) {
    page.status = PageStatus::kDoubtful;
    page.reason =
        fmt::format("{} faulty byte sequence(s) replaced while decoding {}", decoded.replaced,
                    decoded.encoding == Encoding::kGb18030 ? "GB18030" : "Unicode");
  }
  document.pages.push_back(std::move(page));
  return document;
}

}  // namespace proviso::ingest
