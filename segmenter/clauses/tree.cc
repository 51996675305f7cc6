#include "segmenter/clauses/tree.h"

#include <algorithm>

#include "segmenter/clauses/heading.h"
#include "segmenter/clauses/spine.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::uint32_t kGap = 6;  // numbers that may be missing in a broken list
constexpr std::size_t kListReach =
    8000;  // bytes from one item of a list in a paragraph to the next
constexpr std::size_t kHeadingReach = 120;  // bytes of a heading between two marks
constexpr std::size_t kMostLevels = 16;
constexpr int kSure = 1000;                  // score of a clause of the main list
constexpr std::size_t kAmendingReach = 300;  // bytes before quoted clauses that say so

// A list of clauses that is still open.
struct Level {
  Reading reading;  // style, last value
  Mark mark;        // of its last clause
  std::size_t clause = kNone, parent = kNone;
  std::size_t after = kNone;  // candidate that goes on with it
  bool forgiven = false;      // one item was not parted from the one before
  bool spine = false;         // the document's main list
};

enum class Act : std::uint8_t { kNext, kOpen, kVirtual };

struct Option {
  int score = 0;
  Act act = Act::kNext;
  std::size_t level = 0;  // kNext: goes on there; kOpen: opened above it (levels.size(): innermost)
  std::size_t reading = 0;
  bool forgiven = false;
};

class Builder {
 public:
  Builder(const CandidateIndex& all, Span part)
      : text_(all.text()),
        lines_(all.lines()),
        part_(part),
        numbering_(all.numbering()),
        candidates_(all.in(part)),
        spine_(text_, part, candidates_, numbering_),
        seen_(numbering_.styles().size(), 0),
        held_by_(numbering_.styles().size(), kNobody) {}

  std::vector<Clause> build() {
    for (index_ = 0; index_ < candidates_.size(); ++index_) {
      if (quoted(candidates_[index_])) continue;
      const Option best = choose(candidates_[index_]);
      if (best.score > 0) apply(candidates_[index_], best);
    }
    close_spans();
    return std::move(out_);
  }

 private:
  const Style& style(const Reading& reading) const { return numbering_.styles()[reading.style]; }

  // An amendment quotes clauses of another contract ("Section 3.1 is amended to read as follows:
  // Section 3.1 …"): all marks up to that with which its own list goes on.
  bool quoted(const Candidate& one) {
    if (spine_.reading(index_) != kNone) return false;
    if (index_ < quote_until_) return true;
    if (out_.empty() || levels_.empty()) return false;
    const std::size_t from =
        std::max(out_.back().mark.span.end,
                 one.mark.span.start - std::min(one.mark.span.start, kAmendingReach));
    if (from >= one.mark.span.start) return false;
    bool opened = false;
    if (!numbering_.amends(text_.substr(from, one.mark.span.start - from), opened)) return false;
    const Mark& mark = one.mark;
    const bool first = mark.depth == 1 && mark.readings[0].value == 1;
    const bool below = mark.depth > 1 && mark.readings[0].value <= 1 &&
                       std::any_of(levels_.begin(), levels_.end(),
                                   [&](const Level& level) { return is_prefix(level, mark); });
    if (!opened && (first || below)) return false;
    // Clauses of this document's own list are told from those of the quoted one by their style.
    std::size_t until = kNone;
    for (int pass = 0; pass < 3 && until == kNone; ++pass) {
      for (const Level& level : levels_) {
        const bool same =
            level.reading.style == mark.readings[0].style && level.mark.depth == mark.depth;
        const bool list = style(level.reading).inside == Inline::kList;
        if (pass != (list ? 2 : same ? 1 : 0)) continue;
        if (level.after != kNone && level.after > index_) until = std::min(until, level.after);
      }
    }
    if (until == kNone) return false;
    quote_until_ = until;
    return true;
  }

  // 3.0 stands under III, else it is clause 3.
  void place_zero(Candidate& one) const {
    Mark deeper = one.mark;
    deeper.depth = 2;
    for (const Level& level : levels_) {
      if (level.mark.zero || !is_prefix(level, deeper)) continue;
      one.mark.depth = 2;
      one.mark.readings[0].value = 0;
      one.mark.count = 1;
      one.after = {kNone, kNone, kNone};
    }
  }

  Option choose(Candidate& one) {
    if (const std::size_t k = spine_.reading(index_); k != kNone) return along_spine(k);
    Option best;
    if (one.mark.zero) place_zero(one);
    for (std::size_t k = 0; k < one.mark.count; ++k) {
      Option option = one.mark.depth > 1 ? deep(one, k) : simple(one, k);
      option.reading = k;
      // "(i)" behind "(h)": what comes first, "(ii)" or "(j)", says what it is.
      if (option.score > 0 && one.mark.count > 1 && one.mark.readings[k].value == 1 &&
          nearest_reading(one) == k) {
        option.score = std::max(option.score, 110);
      }
      if (option.score > best.score) best = option;
    }
    return best;
  }

  // The next clause of the main list, wherever it was left.
  Option along_spine(std::size_t k) const {
    for (std::size_t i = levels_.size(); i-- > 0;) {
      if (levels_[i].spine) return {kSure, Act::kNext, i, k, false};
    }
    std::size_t kept = 0;  // groups of clauses stay open; lists of parties and recitals end
    while (kept < levels_.size() && groups(levels_[kept])) ++kept;
    return {kSure, Act::kOpen, kept, k, false};
  }

  bool groups(const Level& level) const {
    const Style& how = style(level.reading);
    if (how.rank < 9) return true;
    return how.top && how.value == Value::kRomanUpper && level.after != kNone &&
           level.after > index_;
  }

  std::size_t nearest_reading(const Candidate& one) const {
    const auto nearest = std::min_element(one.after.begin(), one.after.end());
    return *nearest == kNone ? Mark::kMaxReadings
                             : static_cast<std::size_t>(nearest - one.after.begin());
  }

  // --- marks with one number -------------------------------------------------------------------

  Option simple(const Candidate& one, std::size_t k) {
    const Reading reading = one.mark.readings[k];
    Option best = open(one, k);
    for (std::size_t i = levels_.size(); i-- > 0;) {
      const Level& level = levels_[i];
      if (level.mark.depth != 1) continue;
      if (level.spine && spine_.bars(index_)) {
        if (repeats(one, k, level) && best.score < 90) best = {90, Act::kNext, i, k, false};
        continue;
      }
      if (level.reading.style != reading.style) {
        if (is_kin(level.reading, reading) && reading.value == level.reading.value + 1 &&
            one.before <= Before::kStop && best.score < 60) {
          best = {60, Act::kNext, i, k, false};
        }
        continue;
      }
      Option next = go_on(one, k, i);
      // Two lists expect this number: it belongs to the one whose clauses look like it.
      if (next.score == 100 && looks_like(one, levels_[i])) next.score = 101;
      if (next.score > best.score) best = next;
    }
    return best;
  }

  // The main list bears some numbers twice: 1, 2, 2, 3; 1, 2, 3, 4, 3, 4, 5.
  bool repeats(const Candidate& one, std::size_t k, const Level& level) const {
    const std::uint32_t value = one.mark.readings[k].value, last = level.reading.value;
    const bool next = value == last + 1 || (value == last && one.before == Before::kLine);
    return next && spine_.looks_like(index_) && one.starts_sentence &&
           one.before <= Before::kStop && one.before != Before::kMark;
  }

  bool looks_like(const Candidate& one, const Level& level) const {
    return shouts(one.mark.span.end) == shouts(level.mark.span.end);
  }

  // Whether the first word at `at` stands in capitals ("5. CONFIDENTIALITY").
  bool shouts(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    std::size_t end = at;
    while (end < text_.size() && text_[end] >= 'A' && text_[end] <= 'Z') ++end;
    return end - at >= 3;
  }

  // "h)" behind "(g)".
  bool is_kin(const Reading& a, const Reading& b) const {
    return style(a).value == style(b).value && style(a).inside == Inline::kList &&
           style(b).inside == Inline::kList;
  }

  Option go_on(const Candidate& one, std::size_t k, std::size_t i) {
    const Level& level = levels_[i];
    const std::uint32_t value = one.mark.readings[k].value, last = level.reading.value;
    Option option{0, Act::kNext, i, k, false};
    const bool sub_next = value == last && one.mark.sub == level.mark.sub + 1;
    if ((value == last + 1 && one.mark.sub <= 1) || sub_next) {
      if (parted(one, k, level, option)) option.score = 100;
    } else if (one.before != Before::kLine) {
      if (value == last + 2 && headed_by_child(one)) option.score = 40;
    } else if (value == 1) {
      if (!goes_on_later(level, one, k)) option.score = 84;
    } else if (style(level.reading).heading_only) {
      return option;
    } else if (value > last && value - last <= kGap) {
      option.score = 50;
    } else if (value == last) {
      option.score = 45;
    } else if (value < last && (style(level.reading).rank < 9 || one.after[k] != kNone)) {
      option.score = 15;
    }
    return option;
  }

  // A list that begins anew at `one` stands inside the list `level` if that one goes on behind it.
  bool goes_on_later(const Level& level, const Candidate& one, std::size_t k) const {
    if (level.after == kNone || level.after <= index_ || !style(level.reading).top) return false;
    // The new list's own item of that number does not count.
    std::size_t at = one.after[k];
    for (std::uint32_t step = 0; at != kNone && step < level.reading.value + 1 && step < 100;
         ++step) {
      if (at == level.after) return candidates_[at].again != kNone;
      at = candidates_[at].after[0];
    }
    return true;
  }

  // Whether the mark is parted from what stands before as its style asks for.
  bool parted(const Candidate& one, std::size_t k, const Level& level, Option& option) const {
    if (one.before == Before::kLine || one.before == Before::kMark) return true;
    if (style(one.mark.readings[k]).inside == Inline::kClause) {
      return one.starts_sentence &&
             (one.before == Before::kStop || one.before == Before::kColon || behind_heading(one) ||
              headed_by_child(one) || behind_title(one));
    }
    if (one.before == Before::kStop || one.before == Before::kColon) return true;
    if (level.forgiven || one.after[k] == kNone) return false;
    option.forgiven =
        candidates_[one.after[k]].before == Before::kStop && near(one, candidates_[one.after[k]]);
    return option.forgiven;
  }

  bool near(const Candidate& a, const Candidate& b) const {
    return b.mark.span.start - a.mark.span.start <= kListReach;
  }

  // 4. Quality 4.1 …
  bool headed_by_child(const Candidate& one) const {
    if (index_ + 1 >= candidates_.size()) return false;
    const Mark& child = candidates_[index_ + 1].mark;
    return child.depth == 2 && child.path[0] == one.mark.path[0] &&
           child.span.start - one.mark.span.end <= kHeadingReach;
  }

  // Between the mark before (or the start of the line) and this one stands nothing but a heading.
  bool behind_heading(const Candidate& one) const {
    std::size_t start = std::max(lines_[one.line].span.start, part_.start);
    if (!out_.empty()) start = std::max(start, out_.back().mark.span.end);
    return one.mark.span.start - start <= kHeadingReach &&
           numbering_.heading_like(text_.substr(start, one.mark.span.start - start));
  }

  // "… of the State. Purpose 3. The purpose …"
  bool behind_title(const Candidate& one) const {
    const std::size_t from = out_.empty() ? part_.start : out_.back().mark.span.end;
    return title_before(text_, lines_, from, one.mark.span.start) != kNone;
  }

  Option open(const Candidate& one, std::size_t k) {
    const Reading reading = one.mark.readings[k];
    const Style& how = style(reading);
    Option option{0, Act::kOpen, levels_.size(), k, false};
    const bool line = one.before == Before::kLine;
    if (how.heading_only && !headed_by_child(one) && !(titled(one) && chained(one, k))) {
      return option;
    }
    if (reading.value == 1 && one.mark.sub == 0) {
      option.score = line ? 80 : opens_inside(one, k, option) ? 75 : 0;
    } else if (spine_.has_style(reading.style) && spine_.bars(index_)) {
      return option;
    } else if (how.top && seen_[reading.style] + 1 == reading.value && is_closed(reading.style)) {
      const bool ends = one.starts_sentence && (one.before == Before::kStop || behind_heading(one));
      option.score = line || one.before == Before::kMark || ends ? 85 : 0;
    } else if (line && is_closed(reading.style) && starts_late(one, k)) {
      option.score = 20;
    }
    return option;
  }

  bool titled(const Candidate& one) const {
    const std::size_t end = one.mark.span.end;
    return numbering_.heading_like(text_.substr(end, lines_[one.line].span.end - end));
  }

  // Two more numbers follow: "1 Scope", "2 Price", "3 Term".
  bool chained(const Candidate& one, std::size_t k) const {
    const std::size_t second = one.after[k];
    return second != kNone && candidates_[second].after[0] != kNone;
  }

  // A list whose first items are missing: marks that can hardly be anything else, or that go on.
  bool starts_late(const Candidate& one, std::size_t k) const {
    const Style& how = style(one.mark.readings[k]);
    if (!how.word.empty() || (how.rank < 9 && !how.open.empty())) return true;
    if (how.heading_only) return false;
    return one.after[k] != kNone || one.mark.readings[k].value <= 3;
  }

  bool is_closed(std::uint8_t wanted) const {
    return std::none_of(levels_.begin(), levels_.end(),
                        [&](const Level& level) { return level.reading.style == wanted; });
  }

  // The first item of a list in the middle of a paragraph: it needs its second.
  bool opens_inside(const Candidate& one, std::size_t k, Option& option) const {
    const std::size_t second = one.after[k];
    const Style& how = style(one.mark.readings[k]);
    if (how.inside == Inline::kClause) {
      const bool apart = one.before == Before::kStop || one.before == Before::kMark ||
                         one.before == Before::kColon || behind_heading(one) || behind_title(one);
      if (!apart || !one.starts_sentence) return false;
      return second != kNone || headed_by_child(one) || how.rank < 9;
    }
    const bool heading = one.before == Before::kWord && !out_.empty() && behind_heading(one) &&
                         out_.back().mark.span.end > lines_[one.line].span.start;
    const bool sentence = one.before == Before::kStop && one.starts_sentence;
    if (one.before != Before::kColon && one.before != Before::kMark && !sentence && !heading) {
      return false;
    }
    if (second == kNone || !near(one, candidates_[second])) return false;
    const Candidate& next = candidates_[second];
    if (next.before == Before::kStop || next.before == Before::kLine) return true;
    std::size_t reading = 0;
    while (reading < next.mark.count &&
           next.mark.readings[reading].style != one.mark.readings[k].style) {
      ++reading;
    }
    const std::size_t third = reading < next.mark.count ? next.after[reading] : kNone;
    option.forgiven = false;
    return third != kNone && near(next, candidates_[third]) &&
           candidates_[third].before == Before::kStop;
  }

  // --- 1.1 and deeper --------------------------------------------------------------------------

  Option deep(const Candidate& one, std::size_t k) {
    const Mark& mark = one.mark;
    const std::uint32_t value = mark.readings[k].value;
    const bool line = one.before == Before::kLine || one.before == Before::kMark;
    for (std::size_t i = levels_.size(); i-- > 0;) {
      const Level& level = levels_[i];
      if (level.mark.depth == mark.depth && style(level.reading).value == Value::kDotted &&
          std::equal(mark.path.begin(), mark.path.begin() + mark.depth - 1,
                     level.mark.path.begin())) {
        return next_deep(one, k, i);
      }
      if (is_prefix(level, mark)) {
        const int score = value <= 1 ? 95 : line ? 60 : 0;
        const bool titled = value <= 1 && one.starts_sentence && !joins(one) &&
                            one.mark.span.start - level.mark.span.end <= kHeadingReach;
        if (line || (score > 0 && (apart(one) || titled))) {
          return {score, Act::kOpen, i + 1, k, false};
        }
        // 1.1 is missing.
        if (value == 2 && apart(one) && one.starts_sentence && one.after[k] != kNone) {
          return {60, Act::kOpen, i + 1, k, false};
        }
        return {};
      }
    }
    return deep_without_parent(one, k);
  }

  bool apart(const Candidate& one) const {
    return one.before == Before::kMark || one.before == Before::kStop ||
           one.before == Before::kColon || behind_heading(one);
  }

  Option next_deep(const Candidate& one, std::size_t k, std::size_t i) {
    const std::uint32_t value = one.mark.readings[k].value, last = levels_[i].reading.value;
    const bool line = one.before == Before::kLine;
    if (value == last + 1) {
      const bool begins = line || apart(one) || (one.starts_sentence && !joins(one));
      return {begins ? 100 : 0, Act::kNext, i, k, false};
    }
    if (!line) {
      const bool gap =
          value > last && value - last <= 2 && one.starts_sentence && one.before == Before::kStop;
      return {gap ? 40 : 0, Act::kNext, i, k, false};
    }
    return {value > last && value - last <= kGap ? 50
            : value == last                      ? 45
                                                 : 10,
            Act::kNext, i, k, false};
  }

  bool joins(const Candidate& one) const {
    const std::size_t start = lines_[one.line].span.start;
    const std::size_t from =
        std::max(start, one.mark.span.start - std::min<std::size_t>(40, one.mark.span.start));
    return numbering_.joins(text_.substr(from, one.mark.span.start - from));
  }

  // Whether `level` holds the clause that "3.2.1" hangs under.
  bool is_prefix(const Level& level, const Mark& mark) const {
    if (level.mark.depth + 1 != mark.depth) return false;
    if (level.mark.depth == 1) {
      const Style& how = style(level.reading);
      const bool letter = how.value == Value::kLetterUpper || how.value == Value::kLetterLower;
      return how.top && !letter && level.reading.value == mark.path[0];
    }
    return std::equal(mark.path.begin(), mark.path.begin() + mark.depth - 1,
                      level.mark.path.begin());
  }

  Option deep_without_parent(const Candidate& one, std::size_t k) {
    const bool line = one.before == Before::kLine;
    const std::uint32_t top = top_value();
    if (one.mark.depth == 2 && one.mark.readings[k].value <= 1 && one.mark.path[0] == top + 1 &&
        (line || one.before == Before::kStop || one.before == Before::kColon)) {
      return {60, Act::kVirtual, 0, k, false};
    }
    if (!levels_.empty() && style(levels_.front().reading).rank < 4) {
      return {line ? 55 : 0, Act::kOpen, std::size_t{1}, k, false};
    }
    if (!line) return slipped(one, k, top);
    if (one.mark.depth == 2 && one.mark.path[0] > top && one.mark.path[0] - top <= kGap) {
      return {30, Act::kVirtual, 0, k, false};
    }
    return {one.after[k] != kNone ? 25 : 5, Act::kOpen, levels_.size(), k, false};
  }

  // 22.2 behind 21.1: the list goes on under a wrong number.
  Option slipped(const Candidate& one, std::size_t k, std::uint32_t top) const {
    const bool close = one.mark.depth == 2 && one.mark.path[0] == top + 1 &&
                       one.before == Before::kStop && one.starts_sentence && one.after[k] != kNone;
    for (std::size_t i = levels_.size(); close && i-- > 0;) {
      if (levels_[i].mark.depth == 2 && style(levels_[i].reading).value == Value::kDotted &&
          levels_[i].reading.value + 1 == one.mark.readings[k].value) {
        return {42, Act::kNext, i, k, false};
      }
    }
    return {};
  }

  // The number of the last clause of the outermost list.
  std::uint32_t top_value() const { return levels_.empty() ? 0 : levels_.front().mark.path[0]; }

  // --- doing it --------------------------------------------------------------------------------

  void apply(const Candidate& one, const Option& option) {
    const Reading reading = one.mark.readings[option.reading];
    if (option.act == Act::kVirtual) open_virtual(one);
    if (option.act == Act::kNext) {
      levels_.resize(option.level + 1);
    } else {
      make_room(one.mark, reading, option);
    }
    Clause clause{one.mark, reading, kNone, {one.mark.span.start, one.mark.span.end}};
    if (option.act == Act::kNext) {
      clause.parent = levels_.back().parent;
    } else {
      if (levels_.size() == kMostLevels) levels_.pop_back();
      clause.parent = levels_.empty() ? kNone : levels_.back().clause;
      levels_.push_back({});
      levels_.back().parent = clause.parent;
    }
    Level& level = levels_.back();
    level.reading = reading;
    level.mark = one.mark;
    level.clause = out_.size();
    level.after = one.after[option.reading];
    level.forgiven = level.forgiven || option.forgiven;
    level.spine = level.spine || option.score == kSure;
    if (one.mark.depth == 1) seen_[reading.style] = reading.value;
    out_.push_back(clause);
  }

  // Closes the lists that the new one cannot stand in.
  void make_room(const Mark& mark, const Reading& reading, const Option& option) {
    if (option.act == Act::kOpen && option.level < levels_.size()) levels_.resize(option.level);
    const Style& how = style(reading);
    // A list of parties, (1) and (2), holds no clauses.
    if (how.top && !levels_.empty() && !style(levels_.front().reading).top) levels_.clear();
    while (!levels_.empty()) {
      const Style& top = style(levels_.back().reading);
      if (mark.depth > 1 && is_prefix(levels_.back(), mark)) break;  // SECTION 2. Section 2.1 …
      if (top.rank < how.rank || (top.rank == how.rank && (how.rank == 9 || holds(reading)))) break;
      levels_.pop_back();
    }
  }

  // Whether the innermost list, of the same rank, holds the new one: 一、 goes on later, or it held
  // 第一条 before.
  bool holds(const Reading& reading) {
    const Level& top = levels_.back();
    if (!style(reading).peer || top.reading.style == reading.style) return false;
    const bool later = top.after != kNone && top.after > index_;
    if (!later && held_by_[reading.style] != top.reading.style) return false;
    held_by_[reading.style] = top.reading.style;
    return true;
  }

  // The clause 4 that 4.1 lacks, with the heading that may stand in its place.
  void open_virtual(const Candidate& one) {
    Clause clause;
    clause.reading = {one.mark.readings[0].style, one.mark.path[0]};
    clause.span = {one.mark.span.start, one.mark.span.start};
    if (one.before == Before::kLine && one.line > 0) {
      const Line& before = lines_[one.line - 1];
      const bool inside = before.span.start >= part_.start &&
                          (out_.empty() || before.span.start >= out_.back().mark.span.end);
      if (inside && before.kind == LineKind::kText && before.span.size() <= kHeadingReach &&
          text_[before.span.end - 1] != '.' &&
          numbering_.heading_like(text_.substr(before.span.start, before.span.size()))) {
        clause.span.start = before.span.start;
      }
    }
    clause.mark.span = {clause.span.start, clause.span.start};
    clause.mark.number = clause.mark.span;
    clause.mark.depth = 1;
    clause.mark.path[0] = one.mark.path[0];
    levels_.assign(1, Level{clause.reading, clause.mark, out_.size(), kNone, kNone, false,
                            spine_.has_style(clause.reading.style)});
    out_.push_back(clause);
  }

  // A clause ends where the next one begins that is not below it.
  void close_spans() {
    std::vector<std::size_t> open;
    const auto close_to = [&](std::size_t parent, std::size_t end) {
      while (!open.empty() && open.back() != parent) {
        Clause& clause = out_[open.back()];
        clause.span.end = trimmed_end(text_, lines_, clause.mark.span.end, end);
        open.pop_back();
      }
    };
    for (std::size_t i = 0; i < out_.size(); ++i) {
      close_to(out_[i].parent, out_[i].span.start);
      open.push_back(i);
    }
    close_to(kNone, part_.end);
  }

  std::string_view text_;
  const std::vector<Line>& lines_;
  Span part_;
  const Numbering& numbering_;
  std::vector<Candidate> candidates_;
  Spine spine_;
  static constexpr std::uint8_t kNobody = 255;
  std::vector<std::uint32_t> seen_;    // by style: the last value
  std::vector<std::uint8_t> held_by_;  // by style: the peer that was seen above it
  std::vector<Level> levels_;          // outermost first
  std::vector<Clause> out_;
  std::size_t index_ = 0;
  std::size_t quote_until_ = 0;  // candidates before it are quoted
};

}  // namespace

std::vector<Clause> read_tree(const CandidateIndex& candidates, Span part) {
  return Builder(candidates, part).build();
}

}  // namespace proviso::segmenter::clauses
