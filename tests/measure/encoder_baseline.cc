// The outside baseline of `./dev measure ablations`: a pre-trained sentence encoder
// (multilingual-e5-small), frozen, on the first 512 of its tokens of each text, and a logistic
// classifier tuned on the same labels. Each sentence is judged with the earlier one nearest to it
// in meaning: [a, b, |a − b|, a ∘ b]. Prints what `proviso finetune --json` prints under
// "reported".
//
// With --align the same encoder and classifier without the cut: the sentences of claims, reasoning
// and order alone, each with the nearest earlier one of another of the three.
//
// encoder_baseline ENCODERS TRAIN.jsonl CALIBRATE.jsonl REPORT.jsonl [SEED [--align]]
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/reader.h"
#include "segmenter/encoder_tokens.h"
#include "segmenter/segmenter.h"
#include "tasks/checks/checks.h"
#include "tasks/encoding/text_encoder.h"
#include "tasks/learning/choice.h"
#include "tasks/learning/labels.h"

namespace {

using namespace proviso;
using tasks::LabelledDocument;

constexpr std::size_t kCut = 512;  // tokens of the encoder
constexpr int kPasses = 20;
constexpr double kPositiveWeight = 5;

struct Sentence {
  segmenter::Span span;
  std::vector<float> features;
  bool wrong = false;
};

bool meets(const segmenter::Span& place, const LabelledDocument& document) {
  const auto overlap = [](const segmenter::Span& a, const segmenter::Span& b) {
    return a.start < b.end && b.start < a.end;
  };
  return std::any_of(document.flags.begin(), document.flags.end(), [&](const auto& flag) {
    return overlap(place, flag.quote) || (flag.other && overlap(place, *flag.other));
  });
}

class Encoded {
 public:
  Encoded(const std::filesystem::path& folder, bool align)
      : align_(align),
        encoder_(tasks::load_text_encoder(folder, "e5")),
        tokens_(segmenter::EncoderTokens::load_unigram(tasks::encoder_file(folder, "e5"))) {}

  std::vector<Sentence> sentences(const LabelledDocument& document) {
    std::vector<Sentence> out;
    std::vector<std::pair<segmenter::Tag, const std::vector<float>*>> before;
    std::size_t tokens = 0;
    for (const segmenter::Span& span :
         segmenter::sentences(document.text, {0, document.text.size()})) {
      const std::string text = document.text.substr(span.start, span.size());
      const segmenter::Section& section =
          document.structure.sections[segmenter::section_at(document.structure, span.start)];
      if (align_ && !is_aligned(section)) continue;
      if (!align_) tokens += tokens_.encode(text).size();
      if (tokens > kCut) break;
      const std::vector<float>& own = vector_of(text);
      const std::vector<float>* nearest = &own;
      double best = -2;
      for (const auto& [tag, other] : before) {
        if (align_ && tag == section.tag) continue;
        const double near = tasks::cosine(own, *other);
        if (near > best) {
          best = near;
          nearest = other;
        }
      }
      Sentence sentence{span, {}, meets(span, document)};
      for (std::size_t i = 0; i < own.size(); ++i) {
        const float a = own[i], b = (*nearest)[i];
        for (const float x : {a, b, std::abs(a - b) * 4, a * b * 20})
          sentence.features.push_back(x);
      }
      out.push_back(std::move(sentence));
      before.emplace_back(section.tag, &own);
    }
    return out;
  }

 private:
  static bool is_aligned(const segmenter::Section& section) {
    using segmenter::Tag;
    return section.level == segmenter::Level::kThis &&
           (section.tag == Tag::kClaims || section.tag == Tag::kReasoning ||
            section.tag == Tag::kDisposition);
  }

  const std::vector<float>& vector_of(const std::string& text) {
    auto [at, fresh] = known_.try_emplace(text);
    if (fresh) at->second = encoder_->embed(text);
    return at->second;
  }

  bool align_;
  std::unique_ptr<tasks::TextEncoder> encoder_;
  segmenter::EncoderTokens tokens_;
  std::unordered_map<std::string, std::vector<float>> known_;  // references stay good
};

// Logistic regression, Adam, fixed passes.
class Classifier {
 public:
  void train(std::vector<Sentence> examples, std::uint64_t seed) {
    if (examples.empty()) throw std::runtime_error("no sentence to learn from");
    const std::size_t n = examples.front().features.size() + 1;
    weights_.assign(n, 0);
    std::vector<double> first(n, 0), second(n, 0);
    std::mt19937_64 random(seed);
    double step = 0;
    for (int pass = 0; pass < kPasses; ++pass) {
      for (std::size_t i = examples.size(); i > 1; --i)
        std::swap(examples[i - 1], examples[random() % i]);
      const double rate = 2e-3 * (1 - pass / static_cast<double>(kPasses));
      for (std::size_t at = 0; at < examples.size(); at += 32) {
        std::vector<double> gradient(n, 0);
        for (std::size_t i = at; i < std::min(at + 32, examples.size()); ++i) {
          const Sentence& one = examples[i];
          const double error =
              (probability(one) - (one.wrong ? 1 : 0)) * (one.wrong ? kPositiveWeight : 1) / 32;
          for (std::size_t w = 0; w + 1 < n; ++w)
            gradient[w] += error * static_cast<double>(one.features[w]);
          gradient[n - 1] += error;
        }
        ++step;
        for (std::size_t w = 0; w < n; ++w) {
          first[w] = 0.9 * first[w] + 0.1 * gradient[w];
          second[w] = 0.999 * second[w] + 0.001 * gradient[w] * gradient[w];
          const double m = first[w] / (1 - std::pow(0.9, step)),
                       v = second[w] / (1 - std::pow(0.999, step));
          weights_[w] -= rate * (m / (std::sqrt(v) + 1e-8) + 0.01 * weights_[w]);
        }
      }
    }
  }

  double probability(const Sentence& sentence) const {
    double sum = weights_.back();
    for (std::size_t w = 0; w < sentence.features.size(); ++w)
      sum += weights_[w] * static_cast<double>(sentence.features[w]);
    return 1 / (1 + std::exp(-sum));
  }

 private:
  std::vector<double> weights_;
};

std::vector<tasks::HeardText> heard(const std::filesystem::path& labels, Encoded& encoded,
                                    const Classifier& classifier) {
  std::vector<tasks::HeardText> texts;
  for (const LabelledDocument& document : tasks::read_labels(labels)) {
    tasks::HeardText text{document.origin, !document.flags.empty(), false, false, {}};
    for (const tasks::Finding& finding : tasks::run_checks(document.text, document.structure)) {
      text.flagged = true;
      text.found = text.found || meets(finding.place, document) ||
                   (finding.other && meets(*finding.other, document));
    }
    for (const Sentence& sentence : encoded.sentences(document))
      text.flags.push_back({0, classifier.probability(sentence), sentence.wrong});
    texts.push_back(std::move(text));
  }
  return texts;
}

nlohmann::ordered_json as_json(const std::map<std::string, tasks::DocumentScore>& origins) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::object();
  for (const auto& [origin, score] : origins)
    rows[origin] = {{"hit", score.hit}, {"missed", score.missed}, {"false", score.false_alarm}};
  return rows;
}

void run(const std::vector<std::string>& arguments) {
  const std::uint64_t seed = arguments.size() > 4 ? std::stoull(arguments[4]) : 1;
  model::set_threads(1);
  Encoded encoded(arguments[0], arguments.size() > 5 && arguments[5] == "--align");
  // Of copies only the sentences that the first of their origin lacks.
  std::vector<Sentence> examples;
  std::map<std::string, std::string> firsts;
  for (const LabelledDocument& document : tasks::read_labels(arguments[1])) {
    const auto [first, fresh] = firsts.try_emplace(document.origin, document.text);
    for (Sentence& sentence : encoded.sentences(document)) {
      const auto words = document.text.substr(sentence.span.start, sentence.span.size());
      if (fresh || first->second.find(words) == std::string::npos)
        examples.push_back(std::move(sentence));
    }
  }
  Classifier classifier;
  classifier.train(std::move(examples), seed);
  const auto tune = heard(arguments[2], encoded, classifier);
  const auto unseen = heard(arguments[3], encoded, classifier);
  auto alone = tune;
  for (tasks::HeardText& text : alone) text.flagged = text.found = false;
  const auto both = tasks::choose_thresholds(tune, 1, {});
  const auto own = tasks::choose_thresholds(alone, 1, {.precision = 0, .false_per_document = 0.1});
  std::cout << nlohmann::ordered_json{{"reported",
                                       {{"checks", as_json(tasks::scores_by_origin(
                                                       unseen, both, tasks::Heard::kChecks))},
                                        {"model", as_json(tasks::scores_by_origin(
                                                      unseen, own, tasks::Heard::kModel))},
                                        {"both", as_json(tasks::scores_by_origin(
                                                     unseen, both, tasks::Heard::kBoth))}}}}
                   .dump()
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 4) {
    std::cerr
        << "encoder_baseline ENCODERS TRAIN.jsonl CALIBRATE.jsonl REPORT.jsonl [SEED [--align]]\n";
    return 2;
  }
  try {
    run(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "encoder_baseline: " << error.what() << '\n';
    return 70;
  }
}
