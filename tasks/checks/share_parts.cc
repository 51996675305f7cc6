#include "tasks/checks/share_parts.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/cast.h"
#include "tasks/checks/names.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

constexpr string_view kNumerals[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九", "十"};

std::int64_t numeral(string_view word) {
  if (word == "两") return 2;
  const auto* at = std::find(std::begin(kNumerals), std::end(kNumerals), word);
  return at == std::end(kNumerals) ? 0 : at - std::begin(kNumerals) + 1;
}

class Parts {
 public:
  explicit Parts(const JudgmentView& judgment)
      : view_(judgment.view), text_(view_.folded.text), cast_(judgment.cast) {}

  std::vector<Finding> run() {
    for (const Tag tag : {Tag::kFacts, Tag::kReasoning, Tag::kDisposition, Tag::kCosts}) {
      for (const Span& part : view_.spans(tag)) {
        const std::size_t start = view_.folded.folded(part.start);
        const std::size_t end = view_.folded.folded(part.end);
        fractions(start, end);
        shares_with_sums(start, end);
      }
    }
    return std::move(findings_);
  }

 private:
  // 各占三分之一: so many of them make a whole.
  void fractions(std::size_t from, std::size_t end) {
    static const RE2 pattern(
        "(各(?:自)?(?:应|得|按)?(?:占有|占|继承|享有|分得|承担|负担|所有|拥有|取得|分担|分割|得|付|"
        "支付)?(?:[^,。;、%\\n0-9各]{0,12}?))([二三四五六七八九十])分之([一二三四五六七八九])");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[4];
    for (std::size_t at = from; pattern.Match(whole, at, end, RE2::UNANCHORED, groups, 4);) {
      const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = start + groups[0].size();
      const std::int64_t below = numeral({groups[2].data(), groups[2].size()});
      const std::int64_t above = numeral({groups[3].data(), groups[3].size()});
      if (above >= below) continue;
      const Span place = view_.folded.original(start, at);
      const Span sentence = sentence_around(view_.text, place);
      const string_view said = view_.quote(sentence);
      if (has_word(view_.text.substr(sentence.start, place.end - sentence.start),
                   words("share_of_part")))
        continue;
      if (of_a_sum(start, at, below, above)) continue;
      const std::size_t bearers = bearers_before(start);
      if (bearers < 2) continue;
      const auto all = static_cast<std::int64_t>(bearers) * above;
      if (all == below) continue;
      if (all < below && (!has_word(said, words("equal_parts")) || has_word(said, words("rest")) ||
                          has_word(said, words("a_third")) ||
                          text_.substr(at, 60).find("分之") != string_view::npos))
        continue;
      report(place, sentence,
             fmt::format("{}人各{}分之{}，合计不等于全部。", bearers, kNumerals[below - 1],
                         kNumerals[above - 1]));
    }
  }

  // 债务80000元，由双方各承担三分之一，即各40000元: the sum is that of another fraction.
  bool of_a_sum(std::size_t start, std::size_t end, std::int64_t below, std::int64_t above) {
    static const RE2 makes(
        "^[^。;\\n0-9]{0,12}?(?:即|计|为)(?:每人)?(?:各)?[^0-9。;,\\n]{0,10}?([0-9][0-9.,]*)元");
    re2::StringPiece figure;
    if (!RE2::PartialMatch(re2::StringPiece(text_.data() + end, text_.size() - end), makes,
                           &figure))
      return false;
    const auto result = value_of({figure.data(), figure.size()});
    if (!result) return false;
    const Span place = view_.folded.original(start, end);
    for (const Number& base : bases_before(place)) {
      if ((base.value * Exact(above) / Exact(below) - *result).abs() < Exact(1)) return false;
    }
    for (const Number& base : bases_before(place)) {
      for (std::int64_t other = 2; other <= 10; ++other) {
        if (other * above == below || (base.value - *result * Exact(other)).abs() >= Exact(1))
          continue;
        report(place, base.span,
               fmt::format("按所写金额计算，该份额应为{}分之一，文中写作“{}”。",
                           kNumerals[other - 1], view_.quote(place)));
        return true;
      }
    }
    return false;
  }

  // 43000元，其中甲承担70%即25800元，乙承担40%即17200元.
  void shares_with_sums(std::size_t from, std::size_t end) {
    static const RE2 pattern(
        "([0-9][0-9.]*)%[^0-9%。;\\n]{0,16}?(?:即|计|为|也就是)[^0-9%。;\\n]{0,10}?([0-9][0-9.,]*)"
        "元");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[3];
    struct Pair {
      Exact share, sum;
      Span place;
      std::string words;
    };
    std::vector<Pair> pairs;
    const auto judge = [&] {
      if (pairs.size() > 1) {
        Exact total = 0;
        for (const Pair& each : pairs) total = total + each.sum;
        const auto fits = [&](const Pair& each) {
          return (total * each.share / Exact(100) - each.sum).abs() < Exact(1);
        };
        const auto odd = std::find_if_not(pairs.begin(), pairs.end(), fits);
        const bool one = std::count_if(pairs.begin(), pairs.end(), fits) + 1 ==
                         static_cast<std::ptrdiff_t>(pairs.size());
        const std::vector<Number> bases = bases_before(pairs.front().place);
        const auto base = std::find_if(bases.begin(), bases.end(),
                                       [&](const Number& each) { return each.value == total; });
        if (odd != pairs.end() && one && base != bases.end()) {
          const Exact right = odd->sum * Exact(100) / total;
          if ((right - right.rounded(0)).abs() < Exact::ratio(1, 20))
            report(odd->place, base->span,
                   fmt::format("按所写金额计算，该比例应为{}%，文中写作“{}%”。",
                               right.rounded(0).str(), odd->words));
        }
      }
      pairs.clear();
    };
    for (std::size_t at = from; pattern.Match(whole, at, end, RE2::UNANCHORED, groups, 3);) {
      const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = start + groups[0].size();
      const Span place = view_.folded.original(start, at);
      if (!pairs.empty() &&
          sentence_around(view_.text, place) != sentence_around(view_.text, pairs.back().place))
        judge();
      const auto share = Exact::parse(std::string(groups[1]));
      const auto sum = value_of({groups[2].data(), groups[2].size()});
      if (share && sum && Exact(0) < *sum)
        pairs.push_back({*share, *sum, place, std::string(groups[1])});
    }
    judge();
  }

  static std::optional<Exact> value_of(string_view printed) {
    std::string digits(printed);
    std::erase(digits, ',');
    return Exact::parse(digits);
  }

  // Sums of money that stand before the place in its sentence or in the one before.
  std::vector<Number> bases_before(Span place) const {
    Span sentence = sentence_around(view_.text, place);
    if (sentence.start > 3)
      sentence.start = sentence_around(view_.text, {sentence.start - 3, sentence.start}).start;
    std::vector<Number> bases;
    for (const Number& each : view_.numbers) {
      if (each.measure == Measure::kMoney && each.span.start >= sentence.start &&
          each.span.end <= place.start)
        bases.push_back(each);
    }
    return bases;
  }

  // How many bear it: 双方, 三人, 二被告, or the names one behind the other before the place.
  std::size_t bearers_before(std::size_t at) const {
    static const RE2 told(
        "(?:([二两三四五六七八九])(?:名|位)?(?:人|原告|被告人|被告|子女|继承人|姐妹|"
        "兄弟|姐弟|兄妹|合伙人|股东)|(双方|原、被告|夫妻二人))(?:当事人)?(?:应|均|"
        "可|平均|均等)?(?:分割|分配|继承)?,?$");
    constexpr std::size_t kFar = 60;
    const std::size_t from = at > kFar ? at - kFar : 0;
    re2::StringPiece number, both;
    if (RE2::PartialMatch(re2::StringPiece(text_.data() + from, at - from), told, &number, &both))
      return both.empty() ? static_cast<std::size_t>(numeral({number.data(), number.size()})) : 2;
    return names_before(at);
  }

  // 甲、乙及被告丙: read backwards.
  std::size_t names_before(std::size_t at) const {
    static constexpr string_view kSides[] = {"原告",     "被告",   "第三人", "上诉人",
                                             "被上诉人", "被告人", "三人",   "二人"};
    std::size_t names = 0;
    for (bool joined = true; joined;) {
      std::size_t longest = 0;
      for (const std::string& each : cast_.known) {
        if (each.size() >= 6 && each.size() > longest && text_.substr(0, at).ends_with(each))
          longest = each.size();
      }
      if (longest == 0) return 0;
      ++names;
      at -= longest;
      for (const string_view side : kSides)
        if (text_.substr(0, at).ends_with(side)) at -= side.size();
      joined = false;
      for (const string_view joint : words("joins_names")) {
        if (!text_.substr(0, at).ends_with(joint)) continue;
        at -= joint.size();
        joined = true;
        break;
      }
    }
    return names;
  }

  void report(Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    const Span clause = clause_around(view_.text, place);
    const bool apart = clause.end <= other.start || other.end <= clause.start;
    findings_.push_back(
        finding("share", "checks/share", apart ? clause : place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  const Cast& cast_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_share_parts(const JudgmentView& judgment) {
  if (!judgment.view.chinese()) return {};
  return Parts(judgment).run();
}

}  // namespace proviso::tasks
