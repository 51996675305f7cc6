#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "tasks/checks/contract/contract_checks.h"
#include "tasks/checks/contract/figures.h"

namespace proviso::tasks::contract {
namespace {

constexpr string_view kCheck = "checks/same_words";
constexpr std::size_t kFewestBytes = 90;  // of a sentence that two clauses do not share by chance
constexpr std::size_t kFewestHan = 20;
constexpr std::size_t kNear = 300;  // bytes between neighbours, which are steps of one rule

// A sentence with its figures taken out, blanks and stops left out.
std::string masked(const ContractView& contract, Span sentence, const std::vector<Figure>& figures,
                   std::vector<std::size_t>& inside) {
  std::string out;
  std::size_t at = sentence.start;
  const auto add = [&](string_view words) {
    for (const char c : lowered(words)) {
      if ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) > 127) out += c;
    }
  };
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    if (figure.span.start < at || figure.span.end > sentence.end) continue;
    add(contract.text.substr(at, figure.span.start - at));
    out += '#';
    inside.push_back(i);
    at = figure.span.end;
  }
  add(contract.text.substr(at, sentence.end - at));
  return out;
}

struct Sentence {
  Span span;
  std::vector<std::size_t> figures;
};

}  // namespace

std::vector<Finding> check_same_words(const ContractView& contract) {
  std::vector<Finding> findings;
  const std::vector<Figure> figures = figures_of(contract);
  std::map<std::string, std::vector<Sentence>> alike;
  Span last;
  for (const Figure& figure : figures) {
    if (!contract.in_body(figure.span.start)) continue;
    const Span span = contract.sentence(figure.span);
    if (span == last) continue;
    last = span;
    Sentence sentence{span, {}};
    const std::string words = masked(contract, span, figures, sentence.figures);
    if (words.size() < (contract.chinese ? kFewestHan * 3 : kFewestBytes)) continue;
    alike[words].push_back(sentence);
  }
  for (const auto& [words, sentences] : alike) {
    if (sentences.size() != 2) continue;
    const Sentence& first = sentences[0];
    const Sentence& second = sentences[1];
    if (first.figures.size() != second.figures.size() || second.span.start - first.span.end < kNear)
      continue;
    std::vector<std::size_t> differing;
    for (std::size_t i = 0; i < first.figures.size(); ++i) {
      const Figure& a = figures[first.figures[i]];
      const Figure& b = figures[second.figures[i]];
      if (a.value != b.value || a.unit != b.unit) differing.push_back(i);
    }
    if (differing.size() != 1) continue;
    const Figure& here = figures[second.figures[differing[0]]];
    const Figure& there = figures[first.figures[differing[0]]];
    findings.push_back(
        tell(contract, kind_name(here.kind), kCheck, here.span, there.span,
             fmt::format("Two sentences are word for word alike, but “{}” here and “{}” there.",
                         contract.words(here.span), contract.words(there.span)),
             fmt::format("两句文字相同，此处为“{}”，另一处为“{}”。", contract.words(here.span),
                         contract.words(there.span))));
  }
  return findings;
}

}  // namespace proviso::tasks::contract
