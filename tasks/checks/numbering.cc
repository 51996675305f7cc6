#include "tasks/checks/numbering.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace proviso::tasks {
namespace {

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

// A number at the beginning of a line or behind a stop: 三、.
struct Mark {
  int number = 0;
  std::size_t start = 0;  // in the folded text
};

std::vector<Mark> marks_in(const CaseView& view, Span section) {
  static const RE2 pattern("(?:^|[\\n;:,) ]|。) *([一二三四五六七八九十]{1,3})、");
  const std::size_t begin = view.folded.folded(section.start);
  const std::size_t end = view.folded.folded(section.end);
  const std::string_view text = std::string_view(view.folded.text).substr(begin, end - begin);
  re2::StringPiece groups[2];
  std::vector<Mark> marks;
  std::size_t at = 0;
  while (pattern.Match(re2::StringPiece(text.data(), text.size()), at, text.size(), RE2::UNANCHORED,
                       groups, 2)) {
    const auto start = static_cast<std::size_t>(groups[1].data() - text.data());
    at = start + groups[1].size();
    marks.push_back({value_of({groups[1].data(), groups[1].size()}), begin + start});
  }
  return marks;
}

Span opening(const CaseView& view, std::size_t start) {
  constexpr std::size_t kShown = 60;  // bytes
  const string_view text = view.folded.text;
  std::size_t end = start;
  while (end < text.size() && end < start + kShown && text[end] != '\n' && text[end] != ';' &&
         !text.substr(end).starts_with("。")) {
    end += code_point_bytes(text[end]);
  }
  return view.folded.original(start, end);
}

// The number stands somewhere, glued to other words or with another mark.
bool set_badly(string_view words, const std::string& number) {
  for (const string_view mark : {"、", "，", ",", ".", "．", "："}) {
    if (words.find(number + std::string(mark)) != string_view::npos) return true;
  }
  return words.find("\n" + number) != string_view::npos;
}

}  // namespace

std::vector<Finding> check_numbering(const CaseView& view) {
  std::vector<Finding> findings;
  if (!view.chinese()) return findings;
  for (const segmenter::Section& section : view.structure.sections) {
    if (section.tag != segmenter::Tag::kDisposition || section.level != segmenter::Level::kThis)
      continue;
    // 维持第一项，即“一、…”: quoted orders keep their own numbers.
    static const RE2 quoted(
        "项[^。;；]{0,12}(?:即|“|:|：)|即[:：,，“]* "
        "?[一二三四五六七八九十]+、|“[一二三四五六七八九十]+、");
    const string_view words = view.quote(section.span);
    if (RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), quoted)) continue;
    const std::vector<Mark> marks = marks_in(view, section.span);
    // A second list begins with its own 一, a quoted one too: then nothing is sure.
    if (marks.size() < 2 || marks.front().number != 1) continue;
    const auto ones = std::count_if(marks.begin(), marks.end(),
                                    [](const Mark& mark) { return mark.number == 1; });
    if (ones > 1 && !(ones == 2 && marks[1].number == 1)) continue;
    for (std::size_t i = 1; i < marks.size(); ++i) {
      const int last = marks[i - 1].number;
      const int number = marks[i].number;
      if (number == last + 1) continue;
      if (number != last + 2 && number != last) break;  // no list of one kind
      const std::string missing = chinese(last + 1);
      if (number != last && set_badly(words, missing)) break;  // there, but badly set
      findings.push_back(finding("numbering", "checks/numbering", opening(view, marks[i].start),
                                 opening(view, marks[i - 1].start),
                                 number == last
                                     ? fmt::format("主文序号“{}”重复。", chinese(number))
                                     : fmt::format("主文序号从“{}”跳到“{}”，缺少“{}”。",
                                                   chinese(last), chinese(number), missing)));
      break;  // one slip shifts all that follow
    }
  }
  return findings;
}

}  // namespace proviso::tasks
