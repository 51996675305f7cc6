#include "segmenter/clauses/pages.h"

#include <algorithm>
#include <optional>

#include "segmenter/clauses/numbering.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kFewest = 3;  // numbers of a run
constexpr std::uint32_t kGap = 3;   // pages without a number
constexpr std::size_t kAlone = 24;  // bytes of a line that holds a page number alone
constexpr std::size_t kFoot = 20;   // bytes of the words around a number at the foot

struct Place {
  std::size_t line = 0;
  std::uint32_t number = 0;
  Span span;          // what is taken off
  bool torn = false;  // no clause could begin here: words of a sentence go on behind or before
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view words(std::string_view text, Span span) {
  return text.substr(span.start, span.size());
}

// Whether a sentence is unfinished at the end of `line`.
bool unfinished(std::string_view line) {
  if (line.empty()) return false;
  const char last = line.back();
  return (last >= 'a' && last <= 'z') || last == ',' || last == '-';
}

bool small(std::string_view words) {
  const std::size_t at = words.find_first_not_of(" \t");
  return at != std::string_view::npos && words[at] >= 'a' && words[at] <= 'z';
}

class Pages {
 public:
  Pages(std::string_view text, std::vector<Line>& lines) : text_(text), lines_(lines) {}

  void read() {
    std::vector<Place> alone, head, foot;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].kind != LineKind::kText) continue;
      if (const auto place = alone_at(i)) {
        alone.push_back(*place);
        continue;
      }
      if (const auto place = head_at(i)) head.push_back(*place);
      if (const auto place = foot_at(i)) foot.push_back(*place);
    }
    for (const Place& one : run(alone)) lines_[one.line].kind = LineKind::kFurniture;
    for (const Place& one : run(head)) lines_[one.line].span.start = one.span.end;
    for (const Place& one : run(foot)) {
      Span& line = lines_[one.line].span;
      if (one.span.start > line.start) line.end = one.span.start;
    }
  }

 private:
  // A short line with one number, and at most the word "page", signs and stops around it.
  std::optional<Place> alone_at(std::size_t i) const {
    const Span line = lines_[i].span;
    if (line.size() > kAlone) return std::nullopt;
    const auto number = only_number(words(text_, line));
    if (!number) return std::nullopt;
    const bool before = i > 0 && unfinished(words(text_, lines_[i - 1].span));
    const bool behind = i + 1 < lines_.size() && (small(words(text_, lines_[i + 1].span)) ||
                                                  marked(lines_[i + 1].span.start));
    return Place{i, *number, line, before || behind};
  }

  bool marked(std::size_t at) const {
    return contract_numbering().match(text_, at, false).has_value();
  }

  // The number in "7.", "2 | Page", "Page 3 of 9", "2 - 2 -"; nothing where there is more.
  static std::optional<std::uint32_t> only_number(std::string_view line) {
    std::optional<std::uint32_t> out;
    for (std::size_t at = 0; at < line.size();) {
      const char c = line[at];
      if (is_digit(c)) {
        std::size_t end = at;
        std::uint32_t value = 0;
        while (end < line.size() && is_digit(line[end])) {
          value = value * 10 + static_cast<std::uint32_t>(line[end++] - '0');
          if (end - at > 3) return std::nullopt;
        }
        if (out && *out != value && *out + 1 != value && !line.substr(0, at).ends_with("of ")) {
          return std::nullopt;
        }
        if (!out) out = value;
        at = end;
      } else if (line.substr(at, 4) == "Page" || line.substr(at, 4) == "page" ||
                 line.substr(at, 4) == "PAGE") {
        at += 4;
      } else if (line.substr(at, 3) == "of ") {
        at += 3;
      } else if (c == ' ' || c == '.' || c == '-' || c == '|' || c == '[' || c == ']' ||
                 static_cast<unsigned char>(c) >= 0x80) {
        ++at;
      } else {
        return std::nullopt;
      }
    }
    return out;
  }

  // "4 ARTICLE 4 …", "5 (ii) Gross negligence …"
  std::optional<Place> head_at(std::size_t i) const {
    const Span line = lines_[i].span;
    std::size_t end = line.start;
    std::uint32_t number = 0;
    while (end < line.end && is_digit(text_[end]) && end - line.start < 4) {
      number = number * 10 + static_cast<std::uint32_t>(text_[end++] - '0');
    }
    if (end == line.start || end - line.start > 3 || number == 0) return std::nullopt;
    const std::size_t next = end + 1;
    if (next >= line.end || text_[end] != ' ' || text_[next] == ' ') return std::nullopt;
    const bool behind = small(text_.substr(next, 1)) || marked(next);
    const bool before = i > 0 && unfinished(words(text_, lines_[i - 1].span));
    return Place{i, number, {line.start, next}, before || behind};
  }

  // "… weekly basis; 2", "… as above. Page 3 of 9", "… of the parties -4-"
  std::optional<Place> foot_at(std::size_t i) const {
    const Span line = lines_[i].span;
    if (line.size() < 4 * kFoot) return std::nullopt;
    const std::string_view tail = words(text_, {line.end - kFoot, line.end});
    std::size_t at = tail.size();
    while (at > 0 && (tail[at - 1] == '-' || tail[at - 1] == ' ')) --at;
    const std::size_t end = at;
    while (at > 0 && is_digit(tail[at - 1])) --at;
    if (at == end || end - at > 3 || at == 0) return std::nullopt;
    std::size_t start = at;
    if (tail.substr(0, at).ends_with(" of ")) {
      std::size_t first = at - 4;
      while (first > 0 && is_digit(tail[first - 1])) --first;
      if (first == at - 4 || !tail.substr(0, first).ends_with("age ")) return std::nullopt;
      start = at = first;
    }
    std::uint32_t number = 0;
    for (std::size_t k = at; k < tail.size() && is_digit(tail[k]) && k - at < 4; ++k) {
      number = number * 10 + static_cast<std::uint32_t>(tail[k] - '0');
    }
    while (start > 0 && tail[start - 1] == '-') --start;
    if (tail.substr(0, start).ends_with("age ")) start -= 5;
    if (start > tail.size() || start == 0 || tail[start - 1] != ' ') return std::nullopt;
    std::size_t from = line.end - tail.size() + start;
    while (from > line.start && text_[from - 1] == ' ') --from;
    const char last = text_[from - 1];
    const bool apart = last == '.' || last == ';' || last == ':' || unfinished({&last, 1});
    const bool goes_on = i + 1 < lines_.size() && small(words(text_, lines_[i + 1].span));
    return apart ? std::optional(Place{i, number, {from, line.end}, apart || goes_on})
                 : std::nullopt;
  }

  // The longest run of numbers that go up by one, or by a few, in order; empty where it is short or
  // most of it stands where clauses may begin.
  std::vector<Place> run(const std::vector<Place>& places) const {
    std::uint32_t most = 0;
    for (const Place& one : places) most = std::max(most, one.number);
    std::vector<std::size_t> ends(most + 1U, kNone), before(places.size(), kNone),
        size(places.size(), 1);
    std::size_t best = kNone;
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::uint32_t gap = 1; gap <= kGap && gap < places[i].number; ++gap) {
        const std::size_t from = ends[places[i].number - gap];
        if (from != kNone && size[from] + 1 > size[i]) {
          size[i] = size[from] + 1;
          before[i] = from;
        }
      }
      std::size_t& end = ends[places[i].number];
      if (end == kNone || size[i] >= size[end]) end = i;
      if (best == kNone || size[i] > size[best]) best = i;
    }
    std::vector<Place> out;
    if (best == kNone || size[best] < kFewest) return out;
    std::size_t torn = 0;
    for (std::size_t i = best; i != kNone; i = before[i]) {
      out.push_back(places[i]);
      torn += places[i].torn;
    }
    if (torn * 2 < out.size() || out.size() * 2 < places.size()) out.clear();
    std::reverse(out.begin(), out.end());
    return out;
  }

  std::string_view text_;
  std::vector<Line>& lines_;
};

}  // namespace

void take_off_page_numbers(std::string_view text, std::vector<Line>& lines) {
  Pages(text, lines).read();
}

}  // namespace proviso::segmenter::clauses
