// calibration.json of a model directory: from which probability on the model's score becomes a
// flag.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace proviso::tasks {

// Chosen on documents the model was not trained on. A kind without an entry is never flagged by the
// model.
struct Threshold {
  double precision = 1;  // the default: few flags, mostly true
  double recall = 1;     // with --recall: more flags, more of them false
};

struct Calibration {
  std::map<std::string, Threshold> kinds;
};

// Reads DIR/calibration.json: {"format": 1, "kinds": {KIND: {"precision": 0.93, "recall": 0.41}}}.
// A missing file is an empty calibration. Throws model::ModelError (kFormat) naming the file and
// what is wrong in it.
Calibration load_calibration(const std::filesystem::path& dir);

// Writes it (temporary file, rename). Throws std::system_error.
void save_calibration(const Calibration& calibration, const std::filesystem::path& dir);

}  // namespace proviso::tasks
