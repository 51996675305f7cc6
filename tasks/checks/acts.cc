#include "tasks/checks/acts.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "act_words_data.h"
#include "tasks/checks/wish.h"
#include "tasks/checks/words.h"
#include "tasks/law/table.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

struct Act {
  string_view name;
  std::unique_ptr<RE2> said;     // in reasoning and claims
  std::unique_ptr<RE2> ordered;  // in an order, in whatever words
};

const std::vector<Act>& acts() {
  static const auto all = [] {
    std::vector<Act> list;
    for (const auto& row : law::rows(act_words::data::acts))
      list.push_back({row[0], std::make_unique<RE2>(row[1]), std::make_unique<RE2>(row[2])});
    return list;
  }();
  return all;
}

bool speaks(const std::string& folded, const RE2& of) {
  return RE2::PartialMatch(folded, of);
}

class Acts {
 public:
  explicit Acts(const Ruling& ruling) : ruling_(ruling), view_(ruling.view) {
    for (const Tag tag : {Tag::kClaims, Tag::kDefence, Tag::kFacts})
      for (const Span& part : view_.spans(tag)) {
        const string_view said = view_.quote(part);
        if (tag == Tag::kClaims) {
          wanted_ += fold(said).text;
          continue;
        }
        // A counterclaim stands in the defence; findings may hold the claims.
        for (const string_view word : words("claims_open"))
          if (const std::size_t at = said.find(word); at != said.npos) {
            wanted_ += fold(said.substr(at, kClaims)).text;
            break;
          }
      }
    for (const ReasonedSentence& each : ruling.sentences) folded_.push_back(fold(each.words).text);
    for (const Span& item : ruling.items)
      if (!dismisses(view_.quote(item))) ordered_ += fold(view_.quote(item)).text + "\n";
    // 逾期交房违约金 hands over no house, 购车款 is no car.
    for (const segmenter::Party& party : view_.structure.parties) {
      const std::string name = fold(party.name).text;
      for (std::size_t at = ordered_.find(name); at != ordered_.npos && !name.empty();
           at = ordered_.find(name, at))
        ordered_.erase(at, name.size());
    }
    static const RE2 money(
        "(?:至|到)[^,。;]{0,16}(?:搬|腾|返还|交还|交付|迁|过户|移交)[^,。;]{0,8}(?:之日|日|时|止)|"
        "装修|装饰|[维修]修费|修理费|修复费|"
        "逾期[^,。;元]{2,8}违约金|[^,。;]{1,6}合同|购[车房]款|[车房]款|[车房]价款|房屋租金|房租");
    RE2::GlobalReplace(&ordered_, money, "");
  }

  std::vector<Finding> forgotten() const {
    if (!ruling_.orders && !nothing_at_all()) return {};
    for (const Act& act : acts()) {
      if (speaks(ordered_, *act.ordered)) continue;
      const ReasonedSentence* imposed = nullptr;
      bool otherwise = false;
      for (std::size_t i = 0; i < folded_.size(); ++i) {
        if (!speaks(folded_[i], *act.said)) continue;
        const ReasonedSentence& sentence = ruling_.sentences[i];
        const bool of_it =
            sentence.wish.object.empty() || speaks(fold(sentence.wish.object).text, *act.said);
        otherwise = otherwise || (sentence.stand == Stand::kRefuse && of_it) ||
                    (sentence.stand == Stand::kPart && of_it) || settled(i, act);
        // To help the other to what he gets needs no claim.
        const bool asked = speaks(wanted_, *act.said) ||
                           (act.name == "办理登记" &&
                            contains(folded_[i], {"应协助", "应当协助", "应配合", "应当配合"}));
        if (granted(sentence, act) || (asked && imposes(sentence, i, act))) imposed = &sentence;
      }
      if (imposed == nullptr || otherwise) continue;
      return {finding("dropped_claim", "checks/dropped_claim", trimmed(view_, imposed->span),
                      trimmed(view_, ruling_.items.back()),
                      view_.chinese()
                          ? fmt::format("理由部分支持“{}”的请求，主文却未作处理。", act.name)
                          : fmt::format("The reasoning supports {}, the operative part is silent "
                                        "on it.",
                                        act.name))};
    }
    return {};
  }

  std::vector<Finding> refused() const {
    for (const Act& act : acts()) {
      const ReasonedSentence* refusal = nullptr;
      bool otherwise = false;
      for (std::size_t i = 0; i < folded_.size(); ++i) {
        if (!speaks(folded_[i], *act.said)) continue;
        const ReasonedSentence& sentence = ruling_.sentences[i];
        if (sentence.stand == Stand::kRefuse && sentence.of_claim && !sentence.wish.negative &&
            !takes_a_part(sentence.wish) && by_court(sentence.words) &&
            speaks(fold(sentence.wish.object).text, *act.said))
          refusal = &sentence;
        else if (sentence.stand == Stand::kSupport || sentence.stand == Stand::kPart ||
                 imposes(sentence, i, act))
          otherwise = true;
      }
      if (refusal == nullptr || otherwise) continue;
      for (const Span& item : ruling_.items) {
        const string_view said = view_.quote(item);
        if (dismisses(said) || !speaks(fold(said).text, *act.said) ||
            ruling_.spares(refusal->wish.object, said))
          continue;
        return {finding(
            "outcome", "checks/outcome", trimmed(view_, item), trimmed(view_, refusal->span),
            view_.chinese()
                ? fmt::format("理由部分对“{}”的请求不予支持，主文却判令履行。", act.name)
                : fmt::format("The reasoning refuses the act {}, the operative part orders it.",
                              act.name))};
      }
    }
    return goes_on_though_ended();
  }

 private:
  // 继续履行合同, which the reasoning ends.
  std::vector<Finding> goes_on_though_ended() const {
    static const RE2 goes_on(
        "继续履行[^,。;]{0,40}(?:合同|协议)|(?:合同|协议)[^,。;]{0,12}继续履行");
    static const RE2 ended(
        "有权[^,。;]{0,10}解除|(?:应予|应当|予以|依法|可以)解除|合同解除后|协议解除后");
    static const RE2 no("不|未|约定|主张|要求|请求|辩|如|若|另");
    const ReasonedSentence* end = nullptr;
    for (std::size_t i = 0; i < folded_.size(); ++i) {
      if (folded_[i].find("继续履行") != std::string::npos) return {};
      const re2::StringPiece whole(folded_[i]);
      re2::StringPiece found;
      if (ruling_.sentences[i].stand == Stand::kRefuse || !by_court(ruling_.sentences[i].words) ||
          !ended.Match(whole, 0, whole.size(), RE2::UNANCHORED, &found, 1))
        continue;
      // Up to the end of what was found: 有权解除合同并要求返还.
      const auto until = static_cast<std::size_t>(found.data() - whole.data()) + found.size();
      const std::size_t comma = folded_[i].rfind(',', until);
      const std::size_t from = comma == std::string::npos ? 0 : comma;
      if (!RE2::PartialMatch(folded_[i].substr(from, until - from), no))
        end = &ruling_.sentences[i];
    }
    if (end == nullptr) return {};
    for (const Span& item : ruling_.items) {
      if (dismisses(view_.quote(item)) || !speaks(fold(view_.quote(item)).text, goes_on)) continue;
      return {finding("outcome", "checks/outcome", trimmed(view_, item), trimmed(view_, end->span),
                      view_.chinese()
                          ? "理由部分认定合同解除，主文却判令继续履行。"
                          : "The reasoning ends the contract, the order goes on with it.")};
    }
    return {};
  }

  static constexpr std::size_t kClaims = 900;  // bytes

  bool granted(const ReasonedSentence& sentence, const Act& act) const {
    return sentence.stand == Stand::kSupport && sentence.of_claim && !sentence.wish.negative &&
           by_court(sentence.words) && !takes_a_part(sentence.wish) &&
           !has_word(sentence.wish.object, words("of_the_rest_alone")) &&
           speaks(fold(sentence.wish.object).text, *act.said);
  }

  // The clause with the act has a word of duty, and nothing that makes it a report.
  bool imposes(const ReasonedSentence& sentence, std::size_t index, const Act& act) const {
    if (sentence.stand == Stand::kRefuse || !by_court(sentence.words) ||
        has_word(sentence.words, words("no_own_word")))
      return false;
    return any_clause(folded_[index], act, [&](string_view clause) {
      return has_word(clause, words("duty_to_act")) && !has_word(clause, words("no_act"));
    });
  }

  // All claims are dismissed, and no sentence refuses them all.
  bool nothing_at_all() const {
    return std::all_of(ruling_.items.begin(), ruling_.items.end(),
                       [&](const Span& item) {
                         return dismisses(view_.quote(item)) &&
                                contains(view_.quote(item), {"诉讼请求"});
                       }) &&
           std::none_of(ruling_.sentences.begin(), ruling_.sentences.end(),
                        [](const ReasonedSentence& each) {
                          return each.stand == Stand::kRefuse && each.heads.empty() &&
                                 !takes_a_part(each.wish) &&
                                 !contains(each.words, {"其余", "其他", "其它", "超出"});
                        });
  }

  // 已交还房屋, 另行解决.
  bool settled(std::size_t index, const Act& act) const {
    return any_clause(folded_[index], act,
                      [](string_view clause) { return has_word(clause, words("act_settled")); });
  }

  template <typename Says>
  static bool any_clause(const std::string& said, const Act& act, Says says) {
    std::string before;
    for (std::size_t from = 0; from < said.size();) {
      const std::size_t to = std::min(said.find_first_of(",;:", from), said.size());
      std::string clause = said.substr(from, to - from);
      // 应当停止侵害,并向原告赔礼道歉.
      if (begins_with_word(clause, words("goes_on_with"))) clause = before + clause;
      before = clause;
      if (speaks(clause, *act.said) && says(clause)) return true;
      from = to + 1;
    }
    return false;
  }

  const Ruling& ruling_;
  const CaseView& view_;
  std::string wanted_;               // folded
  std::string ordered_;              // folded
  std::vector<std::string> folded_;  // the sentences
};

}  // namespace

std::vector<Finding> forgotten_acts(const Ruling& ruling) {
  return Acts(ruling).forgotten();
}

std::vector<Finding> refused_acts(const Ruling& ruling) {
  return Acts(ruling).refused();
}

}  // namespace proviso::tasks
