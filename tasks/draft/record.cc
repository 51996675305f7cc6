#include "tasks/draft/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "db/flag_id.h"

namespace proviso::tasks {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

Json settings_json(const Draft& draft, const DraftSettings& settings, std::string_view encoder) {
  const Sampling& sampling = settings.sampling;
  return {{"tokens", settings.tokens},
          {"seed", settings.seed},
          {"temperature", sampling.temperature},
          {"top_k", sampling.top_k},
          {"top_p", sampling.top_p},
          {"repetition_penalty", sampling.repetition_penalty},
          {"no_repeat", sampling.no_repeat},
          {"constrained", settings.constrained},
          {"section", settings.part},
          {"stop_at_section_end", settings.stop_at_section_end || !settings.part.empty()},
          {"encoder", encoder},
          {"anchor_every", settings.anchor_every},
          {"anchor_threshold", rounded(draft.threshold)},
          {"anchor_reset", name(settings.reset)}};
}

Json findings_json(const Draft& draft) {
  const std::string whole = draft.prompt + draft.text;
  const auto place = [&](segmenter::Span span) {
    return Json{
        {"quote", whole.substr(span.start, span.size())}, {"start", span.start}, {"end", span.end}};
  };
  Json list = Json::array();
  for (const Finding& one : draft.findings) {
    Json row{{"kind", one.kind}, {"check", one.check}, {"explanation", one.explanation}};
    row.update(place(one.place));
    row["other"] = one.other ? place(*one.other) : Json();
    list.push_back(std::move(row));
  }
  return list;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

db::Continuation continuation_of(const Draft& draft, const DraftSettings& settings,
                                 const std::string& prompt_path, std::string_view encoder) {
  db::Continuation out;
  out.prompt_path = prompt_path;
  out.prompt_sha256 = db::sha256_hex(draft.prompt);
  out.prompt = draft.prompt;
  out.text = draft.text;
  out.tokens = draft.tokens;
  out.ended = name(draft.end);
  out.settings = dump(settings_json(draft, settings, encoder));
  Json slips = Json::object();
  for (const auto& [slip, count] : draft.mended) slips[std::string(name(slip))] = count;
  out.slips = dump(slips);
  out.findings = dump(findings_json(draft));
  for (const AnchorCheck& one : draft.checks)
    out.anchors.push_back({one.token, one.similarity, std::string(name(one.reset))});
  return out;
}

}  // namespace proviso::tasks
