// Memory probes: what happens to the loss of a figure's repetition when the figure itself, far
// behind, is changed. Works on token ids alone: only the fact's own tokens differ between two
// readings, segments and tags stay as they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/reader.h"
#include "tasks/learning/prepared.h"

namespace proviso::tasks {

// Tokens [first, last) of a document.
struct TokenRange {
  std::uint32_t first = 0, last = 0;
};

// A figure and its repetition, whose tokens are the dependent ones. Each lies in one segment, the
// repetition behind the fact.
struct Fact {
  std::size_t document = 0;
  TokenRange stated, repeated;

  // Tokens from the fact's last to the repetition's first.
  std::uint32_t distance() const { return repeated.first - (stated.last - 1); }
};

// The pieces that edits are made of.
struct DigitPieces {
  std::array<std::int32_t, 10> digits{};  // of "0" … "9"
  std::vector<std::int32_t> separator;    // between a figure and its competitor
};

enum class Edit : std::uint8_t {
  kReplaced,    // every digit another digit, the first not 0
  kDeleted,     // its tokens are gone
  kDistracted,  // the figure of kReplaced stands right behind it, after the separator
};
inline constexpr std::array<Edit, 3> kEdits{Edit::kReplaced, Edit::kDeleted, Edit::kDistracted};
const char* name(Edit edit);  // "replaced", "deleted", "distracted"

// The ids of `figure` with every digit changed for another one; other pieces stay. The first digit
// becomes 1 … 9. Depends on the arguments alone.
std::vector<std::int32_t> other_figure(std::span<const std::int32_t> figure,
                                       const DigitPieces& pieces, std::uint64_t seed);

// The document up to its repetition of the fact, with `edit` made to the fact. No sentences and
// labels; a segment that nothing is left of is gone.
PreparedDocument edited(const PreparedDocument& document, const Fact& fact, Edit edit,
                        const DigitPieces& pieces, std::uint64_t seed);

struct ProbeChange {
  double mean = 0;            // over facts, nats a token; NaN without facts
  double standard_error = 0;  // of that mean; NaN for fewer than two facts
};

// Facts at a distance above the band before and up to `limit`.
struct ProbeBand {
  std::uint32_t limit = 0;            // kNoLimit: any
  std::size_t facts = 0, tokens = 0;  // dependent tokens
  double loss = 0;                    // mean over facts of the dependent tokens' loss, as it is
  std::array<ProbeChange, kEdits.size()> changes;  // of that loss, [edit]
};
inline constexpr std::uint32_t kNoLimit = 0xFFFFFFFF;

using ReadDocuments = std::function<std::vector<model::DocumentReading>(
    std::span<const model::DocumentInput>, const model::ReadOptions&)>;

// Reads every document that holds a fact as it is and each fact's three edits, and gives the change
// of the mean natural-log loss of the repetition's tokens. A fact counts once, however many digits
// it has. `limits` ascend; a last band takes what is beyond. `pieces[document]`. `facts` lie in
// order of documents. `progress(done, total)` counts facts.
std::vector<ProbeBand> probe(std::span<const PreparedDocument> documents,
                             std::span<const Fact> facts, std::span<const DigitPieces> pieces,
                             std::span<const std::uint32_t> limits, std::uint64_t seed,
                             const ReadDocuments& read,
                             const std::function<void(std::size_t, std::size_t)>& progress = {});

// A token can be told of nothing farther behind than this: each layer looks back over the memory
// and its own segment.
std::int64_t memory_reach(const model::ReaderConfig& config);

}  // namespace proviso::tasks
