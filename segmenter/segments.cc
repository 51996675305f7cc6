#include <algorithm>

#include "segmenter/connectors.h"
#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter {
namespace {

// A sentence longer than this is read in parts: the search for its tokens keeps twelve bytes for
// each of its bytes.
constexpr std::size_t kLongestRead = std::size_t{1} << 16;

// The tokens of one sentence (or rest of one) with document offsets.
struct Tokens {
  std::vector<std::int32_t> ids;
  std::vector<Span> spans;
  std::vector<std::uint8_t> marks;
};

Tokens tokens_of(std::string_view text, Span sentence, const Tokenizer& tokenizer) {
  const std::string_view part = text.substr(sentence.start, sentence.size());
  Pieces pieces = tokenizer.encode(part);
  Tokens out{std::move(pieces.ids), std::move(pieces.spans), {}};
  out.marks.assign(out.ids.size(), 0);
  std::size_t token = 0;
  for (const Span connector : find_connectors(part)) {
    while (token > 0 && out.spans[token - 1].end > connector.start)
      --token;  // connectors may overlap
    while (token < out.spans.size() && out.spans[token].end <= connector.start) ++token;
    for (; token < out.spans.size() && out.spans[token].start < connector.end; ++token) {
      out.marks[token] |= kConnector;
    }
  }
  for (Span& span : out.spans) span = {span.start + sentence.start, span.end + sentence.start};
  return out;
}

// Where to cut a sentence that does not fit: behind the last comma or colon of the second half of
// tokens [begin, begin + room), else at `room`, never between the byte pieces of one character.
std::size_t cut_point(std::string_view text, const Tokens& tokens, std::size_t begin,
                      std::size_t room) {
  const auto ends_clause = [&](std::size_t token) {
    const Span span = tokens.spans[token];
    const std::string_view piece = text.substr(span.start, span.size());
    for (const std::string_view mark : {"，", "、", "：", "；", "。", ",", ":", ";", " "}) {
      if (piece.ends_with(mark)) return true;
    }
    return false;
  };
  for (std::size_t cut = begin + room; cut > begin + room / 2; --cut) {
    if (ends_clause(cut - 1)) return cut;
  }
  std::size_t cut = begin + room;
  while (cut > begin + 1 && tokens.spans[cut - 1].size() == 0) --cut;
  return cut;
}

class Packer {
 public:
  Packer(std::string_view text, std::vector<Segment>& out) : text_(text), out_(out) {}

  void section(std::uint32_t index) {
    flush();
    section_ = index;
  }

  void sentence(const Tokens& tokens) {
    const std::size_t count = tokens.ids.size();
    if (open_.ids.size() + count > Segment::kMaxTokens) flush();
    std::size_t begin = 0;
    while (count - begin > Segment::kMaxTokens) {
      const std::size_t cut = cut_point(text_, tokens, begin, Segment::kMaxTokens);
      append(tokens, begin, cut);
      flush();
      begin = cut;
    }
    append(tokens, begin, count);
  }

  void flush() {
    if (open_.ids.empty()) return;
    open_.index = static_cast<std::uint32_t>(out_.size());
    open_.section = section_;
    open_.span = {open_.token_spans.front().start, open_.token_spans.back().end};
    out_.push_back(std::move(open_));
    open_ = {};
  }

 private:
  void append(const Tokens& tokens, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const auto add = [&](auto& to, const auto& from) {
      to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
                from.begin() + static_cast<std::ptrdiff_t>(end));
    };
    open_.sentences.push_back(static_cast<std::uint32_t>(open_.ids.size()));
    add(open_.ids, tokens.ids);
    add(open_.token_spans, tokens.spans);
    add(open_.marks, tokens.marks);
  }

  std::string_view text_;
  std::vector<Segment>& out_;
  Segment open_;
  std::uint32_t section_ = 0;
};

}  // namespace

std::vector<Segment> make_segments(std::string_view text, const Structure& structure,
                                   const Tokenizer& tokenizer) {
  std::vector<Segment> out;
  Packer packer(text, out);
  for (std::size_t i = 0; i < structure.sections.size(); ++i) {
    packer.section(static_cast<std::uint32_t>(i));
    for (Span sentence : sentences(text, structure.sections[i].span)) {
      while (sentence.size() > kLongestRead) {
        const std::size_t cut = previous(text, sentence.start + kLongestRead + 1);
        packer.sentence(tokens_of(text, {sentence.start, cut}, tokenizer));
        sentence.start = cut;
      }
      packer.sentence(tokens_of(text, sentence, tokenizer));
    }
  }
  packer.flush();
  return out;
}

}  // namespace proviso::segmenter
