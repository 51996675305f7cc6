#include "tasks/calibration.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "model/error.h"

namespace proviso::tasks {
namespace {

constexpr int kFormat = 1;

double probability(const nlohmann::json& entry, const char* name) {
  const double value = entry.at(name).get<double>();
  if (!(value >= 0 && value <= 1))
    throw std::invalid_argument(fmt::format("{} is not within 0 … 1", name));
  return value;
}

}  // namespace

Calibration load_calibration(const std::filesystem::path& dir) {
  const std::filesystem::path file = dir / "calibration.json";
  if (!std::filesystem::exists(file)) return {};
  std::ifstream in(file);
  try {
    const auto json = nlohmann::json::parse(in);
    if (json.at("format").get<int>() != kFormat) {
      throw std::invalid_argument(
          fmt::format("format {} is not {}", json.at("format").dump(), kFormat));
    }
    Calibration calibration;
    for (const auto& [kind, entry] : json.at("kinds").items()) {
      calibration.kinds[kind] = {probability(entry, "precision"), probability(entry, "recall")};
    }
    return calibration;
  } catch (const std::exception& error) {
    throw model::ModelError(
        model::ModelError::Code::kFormat,
        fmt::format(
            "{}: {}. Take the file from where the model came from, or fine-tune the model again.",
            file.string(), error.what()));
  }
}

void save_calibration(const Calibration& calibration, const std::filesystem::path& dir) {
  nlohmann::ordered_json json{{"format", kFormat}, {"kinds", nlohmann::ordered_json::object()}};
  for (const auto& [kind, threshold] : calibration.kinds) {
    json["kinds"][kind] = {{"precision", threshold.precision}, {"recall", threshold.recall}};
  }
  const std::filesystem::path file = dir / "calibration.json";
  const std::filesystem::path temporary = dir / "calibration.json.tmp";
  std::ofstream out(temporary);
  out << json.dump(2) << '\n';
  out.close();
  if (!out) throw std::system_error(errno, std::generic_category(), temporary.string());
  std::filesystem::rename(temporary, file);
}

}  // namespace proviso::tasks
