#include "segmenter/clauses/form.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "segmenter/grammar.h"
#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter::clauses {
namespace {

using Json = nlohmann::ordered_json;
using Definitions = std::vector<std::pair<std::string, std::string>>;

std::string joined(const Json& pattern) {
  if (pattern.is_string()) return pattern.get<std::string>();
  std::string out;
  for (const auto& one : pattern) {
    if (!out.empty()) out += '|';
    out += "(?:" + one.get<std::string>() + ")";
  }
  return out;
}

std::unique_ptr<RE2> compile(const std::string& name, const Json& json,
                             const Definitions& definitions) {
  std::string pattern = joined(json);
  for (auto one = definitions.rbegin(); one != definitions.rend(); ++one) {
    const std::string mark = "{{" + one->first + "}}";
    for (std::size_t at; (at = pattern.find(mark)) != std::string::npos;) {
      pattern.replace(at, mark.size(), one->second);
    }
  }
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(std::int64_t{64} << 20);
  auto out = std::make_unique<RE2>(pattern, options);
  if (!out->ok()) {
    throw std::runtime_error(fmt::format("pattern {} ({}): {}", name, pattern, out->error()));
  }
  if (out->NumberOfCapturingGroups() >= kMaxGroups) {
    throw std::runtime_error(fmt::format("pattern {}: too many groups", name));
  }
  return out;
}

std::string_view first_bytes(std::string_view text, std::size_t count) {
  if (text.size() <= count) return text;
  while (count > 0 && (static_cast<unsigned char>(text[count]) & 0xC0) == 0x80) --count;
  return text.substr(0, count);
}

bool shows(const Feature& feature, std::string_view text) {
  const std::string_view part = first_bytes(text, feature.head ? Form::kHead : Form::kBody);
  re2::StringPiece input(part.data(), part.size());
  int times = 0;
  while (times < feature.at_least && RE2::FindAndConsume(&input, *feature.pattern)) ++times;
  return times >= feature.at_least;
}

}  // namespace

Form::Form(std::string_view text) {
  const Json json = Json::parse(text, nullptr, true, true);
  Definitions definitions;
  const Json define = json.value("define", Json::object());
  for (const auto& [name, pattern] : define.items()) {
    definitions.emplace_back(name, joined(pattern));
  }
  for (const auto& [name, pattern] : json.at("patterns").items()) {
    patterns_[name] = compile(name, pattern, definitions);
  }
  const Json& evidence = json.at("evidence");
  threshold_ = evidence.at("threshold");
  for (const auto& feature : evidence.at("features")) {
    features_.push_back({compile("evidence", feature.at("pattern"), definitions),
                         feature.at("weight"), feature.value("within", "all") == "head",
                         feature.value("at_least", 1)});
  }
}

const RE2& Form::operator[](std::string_view name) const {
  const auto found = patterns_.find(name);
  if (found == patterns_.end()) throw std::out_of_range("no pattern " + std::string(name));
  return *found->second;
}

int Form::evidence(std::string_view text) const {
  int sum = 0;
  for (const Feature& feature : features_) {
    if (shows(feature, text)) sum += feature.weight;
  }
  return sum;
}

// What speaks against it comes first, so that the rest need not be looked at once it is enough.
bool Form::fits(std::string_view text) const {
  int sum = 0;
  for (const bool against : {true, false}) {
    for (const Feature& feature : features_) {
      if ((feature.weight < 0) != against) continue;
      if (shows(feature, text)) sum += feature.weight;
      if (!against && sum >= threshold_) return true;
    }
  }
  return false;
}

const Form& english_contract() {
  static const Form form(data::contract_en);
  return form;
}
const Form& chinese_contract() {
  static const Form form(data::contract_zh);
  return form;
}
const Form& statute_form() {
  static const Form form(data::statute);
  return form;
}

std::optional<Span> find(std::string_view text, const RE2& pattern, std::size_t from,
                         std::size_t to) {
  to = std::min(to, text.size());
  if (from >= to) return std::nullopt;
  std::array<re2::StringPiece, kMaxGroups> groups;
  const re2::StringPiece part(text.data() + from, to - from);
  if (!pattern.Match(part, 0, part.size(), RE2::UNANCHORED, groups.data(),
                     pattern.NumberOfCapturingGroups() + 1)) {
    return std::nullopt;
  }
  const auto span = [&](const re2::StringPiece& one) {
    const auto start = static_cast<std::size_t>(one.data() - text.data());
    return Span{start, start + one.size()};
  };
  // In these grammars every group with a name is "at", "at1" …, or stands beside them as "role",
  // "name", "more": the first that matched tells where.
  if (pattern.NumberOfCapturingGroups() == 0) return span(groups[0]);
  const auto& names = pattern.CapturingGroupNames();
  for (const auto& [group, name] : names) {
    const re2::StringPiece& one = groups[static_cast<std::size_t>(group)];
    if (name.starts_with("at") && one.data() != nullptr) return span(one);
  }
  return span(groups[0]);
}

}  // namespace proviso::segmenter::clauses
