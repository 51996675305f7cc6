#include "tasks/provisos/reported_norm.h"

#include <algorithm>

#include "tasks/provisos/words.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using std::string_view;

const ProvisoWords& words() {
  return chinese_words();
}

// Whether the words announce what a norm says; 符合双方约定， does not.
bool announces(string_view before) {
  return words().found("reported", words().without("complies", before));
}

}  // namespace

bool reports_a_norm(const Limb& limb, const Proviso& proviso) {
  const string_view before =
      limb.text.substr(limb.span.start, proviso.trigger.start - limb.span.start);
  const std::size_t open = std::max(before.rfind("“") + 1, before.rfind("＂") + 1);
  const std::size_t close = before.rfind("”") + 1;
  if (open > close || std::count(before.begin(), before.end(), '"') % 2 == 1) return true;
  if (proviso.kind == ProvisoKind::kLimit &&
      limb.text.substr(proviso.trigger.start).starts_with("以")) {
    const std::size_t behind = proviso.scope.end + string_view("为限").size();
    return (limb.quoted && close == 0) || words().found("agreed", limb.text.substr(behind, 60)) ||
           announces(before);
  }
  // “…的除外”的规定: the words stand inside the quotation that ends here.
  const string_view behind_trigger =
      limb.text.substr(proviso.trigger.end, limb.span.end - proviso.trigger.end);
  const std::size_t ends = behind_trigger.find("”");
  if (limb.quoted && close == 0 && ends < behind_trigger.find("“")) return true;
  // “…”，但: argued behind the norm.
  if (words().found("quotation_last",
                    limb.text.substr(limb.span.start, proviso.trigger.end - limb.span.start))) {
    return false;
  }
  if (words().found("cites", limb.text.substr(proviso.trigger.start, proviso.trigger.size()))) {
    return true;
  }
  const auto concrete = [&](Span span, std::string_view what) {
    return words().found(what, limb.text.substr(span.start, span.size()));
  };
  // What the court or a party argues, not what a norm says.
  if (concrete(proviso.scope, "argument")) return false;
  const bool named = concrete(proviso.scope, "people") || concrete(proviso.limits, "people");
  // The norm's own words, behind 规定： or behind 第八条规定，.
  const std::size_t rule = std::max(proviso.limits.start, limb.span.start);
  const string_view announced = limb.text.substr(limb.span.start, rule - limb.span.start);
  if (words().found("by_statute", announced) && !concrete(proviso.scope, "persons") &&
      !concrete(proviso.limits, "persons") &&
      words().found("closing",
                    limb.text.substr(proviso.scope.start, limb.span.end - proviso.scope.start))) {
    return true;
  }
  if (words().found("verbatim", announced) && (!announced.ends_with("，") || !named)) return true;
  if (limb.quoted && close == 0 && !named) return true;
  // 除非有约定，否则不得转让: a rule in general terms, of nothing that stands in dispute.
  if (limb.text.substr(proviso.trigger.start).starts_with("除非")) {
    const auto general = [&](Span span) {
      return !concrete(span, "concrete") && !concrete(span, "of_the_case") &&
             !concrete(span, "specific");
    };
    return general(proviso.scope) && general(proviso.limits) &&
           concrete(proviso.limits, "argued_norm");
  }
  // 除房产外的财产: said of the matter in dispute, unless a rule says it.
  if (words().found("of_noun", limb.text.substr(proviso.scope.end, 12)) &&
      (concrete(limb.span, "concrete") || !announces(before))) {
    return false;
  }
  const bool bracket = limb.text.substr(proviso.trigger.start).starts_with("除外");
  // 合同另有约定的，按照约定: so statutes speak, whatever stands before.
  const bool defers =
      proviso.kind == ProvisoKind::kPriority && proviso.scope.start < proviso.trigger.start;
  if (concrete(proviso.scope, "concrete") ||
      (!bracket && !defers && concrete(proviso.limits, "concrete"))) {
    return false;
  }
  const std::size_t first = std::min(proviso.scope.start, proviso.trigger.start);
  return announces(before) || announces(limb.text.substr(limb.before.start, limb.before.size())) ||
         words().found("general", limb.text.substr(first, limb.span.end - first));
}

}  // namespace proviso::tasks
