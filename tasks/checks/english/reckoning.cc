#include "tasks/checks/english/reckoning.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include "tasks/checks/contract/arithmetic.h"

namespace proviso::tasks::english {

using contract::Marked;
using segmenter::Span;

std::string words_up_to(int count) {
  return fmt::format("(?:[^.;\\n\x01]|\x01[TN][0-9]+\x02){{0,{}}}", count);
}

Reckoning::Reckoning(const CaseView& view) : judgment_(view), text_(judgment_) {}

std::string Reckoning::shown(const Marked& figure) const {
  return contract::shown(text_, figure);
}

bool Reckoning::rough(Span marked) const {
  static const RE2 loose(
      "(?i)approximat|\\babout\\b|roughly|\\bsome \x01|nearly|almost|around|\\bover\\b|"
      "more than|less than|at least|at most|up to|rounded|\\bsay\\b|estimate|interest|VAT|"
      "net of|\\btax|inclu|exclud|discount rate|multiplier");
  return contract::found_in(text_.words(marked), loose);
}

bool Reckoning::a_rate(const Marked& figure) const {
  static const RE2 rate(
      "^(?: ?(?:per|each|every|apiece|p\\.?a|pcm|pw)\\b| an? (?:month|week|day|year|hour)| ?/)");
  return contract::found_in(judgment_.behind(figure.span.end, 24), rate);
}

bool Reckoning::slip(const Exact& a, const Exact& b, int significant) {
  const Slip how = slip_between(a, b, significant);
  return how == Slip::kDigit || how == Slip::kTransposed;
}

void Reckoning::wrong(const Marked& printed, Span from, const Exact& right,
                      const std::string& how) {
  if (contract::about(right, printed.value) || a_rate(printed)) return;
  tell("sum", printed.span, from,
       fmt::format("By the judgment's own figures this is {}, not {}: {}.",
                   contract::like(text_, printed, right), shown(printed), how));
}

void Reckoning::tell(std::string_view kind, Span place, Span other, std::string why) {
  findings_.push_back(
      contract::tell(judgment_, kind, "checks/judgment_sums", place, other, std::move(why), ""));
}

}  // namespace proviso::tasks::english
