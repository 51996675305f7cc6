#include "tasks/mentions/case_number.h"

#include <re2/re2.h>

#include <string_view>

namespace proviso::tasks {

using std::string_view;

std::vector<CaseNumber> find_case_numbers(const Folded& folded) {
  static const RE2 pattern(
      "\\( ?((?:19|20)\\d\\d) ?\\) ?([^\\s()《》,。;:、“”×*]{1,40}?) ?(?:字 ?第|字|第)? ?"
      "(\\d{1,6}(?:-\\d{1,3})?) ?((?:之[一二三四五六七八九十]{1,3})?)号");
  static const RE2 act(
      "^ "
      "?[《]?(?:一审|二审|再审|终审|不予受理|驳回起诉)?((?:刑事附带民事|民事|刑事|行政赔偿|行政|"
      "执行|仲裁)?(?:一审|二审|再审|终审)?(?:判决|裁定|调解书|决定|裁决))");
  // 核准某法院…号维持第一审以某罪判处被告人某死刑的刑事裁定: the act stands at the end.
  static const RE2 upheld(
      "^ ?(?:维持|以|对|判处)[^。;\\n]{2,120}?的((?:刑事附带民事|民事|刑事)(?:判决|裁定))");
  static const RE2 court(
      "([^\\s,。;:、“”()《》不服因]{2,30}?法院) ?(?:于[^,。;()]{0,30})?(?:作出的?)? ?$");
  std::vector<CaseNumber> numbers;
  re2::StringPiece groups[5];
  std::size_t at = 0;
  const string_view text = folded.text;
  while (pattern.Match(folded.text, at, text.size(), RE2::UNANCHORED, groups, 5)) {
    const auto start = static_cast<std::size_t>(groups[0].data() - text.data());
    at = start + groups[0].size();
    if (groups[2].size() < 3) continue;
    CaseNumber each;
    each.start = start;
    each.end = at;
    each.span = folded.original(start, at);
    each.year = std::string(groups[1]);
    each.code = std::string(groups[2]);
    each.serial = std::string(groups[3]);
    each.printed = each.serial;
    each.serial.erase(0, std::min(each.serial.find_first_not_of('0'), each.serial.size() - 1));
    each.serial += std::string(groups[4]);
    re2::StringPiece word;
    if (RE2::PartialMatch(
            re2::StringPiece(text.data() + at, std::min<std::size_t>(60, text.size() - at)), act,
            &word))
      each.act = std::string(word);
    else if (RE2::PartialMatch(
                 re2::StringPiece(text.data() + at, std::min<std::size_t>(400, text.size() - at)),
                 upheld, &word))
      each.act = std::string(word);
    const std::size_t from = start > 150 ? start - 150 : 0;
    if (RE2::PartialMatch(re2::StringPiece(text.data() + from, start - from), court, &word))
      each.court = std::string(word);
    numbers.push_back(std::move(each));
  }
  return numbers;
}

}  // namespace proviso::tasks
