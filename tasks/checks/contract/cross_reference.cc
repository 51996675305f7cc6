#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "segmenter/clauses/clause_index.h"
#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/counts.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

using segmenter::clauses::plain_number;

constexpr string_view kCheck = "checks/cross_reference";

constexpr std::size_t kNear = 90;  // bytes from a reference to the statute that it is of

// The clause of another paper: "of the Lease", thereof, 《…》第五条.
bool elsewhere(const ContractView& contract, Span reference) {
  static const RE2 behind(
      "(?i)^[)\\]\"”’]?[\\s,]*(?:\\([^()\\n]{0,80}\\)[\\s,]*)?(?:thereof|thereto|therein|"
      "thereunder|"
      "et seq|U\\.?\\s?S\\.?\\s?C|C\\.?F\\.?R|of [A-Z][\\w&]+(?:[’']s)? |"
      "(?:of|to|in|under|from)\\s+(?:the|that|such|said|its|each|any|an?|their)\\s+(?:[\\w-]+\\s+){"
      "0,5}(?:acts?|"
      "code|laws?|rules?|regulations?|agreements?|contracts?|lease|plan|indenture|license|order|"
      "by-?laws|articles of|certificate|charter|convention|treaty|policy|rfp|tariff|standards?|"
      "mou|tos|msa|sow)\\b|,? (?:paragraphs?|items?)[^.;\\n]{0,50} of the [A-Z]{2}|,? of the "
      "[A-Z]{3}|[^;\\n]{0,100}\\bthrough\\b[^;\\n]{0,120} of the [A-Z]\\w+ (?:[A-Z]\\w+ "
      ")?Agreement)");
  static const RE2 own(
      "(?i)^[\\s,]*(?:\\([^()\\n]{0,60}\\)[\\s,]*)?(?:hereof|above|below|herein|hereto|of this)");
  static const RE2 before(
      "(?i)(?:\\bact|\\bcode|\\blaws?|\\brules?|\\bregulations?|\\breg\\.|u\\.?s\\.?c\\.?|c\\.?f\\."
      "?"
      "r\\.?|\\bpart|\\btitle|\\bform|\\bchapter|\\bagreement|》|[^本]法|条例|规定|办法)"
      "(?:[’']s)?[\\s,]*$");
  // The rest of a list of references stands before what they are of: "15.4, 15.7 or 15.8 thereof".
  static const RE2 list(
      "^(?:(?:,| and| or| through| to|,? (?:and|or)) ?(?i:sections? |articles? |clauses? "
      ")?(?:[0-9][0-9.]*(?:\\([a-z0-9]+\\))*|[A-Z]\\b))+");
  string_view words = contract.behind(reference.end, 320);
  re2::StringPiece rest(words.data(), words.size());
  if (RE2::Consume(&rest, list)) words = {rest.data(), rest.size()};
  // Articles 27-2 to 27-22: so do statutes count.
  static const RE2 hyphen("^[-–][0-9]");
  static const RE2 hyphens("[0-9][-–][0-9]+,? (?:through|to|and|or) $");
  if (found_in(contract.behind(reference.end, 6), hyphen) ||
      found_in(contract.before(reference.start, 30), hyphens))
    return true;
  if (found_in(words, own)) return false;
  // What it is of stands on the next line: "… of the\nInsurance Law".
  static const RE2 law_below(
      "^[^.;\\n]{0,40}\\b(?:of|under)(?: the)?\\n(?:the )?(?:[A-Z]\\w+ "
      "){0,4}(?:Act|Code|Laws?|Rules)\\b");
  if (found_in(contract.text.substr(reference.end, 140), law_below)) return true;
  static const RE2 statute(
      "\\b(?:[A-Z][a-z]+ Law "
      "of|(?:Insurance|Labor|Labour|Obligations|Companies|Company|Corporation|"
      "Tax|Property|Commercial|Banking|Securities|Lien|Patent|Copyright|Trademark|Partnership) "
      "Law|Act|Code|U\\. ?S\\. ?C|USC|C\\. ?F\\. ?R|CFR|FAR|DFARS|Statutes?|Rules)\\b");
  if (found_in(words.substr(0, std::min(words.find(';'), kNear)), statute) ||
      found_in(contract.before(reference.start, kNear), statute))
    return true;
  // A section of land, by the survey or the deed.
  static const RE2 land(
      "^[, ]*(?:Township|Range|Block|T\\.? ?[0-9]+|R\\.? ?[0-9]+|[A-Z]\\w+ "
      "(?:Survey|County|Meridian))");
  static const RE2 land_before(
      "(?:(?i:\\b(?:property|lands?|lots?|tracts?|acres?|parcels?|wells?|quarter))|\\b[NS][EW]?(?: "
      "?1/[24])?) (?:at|in|on|of|within) $");
  if (found_in(words, land) || found_in(contract.before(reference.start, 40), land_before))
    return true;
  // An entry of a table of contents: title and page, then the next entry.
  static const RE2 contents(
      "^[ .]+[A-Z][^.;\\n]{2,90}?[ .]+[0-9]{1,3}(?: "
      "|\\n|$)(?:Section|Article|ARTICLE|SECTION|[0-9]|[ivx]+\\n|$)");
  if (found_in(words, contents)) return true;
  return found_in(words, behind) || found_in(contract.before(reference.start, 80), before);
}

struct Beyond {
  std::size_t last = kNone;  // the item that the count ends with
  std::string named;         // the number that is not there
};

class References {
 public:
  explicit References(const ContractView& contract)
      : contract_(contract), items_(contract.structure.items), counts_(counts_of(contract)) {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.kind == ItemKind::kClause && item.parent != kNone && !item.number.empty()) {
        children_[item.parent].push_back(i);
      }
      if (contract.tag(item.span.start) == Tag::kSchedule && item.parent == kNone &&
          item.kind == ItemKind::kClause && !item.number.empty()) {
        schedules_[word_of(contract.opening(item))].push_back(i);
      }
    }
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> found;
    static const RE2 of_the_agreement("^ of (?:this|the) (?:Agreement|Contract|Lease)\\b");
    std::set<std::string> told;
    for (const Item& item : items_) {
      if (item.kind != ItemKind::kCrossReference || item.target != kNone) continue;
      const bool from_schedule = contract_.tag(item.span.start) == Tag::kSchedule &&
                                 found_in(contract_.behind(item.span.end, 30), of_the_agreement);
      if (!(contract_.own(item) || from_schedule) ||
          contract_.tag(item.span.start) == Tag::kParties || elsewhere(contract_, item.span)) {
        continue;
      }
      const bool schedule = is_schedule(item);
      if (schedule && titled(item.span.start, item.span.end)) continue;
      const std::optional<Beyond> beyond = schedule ? missing_schedule(item) : beyond_count(item);
      if (!beyond || !told.insert(std::string(contract_.words(item.span))).second) continue;
      found.push_back(finding_of(item, *beyond, schedule));
    }
    return found;
  }

 private:
  static bool schedule_word(string_view word) {
    static const RE2 pattern("(?i)^(?:exhibit|schedule|annex|appendi|attachment|addend|附)");
    return found_in(word, pattern);
  }

  // "exhibit", "附件": the sort of schedule that a heading or reference names.
  std::string word_of(Span span) const {
    const string_view words = contract_.words(span);
    if (words.starts_with("附")) return std::string(words.substr(0, 6));
    std::string word = lowered(words.substr(0, words.find_first_of(" -:.")));
    if (word.ends_with("s")) word.pop_back();
    return word == "appendice" ? "appendix" : word == "annexe" ? "annex" : word;
  }

  bool is_schedule(const Item& item) const { return schedule_word(contract_.words(item.span)); }

  std::optional<Beyond> missing_schedule(const Item& item) const {
    const std::string word = word_of(item.span);
    const auto there = schedules_.find(word);
    if (there == schedules_.end()) return std::nullopt;
    static const RE2 label("([A-Z]{1,2}|[0-9]{1,2}|[一二三四五六七八九十]{1,3}|[IVX]{1,4})$");
    re2::StringPiece match;
    const string_view words = contract_.words(item.span);
    if (!RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), label, &match)) {
      return std::nullopt;
    }
    const std::string name(match.data(), match.size());
    const bool letters = name.front() >= 'A' && name.front() <= 'Z';
    for (const std::size_t i : there->second) {
      const std::string other = items_[i].number.substr(0, items_[i].number.find('-'));
      if (items_[i].number == "OF" || other.empty()) return std::nullopt;
      const bool same_sort = letters == (other.front() >= 'A' && other.front() <= 'Z');
      if (!same_sort || plain_number(other) == plain_number(name)) return std::nullopt;
    }
    if (heads_a_line(word, name) || omitted()) return std::nullopt;
    return Beyond{there->second.back(), std::string(words)};
  }

  // A line that begins with the schedule's name, though it was not read as one.
  bool heads_a_line(const std::string& word, const std::string& name) const {
    const std::string whole = lowered(contract_.text);
    const std::string wanted = lowered(name);
    for (std::size_t at = whole.find(word); at != whole.npos; at = whole.find(word, at + 1)) {
      std::size_t end = at + word.size();
      while (end < whole.size() && (whole[end] == ' ' || whole[end] == '-' || whole[end] == '"' ||
                                    whole[end] == ':' || whole[end] == '\n'))
        ++end;
      if (whole.compare(end, wanted.size(), wanted) != 0) continue;
      if (at == 0 || whole[at - 1] == '\n') return true;
      // EXHIBIT B in capitals, run into a line.
      if (contract_.text[at] >= 'A' && contract_.text[at] <= 'Z' && at > 1 &&
          contract_.text[at + 1] >= 'A' && contract_.text[at + 1] <= 'Z' &&
          (whole[at - 1] != ' ' || whole[at - 2] == ' ' || whole[at - 2] == '.' ||
           whole[at - 2] == ')' || ends_a_line(end + wanted.size())))
        return true;
      if (at > 1 && whole[at - 1] == ' ' && (whole[at - 2] == ' ' || whole[at - 2] == ':'))
        return true;
      if (titled(at, end + wanted.size())) return true;
    }
    return false;
  }

  bool ends_a_line(std::size_t at) const {
    const std::size_t next = contract_.text.find_first_not_of(" \t", at);
    return next == string_view::npos || contract_.text[next] == '\n';
  }

  // "… DMA) APPENDIX B: Storage Agreement", "Exhibit C - Prices", "Exhibit B Exhibit C Prices" in
  // the middle of a line: a title follows, and no word before that would refer to it.
  bool titled(std::size_t at, std::size_t end) const {
    static const RE2 title("^[*†]? ?[A-Z]");
    static const RE2 marked_title("^[*†]? ?(?::|[-–—]) ?[A-Z]");
    static const RE2 refers("(?:[a-z(“\"]|,|\\b(?:[A-Z]|[0-9]+) and) ?$|^ ?$");
    static const RE2 leads(
        "(?i)(?:\\b(?:in|to|of|on|as|at|see|per|under|and|or|the|this|by|with|from)|[,(“\"]) ?$|^ "
        "?$");
    const string_view ahead = contract_.before(at, 8), behind = contract_.behind(end, 10);
    const char second = contract_.text[at + 1];
    if (second >= 'A' && second <= 'Z' && found_in(behind, marked_title))
      return !found_in(ahead, leads);
    return (found_in(behind, title) || found_in(behind, marked_title)) && !found_in(ahead, refers);
  }

  bool omitted() const {
    static const RE2 left_out(
        "(?i)(?:exhibits?|schedules?|annex(?:es)?|appendi\\w+|attachments?)\\b[^.\\n]{0,60}(?:(?:"
        "been|"
        "are|were|is|being) (?:intentionally )?"
        "(?:omitted|not (?:filed|attached|included)|redacted)|\\bintentionally "
        "(?:omitted|left))|附[件表][^。\\n]{0,12}略");
    return found_in(contract_.text, left_out);
  }

  std::optional<Beyond> beyond_count(const Item& item) const {
    std::string written = item.number.substr(0, item.number.find(" to "));
    if (written.find('-') != written.npos || written.find("–") != written.npos) return std::nullopt;
    if (written.starts_with("第")) {
      static const RE2 article("^第([^条章款项]{1,18})(?:条|款)");
      std::string number;
      if (!RE2::PartialMatch(written, article, &number)) return std::nullopt;
      if (const auto beyond = beyond_points(written, number)) return beyond;
      written = number;
    }
    const std::string number = plain_number(written);
    const std::size_t bracket = number.find('(');
    const std::string base = number.substr(0, bracket);
    if (base.empty() || base.front() < '0' || base.front() > '9') return std::nullopt;
    if (base.find_first_not_of("0123456789.") != base.npos) return std::nullopt;
    if (bracket == std::string::npos) return outside(item, base);
    if (const auto beyond = outside(item, base)) return beyond;
    return outside_list(base, number.substr(bracket));
  }

  // 第七条第5款 where 第七条 has two numbered ones.
  std::optional<Beyond> beyond_points(const std::string& written,
                                      const std::string& article) const {
    static const RE2 part("条第([0-9一二三四五六七八九十]{1,3})[款项]$");
    std::string wanted;
    const auto top = counts_.find("");
    if (!RE2::PartialMatch(written, part, &wanted) || top == counts_.end()) return std::nullopt;
    const int parent_number = std::atoi(plain_number(article).c_str());
    const int number = std::atoi(plain_number(wanted).c_str());
    const auto& numbers = top->second.numbers;
    if (parent_number == 0 || number == 0 ||
        std::count(numbers.begin(), numbers.end(), parent_number) != 1)
      return std::nullopt;
    const auto at = std::find(numbers.begin(), numbers.end(), parent_number) - numbers.begin();
    const auto below = children_.find(top->second.items[static_cast<std::size_t>(at)]);
    if (below == children_.end() || below->second.size() < 2) return std::nullopt;
    for (std::size_t i = 0; i < below->second.size(); ++i) {
      const std::string& each = items_[below->second[i]].number;
      if (std::atoi(plain_number(each).c_str()) != static_cast<int>(i) + 1) return std::nullopt;
    }
    if (number <= static_cast<int>(below->second.size())) return std::nullopt;
    return Beyond{below->second.back(), written};
  }

  // 43 of twenty, 43.2 of twenty, 3.9 of 3.1 to 3.4.
  std::optional<Beyond> outside(const Item& item, const std::string& number) const {
    const std::size_t dot = number.find('.');
    const std::size_t head_bytes = std::min(dot, number.size());
    // Three digits are a statute's.
    if (head_bytes > 2 ||
        (dot != number.npos && number.size() - dot > 3 && number.find('.', dot + 1) == number.npos))
      return std::nullopt;
    const int head = std::stoi(number.substr(0, head_bytes));
    if (const auto beyond = beyond_articles(head)) return beyond;
    const auto top = counts_.find("");
    std::size_t at_last = 0;
    int last = 0;
    if (top != counts_.end()) {
      const auto& numbers = top->second.numbers;
      const auto most = std::max_element(numbers.begin(), numbers.end());
      last = *most;
      at_last = static_cast<std::size_t>(most - numbers.begin());
    }
    if (top != counts_.end() && top->second.numbers.size() >= 4 && head > last &&
        same_style(item, top->second)) {
      if (begins_somewhere(contract_, number) || begins_somewhere(contract_, std::to_string(head)))
        return std::nullopt;
      // The sections of other articles are there, so that the articles themselves were not all
      // read.
      for (const auto& [key, count] : counts_) {
        if (!key.empty() && key.find('.') == key.npos && std::stoi(key) > last) return std::nullopt;
      }
      if (goes_on(last, head)) return std::nullopt;
      return Beyond{top->second.items[at_last], number};
    }
    if (dot == std::string::npos) return std::nullopt;
    const std::size_t last_dot = number.rfind('.');
    const auto below = counts_.find(number.substr(0, last_dot));
    if (below == counts_.end() || below->second.numbers.size() < 2 || !below->second.unbroken()) {
      return std::nullopt;
    }
    if (std::stoi(number.substr(last_dot + 1)) <= below->second.numbers.back()) return std::nullopt;
    if (begins_somewhere(contract_, number) || hidden(items_[below->second.items.back()]))
      return std::nullopt;
    return Beyond{below->second.items.back(), number};
  }

  // Whether a clause of the next numbers stands somewhere, though it was not read as one. What lies
  // further off is reached through them; 30 in "30 days" begins many a line.
  bool goes_on(int last, int wanted) const {
    constexpr int kNext = 2;
    for (int beyond = last + 1; beyond <= std::min(last + kNext, wanted); ++beyond) {
      if (begins_somewhere(contract_, std::to_string(beyond)) ||
          begins_somewhere(contract_, fmt::format("{}.1", beyond)))
        return true;
    }
    return false;
  }

  // Articles without numbers of their own: 8.1, 9.1, 10.1 tell them.
  std::optional<Beyond> beyond_articles(int head) const {
    constexpr std::size_t kFewest = 5;
    const auto top = counts_.find("");
    std::map<int, std::size_t> articles;
    for (const auto& [key, count] : counts_) {
      if (!key.empty() && key.find('.') == key.npos) articles[std::stoi(key)] = count.items.back();
    }
    if (articles.size() < kFewest || head <= articles.rbegin()->first) return std::nullopt;
    if (top != counts_.end() && top->second.numbers.size() >= kFewest) return std::nullopt;
    if (goes_on(articles.rbegin()->first, head)) return std::nullopt;
    return Beyond{articles.rbegin()->second, std::to_string(head)};
  }

  // What follows may be hidden too: 5.4 [* * *].
  bool hidden(const Item& item) const {
    static const RE2 redacted("\\[ ?\\*|\\*\\*\\*|(?i)redacted");
    static const RE2 words("\\p{L}{3}");
    const string_view opening = contract_.words(contract_.opening(item, 60));
    return found_in(opening, redacted) || !found_in(opening, words);
  }

  // "Section 12" is no ARTICLE XII.
  bool same_style(const Item& item, const Count& count) const {
    const std::string word = lowered(contract_.words(item.span).substr(0, 7));
    const std::string head =
        lowered(contract_.words(contract_.opening(items_[count.items[0]])).substr(0, 7));
    const bool articles = head.starts_with("article");
    const bool dotted = std::any_of(counts_.begin(), counts_.end(),
                                    [](const auto& each) { return !each.first.empty(); });
    return articles
               ? word.starts_with("article") || dotted || item.number.find('.') != std::string::npos
               : !word.starts_with("article") || !head.starts_with("section");
  }

  // 5(d) where 5 has (a) to (c).
  std::optional<Beyond> outside_list(const std::string& base, const std::string& marks) const {
    if (marks.size() != 3 || marks[1] < 'a' || marks[1] > 'z') return std::nullopt;
    const std::size_t dot = base.rfind('.');
    const auto count = counts_.find(dot == std::string::npos ? "" : base.substr(0, dot));
    if (count == counts_.end()) return std::nullopt;
    const int wanted = std::stoi(base.substr(dot == std::string::npos ? 0 : dot + 1));
    const auto& numbers = count->second.numbers;
    if (std::count(numbers.begin(), numbers.end(), wanted) != 1) return std::nullopt;
    const auto at = std::find(numbers.begin(), numbers.end(), wanted) - numbers.begin();
    const std::size_t parent = count->second.items[static_cast<std::size_t>(at)];
    const auto below = children_.find(parent);
    if (below == children_.end() || below->second.size() < 2) return std::nullopt;
    for (std::size_t i = 0; i < below->second.size(); ++i) {
      const std::string& number = items_[below->second[i]].number;
      if (number.size() != 1 || number.front() != static_cast<char>('a' + i)) return std::nullopt;
    }
    if (marks[1] < static_cast<char>('a' + below->second.size())) return std::nullopt;
    const std::string marked = lowered(contract_.words(items_[parent].span));
    // "6. Fees … c)" run into the lines of a list, or read as the clause of another.
    static const RE2 opens_line("(?m)(?:^|[.;:] )\\(?([a-z])\\) ");
    std::size_t end = items_[parent].span.end;
    if (static_cast<std::size_t>(at) + 1 < count->second.items.size())
      end = std::max(end, items_[count->second.items[static_cast<std::size_t>(at) + 1]].span.start);
    for (const Span& mark : all(contract_.text, {items_[parent].span.start, end}, opens_line, 1)) {
      if (contract_.words(mark) == marks.substr(1, 1)) return std::nullopt;
    }
    if (marked.find(marks) != std::string::npos ||
        marked.find("\n" + marks.substr(1, 1) + ".") != std::string::npos) {
      return std::nullopt;
    }
    return Beyond{below->second.back(), base + marks};
  }

  Finding finding_of(const Item& item, const Beyond& beyond, bool schedule) const {
    const string_view named = contract_.words(item.span);
    const Span last = contract_.opening(items_[beyond.last]);
    if (schedule) {
      return tell(
          contract_, "cross_reference", kCheck, item.span, last,
          fmt::format("{} is referred to, but it is not attached; the last one there is “{}”.",
                      named, contract_.words(contract_.opening(items_[beyond.last], 40))),
          fmt::format("此处援引“{}”，但所附附件中没有该件，最后一件为“{}”。", named,
                      contract_.words(contract_.opening(items_[beyond.last], 40))));
    }
    const std::string whole = in_full(item), end = as_named(whole, items_[beyond.last].number);
    return tell(
        contract_, "cross_reference", kCheck, item.span, last,
        fmt::format("{} does not exist: the count of these clauses ends with {}.", whole, end),
        fmt::format("合同中没有“{}”：该级条款编号到“{}”为止。", whole, end));
  }

  // "clause 18", where the text has only the number: 18 of "clauses 6, 7 and 18".
  std::string in_full(const Item& item) const {
    const string_view named = contract_.words(item.span);
    static const RE2 number("^[0-9]");
    if (contract_.chinese || !found_in(named, number)) return std::string(named);
    static const RE2 kind(
        "(?i)\\b(clause|section|article|paragraph)s? (?:[0-9][0-9.()a-z]*,? (?:and |or |to )?)*$");
    const string_view ahead = contract_.before(item.span.start, 90);
    std::string word = "clause";
    RE2::PartialMatch(re2::StringPiece(ahead.data(), ahead.size()), kind, &word);
    return fmt::format("{} {}", lowered(word), named);
  }

  // The last number in the form of the reference: 第十一条 beside 第十七条.
  static std::string as_named(const std::string& named, const std::string& number) {
    static const RE2 article("^第[^条]+条$"), numeral("^[一二三四五六七八九十百零〇0-9]+$");
    return found_in(named, article) && found_in(number, numeral) ? fmt::format("第{}条", number)
                                                                 : number;
  }

  const ContractView& contract_;
  const std::vector<Item>& items_;
  std::map<std::string, Count> counts_;
  std::map<std::size_t, std::vector<std::size_t>> children_;
  std::map<std::string, std::vector<std::size_t>> schedules_;
};

}  // namespace

std::vector<Finding> check_cross_reference(const ContractView& contract) {
  if (contract.amends) return {};
  return References(contract).findings();
}

}  // namespace proviso::tasks::contract
