// Rows of fields as JSON Lines or CSV.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace proviso::tasks {

// Takes rows one at a time, each an object whose fields stand in the order of the table.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void write(nlohmann::ordered_json row) = 0;
};

// One object a line; "schema_version" comes first. `out` must outlive the writer.
std::unique_ptr<RowWriter> json_lines_writer(std::ostream& out);

// UTF-8 with BOM, RFC 4180 (CRLF, quotes where needed), the header at once. `columns` name the
// fields in order; "a.b" is field b of object a and its heading "a_b". Lists are JSON, null is
// empty. Strings that begin with = + - @, their wide forms, tab, CR or LF get a leading apostrophe,
// since spreadsheets run them as formulas.
std::unique_ptr<RowWriter> csv_writer(std::ostream& out, std::vector<std::string> columns);

}  // namespace proviso::tasks
