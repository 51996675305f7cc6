// What a document was read with is known later, also of documents stored before it was kept.
#include "db/reading_settings.h"

#include <gtest/gtest.h>

#include "db/schema.h"
#include "tests/db/sample.h"

namespace proviso::db {
namespace {

// An older database with two documents, one of them with a page that OCR was kept from.
void fill_version_6(const std::filesystem::path& file) {
  Connection connection(file, Connection::Mode::kCreate);
  migrate(connection, migrations().first(6));
  connection.execute(
      "INSERT INTO runs VALUES (1, 'ingest', '[]', '0', 'r', NULL, '', '', NULL, 'done');"
      "INSERT INTO documents (id, sha256, source_kind, status, reason, text, kind, instance, "
      "language, court, case_number, segmented_by, lineage, run) VALUES "
      "(1, 'a', 'pdf', 'partial', '', '', '', '', '', '', '', '', 'a', 1), "
      "(2, 'b', 'pdf', 'ok', '', '', '', '', '', '', '', '', 'b', 1);"
      "INSERT INTO pages VALUES (1, 1, '1', 1, 1, 0, 'ocr', 'failed', 'needs OCR (a picture covers "
      "the page), which is switched off', 0), (2, 1, '1', 1, 1, 0, 'text', 'ok', '', 1);");
}

TEST(ReadingSettings, OfOlderDatabasesAreToldByTheirPages) {
  const TempFolder folder;
  fill_version_6(folder / "old.db");
  Database database = Database::open(folder / "old.db");
  EXPECT_FALSE(reading_settings(database.connection(), 1)->ocr);
  EXPECT_TRUE(reading_settings(database.connection(), 2)->ocr);
}

TEST(ReadingSettings, AreThoseOfTheLastReading) {
  const TempFolder folder;
  fill_version_6(folder / "old.db");
  Database database = Database::open(folder / "old.db");
  keep_reading_settings(database.connection(), 1, {.ocr = true});
  EXPECT_TRUE(reading_settings(database.connection(), 1)->ocr);
  database.connection().execute("UPDATE documents SET read_with = NULL WHERE id = 2");
  EXPECT_FALSE(reading_settings(database.connection(), 2));
}

}  // namespace
}  // namespace proviso::db
