// The same numbers on a CUDA device as on the CPU. Skipped where there is none.
#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/attention.h"
#include "model/cuda.h"
#include "model/import.h"
#include "model/reader.h"
#include "model/trainer.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

class OnCuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_half().usable) GTEST_SKIP() << cuda_half().reason;
  }
};

at::Tensor random_tensor(std::vector<std::int64_t> shape, std::uint64_t seed) {
  return at::randn(shape, at::detail::createCPUGenerator(seed), at::kFloat);
}

// Output and gradients in q, kv, r, u, v and bias of one lane whose memory is no multiple of eight.
std::vector<at::Tensor> attention_on(c10::Device device) {
  const std::vector<LaneSpan> lanes{{0, 131, 0, 165, 0}, {131, 3, 165, 3, 0}};
  std::vector<at::Tensor> x{random_tensor({134, 64}, 1), random_tensor({168, 128}, 2),
                            random_tensor({170, 64}, 3), random_tensor({2, 32}, 4),
                            random_tensor({2, 32}, 5),   random_tensor({2, 168}, 6)};
  for (at::Tensor& input : x) input = input.to(device).requires_grad_(true);
  const at::Tensor out = relative_attention(x[0], x[1], x[2], x[3], x[4], x[5], lanes, 0);
  torch::autograd::backward({(out * random_tensor({134, 64}, 9).to(device)).sum()}, {});
  std::vector<at::Tensor> results{out.detach().cpu()};
  for (const at::Tensor& input : x) results.push_back(input.grad().cpu());
  return results;
}

TEST_F(OnCuda, AttentionAndItsGradientsAreThoseOfTheCpu) {
  const auto cpu = attention_on(c10::Device(c10::kCPU));
  const auto cuda = attention_on(c10::Device(c10::kCUDA, 0));
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    EXPECT_TRUE(at::allclose(cpu[i], cuda[i], 1e-3, 1e-3))
        << i << ": " << (cpu[i] - cuda[i]).abs().max().item<double>();
  }
}

// Trains a tiny model for some steps and gives the losses.
std::vector<double> losses_of_training(Device device, const std::filesystem::path& dir,
                                       bool bf16 = false) {
  TrainOptions options;
  options.lanes = 2;
  options.mem_len = 8;
  options.warmup_steps = 0;
  options.learning_rate = 1e-2;
  options.bf16 = bf16;
  Trainer trainer = Trainer::create(testing::tiny_card(2), options, device);
  const auto first = testing::random_document(9, {4, 6, 5});
  const auto second = testing::random_document(10, {6, 1, 3});
  std::vector<double> losses;
  for (std::size_t i = 0; i < 12; ++i) {
    std::vector<LaneInput> lanes{testing::lane_of(first, i % 3, 1),
                                 testing::lane_of(second, i % 3, 1)};
    lanes[0].segments[0].labelled = true;
    if (i % 3 == 2) lanes[0].segments[0].targets.push_back({0, 0, {0}});
    losses.push_back(trainer.step(lanes).loss);
  }
  trainer.save_model(dir, Precision::kSingle);
  return losses;
}

TEST_F(OnCuda, TrainingInBf16GoesNearlyTheSameWay) {
  const testing::TemporaryFolder folder;
  const auto exact = losses_of_training(Device::kCuda, folder.path());
  const auto half = losses_of_training(Device::kCuda, folder.path(), true);
  EXPECT_NE(exact, half);
  for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(half[i], exact[i], 3e-2 * exact[i]);
}

TEST_F(OnCuda, TrainingGoesTheSameWayAndItsModelReadsAlikeOnBoth) {
  testing::TemporaryFolder cpu_folder, cuda_folder;
  const auto cpu = losses_of_training(Device::kCpu, cpu_folder.path());
  const auto cuda = losses_of_training(Device::kCuda, cuda_folder.path());
  for (std::size_t i = 0; i < cpu.size(); ++i) EXPECT_NEAR(cpu[i], cuda[i], 1e-2 * cpu[i]);

  const auto document = testing::random_document(21, {6, 6, 2, 5, 6});
  const std::vector<DocumentInput> inputs{testing::input_of(document)};
  Reader on_cpu = Reader::load(cuda_folder.path(), Device::kCpu);
  Reader on_cuda = Reader::load(cuda_folder.path(), Device::kCuda);
  const auto a = on_cpu.read(inputs), b = on_cuda.read(inputs);
  for (std::size_t i = 0; i < a[0].segments.size(); ++i) {
    EXPECT_NEAR(a[0].segments[i].loss, b[0].segments[i].loss, 1e-3);
    for (std::size_t j = 0; j < a[0].segments[i].sentence_probability.size(); ++j) {
      EXPECT_NEAR(a[0].segments[i].sentence_probability[j],
                  b[0].segments[i].sentence_probability[j], 1e-3);
    }
  }
}

// Every knob there is, on weights of Hugging Face's making.
TEST_F(OnCuda, ImportedModelsReadAsOnTheCpu) {
  const std::filesystem::path parity =
      std::filesystem::path(PROVISO_SOURCE_DIR) / "tests/model/parity";
  for (const auto& entry : std::filesystem::directory_iterator(parity)) {
    if (!entry.is_directory()) continue;
    testing::TemporaryFolder folder;
    import_hugging_face(entry.path(), folder.path() / "model");
    testing::OwnedDocument document = testing::random_document(3, {6, 1, 5, 4, 6}, true);
    for (auto& segment : document) segment.marks.clear();
    const DocumentInput input = testing::input_of(document);
    const auto cpu = Reader::load(folder.path() / "model", Device::kCpu).read({&input, 1});
    const auto cuda = Reader::load(folder.path() / "model", Device::kCuda).read({&input, 1});
    EXPECT_NEAR(testing::loss_of(cpu[0]), testing::loss_of(cuda[0]), 1e-3) << entry.path();
  }
}

}  // namespace
}  // namespace proviso::model
