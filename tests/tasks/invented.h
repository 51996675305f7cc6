// Invented judgments for the tests of the checks: every name, number and place is made up.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// A judgment put together from its parts, with the structure a reader would find.
class Invented {
 public:
  Invented() {
    structure.kind = segmenter::Kind::kZhCivil;
    structure.instance = "first";
    structure.language = "zh";
  }

  Invented& part(segmenter::Tag tag, std::string_view words,
                 segmenter::Level level = segmenter::Level::kThis) {
    const std::size_t start = text.size();
    text += words;
    text += '\n';
    structure.sections.push_back({tag, level, {start, text.size()}, {}});
    return *this;
  }
  Invented& facts(std::string_view words) { return part(segmenter::Tag::kFacts, words); }
  Invented& reasoning(std::string_view words) { return part(segmenter::Tag::kReasoning, words); }
  Invented& costs(std::string_view words) { return part(segmenter::Tag::kCosts, words); }

  // One line and one item each.
  Invented& disposition(const std::vector<std::string_view>& lines) {
    return items(segmenter::ItemKind::kDisposition, segmenter::Tag::kDisposition, lines);
  }
  Invented& claims(const std::vector<std::string_view>& lines) {
    return items(segmenter::ItemKind::kClaim, segmenter::Tag::kClaims, lines);
  }

  // A line "原告：甲公司，…" each.
  Invented& head(
      const std::vector<std::pair<std::string_view, std::string_view>>& roles_and_names) {
    const std::size_t start = text.size();
    for (const auto& [role, name] : roles_and_names) {
      text += std::string(role) + "：";
      segmenter::Party party;
      party.name = name;
      party.roles = {std::string(role)};
      party.span = {text.size(), text.size() + name.size()};
      structure.parties.push_back(party);
      text += std::string(name) + "，住江海市。\n";
    }
    structure.sections.push_back(
        {segmenter::Tag::kParties, segmenter::Level::kThis, {start, text.size()}, {}});
    return *this;
  }

  std::string text;
  segmenter::Structure structure;

 private:
  Invented& items(segmenter::ItemKind kind, segmenter::Tag tag,
                  const std::vector<std::string_view>& lines) {
    const std::size_t start = text.size();
    for (const std::string_view line : lines) {
      segmenter::Item item;
      item.kind = kind;
      item.section = structure.sections.size();
      item.span = {text.size(), text.size() + line.size()};
      structure.items.push_back(item);
      text += line;
      text += '\n';
    }
    structure.sections.push_back({tag, segmenter::Level::kThis, {start, text.size()}, {}});
    return *this;
  }
};

inline Invented sale_judgment() {
  Invented judgment;
  judgment.head({{"原告", "江海市远帆机械有限公司"}, {"被告", "沈文柏"}})
      .claims({"1.判令被告支付货款186432.50元；", "2.判令被告支付违约金12000元。"})
      .facts(
          "经审理查明，2019年3月2日，原告与被告签订买卖合同，货款共计286432."
          "50元，被告已付100000元，尚欠186432.50元。")
      .reasoning(
          "本院认为，被告尚欠货款186432."
          "50元未付，原告要求被告支付货款的诉讼请求，本院予以支持。原告要求被告支付违约金12000元，"
          "符合合同约定，本院予以支持。")
      .disposition(
          {"一、被告沈文柏于本判决生效之日起十日内支付原告江海市远帆机械有限公司货款186432.50元；",
           "二、被告沈文柏于本判决生效之日起十日内支付原告江海市远帆机械有限公司违约金12000元；",
           "三、驳回原告江海市远帆机械有限公司的其他诉讼请求。"})
      .costs("案件受理费4268元，由被告沈文柏负担。");
  return judgment;
}

inline Invented judged(std::string_view facts, std::string_view reasoning, std::string_view order) {
  Invented judgment;
  judgment.facts(facts).reasoning(reasoning).disposition({order});
  return judgment;
}

}  // namespace proviso::tasks
