// Hugging Face's TransfoXLLMHeadModel and ours on the same weights and tokens.
// parity/make_fixtures.py made the checkpoints and wrote down what the original gives.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "model/import.h"
#include "model/model_file.h"
#include "model/network.h"
#include "model/safetensors.h"
#include "model/softmax.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

constexpr double kTolerance = 1e-5;

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PROVISO_SOURCE_DIR) +
                                                               "/tests/model/parity")) {
    if (entry.is_directory()) names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

double difference(const at::Tensor& a, const at::Tensor& b) {
  if (a.sizes() != b.sizes()) return INFINITY;
  return a.numel() == 0 ? 0 : (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

// One checkpoint, imported, and what the original gave.
class Parity : public ::testing::TestWithParam<std::string> {
 protected:
  Parity()
      : source_(std::filesystem::path(PROVISO_SOURCE_DIR) / "tests/model/parity" / GetParam()),
        expected_(SafetensorsFile::read(source_ / "expected.safetensors")) {
    import_hugging_face(source_, model());
    const at::Tensor ids = wanted("ids"), lengths = wanted("lengths");
    std::size_t next = 0;
    for (std::int64_t s = 0; s < lengths.numel(); ++s) {
      testing::OwnedSegment segment;
      for (std::int64_t i = 0; i < lengths[s].item<std::int64_t>(); ++i)
        segment.ids.push_back(ids[static_cast<std::int64_t>(next++)].item<std::int32_t>());
      document_.push_back(segment);
    }
  }

  std::filesystem::path model() const { return folder_.path() / "model"; }
  at::Tensor wanted(const std::string& name) const { return to_tensor(*expected_.find(name)); }

  // Hidden states of each layer, memories and losses of the training pass in `type`.
  void expect_training_pass(at::ScalarType type) const {
    LoadedModel loaded = load_model(model());
    for_each_weight(loaded.weights, loaded.card.config,
                    [&](const std::string&, at::Tensor& tensor, const std::vector<std::int64_t>&) {
                      tensor = tensor.to(type);
                    });
    const ReaderConfig& config = loaded.card.config;
    const DocumentInput input = testing::input_of(document_);
    LaneState lane;
    std::vector<at::Tensor> tops;
    for (std::size_t s = 0; s < input.segments.size(); ++s) {
      std::vector<at::Tensor> hidden;
      tops.push_back(forward_train(loaded.weights, config, {{&input.segments[s]}, {&lane}, {0}},
                                   config.mem_len, {}, false, &hidden));
      lane.settle();
      hidden.push_back(tops.back());
      for (std::size_t l = 0; l < hidden.size(); ++l) {
        const std::string name = std::to_string(s) + "." + std::to_string(l);
        EXPECT_LT(difference(hidden[l], wanted("hidden." + name)), kTolerance) << "hidden " << name;
        if (config.mem_len > 0 && l + 1 < hidden.size()) {
          EXPECT_LT(difference(lane.hidden[l], wanted("memory." + name)), kTolerance)
              << "memory " << name;
        }
      }
    }
    const at::Tensor top = at::cat(tops, 0), ids = wanted("ids");
    const std::vector<std::int64_t> targets(ids.const_data_ptr<std::int64_t>() + 1,
                                            ids.const_data_ptr<std::int64_t>() + ids.numel());
    const at::Tensor rows = top.narrow(0, 0, top.size(0) - 1);
    const std::vector<double> losses = softmax_losses(loaded.weights, config, rows, targets);
    EXPECT_LT(difference(at::tensor(losses), wanted("losses")), kTolerance);
    const at::Tensor log_p = log_probabilities(loaded.weights, config, rows);
    EXPECT_LT(
        difference(-log_p.gather(1, at::tensor(targets).unsqueeze(1)).squeeze(1), wanted("losses")),
        kTolerance);
    EXPECT_LT(difference(log_p.exp().sum(1), at::ones({rows.size(0)})), kTolerance);
  }

  testing::TemporaryFolder folder_;
  std::filesystem::path source_;
  SafetensorsFile expected_;
  testing::OwnedDocument document_;
};

TEST_P(Parity, OfTheTrainingPass) {
  expect_training_pass(at::kFloat);
}

TEST_P(Parity, OfThePlainPassInDouble) {
  expect_training_pass(at::kDouble);
}

TEST_P(Parity, OfReading) {
  Reader reader = Reader::load(model(), Device::kCpu);
  const DocumentInput input = testing::input_of(document_);
  ReadOptions options;
  options.token_losses = true;
  const DocumentReading reading = reader.read({&input, 1}, options)[0];
  std::vector<double> losses;
  for (const SegmentReading& segment : reading.segments)
    losses.insert(losses.end(), segment.token_losses.begin(), segment.token_losses.end());
  const double most = difference(at::tensor(losses), wanted("losses"));
  EXPECT_LT(most, kTolerance);
  RecordProperty("max_abs_difference", std::to_string(most));
}

INSTANTIATE_TEST_SUITE_P(HuggingFace, Parity, ::testing::ValuesIn(cases()), [](const auto& chosen) {
  std::string name = chosen.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace proviso::model
