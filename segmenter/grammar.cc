#include "segmenter/grammar.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "segmenter_data.h"

namespace proviso::segmenter {
namespace {

using Json = nlohmann::ordered_json;

template <typename Enum, std::size_t N>
std::optional<Enum> by_name(const std::array<std::string_view, N>& names, std::string_view wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

template <typename Enum, std::size_t N>
Enum required(const std::array<std::string_view, N>& names, std::string_view wanted) {
  const auto found = by_name<Enum>(names, wanted);
  if (!found) throw std::runtime_error(fmt::format("unknown name '{}'", wanted));
  return *found;
}

Condition parse_condition(std::string_view words) {
  Condition out;
  if (words.starts_with('!')) {
    out.forbid = true;
    words.remove_prefix(1);
  }
  const std::size_t colon = words.find(':');
  const std::string_view tag = words.substr(0, colon);
  if (tag == "start") {
    out.start = true;
  } else if (!tag.empty()) {
    out.tag = required<Tag>(kTagNames, tag);
  }
  if (colon == std::string_view::npos) return out;
  const std::string_view level = words.substr(colon + 1);
  out.on = level == "lower" ? Condition::On::kLower : Condition::On::kExactly;
  if (out.on == Condition::On::kExactly) out.level = required<Level>(kLevelNames, level);
  return out;
}

std::unique_ptr<RE2> compile(const std::string& pattern, const Definitions& definitions) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(std::int64_t{64} << 20);
  auto compiled = std::make_unique<RE2>(expand(pattern, definitions), options);
  if (!compiled->ok()) throw std::runtime_error(compiled->error());
  if (compiled->NumberOfCapturingGroups() >= kMaxGroups)
    throw std::runtime_error("too many groups");
  return compiled;
}

void name_groups(Rule& rule) {
  for (const auto& [group, name] : rule.pattern->CapturingGroupNames()) {
    if (name == "at") {
      rule.at_group = group;
    } else if (name == "then") {
      rule.then_group = group;
    } else {
      rule.subjects.emplace_back(group, name.substr(0, name.find_first_of("0123456789")));
    }
  }
}

Rule parse_rule(const Json& json, const Definitions& definitions) {
  Rule rule;
  const std::string tag = json.at("tag");
  rule.same = tag == "same";
  if (!rule.same) rule.tag = required<Tag>(kTagNames, tag);
  const std::string level = json.at("level");
  rule.level_by = level == "keep"      ? RuleLevel::kKeep
                  : level == "subject" ? RuleLevel::kSubject
                                       : RuleLevel::kFixed;
  if (rule.level_by == RuleLevel::kFixed) rule.level = required<Level>(kLevelNames, level);
  constexpr std::array<std::string_view, 4> kWhere{"heading", "opener", "sentence", "lead-in"};
  rule.where = required<Where>(kWhere, json.at("where").get<std::string>());
  if (json.contains("then")) rule.then = required<Tag>(kTagNames, json["then"].get<std::string>());
  for (const auto& words : json.value("after", Json::array())) {
    rule.after.push_back(parse_condition(words.get<std::string>()));
  }
  for (const auto& kind : json.value("kinds", Json::array())) {
    rule.kinds.push_back(required<Kind>(kKindNames, kind.get<std::string>()));
  }
  rule.instances = json.value("instances", std::vector<std::string>{});
  rule.titled = json.value("titled", false);
  rule.absorbs = json.value("absorbs", false);
  rule.once = json.value("once", false);
  rule.pattern = compile(json.at("pattern"), definitions);
  if (json.contains("gate")) rule.gate = compile(json["gate"], definitions);
  name_groups(rule);
  return rule;
}

}  // namespace

std::string expand(std::string pattern, const Definitions& definitions) {
  for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
    const std::string mark = "{{" + definition->first + "}}";
    for (std::size_t at; (at = pattern.find(mark)) != std::string::npos;) {
      pattern.replace(at, mark.size(), definition->second);
    }
  }
  if (pattern.find("{{") != std::string::npos) throw std::runtime_error("undefined {{name}}");
  return pattern;
}

bool Condition::holds(const Place& place) const {
  if (start) return place.start;
  if (place.start || (tag && *tag != place.tag)) return false;
  if (on == On::kLower) return place.level != Level::kThis;
  return on == On::kAny || place.level == level;
}

bool Rule::applies(Kind kind, std::string_view instance) const {
  const bool kind_fits =
      kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  return kind_fits && (instances.empty() ||
                       std::find(instances.begin(), instances.end(), instance) != instances.end());
}

bool Rule::follows(const Place& place) const {
  bool wanted = false, allowed = false;
  for (const Condition& condition : after) {
    const bool holds = condition.holds(place);
    if (condition.forbid && holds) return false;
    wanted = wanted || !condition.forbid;
    allowed = allowed || (!condition.forbid && holds);
  }
  return allowed || !wanted;
}

Grammar parse_grammar(std::string_view text) {
  const Json json = Json::parse(text, nullptr, true, true);
  Grammar grammar;
  Definitions& definitions = grammar.definitions;
  for (const auto& [name, pattern] : json.at("define").items()) {
    definitions.emplace_back(name, pattern.get<std::string>());
  }
  for (const auto& rule : json.at("rules")) {
    try {
      grammar.rules.push_back(parse_rule(rule, definitions));
    } catch (const std::exception& error) {
      throw std::runtime_error(
          fmt::format("grammar rule {} ({}): {}", grammar.rules.size(), rule.dump(), error.what()));
    }
  }
  return grammar;
}

const Grammar& zh_judgment_grammar() {
  static const Grammar grammar = parse_grammar(data::zh_judgment);
  return grammar;
}

}  // namespace proviso::segmenter
