// Tables out of the database, as JSON Lines or CSV: the task of `proviso export`.
#pragma once

#include <ostream>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "db/database.h"

namespace proviso::tasks {

enum class ExportFormat { kJsonLines, kCsv };

struct ExportOptions {
  ExportFormat format = ExportFormat::kJsonLines;
  db::Selection selection;
  std::set<std::string> disabled;  // kinds of flags left out
  // Personal names of the parties, their representatives and aliases become "某" (Latin: "*") but
  // for the first character, in every string. Byte lengths stay, so that offsets still fit.
  bool mask = false;
  // labels: also documents in which nothing was found though all of them was read, as negatives.
  bool clean = false;
};

// What `labels` left out: documents with findings that nobody has decided (what is not labelled
// would be taught as right), and documents whose file is gone or has changed since it was read.
struct ExportOmissions {
  std::size_t undecided = 0, gone = 0;
};

// The tables there are: "documents", "pages", …; in the order of the help text.
std::span<const std::string_view> export_tables();

// Writes `table` (one of export_tables()) to `out`: rows by document path, then in document order;
// runs and drafts by number. One document is in memory at a time. JSON Lines: one object a line,
// "schema_version" first. CSV: the same fields, UTF-8 with BOM, CRLF; an object's fields become
// columns ("other_quote"), lists stay JSON; a cell that a spreadsheet would take for a formula gets
// a leading apostrophe. Stops quietly when `out` fails. `labels` are JSON Lines as
// learning/labels.h reads them: confirmed findings are its flags, dismissed ones stand beside them
// as "dismissed" and are negatives like all that is not labelled; it cannot be masked. Throws
// DbError.
ExportOmissions export_table(db::Database& database, std::string_view table,
                             const ExportOptions& options, std::ostream& out);

}  // namespace proviso::tasks
