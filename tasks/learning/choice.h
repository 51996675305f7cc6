// From which probability on the model may speak beside the checks.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace proviso::tasks {

// A flag that the model would raise. Where a check of the same kind speaks in the same place there
// is none: the check explains it better.
struct HeardFlag {
  std::size_t kind = 0;
  double probability = 0;
  bool right = false;  // one of its places meets a labelled place, of whatever kind
};

// One labelled text as checks and model see it.
struct HeardText {
  std::string origin;           // the document that the text is a copy of
  bool wrong = false;           // has labels
  bool flagged = false;         // a check speaks …
  bool found = false;           // … in a labelled place
  std::vector<HeardFlag> flags;  // of the model
};

// Scores of documents. Each origin weighs one wrong and one clean text, however many copies it gave.
struct DocumentScore {
  double hit = 0, missed = 0, false_alarm = 0, clean = 0;  // sums of weights
  double precision() const { return hit + false_alarm > 0 ? hit / (hit + false_alarm) : 0; }
  double recall() const { return hit + missed > 0 ? hit / (hit + missed) : 0; }
  double f1() const {
    return hit > 0 ? 2 * hit / (2 * hit + missed + false_alarm) : 0;
  }
  double false_share() const { return clean > 0 ? false_alarm / clean : 0; }
};

enum class Heard { kChecks, kModel, kBoth };

// Scores with a threshold for each kind, above 1: silent; of each origin, and of all together.
std::map<std::string, DocumentScore> scores_by_origin(std::span<const HeardText> texts,
                                                      std::span<const double> thresholds,
                                                      Heard heard);
DocumentScore document_score(std::span<const HeardText> texts, std::span<const double> thresholds,
                             Heard heard);

struct ChoiceLimits {
  double precision = 0.9;        // of checks and model together, or that of the checks if lower
  double false_per_document = 0.02;  // clean texts that the model may add to those flagged
  double least = 0.1;            // no threshold lies below
  std::size_t least_right = 3;   // wrong texts that a kind must find, and at least as many as it errs
};

// Thresholds of `kinds` kinds, kind by kind the one that lifts the F1 of checks and model together
// most, as long as the limits hold; a kind that lifts it nowhere stays silent (2). So both together
// are at least as good as the checks alone, on these texts.
std::vector<double> choose_thresholds(std::span<const HeardText> texts, std::size_t kinds,
                                      const ChoiceLimits& limits);

}  // namespace proviso::tasks
