// What proviso and proviso-worker say to each other. The worker gets its limits as arguments and
// the document on standard input; it writes frames on standard output: four bytes little-endian
// length, then that many bytes of JSON. First
// {"open":{"pages":N}}, then one {"page":{…},"lines":[…]} for each page in order, at the end
// {"close":{…}}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ingest/layout/page_lines.h"
#include "ingest/reader.h"

namespace proviso::ingest {

inline constexpr std::uint32_t kMaxFrame = std::uint32_t{64} << 20;

struct WorkerSettings {
  Limits limits;
  bool ocr = true;
  int first_page = 1;  // pages before it are passed over
};

std::vector<std::string> to_arguments(const WorkerSettings& settings);
// No arguments: the defaults, for use by hand. Throws std::invalid_argument for others that
// to_arguments() does not give.
WorkerSettings from_arguments(std::span<const std::string_view> arguments);

struct OpenFrame {
  int pages = 0;
};
// Page `page` takes longer: it is being rendered and read by OCR.
struct OcrFrame {
  int page = 0;
};
// The worker's last word. `error`: why the document cannot be read at all. `note`: what the user
// should know of a document that was read ("recovered: …").
struct CloseFrame {
  std::string error;
  std::string note;
};
using Frame = std::variant<OpenFrame, OcrFrame, PageLines, CloseFrame>;

std::string encode(const OpenFrame& frame);
std::string encode(const OcrFrame& frame);
std::string encode(const PageLines& frame);
std::string encode(const CloseFrame& frame);

// Length prefix and JSON in one string.
std::string with_length(const std::string& json);

// nullopt for anything that is no frame as above.
std::optional<Frame> decode_frame(std::string_view json);

// Cuts a byte stream into frames.
class FrameBuffer {
 public:
  void append(std::string_view bytes) { buffer_ += bytes; }
  // The next whole frame's JSON; nullopt when it has not arrived yet. Valid until the next call of
  // a member.
  std::optional<std::string_view> next();
  bool too_long() const { return too_long_; }  // a frame claims more than kMaxFrame bytes

 private:
  std::string buffer_;
  std::size_t at_ = 0;
  bool too_long_ = false;
};

}  // namespace proviso::ingest
