#include "segmenter/english/grammar.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "segmenter_data.h"

namespace proviso::segmenter::english {
namespace {

using Json = nlohmann::ordered_json;
using Definitions = std::vector<std::pair<std::string, std::string>>;

RE2::Options options() {
  RE2::Options out;
  out.set_log_errors(false);
  out.set_max_mem(std::int64_t{128} << 20);
  return out;
}

std::string expand(std::string pattern, const Definitions& definitions) {
  for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
    const std::string mark = "{{" + definition->first + "}}";
    for (std::size_t at; (at = pattern.find(mark)) != std::string::npos;) {
      pattern.replace(at, mark.size(), definition->second);
    }
  }
  if (pattern.find("{{") != std::string::npos) {
    throw std::runtime_error(fmt::format("undefined name in '{}'", pattern));
  }
  return pattern;
}

std::vector<std::string> patterns_of(const Json& json, const Definitions& definitions) {
  std::vector<std::string> out;
  if (json.is_string()) return {expand(json.get<std::string>(), definitions)};
  for (const auto& pattern : json) out.push_back(expand(pattern.get<std::string>(), definitions));
  return out;
}

std::unique_ptr<RE2> compile(const std::string& pattern) {
  auto out = std::make_unique<RE2>(pattern, options());
  if (!out->ok()) {
    throw std::runtime_error(fmt::format("pattern '{}': {}", pattern, out->error()));
  }
  return out;
}

template <typename Enum, std::size_t N>
Enum by_name(const std::array<std::string_view, N>& names, const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) throw std::runtime_error(fmt::format("unknown name '{}'", wanted));
  return static_cast<Enum>(found - names.begin());
}

Openings openings_of(const Json& entries, const Definitions& definitions, bool whole,
                     std::string_view where) {
  std::vector<Opening> openings;
  std::vector<std::string> patterns;
  for (const auto& entry : entries) {
    if (!where.empty() && entry.at("where") != where) continue;
    const Opening opening{by_name<Tag>(kTagNames, entry.at("tag")),
                          by_name<Level>(kLevelNames, entry.value("level", std::string("this"))),
                          entry.value("leads", false)};
    for (std::string& pattern : patterns_of(entry.at("patterns"), definitions)) {
      patterns.push_back(whole ? "(?i:" + pattern + ")" : std::move(pattern));
      openings.push_back(opening);
    }
  }
  return {std::move(openings), PatternSet(patterns, whole)};
}

std::vector<EvidenceGroup> evidence_of(const Json& groups, const Definitions& definitions) {
  using Group = EvidenceGroup;
  constexpr std::array<std::string_view, 3> kSides{"caption", "decision", "against"};
  constexpr std::array<std::string_view, 3> kWhere{"head", "any", "tail"};
  std::vector<Group> out;
  for (const auto& group : groups) {
    out.push_back({group.at("name"), by_name<Group::Side>(kSides, group.at("side")),
                   by_name<Group::Where>(kWhere, group.at("where")),
                   PatternSet(patterns_of(group.at("patterns"), definitions), false),
                   group.value("outweighed", false)});
  }
  return out;
}

FrontWords front_of(const Json& json, const Definitions& definitions) {
  FrontWords out;
  for (const std::string& p : patterns_of(json.at("court"), definitions)) {
    out.court.push_back(compile(p));
  }
  for (const std::string& p : patterns_of(json.at("number"), definitions)) {
    out.number.push_back(compile(p));
  }
  const auto one = [&](const char* key) {
    return compile(expand(json.at(key).get<std::string>(), definitions));
  };
  out.versus_roles = one("versus_roles");
  out.caption = one("caption");
  out.court_more = one("court_more");
  out.role_line = one("role_line");
  out.name_role = one("name_role");
  out.role_first = one("role_first");
  out.versus = one("versus");
  out.versus_inline = one("versus_inline");
  out.between = one("between");
  out.no_party = one("no_party");
  out.parties_end = one("parties_end");
  out.counsel = one("counsel");
  return out;
}

std::vector<LeadSpeaker> leads_of(const Json& entries, const Definitions& definitions) {
  std::vector<LeadSpeaker> out;
  for (const auto& entry : entries) {
    if (entry.at("where") != "lead") continue;
    for (const std::string& p : patterns_of(entry.at("patterns"), definitions)) {
      out.push_back(
          {{by_name<Tag>(kTagNames, entry.at("tag")), Level::kThis, entry.value("leads", false)},
           compile(p)});
    }
  }
  return out;
}

const Json& titles_of(const Json& groups) {
  for (const auto& group : groups) {
    if (group.at("name") == "title") return group.at("patterns");
  }
  throw std::runtime_error("no evidence group 'title'");
}

}  // namespace

PatternSet::PatternSet(const std::vector<std::string>& patterns, bool whole) {
  if (patterns.empty()) return;
  set_ = std::make_unique<RE2::Set>(options(), whole ? RE2::ANCHOR_BOTH : RE2::UNANCHORED);
  for (const std::string& pattern : patterns) {
    std::string error;
    if (set_->Add(pattern, &error) < 0) {
      throw std::runtime_error(fmt::format("pattern '{}': {}", pattern, error));
    }
  }
  if (!set_->Compile()) throw std::runtime_error("patterns too large: " + patterns.front());
}

std::optional<std::size_t> PatternSet::first(std::string_view words) const {
  if (!set_) return std::nullopt;
  std::vector<int> found;
  if (!set_->Match({words.data(), words.size()}, &found) || found.empty()) return std::nullopt;
  return static_cast<std::size_t>(*std::min_element(found.begin(), found.end()));
}

std::optional<Opening> Openings::find(std::string_view words) const {
  const std::optional<std::size_t> index = patterns.first(words);
  return index ? std::optional(openings[*index]) : std::nullopt;
}

Grammar parse_grammar(std::string_view text) {
  const Json json = Json::parse(text, nullptr, true, true);
  Definitions definitions;
  for (const auto& [name, pattern] : json.at("define").items()) {
    definitions.emplace_back(name, pattern.get<std::string>());
  }
  const Json& evidence = json.at("evidence");
  const Json& strasbourg = json.at("strasbourg");
  const auto set = [&](const Json& patterns) {
    return PatternSet(patterns_of(patterns, definitions), false);
  };
  return {evidence.at("caption_needed"),
          evidence.at("decision_needed"),
          evidence.at("decision_makes_up"),
          evidence.at("caption_outweighs"),
          evidence.at("decision_outweighs"),
          evidence_of(evidence.at("groups"), definitions),
          front_of(json.at("front"), definitions),
          openings_of(json.at("headings"), definitions, true, ""),
          compile(expand(strasbourg.at("court").get<std::string>(), definitions)),
          openings_of(strasbourg.at("headings"), definitions, true, ""),
          openings_of(json.at("voices"), definitions, false, ""),
          set(json.at("no_heading")),
          openings_of(json.at("speakers"), definitions, false, "line"),
          leads_of(json.at("speakers"), definitions),
          set(titles_of(evidence.at("groups"))),
          set(json.at("running")),
          set(json.at("syllabus")),
          set(json.at("note_rule")),
          set(json.at("order")),
          set(json.at("verdict")),
          compile(json.at("disposing").get<std::string>())};
}

const Grammar& grammar() {
  static const Grammar parsed = parse_grammar(data::en_judgment);
  return parsed;
}

}  // namespace proviso::segmenter::english
