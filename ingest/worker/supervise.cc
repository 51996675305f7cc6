#include "ingest/worker/supervise.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ingest/layout/assemble.h"
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

Document read_pdf(int input, const ReadOptions& options, const std::stop_token& stop) {
  Document failed;
  failed.source_kind = "pdf";
  failed.status = DocumentStatus::kFailed;
  WorkerSettings settings{options.limits, options.ocr, 1};
  const auto program = options.worker.empty() ? worker_beside_program() : options.worker;
  std::vector<PageLines> pages;
  std::string note;
  int total = -1;
  for (int deaths = 0;;) {
    const ChildEnd end = run_child(
        program, settings, input,
        [&](PageLines&& page) {
          // A worker that counts wrong is not believed.
          if (page.page.number == settings.first_page) {
            pages.push_back(std::move(page));
            ++settings.first_page;
          }
        },
        stop);
    if (end.stopped) {
      failed.reason = "interrupted";
      return failed;
    }
    if (end.closed && !end.close.error.empty()) {
      failed.reason = end.close.error;
      return failed;
    }
    if (total < 0) total = end.pages;
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
  Document document = assemble(std::move(pages));
  conclude(document, note);
  if (total > options.limits.max_pages && document.status == DocumentStatus::kOk) {
    document.status = DocumentStatus::kPartial;
  }
  return document;
}

}  // namespace proviso::ingest
