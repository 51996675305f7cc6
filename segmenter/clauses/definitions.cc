#include "segmenter/clauses/definitions.h"

#include <algorithm>

#include "segmenter/utf8.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kSentence = 2000;             // bytes of the longest defining words
constexpr std::size_t kTerm = 90;                   // bytes of a term
constexpr std::size_t kBefore = 120, kBehind = 80;  // bytes of context that make a definition

// `at` moved to the next code-point boundary at or behind it.
std::size_t boundary(std::string_view text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

// The end of the sentence that runs at `at`: a full stop before a blank, 。 or ； or the line's
// end.
std::size_t sentence_end(std::string_view text, std::size_t at, std::size_t end) {
  if (end - at > kSentence) end = boundary(text, at + kSentence);
  for (; at < end; ++at) {
    const char c = text[at];
    if (c == '\n') return at;
    if ((c == '.' || c == ';') && (at + 1 >= end || text[at + 1] == ' ' || text[at + 1] == '\n')) {
      return at + 1;
    }
    const std::string_view wide = text.substr(at, 3);
    if (wide == "。" || wide == "；") return at + 3;
  }
  return end;
}

class DefinitionReader {
 public:
  DefinitionReader(std::string_view text, Span part, const Form& form, const ClauseIndex& clauses)
      : text_(text), part_(part), form_(form), clauses_(clauses) {}

  std::vector<Item> read(const std::vector<std::size_t>& gathered) {
    for (std::size_t at = part_.start; at < part_.end;) {
      const auto term = next_quoted(at);
      if (!term) break;
      look_at(*term);
      at = next(text_, term->end);
    }
    unquoted();
    for (const std::size_t at : gathered) term_at(at);
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Item& x, const Item& y) { return x.span.start < y.span.start; });
    out_.erase(
        std::unique(out_.begin(), out_.end(),
                    [](const Item& x, const Item& y) { return x.span.start == y.span.start; }),
        out_.end());
    return std::move(out_);
  }

 private:
  bool matches(std::string_view words, const char* pattern) const {
    return RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), form_[pattern]);
  }

  // Length of the quotation mark at `at` if it may open (or close) a term, else 0.
  std::size_t quote_at(std::size_t at, bool opens) const {
    if (text_[at] == '"') return 1;
    const std::string_view wide = text_.substr(at, 3);
    return wide == (opens ? "“" : "”") || wide == (opens ? "「" : "」") ? 3 : 0;
  }

  // What stands between two quotation marks of one line, not far from another.
  std::optional<Span> next_quoted(std::size_t at) const {
    while (at < part_.end) {
      const unsigned char c = static_cast<unsigned char>(text_[at]);
      if (c != '"' && c < 0xE2) {
        ++at;
        continue;
      }
      const std::size_t open = quote_at(at, true);
      if (open == 0) {
        ++at;
        continue;
      }
      const std::size_t start = at + open, reach = std::min(part_.end, start + kTerm);
      std::size_t end = start;
      while (end < reach && text_[end] != '\n' && quote_at(end, false) == 0 &&
             quote_at(end, true) == 0) {
        ++end;
      }
      if (end > start && end < reach && quote_at(end, false) != 0) return Span{start, end};
      at = std::max(start, end > start && end < reach ? end : start);
    }
    return std::nullopt;
  }

  // `term`: what stands between two quotation marks.
  void look_at(Span term) {
    const std::size_t mark = previous(text_, term.start);
    std::size_t from = std::max(part_.start, mark - std::min(mark, kBefore));
    from = boundary(text_, from);
    const std::string_view before = text_.substr(from, mark - from);
    const std::size_t behind_at = next(text_, term.end);
    const std::string_view behind = text_.substr(
        behind_at, boundary(text_, std::min(part_.end, behind_at + kBehind)) - behind_at);
    const bool first = from >= mark || text_[mark - 1] == '\n' || is_marked(before);
    const bool means =
        matches(behind, "defines_behind") || (first && matches(behind, "defines_behind_mark"));
    if (matches(before, "explains_words")) return;  // the word "from" means …
    const bool bracket = behind.starts_with(')') && matches(before, "defines_in_bracket");
    if (!means && !bracket && !matches(before, "defines_before")) return;
    add(term, means ? sentence_end(text_, behind_at, part_.end) : term.end);
  }

  // A clause begins with the term: (e) "Effective Date" is …
  static bool is_marked(std::string_view before) {
    const std::size_t last = before.find_last_not_of(" \t");
    return last != std::string_view::npos && (before[last] == ')' || before[last] == '.');
  }

  void term_at(std::size_t at) {
    std::size_t end = std::min({part_.end, text_.size(), at + kTerm * 2});
    end = boundary(text_, end);
    const auto term = find(text_, form_["defined_term"], at, end);
    if (!term) return;
    add(*term, sentence_end(text_, term->end, part_.end));
  }

  // Terms without quotation marks: a language's own forms.
  void unquoted() {
    for (std::size_t at = part_.start; at < part_.end;) {
      const auto term = find(text_, form_["defined_unquoted"], at, part_.end);
      if (!term || term->size() == 0) break;
      const std::string_view behind = text_.substr(term->end, 3);
      const bool bracket = behind == "）" || behind.starts_with(')');
      add(*term, bracket ? term->end : sentence_end(text_, term->end, part_.end));
      at = term->end;
    }
  }

  void add(Span term, std::size_t end) {
    while (term.end > term.start && (text_[term.end - 1] == ',' || text_[term.end - 1] == '.' ||
                                     text_[term.end - 1] == ' ')) {
      --term.end;
    }
    const std::string_view words = text_.substr(term.start, term.size());
    if (words.empty() || matches(words, "no_term")) return;
    Item item;
    item.kind = ItemKind::kDefinition;
    item.number = std::string(words);
    item.parent = clauses_.holder(term);
    if (item.parent != kNone) end = std::min(end, clauses_.span(item.parent).end);
    item.span = {term.start, std::max(end, term.end)};
    out_.push_back(std::move(item));
  }

  std::string_view text_;
  Span part_;
  const Form& form_;
  const ClauseIndex& clauses_;
  std::vector<Item> out_;
};

}  // namespace

std::vector<Item> read_definitions(std::string_view text, Span part, const Form& form,
                                   const ClauseIndex& clauses,
                                   const std::vector<std::size_t>& gathered) {
  return DefinitionReader(text, part, form, clauses).read(gathered);
}

}  // namespace proviso::segmenter::clauses
