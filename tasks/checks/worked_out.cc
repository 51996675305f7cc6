#include "tasks/checks/worked_out.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

constexpr const char* kThing =
    "(套|台|件|袋|吨|亩|只|辆|瓶|箱|公斤|千克|斤|平方米|立方米|份|棵|株|头|块|张|本|把|双|顶|盒|包|"
    "桶|"
    "根|条|米|户|间|幅|枚|册|扇|樘)";

string_view view_of(const re2::StringPiece& words) {
  return {words.data(), words.size()};
}

std::optional<Exact> value(const re2::StringPiece& words) {
  std::string digits(words.data(), words.size());
  std::erase(digits, ',');
  return Exact::parse(digits);
}

// A number of things in a paragraph; folded offsets.
struct Count {
  Exact number;
  std::string thing;
  std::size_t start = 0;
  std::size_t end = 0;
};

class WorkedOut {
 public:
  explicit WorkedOut(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    for (std::size_t line = 0; line < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', line), text_.size());
      const std::size_t offset = view_.folded.origin[line];
      const Tag tag = view_.section(offset).tag;
      const bool told = tag == Tag::kFacts || tag == Tag::kReasoning;
      if ((told || tag == Tag::kClaims) && end > line) prices(line, end, counts_in(line, end));
      if (told && end > line) {
        const std::vector<Count> counts = counts_in(line, end);
        rests(counts);
        parts(counts);
        rates(line, end);
        fees(line, end);
      }
      line = end + 1;
    }
    return std::move(findings_);
  }

 private:
  std::vector<Count> counts_in(std::size_t start, std::size_t end) const {
    static const RE2 pattern(fmt::format("([0-9][0-9,]*(?:\\.[0-9]+)?){}", kThing));
    std::vector<Count> counts;
    re2::StringPiece groups[3];
    for (std::size_t at = start;
         pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 3);) {
      const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = begun + groups[0].size();
      const auto number = value(groups[1]);
      if (number && number->sign() > 0)
        counts.push_back({*number, std::string(groups[2]), begun, at});
    }
    return counts;
  }

  // 每套6000元, 1250元/平方米, and the total behind it.
  void prices(std::size_t start, std::size_t end, const std::vector<Count>& counts) {
    static const RE2 pattern(
        fmt::format("(?:每{0}(?:\\p{{Han}}{{0,6}})?([0-9][0-9,]*(?:\\.[0-9]+)?)元|"
                    "([0-9][0-9,]*(?:\\.[0-9]+)?)元(?:/|每){0})"
                    "[^0-9。;\\n元]{{0,24}}(?:共计|合计|总计|总价款?|总金额|总额|价值|价款|货款|"
                    "损失|计款|共|计)"
                    "(?:\\p{{Han}}{{0,4}})([0-9][0-9,]*(?:\\.[0-9]+)?)(万?)元",
                    kThing));
    re2::StringPiece groups[7];
    for (std::size_t at = start;
         pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 7);) {
      const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = begun + groups[0].size();
      const bool each_first = !groups[1].empty();
      const std::string thing(each_first ? groups[1] : groups[4]);
      const auto price = value(each_first ? groups[2] : groups[3]);
      auto total = value(groups[5]);
      const bool in_ten_thousands = !groups[6].empty();
      if (!price || !total || price->sign() <= 0) continue;
      const Span sentence = sentence_around(text_, {begun, at});
      if (has_word(text_.substr(sentence.start, at - sentence.start), words("no_plain_price")) ||
          has_word(text_.substr(sentence.start, at - sentence.start), words("somebody_says")))
        continue;
      const Exact ten_thousand = 10000;
      if (in_ten_thousands) total = *total * ten_thousand;
      std::vector<const Count*> same;
      std::size_t prices_of_thing = 0;
      for (const Count& each : counts)
        if (each.thing == thing && each.end <= begun) same.push_back(&each);
      for (const string_view mark : {"每" + thing, "元/" + thing})
        for (std::size_t i = text_.find(mark, sentence.start); i < at; i = text_.find(mark, i + 1))
          ++prices_of_thing;
      if (same.empty() || prices_of_thing != 1) continue;
      // Sizes and prices are rounded.
      const Exact thousandth = *total * Exact::ratio(1, 1000);
      const Exact least = in_ten_thousands ? Exact(100) : Exact(1);
      const Exact fine = thousandth > least ? thousandth : least;
      const auto fits = [&](const Exact& number) {
        return (number * *price - *total).abs() <= fine;
      };
      bool explained = false;
      for (const Count* a : same) {
        explained = explained || fits(a->number);
        for (const Count* b : same)
          explained = explained || fits(a->number + b->number) || fits(a->number - b->number);
      }
      // Of one thing far off the figure may be another thing's.
      const Count& last = *same.back();
      const Exact made = last.number * *price;
      if (explained || begun - last.end > kNear || made > *total * 3 || *total > made * 3) continue;
      const auto figure = static_cast<std::size_t>(groups[5].data() - text_.data());
      report("amount", {figure, at}, {last.start, figure},
             fmt::format("{}×{}应为{}，文中写作“{}”。", view_.quote(original(last.start, last.end)),
                         money_text(*price), money_text(made), view_.quote(original(figure, at))));
    }
  }

  static constexpr std::size_t kNear = 90;  // bytes

  // 共42套…28套…其余14套.
  void rests(const std::vector<Count>& counts) {
    for (std::size_t i = 2; i < counts.size(); ++i) {
      const Count& whole = counts[i - 2];
      const Count& part = counts[i - 1];
      const Count& rest = counts[i];
      if (whole.thing != rest.thing || part.thing != rest.thing) continue;
      const string_view lead = text_.substr(part.end, rest.start - part.end);
      constexpr std::size_t kFar = 900;  // bytes
      if (rest.start - whole.start > kFar || !ends_with_word(lead, words("rest_of_number")))
        continue;
      if (has_word(text_.substr(whole.end, rest.start - whole.end), words("not_all_told")))
        continue;
      const bool earlier =
          i > 2 && counts[i - 3].thing == rest.thing && whole.start - counts[i - 3].end < kFar;
      if (earlier || part.number > whole.number) continue;
      const Exact left = whole.number - part.number;
      // 7.06亩 less 6亩 is told as 1亩.
      if ((left - rest.number).abs() < Exact(1)) continue;
      report(
          "sum", {rest.start, rest.end}, {whole.start, part.end},
          fmt::format("{}减去{}为{}，文中写作“{}”。", view_.quote(original(whole.start, whole.end)),
                      view_.quote(original(part.start, part.end)), left.str(2) + rest.thing,
                      view_.quote(original(rest.start, rest.end))));
    }
  }

  // 共供货480吨，其中200吨、160吨、120吨: the parts close the sentence.
  void parts(const std::vector<Count>& counts) {
    static const RE2 whole("(?:共|共计|合计|总计|总共)(?:\\p{Han}{0,8})$");
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const Count& total = counts[i];
      const Span sentence = sentence_around(text_, {total.start, total.end});
      const string_view lead = text_.substr(sentence.start, total.start - sentence.start);
      const string_view behind = text_.substr(total.end, 9);
      // What a contract that is quoted lists is its own matter.
      const std::size_t line = text_.rfind('\n', total.start);
      const string_view before = text_.substr(line == text_.npos ? 0 : line,
                                              total.start - (line == text_.npos ? 0 : line));
      const std::size_t quoted = before.rfind("“");
      if (quoted != before.npos && before.find("”", quoted) == before.npos) continue;
      if (!behind.starts_with(",其中") || !RE2::PartialMatch(piece(lead), whole)) continue;
      Exact sum;
      std::size_t last = i;
      bool one_thing = true;
      for (std::size_t j = i + 1; j < counts.size() && counts[j].end <= sentence.end; ++j) {
        one_thing = one_thing && counts[j].thing == total.thing;
        sum = sum + counts[j].number;
        last = j;
      }
      if (!one_thing || last < i + 2 || counts[last].end != sentence.end) continue;
      const string_view list = text_.substr(total.end, sentence.end - total.end);
      if (contains(list, {"每", "元", "包括", "另", "合格", "退", "剩余", "其余"}) ||
          (sum - total.number).abs() < Exact(1))
        continue;
      report("sum", {total.start, total.end}, {counts[i + 1].start, counts[last].end},
             fmt::format("所列各部分相加为{}，文中写作“{}”。", sum.str(2) + total.thing,
                         view_.quote(original(total.start, total.end))));
    }
  }

  // 月利率1%，折合年利率12%.
  void rates(std::size_t start, std::size_t end) {
    static const RE2 pattern(
        "(?:月利率|月息|月利)(?:为|按)?([0-9]+(?:\\.[0-9]+)?)(%|‰)[^0-9。;\\n]{0,12}?"
        "(?:折合|折算|换算|即|相当于|合)(?:成|为)?(?:年利率|年息|年化利率)(?:为)?"
        "([0-9]+(?:\\.[0-9]+)?)%");
    re2::StringPiece groups[4];
    for (std::size_t at = start;
         pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 4);) {
      const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = begun + groups[0].size();
      const auto month = value(groups[1]);
      const auto year = value(groups[3]);
      if (!month || !year) continue;
      const Exact right = *month * 12 / (groups[2] == "%" ? Exact(1) : Exact(10));
      if ((right - *year).abs() < Exact::ratio(1, 10)) continue;
      const auto figure = static_cast<std::size_t>(groups[3].data() - text_.data());
      report("interest", {figure, at}, {begun, figure},
             fmt::format("按所写月利率折合年利率应为{}%，文中写作“{}”。", right.str(2),
                         view_.quote(original(figure, at))));
    }
  }

  // 鉴定费2400元，由甲承担1680元，乙自行承担720元; 受理费3980元，由甲负担115元，乙负担3865元.
  void fees(std::size_t start, std::size_t end) {
    static const RE2 pattern(
        "(?:鉴定费用?|评估费|受理费|公告费|保全费|诉讼费|公证费)(?:共计|合计|共|人民币|为)?"
        "([0-9][0-9,]*(?:\\.[0-9]+)?)元(?:\\([^()]*\\))?,"
        "(?:由|其中)?(?:[^0-9。;,\\n]{2,24}?)(?:自行)?(?:承担|负担)([0-9][0-9,]*(?:\\.[0-9]+)?)元"
        "[,、](?:由|其中)?(?:[^0-9。;,\\n]{2,24}?)(?:自行)?(?:承担|负担)([0-9][0-9,]*(?:\\.[0-9]+)?"
        ")元"
        "(。|;|\\n|,判决|,由本院|$)");
    re2::StringPiece groups[5];
    for (std::size_t at = start;
         pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 5);) {
      const auto begun = static_cast<std::size_t>(groups[0].data() - text_.data());
      at = begun + groups[0].size();
      const auto fee = value(groups[1]);
      const auto one = value(groups[2]);
      const auto other = value(groups[3]);
      // Another fee before it is shared too.
      const Span sentence = sentence_around(text_, {begun, at});
      if (contains(text_.substr(sentence.start, begun - sentence.start), {"元", "费"})) continue;
      if (!fee || !one || !other || contains(view_of(groups[0]), {"各", "均", "减半"})) continue;
      if ((*one + *other - *fee).abs() <= Exact(1)) continue;
      const auto parts = static_cast<std::size_t>(groups[2].data() - text_.data());
      const auto last = static_cast<std::size_t>(groups[3].data() - text_.data());
      report("fee", {parts, last + groups[3].size() + string_view("元").size()}, {begun, parts},
             fmt::format("各方负担的数额相加为{}，与诉讼费用{}不符。", money_text(*one + *other),
                         money_text(*fee)));
    }
  }

  // Folded offsets.
  struct Place {
    std::size_t start, end;
  };
  Span original(std::size_t start, std::size_t end) const {
    return view_.folded.original(start, end);
  }

  void report(string_view kind, Place place, Place other, std::string why) {
    const Span here = original(place.start, place.end);
    if (told_already(findings_, here)) return;
    const string_view check = kind == "fee"        ? "checks/fee"
                              : kind == "interest" ? "checks/interest"
                              : kind == "sum"      ? "checks/sum"
                                                   : "checks/formula";
    findings_.push_back(
        finding(kind, check, here, original(other.start, other.end), std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_worked_out(const CaseView& view) {
  if (!view.chinese()) return {};
  return WorkedOut(view).run();
}

}  // namespace proviso::tasks
