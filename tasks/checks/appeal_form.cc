#include "tasks/checks/appeal_form.h"

#include <fmt/core.h>
#include <re2/re2.h>
#include "tasks/checks/search.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class AppealForm {
 public:
  explicit AppealForm(const CaseView& view) : view_(view), text_(view.folded.text) {}

  std::vector<Finding> run() {
    sides_below();
    item_of_law();
    appeal_granted();
    return std::move(findings_);
  }

 private:
  // 上诉人（原审原告）, 被上诉人（原审原告）, and no 原审被告.
  void sides_below() {
    const segmenter::Party* appellant = nullptr;
    const segmenter::Party* appellee = nullptr;
    for (const auto& party : view_.structure.parties) {
      const auto has = [&](string_view word) {
        return std::any_of(party.roles.begin(), party.roles.end(),
                           [&](const std::string& role) { return role == word; });
      };
      if (has("被上诉人") && appellee == nullptr) appellee = &party;
      if (has("上诉人") && appellant == nullptr) appellant = &party;
    }
    if (appellant == nullptr || appellee == nullptr) return;
    const segmenter::Section& head = view_.section(appellant->span.start);
    if (head.tag != Tag::kParties) return;
    std::string words;
    for (const segmenter::Section& each : view_.structure.sections)
      if (each.tag == Tag::kParties) words += view_.quote(each.span);
    const auto below = [](const segmenter::Party& party, string_view side) {
      return std::any_of(party.roles.begin(), party.roles.end(), [&](const std::string& role) {
        return role == fmt::format("原审{}", side) || role == fmt::format("一审{}", side);
      });
    };
    for (const auto& [side, other] :
         {std::pair<string_view, string_view>{"原告", "被告"}, {"被告", "原告"}}) {
      if (!below(*appellant, side) || !below(*appellee, side) ||
          contains(words, {other, "反诉", "第三人"}))
        continue;
      const segmenter::Party& later =
          appellant->span.start > appellee->span.start ? *appellant : *appellee;
      const segmenter::Party& earlier = &later == appellant ? *appellee : *appellant;
      report("party", "checks/role", later.span, earlier.span,
             fmt::format("上诉人与被上诉人均列为原审{}，当事人部分没有原审{}。", side, other));
      return;
    }
  }

  // 变更…第一项为 under 第一百七十七条第一款第一项.
  void item_of_law() {
    static const RE2 cited(
        "民事诉讼法》(?:\\(20\\d\\d年?(?:修正|修订)?\\))?第一百七十七条第一款第\\(?([一二三四])\\)?"
        "项([、,和及]?)");
    re2::StringPiece groups[3];
    Span place;
    std::string item;
    std::size_t times = 0;
    for (const Tag tag : {Tag::kBasis, Tag::kReasoning, Tag::kDisposition}) {
      for (const Span& part : view_.spans(tag)) {
        const std::size_t end = view_.folded.folded(part.end);
        for (std::size_t at = view_.folded.folded(part.start);
             cited.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 3);) {
          const auto start = static_cast<std::size_t>(groups[0].data() - text_.data());
          at = start + groups[0].size();
          // 第(一)项、第(二)项: several items.
          if (text_.substr(at, 12).find("第") != string_view::npos && !groups[2].empty()) {
            const string_view next = text_.substr(at);
            static const RE2 another("^第?\\(?[一二三四]\\)?项");
            if (RE2::PartialMatch(piece(next.substr(0, 24)), another)) return;
          }
          place = view_.folded.original(start, at - groups[2].size());
          item = std::string(groups[1]);
          ++times;
        }
      }
    }
    if (times != 1) return;
    std::string order;
    Span acts;
    for (const Span& each : view_.disposition_items()) {
      const string_view said = view_.quote(each);
      order += said;
      if (acts.size() == 0 && contains(said, {"变更", "撤销"}) && contains(said, {"判决"}))
        acts = each;
    }
    const bool changes = acts.size() != 0;
    const bool affirms = contains(order, {"驳回上诉"}) && contains(order, {"维持原判"});
    if (item == "一" && changes && !affirms) {
      report("statute", "checks/statute", place, acts,
             "主文改变了原判，所引第一百七十七条第一款第一项却是驳回上诉、维持原判的规定。");
    } else if ((item == "二" || item == "三" || item == "四") && affirms && !changes) {
      const std::size_t at = view_.text.rfind("驳回上诉");
      report(
          "statute", "checks/statute", place, {at, at + string_view("驳回上诉").size()},
          fmt::format(
              "主文驳回上诉、维持原判，所引第一百七十七条第一款第{}项却是改判或者发回重审的规定。",
              item));
    }
  }

  // 如不服本判决…上诉于 in a final judgment.
  void appeal_granted() {
    if (view_.structure.case_number.find("终") == std::string::npos) return;
    static const RE2 grants("如不服本判决[^。\\n]{0,120}上诉(?:于|到|至)[^。\\n]{2,40}法院");
    re2::StringPiece found[1];
    for (std::size_t at = 0;
         grants.Match(piece(text_), at, text_.size(), RE2::UNANCHORED, found, 1);) {
      const auto start = static_cast<std::size_t>(found[0].data() - text_.data());
      at = start + found[0].size();
      const Span place = view_.folded.original(start, at);
      const Tag tag = view_.section(place.start).tag;
      if (!view_.this_level(place.start) ||
          (tag != Tag::kNotice && tag != Tag::kCosts && tag != Tag::kDisposition))
        continue;
      const std::size_t number = view_.text.find(view_.structure.case_number);
      if (number == string_view::npos) return;
      report("outcome", "checks/outcome", place,
             {number, number + view_.structure.case_number.size()},
             "案号表明本判决系二审终审判决，文末却告知可以上诉。");
      return;
    }
  }

  void report(string_view kind, string_view check, Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    findings_.push_back(finding(kind, check, place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_appeal_form(const CaseView& view) {
  if (!view.chinese() || view.structure.instance != "second") return {};
  return AppealForm(view).run();
}

}  // namespace proviso::tasks
