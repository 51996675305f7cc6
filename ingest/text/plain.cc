#include "ingest/text/plain.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

// One NUL may stand in a damaged text.
bool holds_nul(std::string_view bytes) {
  const auto nul = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\0'));
  return nul > 1 && nul * 1000 > bytes.size();
}

// Almost any bytes decode to some characters, of GB18030 above all, but those of a picture or an
// archive give many that stand in no text: about one in six.
bool is_noise(const Decoded& decoded) {
  return decoded.strange * 10 > decoded.characters;
}

}  // namespace

Flow read_plain_flow(std::string_view bytes) {
  Flow flow;
  const Decoded decoded = decode(bytes);
  if (decoded.encoding != Encoding::kUtf16 && holds_nul(bytes)) {
    flow.error = "not a text file: it holds NUL bytes";
    return flow;
  }
  if (is_noise(decoded)) {
    flow.error = "not a text file: its bytes are no text in UTF-8, GB18030, Big5 or UTF-16";
    return flow;
  }
  std::string_view rest = decoded.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!trim(rest.substr(0, end)).empty()) {
      PageLine line;
      line.line.text = rest.substr(0, end);
      flow.lines.push_back(std::move(line));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (flow.lines.empty()) flow.error = "empty: the file holds only white space";
  if (decoded.replaced > 0) {
    flow.status = PageStatus::kDoubtful;
    const bool unicode =
        decoded.encoding == Encoding::kUtf8 || decoded.encoding == Encoding::kUtf16;
    flow.reason = fmt::format("{} faulty byte sequence(s) replaced while decoding {}",
                              decoded.replaced, unicode ? "Unicode" : name(decoded.encoding));
  }
  return flow;
}

Document read_plain(std::string_view bytes) {
  return to_document(read_plain_flow(bytes), "text");
}

}  // namespace proviso::ingest
