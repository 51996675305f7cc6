// The labels file of teach_provisos.h.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ingest/reader.h"
#include "segmenter/segmenter.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/labels.h"
#include "tasks/learning/teach_provisos.h"

namespace proviso::tasks {
namespace {

using Json = nlohmann::json;
using segmenter::Span;

Span span_of(const ProvisoText& text, const Json& given) {
  if (given.is_null()) return {};
  if (!given.is_array()) return find_quote(text.text, text.structure, given.dump());
  const Span span{given.at(0).get<std::size_t>(), given.at(1).get<std::size_t>()};
  if (span.start > span.end || span.end > text.text.size())
    throw CorpusError(
        fmt::format("{} is no span of a text of {} bytes", given.dump(), text.text.size()));
  return span;
}

std::vector<Proviso> provisos_of(const ProvisoText& text, const Json& rows) {
  std::vector<Proviso> provisos;
  for (const Json& row : rows) {
    Proviso proviso;
    proviso.trigger = span_of(text, row.at("trigger"));
    proviso.scope = span_of(text, row.at("scope"));
    proviso.limits = span_of(text, row.at("limits"));
    const std::string kind = row.at("kind");
    const auto at = std::find(kProvisoKindNames.begin(), kProvisoKindNames.end(), kind);
    if (at == kProvisoKindNames.end())
      throw CorpusError(fmt::format("no kind of proviso is called {}", kind));
    proviso.kind = static_cast<ProvisoKind>(at - kProvisoKindNames.begin());
    provisos.push_back(proviso);
  }
  order_and_nest(provisos);
  return provisos;
}

ProvisoText text_of(const std::filesystem::path& file, const std::string& line,
                    std::size_t number) {
  const Json row = Json::parse(line);
  ProvisoText text;
  if (row.contains("text")) {
    text.text = row.at("text").get<std::string>();
    text.origin = row.value("origin", fmt::format("{}", number));
  } else {
    const std::filesystem::path path = file.parent_path() / row.at("document").get<std::string>();
    text.origin = row.value("origin", path.string());
    if (!std::filesystem::exists(path))
      throw CorpusError(fmt::format("{}: no such document", path.string()));
    ingest::Document document = ingest::read(path, {});
    if (document.status == ingest::DocumentStatus::kFailed)
      throw CorpusError(fmt::format("{}: {}", path.string(), document.reason));
    text.text = std::move(document.text);
  }
  text.set = row.value("set", std::string());
  if (row.contains("section")) {
    const auto name = row.at("section").get<std::string>();
    const auto structure = one_section(name, text.text.size());
    if (!structure) throw CorpusError(fmt::format("no section is called {}", name));
    text.structure = *structure;
  } else {
    text.structure = segmenter::read_structure(text.text);
  }
  for (const Json& range : row.value("within", Json::array()))
    text.within.push_back(span_of(text, range));
  if (!row.contains("within")) text.within.push_back({0, text.text.size()});
  text.labels = provisos_of(text, row.at("provisos"));
  text.rules = row.contains("rules") ? provisos_of(text, row.at("rules"))
                                     : find_provisos(text.text, text.structure);
  text.rules_unseen = row.value("rules_unseen", row.contains("rules"));
  return text;
}

}  // namespace

std::vector<ProvisoText> read_proviso_texts(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw CorpusError(fmt::format("{}: cannot be opened for reading", file.string()));
  std::vector<ProvisoText> texts;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      texts.push_back(text_of(file, line, number));
    } catch (const Json::exception& error) {
      throw CorpusError(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    } catch (const CorpusError& error) {
      throw CorpusError(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
  }
  if (texts.empty()) throw CorpusError(fmt::format("{}: no labels in it", file.string()));
  return texts;
}

}  // namespace proviso::tasks
