#include "tasks/checks/accused.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/names.h"
#include "tasks/checks/search.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// 偷越边境 for 偷越国（边）境, 诈骗 for 合同诈骗.
bool alike(const std::string& a, const std::string& b) {
  const auto one = characters(a);
  const auto other = characters(b);
  const auto shared = std::count_if(one.begin(), one.end(), [&](string_view each) {
    return std::find(other.begin(), other.end(), each) != other.end();
  });
  return static_cast<std::size_t>(shared) * 4 >= std::min(one.size(), other.size()) * 3;
}

class Accused {
 public:
  explicit Accused(const CaseView& view) : view_(view), text_(view.folded.text) {
    for (const auto& party : view.structure.parties)
      if (!party.name.empty() &&
          std::any_of(party.roles.begin(), party.roles.end(),
                      [](const std::string& role) { return role.find("被告人") != role.npos; }))
        accused_.push_back(&party);
  }

  std::vector<Finding> run() {
    if (accused_.size() > 1) {
      crimes();
      recidivist();
    }
    released();
    weighed();
    return std::move(findings_);
  }

 private:
  using Party = segmenter::Party;

  // The pieces of a span between 。 ； and line ends.
  std::vector<Span> pieces(Span part) const {
    std::vector<Span> found;
    const string_view said = view_.quote(part);
    for (std::size_t at = 0; at < said.size();) {
      std::size_t end = said.size();
      std::size_t bytes = 1;
      for (const string_view stop : {"。", "；", ";", "\n"}) {
        const std::size_t here = said.find(stop, at);
        if (here >= end) continue;
        end = here;
        bytes = stop.size();
      }
      if (end > at) found.push_back({part.start + at, part.start + end});
      at = end + bytes;
    }
    return found;
  }

  static bool names(string_view words, const Party& party) {
    return words.find(party.name) != words.npos;
  }

  struct Crime {
    std::string name;
    Span place;
  };

  // 被告人石某犯掩饰、隐瞒犯罪所得罪 in the order.
  std::vector<Crime> convicted_of(const Party& party) const {
    const RE2 pattern(fmt::format(
        "被告人{}(?:\\([^()]*\\))?犯([\\p{{Han}}、()]{{2,24}}?)罪(?:[^\\p{{Han}}]|和|及|与|判|$)",
        RE2::QuoteMeta(party.name)));
    std::vector<Crime> found;
    for (const Span& item : view_.disposition_items()) {
      const std::size_t end = view_.folded.folded(item.end);
      re2::StringPiece groups[2];
      for (std::size_t at = view_.folded.folded(item.start);
           pattern.Match(piece(text_), at, end, RE2::UNANCHORED, groups, 2);) {
        const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
        at = start + groups[1].size();
        found.push_back({std::string(groups[1]), view_.folded.original(start, at)});
      }
    }
    return found;
  }

  // What this court finds: 其行为已构成盗窃罪, of all whom the words before it name.
  std::vector<Crime> found_in(const Party& party) const {
    static const RE2 pattern("构成了?([\\p{Han}、（）()]{2,24}?)罪(?:[^\\p{Han}]|的|且|和|及|$)");
    std::vector<Crime> found;
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      for (const Span& each : pieces(part)) {
        const string_view said = view_.quote(each);
        re2::StringPiece crime;
        if (contains(said,
                     {"不构成", "未构成", "不能构成", "辩", "指控的", "是否", "如果", "不应"}) ||
            !RE2::PartialMatch(piece(said), pattern, &crime))
          continue;
        const auto at = static_cast<std::size_t>(crime.data() - said.data());
        if (!names(said.substr(0, at), party)) continue;
        found.push_back({std::string(crime), each});
      }
    }
    return found;
  }

  // 二、被告人陶某犯滥用职权罪，判处…；犯受贿罪，判处…: up to the next of the accused.
  bool also_convicted_of(const Party& party, string_view crime) const {
    std::string order;
    for (const Span& part : view_.spans(Tag::kDisposition)) order += view_.quote(part);
    const std::size_t at = order.find(party.name);
    if (at == order.npos) return false;
    std::size_t end = order.size();
    for (const Party* each : accused_)
      if (each != &party) end = std::min(end, order.find(each->name, at + party.name.size()));
    return order.substr(at, end - at).find(crime) != order.npos;
  }

  void crimes() {
    for (const Party* party : accused_) {
      const auto ordered = convicted_of(*party);
      const auto found = found_in(*party);
      if (ordered.size() != 1 || found.size() != 1) continue;
      const Crime& here = ordered.front();
      const Crime& there = found.front();
      if (here.name.find(there.name) != here.name.npos ||
          there.name.find(here.name) != there.name.npos || alike(here.name, there.name) ||
          also_convicted_of(*party, there.name))
        continue;
      // The reasons may find the crime of the order in him in other words.
      bool elsewhere = false;
      for (const Span& part : view_.spans(Tag::kReasoning))
        for (const Span& each : pieces(part)) {
          const string_view said = view_.quote(each);
          // Who is named before may still be the one who is spoken of (还滥用职权…).
          elsewhere =
              elsewhere || (said.find(here.name) != said.npos &&
                            !contains(said, {"曾因", "前科"}) && !others_alone(said, *party));
        }
      if (elsewhere) continue;
      report("outcome", "checks/outcome", clause_around(view_.text, here.place), there.place,
             fmt::format("理由部分认定“{}”构成“{}罪”，主文却判其犯“{}罪”。", party->name,
                         there.name, here.name));
    }
  }

  // 被告人韩某、孟某…均已构成盗窃罪: names others and not him.
  bool others_alone(string_view said, const Party& party) const {
    return !names(said, party) && std::any_of(accused_.begin(), accused_.end(),
                                              [&](auto each) { return names(said, *each); });
  }

  bool others_too(string_view said, const Party& party) const {
    return std::any_of(accused_.begin(), accused_.end(),
                       [&](auto each) { return each != &party && names(said, *each); });
  }

  // The paragraphs of the head that tell of one: from his name to the next of the parties.
  string_view head_of(const Party& party) const {
    std::size_t end = view_.section(party.span.start).span.end;
    for (const auto& each : view_.structure.parties)
      if (each.span.start > party.span.start) end = std::min(end, each.span.start);
    return view_.text.substr(party.span.start, end - party.span.start);
  }

  void recidivist() {
    static const RE2 is_one("(?:系|是|属|属于|构成|为)累犯");
    const Party* called = nullptr;
    Span place;
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      for (const Span& each : pieces(part)) {
        const string_view said = view_.quote(each);
        if (!RE2::PartialMatch(piece(said), is_one) || contains(said, {"不", "辩", "指控", "提出"}))
          continue;
        const Party* who = nullptr;
        for (const Party* one : accused_) {
          if (!names(said, *one)) continue;
          if (who != nullptr) return;
          who = one;
        }
        if (who == nullptr || (called != nullptr && called != who)) return;
        called = who;
        place = each;
      }
    }
    if (called == nullptr) return;
    if (contains(head_of(*called),
                 {"判处", "释放", "前科", "曾因", "徒刑", "拘役", "刑罚", "管制"}))
      return;
    for (const segmenter::Section& section : view_.structure.sections) {
      if (section.tag == Tag::kReasoning || section.tag == Tag::kDisposition ||
          section.tag == Tag::kParties || section.tag == Tag::kAppendix)
        continue;
      for (const Span& each : pieces(section.span)) {
        const string_view said = view_.quote(each);
        if (!names(said, *called)) continue;
        // 前科材料 of all together tells nothing of one.
        const bool together = others_too(said, *called);
        if (contains(said, {"判处", "释放", "曾因", "徒刑", "拘役", "累犯"}) ||
            (!together && contains(said, {"前科", "劣迹", "判决书"})))
          return;
      }
    }
    for (const Party* other : accused_) {
      const string_view head = head_of(*other);
      if (other == called || !contains(head, {"判处有期徒刑"}) || !contains(head, {"释放"}))
        continue;
      report(
          "party", "checks/party", place, other->span,
          fmt::format("前文只有“{}”有服刑前科，此处却认定“{}”系累犯。", other->name, called->name));
      return;
    }
  }

  // 2018年3月因犯盗窃罪被判处有期徒刑一年，2017年12月20日刑满释放.
  void released() {
    static const RE2 free("^(?:,|因)?(?:刑满|减刑)?(?:予以)?(?:释放|刑满释放)");
    constexpr std::size_t kFar = 240;  // bytes
    for (std::size_t i = 1; i < view_.dates.size(); ++i) {
      const Date& sentenced = view_.dates[i - 1];
      const Date& freed = view_.dates[i];
      if (freed.start < sentenced.end || freed.start - sentenced.end > kFar ||
          sentenced.month < 1 || freed.month < 1 || freed.inferred)
        continue;
      const string_view between = text_.substr(sentenced.end, freed.start - sentenced.end);
      if (!contains(between, {"判处"}) ||
          contains(between, {"。", ";", "\n", "起至", "假释", "撤销"}) ||
          !RE2::PartialMatch(piece(text_.substr(freed.end, 30)), free))
        continue;
      const bool before = freed.year < sentenced.year ||
                          (freed.year == sentenced.year && freed.month < sentenced.month);
      if (!before) continue;
      report("date", "checks/date_order", clause_around(view_.text, freed.span),
             clause_around(view_.text, sentenced.span),
             fmt::format("{}释放，早于{}判处刑罚。", view_.quote(freed.span),
                         view_.quote(sentenced.span)));
    }
  }

  // 系从犯，应当从重处罚; 系累犯，可以从轻处罚.
  void weighed() {
    static const RE2 lighter(
        "((?:系|是|属|属于|构成|有|具有)(?:从犯|自首|坦白|立功|重大立功|犯罪未遂|犯罪中止)(?:情节)?"
        "),?((?:依法|对其|可以|应当"
        "|应予|应|可|予以|并)*从重处罚)");
    static const RE2 heavier(
        "((?:系|是|属|属于|构成)累犯),?((?:依法|对其|可以|应当|应予|应|可|予以)*(?:从轻|减轻|从宽|"
        "从轻或者减轻)处罚)");
    for (const Span& part : view_.spans(Tag::kReasoning)) {
      const std::size_t end = view_.folded.folded(part.end);
      for (const RE2* each : {&lighter, &heavier}) {
        re2::StringPiece groups[3];
        for (std::size_t at = view_.folded.folded(part.start);
             each->Match(piece(text_), at, end, RE2::UNANCHORED, groups, 3);) {
          const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
          const auto verdict = static_cast<std::size_t>(groups[2].data() - text_.data());
          at = verdict + groups[2].size();
          const Span circumstance = view_.folded.original(start, start + groups[1].size());
          const Span weight = view_.folded.original(verdict, at);
          const Span sentence = sentence_around(view_.text, weight);
          if (contains(view_.quote(sentence), {"辩", "意见", "指控", "提出"})) continue;
          report("semantic", "checks/opposite", weight, circumstance,
                 fmt::format("“{}”的情节与“{}”的处罚方向相反。", view_.quote(circumstance),
                             view_.quote(weight)));
        }
      }
    }
  }

  void report(string_view kind, string_view check, Span place, Span other, std::string why) {
    if (told_already(findings_, place)) return;
    findings_.push_back(finding(kind, check, place, other, std::move(why)));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<const Party*> accused_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_accused(const CaseView& view) {
  if (!view.chinese() || view.structure.kind != segmenter::Kind::kZhCriminal ||
      view.structure.instance == "second" || view.structure.instance == "retrial")
    return {};
  return Accused(view).run();
}

}  // namespace proviso::tasks
