#include "tasks/checks/numbering.h"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <string_view>

namespace proviso::tasks {
namespace {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Span;
using std::string_view;

int value_of(string_view number) {
  if (number.empty()) return 0;
  const std::optional<Exact> value =
      number[0] >= '0' && number[0] <= '9' ? Exact::parse(number) : chinese_value(number);
  return value && value->is_whole() && *value < Exact(100) ? std::stoi(value->str(0)) : 0;
}

std::string chinese(int number) {
  constexpr string_view kDigits[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
  std::string words;
  if (number >= 20) words += kDigits[number / 10];
  if (number >= 10) words += "十";
  return words + std::string(kDigits[number % 10]);
}

Span opening(const CaseView& view, const Item& item) {
  constexpr std::size_t kShown = 60;  // bytes
  Span span = item.span;
  if (span.size() <= kShown) return span;
  span.end = span.start + kShown;
  while (span.end > span.start &&
         (static_cast<unsigned char>(view.text[span.end]) & 0xC0U) == 0x80U)
    --span.end;
  return span;
}

}  // namespace

std::vector<Finding> check_numbering(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  const Item* previous = nullptr;
  for (const Item& item : view.structure.items) {
    if (item.kind != ItemKind::kDisposition && item.kind != ItemKind::kClaim) continue;
    if (item.parent != segmenter::kNone || item.section == segmenter::kNone) continue;
    const segmenter::Section& section = view.structure.sections[item.section];
    if (section.level != segmenter::Level::kThis) continue;
    const int number = value_of(item.number);
    if (number == 0) {
      previous = nullptr;
      continue;
    }
    const Item* before = previous;
    previous = &item;
    if (before == nullptr || before->kind != item.kind || before->section != item.section) continue;
    const bool digits = item.number[0] >= '0' && item.number[0] <= '9';
    if (digits != (before->number[0] >= '0' && before->number[0] <= '9')) continue;
    const int last = value_of(before->number);
    const bool gap = number == last + 2;
    const bool repeat = number == last;
    if (!gap && !repeat) continue;
    const std::string missing = digits ? std::to_string(last + 1) : chinese(last + 1);
    if (view.quote(section.span).find(missing + (digits ? "." : "、")) != string_view::npos ||
        view.quote(section.span).find(missing + (digits ? "、" : ".")) != string_view::npos ||
        view.quote(section.span).find(missing + "．") != string_view::npos ||
        view.quote(section.span).find(missing + "，") != string_view::npos)
      continue;
    // A second list of the same kind within one section ends with its own last number.
    findings.push_back(finding(
        "numbering", "checks/numbering", opening(view, item), opening(view, *before),
        gap ? fmt::format("序号从“{}”跳到“{}”，缺少“{}”。", before->number, item.number, missing)
            : fmt::format("序号“{}”重复。", item.number)));
  }
  return findings;
}

}  // namespace proviso::tasks
