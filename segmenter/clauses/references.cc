#include "segmenter/clauses/references.h"

#include <algorithm>
#include <array>

#include "segmenter/clauses/numbering.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kTitle = 700;   // bytes at whose start a document says that it amends another
constexpr std::size_t kContext = 90;  // bytes before and behind that say whose section it is

class ReferenceReader {
 public:
  ReferenceReader(std::string_view text, Span part, const Form& form, const ClauseIndex& clauses,
                  const std::vector<std::size_t>& starts)
      : text_(text), part_(part), form_(form), clauses_(clauses), starts_(starts) {
    amends_ = matches(text.substr(0, boundary(kTitle)), "amendment_title");
  }

  std::vector<Item> read() {
    const RE2& pattern = form_["reference"];
    const auto& groups = pattern.NamedCapturingGroups();
    const int noun_group = groups.at("noun"), number_group = groups.at("number");
    std::array<re2::StringPiece, 8> match;
    for (std::size_t at = part_.start; at < part_.end;) {
      const re2::StringPiece rest(text_.data() + at, part_.end - at);
      if (!pattern.Match(rest, 0, rest.size(), RE2::UNANCHORED, match.data(),
                         std::min<int>(8, pattern.NumberOfCapturingGroups() + 1))) {
        break;
      }
      const Span whole = span(match[0]);
      const Span noun = span(match[static_cast<std::size_t>(noun_group)]);
      const Span number = span(match[static_cast<std::size_t>(number_group)]);
      at = std::max(whole.end, at + 1);
      if (word_goes_on(whole.start)) continue;
      at = list(noun, number);
    }
    return std::move(out_);
  }

 private:
  Span span(const re2::StringPiece& piece) const {
    if (piece.data() == nullptr) return {};
    const auto start = static_cast<std::size_t>(piece.data() - text_.data());
    return {start, start + piece.size()};
  }

  std::size_t boundary(std::size_t at) const {
    at = std::min(at, text_.size());
    while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) ++at;
    return at;
  }

  std::string_view words(Span span) const { return text_.substr(span.start, span.size()); }

  bool matches(std::string_view part, const char* pattern) const {
    return RE2::PartialMatch(re2::StringPiece(part.data(), part.size()), form_[pattern]);
  }

  // "subsection" holds "section".
  bool word_goes_on(std::size_t start) const {
    return start > 0 && std::isalpha(static_cast<unsigned char>(text_[start - 1])) &&
           std::isalpha(static_cast<unsigned char>(text_[start]));
  }

  // One reference and those that follow it in a list; gives where to go on.
  std::size_t list(Span noun, Span number) {
    std::vector<Span> numbers{number};
    std::size_t end = number.end;
    while (const auto more = next_number(end)) {
      numbers.push_back(*more);
      end = more->end;
    }
    const Span first{noun.size() > 0 ? noun.start : number.start, number.end};
    const bool mark = std::binary_search(starts_.begin(), starts_.end(), first.start) ||
                      (noun.size() == 0 && numbers.size() == 1 && begins_line(first));
    if (mark || is_foreign(first.start, end)) {
      foreign_end_ = mark ? foreign_end_ : end;
      return end;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      add(noun, numbers, i, i == 0 ? first : numbers[i]);
    }
    return end;
  }

  // 第三条 at the start of a line, nothing behind it that makes it a reference: a clause's own
  // number, in a paper whose clauses are not read.
  bool begins_line(Span number) const {
    std::size_t before = number.start;
    while (before > 0 && text_[before - 1] == ' ') --before;
    if (before > 0 && text_[before - 1] != '\n') return false;
    const auto mark = contract_numbering().match(text_, number.start, false);
    return mark && mark->span.end == number.end &&
           !contract_numbering().refers_when_before(text_.substr(number.end, 12));
  }

  // ", 8", " and 9", "、第九条" behind a number.
  std::optional<Span> next_number(std::size_t end) const {
    const RE2& pattern = form_["reference_more"];
    const re2::StringPiece rest(text_.data() + end, part_.end - end);
    std::array<re2::StringPiece, 3> match;
    std::size_t reach = std::min<std::size_t>(rest.size(), 90);
    while (reach < rest.size() && (static_cast<unsigned char>(rest[reach]) & 0xC0) == 0x80) ++reach;
    if (!pattern.Match(rest, 0, reach, RE2::ANCHOR_START, match.data(), 3)) return std::nullopt;
    const Span found = span(match[match[1].data() != nullptr ? 1 : 2]);
    // "Section 5 and (ii) …" is no list of sections.
    if (text_[found.start] == '(' && text_[end - 1] != ')') return std::nullopt;
    return found;
  }

  // Whether the section is one of a statute or another contract.
  bool is_foreign(std::size_t start, std::size_t end) const {
    std::size_t from = start - std::min(start - part_.start, kContext);
    while (from < start && (static_cast<unsigned char>(text_[from]) & 0xC0) == 0x80) ++from;
    const std::string_view before = text_.substr(from, start - from);
    std::size_t to = std::min(part_.end, end + kContext);
    while (to < part_.end && (static_cast<unsigned char>(text_[to]) & 0xC0) == 0x80) ++to;
    const std::string_view behind = text_.substr(end, to - end);
    if (amends_ && matches(behind, "amended_behind")) return true;
    if (matches(behind, "own_behind") || matches(before, "own_before")) return false;
    if (matches(before, "foreign_before") || matches(behind, "foreign_behind")) return true;
    // It goes on with a list whose first is foreign: 《…法》第五条、第六条.
    return foreign_end_ != kNone && foreign_end_ >= from &&
           matches(text_.substr(foreign_end_, start - foreign_end_), "list_join");
  }

  void add(Span noun, const std::vector<Span>& numbers, std::size_t i, Span whole) {
    const Span number = numbers[i];
    Item item;
    item.kind = ItemKind::kCrossReference;
    item.number = std::string(words(number));
    item.parent = clauses_.holder(whole);
    item.span = whole;
    std::string full(words(number));
    if (i > 0 && full.starts_with('(')) {  // 5(a) and (b)
      const std::string_view before = words(numbers[0]);
      full = std::string(before.substr(0, before.rfind('('))) + full;
    }
    item.target = target(words(noun), full, scope(numbers.back().end, item.parent));
    out_.push_back(std::move(item));
  }

  // "paragraph 2 of Schedule 1" is looked for in that schedule, else where the reference stands.
  std::size_t scope(std::size_t end, std::size_t holder) const {
    const re2::StringPiece behind(text_.data() + end, std::min(kContext, part_.end - end));
    std::array<re2::StringPiece, 3> match;
    if (!form_["of_schedule"].Match(behind, 0, behind.size(), RE2::ANCHOR_START, match.data(), 3)) {
      return holder;
    }
    const std::size_t found = clauses_.find_schedule(words(span(match[1])), words(span(match[2])));
    return found == kNone ? holder : found;
  }

  std::size_t target(std::string_view noun, std::string_view number, std::size_t from) const {
    if (matches(noun, "schedule_noun") || matches(number, "schedule_noun")) {
      const std::string_view word = noun.empty() ? number : noun;
      std::string_view label = number;
      if (noun.empty()) label = label.substr(std::min<std::size_t>(label.size(), 6));  // 附件一
      return clauses_.find_schedule(word.substr(0, noun.empty() ? 6 : word.size()), label);
    }
    if (number.find("第") != std::string_view::npos) return chinese_target(number, from);
    if (number.starts_with('(')) return clauses_.find_beside(number, from);
    const bool range = number.front() >= '0' && number.front() <= '9';
    number = number.substr(0, number.find(" to "));
    return clauses_.find(range ? number.substr(0, number.find_first_of("-–")) : number, from);
  }

  // 第八条第二款第（三）项: article, paragraph, point.
  std::size_t chinese_target(std::string_view number, std::size_t from) const {
    std::size_t found = kNone;
    for (std::size_t at = 0; at < number.size();) {
      const std::size_t ordinal = number.find("第", at);
      if (ordinal == std::string_view::npos) break;
      const std::size_t value_at = ordinal + 3;
      std::size_t unit = value_at;
      while (unit < number.size() && !is_unit(number, unit)) unit = next(number, unit);
      if (unit >= number.size()) break;
      std::string value;
      for (std::size_t i = value_at; i < unit; i = next(number, i)) {
        const char32_t c = code_point(number, i);
        if (c != U'（' && c != U'）' && c != U'(' && c != U')') {
          value += number.substr(i, next(number, i) - i);
        }
      }
      const std::string_view what = number.substr(unit, 3);
      at = unit + 3;
      const std::uint32_t ordinal_value = chinese_value(value);
      if (what == "条" || found == kNone) {
        std::string wanted = value;
        if (number.substr(at, 3) == "之") {  // 第三条之一
          std::size_t end = at + 3;
          while (end < number.size() && number.substr(end, 3) != "第") end = next(number, end);
          wanted += number.substr(at, end - at);
          at = end;
        }
        found = clauses_.find(wanted, from);
        if (found == kNone) return kNone;
      } else {
        const std::size_t inner = what == "款" ? clauses_.paragraph(found, ordinal_value) : kNone;
        found = inner != kNone ? inner : clauses_.point(found, ordinal_value);
        if (found == kNone) return kNone;
      }
    }
    return found;
  }

  static bool is_unit(std::string_view number, std::size_t at) {
    const std::string_view c = number.substr(at, 3);
    return c == "条" || c == "款" || c == "项" || c == "章" || c == "节";
  }

  std::string_view text_;
  Span part_;
  const Form& form_;
  const ClauseIndex& clauses_;
  const std::vector<std::size_t>& starts_;
  std::size_t foreign_end_ = kNone;
  bool amends_ = false;  // an amendment: "the Agreement" is another document
  std::vector<Item> out_;
};

}  // namespace

std::vector<Item> read_references(std::string_view text, Span part, const Form& form,
                                  const ClauseIndex& clauses,
                                  const std::vector<std::size_t>& starts) {
  return ReferenceReader(text, part, form, clauses, starts).read();
}

}  // namespace proviso::segmenter::clauses
