// Where an English judgment says what follows: its order, or else its conclusion.
#pragma once

#include "tasks/checks/case_view.h"

namespace proviso::tasks::english {

// The order: from its heading to the end of the text, or, where a tribunal puts its judgment
// first, all before the reasons; empty where none is known.
segmenter::Span order_of(const CaseView& view);

// The order, or where there is none the last section that concludes, to its end; empty where
// neither is known.
segmenter::Span conclusion_of(const CaseView& view);

}  // namespace proviso::tasks::english
