#include "tasks/learning/planting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "ingest/find.h"
#include "ingest/reader.h"
#include "segmenter/segmenter.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/prepared.h"
#include "tasks/learning/pseudonymise.h"
#include "tasks/plant/plant.h"

namespace proviso::tasks {
namespace {

using std::string_view;

struct Source {
  std::string origin, stem, text;
};

bool is_corpus(const std::string& path) {
  return path.ends_with(".jsonl") || path.ends_with(".jsonl.zst");
}

std::vector<Source> read_sources(const PlantingOptions& options, PlantingReport& report) {
  std::vector<Source> sources;
  for (const std::string& path : options.paths) {
    if (is_corpus(path)) {
      const std::string name = std::filesystem::path(path).filename().string();
      read_documents(path, [&](std::string text, std::size_t line) {
        sources.push_back({fmt::format("{}:{}", name, line),
                           fmt::format("{}-{:05}", name.substr(0, name.find('.')), line),
                           std::move(text)});
      });
      continue;
    }
    const std::vector<std::filesystem::path> one{path};
    const ingest::Found found = ingest::find_documents(one);
    if (!found.missing.empty())
      throw CorpusError(fmt::format("{}: no such file or folder", found.missing[0].string()));
    for (const std::filesystem::path& file : found.documents) {
      ingest::Document document = ingest::read(file, {});
      if (document.status == ingest::DocumentStatus::kFailed) {
        ++report.failed;
        continue;
      }
      sources.push_back({file.string(), file.stem().string(), std::move(document.text)});
    }
  }
  if (options.limit > 0 && sources.size() > options.limit) {
    std::stable_sort(sources.begin(), sources.end(), [&](const Source& a, const Source& b) {
      return stable_hash(a.text, options.seed) < stable_hash(b.text, options.seed);
    });
    sources.resize(options.limit);
    std::stable_sort(sources.begin(), sources.end(),
                     [](const Source& a, const Source& b) { return a.origin < b.origin; });
  }
  return sources;
}

struct Copy {
  std::string name, kind, text;  // kind empty: the judgment as it is
  segmenter::Span quote, other;
};

// "contract" is either language's; "en_contract" and "zh_contract" are one's.
bool wanted(const segmenter::Structure& structure, const std::vector<std::string>& of) {
  const string_view kind = segmenter::name(structure.kind);
  const bool contract = structure.kind == segmenter::Kind::kContract;
  return std::any_of(of.begin(), of.end(), [&](const std::string& each) {
    return each == kind || (contract && each == structure.language + "_contract");
  });
}

std::vector<Copy> make_copies(const Source& source, const PlantingOptions& options) {
  if (options.longest > 0 && source.text.size() > options.longest) return {};
  const std::string text =
      options.keep_names ? source.text : pseudonymise(source.text, options.seed).text;
  const segmenter::Structure structure = segmenter::read_structure(text);
  if (!wanted(structure, options.of)) return {};
  std::vector<Copy> copies;
  std::set<std::string> seen{text};
  for (const std::string& kind : options.kinds)
    for (int n = 0, written = 0; n < 4 * options.per_document && written < options.per_document;
         ++n) {
      const auto seed = stable_hash(kind, options.seed + static_cast<std::uint64_t>(n));
      const auto planted = plant(text, structure, kind, stable_hash(text, seed));
      if (!planted) break;
      if (!seen.insert(planted->text).second) continue;
      copies.push_back({fmt::format("{}-{}-{}", source.stem, kind, ++written), planted->kind,
                        planted->text, planted->quote, planted->other});
    }
  for (const string_view kind :
       options.hard_negatives ? harmless_kinds() : std::span<const string_view>()) {
    const auto rewritten = rewrite(text, structure, kind,
                                   stable_hash(text, stable_hash(std::string(kind), options.seed)));
    if (!rewritten || !seen.insert(rewritten->text).second) continue;
    copies.push_back(
        {fmt::format("{}-harmless-{}", source.stem, kind), "", rewritten->text, {}, {}});
  }
  if (!copies.empty()) copies.insert(copies.begin(), {source.stem, "", text, {}, {}});
  return copies;
}

nlohmann::ordered_json quote_of(const std::string& text, segmenter::Span span) {
  return {{"text", text.substr(span.start, span.size())}, {"start", span.start}, {"end", span.end}};
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << '\n';
  out.close();
  if (!out) throw CorpusError(fmt::format("{}: cannot be written", file.string()));
}

}  // namespace

PlantingReport plant_errors(const PlantingOptions& asked, std::stop_token stop,
                            const std::function<void(std::size_t, std::size_t)>& progress) {
  PlantingOptions options = asked;
  const auto known = plant_kinds();
  if (options.kinds.empty()) options.kinds.assign(known.begin(), known.end());
  for (const std::string& kind : options.kinds)
    if (std::find(known.begin(), known.end(), kind) == known.end())
      throw CorpusError(fmt::format("no error of kind \"{}\" can be planted; known: {}", kind,
                                    fmt::join(known, ", ")));

  PlantingReport report;
  const std::vector<Source> sources = read_sources(options, report);
  std::filesystem::create_directories(options.out / "texts");
  std::ofstream labels(options.out / "LABELS.jsonl", std::ios::binary);
  if (!labels)
    throw CorpusError(
        fmt::format("{}: cannot be written", (options.out / "LABELS.jsonl").string()));

  // In blocks, so that the copies of a large corpus need not all be held in memory.
  constexpr std::size_t kBlock = 256;
  for (std::size_t first = 0; first < sources.size() && !stop.stop_requested(); first += kBlock) {
    const std::size_t n = std::min(kBlock, sources.size() - first);
    std::vector<std::vector<Copy>> copies(n);
    for_each_parallel(n, options.threads,
                      [&](std::size_t i) { copies[i] = make_copies(sources[first + i], options); });
    for (std::size_t i = 0; i < n; ++i) {
      ++(copies[i].empty() ? report.passed_over : report.judgments);
      for (const Copy& copy : copies[i]) {
        write_text(options.out / "texts" / (copy.name + ".txt"), copy.text);
        nlohmann::ordered_json record{{"document", "texts/" + copy.name + ".txt"},
                                      {"origin", sources[first + i].origin},
                                      {"flags", nlohmann::ordered_json::array()}};
        if (!copy.kind.empty()) {
          record["flags"].push_back(
              {{"kind", copy.kind},
               {"quote", quote_of(copy.text, copy.quote)},
               {"other_quote", copy.other.size() > 0 ? quote_of(copy.text, copy.other)
                                                     : nlohmann::ordered_json()}});
          ++report.planted[copy.kind];
        } else if (&copy != &copies[i].front()) {
          ++report.harmless;
        }
        labels << record.dump() << '\n';
      }
    }
    if (progress) progress(first + n, sources.size());
  }
  labels.close();
  if (!labels)
    throw CorpusError(
        fmt::format("{}: cannot be written", (options.out / "LABELS.jsonl").string()));
  return report;
}

}  // namespace proviso::tasks
