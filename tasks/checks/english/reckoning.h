// What the checks of a judgment's own arithmetic share: its figures, and how a wrong one is told.
#pragma once

#include <string>
#include <vector>

#include "tasks/checks/contract/figured_text.h"

namespace proviso::tasks::english {

// A pattern: at most so many characters of one sentence, days and counts among them, but no sum and
// no share.
std::string words_up_to(int count);

// One judgment, read once. Reading is all that it does; what is wrong gathers in findings_.
class Reckoning {
 public:
  explicit Reckoning(const CaseView& view);
  Reckoning(const Reckoning&) = delete;
  Reckoning& operator=(const Reckoning&) = delete;

 protected:
  const contract::Marked& figure(const contract::FiguredText::Match& match,
                                 std::size_t group) const {
    return text_.figure(match, group);
  }
  std::string shown(const contract::Marked& figure) const;
  // Words that make a figure rough, or another than the plain result: about, with interest.
  bool rough(segmenter::Span marked) const;
  // So much for each of several things, so much a month: no sum by itself.
  bool a_rate(const contract::Marked& figure) const;
  // Whether one digit, or two neighbours exchanged, makes one of the other.
  static bool slip(const Exact& a, const Exact& b, int significant = 3);
  // Tells that `printed` should be `right` by `how` ("11 × £900"), unless it is or is a rate.
  void wrong(const contract::Marked& printed, segmenter::Span from, const Exact& right,
             const std::string& how);
  void tell(std::string_view kind, segmenter::Span place, segmenter::Span other, std::string why);

  contract::ContractView judgment_;
  contract::FiguredText text_;
  std::vector<Finding> findings_;
};

}  // namespace proviso::tasks::english
