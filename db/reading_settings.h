// What a document was read with: kept beside its pages, so that reading it again is only done when
// that would give more.
#pragma once

#include <optional>

#include "db/records.h"
#include "db/sqlite.h"

namespace proviso::db {

struct ReadingSettings {
  bool ocr = true;  // pages without a text layer that can be trusted were read by OCR
};

// To be called after store_document(), which leaves the settings of an earlier reading as they are.
void keep_reading_settings(const Connection& connection, DocumentId document,
                           const ReadingSettings& settings);

// nullopt: stored, and then nothing said of the settings: the process died in between.
std::optional<ReadingSettings> reading_settings(const Connection& connection, DocumentId document);

}  // namespace proviso::db
