// What words that point back point to: roles, short names, 其 and 双方, 该合同 and 上述事实, and
// the premise that a conclusion rests on.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/checks/case_view.h"

namespace proviso::tasks {

enum class ReferenceKind : std::uint8_t {
  kRole,           // 被上诉人, 二被告 without a name beside it: the parties' names
  kAlias,          // 远帆公司: the full name
  kPronoun,        // 其, 他, 双方, 二人
  kDemonstrative,  // 该合同, 该公司, 上述事实
  kChain,          // 综上, 因此, 故 in the reasons: the sentence that the conclusion rests on
};
std::string_view name(ReferenceKind kind);  // "role", "alias" …

struct Reference {
  segmenter::Span span;  // in the document: 其, 该公司
  ReferenceKind kind = ReferenceKind::kPronoun;
  // In the document, one for each thing meant (双方 mean two), never empty. A thing is given where
  // it is named last before the reference; of a short name and a role the first full name; of
  // what is told and of a conclusion the sentence, or the beginning of the reference's own.
  std::vector<segmenter::Span> refers;
  std::string_view rule;  // which rule decided: "speaker", "subject" …, for explanations
};

// All references of a Chinese judgment that a rule resolves, in order; none for documents in
// another language. Rules of salience: the role by the instance whose words it stands in, the
// subject of the clause before the other people in it, the nearest thing with the head noun. Time
// linear in the text.
std::vector<Reference> resolve_references(const CaseView& view);

}  // namespace proviso::tasks
