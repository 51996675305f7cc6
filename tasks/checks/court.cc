#include "tasks/checks/court.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/words.h"
#include "tasks/mentions/place.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

enum class Rank { kUnknown, kBasic, kIntermediate, kHigh };

bool special(string_view court) {
  return has_word(court, words("special_court"));
}

Rank rank(string_view court) {
  if (special(court)) return Rank::kUnknown;
  if (court.ends_with("高级人民法院")) return Rank::kHigh;
  if (court.ends_with("中级人民法院")) return Rank::kIntermediate;
  if (court.ends_with("最高人民法院")) return Rank::kUnknown;
  if (ends_with_word(court, words("basic_court"))) return Rank::kBasic;
  return Rank::kUnknown;
}

// Province and prefecture that a court's name tells.
struct Seat {
  string_view province, prefecture;
};
Seat seat_of(string_view court) {
  Seat seat;
  seat.province = province_at(court);
  if (court.starts_with(seat.province)) court.remove_prefix(seat.province.size());
  if (const auto prefecture = prefecture_at(court)) {
    seat.prefecture = prefecture->name;
    if (seat.province.empty()) seat.province = prefecture->province;
  }
  return seat;
}

}  // namespace

std::vector<Finding> check_court(const CaseView& view) {
  std::vector<Finding> findings;
  using segmenter::Kind;
  if (!view.chinese() || view.structure.court.empty()) return findings;
  // Administrative cases are tried across districts: the court above may sit in another prefecture.
  const bool administrative = view.structure.kind == Kind::kZhAdministrative;
  if (view.structure.kind != Kind::kZhCivil && view.structure.kind != Kind::kZhCriminal &&
      !administrative)
    return findings;
  static const RE2 pattern(
      "(?:上诉于|直接向|通过本院向|上诉至) ?([^\\s,。;:、“”()《》]{4,40}?人民法院)");
  const std::string own = fold(view.structure.court).text;
  const Rank own_rank = rank(own);
  if (own_rank != Rank::kBasic && own_rank != Rank::kIntermediate) return findings;
  re2::StringPiece groups[2];
  std::size_t at = 0;
  while (pattern.Match(view.folded.text, at, view.folded.text.size(), RE2::UNANCHORED, groups, 2)) {
    const auto start = static_cast<std::size_t>(groups[1].data() - view.folded.text.data());
    at = start + groups[1].size();
    const Span span = view.folded.original(start, at);
    const Tag tag = view.section(span.start).tag;
    if (!view.this_level(span.start) ||
        (tag != Tag::kNotice && tag != Tag::kCosts && tag != Tag::kDisposition))
      continue;
    const string_view above(groups[1].data(), groups[1].size());
    const Rank its_rank = rank(above);
    if (its_rank == Rank::kUnknown) continue;
    const std::size_t title = view.text.find(view.structure.court);
    const Span heading =
        title == string_view::npos ? Span{0, 0} : Span{title, title + view.structure.court.size()};
    std::string why;
    if (above == own) {
      why = "上诉法院就是本院。";
    } else if (own_rank == Rank::kBasic && its_rank != Rank::kIntermediate) {
      why = "基层人民法院的上一级是中级人民法院。";
    } else if (own_rank == Rank::kIntermediate && its_rank != Rank::kHigh) {
      why = "中级人民法院的上一级是高级人民法院。";
    } else {
      const Seat here = seat_of(own);
      const Seat there = seat_of(above);
      if (!here.province.empty() && !there.province.empty() && here.province != there.province)
        why = fmt::format("本院在{}，上诉法院在{}。", here.province, there.province);
      else if (!administrative && own_rank == Rank::kBasic && !here.prefecture.empty() &&
               !there.prefecture.empty() && here.prefecture != there.prefecture)
        why = fmt::format("本院属{}，上诉法院在{}。", here.prefecture, there.prefecture);
    }
    if (why.empty()) continue;
    findings.push_back(finding("court", "checks/court", span, heading,
                               fmt::format("“{}”不是本院的上一级法院：{}", view.quote(span), why)));
  }
  return findings;
}

}  // namespace proviso::tasks
