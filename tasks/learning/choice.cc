#include "tasks/learning/choice.h"

#include <algorithm>
#include <map>
#include <set>

namespace proviso::tasks {
namespace {

constexpr double kSilent = 2;
constexpr int kSweeps = 3;
constexpr std::size_t kMostPlaces = 32;  // thresholds tried of a kind

struct Weights {
  double wrong = 0, clean = 0;
};

// Of one text of each origin.
std::map<std::string, Weights> weights_of(std::span<const HeardText> texts) {
  std::map<std::string, Weights> weights;
  for (const HeardText& text : texts)
    (text.wrong ? weights[text.origin].wrong : weights[text.origin].clean) += 1;
  for (auto& [origin, weight] : weights) {
    if (weight.wrong > 0) weight.wrong = 1 / weight.wrong;
    if (weight.clean > 0) weight.clean = 1 / weight.clean;
  }
  return weights;
}

// Whether a kind alone is right often enough at a threshold.
bool sound(std::span<const HeardText> texts, std::size_t kind, double threshold,
           std::size_t least) {
  std::set<std::string> right, wrong;  // origins: copies repeat a false flag
  for (const HeardText& text : texts)
    for (const HeardFlag& flag : text.flags)
      if (flag.kind == kind && flag.probability >= threshold)
        (flag.right ? right : wrong).insert(text.origin);
  return right.size() >= least && right.size() >= wrong.size();
}

}  // namespace

std::map<std::string, DocumentScore> scores_by_origin(std::span<const HeardText> texts,
                                                      std::span<const double> thresholds,
                                                      Heard heard) {
  const auto weights = weights_of(texts);
  std::map<std::string, DocumentScore> scores;
  for (const HeardText& text : texts) {
    bool flagged = heard != Heard::kModel && text.flagged;
    bool found = heard != Heard::kModel && text.found;
    if (heard != Heard::kChecks) {
      for (const HeardFlag& flag : text.flags) {
        if (flag.probability < thresholds[flag.kind]) continue;
        flagged = true;
        found = found || flag.right;
      }
    }
    const Weights& weight = weights.at(text.origin);
    DocumentScore& score = scores[text.origin];
    if (text.wrong) {
      (found ? score.hit : score.missed) += weight.wrong;
    } else {
      score.clean += weight.clean;
      if (flagged) score.false_alarm += weight.clean;
    }
  }
  return scores;
}

DocumentScore document_score(std::span<const HeardText> texts, std::span<const double> thresholds,
                             Heard heard) {
  DocumentScore sum;
  for (const auto& [origin, score] : scores_by_origin(texts, thresholds, heard)) {
    sum.hit += score.hit;
    sum.missed += score.missed;
    sum.false_alarm += score.false_alarm;
    sum.clean += score.clean;
  }
  return sum;
}

std::vector<double> choose_thresholds(std::span<const HeardText> texts, std::size_t kinds,
                                      const ChoiceLimits& limits) {
  std::vector<double> thresholds(kinds, kSilent);
  const DocumentScore checks = document_score(texts, thresholds, Heard::kChecks);
  // The checks' own precision on these texts is no reason to silence a model that is better.
  const double precision =
      checks.hit > 0 ? std::min(limits.precision, checks.precision()) : limits.precision;
  const double budget = checks.false_share() + limits.false_per_document;
  double best = checks.f1();
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool better = false;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      std::set<double> places;
      for (const HeardText& text : texts)
        for (const HeardFlag& flag : text.flags)
          if (flag.kind == kind && flag.right && flag.probability >= limits.least)
            places.insert(flag.probability);
      const double before = thresholds[kind];
      double chosen = before;
      const std::size_t stride = places.size() / kMostPlaces + 1;
      std::size_t number = 0;
      for (const double place : places) {
        if (number++ % stride != 0) continue;
        if (!sound(texts, kind, place, limits.least_right)) continue;
        thresholds[kind] = place;
        const DocumentScore score = document_score(texts, thresholds, Heard::kBoth);
        if (score.f1() > best && score.precision() >= precision && score.false_share() <= budget) {
          best = score.f1();
          chosen = place;
        }
      }
      thresholds[kind] = chosen;
      better = better || chosen != before;
    }
    if (!better) break;
  }
  return thresholds;
}

}  // namespace proviso::tasks
