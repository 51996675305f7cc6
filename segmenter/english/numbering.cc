#include "segmenter/english/numbering.h"

#include <algorithm>
#include <array>
#include <optional>

namespace proviso::segmenter::english {
namespace {

constexpr std::uint32_t kLargest = 9999;
// What a line adds to a reading, and what doubts take away.
constexpr int kGain = 20, kQuoted = 8, kInQuote = 7, kContents = 6, kSkipOne = 12, kSkipTwo = 16,
              kRepeat = 12, kLateStart = 8, kNoStop = 5, kHeading = 4;
constexpr std::uint32_t kFallsBack = 5;     // a count that falls back further is another document's
constexpr std::size_t kFewest = 3;          // paragraphs
constexpr std::size_t kLongestStep = 7000;  // bytes from one paragraph to the next, on average
constexpr std::size_t kLongestHead = 4000;  // bytes before the first paragraph of a short judgment
constexpr std::size_t kNotes = 60;          // notes of which the marks are looked for
constexpr std::size_t kNoteReach = 8000;    // bytes from a note's mark to the note
constexpr std::size_t kQuoteLines = 80;     // a quotation that never closes ends here

enum class Style : std::uint8_t { kStop, kBracket, kSquare, kBare };

struct Candidate {
  std::size_t line = 0;
  std::uint32_t number = 0;
  int doubt = 0;
  bool quoted = false;
  Style style = Style::kStop;
};

bool starts_with_any(std::string_view words, std::initializer_list<std::string_view> marks) {
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return words.starts_with(mark); });
}
bool ends_with_any(std::string_view words, std::initializer_list<std::string_view> marks) {
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return words.ends_with(mark); });
}

bool is_month(std::string_view word) {
  static constexpr std::array<std::string_view, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  return std::any_of(kMonths.begin(), kMonths.end(),
                     [&](std::string_view month) { return word.starts_with(month); });
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// The mark that a line begins with.
std::optional<Candidate> mark_of(std::string_view words) {
  Candidate out;
  std::size_t at = 0;
  const bool square = words.starts_with('[');
  if (square) at = 1;
  const std::size_t first = at;
  while (at < words.size() && digit(words[at]) && at - first < 5) {
    out.number = out.number * 10 + static_cast<std::uint32_t>(words[at++] - '0');
  }
  if (at == first || out.number == 0 || out.number > kLargest) return std::nullopt;
  if (words[first] == '0') return std::nullopt;
  const char next = at < words.size() ? words[at] : ' ';
  const std::string_view rest = at < words.size() ? words.substr(at + 1) : std::string_view{};
  if (square) {
    if (next != ']') return std::nullopt;
    out.style = Style::kSquare;
    return out;
  }
  if (next == '.' || next == ')') {
    if (!rest.empty() && digit(rest[0])) return std::nullopt;  // 2.1, 10.30am
    out.style = next == '.' ? Style::kStop : Style::kBracket;
    return out;
  }
  const bool blank = next == ' ' || next == '\t' || next == '\xC2';
  std::string_view after = rest;
  while (!after.empty() && (after[0] == ' ' || after[0] == '\t' || after[0] == '\xA0')) {
    after.remove_prefix(1);
  }
  const bool opens = !after.empty() && ((after[0] >= 'A' && after[0] <= 'Z') || after[0] == '(' ||
                                        starts_with_any(after, {"“", "‘", "\"", "'"}));
  if (!blank || !opens || is_month(after)) return std::nullopt;
  out.style = Style::kBare;
  return out;
}

// "2. The facts" may be a numbered heading.
bool is_heading(std::string_view words) {
  return words.size() < 90 &&
         !ends_with_any(words, {".", "?", "!", ":", ";", ",", "”", "\"", "’", ")", "]"});
}

// Numbers with their doubts: does the line stand in a quotation, or in a table of contents?
std::vector<Candidate> candidates(std::string_view text, const std::vector<Line>& lines) {
  std::vector<Candidate> out;
  std::size_t quote_since = kNone;  // the line that opened a quotation
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view words = words_of(text, lines[i]);
    if (std::optional<Candidate> mark = mark_of(words)) {
      mark->line = i;
      const std::string_view before = i > 0 ? words_of(text, lines[i - 1]) : std::string_view{};
      if (quote_since != kNone) mark->doubt = kInQuote, mark->quoted = true;
      if (ends_with_any(before, {":", ":-", ":–", ": -", "…", "...", "“", "\""})) {
        mark->doubt = kQuoted, mark->quoted = true;
      }
      const bool goes_on =
          !out.empty() && out.back().quoted && out.back().number + 1 == mark->number;
      if (goes_on && mark->doubt == 0) mark->doubt = kInQuote, mark->quoted = true;
      if (words.size() < 100 && digit(words.back()) && words.size() > 4) mark->doubt += kContents;
      if (is_heading(words)) mark->doubt += kHeading;
      out.push_back(*mark);
    }
    if (opens_quotation(words)) {
      quote_since = i;
    } else if (quote_since != kNone && (closes_quotation(words) || i - quote_since > kQuoteLines)) {
      quote_since = kNone;
    }
  }
  return out;
}

// The best reading of the candidates of one style: best_[n] is the best that ends with number n so
// far.
class Reading {
 public:
  explicit Reading(const std::vector<Candidate>& all, Style style) : best_(kLargest + 8) {
    for (const Candidate& candidate : all) {
      if (candidate.style == style) {
        add(candidate);
      } else if (style == Style::kStop && candidate.style == Style::kBare) {
        Candidate bare = candidate;  // a stop left out
        bare.doubt += kNoStop;
        bare.quoted = true;
        add(bare);
      }
    }
  }

  std::vector<NumberedLine> lines() const {
    std::vector<NumberedLine> out;
    for (std::size_t at = last_; at != kNone; at = nodes_[at].before) {
      out.push_back({nodes_[at].line, nodes_[at].number});
    }
    std::reverse(out.begin(), out.end());
    return out;
  }
  int score() const { return last_ == kNone ? 0 : nodes_[last_].score; }

 private:
  struct Node {
    std::size_t line = 0;
    std::uint32_t number = 0;
    int score = 0;
    bool doubtful = false;
    std::size_t before = kNone;
  };
  struct Best {
    std::size_t node = kNone;
  };

  int score_of(std::size_t node) const { return nodes_[node].score; }

  void add(const Candidate& candidate) {
    const std::uint32_t n = candidate.number;
    Node node{candidate.line, n, -1, candidate.doubt > 0, kNone};
    const auto consider = [&](std::size_t before, int cost) {
      const int score = (before == kNone ? 0 : score_of(before)) + kGain - candidate.doubt - cost;
      if (score > node.score) node.score = score, node.before = before;
    };
    if (n <= 3) consider(kNone, static_cast<int>(n - 1) * kLateStart);
    for (std::uint32_t step = 1; step <= 3 && step < n; ++step) {
      const std::size_t before = best_[n - step].node;
      if (before != kNone) consider(before, step == 1 ? 0 : step == 2 ? kSkipOne : kSkipTwo);
    }
    if (!candidate.quoted && candidate.doubt == 0) {
      for (std::uint32_t back = 0; back < kFallsBack; ++back) {
        const std::size_t before = best_[n + back].node;
        if (before != kNone && !nodes_[before].doubtful) consider(before, kRepeat);
      }
    }
    if (node.score < 0) return;
    const std::size_t index = nodes_.size();
    if (best_[n].node == kNone || score_of(best_[n].node) < node.score) best_[n].node = index;
    nodes_.push_back(node);
    if (last_ == kNone || score_of(last_) < node.score) last_ = index;
  }

  std::vector<Best> best_;
  std::vector<Node> nodes_;
  std::size_t last_ = kNone;
};

// Where the count falls back to a number that it had reached behind a colon, what stood there was a
// quoted rule with numbers of its own ("3. The order says: / Part 2 / 4. No bus … / 5. …" before
// the paragraph 4).
void drop_quoted_runs(std::string_view text, const std::vector<Line>& lines,
                      std::vector<NumberedLine>& numbered) {
  std::vector<NumberedLine> out;
  for (const NumberedLine& p : numbered) {
    if (!out.empty() && p.number <= out.back().number) {
      std::size_t run = out.size();
      while (run > 0 && out[run - 1].number >= p.number) --run;
      bool announced = false;
      for (std::size_t i = run > 0 ? out[run - 1].line : 0; run > 0 && i < out[run].line; ++i) {
        announced = announced || words_of(text, lines[i]).ends_with(':');
      }
      if (announced && out[run].number == p.number) out.resize(run);
    }
    out.push_back(p);
  }
  numbered = std::move(out);
}

// Paragraphs run through the judgment: a list in one place of it does not.
bool runs_through(const std::vector<NumberedLine>& numbered, const std::vector<Line>& lines) {
  if (numbered.size() < kFewest) return false;
  const std::size_t first = lines[numbered.front().line].span.start;
  const std::size_t last = lines[numbered.back().line].span.start;
  const std::size_t end = lines.back().span.end;
  return (last - first) * 10 >= (end - first) * 4 &&
         (end - first) / numbered.size() <= kLongestStep &&
         first <= std::max(end / 2, kLongestHead);
}

// Numbers without stop may be those of notes: then their marks stand in the text before them.
// With a stop or brackets few notes are printed, and a long opinion has marks of all small numbers
// by chance: then nearly all have to be there.
bool are_notes(std::string_view text, const std::vector<NumberedLine>& numbered,
               const std::vector<Line>& lines, Style style) {
  const std::size_t looked = std::min(numbered.size(), kNotes);
  const std::size_t needed = style == Style::kBare ? (looked + 1) / 2 : (looked * 8 + 9) / 10;
  std::size_t marked = 0;
  for (std::size_t k = 0; k < looked && marked + (looked - k) >= needed; ++k) {
    const NumberedLine& p = numbered[k];
    marked += has_note_mark(text, lines[p.line].words.start, p.number);
  }
  return marked >= needed;
}

}  // namespace

bool has_note_mark(std::string_view text, std::size_t at, std::uint32_t number) {
  const std::size_t from = at - std::min(at, kNoteReach);
  const std::string_view before = text.substr(from, at - from);
  const std::string mark = std::to_string(number);
  for (std::size_t p = before.rfind(mark); p != before.npos && p > 0;
       p = before.rfind(mark, p - 1)) {
    const char left = before[p - 1];
    const char right = p + mark.size() < before.size() ? before[p + mark.size()] : ' ';
    const bool behind = (left >= 'a' && left <= 'z') || left == '.' || left == ',' || left == ';' ||
                        left == ')' || left == '"' ||
                        (p >= 3 && before.compare(p - 3, 3, "”") == 0);
    const bool decimal = left == '.' && p >= 2 && digit(before[p - 2]);
    if (behind && !decimal && (right == ' ' || right == '\n' || right == ']')) return true;
  }
  return false;
}

std::vector<NumberedLine> numbered_paragraphs(std::string_view text,
                                              const std::vector<Line>& lines) {
  const std::vector<Candidate> all = candidates(text, lines);
  std::vector<NumberedLine> out;
  int best = 0;
  for (const Style style : {Style::kStop, Style::kSquare, Style::kBare, Style::kBracket}) {
    const Reading reading(all, style);
    std::vector<NumberedLine> numbered = reading.lines();
    drop_quoted_runs(text, lines, numbered);
    if (reading.score() <= best || !runs_through(numbered, lines)) continue;
    if (!are_notes(text, numbered, lines, style)) {
      best = reading.score();
      out = std::move(numbered);
    }
  }
  return out;
}

}  // namespace proviso::segmenter::english
