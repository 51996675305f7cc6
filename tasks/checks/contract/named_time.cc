#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/figures.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/english.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/named_time";

// A length of time, or one day or two, that goes by a name.
struct Timed {
  Span span;  // from the first figure to the last
  const Figure* length = nullptr;
  const Date* from = nullptr;
  const Date* to = nullptr;
};

class NamedTimes {
 public:
  explicit NamedTimes(const ContractView& contract)
      : contract_(contract), figures_(figures_of(contract)) {
    std::erase_if(figures_, [](const Figure& each) { return each.kind != FigureKind::kTime; });
    const std::vector<Date> all_dates =
        contract.chinese ? contract.view.dates : find_english_dates(contract.text);
    for (const Date& date : all_dates) {
      if (date.day != 0 && !date.inferred && date.exists()) dates_.push_back(date);
    }
    // 5 January is no length of time.
    std::erase_if(figures_, [&](const Figure& each) {
      return std::any_of(dates_.begin(), dates_.end(), [&](const Date& date) {
        return each.span.start < date.span.end && date.span.start < each.span.end;
      });
    });
  }

  std::vector<Finding> findings() {
    contract_.chinese ? gather_chinese() : gather_english();
    std::vector<Finding> found;
    for (const auto& [name, there] : defined_) {
      const auto here = labelled_.find(name);
      if (here == labelled_.end()) continue;
      for (const Timed& each : here->second) {
        if (const auto finding = compare(name, each, there)) {
          found.push_back(*finding);
          break;
        }
      }
    }
    return found;
  }

 private:
  std::optional<Finding> compare(const std::string& name, const Timed& here,
                                 const Timed& there) const {
    bool differ = false;
    bool length = false;
    if (here.length != nullptr && there.length != nullptr) {
      if (here.length->unit != there.length->unit) return std::nullopt;
      length = true;
      differ = here.length->value != there.length->value;
    } else if (here.from != nullptr && there.from != nullptr) {
      if ((here.to == nullptr) != (there.to == nullptr)) return std::nullopt;
      differ = (*here.from <=> *there.from) != 0 ||
               (here.to != nullptr && (*here.to <=> *there.to) != 0);
    }
    if (!differ) return std::nullopt;
    return tell(contract_, length ? "term" : "date", kCheck, here.span, there.span,
                fmt::format("The {} is {} here and {} there.", name, contract_.words(here.span),
                            contract_.words(there.span)),
                fmt::format("{}在此处为“{}”，另一处为“{}”。", name, contract_.words(here.span),
                            contract_.words(there.span)));
  }

  // The date, or the dates from … to …, or the length of time that begins at `at`.
  std::optional<Timed> at(std::size_t place) const {
    static const RE2 joins(
        "^ ?(?:起)?(?:[,，] ?)?(?:to|through|until|and ending on|至|到|-|–|—|~)+ ?$");
    for (std::size_t i = 0; i < dates_.size(); ++i) {
      if (dates_[i].span.start != place) continue;
      Timed timed{dates_[i].span, nullptr, &dates_[i], nullptr};
      if (i + 1 < dates_.size() && dates_[i + 1].span.start - dates_[i].span.end < 24 &&
          found_in(contract_.text.substr(dates_[i].span.end,
                                         dates_[i + 1].span.start - dates_[i].span.end),
                   joins)) {
        timed.to = &dates_[i + 1];
        timed.span.end = dates_[i + 1].span.end;
      }
      return timed;
    }
    for (const Figure& each : figures_) {
      if (each.span.start == place) return Timed{each.span, &each, nullptr, nullptr};
    }
    return std::nullopt;
  }

  // What ends nearest before `place`, at most `reach` bytes, in its sentence.
  std::optional<Timed> before(std::size_t place, std::size_t reach) const {
    const Date* date = nullptr;
    const Date* earlier = nullptr;
    for (std::size_t i = 0; i < dates_.size() && dates_[i].span.end <= place; ++i) {
      earlier = date;
      date = &dates_[i];
    }
    const Figure* length = nullptr;
    for (const Figure& each : figures_) {
      if (each.span.end <= place) length = &each;
    }
    const std::size_t date_end = date == nullptr ? 0 : date->span.end;
    const std::size_t length_end = length == nullptr ? 0 : length->span.end;
    const std::size_t nearest = std::max(date_end, length_end);
    if (nearest == 0 || place - nearest > reach) return std::nullopt;
    static const RE2 stops("[.;\\n“\"(]");
    if (found_in(contract_.text.substr(nearest, place - nearest), stops)) return std::nullopt;
    if (length_end > date_end) return Timed{length->span, length, nullptr, nullptr};
    static const RE2 joins(
        "^,? ?(?:to|through|until|and ending on|and ends on|ending on|and expiring on|and expires "
        "on|and continuing (?:until|through)) ?$");
    if (earlier != nullptr && date->span.start - earlier->span.end < 30 &&
        found_in(contract_.text.substr(earlier->span.end, date->span.start - earlier->span.end),
                 joins))
      return Timed{{earlier->span.start, date->span.end}, nullptr, earlier, date};
    return Timed{date->span, nullptr, date, nullptr};
  }

  void define(const std::string& name, const std::optional<Timed>& timed) {
    if (!timed) return;
    // Two definitions of one name: another check's matter.
    const auto [there, fresh] = defined_.emplace(name, *timed);
    if (!fresh) twice_.insert(name);
  }

  void gather_english() {
    static const RE2 introduced(
        "\\((?:the |hereinafter |referred to as |as )*[“\"]([A-Z][A-Za-z’' -]{2,40}?)[”\"]\\)");
    static const RE2 means(
        "[“\"]([A-Z][A-Za-z’' -]{2,40}?)[”\"] (?:means|is|shall mean|shall be) (?:the |a "
        ")?(?:period (?:of "
        ")?)?");
    static const RE2 label("(?m)(?:^|[.;] )[ ]*([A-Z][A-Za-z’']*(?: [A-Za-z’']+){0,4}): *");
    constexpr std::size_t kReach = 60;
    for (const Span& name : all(contract_.text, contract_.whole, introduced, 1)) {
      if (!contract_.in_body(name.start)) continue;
      const std::size_t bracket = contract_.text.rfind('(', name.start);
      define(std::string(contract_.words(name)), before(bracket, kReach));
    }
    for (const Span& whole : all(contract_.text, contract_.whole, means)) {
      std::string name;
      const string_view words = contract_.words(whole);
      if (contract_.in_body(whole.start) &&
          RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), means, &name))
        define(name, at(whole.end));
    }
    for (const Span& whole : all(contract_.text, contract_.whole, label)) {
      if (contract_.tag(whole.start) != Tag::kSchedule) continue;
      std::string name;
      const string_view words = contract_.words(whole);
      if (!RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), label, &name)) continue;
      if (const auto timed = at(whole.end)) labelled_[name].push_back(*timed);
    }
    for (const std::string& name : twice_) defined_.erase(name);
  }

  void gather_chinese() {
    static const RE2 leads(
        "^(?:限)?(?:共|为|是|：|:|自|从|约定|[0-9]+个月|[一二三四五六七八九十]+年|[，, 　])*$");
    static const RE2 steps("续|延长|顺延|免租|试用|其中|第[一二三四]|补|原");
    constexpr std::size_t kReach = 60;
    for (const string_view name : words("zh_dated_name")) {
      if (for_several_things(contract_, name)) continue;
      for (std::size_t place = contract_.text.find(name); place != string_view::npos;
           place = contract_.text.find(name, place + name.size())) {
        const Tag tag = contract_.tag(place);
        if (!contract_.in_body(place) && tag != Tag::kSchedule) continue;
        const std::size_t end = place + name.size();
        const auto next = std::find_if(dates_.begin(), dates_.end(),
                                       [&](const Date& each) { return each.span.start >= end; });
        if (next == dates_.end() || next->span.start - end > kReach) continue;
        if (!found_in(contract_.text.substr(end, next->span.start - end), leads)) continue;
        if (found_in(contract_.before(place, 12), steps)) continue;
        const auto timed = at(next->span.start);
        if (!timed) continue;
        const auto [there, fresh] = defined_.emplace(std::string(name), *timed);
        if (!fresh) labelled_[std::string(name)].push_back(*timed);
      }
    }
  }

  const ContractView& contract_;
  std::vector<Figure> figures_;
  std::vector<Date> dates_;
  std::map<std::string, Timed> defined_;
  std::map<std::string, std::vector<Timed>> labelled_;
  std::set<std::string> twice_;
};

// A sentence that names a clause and says its period anew: a notice of termination under Section 7
// must be given thirty days ahead, where Section 7 has sixty.
void restated(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 matter(
      "(?i)\\b(?:notices?|notif\\w+|terminat\\w+|demand|payment|due|cure)\\b|通知|解除|终止|"
      "质量保证金|付款");
  static const RE2 of_another(
      "(?i)additional|further|extend|instead|other than|in "
      "addition|thereafter|unless|except|surviv|interest|"
      "late|renew|after the|expir|if\\b|另|延长|逾期|除外|仍|未能|续");
  const auto& items = contract.structure.items;
  std::vector<Figure> figures = figures_of(contract);
  std::erase_if(figures, [](const Figure& each) { return each.kind != FigureKind::kTime; });
  const auto inside = [&](Span span) {
    std::vector<const Figure*> found;
    for (const Figure& each : figures) {
      if (each.span.start >= span.start && each.span.end <= span.end) found.push_back(&each);
    }
    return found;
  };
  std::set<std::size_t> told;
  for (const Item& item : items) {
    if (item.kind != ItemKind::kCrossReference || item.target == kNone || !contract.own(item))
      continue;
    const Span target = items[item.target].span;
    if (item.span.start >= target.start && item.span.end <= target.end) continue;
    const Span near{item.span.start - std::min<std::size_t>(item.span.start, 0), item.span.end};
    Span sentence = contract.sentence(near);
    // "…; payment is due …" belongs to it.
    if (sentence.end < contract.text.size() && contract.text[sentence.end] == ';')
      sentence.end = contract.sentence({sentence.end + 1, sentence.end + 1}).end;
    const string_view words = contract.words(sentence);
    if (found_in(words, of_another) || !found_in(words, matter)) continue;
    const auto here = inside(sentence);
    const auto there = inside(target);
    if (here.size() != 1 || there.empty()) continue;
    const Figure* only = nullptr;
    bool several = false;
    for (const Figure* each : there) {
      if (each->unit != here[0]->unit) continue;
      several = several || (only != nullptr && only->value != each->value);
      only = each;
    }
    if (only == nullptr || several || only->value == here[0]->value) continue;
    const Span told_there = contract.sentence(only->span);
    // Both speak of the same: a word of the matter in common.
    bool common = false;
    for (const char* each : {"notice", "terminat", "demand", "通知", "质量保证金"}) {
      common = common || (lowered(words).find(each) != std::string::npos &&
                          lowered(contract.words(told_there)).find(each) != std::string::npos);
    }
    if (!common || !told.insert(here[0]->span.start).second) continue;
    findings.push_back(
        tell(contract, "term", kCheck, here[0]->span, only->span,
             fmt::format("{} has “{}”; here it is “{}”.", contract.words(item.span),
                         contract.words(only->span), contract.words(here[0]->span)),
             fmt::format("{}写作“{}”，此处写作“{}”。", contract.words(item.span),
                         contract.words(only->span), contract.words(here[0]->span))));
  }
}

// 任何一方提前解除合同的，应提前60日书面通知……未提前30日书面通知.
void notices_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  static const RE2 notice(
      "提前([0-9一二三四五六七八九十]{1,4}(?:[（(][^（）()]{1,6}[）)])?个?(?:日|天|月)(?:以)?书面(?"
      ":形式)?通知)");
  static const RE2 either("一方|双方"), ends("解除|终止");
  std::vector<Span> places;
  for (const Span& place : all(contract.text, contract.whole, notice, 1)) {
    const string_view sentence = contract.words(contract.sentence(place));
    if (contract.in_body(place.start) && found_in(sentence, either) && found_in(sentence, ends))
      places.push_back(place);
  }
  std::vector<Figure> figures = figures_of(contract);
  const auto of = [&](const Span& place) -> const Figure* {
    for (const Figure& each : figures) {
      if (each.kind == FigureKind::kTime && each.span.start >= place.start &&
          each.span.start < place.end)
        return &each;
    }
    return nullptr;
  };
  for (std::size_t i = 1; i < places.size(); ++i) {
    const Figure* here = of(places[i]);
    const Figure* there = of(places[0]);
    if (here == nullptr || there == nullptr || here->unit != there->unit ||
        here->value == there->value)
      continue;
    findings.push_back(tell(contract, "term", kCheck, here->span, there->span, "",
                            fmt::format("提前通知的期限，此处为“{}”，另一处为“{}”。",
                                        contract.words(here->span), contract.words(there->span))));
    return;
  }
}

}  // namespace

std::vector<Finding> check_named_time(const ContractView& contract) {
  std::vector<Finding> findings;
  if (contract.amends) return findings;
  findings = NamedTimes(contract).findings();
  restated(contract, findings);
  if (contract.chinese) notices_in_chinese(contract, findings);
  return findings;
}

}  // namespace proviso::tasks::contract
