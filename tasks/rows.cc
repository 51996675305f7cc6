#include "tasks/rows.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace proviso::tasks {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

std::string dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class JsonLines : public RowWriter {
 public:
  explicit JsonLines(std::ostream& out) : out_(out) {}
  void write(Json row) override {
    Json line{{"schema_version", kSchemaVersion}};
    for (auto& [key, value] : row.items()) line[key] = std::move(value);
    out_ << dump(line) << '\n';
  }

 private:
  std::ostream& out_;
};

std::string neutralised(const std::string& text) {
  // The wide forms count for spreadsheets set to Chinese or Japanese (OWASP, "CSV Injection").
  static constexpr std::array<std::string_view, 11> kFormula{"=",  "+",  "-",  "@",  "\t", "\r",
                                                             "\n", "＝", "＋", "－", "＠"};
  const bool runs = std::any_of(kFormula.begin(), kFormula.end(),
                                [&](std::string_view sign) { return text.starts_with(sign); });
  return runs ? "'" + text : text;
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string result = "\"";
  for (const char c : cell) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  return quoted(value.is_string() ? neutralised(value.get<std::string>()) : dump(value));
}

class Csv : public RowWriter {
 public:
  Csv(std::ostream& out, std::vector<std::string> columns)
      : out_(out), columns_(std::move(columns)) {
    out_ << "\xEF\xBB\xBF"
         << "schema_version";
    for (std::string heading : columns_) {
      std::replace(heading.begin(), heading.end(), '.', '_');
      out_ << ',' << heading;
    }
    out_ << "\r\n";
  }
  void write(Json row) override {
    out_ << kSchemaVersion;
    for (const std::string& column : columns_) out_ << ',' << cell(field(row, column));
    out_ << "\r\n";
  }

 private:
  static Json field(const Json& row, const std::string& column) {
    const std::size_t dot = column.find('.');
    if (dot == std::string::npos) return row.at(column);
    const Json& object = row.at(column.substr(0, dot));
    return object.is_null() ? Json() : object.at(column.substr(dot + 1));
  }

  std::ostream& out_;
  std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<RowWriter> json_lines_writer(std::ostream& out) {
  return std::make_unique<JsonLines>(out);
}

std::unique_ptr<RowWriter> csv_writer(std::ostream& out, std::vector<std::string> columns) {
  return std::make_unique<Csv>(out, std::move(columns));
}

}  // namespace proviso::tasks
