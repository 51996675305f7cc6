#include "segmenter/english/outline.h"

#include <algorithm>
#include <array>

#include "segmenter/english/headings.h"
#include "segmenter/english/words.h"

namespace proviso::segmenter::english {
namespace {

using Is = LineRole::Is;

constexpr std::size_t kOrderReach = 6000;   // bytes from the operative words to the opinion's end
constexpr std::size_t kLastParagraphs = 3;  // of a speech, among which the verdict is looked for
constexpr std::size_t kSpeeches = 64;       // that may number their paragraphs anew
constexpr std::size_t kVoices = 12;         // paragraphs under a heading that are listened to
constexpr std::size_t kVoiceReach = 300;    // bytes at the beginning of each
constexpr std::size_t kLook = 700;          // bytes at either end of a paragraph
constexpr std::size_t kDisposes = 1600;     // bytes from the sentence that disposes to the end
constexpr std::size_t kCloses = 8000;       // bytes from a row of asterisks to the end
constexpr std::size_t kSentence = 500;      // bytes to the beginning of a sentence

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

// "* * *" begins what an opinion closes with.
bool asterisks(std::string_view words) {
  return words.starts_with("* * *") || words.starts_with("***") || words.starts_with("*  *  *");
}

// Where the sentence begins that byte `at` of `words` stands in. "U. S." and "v." end none.
std::size_t sentence_start(std::string_view words, std::size_t at) {
  const std::size_t from = at - std::min(at, kSentence);
  for (std::size_t i = at; i-- > from + 3;) {
    if (words[i] != ' ' || i + 1 >= words.size() || !is_upper(words[i + 1])) continue;
    if (words[i - 1] == '*') return i + 1;
    const bool closed = words.substr(0, i).ends_with("”");
    const std::size_t stop = closed ? i - 4 : i - 1;
    if (words[stop] == '.' && (closed || (is_lower(words[stop - 1]) && is_lower(words[stop - 2])) ||
                               is_digit(words[stop - 1]) || words[stop - 1] == ')')) {
      return i + 1;
    }
  }
  return from == 0 ? 0 : at;
}

class Builder {
 public:
  Builder(std::string_view text, const std::vector<Line>& lines, Body body,
          const std::vector<NumberedLine>& paragraphs, const Grammar& grammar)
      : text_(text),
        lines_(lines),
        body_(std::move(body)),
        paragraphs_(paragraphs),
        grammar_(grammar),
        numbered_(!paragraphs.empty()),
        opinion_end_(lines.size(), 0),
        last_heading_(lines.size(), false),
        decided_later_(lines.size(), false),
        concluded_later_(lines.size(), false),
        verdict_(lines.size(), false) {
    for (const LineRole& role : body_.roles) {
      headed_ =
          headed_ || (role.is == Is::kHeading && role.opening &&
                      role.opening->tag != Tag::kFootnotes && role.opening->tag != Tag::kOrder);
    }
    find_ends();
    find_verdicts();
  }

  std::vector<Section> run() {
    open(Tag::kFront, Level::kThis, 0, {});
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (i < body_.line) {
        head(i);
      } else {
        if (i == body_.line && role(i).is != Is::kSpeaker) begin(i);
        read(i);
      }
    }
    for (std::size_t s = 0; s < sections_.size(); ++s) {
      sections_[s].span.end = s + 1 < sections_.size() ? sections_[s + 1].span.start : text_.size();
    }
    return std::move(sections_);
  }

 private:
  const LineRole& role(std::size_t i) const { return body_.roles[i]; }
  std::size_t start_of(std::size_t i) const { return lines_[i].span.start; }

  // For each line the byte where its opinion ends: the next speaker, caption, appendix or end of
  // text; whether a heading stands between, one by which the court turns to decide, one by which it
  // concludes.
  void find_ends() {
    std::size_t end = text_.size();
    bool headed = false, decided = false, concluded = false;
    for (std::size_t i = lines_.size(); i-- > 0;) {
      opinion_end_[i] = end;
      last_heading_[i] = !headed;
      decided_later_[i] = decided;
      concluded_later_[i] = concluded;
      concluded =
          concluded ||
          (role(i).is == Is::kHeading && role(i).opening &&
           (role(i).opening->tag == Tag::kConclusion || role(i).opening->tag == Tag::kOrder));
      decided = decided ||
                (role(i).is == Is::kHeading && role(i).opening &&
                 role(i).opening->level == Level::kThis &&
                 (role(i).opening->tag == Tag::kAnalysis || role(i).opening->tag == Tag::kIssues));
      headed = headed || role(i).is == Is::kHeading;
      const bool behind =
          role(i).is == Is::kHeading && role(i).opening &&
          (role(i).opening->tag == Tag::kAppendix || role(i).opening->tag == Tag::kFootnotes);
      if (role(i).is == Is::kSpeaker || role(i).is == Is::kCaption || behind) {
        end = start_of(i);
        headed = decided = concluded = false;
      }
    }
  }

  bool says_verdict(std::size_t i) const {
    const std::string_view line = words_of(text_, lines_[i]);
    if (line.size() <= 2 * kLook) return grammar_.verdict.any(line);
    return grammar_.verdict.any(line.substr(0, kLook)) ||
           grammar_.verdict.any(line.substr(line.size() - kLook));
  }

  // The tag that the numbered paragraphs behind heading `i` speak with; `keep` where they do not
  // say.
  Opening voice(std::size_t i, Opening keep) const {
    auto p = std::lower_bound(
        paragraphs_.begin(), paragraphs_.end(), i,
        [](const NumberedLine& paragraph, std::size_t line) { return paragraph.line < line; });
    std::array<std::size_t, kTagNames.size()> heard{};
    std::size_t paragraphs = 0;
    for (; p != paragraphs_.end() && paragraphs < kVoices; ++p, ++paragraphs) {
      bool ends = false;
      for (std::size_t k = std::max(i + 1, p == paragraphs_.begin() ? 0 : (p - 1)->line + 1);
           k < p->line; ++k) {
        ends = ends || (paragraphs > 0 && role(k).is != Is::kText);
      }
      if (ends) break;
      const std::string_view line = words_of(text_, lines_[p->line], kVoiceReach);
      if (const auto opening = grammar_.voices.find(line)) {
        ++heard[static_cast<std::size_t>(opening->tag)];
      }
    }
    const auto most = std::max_element(heard.begin(), heard.end());
    if (*most < 2 || *most * 3 < paragraphs) return keep;
    return {static_cast<Tag>(most - heard.begin()), Level::kThis};
  }

  // The last paragraphs of each speech, from the one that says what becomes of the case.
  void find_verdicts() {
    std::vector<std::size_t> speech;  // its paragraphs' lines
    const auto close = [&] {
      const std::size_t from = speech.size() - std::min(speech.size(), kLastParagraphs);
      for (std::size_t k = std::max<std::size_t>(from, 1); k < speech.size(); ++k) {
        if (concluded_later_[speech[k]] || !says_verdict(speech[k])) continue;
        verdict_[speech[k]] = true;
        break;
      }
      speech.clear();
    };
    std::size_t next = 0;
    for (std::size_t i = body_.line; i < lines_.size(); ++i) {
      if (role(i).is == Is::kSpeaker) close();
      const bool paragraph = numbered_ ? next < paragraphs_.size() && paragraphs_[next].line == i
                                       : role(i).is == Is::kText && lines_[i].words.size() > 40;
      while (next < paragraphs_.size() && paragraphs_[next].line <= i) ++next;
      if (paragraph) speech.push_back(i);
    }
    close();
  }

  // Begins a section, unless the one before says the same and this has no heading of its own.
  void open(Tag tag, Level level, std::size_t at, Span heading) {
    if (!sections_.empty()) {
      const Section& last = sections_.back();
      if (heading.size() == 0 && last.tag == tag && last.level == level) return;
      if (last.span.start == at) sections_.pop_back();
    }
    sections_.push_back({tag, level, {at, at}, heading});
  }

  void head(std::size_t i) {
    if (role(i).is == Is::kSyllabus) {
      if (sections_.back().tag != Tag::kOther) {
        open(Tag::kOther, Level::kThis, start_of(i), lines_[i].words);
      }
    } else if (role(i).is == Is::kCaption) {
      open(Tag::kFront, Level::kThis, start_of(i), {});
    }
  }

  // The first words behind the head.
  void begin(std::size_t i) {
    at_ = {headed_ || body_.lone_parts ? Tag::kBackground : Tag::kAnalysis, Level::kThis};
    open(at_.tag, at_.level, start_of(i), {});
  }

  void read(std::size_t i) {
    const LineRole& line = role(i);
    switch (line.is) {
      case Is::kSpeaker:
        speak(i, line);
        break;
      case Is::kHeading:
        leave_notes(i);
        heading(i, line);
        break;
      case Is::kCaption:
        rule_ = false;
        open(Tag::kFront, Level::kThis, start_of(i), {});
        break;
      case Is::kNote:
        if (rule_) break;
        open(Tag::kFootnotes, Level::kThis, start_of(i), {});
        note_ = true;
        break;
      case Is::kNoteRule:
        open(Tag::kFootnotes, Level::kThis, start_of(i), {});
        rule_ = true;
        break;
      case Is::kRunning:
        leave_notes(i);
        break;
      default:
        plain(i);
    }
  }

  // Behind the notes of a page the opinion goes on where it was.
  void leave_notes(std::size_t i) {
    if (rule_ || note_) open(at_.tag, at_.level, start_of(i), {});
    rule_ = note_ = false;
  }

  void speak(std::size_t i, const LineRole& line) {
    rule_ = note_ = false;
    ordering_ = false;
    dissent_ = line.opening->tag == Tag::kDissent;
    ++speakers_;
    leading_ = speakers_ == 1 && (numbered_ || line.opening->leads);
    const bool leads = leading_ && (headed_ || body_.lone_parts);
    at_ = {dissent_ ? Tag::kDissent : leads ? Tag::kBackground : Tag::kAnalysis, Level::kThis};
    const std::size_t at = std::max(
        start_of(i), line.heading.start > lines_[i].words.start ? line.heading.start : start_of(i));
    open(at_.tag, at_.level, at, line.heading);
    parts_ = 0;
  }

  void heading(std::size_t i, const LineRole& line) {
    if (line.opening && line.opening->tag == Tag::kDissent) dissent_ = true;
    if (line.opening && line.opening->tag == Tag::kFootnotes) {
      open(Tag::kFootnotes, Level::kThis, start_of(i), line.heading);
      at_ = {Tag::kFootnotes, Level::kThis};
      return;
    }
    if (dissent_) {
      at_ = {Tag::kDissent, Level::kThis};
    } else if (at_.tag == Tag::kAppendix) {
      // whatever headings the papers in it have
    } else if (line.opening && line.opening->tag == Tag::kOrder && decided_later_[i]) {
      // the order that is appealed from, or the costs that are argued about
    } else if (line.opening && line.opening->tag == Tag::kLaw && at_.tag == Tag::kAnalysis &&
               names_section(i)) {
      // "Section 31(2A)" under the discussion: the court applies it there
    } else if (line.opening) {
      at_ = *line.opening;
      ordering_ = at_.tag == Tag::kOrder;
    } else if (body_.lone_parts && leading_ && lone_roman(i)) {
      // a Supreme Court opinion tells facts and course of the case before part II
      at_ = {++parts_ == 1 ? Tag::kBackground : Tag::kAnalysis, Level::kThis};
    } else if (at_.tag == Tag::kConclusion || at_.tag == Tag::kOrder) {
      // a further matter behind the conclusion
      at_ = {at_.tag == Tag::kOrder ? Tag::kOrder : Tag::kAnalysis, Level::kThis};
    } else if (numbered_) {
      const bool told = at_.level != Level::kThis || at_.tag == Tag::kLaw ||
                        at_.tag == Tag::kBackground || at_.tag == Tag::kIssues;
      at_ = voice(i, told && names_issue(i) ? Opening{Tag::kAnalysis, Level::kThis} : at_);
    }
    open(at_.tag, at_.level, start_of(i), line.heading);
  }
  bool names_section(std::size_t i) const {
    static const RE2 section(
        "(?i)^\\W*(?:(?:section|article|regulation|rule|paragraph|schedule|part)s?|ss?\\.?) ?\\d");
    return RE2::PartialMatch(piece(words_of(text_, lines_[i], kVoiceReach)), section);
  }
  // "Ground 1: bias", "Issue (2)", "The first ground", "Was there a duty?": behind facts, law and
  // what the court below decided these are decided.
  bool names_issue(std::size_t i) const {
    static const RE2 issue(
        "(?i)^\\W*(?:(?:ground|issue|question)s? "
        "\\W?(?:\\d|[a-z]\\b|[ivx]+\\b|one|two|three|four|five|"
        "six)|(?:the )?(?:first|second|third|fourth|fifth|sixth|final|remaining) "
        "(?:ground|issue|question)s?\\b|(?:whether|did|does|was|were|is|are|should|can)\\b.*\\?$)");
    return RE2::PartialMatch(piece(words_of(text_, lines_[i], kVoiceReach)), issue);
  }
  bool lone_roman(std::size_t i) const {
    const std::string_view words = words_of(text_, lines_[i]);
    return words.find_first_not_of("IVX.") == words.npos;
  }

  void plain(std::size_t i) {
    if (note_) leave_notes(i);
    if (rule_ || dissent_ || at_.tag == Tag::kFootnotes || at_.tag == Tag::kAppendix) return;
    const std::string_view line = words_of(text_, lines_[i], kLook);
    if (!ordering_ && opinion_end_[i] - start_of(i) <= kOrderReach && grammar_.order.any(line)) {
      ordering_ = true;
      at_ = {Tag::kOrder, Level::kThis};
      open(at_.tag, at_.level, start_of(i), {});
      return;
    }
    if (!numbered_ && !ordering_) {
      close_opinion(i);
      return;
    }
    if (verdict_[i] && at_.tag != Tag::kConclusion && at_.tag != Tag::kOrder) {
      at_ = {Tag::kConclusion, Level::kThis};
      open(at_.tag, at_.level, start_of(i), {});
    }
  }

  // The end of an opinion without numbered paragraphs: what a row of asterisks parts off, and the
  // sentence that disposes of the case.
  void close_opinion(std::size_t i) {
    const std::string_view line = words_of(text_, lines_[i]);
    const std::size_t to_end = opinion_end_[i] - lines_[i].words.start;
    if (asterisks(line) && to_end <= kCloses && last_heading_[i] && body_.lone_parts) {
      at_ = {Tag::kConclusion, Level::kThis};
      open(at_.tag, at_.level, start_of(i), {});
    } else if (verdict_[i] && at_.tag != Tag::kConclusion && at_.tag != Tag::kOrder) {
      at_ = {Tag::kConclusion, Level::kThis};
      open(at_.tag, at_.level, start_of(i), {});
    }
    if (!last_heading_[i] || opinion_end_[i] > lines_[i].words.end + kDisposes) return;
    const std::size_t skipped = to_end > kDisposes ? std::min(to_end - kDisposes, line.size()) : 0;
    re2::StringPiece found;
    if (!grammar_.disposing->Match(piece(line), skipped, line.size(), RE2::UNANCHORED, &found, 1)) {
      return;
    }
    const std::size_t start =
        sentence_start(line, static_cast<std::size_t>(found.data() - line.data()));
    ordering_ = true;
    at_ = {Tag::kOrder, Level::kThis};
    open(at_.tag, at_.level, start == 0 ? start_of(i) : lines_[i].words.start + start, {});
  }

  std::string_view text_;
  const std::vector<Line>& lines_;
  Body body_;
  const std::vector<NumberedLine>& paragraphs_;
  const Grammar& grammar_;
  bool numbered_;
  std::vector<std::size_t> opinion_end_;
  std::vector<bool> last_heading_, decided_later_, concluded_later_;
  std::vector<bool> verdict_;
  bool headed_ = false;
  std::vector<Section> sections_;
  Opening at_;
  bool leading_ = false, dissent_ = false, ordering_ = false, note_ = false, rule_ = false;
  std::size_t speakers_ = 0, parts_ = 0;
};

}  // namespace

Outline read_outline(std::string_view text, const std::vector<Line>& lines,
                     std::vector<NumberedLine> paragraphs, bool strasbourg,
                     const Grammar& grammar) {
  Body body = read_lines(text, lines, paragraphs, strasbourg, grammar);
  // A separate opinion may number its paragraphs anew.
  for (std::size_t k = 0; k < kSpeeches && !paragraphs.empty(); ++k) {
    std::size_t speech = paragraphs.back().line + 1;
    while (speech < lines.size() && body.roles[speech].is != Is::kSpeaker) ++speech;
    if (speech >= lines.size()) break;
    const std::vector<Line> rest(lines.begin() + static_cast<std::ptrdiff_t>(speech), lines.end());
    const std::vector<NumberedLine> more = numbered_paragraphs(text, rest);
    if (more.empty()) break;
    for (const NumberedLine& p : more) paragraphs.push_back({p.line + speech, p.number});
  }
  Outline out;
  out.sections = Builder(text, lines, std::move(body), paragraphs, grammar).run();
  out.paragraphs = std::move(paragraphs);
  return out;
}

}  // namespace proviso::segmenter::english
