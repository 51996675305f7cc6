#include "segmenter/grammar.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "segmenter/utf8.h"
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

bool allowed(const std::vector<Condition>& after, const Place& place) {
  bool wanted = false, found = false;
  for (const Condition& condition : after) {
    const bool holds = condition.holds(place);
    if (condition.forbid && holds) return false;
    wanted = wanted || !condition.forbid;
    found = found || (!condition.forbid && holds);
  }
  return found || !wanted;
}

// All places where the conditions hold.
std::bitset<kPlaces> places_of(const std::vector<Condition>& after) {
  std::bitset<kPlaces> out;
  out[Place{}.index()] = allowed(after, {});
  for (std::size_t tag = 0; tag < kTagNames.size(); ++tag) {
    for (std::size_t level = 0; level < kLevelNames.size(); ++level) {
      const Place place{false, static_cast<Tag>(tag), static_cast<Level>(level)};
      out[place.index()] = allowed(after, place);
    }
  }
  return out;
}

// Takes an opening "^[^…]{0,N}?" off the pattern where nothing but one sequence follows.
std::optional<Rule::Lead> take_lead(std::string& pattern) {
  static const RE2 opening("^\\^\\[\\^([^\\]\\\\-]*(?:\\\\n)?)\\]\\{0,(\\d+)\\}\\?");
  re2::StringPiece stops, rest(pattern);
  int most = 0;
  if (!RE2::Consume(&rest, opening, &stops, &most)) return std::nullopt;
  int depth = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '\\') {
      ++i;
    } else if (rest[i] == '[') {
      i = static_cast<std::size_t>(rest.find(']', i + 2));
    } else if (rest[i] == '(' || rest[i] == ')') {
      depth += rest[i] == '(' ? 1 : -1;
    } else if (rest[i] == '|' && depth == 0) {
      return std::nullopt;
    }
  }
  Rule::Lead lead;
  lead.most = static_cast<std::size_t>(most);
  std::string_view characters(stops.data(), stops.size());
  if (characters.ends_with("\\n")) {
    lead.stops += U'\n';
    characters.remove_suffix(2);
  }
  for (std::size_t at = 0; at < characters.size(); at = next(characters, at)) {
    lead.stops += code_point(characters, at);
  }
  pattern = std::string(rest.data(), rest.size());
  return lead;
}

void name_groups(Rule& rule) {
  for (const auto& [group, name] : rule.pattern->names()) {
    if (name == "at") {
      rule.at_group = group;
    } else if (name == "then") {
      rule.then_group = group;
    } else {
      rule.subjects.emplace_back(group, name.substr(0, name.find_first_of("0123456789")));
    }
  }
}

Rule parse_rule(const Json& json, const Definitions& definitions, Scanner& scanner) {
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
  if (json.contains("behind"))
    rule.once_begun = required<Tag>(kTagNames, json["behind"].get<std::string>());
  if (json.contains("before"))
    rule.while_none = required<Tag>(kTagNames, json["before"].get<std::string>());
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
  rule.awaits = json.value("awaits", std::vector<std::string>{});
  rule.unreasoned = json.value("unreasoned", false);
  std::string pattern = expand(json.at("pattern"), definitions);
  rule.lead = take_lead(pattern);
  constexpr std::string_view kAtClauses = "^(?:.*?[，；,：:])??";
  if (pattern.starts_with(kAtClauses)) {
    rule.at_clauses = true;
    pattern.erase(0, kAtClauses.size());
  }
  rule.pattern = std::make_unique<LazyPattern>(pattern);
  if (json.contains("gate"))
    rule.gate = std::make_unique<LazyPattern>(expand(json["gate"], definitions));
  name_groups(rule);
  rule.places = places_of(rule.after);
  std::vector<Way> ways = needles(pattern);
  if (rule.gate) {
    const std::vector<Way> gate = needles(rule.gate->source());
    for (Way& way : ways) {
      if (gate.size() == 1) way.insert(way.end(), gate[0].begin(), gate[0].end());
    }
  }
  for (const Way& way : ways) rule.needed.push_back(scanner.add(way));
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

bool Rule::matches(std::string_view words, re2::StringPiece* groups, int count) const {
  const re2::StringPiece text(words.data(), words.size());
  if (at_clauses) return matches_at_clauses(text, groups, count);
  if (!lead) return pattern->get().Match(text, 0, words.size(), RE2::UNANCHORED, groups, count);
  // The leftmost match is the one that a lazy repetition in front would find first.
  re2::StringPiece whole[kMaxGroups];
  const int wanted = std::max(count, 1);
  if (!pattern->get().Match(text, 0, words.size(), RE2::UNANCHORED, whole, wanted)) return false;
  const auto start = static_cast<std::size_t>(whole[0].data() - words.data());
  std::size_t at = 0, before = 0;
  for (; at < start; at = next(words, at)) {
    if (++before > lead->most || lead->stops.find(code_point(words, at)) != std::u32string::npos) {
      return false;
    }
  }
  for (int i = 0; i < count; ++i) groups[i] = whole[i];
  if (count > 0)
    groups[0] = text.substr(0, static_cast<std::size_t>(whole[0].end() - text.begin()));
  return true;
}

// As "^(?:.*?[，；,：:])??" in front would: the first clause that fits.
bool Rule::matches_at_clauses(const re2::StringPiece& text, re2::StringPiece* groups,
                              int count) const {
  const std::string_view words(text.data(), text.size());
  for (std::size_t at = 0; at <= words.size();) {
    if (pattern->get().Match(text, at, text.size(), RE2::ANCHOR_START, groups, count)) return true;
    for (bool behind = false; !behind && at < words.size();) {
      const char32_t c = code_point(words, at);
      behind = c == U'，' || c == U'；' || c == U',' || c == U'：' || c == U':';
      at = next(words, at);
      if (!behind && at >= words.size()) return false;
    }
    if (at >= words.size()) return false;
  }
  return false;
}

bool Rule::has_words(const ClauseSet& present) const {
  return std::any_of(needed.begin(), needed.end(),
                     [&](const ClauseSet& way) { return present.holds(way); });
}

std::size_t Place::index() const {
  if (start) return kPlaces - 1;
  return static_cast<std::size_t>(tag) * kLevelNames.size() + static_cast<std::size_t>(level);
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
      grammar.rules.push_back(parse_rule(rule, definitions, grammar.scanner));
    } catch (const std::exception& error) {
      throw std::runtime_error(
          fmt::format("grammar rule {} ({}): {}", grammar.rules.size(), rule.dump(), error.what()));
    }
  }
  grammar.scanner.build();
  return grammar;
}

const Grammar& zh_judgment_grammar() {
  static const Grammar grammar = parse_grammar(data::zh_judgment);
  return grammar;
}

}  // namespace proviso::segmenter
