// From labels to what the dual tower learns: which sentence is wrong, how, and which earlier
// segments say so.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "segmenter/tokenizer.h"
#include "tasks/learning/labels.h"
#include "tasks/learning/prepared.h"

namespace proviso::tasks {

// The document with its flags as targets. `kinds` are the model's, in its order; flags of other
// kinds are left out. The label belongs to the later of the two places, the earlier one is its
// evidence; evidence in the label's own segment is none, since the tower looks at earlier segments.
// A quote that spans sentences counts for its first one. Dependencies likewise, their facts in any
// other segment. Segments hold at most `most` tokens, the network's seg_len.
PreparedDocument prepare_labelled(const LabelledDocument& document,
                                  std::span<const std::string> kinds,
                                  const segmenter::Tokenizer& tokenizer,
                                  std::int64_t most = segmenter::Segment::kMaxTokens);

// The segments that prepare_labelled() packs: none is empty.
std::vector<segmenter::Segment> labelled_segments(
    const LabelledDocument& document, const segmenter::Tokenizer& tokenizer,
    std::int64_t most = segmenter::Segment::kMaxTokens);
// The same document of those segments.
PreparedDocument prepare_labelled(const LabelledDocument& document,
                                  std::span<const std::string> kinds,
                                  std::span<const segmenter::Segment> segments);

// All kinds that the labels name, sorted.
std::vector<std::string> kinds_of(std::span<const LabelledDocument> documents);

// One (segment, kind) of a document as the model scored it and as the label says.
struct Scored {
  std::size_t document = 0;  // index among the documents scored
  double probability = 0;
  bool wrong = false;           // the label says so
  bool right_sentence = false;  // and the highest sentence is the labelled one
};

// For each kind all (segment, kind) pairs. `readings[d]` belongs to `documents[d]`.
std::vector<std::vector<Scored>> scored_by_kind(std::span<const PreparedDocument> documents,
                                                std::span<const model::DocumentReading> readings,
                                                std::size_t kinds);

struct Precision {
  std::size_t found = 0, flagged = 0, wrong = 0;  // true positives, all flags, all labelled
  double precision() const {
    return flagged > 0 ? static_cast<double>(found) / static_cast<double>(flagged) : 0;
  }
  double recall() const {
    return wrong > 0 ? static_cast<double>(found) / static_cast<double>(wrong) : 0;
  }
  double f1() const {
    return flagged + wrong > 0
               ? 2 * static_cast<double>(found) / static_cast<double>(flagged + wrong)
               : 0;
  }
};

// What flagging everything at or above `threshold` would give.
Precision at_threshold(std::span<const Scored> scored, double threshold);

// Area under the ROC curve: the probability that a wrong segment scores higher than a right one;
// 0.5 = chance, NaN without both.
double roc_area(std::span<const Scored> scored);

// The lowest threshold, but not below kLeastSuspicion, at which at least `precision` of the flags
// are true, at least three are, and at most `false_per_document` false flags fall on a document.
// Above 1: there is none. (Thresholds of a few hundredths may look good on held-out copies of the
// training's kind of documents and flag every other document of another kind.)
inline constexpr double kLeastSuspicion = 0.1;
double precision_threshold(std::span<const Scored> scored, std::size_t documents, double precision,
                           double false_per_document);

// The threshold of the best F1; above 1 without a labelled segment.
double best_f1_threshold(std::span<const Scored> scored);

}  // namespace proviso::tasks
