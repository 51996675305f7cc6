#include "ingest/worker/supervise.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ingest/layout/assemble.h"
#include "ingest/text/flow.h"
#include "ingest/worker/child.h"
#include "ingest/worker/protocol.h"

namespace proviso::ingest {
namespace {

constexpr int kMostDeaths = 3;

PageLines failed_page(int number, const std::string& reason) {
  PageLines lines;
  lines.page.number = number;
  lines.page.label = std::to_string(number);
  lines.page.status = PageStatus::kFailed;
  lines.page.reason = reason;
  lines.page.confidence = 0;
  return lines;
}

// Status and reason of a document from its pages.
void conclude(Document& document, const std::string& note) {
  const auto failed =
      std::count_if(document.pages.begin(), document.pages.end(),
                    [](const Page& page) { return page.status == PageStatus::kFailed; });
  document.reason = note.empty() && document.text.empty() ? "no text on any page" : note;
  if (failed == 0) return;
  const auto first =
      std::find_if(document.pages.begin(), document.pages.end(),
                   [](const Page& page) { return page.status == PageStatus::kFailed; });
  const bool all = failed == std::ssize(document.pages);
  document.status = all ? DocumentStatus::kFailed : DocumentStatus::kPartial;
  document.reason = all && failed == 1
                        ? first->reason
                        : fmt::format("{} of {} pages not read; page {}: {}", failed,
                                      document.pages.size(), first->number, first->reason);
}

}  // namespace

Document read_in_worker(int input, Format format, const ReadOptions& options, Workers& workers,
                        const std::stop_token& stop) {
  Document failed;
  failed.source_kind = format == Format::kPdf ? "pdf" : "";
  failed.status = DocumentStatus::kFailed;
  WorkerSettings settings;
  settings.limits = options.limits;
  settings.ocr = options.ocr;
  settings.format = format;
  settings.recall = options.cache != nullptr;
  std::vector<PageLines> pages;
  std::string note;
  int total = -1;
  bool flows = false;
  for (int deaths = 0;;) {
    const ChildEnd end = run_child(
        workers, settings, input,
        [&](Frame&& frame) {
          auto* page = std::get_if<PageLines>(&frame);
          // A worker that counts wrong is not believed.
          if (page != nullptr && page->page.number == settings.first_page) {
            pages.push_back(std::move(*page));
            ++settings.first_page;
          }
          return true;
        },
        options.cache, stop);
    if (end.stopped) {
      failed.reason = "interrupted";
      return failed;
    }
    if (end.closed && !end.close.error.empty()) {
      failed.reason = end.close.error;
      return failed;
    }
    if (total < 0 && end.pages >= 0) {
      total = end.pages;
      flows = end.flows;
      failed.source_kind = end.kind;
    }
    if (end.orphaned) continue;
    if (total < 0) {
      failed.reason = end.trouble;
      return failed;
    }
    if (end.closed) {
      note = end.close.note;
      break;
    }
    const int last = std::min(total, options.limits.max_pages);
    if (settings.first_page > last) break;  // it died behind the last page
    pages.push_back(failed_page(settings.first_page, end.trouble));
    ++settings.first_page;
    if (++deaths == kMostDeaths) {
      const std::string reason =
          fmt::format("not read: {} pages before it ended the worker", deaths);
      for (; settings.first_page <= last; ++settings.first_page) {
        pages.push_back(failed_page(settings.first_page, reason));
      }
    }
    if (settings.first_page > last) break;
  }
  if (total > options.limits.max_pages) {
    note = fmt::format("only the first {} of {} pages were read", options.limits.max_pages, total);
  }
  if (flows) {
    Flow flow = from_pieces(std::move(pages));
    flow.note = std::move(note);
    return to_document(std::move(flow), failed.source_kind);
  }
  Document document = assemble(std::move(pages));
  document.source_kind = failed.source_kind;
  conclude(document, note);
  if (total > options.limits.max_pages && document.status == DocumentStatus::kOk) {
    document.status = DocumentStatus::kPartial;
  }
  return document;
}

}  // namespace proviso::ingest
