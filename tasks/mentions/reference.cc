#include "tasks/mentions/reference.h"

#include <algorithm>
#include <array>

#include "tasks/mentions/reference/answers.h"
#include "tasks/mentions/reference/kinds.h"
#include "tasks/mentions/reference/page.h"

namespace proviso::tasks {

std::string_view name(ReferenceKind kind) {
  static constexpr std::array<std::string_view, 5> kNames = {"role", "alias", "pronoun",
                                                             "demonstrative", "chain"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Reference> resolve_references(const CaseView& view) {
  if (!view.chinese()) return {};
  const reference::Page page(view);
  reference::Answers answers(page);
  reference::resolve_roles(page, answers);
  reference::resolve_aliases(page, answers);
  reference::resolve_pronouns(page, answers);
  reference::resolve_demonstratives(page, answers);
  reference::resolve_chains(page, answers);
  auto found = answers.take();
  std::stable_sort(found.begin(), found.end(), [](const Reference& a, const Reference& b) {
    return a.span.start < b.span.start;
  });
  return found;
}

}  // namespace proviso::tasks
