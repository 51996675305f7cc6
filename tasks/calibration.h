// calibration.json of a model directory: what the model's scores mean, kind by kind, and from which
// probability on a score becomes a flag.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace proviso::tasks {

// Chosen on documents the model was not trained on. A kind without an entry is never flagged by the
// model.
struct Threshold {
  double precision = 1;  // the default: few flags, mostly true. Above 1: never
  double recall = 1;     // with --recall: more flags, more of them false. Above 1: never
  // Platt's sigmoid: probability = σ(slope · logit(score) + intercept). Both thresholds are
  // probabilities.
  double slope = 1, intercept = 0;

  double probability(double score) const;
};

struct Calibration {
  std::map<std::string, Threshold> kinds;
};

// One score of the model and whether the label says so.
struct Outcome {
  double score = 0;
  bool wrong = false;
  double weight = 1;
};

// Slope and intercept that fit the outcomes best (Platt 1999, with his smoothed targets, Newton's
// method; a slope that would turn the order round, or fewer than three of either class, gives 1 and
// 0). Thresholds stay as they are by default.
Threshold fit_sigmoid(std::span<const Outcome> outcomes);

// Expected calibration error: mean over ten bins of equal width, by their weight, of |mean
// probability − share that is wrong|. `least`: outcomes below it are left out. 0 without any.
double calibration_error(std::span<const Outcome> outcomes, const Threshold& calibration,
                         double least = 0);

// Reads DIR/calibration.json: {"format": 2, "kinds": {KIND: {"precision": 0.93, "recall": null,
// "slope": 1.2, "intercept": -0.4}}}; null: never. Format 1 has neither slope nor intercept. A
// missing file is an empty calibration. Throws model::ModelError (kFormat) naming the file and what
// is wrong in it.
Calibration load_calibration(const std::filesystem::path& dir);

// Writes it (temporary file, rename). Throws std::system_error.
void save_calibration(const Calibration& calibration, const std::filesystem::path& dir);

}  // namespace proviso::tasks
