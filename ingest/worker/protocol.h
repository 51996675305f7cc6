// What proviso and proviso-worker say to each other. The worker gets its limits and its task as
// arguments and the document on standard input; it writes frames on standard output: four bytes
// little-endian length, then that many bytes of JSON (of BytesFrame: a NUL and raw bytes). Reading
// a document: first {"open":{…}}, then one {"page":{…},"lines":[…]} for each page in order, at the
// end
// {"close":{…}}. Of an archive: one {"member":{…}} for each document in it, followed by its bytes
// when they were asked for, and {"close":{…}}. Of pictures: the same, with the number of the page
// for a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ingest/find.h"
#include "ingest/layout/page_lines.h"
#include "ingest/picture.h"
#include "ingest/reader.h"

namespace proviso::ingest {

inline constexpr std::uint32_t kMaxFrame = std::uint32_t{64} << 20;

enum class WorkerTask { kRead, kList, kExtract, kPictures };

struct WorkerSettings {
  Limits limits;
  bool ocr = true;
  int first_page = 1;  // pages before it are passed over
  Format format = Format::kPdf;
  WorkerTask task = WorkerTask::kRead;
  std::string member;   // kExtract: the name of the first member whose bytes are wanted
  PictureWish picture;  // kPictures
  bool recall = false;  // the parent answers RecallFrame and keeps what KeepFrame brings
};

std::vector<std::string> to_arguments(const WorkerSettings& settings);
// No arguments: the defaults, for use by hand (the worker then tells pictures from PDF by their
// first bytes). Throws std::invalid_argument for others that
// to_arguments() does not give.
WorkerSettings from_arguments(std::span<const std::string_view> arguments);

struct OpenFrame {
  int pages = 0;
  std::string kind = "pdf";  // Document::source_kind
  bool flows = false;        // its pages are pieces of flowing text (text/flow.h)
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
// A document in an archive.
struct MemberFrame {
  std::string name;     // relative, UTF-8, without "..", unique in the archive
  std::string sha256;   // empty when extracting, and with a problem
  std::string problem;  // why it cannot be read ("needs a password")
};
// The next bytes of the member last named.
struct BytesFrame {
  std::string bytes;
};
// The parent is asked for what it has kept under `key`, and answers with one frame on the worker's
// descriptor kAnswers: the value, empty where there is none.
struct RecallFrame {
  std::string key;
};
struct KeepFrame {
  std::string key, value;
};
using Frame = std::variant<OpenFrame, OcrFrame, PageLines, CloseFrame, MemberFrame, BytesFrame,
                           RecallFrame, KeepFrame>;

inline constexpr int kAnswers = 3;

std::string encode(const OpenFrame& frame);
std::string encode(const OcrFrame& frame);
std::string encode(const PageLines& frame);
std::string encode(const CloseFrame& frame);
std::string encode(const MemberFrame& frame);
std::string encode(const BytesFrame& frame);
std::string encode(const RecallFrame& frame);
std::string encode(const KeepFrame& frame);

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
