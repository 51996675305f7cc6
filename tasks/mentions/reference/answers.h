// Where the rules put what they resolve.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "tasks/mentions/reference.h"
#include "tasks/mentions/reference/page.h"

namespace proviso::tasks::reference {

class Answers {
 public:
  explicit Answers(const Page& page) : page_(page) {}

  // The words [start, end) of the folded text mean `refers`; nothing is kept where that is empty.
  void give(std::size_t start, std::size_t end, ReferenceKind kind,
            const std::vector<segmenter::Span>& refers, std::string_view rule) {
    if (refers.empty()) return;
    Reference reference;
    reference.span = page_.view.folded.original(start, end);
    reference.kind = kind;
    for (const segmenter::Span& each : refers)
      reference.refers.push_back(page_.view.folded.original(each.start, each.end));
    reference.rule = rule;
    found_.push_back(std::move(reference));
  }

  std::vector<Reference> take() { return std::move(found_); }

 private:
  const Page& page_;
  std::vector<Reference> found_;
};

}  // namespace proviso::tasks::reference
