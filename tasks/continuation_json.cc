#include "tasks/continuation_json.h"

#include <cmath>

namespace proviso::tasks {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

}  // namespace

nlohmann::ordered_json continuation_json(const db::Continuation& one) {
  Json anchors = Json::array();
  for (const db::AnchorLook& look : one.anchors)
    anchors.push_back(
        {{"token", look.token}, {"similarity", rounded(look.similarity)}, {"reset", look.reset}});
  return {{"id", one.id},
          {"run", one.run},
          {"document", one.prompt_path},
          {"prompt_sha256", one.prompt_sha256},
          {"prompt", one.prompt},
          {"text", one.text},
          {"tokens", one.tokens},
          {"ended", one.ended},
          {"settings", Json::parse(one.settings)},
          {"anchors", std::move(anchors)},
          {"mended", Json::parse(one.slips)},
          {"findings", Json::parse(one.findings)}};
}

}  // namespace proviso::tasks
