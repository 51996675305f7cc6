#include "tasks/checks/statute.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "law_data.h"
#include "tasks/checks/judgment_day.h"
#include "tasks/law/table.h"
#include "tasks/mentions/statute.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Version {
  int from = 0;  // 20130101
  int articles = 0;
};
struct Law {
  std::string name;
  std::vector<Version> versions;
};

int day_number(string_view text) {  // 2013-01-01
  int day = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') day = day * 10 + (c - '0');
  }
  return day;
}

std::map<std::string, Law, std::less<>> read_laws() {
  std::map<std::string, Law, std::less<>> laws;
  for (const auto& row : law::rows(law::data::statutes)) {
    Law entry;
    for (std::size_t i = 1; i < row.size(); ++i) {
      const std::size_t colon = row[i].find(':');
      entry.versions.push_back(
          {day_number(row[i].substr(0, colon)), day_number(row[i].substr(colon + 1))});
    }
    for (const string_view name : law::pieces(row[0], '/')) {
      if (entry.name.empty()) entry.name = name;
      laws[std::string(name)] = entry;
    }
  }
  return laws;
}

const Law* find_law(string_view name) {
  static const auto laws = read_laws();
  const auto found = laws.find(name);
  return found == laws.end() ? nullptr : &found->second;
}

constexpr string_view kProcedureLaw = "民事诉讼法";

// The article of the 民事诉讼法 for `function` ("double_interest") in each of its versions.
const std::vector<int>& articles_for(string_view function) {
  static const auto table = [] {
    std::map<std::string, std::vector<int>, std::less<>> rows;
    for (const auto& row : law::rows(law::data::articles_by_function)) {
      for (std::size_t i = 1; i < row.size(); ++i)
        rows[std::string(row[0])].push_back(day_number(row[i]));
    }
    return rows;
  }();
  return table.find(function)->second;
}

// Which version of the 民事诉讼法 applied on `day`: 0 for 1991 … 5 for 2023.
std::size_t version_on(int day) {
  const Law* procedure = find_law(kProcedureLaw);
  std::size_t version = 0;
  for (std::size_t i = 0; i < procedure->versions.size(); ++i) {
    if (procedure->versions[i].from <= day) version = i;
  }
  return version;
}

bool among(const std::vector<int>& list, int article) {
  return std::find(list.begin(), list.end(), article) != list.end();
}

class Statutes {
 public:
  explicit Statutes(const CaseView& view)
      : view_(view), text_(view.folded.text), cited_(find_citations(view.folded)) {
    day_ = judgment_day(view);
    if (day_ != nullptr) today_ = as_number(*day_);
  }

  std::vector<Finding> run() {
    for (const Citation& each : cited_) beyond(each);
    double_interest();
    hanging();
    functions();
    dropped_name();
    return std::move(findings_);
  }

 private:
  bool own(const Citation& each) const { return view_.this_level(each.span.start); }
  Tag tag(const Citation& each) const { return view_.section(each.span.start).tag; }
  bool basis(const Citation& each) const {
    const Tag here = tag(each);
    return own(each) && (here == Tag::kBasis || here == Tag::kDisposition || here == Tag::kNotice);
  }

  static Span quote_of(const Citation& each) {
    return each.carried || each.law.empty() ? each.span : Span{each.law_span.start, each.span.end};
  }

  void report(string_view kind, Span place, std::optional<Span> other, std::string chinese) {
    Finding found;
    found.kind = kind;
    found.check = "checks/statute";
    found.place = place;
    found.other = other;
    found.explanation = std::move(chinese);
    const bool again = std::any_of(findings_.begin(), findings_.end(), [&](const Finding& known) {
      return known.place == place || known.explanation == found.explanation;
    });
    if (!again) findings_.push_back(std::move(found));
  }

  std::string today() const {
    return fmt::format("{}年{}月{}日", day_->year, day_->month, day_->day);
  }

  void beyond(const Citation& each) {
    const Law* cited = find_law(each.law);
    if (cited == nullptr) return;
    const int most = *articles_of(each.law, today_);
    if (most == 0) {
      // A law may be spoken of before its first day, not years before.
      constexpr int kYears = 20000;  // of a day written 20210101
      const bool unheard_of = own(each) && tag(each) == Tag::kReasoning &&
                              cited->versions.front().from - today_ >= kYears;
      if (basis(each) || unheard_of)
        report("statute_version", quote_of(each), day_->span,
               fmt::format("《{}》在裁判日{}尚未施行，不能作为裁判依据。", cited->name, today()));
      return;
    }
    if (each.article <= most) return;
    const int all = *articles_of(each.law, 0);
    std::optional<Span> other;
    if (each.carried) other = each.law_span;
    report("statute", quote_of(each), other,
           each.article > all
               ? fmt::format("《{}》最多只有{}条，不存在第{}条。", cited->name, all, each.article)
               : fmt::format("《{}》在裁判日{}施行的版本至多{}条，没有第{}条。", cited->name,
                             today(), most, each.article));
  }

  // 依照《民事诉讼法》第二百五十三条之规定，加倍支付迟延履行期间的债务利息.
  void double_interest() {
    for (std::size_t at = text_.find("加倍支付"); at != string_view::npos;
         at = text_.find("加倍支付", at + 1)) {
      if (!text_.substr(at, 60).starts_with("加倍支付迟延履行") &&
          !text_.substr(at, 60).starts_with("加倍支付延迟履行"))
        continue;
      const std::size_t offset = view_.folded.origin[at];
      if (!view_.this_level(offset)) continue;
      const Tag here = view_.section(offset).tag;
      if (here != Tag::kNotice && here != Tag::kDisposition && here != Tag::kCosts) continue;
      judge_double_interest(at);
    }
  }

  void judge_double_interest(std::size_t at) {
    std::size_t from = text_.rfind("。", at);
    const std::size_t line = text_.rfind('\n', at);
    if (from == string_view::npos || (line != string_view::npos && line > from)) from = line;
    if (from == string_view::npos) from = 0;
    const Citation* last = nullptr;
    for (const Citation& each : cited_) {
      if (each.start < from || each.end > at) continue;
      if (each.law == "民诉法" || each.law == kProcedureLaw || last == nullptr) last = &each;
    }
    constexpr std::size_t kNear = 150;
    if (last == nullptr || at - last->end > kNear) return;
    const std::vector<int>& right = articles_for("double_interest");
    if (last->law.empty()) {
      report("statute_name", last->span, std::nullopt,
             "加倍支付迟延履行期间债务利息的依据没有写明法律名称（应为《中华人民共和国民事诉讼法》"
             "）。");
      return;
    }
    const Law* cited = find_law(last->law);
    if (cited == nullptr) return;  // a name that the table lacks: a misspelling is another matter
    if (cited->name != kProcedureLaw) {
      if (cited->name.find("诉讼") != std::string::npos) return;  // an interpretation of it
      report("statute_name", quote_of(*last), std::nullopt,
             fmt::format(
                 "加倍支付迟延履行期间债务利息的依据在《中华人民共和国民事诉讼法》，不在《{}》。",
                 cited->name));
      return;
    }
    if (!among(right, last->article)) {
      report("statute", quote_of(*last), std::nullopt,
             fmt::format("加倍支付迟延履行期间债务利息规定于《民事诉讼法》第{}条，不是第{}条。",
                         day_ == nullptr
                             ? "二百五十三（2021年修正后第二百六十、2023年修正后第二百六十四）"
                             : std::to_string(right[version_on(today_)]),
                         last->article));
      return;
    }
    if (day_ != nullptr) {
      const int now = right[version_on(today_)];
      if (last->article != now)
        report(
            "statute_version", quote_of(*last), day_->span,
            fmt::format("裁判日{}施行的《民事诉讼法》以第{}条规定加倍支付迟延履行利息，第{}条是其他"
                        "版本的条号。",
                        today(), now, last->article));
      return;
    }
    const Date latest = not_before(view_);
    if (latest.year == 0) return;
    const std::size_t earliest = version_on(as_number(latest));
    const bool still = std::find(right.begin() + static_cast<std::ptrdiff_t>(earliest), right.end(),
                                 last->article) != right.end();
    if (still) return;
    report("statute_version", quote_of(*last), latest.span,
           fmt::format(
               "文中事实已到{}年{}月，此后施行的《民事诉讼法》以第{}条规定加倍支付迟延履行利息，"
               "第{}条是旧版本的条号。",
               latest.year, latest.month, right[earliest], last->article));
  }

  // 依照第一百零七条的规定，判决如下.
  void hanging() {
    for (const Citation& each : cited_) {
      if (!each.law.empty() || each.carried || !own(each) || tag(each) != Tag::kBasis) continue;
      const Span sentence = sentence_around(view_.text, each.span);
      const string_view before =
          view_.text.substr(sentence.start, each.span.start - sentence.start);
      if (contains(before, {"》", "合同", "协议", "公约", "章程", "该法", "本法", "上述", "条例"}))
        continue;
      if (!contains(view_.quote(sentence), {"规定", "如下"})) continue;
      if (contains(view_.quote(sentence), {"约定"})) continue;
      report("statute_name", each.span, std::nullopt,
             "裁判依据引用了条文，却没有写明是哪一部法律。");
    }
  }

  bool says(std::initializer_list<string_view> words) const { return contains(view_.text, words); }

  // Numbers of another version of the 民事诉讼法 in the basis.
  void functions() {
    if (day_ == nullptr || view_.structure.kind != segmenter::Kind::kZhCivil) return;
    const auto said = [&](Tag where, std::initializer_list<string_view> words) {
      return std::any_of(view_.structure.sections.begin(), view_.structure.sections.end(),
                         [&](const segmenter::Section& section) {
                           return section.tag == where &&
                                  section.level == segmenter::Level::kThis &&
                                  contains(view_.quote(section.span), words);
                         });
    };
    const bool appeal = view_.structure.instance == "second";
    if (!appeal &&
        (said(Tag::kReasoning, {"缺席判决", "缺席审理"}) || said(Tag::kProcedure, {"缺席"})))
      function("default_judgment", "缺席判决");
    if (appeal && said(Tag::kDisposition, {"驳回上诉"}) && said(Tag::kDisposition, {"维持原判"}))
      function("appeal_ruling", "驳回上诉、维持原判");
    if (!appeal && said(Tag::kDisposition, {"准许"}) &&
        said(Tag::kDisposition, {"撤诉", "撤回起诉"}))
      function("withdrawal", "准许撤诉");
  }

  void function(string_view name, string_view words) {
    const std::vector<int>& numbers = articles_for(name);
    const int now = numbers[version_on(today_)];
    const Citation* old = nullptr;
    for (const Citation& each : cited_) {
      const Law* cited = find_law(each.law);
      if (!basis(each) || tag(each) == Tag::kNotice || cited == nullptr ||
          cited->name != kProcedureLaw)
        continue;
      if (each.article == now) return;
      if (among(numbers, each.article)) old = &each;
    }
    if (old == nullptr) return;
    report("statute_version", quote_of(*old), day_->span,
           fmt::format("裁判日{}施行的《民事诉讼法》以第{}条规定{}，第{}条是其他版本的条号。",
                       today(), now, words, old->article));
  }

  // An article of procedure at the end of another law's list where the 民事诉讼法 is not named at
  // all: 《合同法》第六十条、第二百零七条、第一百四十四条 in a judgment by default;
  // 《合同法》第一百零七条、 第六十四条, whose number goes back (第六十四条 is the burden of
  // proof).
  void dropped_name() {
    const bool absent = says({"缺席判决", "缺席审理", "拒不到庭", "无正当理由未到庭"});
    const std::vector<int>& absence = articles_for("default_judgment");
    const std::vector<int>& proof = articles_for("burden_of_proof");
    const Citation* last = nullptr;
    const Citation* before = nullptr;
    for (const Citation& each : cited_) {
      if (!own(each) || tag(each) != Tag::kBasis) continue;
      if (each.law.find("民事诉讼") != std::string::npos ||
          each.law.find("民诉") != std::string::npos)
        return;
      if (each.carried) {
        before = &each - 1;
        last = &each;
      }
    }
    if (last == nullptr || find_law(last->law) == nullptr) return;
    if (view_.structure.kind != segmenter::Kind::kZhCivil && !absent) return;
    const Citation* next = last + 1;
    const bool ends_list = next == cited_.data() + cited_.size() || !next->carried;
    const auto fits = [&](const std::vector<int>& numbers) {
      return day_ != nullptr ? numbers[version_on(today_)] == last->article
                             : among(numbers, last->article);
    };
    const bool back = last->article < before->article;
    if (!ends_list || !((absent && fits(absence)) || (back && (fits(absence) || fits(proof)))))
      return;
    const Span section = view_.section(last->span.start).span;
    if (view_.quote(section).find("民事诉讼") != string_view::npos) return;
    report("statute_name", last->span, last->law_span,
           fmt::format("第{}条是《民事诉讼法》关于{}的规定，此处却接在《{}》之后，似漏写法律名称。",
                       last->article, fits(proof) ? "举证责任" : "缺席判决",
                       find_law(last->law)->name));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Citation> cited_;
  const Date* day_ = nullptr;
  int today_ = 0;
  std::vector<Finding> findings_;
};

}  // namespace

std::optional<int> articles_of(string_view name, int day) {
  const Law* found = find_law(name);
  if (found == nullptr) return std::nullopt;
  int most = 0;
  for (const Version& version : found->versions) {
    if (day == 0 || version.from <= day) most = std::max(most, version.articles);
  }
  return most;
}

std::vector<Finding> check_statute(const CaseView& view) {
  if (!view.chinese()) return {};
  return Statutes(view).run();
}

}  // namespace proviso::tasks
