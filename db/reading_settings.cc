#include "db/reading_settings.h"

#include <nlohmann/json.hpp>

namespace proviso::db {

void keep_reading_settings(const Connection& connection, DocumentId document,
                           const ReadingSettings& settings) {
  Statement(connection, "UPDATE documents SET read_with = ? WHERE id = ?")
      .bind(nlohmann::json{{"ocr", settings.ocr}}.dump(), document)
      .run();
}

std::optional<ReadingSettings> reading_settings(const Connection& connection, DocumentId document) {
  Statement row(connection, "SELECT read_with FROM documents WHERE id = ?");
  row.bind(document);
  if (!row.step() || row.is_null(0)) return std::nullopt;
  const auto settings = nlohmann::json::parse(row.text(0), nullptr, false);
  if (!settings.is_object() || !settings.contains("ocr") || !settings["ocr"].is_boolean()) {
    return std::nullopt;
  }
  return ReadingSettings{settings["ocr"].get<bool>()};
}

}  // namespace proviso::db
