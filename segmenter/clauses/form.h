// What contracts of one language look like, as data: grammar/contract_en.json, contract_zh.json.
//
// {"define": {NAME: pattern}, "patterns": {NAME: pattern or list of patterns, any of which may
// match}, "evidence": {"threshold": n, "features": [{"pattern", "weight", "within": "head" | "all",
// "at_least": times}]}}. Patterns are RE2; {{NAME}} stands for a definition above.
#pragma once

#include <re2/re2.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::clauses {

struct Feature {
  std::unique_ptr<RE2> pattern;
  int weight = 0;
  bool head = false;  // only in the first kHead bytes
  int at_least = 1;
};

class Form {
 public:
  static constexpr std::size_t kHead = 4000,
                               kBody = 40000;  // bytes that evidence is looked for in

  // Throws std::runtime_error on a bug in the data file, naming the pattern.
  explicit Form(std::string_view json);

  // The pattern `name`; throws std::out_of_range when the file lacks it.
  const RE2& operator[](std::string_view name) const;

  // Whether the weights of what `text` shows reach the threshold.
  bool fits(std::string_view text) const;
  int evidence(std::string_view text) const;

 private:
  std::map<std::string, std::unique_ptr<RE2>, std::less<>> patterns_;
  std::vector<Feature> features_;
  int threshold_ = 0;
};

const Form& english_contract();
const Form& chinese_contract();
const Form& statute_form();

// The first match of `pattern` in text[from, to), to which ^ and $ refer: where its group "at"
// (also at1, at2 …), or the whole, matched.
std::optional<Span> find(std::string_view text, const RE2& pattern, std::size_t from,
                         std::size_t to);

}  // namespace proviso::segmenter::clauses
