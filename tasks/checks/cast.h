// Who the parties of a judgment are: by its head, or where the head is missing by how the text
// calls them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/case_view.h"

namespace proviso::tasks {

struct CastMember {
  std::string words;               // folded
  std::vector<std::string> roles;  // empty where unknown
  segmenter::Span span;            // in the document, where the name is introduced
};

// `known` are all names and short names that are somebody's. `zones`: folded spans of this court's
// operative part and costs.
struct Cast {
  explicit Cast(const CaseView& view);

  bool knows(std::string_view name) const;
  // Members whose role holds the role word (被告).
  std::vector<const CastMember*> with_role(std::string_view word) const;
  static bool carries(const CastMember& member, std::string_view word);

  std::vector<CastMember> members;
  std::vector<std::string> known;
  std::vector<segmenter::Span> zones;
  bool from_head = false;

 private:
  void organisations_named(const CaseView& view);
  void by_usage(const CaseView& view);
};

// Whether the structure lists the parties of a head (names met elsewhere are met by chance).
bool has_head(const CaseView& view);

}  // namespace proviso::tasks
