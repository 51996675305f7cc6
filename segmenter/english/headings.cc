#include "segmenter/english/headings.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "segmenter/english/parts.h"
#include "segmenter/english/words.h"

namespace proviso::segmenter::english {
namespace {

using Is = LineRole::Is;

constexpr std::size_t kLongestHeading = 150, kLongestSpeaker = 200;
constexpr std::size_t kLongestIssue = 300;  // of a heading that names an issue
constexpr std::size_t kHeadLines = 400;     // the head of a document ends before
constexpr std::size_t kProse = 160;         // a line this long that ends a sentence is prose
constexpr std::size_t kSentenceLine = 50;
constexpr std::size_t kParagraph = 120;    // longer than a line of a printed page
constexpr std::size_t kIsolated = 80;      // a heading by its place alone is shorter
constexpr std::size_t kLeadWindow = 1500;  // a speaker's lead-in ends within
constexpr std::size_t kBlock = 4;          // headings in a row
constexpr std::size_t kOften = 3;          // a line repeated so often is a running head
constexpr std::size_t kQuoteLines = 80;
constexpr std::size_t kListLines = 12;  // of a list that a heading may follow
constexpr std::size_t kCourtLines = 70;
constexpr std::size_t kLongestLead =
    600;  // outside a caption a speaker's lead-in is a paragraph of its own

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

// "II.", "(a)", "B.", "2.1" before a heading.
std::size_t mark_size(std::string_view words) {
  static const RE2 mark(
      "^((?:\\(?(?:[IVXLC]{1,6}|[ivxlc]{1,5}|[A-Za-z]|\\d{1,2}(?:\\.\\d{1,2})*)\\)?[.):]|\\((?:["
      "ivxlc]{1,5}|[A-Za-z]"
      "|\\d{1,2})\\)|\\d{1,2}(?:\\.\\d{1,2})+)[ \\t]*)\\S");
  re2::StringPiece found;
  return RE2::PartialMatch(piece(words), mark, &found) ? found.size() : 0;
}

// The heading without mark, closing colon, stop or dash.
std::string_view bare(std::string_view words) {
  words.remove_prefix(mark_size(words));
  while (!words.empty() && (words.back() == ':' || words.back() == '.' || words.back() == ' ' ||
                            words.back() == '-' || words.back() == '*')) {
    words.remove_suffix(1);
  }
  while (words.ends_with("—") || words.ends_with("–")) words.remove_suffix(3);
  return words;
}

bool opens_quote(std::string_view words) {
  return words.starts_with("“") || words.starts_with("\"") || words.starts_with("‘");
}
bool closes_quote(std::string_view words) {
  for (const std::string_view end : {"”", "\"", "”.", "\".", "”;", "”)", "’.", ".’", "”,"}) {
    if (words.ends_with(end)) return true;
  }
  return false;
}

class Reader {
 public:
  Reader(std::string_view text, const std::vector<Line>& lines,
         const std::vector<NumberedLine>& paragraphs, bool strasbourg, const Grammar& grammar)
      : text_(text),
        lines_(lines),
        strasbourg_(strasbourg),
        grammar_(grammar),
        numbered_(!paragraphs.empty()),
        main_(lines.size(), false) {
    for (const NumberedLine& p : paragraphs) main_[p.line] = true;
    out_.roles.resize(lines.size());
    count_repeats();
    weigh_lines();
    find_court();
    if (numbered_) find_style();
  }

  Body run() {
    find_body();
    if (numbered_) {
      for (std::size_t i = out_.line; i < lines_.size(); ++i) {
        if (main_[i]) head_block(i);
      }
    }
    read_body();
    if (!numbered_) mark_lone_parts(text_, lines_, out_);
    mark_notes(text_, lines_, main_, out_);
    return std::move(out_);
  }

 private:
  std::string_view words(std::size_t i) const { return words_of(text_, lines_[i]); }
  LineRole& role(std::size_t i) { return out_.roles[i]; }

  void count_repeats() {
    for (const Line& line : lines_) {
      if (line.words.size() <= kLongestHeading) ++repeats_[words_of(text_, line)];
    }
  }
  std::size_t repeats(std::string_view line) const {
    const auto found = repeats_.find(line);
    return found == repeats_.end() ? 1 : found->second;
  }

  std::optional<Opening> known(std::size_t i) const {
    const std::string_view line = words(i);
    if (line.size() > kLongestHeading) return std::nullopt;
    const std::string_view heading = bare(line);
    if (heading.size() < 3) return std::nullopt;
    if (strasbourg_) {
      if (const auto opening = grammar_.strasbourg_headings.find(heading)) return opening;
    }
    return grammar_.headings.find(heading);
  }

  std::optional<Opening> speaker(std::size_t i) const {
    const std::string_view line = words(i);
    if (line.size() > kLongestSpeaker || line.size() <= 3) return std::nullopt;
    if (!line.ends_with(" :")) return grammar_.speaker_lines.find(line);
    std::string closed(line.substr(0, line.size() - 2));
    return grammar_.speaker_lines.find(closed.append(":"));
  }

  // A speaker's lead-in that begins in line `i`: "JUSTICE A delivered the opinion of the Court."
  struct Lead {
    Opening opening;
    Span span;
  };
  std::optional<Lead> lead(std::size_t i, bool inside) const {
    const std::size_t start = lines_[i].words.start;
    if (!inside && lines_[i].words.size() > kLongestLead) return std::nullopt;
    std::size_t end = i + 1 < lines_.size() ? lines_[i + 1].words.end : lines_[i].words.end;
    end = std::min(end, start + kLeadWindow);
    const std::string_view window = text_.substr(start, end - start);
    if (window.find("elivered") == window.npos && window.find("nnounced") == window.npos &&
        window.find("issent") == window.npos && window.find("oncur") == window.npos &&
        window.find("PER CURIAM") == window.npos && window.find("Circuit") == window.npos &&
        window.find("given by") == window.npos) {
      return std::nullopt;
    }
    std::optional<Lead> out;
    for (const LeadSpeaker& speaker : grammar_.lead_speakers) {
      re2::StringPiece found;
      if (!speaker.pattern->Match(piece(window), 0, window.size(), RE2::UNANCHORED, &found, 1)) {
        continue;
      }
      const std::size_t at = start + static_cast<std::size_t>(found.data() - window.data());
      if (at >= lines_[i].words.end || (!inside && at != start)) continue;
      if (out && out->span.start <= at) continue;
      out = Lead{speaker.opening, {at, at + found.size()}};
    }
    return out;
  }

  bool title(std::size_t i) const {
    return lines_[i].words.size() <= kLongestHeading && grammar_.titles.any(words(i));
  }
  bool prose(std::size_t i) const {
    const std::string_view line = words(i);
    if (line.size() < kProse || !ends_sentence(line)) return false;
    const Letters letters = count(line.substr(0, 600));
    return letters.lower_letters * 10 >= letters.letters * 7;
  }

  // A line of running text, where lines and not paragraphs were read.
  bool sentence_line(std::size_t i) const {
    const std::string_view line = words(i);
    if (line.size() < kSentenceLine) return false;
    const Letters letters = count(line.substr(0, 600));
    return letters.words >= 8 && letters.lower_letters * 10 >= letters.letters * 8;
  }

  // Where the head ends.
  void find_body() {
    out_.line = lines_.size();
    if (numbered_) {
      find_numbered_body();
    } else {
      find_plain_body();
    }
  }

  void find_numbered_body() {
    std::size_t first = 0;
    while (!main_[first]) ++first;
    std::size_t start = first;
    while (start > 0 && start + kBlock > first) {
      const std::size_t i = start - 1;
      const bool heads =
          known(i) && heading_form(i, 1) && (!title(i) || count(words(i)).words >= 3);
      if (!heads && !speaker(i) && !opens_body(i)) break;
      start = i;
    }
    std::size_t after_title = first;
    for (std::size_t i = 0; i < std::min(first, kHeadLines); ++i) {
      if (title(i)) after_title = i + 1;
    }
    for (std::size_t i = after_title; i < start; ++i) {
      if (known(i) && !title(i) && repeats(words(i)) == 1 && !(known(i + 1) && known(i + 2))) {
        start = i;
        break;
      }
    }
    // a head that an extraction has run together with the speaker's lead-in
    for (std::size_t i = 0; after_title == first && i < std::min(start, kHeadLines); ++i) {
      if (const auto speaks = lead(i, true)) {
        out_.line = i;
        role(i) = {Is::kSpeaker, speaks->opening, speaks->span};
        return;
      }
    }
    out_.line = start;
    for (std::size_t i = start; i < first; ++i) mark_opening(i);
    for (std::size_t i = start; i + 1 < first; ++i) {
      if (role(i).is == Is::kHeading) mark_topics(i + 1, first);
    }
    if (start < first && role(first - 1).is == Is::kText && opens_body(first - 1)) {
      role(first - 1) = {Is::kHeading, std::nullopt, lines_[first - 1].words};
    }
  }

  // Under the heading of a summary before the first paragraph the topics stand, one a line, and
  // then what the summary says.
  void mark_topics(std::size_t from, std::size_t end) {
    std::size_t i = from;
    while (i < end && i < from + kBlock && topic(i)) ++i;
    if (i >= end || lines_[i].words.size() <= kParagraph || !ends_sentence(words(i))) return;
    for (; from < i; ++from) role(from) = {Is::kHeading, std::nullopt, lines_[from].words};
  }
  bool topic(std::size_t i) const {
    const std::string_view line = words(i);
    return out_.roles[i].is == Is::kText && line.size() <= kLongestHeading && is_upper(line[0]) &&
           !ends_sentence(line) && !grammar_.no_heading.any(line);
  }

  // An unknown heading above the first paragraph: what the head ends with (title, judge, a notice)
  // stands before it, and it is no line of the head itself.
  bool opens_body(std::size_t i) const {
    static const RE2 of_head(
        "(?i)\\b(?:counsel|instructed|solicitors?|hearing|heard|date[ds]?|approved|judge?ment|"
        "copyright|"
        "reporting|restrictions?|anonymity|transcript|court|tribunal|division|v|vs|versus|between|"
        "before|appeal nos?|case nos?|for the "
        "(?:claimant|defendant|appellant|respondent|applicant)s?)\\b"
        "|\\d{4}|@|www");
    if (i == 0 || title(i) || speaker(i)) return false;
    const std::string_view line = words(i);
    const Letters letters = count(line.substr(mark_size(line)));
    if (line.size() > kIsolated || letters.words == 0 || letters.words > 8) return false;
    if (letters.letters < 4 || !is_upper(line[mark_size(line)]) || line.ends_with('.'))
      return false;
    if (grammar_.no_heading.any(line) || RE2::PartialMatch(piece(line), of_head)) return false;
    if (RE2::FullMatch(piece(line), *grammar_.front.role_line)) return false;
    if ((title(i - 1) && !known(i - 1)) || speaker(i - 1) || prose(i - 1)) return true;
    // behind any other line of the head it might be a name
    static const RE2 rule("^[-–—_=* .·…]+$");
    const std::string_view before = words_of(text_, lines_[i - 1], kLongestHeading);
    return letters.upper_words < letters.words && !title_case(letters) &&
           (RE2::PartialMatch(piece(before), of_head) || RE2::FullMatch(piece(before), rule));
  }

  void mark_opening(std::size_t i) {
    if (const auto speaks = speaker(i)) {
      role(i) = {Is::kSpeaker, speaks, lines_[i].words};
    } else if (const auto opening = known(i)) {
      role(i) = {Is::kHeading, opening, lines_[i].words};
    }
  }

  void find_plain_body() {
    std::size_t titled = kNone;
    bool syllabus = false, sides = false;
    for (std::size_t i = 0; i < std::min(lines_.size(), kHeadLines); ++i) {
      const std::string_view line = words_of(text_, lines_[i], kLongestSpeaker);
      if (const auto speaks = lead(i, true)) {
        out_.line = i;
        role(i) = {Is::kSpeaker, speaks->opening, speaks->span};
        return;
      }
      if (grammar_.syllabus.any(line)) {
        role(i).is = Is::kSyllabus;
        syllabus = true;
        continue;
      }
      if (is_court(i) || grammar_.running.any(line)) {
        role(i).is = Is::kCaption;
        syllabus = false;
      }
      sides = sides || RE2::FullMatch(piece(line), *grammar_.front.versus) ||
              RE2::FullMatch(piece(line), *grammar_.front.role_line) ||
              (line.size() < kLongestHeading &&
               RE2::PartialMatch(piece(line), *grammar_.front.versus_inline));
      if (title(i)) {
        if (syllabus) role(i).is = Is::kCaption;
        titled = i;
        syllabus = false;
        continue;
      }
      if (syllabus) continue;
      const bool begun = titled != kNone || sides;
      if (i > 3) {
        static const RE2 hands_over("(?i)(?:[:\\-—–]\\W*|^per curiam\\W*)$");
        const bool over = titled != kNone || RE2::PartialMatch(piece(line), hands_over);
        if (const auto speaks = speaker(i); speaks && begun && over) {
          out_.line = i;
          return;
        }
      }
      if (titled != kNone && i > titled && sentence_line(i) &&
          (ends_sentence(line) || (i + 1 < lines_.size() && sentence_line(i + 1)))) {
        out_.line = i;
        return;
      }
      if (begun && (prose(i) || (known(i) && i + 1 < lines_.size() && repeats(line) < kOften))) {
        out_.line = i;
        return;
      }
    }
    for (std::size_t i = 0; out_.line == lines_.size() && i < lines_.size(); ++i) {
      if (i > (titled == kNone ? 0 : titled) && prose(i)) out_.line = i;
    }
    if (out_.line == lines_.size() && titled != kNone) out_.line = titled + 1;
  }

  bool is_court(std::size_t i) const { return !court_line_.empty() && words(i) == court_line_; }

  // The court's name in capitals: where it stands again a separate opinion begins.
  void find_court() {
    for (std::size_t i = 0; i < std::min(lines_.size(), kCourtLines); ++i) {
      const std::string_view line = words(i);
      if (line.size() <= kLongestHeading && all_capitals(count(line)) &&
          RE2::PartialMatch(piece(line), *grammar_.front.court.front())) {
        court_line_ = line;
        return;
      }
    }
  }

  // Headings and speakers that stand right above a numbered paragraph.
  void head_block(std::size_t paragraph) {
    std::size_t i = paragraph;
    for (std::size_t k = 0; k < kBlock && i > out_.line; ++k) {
      --i;
      if (main_[i] || !heading_form(i, kBlock - k)) break;
      if (role(i).is != Is::kText) continue;
      mark_opening(i);
      if (role(i).is == Is::kText) role(i) = {Is::kHeading, std::nullopt, lines_[i].words};
    }
  }

  // May an unnumbered line above a numbered paragraph be its heading? No single sign decides: how
  // it begins and ends, its case and length, and whether what stands before it has ended. What else
  // stands there is the end of a quotation, a list, a table or a letter.
  bool heading_form(std::size_t i, std::size_t depth) const {
    if (speaker(i)) return true;
    const std::string_view line = words(i);
    if (grammar_.no_heading.any(line)) return false;
    if (line.size() > kLongestHeading) return names_issue(i);
    if (known(i)) return !(line.ends_with('.') && (is_lower(line[0]) || count(line).words > 5));
    if (i == 0 || depth == 0 || i < out_.line) return false;
    const std::size_t mark = mark_size(line);
    const std::string_view heading = line.substr(mark);
    if (heading.empty() || line.find("…") != line.npos || line.find("...") != line.npos ||
        line.find("£") != line.npos) {
      return false;
    }
    const Letters letters = count(heading);
    if (letters.words == 0) return false;
    if (letters.words > 22) return names_issue(i);
    const bool headline = headline_case(letters);
    if (line.ends_with(".") && !stopped_title(letters) && !stopped_alone(i, letters)) return false;
    // behind a mark a long line is a rule or a term that is quoted, unless it asks
    if (mark > 0 && letters.words > 8 && !title_case(letters) && !asks(heading)) return false;
    if (!begins_heading(heading, mark > 0 && letters.words <= 12)) return false;
    const std::size_t opened = heading.find("“"), closed = heading.find("”");
    if ((opened == heading.npos) != (closed == heading.npos)) return false;
    if (closes_quote(line) && opens_quote(line) && !(main_[i - 1] && words(i - 1).ends_with('.'))) {
      return false;
    }
    if (std::count(heading.begin(), heading.end(), '"') % 2 == 1) return false;

    const std::string_view before = words(i - 1);
    if (signs_off(before)) return false;
    if (i - 1 < out_.line) return speaker(i - 1) || known(i - 1);
    if (before.ends_with(':')) {
      const bool title = !main_[i - 1] && before.size() < kIsolated && headline_case(count(before));
      return speaker(i - 1) || known(i - 1) || (title && heading_form(i - 1, depth - 1));
    }
    const bool ended = ends_sentence(before);
    // after a paragraph whose stop is missing the line's case has to tell
    const bool behind_prose = before.size() > kProse && headline && letters.words >= 2;
    const bool behind_citation = letters.words <= 8 && is_digit(before.back());
    if (main_[i - 1]) return ended || behind_prose || behind_citation;
    if (same_list(i) || (mark > 0 && asks(heading) && lists_points(i))) return false;
    // of two unknown lines in a row the first may head a part; a third makes them a list or a table
    return ended || behind_prose || known(i - 1) || speaker(i - 1) ||
           (depth > kBlock - 2 && heading_form(i - 1, depth - 1));
  }

  // A line too long for a title that names an issue or stands by itself: between two numbered
  // paragraphs that are whole, and without a stop of its own.
  bool names_issue(std::size_t i) const {
    const std::string_view line = words(i);
    if (i == 0 || i < out_.line || line.size() > kLongestIssue || !heads_paragraph(i)) return false;
    if (!line.ends_with('?') && ends_sentence(line)) return false;
    const std::string_view before = words(i - 1), heading = line.substr(mark_size(line));
    if (!ends_sentence(before) || before.ends_with(':') || signs_off(before)) return false;
    const bool apart = main_[i - 1] || known(i - 1) || speaker(i - 1);
    return apart && (asks(heading) || (is_upper(line[0]) && main_[i - 1] && before.ends_with('.') &&
                                       line.size() <= kLongestIssue / 2 + kIsolated));
  }

  // "The facts." where this judgment closes its headings with a stop: a short line alone between
  // two numbered paragraphs.
  bool stopped_alone(std::size_t i, const Letters& letters) const {
    if (!stopped_style_ || i == 0 || !main_[i - 1] || !heads_paragraph(i)) return false;
    return letters.words <= 12 && words(i).size() <= kIsolated && !words(i - 1).ends_with(':');
  }

  // Does this judgment close its headings with a stop? Those that the grammar knows tell.
  void find_style() {
    std::size_t stopped = 0, open = 0;
    for (std::size_t i = 0; i + 1 < lines_.size(); ++i) {
      if (main_[i] || !main_[i + 1] || !known(i)) continue;
      ++(words(i).ends_with('.') ? stopped : open);
    }
    stopped_style_ = stopped >= 2 && stopped > 2 * open;
  }

  // Has the paragraph that ends above line `i` announced a list, of which a question is an item:
  // "4. The points for determination are: (i) Whether …"?
  bool lists_points(std::size_t i) const {
    static const RE2 first_item(":[-–— ]*(?:\\(?(?:i|I|a|A|1)[.)]|$)");
    for (std::size_t k = 1; k <= kListLines && k <= i; ++k) {
      if (known(i - k) && !main_[i - k]) return false;
      const std::string_view line = words_of(text_, lines_[i - k], kLongestLead);
      if (RE2::PartialMatch(piece(line), first_item)) return true;
      if (main_[i - k]) return false;
    }
    return false;
  }

  // Capitals throughout, or at the beginning of each longer word.
  static bool headline_case(const Letters& letters) {
    return all_capitals(letters) ||
           (title_case(letters) && letters.upper_words * 2 >= letters.words);
  }

  // "Ground Two: Bias." All longer words bear capitals, else it is a sentence.
  static bool stopped_title(const Letters& letters) {
    return all_capitals(letters) ||
           (letters.long_words >= 2 && letters.long_upper == letters.long_words &&
            letters.upper_words * 3 >= letters.words * 2);
  }

  // The name of an issue: "(2) Whether the lease had ended by May".
  static bool asks(std::string_view heading) {
    static const RE2 question(
        "(?i)^(?:whether|did|does|do|was|were|is|are|has|have|had|should|could|can|must|may|what|"
        "how|why|who|when|which|if|(?:issue|ground|question|point|head) )\\b|"
        "^(?:issue|ground|question|point|head|error|preliminary (?:issue|point))s? "
        "\\(?(?:\\d|[A-Za-z]\\b|[IVX]|one|two|three|four|five)|[?]$");
    return RE2::PartialMatch(piece(heading), question);
  }

  // A capital, a quotation or a section ("s13 of the Act"); behind a mark also a small letter
  // ("(b) the lease"); a date or a year, as chronologies are headed ("3 May 2031", "2031 to 2033").
  static bool begins_heading(std::string_view heading, bool marked) {
    static const RE2 date(
        "^(?:(?:19|20)\\d\\d\\b|\\d{1,2}(?:st|nd|rd|th)?(?: ?[-–—] ?\\d{1,2}(?:st|nd|rd|th)?)? "
        "(?:of )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\\d{1,2}(?:st|nd|rd|th) "
        "[a-z])");
    if (is_upper(heading[0]) || opens_quote(heading)) return true;
    if ((heading[0] & '\x80') != 0) return true;
    if (is_digit(heading[0])) return RE2::PartialMatch(piece(heading), date);
    if (!is_lower(heading[0])) return false;
    if (heading.size() > 1 && is_digit(heading[1])) return true;
    if (heading[0] == 's' && is_digit(heading[heading.size() > 2 ? 2 : 1])) return true;
    return marked;
  }

  // The line before a letter's signature.
  static bool signs_off(std::string_view words) {
    static const RE2 sign(
        "(?i)^(?:yours|(?:kind |best |warm )?regards|(?:best|kind) wishes|"
        "sincerely|(?:many )?thanks|signed)\\b[^.]*$");
    return words.size() < 40 && RE2::PartialMatch(piece(words), sign);
  }

  // An item of a list: the line before, which heads nothing, carries a mark of the same kind.
  bool same_list(std::size_t i) const {
    const std::size_t mark = mark_size(words(i)), before = mark_size(words(i - 1));
    if (mark == 0 || before == 0 || main_[i - 1]) return false;
    const auto shape = [&](std::string_view line) {
      const bool bracket = line[0] == '(';
      const char c = line[bracket ? 1 : 0];
      return std::pair(bracket, is_digit(c) ? 'd' : is_upper(c) ? 'u' : 'l');
    };
    return shape(words(i)) == shape(words(i - 1));
  }

  void read_body() {
    std::size_t quote_since = kNone;
    bool captioned = false;  // in a caption printed again
    bool announced = false;  // the paragraph has announced a quotation or a list
    for (std::size_t i = out_.line; i < lines_.size(); ++i) {
      const std::string_view line = words(i);
      if (main_[i]) quote_since = kNone, announced = line.ends_with(':');
      const bool quoted = quote_since != kNone;
      if (opens_quotation(line)) {
        quote_since = i;
      } else if (quoted && (closes_quotation(line) || i - quote_since > kQuoteLines)) {
        quote_since = kNone;
      }
      if (role(i).is != Is::kText || main_[i]) {
        captioned = captioned && role(i).is != Is::kSpeaker;
        continue;
      }
      if ((!numbered_ || i > last_paragraph()) && i > out_.line && is_court(i)) {
        role(i).is = Is::kCaption;
        if (role(i - 1).is == Is::kRunning) role(i - 1).is = Is::kCaption;
        captioned = true;
        continue;
      }
      if (const auto speaks = lead(i, captioned);
          speaks && (captioned || ends_line(speaks->span.end))) {
        role(i) = {Is::kSpeaker, speaks->opening, speaks->span};
        captioned = false;
        continue;
      }
      if (captioned && title(i) && known(i)) {
        role(i) = {Is::kHeading, known(i), lines_[i].words};
        captioned = false;
        continue;
      }
      if (captioned) continue;
      plain_line(i, quoted, announced);
      announced = announced || line.ends_with(':');
    }
  }

  bool ends_line(std::size_t at) const {
    return at >= text_.size() || text_[at] == '\n' || text_[at] == '\r';
  }

  void plain_line(std::size_t i, bool quoted, bool announced) {
    const std::string_view line = words(i);
    if (line.size() > kLongestSpeaker) return;
    if (grammar_.running.any(line)) {
      role(i).is = Is::kRunning;
      return;
    }
    if (!numbered_ && grammar_.note_rule.any(line)) {
      role(i).is = Is::kNoteRule;
      return;
    }
    if (grammar_.syllabus.any(line)) return;
    const bool follows = i == out_.line || ends_sentence(words(i - 1)) ||
                         role(i - 1).is != Is::kText || lines_[i - 1].words.size() < 60;
    if (quoted || !follows) return;
    if (const auto speaks = speaker(i); speaks && i + 1 < lines_.size()) {
      const bool many = repeats(line) >= kOften;
      if (!many && (!numbered_ || line.ends_with(':') || heads_paragraph(i))) {
        role(i) = {Is::kSpeaker, speaks, lines_[i].words};
        return;
      }
    }
    if (numbered_) {
      late_heading(i, announced);
    } else {
      plain_heading(i);
    }
  }

  // The next line is a numbered paragraph or a heading.
  bool heads_paragraph(std::size_t i) const {
    return i + 1 < lines_.size() && (main_[i + 1] || out_.roles[i + 1].is != Is::kText);
  }

  // In a judgment with numbered paragraphs headings stand above these; other text is headed by what
  // ends the judgment, and where nothing announces a quotation, by a line in capitals with a mark
  // ("2. MEDICAL EVIDENCE"), one that the grammar knows or one that stands by itself.
  void late_heading(std::size_t i, bool announced) {
    if (i + 1 >= lines_.size() || lines_[i].words.size() > 100) return;
    const auto opening = known(i);
    const std::string_view line = words(i), before = i > 0 ? words(i - 1) : std::string_view{};
    if (!announced && i > out_.line && ends_sentence(before) && !before.ends_with(':') &&
        !line.ends_with('.') && !line.ends_with(';') && !line.ends_with(':') &&
        !grammar_.no_heading.any(line) && repeats(line) < kOften && !main_[i + 1] &&
        lines_[i + 1].words.size() > 60 && !same_list(i)) {
      const std::size_t mark = mark_size(line);
      const Letters letters = count(line.substr(mark));
      const bool capitals = all_capitals(letters) && letters.words <= 12;
      if ((mark > 0 && capitals) || (opening && (capitals || title_case(letters))) ||
          isolated(i, letters)) {
        role(i) = {Is::kHeading, opening, lines_[i].words};
        return;
      }
    }
    if (!opening) return;
    const bool ends = opening->tag == Tag::kOrder || opening->tag == Tag::kFootnotes ||
                      opening->tag == Tag::kDissent || opening->tag == Tag::kAppendix;
    if (ends && last_paragraph() < i) role(i) = {Is::kHeading, opening, lines_[i].words};
  }
  std::size_t last_paragraph() {
    if (last_main_ == kNone) {
      last_main_ = 0;
      for (std::size_t i = lines_.size(); i-- > 0 && last_main_ == 0;) {
        if (main_[i]) last_main_ = i;
      }
    }
    return last_main_;
  }

  void plain_heading(std::size_t i) {
    const std::string_view line = words(i);
    if (line.size() > 120 || i + 1 >= lines_.size()) return;
    const std::string_view heading = line.substr(mark_size(line));
    if (heading.empty() || !is_upper(heading[0])) return;
    const bool marked = heading.size() < line.size();
    const Letters letters = count(heading);
    const bool capitals = all_capitals(letters) && letters.words >= 2 && letters.letters >= 8;
    const bool often = repeats(line) >= kOften;
    const std::string_view before = i > 0 ? words(i - 1) : std::string_view{};
    if (before.ends_with(':') || before.ends_with(',')) return;
    if (const auto opening = known(i)) {
      if (!often && (marked || title_case(letters) || capitals || letters.words <= 3)) {
        role(i) = {Is::kHeading, opening, lines_[i].words};
      }
      return;
    }
    if (often || line.ends_with('.') || line.ends_with(';') || line.ends_with(':') ||
        grammar_.no_heading.any(line)) {
      return;
    }
    const bool own = marked && upper_mark(line) && (title_case(letters) || capitals) &&
                     letters.letters >= 4 && (lines_[i + 1].words.size() > 60 || heads_deeper(i));
    if (own || isolated(i, letters) ||
        (capitals && i > out_.line && ends_sentence(before) && !line.ends_with(',') &&
         lines_[i + 1].words.size() > 80)) {
      role(i) = {Is::kHeading, std::nullopt, lines_[i].words};
    }
  }
  // "A. Breach" above "1. The Contract": the next line is a heading with another kind of mark.
  bool heads_deeper(std::size_t i) const {
    if (i + 2 >= lines_.size() || lines_[i + 2].words.size() <= 60) return false;
    const std::string_view next = words(i + 1);
    const Letters letters = count(next.substr(mark_size(next)));
    return mark_size(next) > 0 && !same_list(i + 1) && !ends_sentence(next) &&
           headline_case(letters);
  }
  // A short line by itself between two long paragraphs, where the reading gave paragraphs.
  bool isolated(std::size_t i, const Letters& letters) const {
    if (!paragraphs_ || i <= out_.line || letters.words > 10 || letters.letters < 4) return false;
    const std::string_view line = words(i), before = words(i - 1), next = words(i + 1);
    if (line.size() > kIsolated || is_digit(line.back()) || closes_quote(line)) return false;
    if (!headline_case(letters) && letters.words > 6) return false;
    const bool behind = before.size() >= kIsolated && before.ends_with('.');
    const bool begins = is_upper(next[0]) || opens_quote(next) || mark_size(next) > 0;
    return behind && begins && next.size() > kParagraph && ends_sentence(next);
  }
  // Are the lines paragraphs, not lines of a printed page? These are all of much the same length.
  void weigh_lines() {
    std::size_t bytes = 0, long_lines = 0;
    for (const Line& line : lines_) {
      if (line.words.size() >= kSentenceLine) bytes += line.words.size(), ++long_lines;
    }
    paragraphs_ = long_lines > 0 && bytes / long_lines >= kParagraph;
  }
  static bool upper_mark(std::string_view line) { return is_upper(line[0]) || is_digit(line[0]); }

  std::string_view text_;
  const std::vector<Line>& lines_;
  bool strasbourg_;
  const Grammar& grammar_;
  bool numbered_;
  bool paragraphs_ = false;     // the lines are paragraphs
  bool stopped_style_ = false;  // headings end with a stop
  std::vector<bool> main_;
  std::unordered_map<std::string_view, std::size_t> repeats_;
  std::string_view court_line_;
  std::size_t last_main_ = kNone;
  Body out_;
};

}  // namespace

Body read_lines(std::string_view text, const std::vector<Line>& lines,
                const std::vector<NumberedLine>& paragraphs, bool strasbourg,
                const Grammar& grammar) {
  return Reader(text, lines, paragraphs, strasbourg, grammar).run();
}

}  // namespace proviso::segmenter::english
