#include "tasks/checks/proceedings.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/restated.h"
#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// A sentence that says something of one side.
struct OfSide {
  char side = 0;
  Span span;  // in the document
  std::string what;
};

class Proceedings {
 public:
  explicit Proceedings(const JudgmentView& judgment)
      : view_(judgment.view), sides_(judgment.sides) {}

  std::vector<Finding> run() {
    if (contains(view_.text, {"反诉"})) return {};
    if (view_.structure.instance != "second" && view_.structure.instance != "retrial")
      went_to_court();
    pleas();
    costs();
    return std::move(findings_);
  }

 private:
  // The sentences of this court's sections of a tag.
  std::vector<Span> sentences(Tag tag) const {
    std::vector<Span> found;
    for (const Span& part : view_.spans(tag)) {
      for (std::size_t at = part.start; at < part.end;) {
        const Span sentence = sentence_around(view_.text, {at, at}, part.end - at + 1);
        const std::size_t end = std::min(std::max(sentence.end, at + 1), part.end);
        if (end > at + 1) found.push_back({at, end});
        at = end < part.end ? end + code_point_bytes(view_.text[end]) : part.end;
      }
    }
    return found;
  }

  // 甲不服该裁决，诉至本院; 甲未起诉.
  void went_to_court() {
    static const RE2 went(
        "(?:^|[,:、 "
        "])([\\x01\\x02])(?:对此)?不服(?:该|上述|此|前述|仲裁|劳动仲裁)*(?:裁决书?|决定书?|"
        "裁决结果)"
        "[^\\x01-\\x03。;]{0,24}(?:诉至本院|向本院(?:提起|起诉)|诉诸本院|诉讼来院)");
    static const RE2 did_not(
        "(?:^|[,:、 ])(\\x01)(?:在法定期限内|在法定期间内|对此)?(?:未|没有)(?:向本院|向法院)?"
        "(?:起诉|提起诉讼)(?:[,。;]|$)");
    for (const Tag tag : {Tag::kProcedure, Tag::kFacts, Tag::kReasoning}) {
      for (const Span& sentence : sentences(tag)) {
        const string_view said = view_.quote(sentence);
        if (!contains(said, {"不服", "起诉", "提起诉讼"}) ||
            contains(said, {"双方", "均不服", "均向", "原、被告", "分别", "一审", "上诉", "也不服",
                            "亦不服", "另案"}))
          continue;
        const SidedText text = sides_.read(sentence);
        std::string who;
        const bool defendant = RE2::PartialMatch(text.said, went, &who) && who[0] == kDefendant;
        if (!defendant && !RE2::PartialMatch(text.said, did_not)) continue;
        tell(sentence, head_of(defendant ? kDefendant : kPlaintiff),
             defendant ? "本案由另一方起诉，此处却称被告一方不服而诉至本院。"
                       : "本案系原告起诉，此处却称其未起诉。");
        return;
      }
    }
  }

  // Where the head has the first of a side.
  Span head_of(char side) const {
    for (const auto& party : view_.structure.parties) {
      const SidedText text = sides_.read(party.span);
      if (!text.said.empty() && text.said[0] == side) return party.span;
    }
    return view_.structure.parties.empty() ? Span{} : view_.structure.parties.front().span;
  }

  // Whose words a section of claims or defence holds: the side that stands first in it.
  std::vector<OfSide> pleaded() const {
    std::vector<OfSide> list;
    for (const Tag tag : {Tag::kClaims, Tag::kDefence}) {
      for (const Span& part : view_.spans(tag)) {
        constexpr std::size_t kOpening = 120;  // bytes
        std::size_t end = std::min(part.start + kOpening, part.end);
        while (end < part.end && (view_.text[end] & 0xC0) == 0x80) ++end;
        const SidedText opening = sides_.read(Span{part.start, end});
        const auto first = std::find_if(opening.said.begin(), opening.said.end(), is_side);
        if (first == opening.said.end() || *first == kThirdParty) continue;
        list.push_back({*first, part, {}});
      }
    }
    return list;
  }

  // 甲主张已以现金归还5万元 in the reasons: whose plea has these words.
  void pleas() {
    static const RE2 speaks(
        "(?:^|[,:、 ]|关于|对于|虽|虽然|故|而|但)([\\x01\\x02])(?:还|另|虽|虽然|又)?"
        "(?:主张|辩称|抗辩称?|辩解称?|提出)(?:其|系)?");
    const std::vector<OfSide> sections = pleaded();
    const auto of = [&](char side) {
      return std::any_of(sections.begin(), sections.end(),
                         [&](const OfSide& each) { return each.side == side; });
    };
    if (!of(kPlaintiff) || !of(kDefendant)) return;
    std::optional<Restated> restated;
    for (const Span& sentence : sentences(Tag::kReasoning)) {
      const string_view said = view_.quote(sentence);
      if (!contains(said, {"主张", "辩", "提出"})) continue;
      const SidedText text = sides_.read(sentence);
      std::string who;
      if (!RE2::PartialMatch(text.said, speaks, &who)) continue;
      const std::size_t at = first_word(said);
      if (at == said.npos) continue;
      string_view plea = said.substr(at);
      plea = plea.substr(0, std::min({plea.find("，"), plea.find("的"), plea.size()}));
      constexpr std::size_t kShort = 24;  // bytes
      if (plea.size() < kShort) continue;
      if (!restated) restated.emplace(view_.text);
      Restated::Likeness own;
      Restated::Likeness others;
      std::array<bool, 2> figured{};  // own words, the others'
      std::optional<Span> said_with_figure;
      Span place;
      for (const OfSide& section : sections) {
        for (const Span& clause : clauses(section.span)) {
          const Restated::Likeness like = restated->like({plea, {}}, {view_.quote(clause), {}});
          Restated::Likeness& best = section.side == who[0] ? own : others;
          const bool figures = shares_figure(view_.quote(clause), plea);
          figured[section.side == who[0] ? 0 : 1] |= figures && like.shared > 0;
          if (figures && section.side != who[0] && like.shared >= kLeastWithFigure) {
            said_with_figure = clause;
          }
          if (like.part <= best.part) continue;
          best = like;
          if (section.side != who[0]) place = clause;
        }
      }
      const bool by_words = others.shared >= kLeastShared && others.part >= kLeastPart &&
                            own.part * kTimes <= others.part;
      const bool by_figure = said_with_figure && !figured[0];
      if (!by_words && !by_figure) continue;
      if (!by_words) place = *said_with_figure;
      if (tells_of(place, who[0])) continue;
      tell(clause_around(view_.text, {sentence.start + at, sentence.start + at}), place,
           "此处所述的主张见于另一方的陈述，疑似将双方当事人写反。");
      return;
    }
  }

  // 乙还称已付清 in what 甲 pleads: it reports the other's words.
  bool tells_of(Span clause, char side) const {
    static const RE2 says(
        "([\\x01\\x02])(?:还|另|也|又|曾)?(?:称|主张|辩称|提出|认为|陈述|自认|承认)");
    const SidedText text = sides_.read(clause);
    std::string who;
    re2::StringPiece rest(text.said);
    while (RE2::FindAndConsume(&rest, says, &who))
      if (who[0] == side) return true;
    return false;
  }

  // A sum of money that stands in both.
  static bool shares_figure(string_view a, string_view b) {
    static const RE2 money("([0-9][0-9,.]*万?)元");
    re2::StringPiece rest = piece(a);
    std::string sum;
    while (RE2::FindAndConsume(&rest, money, &sum))
      if (b.find(sum + "元") != b.npos) return true;
    return false;
  }

  static constexpr std::size_t kLeastWithFigure = 2;
  static constexpr std::size_t kLeastShared = 5;
  static constexpr double kLeastPart = 0.3;
  static constexpr double kTimes = 3;

  // Behind the first word of asserting.
  static std::size_t first_word(string_view said) {
    std::size_t first = said.npos;
    for (const string_view word : {"主张", "辩称", "抗辩称", "抗辩", "辩解", "提出"}) {
      const std::size_t at = said.find(word);
      if (at != said.npos && (first == said.npos || at + word.size() < first))
        first = at + word.size();
    }
    return first;
  }

  std::vector<Span> clauses(Span part) const {
    std::vector<Span> found;
    for (std::size_t at = part.start; at < part.end;) {
      const Span clause = clause_around(view_.text, {at, at}, part.end - at + 1);
      const std::size_t end = std::min(std::max(clause.end, at + 1), part.end);
      if (end > at + 1) found.push_back({at, end});
      at = end < part.end ? end + code_point_bytes(view_.text[end]) : part.end;
    }
    return found;
  }

  // 鉴定费由原告负担: all that says so, of the reasons or of the order.
  std::vector<OfSide> borne(std::initializer_list<Tag> tags) const {
    static const RE2 pattern(
        "(鉴定费|评估费|公告费|审计费|测绘费)(?:用)?(?:[0-9.,]+元)?[^。;费]{0,60}?(?:应由|由)"
        "([\\x01\\x02])(?:自行)?(?:承担|负担)(?:[,。;]|$)");
    std::vector<OfSide> found;
    for (const Tag tag : tags) {
      for (const Span& sentence : sentences(tag)) {
        if (!contains(view_.quote(sentence), {"费"}) ||
            contains(view_.quote(sentence), {"主张", "要求", "请求", "辩称", "预交由", "不予支持"}))
          continue;
        const SidedText text = sides_.read(sentence);
        re2::StringPiece rest = piece(text.said);
        std::string cost;
        std::string who;
        while (RE2::FindAndConsume(&rest, pattern, &cost, &who))
          found.push_back({who[0], sentence, cost});
      }
    }
    return found;
  }

  void costs() {
    const std::vector<OfSide> reasoned = borne({Tag::kReasoning});
    if (reasoned.empty()) return;
    const std::vector<OfSide> ordered = borne({Tag::kDisposition, Tag::kCosts});
    for (const OfSide& later : ordered) {
      const auto of_cost = [&](const OfSide& each) { return each.what == later.what; };
      const auto alone = [&](const std::vector<OfSide>& list) {
        return std::count_if(list.begin(), list.end(), of_cost) == 1;
      };
      if (!alone(reasoned) || !alone(ordered)) continue;
      const auto earlier = std::find_if(reasoned.begin(), reasoned.end(), of_cost);
      if (earlier->side == later.side) continue;
      tell(later.span, earlier->span,
           fmt::format("理由部分认定{}由一方负担，此处却由另一方负担。", later.what));
      return;
    }
  }

  void tell(Span place, Span other, std::string why) {
    findings_.push_back(finding("role", "checks/role", place, other, std::move(why)));
  }

  const CaseView& view_;
  const Sides& sides_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_proceedings(const JudgmentView& judgment) {
  if (!judgment.view.chinese() || judgment.view.structure.parties.empty()) return {};
  return Proceedings(judgment).run();
}

}  // namespace proviso::tasks
