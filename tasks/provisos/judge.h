// The proviso head: decides what the rules propose (questions.h), from the reader's token states
// and the facts of each proposal, beside what the rules report themselves.
//
// Four decisions a connector, each a softmax over proposals: whether it opens a proviso, its scope,
// given that the rule that it limits, and the kind. The rules' own answer is a proposal like any
// other, but gets a bonus (ProvisoTrust) that was fitted to answers which the rules gave to
// sentences that they had not been written after.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/span_head.h"
#include "model/state_reader.h"
#include "segmenter/structure.h"
#include "segmenter/tokenizer.h"
#include "tasks/loaded_model.h"
#include "tasks/provisos/questions.h"

namespace proviso::tasks {

// Outputs of the head: report, scope, limits, and one a kind.
inline constexpr std::uint32_t kReportOutput = 0, kScopeOutput = 1, kLimitsOutput = 2,
                               kKindOutput = 3;
// For states of width `d`.
model::SpanShape proviso_shape(std::int64_t d);

// Added to the head's scores. Probability of a proviso: 1 / (1 + e^−(scale·score + bias + rules)),
// `rules` only where the rules report it.
struct ProvisoTrust {
  double scale = 1, bias = 0, rules = 0;
  double scope = 0, limits = 0, kind = 0;  // of the proposal that the rules report
};

struct ProvisoHead {
  model::SpanHead head;
  std::array<ProvisoTrust, 2>
      trust;  // [chinese]: the rules of one language are surer than the other's
};

// DIR/provisos.safetensors; nothing where there is none. Throws model::ModelError: damaged, or
// taught over another reader than `reader`.
std::optional<ProvisoHead> load_proviso_head(const std::filesystem::path& dir,
                                             const model::StateReader& reader);
void save_proviso_head(const std::filesystem::path& dir, const ProvisoHead& head,
                       const model::StateReader& reader);

// A question with the token states around it.
struct AskedProviso {
  ProvisoQuestion question;
  std::vector<segmenter::Span> tokens;  // [token] of the window
  model::SpanWindow window;             // without questions
};

// Which segments the states of these questions lie in. [segment]
std::vector<bool> segments_asked(std::span<const ProvisoQuestion> questions,
                                 std::span<const segmenter::Segment> segments);

// `states` [segment]: rows of the last layer; those of segments asked about must be there. Without
// a segment's token the question is left out.
std::vector<AskedProviso> ask(std::vector<ProvisoQuestion> questions,
                              std::span<const segmenter::Segment> segments,
                              std::span<const std::vector<float>* const> states, std::int64_t d);

// How the states are read: segments asked about with those before them, for the memory.
struct ProvisoReading {
  model::StatesOptions states;  // ablations
  std::size_t context = 4;      // segments before the first one asked about
  bool read = true;             // false: all states are zero
};

// The states of the segments asked about, [segment]; the others' are empty. Throws ModelError.
std::vector<std::vector<float>> states_around(const segmenter::Structure& structure,
                                              std::span<const segmenter::Segment> segments,
                                              const std::vector<bool>& asked,
                                              model::StateReader& reader,
                                              const ProvisoReading& reading);

// The head's questions: whether to report and which scope; then, given a scope, which rule and
// which kind.
std::vector<model::SpanQuestion> first_questions(std::string_view text, const AskedProviso& asked);
std::vector<model::SpanQuestion> second_questions(std::string_view text, const AskedProviso& asked,
                                                  segmenter::Span scope,
                                                  const std::vector<segmenter::Span>& limits);

struct JudgedProviso {
  Proviso proviso;
  double score = 0;  // probability that it is one
};

// The answer to one question; `score` below a half: none.
JudgedProviso judge(std::string_view text, const AskedProviso& asked, const ProvisoHead& head);

// All that is needed to judge a document. Thread-compatible.
struct ProvisoModel {
  model::StateReader reader;
  const segmenter::Tokenizer& tokenizer;
  ProvisoHead head;
};

// Whether DIR holds a proviso head; where it holds none, the rules decide alone.
bool holds_proviso_head(const std::filesystem::path& dir);

// The head of DIR over the model loaded from there, which must outlive it; null where there is
// none. Throws model::ModelError.
std::unique_ptr<ProvisoModel> load_proviso_model(const std::filesystem::path& dir,
                                                 LoadedModel& loaded);

// The provisos of a document as the head sees them, in the order of their triggers, nested.
std::vector<JudgedProviso> judged_provisos(std::string_view text,
                                           const segmenter::Structure& structure,
                                           ProvisoModel& model);

}  // namespace proviso::tasks
