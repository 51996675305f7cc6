#include "segmenter/clauses/candidates.h"

#include <algorithm>
#include <unordered_map>

#include "segmenter/utf8.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kLookBack = 40;  // bytes
constexpr std::size_t kHeading = 120;

bool blank(char c) {
  return c == ' ' || c == '\t';
}

class Scanner {
 public:
  Scanner(std::string_view text, const std::vector<Line>& lines, const Numbering& numbering)
      : text_(text), lines_(lines), numbering_(numbering) {}

  // The line `index`, as far as it lies in `line`.
  void read_line_of(std::size_t index, Span line) {
    if (lines_[index].kind != LineKind::kText) return;
    read_line(index, line);
    last_text_ = index;
  }

  std::vector<Candidate> take() { return std::move(out_); }

 private:
  void read_line(std::size_t index, Span line) {
    const std::size_t before = out_.size();
    std::size_t at = line.start;
    auto mark = numbering_.match(text_, at, false);
    if (mark && !fits(*mark, line, true)) mark = bare_number(at, line);
    if (mark) {
      if (!goes_on(line.start, *mark)) add(*mark, Before::kLine, index, line.end);
      at = mark->span.end;
      at = after_mark(at, index, line);
    }
    scan(at, index, line);
    drop_torn(before);
  }

  // Marks that columns tore away from their clauses and left in a row: "9. 10. 11. Decisions …".
  void drop_torn(std::size_t from) {
    const auto next = [&](std::size_t i) {
      const Mark &a = out_[i - 1].mark, &b = out_[i].mark;
      return out_[i].before == Before::kMark && a.depth == b.depth &&
             a.readings[0].style == b.readings[0].style &&
             a.readings[0].value + 1 == b.readings[0].value;
    };
    std::size_t kept = from;
    for (std::size_t i = from; i < out_.size();) {
      std::size_t end = i + 1;
      bool torn = false;
      for (; end < out_.size() && out_[end].before == Before::kMark; ++end) {
        torn = torn || next(end);
      }
      for (; i < end; ++i) {
        if (!torn) out_[kept++] = out_[i];
      }
    }
    out_.resize(kept);
  }

  // The middle of a line.
  void scan(std::size_t at, std::size_t index, Span line) {
    while (at < line.end) {
      const unsigned char byte = static_cast<unsigned char>(text_[at]);
      if (!boundary(at, line.start) || !numbering_.may_begin(text_, at)) {
        ++at;
        continue;
      }
      Before before = Before::kWord;
      if (byte >= 0x80) {  // costly to match: only behind a sentence
        before = in_front(at, line.start);
        if (before != Before::kStop && before != Before::kColon) {
          ++at;
          continue;
        }
      }
      auto mark = numbering_.match(text_, at, true);
      if (!mark && byte <= '9') mark = bare_number(at, line);
      if (!mark || !fits(*mark, line, false) || refers(line.start, at)) {
        ++at;
        continue;
      }
      if (byte < 0x80) before = in_front(at, line.start);
      add(*mark, before, index, line.end);
      at = after_mark(mark->span.end, index, line);
    }
  }

  // The number of a heading without a stop, in front of the first clause under it: "2 Basics of the
  // Agreement 2.1 Grant …".
  std::optional<Mark> bare_number(std::size_t at, Span line) const {
    const auto mark = numbering_.match(text_, at, false);
    if (!mark || mark->count != 1 || !numbering_.styles()[mark->readings[0].style].heading_only) {
      return std::nullopt;
    }
    const std::string_view behind =
        text_.substr(mark->span.end, std::min(line.end - mark->span.end, kHeading));
    std::string child(1, ' ');
    child += text_.substr(mark->number.start, mark->number.size());
    child += ".1";
    const std::size_t title = behind.find(child);
    if (title == std::string_view::npos || title < 4) return std::nullopt;
    const std::size_t next = title + child.size();
    if (next < behind.size() && behind[next] != ' ' && behind[next] != '.') return std::nullopt;
    std::string words(behind.substr(0, title));
    std::erase(words, ';');
    return numbering_.heading_like(words) ? mark : std::nullopt;
  }

  // A mark right behind a mark ("6.3 a)"), as often as there is one.
  std::size_t after_mark(std::size_t at, std::size_t index, Span line) {
    for (;;) {
      std::size_t next = at;
      while (next < line.end && blank(text_[next])) ++next;
      if (next == line.end || !numbering_.may_begin(text_, next)) {
        return at;
      }
      const auto mark = numbering_.match(text_, next, true);
      if (!mark || !fits(*mark, line, false)) return at;
      add(*mark, Before::kMark, index, line.end);
      at = mark->span.end;
    }
  }

  bool refers(std::size_t start, std::size_t at) const {
    const std::size_t from = std::max(start, at - std::min(at, kLookBack));
    return numbering_.refers(text_.substr(from, at - from));
  }

  // A word could begin at `at`.
  bool boundary(std::size_t at, std::size_t start) const {
    if (at == start) return true;
    const unsigned char c = static_cast<unsigned char>(text_[at - 1]);
    const unsigned char here = static_cast<unsigned char>(text_[at]);
    if (c >= 0x80) return (here & 0xC0) != 0x80;
    if (here >= 0x80) return (here & 0xC0) != 0x80 && (c == ' ' || c == ':' || c == ';');
    return c == ' ' || c == '\t' || c == ':' || c == ';' || (here == '(' && c == '.');
  }

  // The words that a mark of the kind "Section 5" or 第五条 brings may make it a reference.
  bool fits(const Mark& mark, Span line, bool at_start) const {
    const Style& style = numbering_.styles()[mark.readings[0].style];
    if (mark.span.end > line.end) return false;
    std::size_t next = mark.span.end;
    while (next < line.end && blank(text_[next])) ++next;
    const std::string_view rest = text_.substr(next, std::min<std::size_t>(line.end - next, 12));
    if (!style.word.empty()) {
      if (rest.empty()) return true;
      const char c = rest.front();
      return !(c >= 'a' && c <= 'z') && c != ',' && c != ';' && c != ')' && c != '(';
    }
    if (style.value == Value::kChinese && !style.open.empty() && style.open.front() == "第") {
      return !numbering_.refers_when_before(rest);
    }
    if (mark.depth > 1 && !rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
      return at_start && mark.depth > 2 && rest.find('%') < 4;  // else a row of a table
    }
    if (style.heading_only) {
      if (!at_start) return true;  // bare_number() has looked at what follows
      return next > mark.span.end && next < line.end && line.end - next < 100 &&
             (numbering_.heading_like(text_.substr(next, line.end - next)) ||
              plain_title(text_.substr(next, line.end - next)));
    }
    return true;
  }

  // "2 Procedures for support": a title of which the first word alone has a capital.
  static bool plain_title(std::string_view words) {
    const char first = words.front(), last = words.back();
    return words.size() >= 4 && words.size() <= 60 && first >= 'A' && first <= 'Z' &&
           ((last >= 'a' && last <= 'z') || last == ')') &&
           words.find_first_of(",;:.$%0123456789") == std::string_view::npos;
  }

  // Whether a word in capitals stands at `at`: a title, whatever stands before the mark.
  bool shouts(std::size_t at) const {
    while (at < text_.size() && blank(text_[at])) ++at;
    std::size_t end = at;
    while (end < text_.size() && text_[end] >= 'A' && text_[end] <= 'Z') ++end;
    return end - at >= 4;
  }

  // Whether the line that starts at `start` goes on with a reference of the line before.
  bool goes_on(std::size_t start, const Mark& mark) const {
    if (last_text_ == kNone || shouts(mark.span.end)) return false;
    const Span before = lines_[last_text_].span;
    const std::string_view words =
        text_.substr(before.start, std::min(before.end, start) - before.start);
    const std::string_view last = words.substr(words.size() - std::min(words.size(), kLookBack));
    const bool list = numbering_.styles()[mark.readings[0].style].inside == Inline::kList;
    return list ? numbering_.refers(last) : numbering_.joins(last);
  }

  Before in_front(std::size_t at, std::size_t start) const {
    const std::size_t from = std::max(start, at - std::min(at, kLookBack));
    std::size_t end = at;
    while (end > from && blank(text_[end - 1])) --end;
    const bool gap = at - end >= 3;
    const std::string_view plain = text_.substr(from, end - from);
    const Before direct = by_last(plain);
    if (direct != Before::kWord) return direct;
    const std::string_view shorter = numbering_.without_conjunction(plain);
    if (shorter.size() < plain.size()) {
      const Before behind = by_last(shorter);
      if (behind != Before::kWord) return behind == Before::kColon ? Before::kWord : behind;
    }
    // The number of a page, run into the line: "… weekly basis; 2 7. Storage".
    std::string_view page = plain;
    while (!page.empty() && page.size() + 4 > plain.size() && page.back() >= '0' &&
           page.back() <= '9') {
      page.remove_suffix(1);
    }
    if (page.size() < plain.size() && !page.empty() && blank(page.back())) {
      while (!page.empty() && blank(page.back())) page.remove_suffix(1);
      if (by_last(page) == Before::kStop) return Before::kStop;
    }
    return gap ? Before::kStop : Before::kWord;
  }

  static Before by_last(std::string_view words) {
    while (!words.empty()) {
      const char c = words.back();
      if (c == ':') return Before::kColon;
      if (c == '.' || c == ';' || c == '?' || c == '!') return Before::kStop;
      if (c == ',') return Before::kComma;
      if (c == '"' || c == ')' || c == ']' || c == '\'' || c == '-') {
        words.remove_suffix(1);
        if (c == '-' && !words.ends_with(':')) return Before::kWord;
        continue;
      }
      const std::string_view last =
          words.substr(words.size() - std::min<std::size_t>(3, words.size()));
      if (last == "：") return Before::kColon;
      if (last == "。" || last == "；" || last == "？" || last == "！") return Before::kStop;
      if (last == "，") return Before::kComma;
      if (last == "”" || last == "’" || last == "）") {
        words.remove_suffix(3);
        continue;
      }
      return Before::kWord;
    }
    return Before::kWord;
  }

  void add(const Mark& mark, Before before, std::size_t line, std::size_t line_end) {
    Candidate one;
    one.mark = mark;
    one.before = before;
    one.line = line;
    std::size_t next = mark.span.end;
    while (next < line_end && blank(text_[next])) ++next;
    const unsigned char c = next < line_end ? static_cast<unsigned char>(text_[next]) : 'A';
    one.starts_sentence = (c >= 'A' && c <= 'Z') || c >= 0x80 || c == '"' || c == '[' || c == '(' ||
                          (c >= '0' && c <= '9') || c == '_' || c == '-';
    out_.push_back(one);
  }

  std::string_view text_;
  const std::vector<Line>& lines_;
  const Numbering& numbering_;
  std::vector<Candidate> out_;
  std::size_t last_text_ = kNone;
};

// A number in one style, as a key.
std::uint64_t key(const Mark& mark, const Reading& reading, std::uint32_t plus) {
  std::uint64_t out = reading.style + 1U;
  for (std::size_t i = 0; i + 1 < mark.depth; ++i) out = out * 1009 + mark.path[i] + 1U;
  return (out * 100003 + reading.value + plus) * 8 + mark.depth;
}

void link(std::vector<Candidate>& candidates) {
  std::unordered_map<std::uint64_t, std::size_t> nearest;
  nearest.reserve(std::min<std::size_t>(candidates.size() * 2, 1U << 20U));
  for (std::size_t i = candidates.size(); i-- > 0;) {
    Candidate& one = candidates[i];
    for (std::size_t k = 0; k < one.mark.count; ++k) {
      const auto found = nearest.find(key(one.mark, one.mark.readings[k], 1));
      if (found != nearest.end()) one.after[k] = found->second;
    }
    for (std::size_t k = 0; k < one.mark.count; ++k) {
      std::size_t& place =
          nearest.try_emplace(key(one.mark, one.mark.readings[k], 0), kNone).first->second;
      if (k == 0) one.again = place;
      place = i;
    }
  }
}

}  // namespace

CandidateIndex::CandidateIndex(std::string_view text, const std::vector<Line>& lines,
                               const Numbering& numbering)
    : text_(text), lines_(lines), numbering_(numbering) {
  Scanner scanner(text, lines, numbering);
  for (std::size_t i = 0; i < lines.size(); ++i) scanner.read_line_of(i, lines[i].span);
  all_ = scanner.take();
}

std::vector<Candidate> CandidateIndex::in(Span part) const {
  // A part may begin in the middle of a line, and nothing goes on from what stands before it.
  std::size_t first = line_from(lines_, part.start);
  if (first > 0 && lines_[first - 1].span.end > part.start) --first;
  if (first >= lines_.size() || lines_[first].span.start >= part.end) return {};
  const Span line = lines_[first].span;
  Scanner scanner(text_, lines_, numbering_);
  scanner.read_line_of(first, {std::max(part.start, line.start), std::min(line.end, part.end)});
  std::vector<Candidate> out = scanner.take();
  const auto behind = [](const Candidate& one, std::size_t at) { return one.mark.span.start < at; };
  const auto from = std::lower_bound(all_.begin(), all_.end(), line.end, behind);
  auto to = std::lower_bound(from, all_.end(), part.end, behind);
  while (to != from && (to - 1)->mark.span.end > part.end) --to;
  out.insert(out.end(), from, to);
  link(out);
  return out;
}

}  // namespace proviso::segmenter::clauses
