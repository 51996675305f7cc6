// Why each page was read the way it was, in plain words.
#pragma once

#include <filesystem>

#include "cli/command.h"
#include "ingest/document.h"

namespace proviso::cli {

// Prints for each page of `document` on `context.out` what was chosen (text layer, OCR, both), why,
// which fonts lied about their characters, and how many lines were kept out of the text for which
// reason. With --json one JSON object a page. In the user's language.
void explain(Context& context, const std::filesystem::path& path, const ingest::Document& document);

}  // namespace proviso::cli
