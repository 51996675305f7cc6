#include "tasks/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "db/decisions.h"
#include "ingest/text/decode.h"
#include "tasks/ingest.h"

namespace proviso::tasks {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kIdLength = 16;

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [rest, end] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return rest == folder.end() || (std::next(rest) == folder.end() && rest->empty());
}

bool is_id(std::string_view id) {
  return id.size() >= kFewestTyped && id.size() <= kIdLength &&
         id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

enum class Said { kConfirm, kDismiss, kUndo, kNothing };

std::optional<Said> said(std::string_view word) {
  struct Word {
    std::string_view word;
    Said said;
  };
  static constexpr std::array<Word, 22> kWords{{
      {"", Said::kNothing},          {"open", Said::kNothing},    {"待核", Said::kNothing},
      {"confirmed", Said::kConfirm}, {"confirm", Said::kConfirm}, {"true", Said::kConfirm},
      {"属实", Said::kConfirm},      {"确认", Said::kConfirm},    {"是", Said::kConfirm},
      {"dismissed", Said::kDismiss}, {"dismiss", Said::kDismiss}, {"false", Said::kDismiss},
      {"误报", Said::kDismiss},      {"排除", Said::kDismiss},    {"不属实", Said::kDismiss},
      {"否", Said::kDismiss},        {"undo", Said::kUndo},       {"undone", Said::kUndo},
      {"撤销", Said::kUndo},         {"取消", Said::kUndo},       {"已确认", Said::kConfirm},
      {"已排除", Said::kDismiss},
  }};
  const std::string folded = lower(trimmed(word));
  const auto found = std::find_if(kWords.begin(), kWords.end(),
                                  [&](const Word& one) { return one.word == folded; });
  if (found == kWords.end()) return std::nullopt;
  return found->said;
}

[[noreturn]] void refuse(const fs::path& file, std::size_t line, const std::string& why) {
  throw InputError(
      fmt::format("{}:{}: {}; nothing of the file was recorded", file.string(), line, why));
}

// Cells of a table as RFC 4180 has them, and the line on which each row begins.
struct TableRow {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

std::vector<TableRow> table_rows(std::string_view text, char separator) {
  std::vector<TableRow> rows;
  TableRow row{1, {""}};
  std::size_t line = 1;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (quoted) {
      if (c != '"') {
        row.cells.back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        row.cells.back() += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"' && row.cells.back().empty()) {
      quoted = true;
    } else if (c == separator) {
      row.cells.emplace_back();
    } else if (c == '\n') {
      rows.push_back(std::exchange(row, TableRow{line, {""}}));
    } else {
      row.cells.back() += c;
    }
  }
  if (row.cells.size() > 1 || !row.cells[0].empty()) rows.push_back(std::move(row));
  return rows;
}

char separator_of(std::string_view heading) {
  char best = ',';
  for (const char one : {';', '\t'}) {
    if (std::count(heading.begin(), heading.end(), one) >
        std::count(heading.begin(), heading.end(), best))
      best = one;
  }
  return best;
}

void add_wish(std::vector<ReviewWish>& wishes, const fs::path& file, std::size_t line,
              const std::string& id, const std::string& verdict, const std::string& note) {
  const auto what = said(verdict);
  if (!what) {
    refuse(file, line,
           fmt::format("'{}' is no verdict; say confirmed, dismissed or undo (属实, 误报, 撤销)",
                       trimmed(verdict)));
  }
  if (*what == Said::kNothing) return;
  const std::string plain = lower(trimmed(id));
  if (!is_id(plain)) {
    const bool mangled = plain.find("e+") != std::string::npos;
    refuse(file, line,
           fmt::format("'{}' is no id of a finding{}", plain,
                       mangled ? ": a spreadsheet took it for a number; open the file with that "
                                 "column as text"
                               : ""));
  }
  std::optional<db::Verdict> decided;
  if (*what == Said::kConfirm) decided = db::Verdict::kConfirmed;
  if (*what == Said::kDismiss) decided = db::Verdict::kDismissed;
  wishes.push_back({plain, decided, trimmed(note)});
}

std::vector<ReviewWish> wishes_of_json(const fs::path& file, std::string_view text) {
  std::vector<ReviewWish> wishes;
  std::size_t line = 0;
  while (!text.empty()) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(row.size() + 1, text.size()));
    ++line;
    if (trimmed(row).empty()) continue;
    try {
      const Json record = Json::parse(row);
      const std::string verdict = record.contains("verdict")
                                      ? record.at("verdict").get<std::string>()
                                      : record.at("status").get<std::string>();
      add_wish(wishes, file, line, record.at("id").get<std::string>(), verdict,
               record.value("note", ""));
    } catch (const Json::exception& error) {
      refuse(file, line, error.what());
    }
  }
  return wishes;
}

std::vector<ReviewWish> wishes_of_table(const fs::path& file, std::string_view text) {
  const auto rows = table_rows(text, separator_of(text.substr(0, text.find('\n'))));
  if (rows.empty()) refuse(file, 1, "empty: one line for each finding is expected");
  const auto column = [&](std::string_view name) {
    const auto& heading = rows[0].cells;
    const auto found = std::find_if(heading.begin(), heading.end(), [&](const std::string& cell) {
      return lower(trimmed(cell)) == name;
    });
    return static_cast<std::size_t>(found - heading.begin());
  };
  const std::size_t width = rows[0].cells.size(), id = column("id"), note = column("note");
  const std::size_t verdict = column("verdict") < width ? column("verdict") : column("status");
  if (id >= width || verdict >= width) {
    refuse(file, rows[0].line, "the heading must name the columns id and verdict (or status)");
  }
  std::vector<ReviewWish> wishes;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto cell = [&](std::size_t at) {
      return at < rows[i].cells.size() ? rows[i].cells[at] : std::string();
    };
    if (trimmed(cell(id)).empty() && trimmed(cell(verdict)).empty()) continue;
    add_wish(wishes, file, rows[i].line, cell(id), cell(verdict), cell(note));
  }
  return wishes;
}

// The findings of the present that a flag of an earlier run is.
void add_descendants(db::Database& database, const db::StoredFlag& old,
                     std::vector<Reviewable>& present) {
  std::vector<db::Flag> flags;
  for (const Reviewable& one : present) flags.push_back(one.flag);
  if (flags.empty()) return;
  db::apply_decisions({db::remember(old.flag, database.text(old.document), {})},
                      database.text(present[0].document), flags);
  std::vector<Reviewable> kept;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i].decision) kept.push_back(std::move(present[i]));
  }
  present = std::move(kept);
}

void add_once(std::vector<Reviewable>& all, Reviewable one) {
  const bool there = std::any_of(all.begin(), all.end(), [&](const Reviewable& other) {
    return other.document == one.document && other.flag.id == one.flag.id;
  });
  if (!there) all.push_back(std::move(one));
}

// All present findings that `id` may mean.
std::vector<Reviewable> meant_by(db::Database& database, const std::string& id) {
  std::vector<Reviewable> exact, earlier;
  for (const db::StoredFlag& stored : database.flags_with_id(id)) {
    const std::array<db::Selected, 1> latest{database.latest(stored.document)};
    std::vector<Reviewable> present = findings_of(database, latest);
    bool found = false;
    for (const Reviewable& one : present) {
      if (!one.flag.id.starts_with(id)) continue;
      found = true;
      add_once(exact, one);
    }
    if (found) continue;
    add_descendants(database, stored, present);
    for (Reviewable& one : present) add_once(earlier, std::move(one));
  }
  return exact.empty() ? earlier : exact;
}

}  // namespace

std::vector<db::Selected> documents_at(db::Database& database, std::span<const fs::path> paths) {
  std::vector<db::Selected> all = database.select({});
  if (paths.empty()) return all;
  std::vector<fs::path> wanted;
  for (const fs::path& path : paths) wanted.push_back(fs::absolute(path).lexically_normal());
  std::vector<bool> met(wanted.size());
  std::vector<db::Selected> chosen;
  for (const db::Selected& one : all) {
    bool keep = false;
    std::vector<std::string> lies = database.paths(one.document);
    lies.push_back(database.summary(one.document).path);
    for (const std::string& path : lies) {
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!lies_in(fs::absolute(path).lexically_normal(), wanted[i])) continue;
        met[i] = true;
        keep = true;
      }
    }
    if (keep) chosen.push_back(one);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (met[i]) continue;
    throw InputError(
        fmt::format("the database holds no document at {}; read it with 'proviso analyze {}'",
                    paths[i].string(), paths[i].string()));
  }
  return chosen;
}

std::vector<Reviewable> findings_of(db::Database& database,
                                    std::span<const db::Selected> documents) {
  std::vector<Reviewable> out;
  for (const db::Selected& one : documents) {
    if (!one.run) continue;
    auto analysis = database.analysis(*one.run, one.document);
    if (!analysis || analysis->flags.empty()) continue;
    const db::DocumentSummary summary = database.summary(one.document);
    for (db::Flag& flag : analysis->flags)
      out.push_back({one.document, summary.path, summary.sha256, std::move(flag)});
  }
  return out;
}

std::size_t short_id_length(std::span<const Reviewable> flags) {
  std::vector<std::string_view> ids;
  for (const Reviewable& one : flags) ids.emplace_back(one.flag.id);
  std::sort(ids.begin(), ids.end());
  std::size_t length = kShortestId;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    while (length < kIdLength && ids[i] != ids[i - 1] &&
           ids[i].substr(0, length) == ids[i - 1].substr(0, length))
      ++length;
  }
  return length;
}

std::vector<ReviewWish> read_wishes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{} cannot be read; check the path", file.string()));
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const std::string text = ingest::decode(bytes).text;
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos)
    throw InputError(fmt::format("{} is empty: no verdicts in it", file.string()));
  return text[first] == '{' ? wishes_of_json(file, text) : wishes_of_table(file, text);
}

Resolved resolve(db::Database& database, std::span<const ReviewWish> wishes) {
  Resolved out;
  for (const ReviewWish& wish : wishes) {
    const std::string id = lower(trimmed(wish.id));
    if (!is_id(id)) {
      out.problems.push_back({wish.id, fmt::format("an id is {} to {} of the digits 0-9 and a-f",
                                                   kFewestTyped, kIdLength)});
      continue;
    }
    std::vector<Reviewable> meant = meant_by(database, id);
    if (meant.size() == 1) {
      out.wishes.push_back({wish, std::move(meant[0])});
    } else if (meant.empty()) {
      const bool known = !database.flags_with_id(id).empty();
      out.problems.push_back(
          {wish.id, known ? "this finding is no longer made in the latest version of its document"
                          : "there is no such finding; 'proviso review' lists them"});
    } else {
      std::string which;
      for (const Reviewable& one : meant) which += (which.empty() ? "" : ", ") + one.flag.id;
      out.problems.push_back({wish.id, "more than one finding begins so: " + which});
    }
  }
  return out;
}

std::vector<Reviewable> decide(db::Database& database, std::span<const ResolvedWish> wishes,
                               const std::string& by) {
  std::vector<Reviewable> changed;
  for (const ResolvedWish& one : wishes) {
    // An earlier wish of the same call may have decided it.
    Reviewable now = one.target;
    const std::array<db::Selected, 1> selected{database.latest(now.document)};
    for (Reviewable& present : findings_of(database, selected)) {
      if (present.flag.id == now.flag.id) now = std::move(present);
    }
    database.decide(now.document, now.flag, one.wish.verdict, by, one.wish.note);
    now.flag.decision.reset();
    if (one.wish.verdict) {
      now.flag.decision = db::Decision{*one.wish.verdict, one.wish.note, by, "", now.flag.id};
    }
    changed.push_back(std::move(now));
  }
  return changed;
}

}  // namespace proviso::tasks
