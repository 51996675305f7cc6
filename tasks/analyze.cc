#include "tasks/analyze.h"

#include <algorithm>
#include <array>
#include <optional>

#include "db/analyses.h"
#include "db/provisos.h"
#include "tasks/checks/checks.h"
#include "tasks/provisos/records.h"
#include "tasks/reader_input.h"

namespace proviso::tasks {
namespace {

// Below this confidence of a line the characters themselves are in doubt.
constexpr float kDoubtfulConfidence = 0.8F;

// One document with everything the checks and the model look at.
struct Work {
  db::DocumentId id = 0;
  Analyzed result;
  ingest::Document document;
  segmenter::Structure structure;
  std::vector<segmenter::Segment> segments;
  std::optional<model::DocumentReading> reading;
};

Work load(db::Database& database, db::DocumentId id) {
  Work work;
  work.id = id;
  work.result.document = database.summary(id);
  if (work.result.document.status == ingest::DocumentStatus::kFailed) return work;
  work.document = database.document(id);
  work.structure = database.structure(id);
  work.segments = database.segments(id);
  return work;
}

void read_with_model(std::span<Work> batch, LoadedModel& loaded) {
  std::vector<model::DocumentInput> inputs;
  std::vector<Work*> readers;
  for (Work& work : batch) {
    if (work.segments.empty()) continue;
    inputs.push_back(reader_input(work.structure, work.segments, loaded.reader.card()));
    readers.push_back(&work);
  }
  if (inputs.empty()) return;
  auto readings = loaded.reader.read(inputs, {.losses = false});
  for (std::size_t i = 0; i < readers.size(); ++i) readers[i]->reading = std::move(readings[i]);
}

db::Place place(const Work& work, segmenter::Span span) {
  db::Place result;
  result.quote = work.document.text.substr(span.start, span.size());
  const auto& section = work.structure.sections[segmenter::section_at(work.structure, span.start)];
  result.section = segmenter::name(section.tag);
  result.level = segmenter::name(section.level);
  if (!work.segments.empty()) {
    result.segment = work.segments[segmenter::segment_at(work.segments, span.start)].index;
  }
  result.span = span;
  result.boxes = ingest::boxes(work.document, span.start, span.end);
  return result;
}

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      break;
  }
  return "note";
}

// How sure a scan's characters are: the worst of the lines that the places touch; 1 and `scanned`
// false where all of them come from text.
struct ReadFromScan {
  bool scanned = false;
  float confidence = 1;
};

ReadFromScan read_from_scan(const ingest::Document& document, const Finding& finding) {
  ReadFromScan result;
  const auto look = [&](segmenter::Span place) {
    for (const ingest::Line& line : document.lines) {
      if (line.start == ingest::kNowhere || line.start >= place.end || line.end <= place.start ||
          line.source == ingest::TextSource::kText)
        continue;
      result.scanned = true;
      const bool read_two_ways = (line.flags & ingest::kLowTrust) != 0;
      result.confidence = std::min(
          result.confidence, read_two_ways ? std::min(line.confidence, 0.5F) : line.confidence);
    }
  };
  look(finding.place);
  if (finding.other) look(*finding.other);
  return result;
}

// Whether one character read wrong is enough to make such a contradiction: 吴斌 and 吴研, 2976 and
// 2916. What whole sentences say is not so easily changed.
bool rests_on_single_characters(std::string_view kind) {
  static constexpr std::array<std::string_view, 5> kWholeSentences{
      "outcome", "dropped_claim", "joint_liability", "semantic", "party_count"};
  return std::find(kWholeSentences.begin(), kWholeSentences.end(), kind) == kWholeSentences.end();
}

// A contradiction between characters that OCR may have misread is a reason to look, not an
// accusation. OCR's confidence in a line says little about a single character of it. What rests on
// whole sentences well read stays as grave as it is, but the page is to be looked at all the same.
void state_doubt(const Work& work, Finding& finding) {
  const auto [scanned, confidence] = read_from_scan(work.document, finding);
  const bool unsure = confidence < kDoubtfulConfidence;
  if (!scanned) return;
  if (unsure || rests_on_single_characters(finding.kind)) {
    if (finding.severity == Severity::kError) finding.severity = Severity::kWarning;
    finding.score = std::min(finding.score, static_cast<double>(confidence));
  }
  if (work.structure.language == "zh") {
    finding.explanation += unsure ? "（此处文字由扫描件识别，识别把握较低，请先核对原件。）"
                                  : "（此处文字由扫描件识别，请先核对原件。）";
  } else {
    finding.explanation +=
        unsure ? " (These characters come from a scan and were read with low confidence: look at "
                 "the page first.)"
               : " (These characters come from a scan: look at the page first.)";
  }
}

db::Flag to_flag(const Work& work, Finding finding) {
  state_doubt(work, finding);
  db::Flag flag;
  flag.kind = finding.kind;
  flag.severity = name(finding.severity);
  flag.score = finding.score;
  flag.check = finding.check;
  flag.explanation = finding.explanation;
  flag.place = place(work, finding.place);
  if (finding.other) flag.other = place(work, *finding.other);
  return flag;
}

std::vector<db::SegmentScore> scores(const model::DocumentReading& reading) {
  std::vector<db::SegmentScore> result;
  for (std::size_t s = 0; s < reading.segments.size(); ++s) {
    const model::SegmentReading& read = reading.segments[s];
    db::SegmentScore score;
    score.segment = static_cast<std::uint32_t>(s);
    for (const float probability : read.probability)
      score.score = std::max(score.score, static_cast<double>(probability));
    for (const auto& [segment, weight] : read.depends_on) {
      score.depends_on.push_back({segment, static_cast<double>(weight)});
    }
    result.push_back(std::move(score));
  }
  return result;
}

void find(Work& work, const LoadedModel* loaded, const AnalyzeOptions& options) {
  db::Analysis& analysis = work.result.analysis;
  if (work.result.document.status == ingest::DocumentStatus::kFailed) return;
  for (const std::string_view check : check_names(work.structure.kind))
    analysis.checks.emplace_back(check);
  analysis.segments = static_cast<std::int64_t>(work.segments.size());

  auto findings = run_checks(work.document.text, work.structure);
  if (work.reading) {
    analysis.segments_read = analysis.segments;
    analysis.scores = scores(*work.reading);
    findings = merge_findings(
        std::move(findings),
        model_findings(work.document.text, work.structure, work.segments, *work.reading,
                       loaded->reader.card(), loaded->calibration, options.strictness));
  }
  for (Finding& finding : findings) analysis.flags.push_back(to_flag(work, std::move(finding)));
}

// Takes out flags of kinds that this run leaves out, but none that a person has decided about: a
// review is not lost because the next run looks for less.
void leave_out(db::Analysis& analysis, const std::vector<std::string>& disabled) {
  std::erase_if(analysis.flags, [&](const db::Flag& flag) {
    return !flag.decision &&
           std::find(disabled.begin(), disabled.end(), flag.kind) != disabled.end();
  });
}

db::Analysis store(db::Database& database, db::RunId run, db::DocumentId id, db::Analysis analysis,
                   const std::vector<std::string>& disabled) {
  if (!disabled.empty()) {
    analysis.flags = db::with_decisions(database, id, std::move(analysis.flags));
    leave_out(analysis, disabled);
  }
  return database.store_analysis(run, id, std::move(analysis));
}

// Provisos that an earlier run stored, under `run` too.
void keep_provisos(db::Database& database, db::RunId run, db::DocumentId document,
                   ProvisoModel* model) {
  std::optional<std::vector<db::ProvisoRecord>> kept;
  if (const auto earlier = db::latest_proviso_run(database, document)) {
    kept = db::provisos(database, *earlier, document);
  }
  if (kept) {
    db::store_provisos(database, run, document, *kept);
  } else {
    store_provisos_of(database, run, document, model);
  }
}

// What a run that was interrupted found in all of `ids`, stored under `run` too; empty when one of
// them is missing. Documents that the model reads side by side are taken together, since their
// scores depend on each other in the last digits.
std::vector<Analyzed> left_by_unfinished_run(db::Database& database, db::RunId run,
                                             std::span<const db::DocumentId> ids,
                                             const std::vector<std::string>& disabled,
                                             ProvisoModel* provisos) {
  std::vector<Analyzed> results;
  for (const db::DocumentId id : ids) {
    std::optional<db::Analysis> analysis = database.left_by_unfinished_run(run, id);
    if (!analysis) return {};
    results.push_back({database.summary(id), std::move(*analysis)});
  }
  for (Analyzed& one : results) {
    keep_provisos(database, run, one.document.id, provisos);
    one.analysis = store(database, run, one.document.id, std::move(one.analysis), disabled);
  }
  return results;
}

}  // namespace

bool Analyzed::full_coverage() const {
  return read_by_checks() && analysis.segments > 0 && analysis.segments_read == analysis.segments;
}

bool Analyzed::read_by_checks() const {
  return document.status == ingest::DocumentStatus::kOk && document.pages > 0 &&
         document.pages_doubtful == 0 && document.pages_failed == 0 && !analysis.checks.empty();
}

std::vector<Analyzed> analyze(db::Database& database, db::RunId run,
                              std::span<const db::DocumentId> documents, LoadedModel* loaded,
                              const AnalyzeOptions& options,
                              const std::function<void(std::size_t)>& done, std::stop_token stop) {
  std::vector<Analyzed> results;
  const std::size_t lanes = std::max<std::size_t>(options.lanes, 1);
  for (std::size_t first = 0; first < documents.size() && !stop.stop_requested(); first += lanes) {
    const auto ids = documents.subspan(first, std::min(lanes, documents.size() - first));
    if (auto left = left_by_unfinished_run(database, run, ids, options.disabled, options.provisos);
        !left.empty()) {
      for (Analyzed& one : left) results.push_back(std::move(one));
      if (done) done(results.size());
      continue;
    }
    std::vector<Work> batch;
    for (const db::DocumentId id : ids) batch.push_back(load(database, id));
    if (loaded != nullptr) read_with_model(batch, *loaded);
    for (Work& work : batch) {
      find(work, loaded, options);
      if (work.result.document.status != ingest::DocumentStatus::kFailed) {
        // Before the analysis, which says that the document is done.
        db::store_provisos(database, run, work.id,
                           provisos_of(work.document, work.structure, options.provisos));
        work.result.analysis =
            store(database, run, work.id, std::move(work.result.analysis), options.disabled);
      }
      results.push_back(std::move(work.result));
      if (done) done(results.size());
    }
  }
  return results;
}

}  // namespace proviso::tasks
