// JSON Lines of a training run, flushed line by line, so that a killed run leaves a readable log.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>

namespace proviso::tasks {

class TrainingLog {
 public:
  // Appends to `file`, or begins it anew. Throws CorpusError if it cannot be written.
  TrainingLog(const std::filesystem::path& file, bool append);
  void write(const nlohmann::ordered_json& record);

 private:
  std::ofstream out_;
};

}  // namespace proviso::tasks
