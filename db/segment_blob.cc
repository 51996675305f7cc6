#include "db/segment_blob.h"

namespace proviso::db {
namespace {

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t zigzag(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return (bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0);
}

std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

[[noreturn]] void damaged() {
  throw DbError(DbError::Code::kCorrupt,
                "a segment in the database is damaged; read its document again");
}

class Cursor {
 public:
  explicit Cursor(Bytes bytes) : bytes_(bytes) {}

  std::uint64_t get() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t byte = next();
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if ((byte & 0x80) == 0) return value;
    }
    damaged();
  }
  // Every element takes a byte at least, so that a count beyond the rest is damage, not a reason to
  // allocate.
  std::size_t count() {
    const std::uint64_t value = get();
    if (value > bytes_.size() - at_) damaged();
    return static_cast<std::size_t>(value);
  }
  std::uint8_t next() {
    if (at_ >= bytes_.size()) damaged();
    return bytes_[at_++];
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::uint8_t> pack(const segmenter::Segment& segment) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(segment.ids.size() * 6 + 16);
  put(bytes, segment.ids.size());
  for (const std::int32_t id : segment.ids) put(bytes, static_cast<std::uint32_t>(id));
  std::size_t before = segment.span.start;
  for (const segmenter::Span& span : segment.token_spans) {
    put(bytes, zigzag(static_cast<std::int64_t>(span.start) - static_cast<std::int64_t>(before)));
    put(bytes, span.size());
    before = span.end;
  }
  bytes.insert(bytes.end(), segment.marks.begin(), segment.marks.end());
  put(bytes, segment.sentences.size());
  for (const std::uint32_t sentence : segment.sentences) put(bytes, sentence);
  return bytes;
}

void unpack(Bytes bytes, segmenter::Segment& segment) {
  Cursor cursor(bytes);
  const std::size_t tokens = cursor.count();
  segment.ids.clear();
  segment.ids.reserve(tokens);
  for (std::size_t i = 0; i < tokens; ++i)
    segment.ids.push_back(static_cast<std::int32_t>(cursor.get()));
  segment.token_spans.clear();
  segment.token_spans.reserve(tokens);
  std::size_t before = segment.span.start;
  for (std::size_t i = 0; i < tokens; ++i) {
    segmenter::Span span;
    span.start = before + static_cast<std::size_t>(unzigzag(cursor.get()));
    span.end = span.start + static_cast<std::size_t>(cursor.get());
    before = span.end;
    if (span.start < segment.span.start || span.end < span.start || span.end > segment.span.end)
      damaged();
    segment.token_spans.push_back(span);
  }
  segment.marks.resize(tokens);
  for (std::uint8_t& mark : segment.marks) mark = cursor.next();
  segment.sentences.resize(cursor.count());
  for (std::uint32_t& sentence : segment.sentences)
    sentence = static_cast<std::uint32_t>(cursor.get());
  if (!cursor.at_end()) damaged();
}

}  // namespace proviso::db
