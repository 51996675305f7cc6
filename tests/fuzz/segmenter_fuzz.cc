// Whatever bytes a document holds: sections, sentences, segments and tokens tile its text, all ends
// lie between characters, items and parties lie where they say.
#include <filesystem>

#include "segmenter/connectors.h"
#include "segmenter/segmenter.h"
#include "tests/fuzz/check.h"

namespace {

using namespace proviso::segmenter;
using proviso::fuzz::check;

class Reading {
 public:
  explicit Reading(const std::string& text) : text_(text), structure_(read_structure(text)) {}

  void all() const {
    sections();
    items();
    sentences_of({0, text_.size()});
    segments();
  }

 private:
  bool between_characters(std::size_t at) const {
    return at == text_.size() ||
           (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) != 0x80);
  }
  void inside(Span span, Span outer, const char* what) const {
    check(outer.start <= span.start && span.start <= span.end && span.end <= outer.end, what);
    check(between_characters(span.start) && between_characters(span.end), what);
  }

  void sections() const {
    std::size_t at = 0;
    for (const Section& section : structure_.sections) {
      check(section.span.start == at && section.span.end > at, "sections tile the text");
      inside(section.span, {0, text_.size()}, "a section ends between characters");
      inside(section.heading, {0, text_.size()}, "a heading lies in the text");
      at = section.span.end;
    }
    check(at == text_.size(), "sections reach the end of the text");
    for (const Party& party : structure_.parties)
      inside(party.span, {0, text_.size()}, "a party's name lies in the text");
  }

  void items() const {
    const std::vector<Item>& items = structure_.items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item& item = items[i];
      check(item.section < structure_.sections.size(), "an item has a section");
      const Span section = structure_.sections[item.section].span;
      check(section.start <= item.span.start && item.span.start < section.end,
            "an item begins in its section");
      inside(item.span, {0, text_.size()}, "an item lies in the text");
      check(item.target == kNone || item.target < items.size(), "a reference names an item");
      if (item.parent == kNone) continue;
      check(item.parent < i, "a parent comes before its children");
      inside(item.span, items[item.parent].span, "an item lies inside its parent");
    }
  }

  void sentences_of(Span span) const {
    std::size_t at = span.start;
    for (const Span sentence : sentences(text_, span)) {
      check(sentence.start == at && sentence.end > at, "sentences tile the span");
      inside(sentence, span, "a sentence ends between characters");
      const std::size_t line = text_.find('\n', sentence.start);
      check(line == std::string::npos || line + 1 >= sentence.end, "a line end ends a sentence");
      const std::string_view words =
          std::string_view(text_).substr(sentence.start, sentence.size());
      for (const Span connector : find_connectors(words)) {
        check(connector.start < connector.end && connector.end <= words.size(),
              "a connector lies in its sentence");
      }
      at = sentence.end;
    }
    check(at == span.end, "sentences reach the end");
  }

  void segments() const {
    static const Tokenizer tokenizer = Tokenizer::load(std::filesystem::path(PROVISO_SOURCE_DIR) /
                                                       "samples/model/tokenizer.model");
    std::size_t at = 0;
    for (const Segment& segment : make_segments(text_, structure_, tokenizer)) {
      const std::size_t count = segment.ids.size();
      check(segment.span.start == at, "segments tile the text");
      check(count > 0 && count <= Segment::kMaxTokens, "a segment has 1 to 384 tokens");
      check(segment.token_spans.size() == count && segment.marks.size() == count,
            "each token has a span and marks");
      inside(segment.span, structure_.sections.at(segment.section).span,
             "a segment lies in its section");
      for (const Span token : segment.token_spans) {
        check(token.start == at, "tokens tile the segment");
        inside(token, segment.span, "a token ends between characters");
        at = token.end;
      }
      check(at == segment.span.end, "tokens reach the end of the segment");
      std::uint32_t last = 0;
      check(!segment.sentences.empty() && segment.sentences.front() == 0,
            "a segment begins with a sentence or the rest of one");
      for (const std::uint32_t sentence : segment.sentences) {
        check(sentence >= last && sentence < count, "sentences begin at tokens, in order");
        last = sentence;
      }
    }
    check(at == text_.size(), "segments reach the end of the text");
  }

  const std::string& text_;
  Structure structure_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = proviso::fuzz::valid_utf8(data, size);
  Reading(text).all();
  return 0;
}
