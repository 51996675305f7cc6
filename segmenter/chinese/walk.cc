#include "segmenter/chinese/walk.h"

#include <algorithm>
#include <array>

#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter::chinese {
namespace {

// A rule looks at this much of a sentence: openers stand at its beginning, and a lead-in's list of
// statutes is long.
constexpr std::size_t kSentenceWindow = 6000;
constexpr std::size_t kHeadingCharacters = 60;

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

bool blank(std::string_view words) {
  for (std::size_t at = 0; at < words.size(); at = next(words, at)) {
    const char32_t c = code_point(words, at);
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != U'　' && c != U'\u00A0')
      return false;
  }
  return true;
}

struct Sentence {
  Span span;
  bool opens_paragraph = false;
  Span paragraph;  // without its '\n'
};

// How many quotation marks “ and ” stand in the words.
std::pair<std::size_t, std::size_t> quotes_in(std::string_view words) {
  constexpr std::string_view kLead = "\xE2\x80";  // of “ (… 9C) and ” (… 9D)
  std::pair<std::size_t, std::size_t> out{0, 0};
  for (std::size_t at = 0; (at = words.find(kLead[0], at)) != std::string_view::npos; ++at) {
    if (at + 2 >= words.size() || words[at + 1] != kLead[1]) continue;
    out.first += words[at + 2] == '\x9C';
    out.second += words[at + 2] == '\x9D';
  }
  return out;
}

// A copy that lost its line ends: any sentence may have begun a paragraph. Its lines are long on
// average, or the first long one tells the course of the case, which ends with 审理终结, and goes
// on.
bool lost_line_ends(std::string_view text) {
  constexpr std::size_t kRunTogether = 6000;  // bytes a line
  constexpr std::size_t kParagraph = 600;     // bytes
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (text.size() > std::max<std::size_t>(lines, 1) * kRunTogether) return true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.size() < kParagraph) continue;
    const std::size_t course = line.find("审理终结");
    return course != std::string_view::npos && line.size() - course > kParagraph;
  }
  return false;
}

// Sentences of the text that a section may begin with: not those inside a quotation, which belong
// to what is quoted.
std::vector<Sentence> outer_sentences(std::string_view text) {
  std::vector<Sentence> out;
  const bool run_together = lost_line_ends(text);
  constexpr std::size_t kLongestQuoted = 1500;  // bytes
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const Span whole{at, std::min(line_end + 1, text.size())};
    const std::string_view line = text.substr(at, line_end - at);
    const auto [opened, closed] = quotes_in(line);
    const bool balanced = opened == closed;
    int depth = 0;
    bool first = true;
    for (const Span sentence : sentences(text, whole)) {
      // One mark lost would hide all that follows in a line that holds a whole judgment.
      if (run_together && depth > 0 && sentence.end - out.back().span.start > kLongestQuoted)
        depth = 0;
      if (first || !balanced || depth == 0) {
        const Span paragraph = run_together ? sentence : Span{at, line_end};
        out.push_back({sentence, first || run_together, paragraph});
      } else {
        out.back().span.end = sentence.end;
      }
      first = false;
      if (!balanced || opened == 0) continue;
      const auto [open, close] = quotes_in(text.substr(sentence.start, sentence.size()));
      depth += static_cast<int>(open) - static_cast<int>(close);
    }
    at = whole.end;
  }
  return out;
}

// Where a second document in the same file begins: a court and a name, each in a line of its own,
// behind the head of the first.
std::size_t first_document(std::string_view text) {
  static const RE2 head(
      "[ \\t　]*(?:中华人民共和国)?[^，。：；、\\n]{2,30}法院[ \\t　]*\\n[ "
      "\\t　]*[^，。：；\\n]{0,40}"
      "(?:判[ 　]*决|裁[ 　]*定|调[ 　]*解|决[ 　]*定)[ 　]*书[ \\t　]*\\n");
  constexpr std::string_view kCourt = "法院";
  constexpr std::size_t kLongestLine = 240;  // bytes
  // The first two lines may hold a name of their own.
  std::size_t second = text.find('\n');
  if (second != std::string_view::npos) second = text.find('\n', second + 1);
  if (second == std::string_view::npos) return text.size();
  for (std::size_t at = second; (at = text.find(kCourt, at)) != std::string_view::npos;
       at += kCourt.size()) {
    const std::string_view behind = text.substr(at + kCourt.size(), 24);
    const std::size_t stop = behind.find_first_not_of(" \t");
    if (stop == std::string_view::npos || (behind[stop] != '\n' && !behind.starts_with("　")))
      continue;
    const std::size_t line = text.rfind('\n', at) + 1;
    const std::string_view part = text.substr(line, kLongestLine + kLongestLine);
    if (line > second && at - line <= kLongestLine &&
        head.Match(piece(part), 0, part.size(), RE2::ANCHOR_START, nullptr, 0)) {
      return line;
    }
  }
  return text.size();
}

// Where the last paragraph or sentence begins in which the court, called `court`, gives its
// reasons; 0: none.
std::size_t last_reasons(std::string_view text, std::string_view court) {
  static const RE2 reasons(
      "(?:本院(?:赔偿委员会)?|我院|本(?:合议|独任)?庭)(?:再审|二审|经审查|经审理|审查|审理|经研究)?"
      "(?"
      ":后)?认为");
  for (std::size_t at = text.size(); (at = text.rfind(court, at)) != std::string_view::npos; --at) {
    const std::string_view before = text.substr(0, at);
    const bool begins = at == 0 || before.ends_with('\n') || before.ends_with("。") ||
                        before.ends_with("；") || before.ends_with("综上，") ||
                        before.ends_with("综上所述，") || before.ends_with("据此，");
    const std::string_view words = text.substr(at, 60);
    if (begins && reasons.Match(piece(words), 0, words.size(), RE2::ANCHOR_START, nullptr, 0)) {
      return at;
    }
    if (at == 0) break;
  }
  return 0;
}

class Walker {
 public:
  // What looks like this court's own reasons and ruling before `quoted_before` is another
  // judgment's.
  Walker(std::string_view text, const Head& head, const Grammar& grammar,
         std::size_t quoted_before = 0)
      : text_(text),
        head_(head),
        courts_(text, head),
        scanner_(grammar.scanner),
        quoted_before_(quoted_before) {
    for (const Rule& rule : grammar.rules) {
      if (rule.titled && !head.titled) continue;
      if (rule.applies(head.kind, head.instance)) rules_.push_back(&rule);
    }
    const std::string_view own = text.substr(0, first_document(text));
    for (const std::string_view court : {"本院", "本庭", "本合议庭", "我院"}) {
      last_reasons_ = last_reasons(own, court);
      if (last_reasons_ != 0) break;
    }
  }

  std::vector<Section> run() {
    for (const Sentence& sentence : outer_sentences(text_)) {
      read(sentence);
      previous_ = sentence.paragraph;
    }
    if (sections_.empty()) open(start_tag(), Level::kThis, 0, {});
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      sections_[i].span.end = i + 1 < sections_.size() ? sections_[i + 1].span.start : text_.size();
    }
    return std::move(sections_);
  }

 private:
  struct Match {
    std::size_t at = 0;   // where the section begins
    std::size_t end = 0;  // where what a lead-in leads to begins
    Level level = Level::kThis;
  };

  // A title heads what comes before the first rule fits; without one the document begins with its
  // facts, as the middle part of a judgment does.
  Tag start_tag() const { return head_.titled ? Tag::kOther : Tag::kFacts; }

  void read(const Sentence& sentence) {
    if (place_.tag == Tag::kOther && place_.level == Level::kOther && !place_.start) return;
    const Span span = sentence.span;
    if (blank(text_.substr(span.start, span.size()))) return;
    if (pending_) {
      open(*pending_, place_.level, span.start, {});
      pending_ = std::nullopt;
      return;
    }
    const bool openers = sentence.opens_paragraph && !continues_previous();
    if (tells_the_course(sentence)) return;
    const bool in_title = span.start < head_.title_end;
    look_for_words(sentence, openers);
    bool settled = false;  // a rule has fitted; only a lead-in may still follow in the sentence
    const std::vector<std::uint16_t>* allowed = &following();
    for (std::size_t i = 0; i < allowed->size(); ++i) {
      const std::uint16_t index = (*allowed)[i];
      const Rule* rule = rules_[index];
      if (rule->where != Where::kLeadIn && settled) continue;
      if ((rule->where == Where::kHeading || rule->where == Where::kOpener) && !openers) continue;
      if (in_title && rule->tag != Tag::kTitle && rule->tag != Tag::kCaseNumber) continue;
      if (!has_words(*rule) || spent(*rule)) continue;
      const std::optional<Match> match = try_rule(*rule, sentence);
      if (!match || !still_follows(*rule, span.end) || remands(*rule, match->level) ||
          steps_back(*rule, match->level) || quotes_ruling(*rule, match->level, span.start) ||
          gives_reasons(*rule, sentence)) {
        continue;
      }
      if (rule->then && !settled && match->at > span.start) reasons_before(sentence, openers);
      settled = true;
      if (rule->same) continue;
      if (rule->absorbs) absorb(rule->tag, match->level);
      open(rule->tag, match->level, match->at,
           is_heading(*rule, sentence) ? sentence.paragraph : Span{});
      if (rule->then) return lead_in(*rule, *match, sentence);
      if (rule->tag == Tag::kReasoning && lead_in_behind(rule, sentence)) return;
      // A lead-in may follow in the new place; the rules before this one have had their turn.
      allowed = &following();
      i = static_cast<std::size_t>(std::upper_bound(allowed->begin(), allowed->end(), index) -
                                   allowed->begin()) -
          1;
    }
    if (in_title && !settled && names_document(sentence)) {
      open(Tag::kTitle, Level::kThis, span.start, {});
      settled = true;
    }
    if (place_.start && !settled) open(start_tag(), Level::kThis, span.start, {}, true);
  }

  // A long line with the names of all the accused and, at its end, the document's name.
  bool names_document(const Sentence& sentence) const {
    const std::string_view line = text_.substr(sentence.paragraph.start, sentence.paragraph.size());
    constexpr std::array<std::string_view, 5> kNames{"判决书", "裁定书", "决定书", "调解书",
                                                     "通知书"};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view name) { return line.ends_with(name); });
  }

  // "…重审期间，本院委托鉴定…。本案现已审理终结。": a paragraph that ends so tells the course of
  // the case to its end, unless somebody speaks in it.
  bool tells_the_course(const Sentence& sentence) const {
    if (place_.start || place_.tag != Tag::kProcedure || place_.level != Level::kThis) return false;
    static const RE2 ends("审理终结[。，；;.]?[ \\t　]*$");
    static const RE2 speaks("诉称|辩称|述称|请求|指控|认定|查明|认为|提出|[：:]");
    const std::string_view line = text_.substr(sentence.paragraph.start, sentence.paragraph.size());
    constexpr std::size_t kEnd = 40;  // bytes
    const std::string_view last = line.substr(line.size() - std::min(line.size(), kEnd));
    if (last.find("审理终结") == std::string_view::npos || !RE2::PartialMatch(piece(last), ends))
      return false;
    return !RE2::PartialMatch(piece(text_.substr(sentence.span.start, sentence.span.size())),
                              speaks);
  }

  // "一审法院查明的其他事实与…一致" ends the findings: what the court held before was said of them.
  void absorb(Tag tag, Level level) {
    const std::size_t count = sections_.size();
    if (count < 2 || sections_[count - 2].tag != tag || sections_[count - 2].level != level) return;
    sections_.pop_back();
  }

  // "本院认为，…，依照…裁定如下：": the sentence that leads to the ruling may begin with the
  // reasons.
  void reasons_before(const Sentence& sentence, bool openers) {
    for (const Rule* rule : rules_) {
      if (rule->tag != Tag::kReasoning || rule->same || rule->then) continue;
      if (rule->where != Where::kSentence && !openers) continue;
      if (!rule->follows(place_) || !has_words(*rule)) continue;
      if (const std::optional<Match> match = try_rule(*rule, sentence)) {
        open(rule->tag, match->level, match->at, {});
        return;
      }
    }
  }

  // The same, where only the reasons make the lead-in possible. True when there was one.
  bool lead_in_behind(const Rule* reasons, const Sentence& sentence) {
    for (const Rule* rule : rules_) {
      if (rule == reasons) return false;
      if (!rule->then || !rule->follows(place_) || !has_words(*rule)) continue;
      const std::optional<Match> match = try_rule(*rule, sentence);
      if (!match || match->at == sentence.span.start) continue;
      open(rule->tag, match->level, match->at, {});
      lead_in(*rule, *match, sentence);
      return true;
    }
    return false;
  }

  // What stands behind the colon is what the words lead to; if that is only the line's end, it
  // still belongs to the lead-in, and the next words are what it leads to.
  void lead_in(const Rule& rule, const Match& match, const Sentence& sentence) {
    const std::string_view rest = text_.substr(match.end, sentence.span.end - match.end);
    if (blank(rest)) {
      pending_ = rule.then;
      return;
    }
    open(*rule.then, match.level, match.end, {});
    if (rest.starts_with("“")) read_quotation({match.end, sentence.span.end}, sentence.paragraph);
  }

  // A ruling quoted word for word: its costs and notices are told apart as those told freely are.
  void read_quotation(Span quoted, Span paragraph) {
    bool first = true;
    for (const Span sentence : sentences(text_, quoted)) {
      if (!first) read({sentence, false, paragraph});
      first = false;
    }
  }

  // A paragraph torn in two (a page break of the source) goes on with the next line: no opener
  // stands there.
  bool continues_previous() const {
    if (previous_.size() == 0 || place_.start) return false;
    const std::string_view line = text_.substr(previous_.start, previous_.size());
    if (length(line) < 2 * kHeadingCharacters) return false;
    static const RE2 ends("[。：:；;！？!?”’）)】》」…]\\s*$");
    return !RE2::PartialMatch(piece(line.substr(line.size() - 9)), ends);
  }

  std::optional<Match> try_rule(const Rule& rule, const Sentence& sentence) const {
    const Span range = rule.where == Where::kHeading ? sentence.paragraph : sentence.span;
    std::string_view words = text_.substr(range.start, std::min(range.size(), kSentenceWindow));
    if (rule.where == Where::kHeading && length(words) > 2 * kHeadingCharacters)
      return std::nullopt;
    while (words.ends_with('\n')) words.remove_suffix(1);
    if (rule.gate && !RE2::PartialMatch(piece(words), rule.gate->get())) return std::nullopt;
    // Asked without groups first: only then does RE2 answer a miss, the usual case, with its fast
    // automaton.
    if (!rule.matches(words, nullptr, 0)) return std::nullopt;
    re2::StringPiece groups[kMaxGroups];
    const bool tells = rule.then || rule.at_group > 0 || !rule.subjects.empty();
    const bool whole = rule.at_clauses && rule.then_group == 0;
    const int count = whole ? 1 : rule.pattern->groups() + 1;
    if (!tells) {
      groups[0] = piece(words.substr(0, 0));
    } else if (!rule.matches(words, groups, count)) {
      return std::nullopt;
    }
    const auto offset = [&](const char* at) {
      return range.start + static_cast<std::size_t>(at - words.data());
    };
    Match match;
    match.at = whole ? offset(groups[0].data())
               : rule.at_group && groups[rule.at_group].data()
                   ? offset(groups[rule.at_group].data())
                   : range.start;
    match.end = rule.then_group && groups[rule.then_group].data()
                    ? offset(groups[rule.then_group].data())
                    : offset(groups[0].data() + groups[0].size());
    match.level = level_of(rule, groups);
    const bool rules = rule.tag == Tag::kReasoning || rule.tag == Tag::kBasis;
    if (rules && match.level == Level::kThis && match.at < quoted_before_) {
      match.level = !place_.start && place_.level != Level::kThis ? place_.level : below();
    }
    // "本院二审认为" names an earlier stage, unless nothing of the like follows: an appeal that is
    // tried again.
    const bool last = rule.tag == Tag::kReasoning && match.at >= last_reasons_;
    if (last && text_.substr(match.at).starts_with("本院")) match.level = Level::kThis;
    return match;
  }

  Level level_of(const Rule& rule, const re2::StringPiece* groups) const {
    if (rule.level_by == RuleLevel::kFixed) return rule.level;
    const Level current = place_.start ? Level::kThis : place_.level;
    // What stands before the court as another authority's words (the act that is challenged) is not
    // gone on with: then the parties speak.
    if (rule.level_by == RuleLevel::kKeep) return current == Level::kOther ? Level::kThis : current;
    Level level = current;
    bool named = false;    // by its place in the order of instances
    bool another = false;  // by a name that is not this court's
    for (const auto& [group, name] : rule.subjects) {
      if (!groups[group].data()) continue;
      const std::string_view words(groups[group].data(), groups[group].size());
      if (name == "court") {
        another = words != head_.court;
        if (!named) level = court_level(words);
        continue;
      }
      level = name == "first"     ? Level::kFirst
              : name == "second"  ? Level::kSecond
              : name == "retrial" ? Level::kRetrial
                                  : below();
      named = true;
    }
    if (again_below(level)) return place_.level;
    return named && !another && own_instance(level) ? Level::kThis : level;
  }

  bool spent(const Rule& rule) const {
    const auto begun = [&](Tag tag) { return opened_[static_cast<std::size_t>(tag)]; };
    return (rule.once && begun(rule.tag)) || (rule.once_begun && !begun(*rule.once_begun)) ||
           (rule.while_none && begun(*rule.while_none)) || (rule.unreasoned && last_reasons_ != 0);
  }

  // In a first instance, what a court above held when it sent the case back is told in its course.
  bool remands(const Rule& rule, Level level) const {
    return head_.instance == "first" && level == Level::kOther && rule.tag == Tag::kReasoning &&
           rule.level_by == RuleLevel::kSubject && !place_.start && place_.level == Level::kThis;
  }

  // Whether one of the words that the rule awaits stands behind `at`.
  bool still_follows(const Rule& rule, std::size_t at) const {
    return rule.awaits.empty() ||
           std::any_of(rule.awaits.begin(), rule.awaits.end(), [&](const std::string& words) {
             return text_.find(words, at) < last_reasons_;
           });
  }

  // A judgment that begins with its ruling (裁判主文先行) goes on as if it had only told the course
  // of the case.
  bool may_follow(const Rule& rule) const {
    if (rule.follows(place_)) return true;
    return ruled_first_ && rule.where != Where::kSentence && place_.level == Level::kThis &&
           (place_.tag == Tag::kDisposition || place_.tag == Tag::kCosts ||
            place_.tag == Tag::kNotice) &&
           rule.follows({false, Tag::kProcedure, Level::kThis});
  }

  // The rules that may follow here, by their places in rules_, in order.
  const std::vector<std::uint16_t>& following() {
    const std::size_t tag = place_.start ? kTagNames.size() : static_cast<std::size_t>(place_.tag);
    const std::size_t level = place_.start ? 0 : static_cast<std::size_t>(place_.level);
    auto& known = following_[(tag * kLevelNames.size() + level) * 2 + (ruled_first_ ? 1 : 0)];
    if (!known) {
      known.emplace();
      for (std::size_t i = 0; i < rules_.size(); ++i) {
        if (may_follow(*rules_[i])) known->push_back(static_cast<std::uint16_t>(i));
      }
    }
    return *known;
  }

  // The words of the grammar that stand in the sentence, and in its paragraph where that is short
  // enough for a heading.
  void look_for_words(const Sentence& sentence, bool openers) {
    in_sentence_ = scanner_.scan(
        text_.substr(sentence.span.start, std::min(sentence.span.size(), kSentenceWindow)));
    const bool short_paragraph = sentence.paragraph.size() <= 8 * kHeadingCharacters;
    const bool whole = sentence.span.start == sentence.paragraph.start &&
                       sentence.span.end >= sentence.paragraph.end;
    if (openers && short_paragraph && !whole) {
      in_paragraph_ =
          scanner_.scan(text_.substr(sentence.paragraph.start, sentence.paragraph.size()));
    } else if (openers) {
      in_paragraph_ = in_sentence_;
    }
  }

  bool has_words(const Rule& rule) const {
    return rule.has_words(rule.where == Where::kHeading ? in_paragraph_ : in_sentence_);
  }

  bool own_instance(Level level) const {
    return (level == Level::kFirst && head_.instance == "first") ||
           (level == Level::kSecond && head_.instance == "second") ||
           (level == Level::kRetrial && head_.instance == "retrial");
  }

  static bool higher_grade(std::string_view court) {
    constexpr std::array<std::string_view, 5> kGrades{"中级", "高级", "最高", "中院", "高院"};
    return std::any_of(kGrades.begin(), kGrades.end(), [&](std::string_view grade) {
      return court.find(grade) != std::string_view::npos;
    });
  }

  // The court next below this one.
  Level below() const {
    if (head_.instance == "first") return Level::kOther;
    if (head_.instance == "second") return Level::kFirst;
    // A court of the lowest grade that tries its own case again judged it in first instance.
    if (head_.court.ends_with("人民法院") && !higher_grade(head_.court)) return Level::kFirst;
    return head_.knows_second ? Level::kSecond : Level::kFirst;
  }

  Level court_level(std::string_view court) const {
    if (court.ends_with("本院") || court == head_.court) return Level::kThis;
    if (const Level known = courts_.level_of(court); known != Level::kThis) return known;
    if (court == "该院" || court == "法院")
      return !place_.start && place_.level != Level::kThis ? place_.level : below();
    if (head_.instance == "first") return Level::kOther;
    // A court of the lowest grade judges in first instance only.
    // The court of second instance is known by its name: another one judged before it.
    if (below() == Level::kSecond && courts_.knows(Level::kSecond)) return Level::kFirst;
    // An intermediate court stands two grades below the highest.
    const bool middle = court.find("中级") != std::string_view::npos || court.ends_with("中院");
    if (middle && head_.court.find("最高") != std::string::npos) return Level::kFirst;
    return higher_grade(court) ? below() : Level::kFirst;
  }

  // An appeal against a judgment that was given in a retrial by the court of first instance: within
  // what that court found and held the second time, "the court of first instance" is the retrial
  // court.
  bool again_below(Level level) const {
    return head_.instance == "second" && level == Level::kFirst &&
           place_.level == Level::kRetrial && in_narrative();
  }

  bool in_narrative() const {
    return !place_.start && (place_.tag == Tag::kFacts || place_.tag == Tag::kReasoning ||
                             place_.tag == Tag::kBasis || place_.tag == Tag::kEvidence);
  }

  // A quoted judgment is told forward: first instance, then second. Back from there, inside what a
  // court found and held, the words are comment.
  bool steps_back(const Rule& rule, Level level) const {
    if (place_.start || place_.level == Level::kThis || level == Level::kThis ||
        level == Level::kOther)
      return false;
    const bool comment = rule.tag == Tag::kReasoning || rule.tag == Tag::kDisposition ||
                         rule.where != Where::kOpener || in_narrative();
    return comment && level < place_.level;
  }

  // "判决如下" before this court has given its reasons quotes another judgment.
  bool quotes_ruling(const Rule& rule, Level level, std::size_t at) const {
    return rule.then == Tag::kDisposition && level == Level::kThis &&
           place_.tag != Tag::kReasoning && at < last_reasons_;
  }

  // "本院认为" in the evidence may weigh a piece of it. Behind the findings, and where no later
  // "本院认为" follows, it gives the reasons, whatever it speaks of.
  bool gives_reasons(const Rule& rule, const Sentence& sentence) const {
    return rule.same && place_.tag == Tag::kEvidence && place_.level == Level::kThis &&
           (opened_[static_cast<std::size_t>(Tag::kFacts)] || sentence.span.end > last_reasons_);
  }

  bool is_heading(const Rule& rule, const Sentence& sentence) const {
    if (rule.where == Where::kHeading) return true;
    if (rule.then || !sentence.opens_paragraph) return false;
    const std::string_view line = text_.substr(sentence.paragraph.start, sentence.paragraph.size());
    const bool whole = sentence.span.end >= sentence.paragraph.end;
    return whole && length(line) <= kHeadingCharacters && !line.ends_with("。") &&
           !line.ends_with("；");
  }

  void open(Tag tag, Level level, std::size_t at, Span heading, bool still_start = false) {
    if (sections_.empty()) at = 0;
    if (heading.size() == 0) heading = {at, at};
    if (!sections_.empty() && sections_.back().span.start == at) sections_.pop_back();
    const bool same =
        !sections_.empty() && sections_.back().tag == tag && sections_.back().level == level;
    if (!same) sections_.push_back({tag, level, {at, at}, heading});
    if (!still_start) place_ = {false, tag, level};
    ruled_first_ =
        tag == Tag::kDisposition && level == Level::kThis ? at < last_reasons_ : ruled_first_;
    if (!still_start && level == Level::kThis) opened_[static_cast<std::size_t>(tag)] = true;
  }

  std::string_view text_;
  const Head& head_;
  LowerCourts courts_;
  const Scanner& scanner_;
  ClauseSet in_sentence_, in_paragraph_;
  std::array<std::optional<std::vector<std::uint16_t>>,
             (kTagNames.size() + 1) * kLevelNames.size() * 2>
      following_;
  bool ruled_first_ = false;                     // the ruling stands before the reasons
  std::array<bool, kTagNames.size()> opened_{};  // tags of sections at level `this` so far
  std::size_t quoted_before_ = 0;
  std::size_t last_reasons_ =
      0;  // where the last paragraph or sentence that gives this court's reasons begins
  std::vector<const Rule*> rules_;
  std::vector<Section> sections_;
  Place place_;
  Span previous_;
  std::optional<Tag> pending_;  // what a lead-in at the end of the last sentence led to
};

// A court rules once. Where a judgment seems to rule twice, with reasons before each ruling and the
// parties' or the court's words between them, the first ruling is quoted. Gives where it ends; 0:
// there is none.
std::size_t quoted_ruling(const std::vector<Section>& sections) {
  std::size_t ruled = 0;  // where the first own ruling ends
  bool reasoned = false;  // own reasons so far
  bool told = false;      // something was told behind that ruling
  for (const Section& section : sections) {
    const bool own = section.level == Level::kThis;
    if (own && section.tag == Tag::kReasoning && ruled == 0) reasoned = true;
    if (own && section.tag == Tag::kDisposition) {
      if (told) return ruled;
      if (!reasoned) return 0;  // a judgment that begins with its ruling
      ruled = section.span.end;
    } else if (ruled != 0 && (section.tag == Tag::kSignature || section.tag == Tag::kAppendix)) {
      return 0;  // what follows is another document
    } else if (ruled != 0 && section.tag != Tag::kBasis && section.tag != Tag::kCosts &&
               section.tag != Tag::kNotice) {
      told = true;
    }
  }
  return 0;
}

}  // namespace

std::vector<Section> walk(std::string_view text, const Head& head, const Grammar& grammar) {
  std::vector<Section> sections = Walker(text, head, grammar).run();
  const bool again = head.instance == "second" || head.instance.starts_with("retrial");
  const std::size_t quoted = again ? quoted_ruling(sections) : 0;
  return quoted == 0 ? sections : Walker(text, head, grammar, quoted).run();
}

}  // namespace proviso::segmenter::chinese
