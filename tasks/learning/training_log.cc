#include "tasks/learning/training_log.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tasks/learning/corpus.h"

namespace proviso::tasks {

TrainingLog::TrainingLog(const std::filesystem::path& file, bool append)
    : out_(file, append ? std::ios::app : std::ios::trunc) {
  if (!out_) throw CorpusError(fmt::format("{}: cannot be written", file.string()));
}

void TrainingLog::write(const nlohmann::ordered_json& record) {
  out_ << record.dump() << '\n' << std::flush;
}

}  // namespace proviso::tasks
