#include "tasks/checks/court_name.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/place.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

constexpr string_view kCourt = "人民法院";
constexpr std::size_t kLongestName = 60;  // bytes before 人民法院
constexpr std::size_t kPlace = 9;         // bytes of 苏州市

// A place of two characters and its ending inside a court's name; folded offset.
struct Town {
  std::size_t start = 0;
  string_view words;
  std::size_t court_end = 0;
};

class CourtNames {
 public:
  explicit CourtNames(const CaseView& view) : view_(view), text_(view.folded.text) {
    for (std::size_t at = text_.find(kCourt); at != text_.npos; at = text_.find(kCourt, at + 1))
      towns_of(at);
  }

  std::vector<Finding> run() {
    for (const Town& town : towns_) {
      if (count(text_, town.words) != 1 || !provinces_of(town.words).empty()) continue;
      if (const auto right = meant(town)) report(town, *right);
    }
    case_numbers();
    return std::move(findings_);
  }

 private:
  void towns_of(std::size_t court) {
    std::size_t start = court;
    while (start > 0 && court - start < kLongestName) {
      const std::size_t previous = previous_code_point(text_, start);
      if (start - previous != 3 || has_word(text_.substr(previous, 3), words("name_stops"))) break;
      start = previous;
    }
    for (std::size_t at = start + 6; at < court; at += 3) {
      // 江苏省苏州市: the two characters before 市 are a name of their own.
      const auto endings = words("place_ending");
      if (begins_with_word(text_.substr(at), endings) &&
          !has_word(text_.substr(at - 6, 6), endings))
        towns_.push_back({at - 6, text_.substr(at - 6, kPlace), court + kCourt.size()});
    }
  }

  // Where the document has the name that was meant.
  std::optional<std::size_t> meant(const Town& town) const {
    const std::string exchanged = std::string(town.words.substr(3, 3)) +
                                  std::string(town.words.substr(0, 3)) +
                                  std::string(town.words.substr(6));
    if (exchanged != town.words && contains(text_, {exchanged})) return text_.find(exchanged);
    return std::nullopt;
  }

  // 广东省…人民法院（2021）浙03民终…
  void case_numbers() {
    static const RE2 numbered(
        "(\\p{Han}{2,24}人民法院)(?:作出的?|于[^,。;\\n]{1,20}作出的?)?"
        "(\\((?:20)[0-9]{2}\\)([京津冀晋内辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川黔云藏陕甘青宁新])[0-"
        "9]{2,4}"
        "\\p{Han}{1,4}[0-9]+号)");
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[4];
    for (std::size_t at = 0; numbered.Match(whole, at, text_.size(), RE2::UNANCHORED, groups, 4);) {
      const auto start = static_cast<std::size_t>(groups[1].data() - text_.data());
      const auto number = static_cast<std::size_t>(groups[2].data() - text_.data());
      at = number;
      const string_view court(groups[1].data(), groups[1].size());
      const string_view of_number = words(string_view(groups[3].data(), groups[3].size())).front();
      const string_view of_court = province_in(court);
      if (of_court.empty() || of_court == of_number || has_word(court, words("special_court")))
        continue;
      const Span name = view_.folded.original(start, start + groups[1].size());
      findings_.push_back(
          finding("court", "checks/court_name", name,
                  view_.folded.original(number, number + groups[2].size()),
                  fmt::format("法院在{}，其案号却是{}法院的。", of_court, of_number)));
    }
  }

  // The last province that the name tells, or that of its prefecture.
  static string_view province_in(string_view court) {
    string_view province;
    for (std::size_t at = 0; at < court.size(); at += 3) {
      const string_view rest = court.substr(at);
      if (const string_view named = province_at(rest); !named.empty()) province = named;
      if (const auto prefecture = prefecture_at(rest); prefecture && province.empty())
        province = prefecture->province;
    }
    return province;
  }

  void report(const Town& town, std::size_t right) {
    const Span name = view_.folded.original(town.start, town.court_end);
    findings_.push_back(finding("court", "checks/court_name", name,
                                view_.folded.original(right, right + kPlace),
                                fmt::format("法院名称中的“{}”与“{}”不一致，疑似误写。", town.words,
                                            text_.substr(right, kPlace))));
  }

  const CaseView& view_;
  string_view text_;
  std::vector<Town> towns_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_court_name(const CaseView& view) {
  if (!view.chinese()) return {};
  return CourtNames(view).run();
}

}  // namespace proviso::tasks
