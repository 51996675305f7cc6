#include "tasks/provisos/words.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "provisos_data.h"

namespace proviso::tasks {
namespace {

using nlohmann::json;

std::unique_ptr<RE2> compiled(const std::string& pattern, bool any_case) {
  RE2::Options options;
  options.set_case_sensitive(!any_case);
  auto result = std::make_unique<RE2>(pattern, options);
  if (!result->ok()) throw std::logic_error("provisos: " + result->error() + " in " + pattern);
  return result;
}

ProvisoKind kind_named(const std::string& name) {
  const auto at = std::find(kProvisoKindNames.begin(), kProvisoKindNames.end(), name);
  if (at == kProvisoKindNames.end()) throw std::logic_error("provisos: no kind " + name);
  return static_cast<ProvisoKind>(at - kProvisoKindNames.begin());
}

}  // namespace

struct ProvisoWords::Tables {
  std::map<std::string, std::unique_ptr<RE2>, std::less<>> patterns;
  std::map<std::string, std::vector<ProvisoForm>, std::less<>> forms;
};

ProvisoWords::ProvisoWords(std::string_view text, bool any_case)
    : tables_(std::make_unique<Tables>()) {
  const json file = json::parse(text, nullptr, true, /*ignore_comments=*/true);
  for (const auto& [name, value] : file.items()) {
    if (value.is_string()) {
      // What is written in one case in the file says so itself.
      tables_->patterns[name] = compiled(value.get<std::string>(), false);
      continue;
    }
    for (const json& each : value) {
      ProvisoForm form;
      form.pattern = compiled(each.at("pattern").get<std::string>(), any_case);
      form.kind = kind_named(each.at("kind").get<std::string>());
      form.end = each.value("end", "");
      form.deviation = each.value("deviation", false);
      form.wins = each.value("wins", false);
      tables_->forms[name].push_back(std::move(form));
    }
  }
}

ProvisoWords::~ProvisoWords() = default;

const RE2& ProvisoWords::pattern(std::string_view name) const {
  const auto at = tables_->patterns.find(name);
  if (at == tables_->patterns.end()) throw std::logic_error("provisos: no " + std::string(name));
  return *at->second;
}

const std::vector<ProvisoForm>& ProvisoWords::forms(std::string_view name) const {
  const auto at = tables_->forms.find(name);
  if (at == tables_->forms.end()) throw std::logic_error("provisos: no " + std::string(name));
  return at->second;
}

std::string ProvisoWords::without(std::string_view name, std::string_view in) const {
  std::string rest(in);
  RE2::GlobalReplace(&rest, pattern(name), "");
  return rest;
}

const ProvisoWords& chinese_words() {
  static const ProvisoWords kWords(provisos::data::zh, /*any_case=*/false);
  return kWords;
}

const ProvisoWords& english_words() {
  static const ProvisoWords kWords(provisos::data::en, /*any_case=*/true);
  return kWords;
}

const ProvisoWords& proposal_words() {
  static const ProvisoWords kWords(provisos::data::proposals, /*any_case=*/false);
  return kWords;
}

bool match(std::string_view text, std::size_t from, std::size_t to, const RE2& pattern,
           std::vector<segmenter::Span>& groups) {
  const int count = pattern.NumberOfCapturingGroups() + 1;
  std::vector<re2::StringPiece> pieces(static_cast<std::size_t>(count));
  const re2::StringPiece whole(text.data() + from, to - from);
  if (!pattern.Match(whole, 0, whole.size(), RE2::UNANCHORED, pieces.data(), count)) return false;
  groups.assign(pieces.size(), {});
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].data() == nullptr) continue;
    const auto start = static_cast<std::size_t>(pieces[i].data() - text.data());
    groups[i] = {start, start + pieces[i].size()};
  }
  return true;
}

}  // namespace proviso::tasks
