#include "tasks/checks/told_things.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/explained_by.h"
#include "tasks/checks/figure_head.h"
#include "tasks/checks/names.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class ToldThings {
 public:
  explicit ToldThings(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    things();
    plates();
    sums();
    if (contains(view_.text, {"被告人"})) {
      series();
      victims();
    }
    return std::move(findings_);
  }

 private:
  static const RE2& thing() {
    static const RE2 pattern(
        "(\\p{Han}[A-Z][A-Z0-9]{5}(?:[^A-Z0-9]|$)|[0-9]{1,4}号楼|[0-9]{1,4}[幢栋]|[0-9]{3,4}[室房]"
        ")");
    return pattern;
  }

  struct Thing {
    std::string words;
    std::size_t start = 0;  // folded
  };

  std::vector<Thing> things_in(Span span) const {
    std::vector<Thing> found;
    re2::StringPiece groups[2];
    const std::size_t end = view_.folded.folded(span.end);
    for (std::size_t at = view_.folded.folded(span.start);
         thing().Match(piece(text_), at, end, RE2::UNANCHORED, groups, 2);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      std::string words(groups[1]);
      // A plate was read with the character behind it.
      if (words[0] < '0' || words[0] > '9') {
        std::size_t size = code_point_bytes(words[0]);
        while (size < words.size() && (words[size] & 0x80) == 0 &&
               ((words[size] >= 'A' && words[size] <= 'Z') ||
                (words[size] >= '0' && words[size] <= '9')))
          ++size;
        words.resize(size);
      }
      at = start + words.size();
      const bool digit_before = start > 0 && text_[start - 1] >= '0' && text_[start - 1] <= '9';
      if (!digit_before) found.push_back({std::move(words), start});
    }
    return found;
  }

  void things() {
    std::vector<Thing> ordered;
    for (const Span& item : view_.disposition_items())
      for (Thing& each : things_in(item)) ordered.push_back(std::move(each));
    if (ordered.empty()) return;
    std::vector<Thing> before;
    for (const segmenter::Section& section : view_.structure.sections) {
      if (section.tag == Tag::kDisposition || section.tag == Tag::kParties) continue;
      for (Thing& each : things_in(section.span)) before.push_back(std::move(each));
    }
    for (const Thing& each : ordered) {
      if (count(text_, each.words) != 1) continue;
      const Thing* near = nullptr;
      for (const Thing& other : before) {
        if (one_character_off(each.words, other.words) &&
            std::none_of(ordered.begin(), ordered.end(),
                         [&](const Thing& one) { return one.words == other.words; }))
          near = near != nullptr && near->words != other.words ? near : &other;
      }
      if (near == nullptr) continue;
      const Span place = original(each.start, each.words.size());
      report(
          "semantic", place, original(near->start, near->words.size()),
          fmt::format("主文所指为“{}”，前文为“{}”，前者在别处均未出现。", each.words, near->words));
      return;
    }
  }

  // 湘A7K352 found and 湘A7K325 in the next line: two neighbours exchanged are no second car's.
  void plates() {
    std::vector<Thing> all;
    for (const segmenter::Section& section : view_.structure.sections)
      for (Thing& each : things_in(section.span))
        if (each.words[0] < '0' || each.words[0] > '9') all.push_back(std::move(each));
    constexpr std::size_t kMost = 300;
    if (all.size() > kMost) return;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (all[i].words == all[j].words ||
            !neighbours_exchanged(characters(all[i].words), characters(all[j].words)))
          continue;
        const bool later = count(text_, all[i].words) == 1;
        const Thing& odd = later ? all[i] : all[j];
        const Thing& usual = later ? all[j] : all[i];
        if (count(text_, odd.words) != 1) continue;
        report("semantic", original(odd.start, odd.words.size()),
               original(usual.start, usual.words.size()),
               fmt::format("号牌前后不一：别处为“{}”，此处为“{}”。", usual.words, odd.words));
        return;
      }
    }
  }

  static bool one_character_off(const std::string& a, const std::string& b) {
    const auto one = characters(a);
    const auto other = characters(b);
    if (one.size() != other.size() || one.back() != other.back()) {
      // A plate ends in any character.
      if (one.size() != other.size() || (a[0] >= '0' && a[0] <= '9')) return false;
    }
    std::size_t differing = 0;
    for (std::size_t i = 0; i < one.size(); ++i) differing += one[i] != other[i] ? 1 : 0;
    return differing == 1 || neighbours_exchanged(one, other);
  }

  Span original(std::size_t start, std::size_t size) const {
    return view_.folded.original(start, start + size);
  }

  // 销售收入共计360元 in the findings, 销售收入630元 in the reasons.
  void sums() {
    std::vector<const Number*> found;
    std::vector<const Number*> reasoned;
    for (const Number& each : view_.numbers) {
      if (each.measure != Measure::kMoney || each.approximate || each.per ||
          !view_.this_level(each.span.start) || !(each.value > Exact(99)))
        continue;
      const Tag tag = view_.section(each.span.start).tag;
      if (tag == Tag::kFacts) found.push_back(&each);
      if (tag == Tag::kReasoning) reasoned.push_back(&each);
    }
    for (const Number* here : reasoned) {
      if (stands(found, here->value)) continue;
      for (const Number* there : found) {
        if (stands(reasoned, there->value) || !alike(*here, *there)) continue;
        report("amount", clause_around(view_.text, here->span),
               clause_around(view_.text, there->span),
               fmt::format("同一款项前后不一：前文为“{}”，此处为“{}”。", view_.quote(there->span),
                           view_.quote(here->span)));
        return;
      }
    }
  }

  static bool stands(const std::vector<const Number*>& list, const Exact& value) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Number* each) { return each->value == value; });
  }

  bool alike(const Number& here, const Number& there) const {
    if (slip_between(here.value, there.value, 2) == Slip::kNone) return false;
    const auto times = [&](const Exact& value) {
      return std::count_if(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
        return each.measure == Measure::kMoney && each.value == value;
      });
    };
    if (times(here.value) != 1 && times(there.value) != 1) return false;
    constexpr std::size_t kSame = 4;  // characters
    const std::string a = head_of(view_, here);
    const std::string b = head_of(view_, there);
    if (characters(a).size() < kSame || common_end(a, b) < kSame) return false;
    const auto said = [&](const Number& each) {
      return view_.quote(sentence_around(view_.text, each.span));
    };
    if (has_word(said(here), words("other_sum")) || has_word(said(there), words("other_sum")))
      return false;
    // 17000元 in one bank and 10000元 in another are 27000元.
    const auto made = [&](const Number& each) {
      const Terms others =
          terms_of(view_, [&](const Number& other) { return other.value != each.value; });
      return explained_by(each.value, others, Reach::kNear) != Reading::kNone;
    };
    return !made(here) && !made(there);
  }

  // 盗窃四次，价值共计11600元.
  void series() {
    static const RE2 told(
        "(?:盗窃|诈骗|抢劫|抢夺|作案|敲诈勒索)(?:作案)?([0-9]{1,2}|[一二三四五六七八九十两]{1,2})(?"
        ":次|起)"
        "[^0-9。;\\n]{0,16}?(?:价值|金额|数额|财物)[^0-9。;\\n]{0,12}([0-9][0-9,.]*)元");
    static const RE2 worth(
        "(?:价值|骗取|骗得|窃得|抢得|劫得|抢走)(?:\\p{Han}{0,8})(?:人民币)?([0-9][0-9,.]*)元");
    for (const Span& part : view_.spans(Tag::kFacts)) {
      const std::size_t start = view_.folded.folded(part.start);
      const std::size_t end = view_.folded.folded(part.end);
      re2::StringPiece groups[3];
      for (std::size_t at = start; told.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 3);) {
        const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
        at = begun + groups[0].size();
        const auto times = small_number(groups[1]);
        const auto total = value(groups[2]);
        if (times < 2 || !total) continue;
        std::vector<Exact> values;
        std::size_t first = 0;
        re2::StringPiece each[2];
        for (std::size_t from = start;
             worth.Match(piece(text_), from, begun, RE2::UNANCHORED, each, 2);) {
          const auto here = static_cast<std::size_t>(each[0].data() - text_.data());
          from = here + each[0].size();
          // 共盗窃…次，价值共计 of another accused; 两辆，价值共计 is one theft.
          const Span sentence = sentence_around(text_, {here, from});
          if (contains(text_.substr(here, each[0].size()), {"共计"}) &&
              RE2::PartialMatch(piece(text_.substr(sentence.start, here - sentence.start)),
                                told_times()))
            continue;
          if (const auto worth_of = value(each[1])) values.push_back(*worth_of);
          if (first == 0) first = here;
        }
        constexpr std::size_t kMost = 14;
        const auto needed = static_cast<std::size_t>(times);
        if (values.size() < needed || values.size() > kMost) continue;
        // Money that was taken besides has a value of its own.
        const auto sums =
            std::count_if(view_.numbers.begin(), view_.numbers.end(), [&](const Number& number) {
              return number.measure == Measure::kMoney && number.start >= first &&
                     number.end <= begun;
            });
        if (static_cast<std::size_t>(sums) != values.size()) continue;
        // Each theft has one value, as many as the greatest number told.
        if (values.size() != most_told(start, end) || made_by(values, needed, *total)) continue;
        const auto figure = static_cast<std::size_t>(groups[2].data() - text_.data());
        report("sum", original(figure, at - figure), original(first, begun - first),
               fmt::format("所列各次价值中任何{}次相加均不等于“{}”。", times,
                           view_.quote(original(figure, at - figure))));
        return;
      }
    }
  }

  // 盗窃四次.
  static const RE2& told_times() {
    static const RE2 times(
        "(?:盗窃|诈骗|抢劫|抢夺|作案|敲诈勒索)(?:作案)?([0-9]{1,2}|[一二三四五六七八九十两]{1,2})(?"
        ":次|起)");
    return times;
  }

  std::size_t most_told(std::size_t start, std::size_t end) const {
    const RE2& times = told_times();
    std::size_t most = 0;
    re2::StringPiece groups[2];
    for (std::size_t at = start; times.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 2);) {
      at = static_cast<std::size_t>(groups[0].data() - text_.data()) + groups[0].size();
      most = std::max(most, static_cast<std::size_t>(small_number(groups[1])));
    }
    return most;
  }

  static bool made_by(const std::vector<Exact>& values, std::size_t needed, const Exact& total) {
    for (unsigned chosen = 0; chosen < (1U << values.size()); ++chosen) {
      std::size_t size = 0;
      Exact sum;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if ((chosen >> i & 1U) == 0) continue;
        ++size;
        sum = sum + values[i];
      }
      if (size == needed && (sum - total).abs() < Exact(1)) return true;
    }
    return false;
  }

  static int small_number(const re2::StringPiece& figure) {
    const string_view said(figure.data(), figure.size());
    const std::optional<Exact> number =
        said[0] >= '0' && said[0] <= '9' ? Exact::parse(said) : chinese_value(said);
    return number && number->is_whole() ? std::stoi(number->str(0)) : 0;
  }
  static std::optional<Exact> value(const re2::StringPiece& figure) {
    std::string digits(figure.data(), figure.size());
    std::erase(digits, ',');
    while (!digits.empty() && digits.back() == '.') digits.pop_back();
    return Exact::parse(digits);
  }

  // 退赔被害人杨某乙2800元, where the findings take 2800元 from 杨某甲.
  void victims() {
    static const RE2 pays_back(
        "被害(?:人|单位)([^,。;:、()\\n0-9]{2,12}?)(?:人民币)?([0-9][0-9,.]*)元");
    static const RE2 victim(
        "被害(?:人|单位)([^,。;:、()\\n0-9的]{2,4}?)(?:的|,|。|;|、|停|放|家|在|处|身|人民币|现金|$"
        ")");
    for (const Span& item : view_.disposition_items()) {
      const string_view said = folded(item);
      if (!contains(said, {"退赔", "发还", "返还"})) continue;
      re2::StringPiece rest = piece(said);
      re2::StringPiece name;
      re2::StringPiece sum;
      while (RE2::FindAndConsume(&rest, pays_back, &name, &sum)) {
        const std::string money = std::string(sum) + "元";
        const std::string who(name);
        bool of_him = false;
        bool named = false;
        std::optional<Span> of_another;
        std::set<std::string> others;
        for (const Span& line : lines(Tag::kFacts)) {
          const string_view told = folded(line);
          named = named || told.find(who) != told.npos;
          const std::size_t at = told.find(money);
          if (at == told.npos || (at > 0 && told[at - 1] >= '0' && told[at - 1] <= '9')) continue;
          if (told.find(who) != told.npos) of_him = true;
          re2::StringPiece words = piece(told);
          std::string other;
          while (RE2::FindAndConsume(&words, victim, &other)) others.insert(other);
          of_another = line;
        }
        if (of_him || !named || !of_another || others.size() != 1 || others.count(who) != 0)
          continue;
        const auto start = static_cast<std::size_t>(name.data() - text_.data());
        report("party", clause_around(view_.text, original(start, name.size())),
               sentence_around(view_.text, {of_another->start, of_another->start}),
               fmt::format("事实部分中{}属于被害人“{}”，主文却退赔给“{}”。", money, *others.begin(),
                           who));
        return;
      }
    }
  }

  string_view folded(Span span) const {
    const std::size_t start = view_.folded.folded(span.start);
    return text_.substr(start, view_.folded.folded(span.end) - start);
  }

  std::vector<Span> lines(Tag tag) const {
    std::vector<Span> found;
    for (const Span& part : view_.spans(tag)) {
      for (std::size_t at = part.start; at < part.end;) {
        const std::size_t end = std::min(view_.text.find('\n', at), part.end);
        if (end > at) found.push_back({at, end});
        at = end + 1;
      }
    }
    return found;
  }

  void report(string_view kind, Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    findings_.push_back(finding(kind,
                                kind == "semantic" ? "checks/opposite"
                                : kind == "party"  ? "checks/party"
                                : kind == "sum"    ? "checks/sum"
                                                   : "checks/amount",
                                place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_told_things(const CaseView& view) {
  if (!view.chinese()) return {};
  return ToldThings(view).run();
}

}  // namespace proviso::tasks
