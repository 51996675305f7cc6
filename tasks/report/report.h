// One HTML file about documents and what was found in them: the task of `proviso report`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "db/database.h"
#include "ingest/reader.h"
#include "tasks/inspect/words.h"

namespace proviso::tasks {

struct ReportOptions {
  Words words{Words::Language::kEnglish};
  std::string program, database;  // what the foot of the page names
  bool dismissed = false;         // show what was dismissed too; else it is counted
  enum class Text : std::uint8_t { kAll, kFlagged, kNone };
  Text text = Text::kAll;          // of which documents the text is given
  std::size_t most_pictures = 60;  // of pages with findings, over all documents; 0: none
  double dpi = 110;
  bool mask = false;  // names of persons as `export --mask` does; then no pictures
  // Reasons of pages and documents in the reader's language.
  std::function<std::string(std::string_view)> message;
  ingest::ReadOptions read;
};

struct ReportCount {
  std::size_t documents = 0, open = 0, confirmed = 0, dismissed = 0;
  std::size_t pictures = 0, pages_without = 0;  // with findings, for want of a picture or the cap
};

// Writes the page about `documents`, in their order, to `out`. It needs nothing else: style and
// script are in it, pictures of pages are data, and its policy (Content-Security-Policy) lets the
// browser load nothing and run no script but its own, known by its hash. All text is escaped. One
// document is in memory at a time. The same database gives the same bytes. `done` is called with
// the number of documents finished. Throws DbError, ingest::Error.
ReportCount write_report(db::Database& database, std::span<const db::Selected> documents,
                         const ReportOptions& options, std::ostream& out,
                         const std::function<void(std::size_t)>& done = {},
                         std::stop_token stop = {});

}  // namespace proviso::tasks
