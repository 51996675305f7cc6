// Why a finding is one, in the language of whoever reads it.
#pragma once

#include <string>
#include <string_view>

namespace proviso::tasks {

// Findings are explained in their document's language, and so they are stored: the same document
// gives the same rows, whoever runs the program. Where a person reads them (tables, reports), this
// gives `explanation` in `language` ("zh" or "en", as Structure::language). What it quotes stays as
// it is. A sentence that the table tasks/explanations.txt lacks, or that is in `language` already,
// comes back unchanged. Thread-safe.
std::string explanation_in(std::string_view language, std::string_view explanation);

}  // namespace proviso::tasks
