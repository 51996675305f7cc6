#include "tasks/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "model/error.h"

namespace proviso::tasks {
namespace {

constexpr int kFormat = 2, kOldFormat = 1;
constexpr double kNever = 2;

double logit(double score) {
  const double p = std::clamp(score, 1e-7, 1 - 1e-7);
  return std::log(p / (1 - p));
}

double probability(const nlohmann::json& entry, const char* name) {
  if (entry.at(name).is_null()) return kNever;
  const double value = entry.at(name).get<double>();
  if (!(value >= 0 && value <= 1))
    throw std::invalid_argument(fmt::format("{} is not within 0 … 1", name));
  return value;
}

}  // namespace

double Threshold::probability(double score) const {
  if (slope == 1 && intercept == 0) return score;
  return 1 / (1 + std::exp(-slope * logit(score) - intercept));
}

Threshold fit_sigmoid(std::span<const Outcome> outcomes) {
  const auto wrong = std::count_if(outcomes.begin(), outcomes.end(),
                                   [](const Outcome& one) { return one.wrong; });
  const auto right = std::ssize(outcomes) - wrong;
  Threshold fit;
  if (wrong < 3 || right < 3) return fit;
  const double yes = (static_cast<double>(wrong) + 1) / (static_cast<double>(wrong) + 2),
               no = 1 / (static_cast<double>(right) + 2);
  for (int step = 0; step < 50; ++step) {
    // Gradient and Hessian of the log loss, with a pull on the slope towards 1.
    double ga = 0.01 * (fit.slope - 1), gb = 0, haa = 0.01, hab = 0, hbb = 1e-9;
    for (const Outcome& one : outcomes) {
      const double x = logit(one.score);
      const double p = 1 / (1 + std::exp(-fit.slope * x - fit.intercept));
      const double error = one.weight * (p - (one.wrong ? yes : no));
      const double curve = one.weight * std::max(p * (1 - p), 1e-9);
      ga += error * x;
      gb += error;
      haa += curve * x * x;
      hab += curve * x;
      hbb += curve;
    }
    const double determinant = haa * hbb - hab * hab;
    if (!(determinant > 0)) break;
    const double da = (hbb * ga - hab * gb) / determinant, db = (haa * gb - hab * ga) / determinant;
    fit.slope -= std::clamp(da, -1.0, 1.0);
    fit.intercept -= std::clamp(db, -2.0, 2.0);
    if (std::abs(da) + std::abs(db) < 1e-9) break;
  }
  if (!(fit.slope > 0.05) || !std::isfinite(fit.intercept)) return {};
  return fit;
}

double calibration_error(std::span<const Outcome> outcomes, const Threshold& calibration,
                         double least) {
  struct Bin {
    double weight = 0, probability = 0, wrong = 0;
  };
  std::array<Bin, 10> bins;
  double whole = 0;
  for (const Outcome& one : outcomes) {
    const double p = calibration.probability(one.score);
    if (p < least) continue;
    Bin& bin = bins.at(std::min<std::size_t>(static_cast<std::size_t>(p * 10), 9));
    bin.weight += one.weight;
    bin.probability += one.weight * p;
    bin.wrong += one.wrong ? one.weight : 0;
    whole += one.weight;
  }
  double error = 0;
  for (const Bin& bin : bins) error += std::abs(bin.probability - bin.wrong);
  return whole > 0 ? error / whole : 0;
}

Calibration load_calibration(const std::filesystem::path& dir) {
  const std::filesystem::path file = dir / "calibration.json";
  if (!std::filesystem::exists(file)) return {};
  std::ifstream in(file);
  try {
    const auto json = nlohmann::json::parse(in);
    const int format = json.at("format").get<int>();
    if (format != kFormat && format != kOldFormat) {
      throw std::invalid_argument(
          fmt::format("format {} is neither {} nor {}", format, kOldFormat, kFormat));
    }
    Calibration calibration;
    for (const auto& [kind, entry] : json.at("kinds").items()) {
      Threshold& threshold = calibration.kinds[kind];
      threshold = {probability(entry, "precision"), probability(entry, "recall")};
      if (format == kOldFormat) continue;
      threshold.slope = entry.at("slope").get<double>();
      threshold.intercept = entry.at("intercept").get<double>();
      if (!(threshold.slope > 0)) throw std::invalid_argument("slope is not above 0");
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
    const auto limit = [](double value) {
      return value <= 1 ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
    };
    json["kinds"][kind] = {{"precision", limit(threshold.precision)},
                           {"recall", limit(threshold.recall)},
                           {"slope", threshold.slope},
                           {"intercept", threshold.intercept}};
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
