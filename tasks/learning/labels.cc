#include "tasks/learning/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ingest/archive/listing.h"
#include "ingest/reader.h"
#include "segmenter/segmenter.h"
#include "tasks/learning/corpus.h"

namespace proviso::tasks {
namespace {

using Json = nlohmann::json;
using segmenter::Span;

std::string shortened(const std::string& text) {
  return text.size() <= 60 ? text : text.substr(0, 60) + "…";
}

std::vector<Span> occurrences(std::string_view text, const segmenter::Structure& structure,
                              const std::string& quote, const std::string& section) {
  std::vector<Span> found;
  for (std::size_t at = text.find(quote); at != std::string_view::npos;
       at = text.find(quote, at + 1)) {
    if (section.empty() ||
        segmenter::name(structure.sections[segmenter::section_at(structure, at)].tag) == section)
      found.push_back({at, at + quote.size()});
  }
  return found;
}

Span span_of_offsets(std::string_view text, const Json& quote) {
  const Span span{quote.at("start").get<std::size_t>(), quote.at("end").get<std::size_t>()};
  if (span.start >= span.end || span.end > text.size())
    throw CorpusError(fmt::format("quote [{}, {}) does not lie in the text of {} bytes", span.start,
                                  span.end, text.size()));
  const std::string written = quote.value("text", "");
  if (!written.empty() && text.substr(span.start, span.size()) != written)
    throw CorpusError(fmt::format("quote [{}, {}) is not \"{}\"; was the document changed?",
                                  span.start, span.end, shortened(written)));
  return span;
}

Span resolve(std::string_view text, const segmenter::Structure& structure, const Json& quote) {
  if (quote.is_object() && quote.contains("start")) return span_of_offsets(text, quote);
  const std::string written =
      quote.is_object() ? quote.value("text", "") : quote.get<std::string>();
  const std::string section = quote.is_object() ? quote.value("section", "") : "";
  const std::size_t occurrence = quote.is_object() ? quote.value("occurrence", std::size_t{0}) : 0;
  if (written.empty()) throw CorpusError("a quote is empty");
  if (!section.empty() && std::find(segmenter::kTagNames.begin(), segmenter::kTagNames.end(),
                                    section) == segmenter::kTagNames.end())
    throw CorpusError(fmt::format("unknown section \"{}\"", section));
  const std::vector<Span> found = occurrences(text, structure, written, section);
  if (found.empty() || occurrence > found.size())
    throw CorpusError(fmt::format(
        "quote \"{}\" not found{}", shortened(written),
        found.empty() ? "" : fmt::format(" {} times, but {}", occurrence, found.size())));
  if (occurrence > 0) return found[occurrence - 1];
  if (found.size() > 1)
    throw CorpusError(
        fmt::format("quote \"{}\" stands {} times; write {{\"text\": …, \"occurrence\": 1 … {}}}",
                    shortened(written), found.size(), found.size()));
  return found[0];
}

LabelledDocument read_line(const std::filesystem::path& file, const std::string& line,
                           std::size_t number) {
  LabelledDocument result;
  result.line = number;
  const Json record = Json::parse(line);
  result.path = file.parent_path() / record.at("document").get<std::string>();
  result.origin = record.value("origin", result.path.string());
  if (!std::filesystem::exists(result.path) && !ingest::member_path(result.path))
    throw CorpusError(fmt::format("{}: no such document", result.path.string()));
  ingest::Document document = ingest::read(result.path, {});
  if (document.status == ingest::DocumentStatus::kFailed)
    throw CorpusError(fmt::format("{}: {}", result.path.string(), document.reason));
  result.text = std::move(document.text);
  result.structure = segmenter::read_structure(result.text);
  for (const Json& flag : record.at("flags")) {
    LabelledFlag labelled;
    labelled.kind = flag.at("kind").get<std::string>();
    labelled.quote = resolve(result.text, result.structure, flag.at("quote"));
    if (flag.contains("other_quote") && !flag.at("other_quote").is_null())
      labelled.other = resolve(result.text, result.structure, flag.at("other_quote"));
    result.flags.push_back(std::move(labelled));
  }
  for (const Json& one : record.value("depends_on", Json::array())) {
    LabelledDependency dependency;
    dependency.disposition = resolve(result.text, result.structure, one.at("disposition"));
    for (const Json& fact : one.at("facts"))
      dependency.facts.push_back(resolve(result.text, result.structure, fact));
    result.depends_on.push_back(std::move(dependency));
  }
  return result;
}

}  // namespace

Span find_quote(std::string_view text, const segmenter::Structure& structure,
                std::string_view quote) {
  try {
    return resolve(text, structure, Json::parse(quote));
  } catch (const Json::exception& error) {
    throw CorpusError(error.what());
  }
}

std::vector<LabelledDocument> read_labels(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw CorpusError(fmt::format("{}: cannot be opened for reading", file.string()));
  std::vector<LabelledDocument> documents;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      documents.push_back(read_line(file, line, number));
    } catch (const Json::exception& error) {
      throw CorpusError(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    } catch (const CorpusError& error) {
      throw CorpusError(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
  }
  if (documents.empty()) throw CorpusError(fmt::format("{}: no labels in it", file.string()));
  return documents;
}

}  // namespace proviso::tasks
