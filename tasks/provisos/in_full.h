// What a proviso quotes, filled up so that a person can read it by itself: the spans are as short
// as the labelling guide wants them. Pure.
#pragma once

#include <string>
#include <string_view>

#include "segmenter/structure.h"

namespace proviso::tasks {

// The rule with its subject where its words begin with the verb: "The Tenant … shall not sublet".
// What stands between is left out, so marked.
std::string rule_in_full(std::string_view text, segmenter::Span limits, segmenter::Span trigger);

// The trigger with the words between it and the scope where those hold a verb of their own:
// "Nothing in this Lease limits", "does not apply to". The trigger alone elsewhere.
std::string connector_in_full(std::string_view text, segmenter::Span trigger,
                              segmenter::Span scope);

// The cases that a list behind the proviso names: 但有下列情形的除外：（一）…. Empty where no list
// follows its scope or trigger.
std::string listed_cases(std::string_view text, segmenter::Span trigger, segmenter::Span scope);

}  // namespace proviso::tasks
