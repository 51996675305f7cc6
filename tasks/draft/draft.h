// Continues a contract or a judgment: sentence by sentence, held to what its prompt says and means.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/draft/constraints.h"
#include "tasks/draft/sampler.h"
#include "tasks/encoding/text_encoder.h"
#include "tasks/finding.h"
#include "tasks/loaded_model.h"

namespace proviso::tasks {

// What the memory becomes where the draft has left its prompt.
enum class AnchorReset : std::uint8_t {
  kNone,     // it stays
  kPrompt,   // what it was when the prompt had been read: the draft begins anew in thought
  kOutline,  // the same, then the draft's outline and its last paragraph: the draft goes on
};
std::string_view name(AnchorReset reset);  // "none", "prompt", "outline"

struct DraftSettings {
  // Most tokens: the draft ends with the last sentence that fits; the first one stands in any case.
  std::int64_t tokens = 1000;
  std::uint64_t seed = 1;
  Sampling sampling;
  bool constrained = true;  // false: slips stay, and are counted
  int tries = 3;            // of a sentence that slips, before it is mended
  std::string part;         // one of draft_parts(): begin with its heading and stop at its end
  bool stop_at_section_end = false;
  AnchorReset reset = AnchorReset::kOutline;
  std::int64_t anchor_every = 512;              // tokens between two looks
  std::optional<double> anchor_threshold = {};  // absent: default_threshold() of the encoder
};

// One look at what was produced since the look before.
struct AnchorCheck {
  std::int64_t token = 0;  // produced so far
  double similarity = 0, threshold = 0;
  bool below = false;
  AnchorReset reset = AnchorReset::kNone;  // what was done
};

enum class DraftEnd : std::uint8_t { kTokens, kSection, kInterrupted };
std::string_view name(DraftEnd end);

struct Draft {
  std::string prompt;  // as it was continued: without white space at its end
  std::string text;    // what follows it
  std::int64_t tokens = 0;
  DraftEnd end = DraftEnd::kTokens;
  double threshold = 0;  // of `checks`
  std::vector<AnchorCheck> checks;
  std::map<Slip, std::int64_t> slips;   // met in sentences that were rejected or mended
  std::map<Slip, std::int64_t> mended;  // replaced in the text
  // What the checks of `proviso analyze` find in prompt and text together that concerns the text;
  // spans are bytes of prompt + text.
  std::vector<Finding> findings;
  // Names and clauses that the text speaks of and nothing shows (unfounded.h); clauses in contracts
  // alone.
  std::vector<std::string> unfounded_names, unfounded_clauses;
};

struct DraftEvents {
  std::function<void(std::string_view)> text;  // each sentence as it stands
  std::function<void(const AnchorCheck&)> check;
};

// The names that DraftSettings::part may have: "liability", "payment", …
std::span<const std::string> draft_parts();
// The one of them that `word` means, its Chinese heading and other Chinese names included: 违约责任
// and 责任 are "liability", 裁判主文 is "disposition". Nothing for other words.
std::optional<std::string> draft_part(std::string_view word);

// Throws std::invalid_argument for a part that is not there or not in documents of this kind, for
// an empty prompt and settings out of bounds; model::ModelError. `encoder` may be null: no looks.
// The same model, prompt, settings and number of threads give the same draft.
Draft draft(LoadedModel& loaded, const TextEncoder* encoder, std::string_view prompt,
            const DraftSettings& settings, const DraftEvents& events = {},
            std::stop_token stop = {});

}  // namespace proviso::tasks
