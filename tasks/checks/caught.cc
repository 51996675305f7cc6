#include "tasks/checks/caught.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

class Caught {
 public:
  explicit Caught(const CaseView& view) : view_(view) {}

  std::vector<Finding> run() {
    for (const auto& party : view_.structure.parties) {
      const bool accused =
          std::any_of(party.roles.begin(), party.roles.end(),
                      [](const std::string& role) { return role.find("被告人") != role.npos; });
      if (!accused || party.name.empty()) continue;
      const auto taken = said_of(party.name, Tag::kReasoning, words("was_caught"));
      const auto came = said_of(party.name, Tag::kFacts, words("gave_himself_up"));
      if (taken && came && !said_of(party.name, Tag::kFacts, words("was_caught"))) {
        return {
            finding("semantic", "checks/opposite", *taken, *came,
                    fmt::format("事实部分认定“{}”系自动投案，理由部分却称其被抓获。", party.name))};
      }
      const auto surrendered = said_of(party.name, Tag::kReasoning, words("gave_himself_up"));
      if (!surrendered || came_himself(party.name)) continue;
      const auto caught = said_of(party.name, Tag::kFacts, words("was_caught"));
      if (!caught) continue;
      return {
          finding("semantic", "checks/opposite", *surrendered, *caught,
                  fmt::format("事实部分认定“{}”系被抓获，理由部分却认定其自动投案。", party.name))};
    }
    return {};
  }

 private:
  // The first clause of such a section that says one of the words of the person and nothing else.
  std::optional<Span> said_of(string_view name, Tag tag, std::span<const string_view> list) const {
    for (const Span& part : view_.spans(tag)) {
      const string_view said = view_.quote(part);
      // Up to full stops alone: 花某系从犯；犯罪后自动投案.
      for (std::size_t at = 0; at < said.size();) {
        const std::size_t end = std::min({said.find("。", at), said.find('\n', at), said.size()});
        if (const auto found = in_sentence({part.start + at, part.start + end}, name, list))
          return found;
        at = end + (end < said.size() ? code_point_bytes(said[end]) : 1);
      }
    }
    return std::nullopt;
  }

  std::optional<Span> in_sentence(Span sentence, string_view name,
                                  std::span<const string_view> list) const {
    const string_view said = view_.quote(sentence);
    if (has_word(said, words("no_way_to_come"))) return std::nullopt;
    for (const string_view word : list) {
      const std::size_t at = said.find(word);
      // 将被抓获的参赌人员放走: others were caught.
      if (at == said.npos || said.substr(at + word.size()).starts_with("的") ||
          (last_named(said.substr(0, at)) != name && !in_list(said.substr(0, at), name)))
        continue;
      return clause_around(view_.text, {sentence.start + at, sentence.start + at + word.size()});
    }
    return std::nullopt;
  }

  // 被告人韩某、孟某在出租屋内被抓获: of all whom the one list of the clause names.
  bool in_list(string_view lead, string_view name) const {
    std::size_t first = lead.npos;
    std::size_t last = 0;
    bool listed = false;
    for (const auto& each : view_.structure.parties) {
      if (each.name.empty()) continue;
      const std::size_t at = lead.find(each.name);
      if (at == lead.npos) continue;
      if (lead.find(each.name, at + 1) != lead.npos) return false;
      first = std::min(first, at);
      last = std::max(last, at + each.name.size());
      listed = listed || each.name == name;
    }
    if (!listed) return false;
    std::string list(lead.substr(first, last - first));
    for (const auto& each : view_.structure.parties) {
      const std::size_t at = each.name.empty() ? list.npos : list.find(each.name);
      if (at != list.npos) list.erase(at, each.name.size());
    }
    for (const string_view joint : {"、", "和", "及", "与", "被告人"})
      for (std::size_t at = list.find(joint); at != list.npos; at = list.find(joint))
        list.erase(at, joint.size());
    // Behind the list he alone is spoken of, in the same clause.
    return list.empty() && !contains(lead.substr(last), {"，", ","});
  }

  string_view last_named(string_view lead) const {
    string_view last;
    std::size_t best = 0;
    std::size_t named = 0;
    for (const auto& each : view_.structure.parties) {
      if (each.name.empty()) continue;
      const std::size_t at = lead.rfind(each.name);
      if (at == lead.npos) continue;
      ++named;
      const std::size_t end = at + each.name.size();
      if (begins_with_word(lead.substr(end), words("name_goes_on")) || end < best ||
          (end == best && each.name.size() < last.size()))
        continue;
      best = end;
      last = each.name;
    }
    // Of several in one sentence it is not said who did it.
    return named == 1 ? last : string_view();
  }

  // Whether anything but the reasons tells of his coming himself, or does not say who came.
  bool came_himself(string_view name) const {
    for (const segmenter::Section& section : view_.structure.sections) {
      if (section.tag == Tag::kReasoning || section.tag == Tag::kDisposition ||
          section.tag == Tag::kBasis || section.tag == Tag::kClaims ||
          section.tag == Tag::kDefence || section.tag == Tag::kAppendix)
        continue;
      const string_view said = view_.quote(section.span);
      for (std::size_t at = 0; at < said.size();) {
        std::size_t end = std::min({said.find("。", at), said.find("；", at), said.find('\n', at)});
        end = std::min(end, said.size());
        std::string sentence(said.substr(at, end - at));
        // 电动自行车 comes by itself nowhere.
        for (std::size_t i = sentence.find("自行车"); i != sentence.npos;
             i = sentence.find("自行车"))
          sentence.erase(i, string_view("自行车").size());
        if (has_word(sentence, words("came_himself"))) {
          const string_view who = last_named(sentence);
          if (who.empty() || who == name) return true;
        }
        at = end + 1;
      }
    }
    return false;
  }

  const CaseView& view_;
};

}  // namespace

std::vector<Finding> check_caught(const CaseView& view) {
  if (!view.chinese() || !contains(view.text, {"被告人"})) return {};
  return Caught(view).run();
}

}  // namespace proviso::tasks
