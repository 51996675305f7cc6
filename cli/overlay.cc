#include "cli/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "cli/files.h"
#include "cli/kind_names.h"
#include "cli/messages.h"
#include "ingest/picture.h"
#include "ingest/reader.h"
#include "tasks/ingest.h"
#include "tasks/inspect/overlay.h"

namespace proviso::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kPagesBehind = 2;  // that running heads are known by their repetition

// Whatever stands there and is no PNG stays: it may be a document.
void write_png(const fs::path& file, const std::string& bytes) {
  std::error_code error;
  if (fs::exists(file, error) && fs::file_size(file, error) > 0) {
    std::array<char, 4> head{};
    std::ifstream(file, std::ios::binary).read(head.data(), head.size());
    if (std::string_view(head.data(), head.size()) != "\x89PNG") {
      throw CLI::ValidationError(
          "--png", fmt::format("{} is there and is no PNG; name another file", file.string()));
    }
  }
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << bytes;
  if (!out.flush()) {
    throw std::system_error(errno != 0 ? errno : ENOSPC, std::generic_category(),
                            fmt::format("{} cannot be written", file.string()));
  }
}

[[noreturn]] void refuse(const OverlayArguments& arguments, const std::string& why) {
  throw tasks::InputError(fmt::format("{}: {}", arguments.document.string(), why));
}

ingest::Document read(const OverlayArguments& arguments, const ingest::ReadOptions& options,
                      Context& context) {
  ingest::Document document = ingest::read(arguments.document, options, context.stop);
  if (document.status == ingest::DocumentStatus::kFailed) refuse(arguments, document.reason);
  const bool has_page = std::any_of(
      document.pages.begin(), document.pages.end(),
      [&](const ingest::Page& page) { return page.number == arguments.page && page.width > 0; });
  if (document.pages.empty() || document.pages.front().width <= 0)
    refuse(arguments, "this format has no pages");
  if (!has_page) {
    refuse(arguments,
           fmt::format("there is no page {}; it has {}", arguments.page, document.pages.size()));
  }
  return document;
}

void print_legend(const OverlayArguments& arguments, const ingest::Document& document,
                  Context& context) {
  const auto counts = tasks::count_sources(document, arguments.page);
  if (context.settings.json) {
    nlohmann::ordered_json row{{"schema_version", 1},
                               {"document", arguments.document.string()},
                               {"page", arguments.page},
                               {"png", arguments.png.string()},
                               {"lines", nlohmann::ordered_json::object()}};
    for (const tasks::SourceColour& one : tasks::source_colours())
      row["lines"][std::string(one.name)] = counts.at(static_cast<std::size_t>(one.source));
    context.out << row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                << '\n';
    return;
  }
  const tasks::Words words = words_in(context.language);
  context.out << fmt::format("{}\n", shown_path(arguments.png));
  for (const tasks::SourceColour& one : tasks::source_colours()) {
    const std::size_t count = counts.at(static_cast<std::size_t>(one.source));
    if (count == 0) continue;
    context.out << fmt::format(
        fmt::runtime(in(context.language, "  {}: {} ({} line(s))\n", "  {}：{}（{} 行）\n")),
        in(context.language, one.english, one.chinese), words.line_source(one.name), count);
  }
}

}  // namespace

int run_overlay(const OverlayArguments& arguments, Context& context) {
  ingest::ReadOptions options = ingest_options(context).read;
  options.ocr = arguments.ocr;
  options.limits.max_pages = std::min(options.limits.max_pages, arguments.page + kPagesBehind);
  const ingest::Document document = read(arguments, options, context);
  ingest::PictureWish wish;
  wish.pages = {arguments.page};
  wish.dpi = arguments.dpi;
  wish.png = true;
  wish.marks = tasks::overlay(document, arguments.page);
  const auto pictures =
      ingest::page_pictures(arguments.document, document.sha256, wish, options, context.stop);
  if (pictures.at(0).bytes.empty()) refuse(arguments, pictures[0].problem);
  write_png(arguments.png, pictures[0].bytes);
  print_legend(arguments, document, context);
  return kFine;
}

}  // namespace proviso::cli
