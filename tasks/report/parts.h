// The parts of the report's page. Each writes HTML; all text is escaped.
#pragma once

#include <map>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "db/database.h"
#include "ingest/document.h"
#include "tasks/analyze.h"
#include "tasks/flag_evidence.h"
#include "tasks/inspect/inspect.h"
#include "tasks/report/report.h"

namespace proviso::tasks {

// A document as the overview sees it.
struct Reported {
  Analyzed analyzed;          // with the flags that are shown
  bool has_run = false;       // it was analysed
  std::size_t dismissed = 0;  // not shown
  std::string path;           // masked where asked for
  std::vector<db::Run> runs;  // the run, or none
};

// The page a place begins on; 0 for flowing text.
int page_of(const db::Place& place);
// All pages with boxes of the flags, in order.
std::set<int> pages_of(const std::vector<db::Flag>& flags);

// The line that says how well a document was read: pages, doubt, checks, model.
std::string coverage(const Words& words, const Analyzed& analyzed);

void write_head(std::ostream& out, const ReportOptions& options, const std::string& report_id);
void write_overview(std::ostream& out, const ReportOptions& options,
                    const std::vector<Reported>& documents);
void write_filter(std::ostream& out, const ReportOptions& options,
                  const std::vector<Reported>& documents);
void write_foot(std::ostream& out, const ReportOptions& options, bool capped);

// What a page looks like: an SVG group that others use by its id "p-PREFIX-PAGE".
struct PageImage {
  std::string content;  // <image …> or drawn text; empty where there is none
  std::string problem;  // then: why
  bool drawn = false;   // from the text, since this program cannot paint the format
};
using PageImages = std::map<int, PageImage>;

// Pictures of `pages`, at most `most`; the others get no entry.
PageImages page_images(const Reported& reported, const ingest::Document& document,
                       const std::set<int>& pages, std::size_t most, const ReportOptions& options,
                       const std::stop_token& stop);
void write_definitions(std::ostream& out, const PageImages& images, const std::string& prefix);
void write_gallery(std::ostream& out, const ReportOptions& options,
                   const ingest::Document& document, const std::vector<db::Flag>& flags,
                   const PageImages& images, const std::string& prefix);

// The part of the page on which the place stands, boxed; empty where there is no picture.
std::string cutting(const ReportOptions& options, const ingest::Document& document,
                    const db::Place& place, std::string_view side, const PageImages& images,
                    const std::string& prefix);

// One finding: both places side by side, with the cuttings of their pages, and below them what else
// it rests on, linked to the text.
void write_card(std::ostream& out, const ReportOptions& options, const Inspected& inspected,
                const db::Flag& flag,
                std::span<const FlagEvidence> evidence, const PageImages& images,
                const std::string& prefix, std::size_t id_length);

// The word by which a piece of evidence is known on the page: "e1" is the best.
std::string evidence_side(std::size_t rank);

}  // namespace proviso::tasks
