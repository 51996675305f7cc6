// What may be wrong with a model directory, seen through the public doors.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "model/safetensors.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

class ModelFile : public ::testing::Test {
 protected:
  ModelFile() {
    Trainer trainer = Trainer::create(testing::tiny_card(1), TrainOptions(), Device::kCpu);
    trainer.save_model(folder_.path(), Precision::kSingle);
    const SafetensorsFile sound = SafetensorsFile::read(file());
    bytes_.assign(sound.bytes().begin(), sound.bytes().end());
  }

  std::filesystem::path file() const { return folder_.path() / "model.safetensors"; }

  void put(std::span<const std::byte> bytes) const {
    std::ofstream out(file(), std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }

  // The error that loading gives; fails when there is none.
  ModelError::Code error() const {
    try {
      Reader::load(folder_.path(), Device::kCpu);
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("model.safetensors"), std::string::npos)
          << error.what();
      return error.code();
    }
    ADD_FAILURE() << "loaded";
    return ModelError::Code::kDevice;
  }

  // Writes the sound model again after `change` had its way with tensors and metadata.
  template <class Change>
  void rewrite(const Change& change) const {
    const SafetensorsFile sound = SafetensorsFile::parse(bytes_, "model.safetensors");
    std::vector<TensorBytes> tensors = sound.tensors();
    Metadata metadata = sound.metadata();
    change(tensors, metadata);
    write_safetensors(file(), tensors, metadata);
  }

  testing::TemporaryFolder folder_;
  std::vector<std::byte> bytes_;
};

TEST_F(ModelFile, KeepsItsCard) {
  const Reader reader = Reader::load(folder_.path(), Device::kCpu);
  const ModelCard wanted = testing::tiny_card(1);
  EXPECT_EQ(reader.card().config, wanted.config);
  EXPECT_EQ(reader.card().tags, wanted.tags);
  EXPECT_EQ(reader.card().kinds, wanted.kinds);
  EXPECT_EQ(reader.card().tokenizer_sha256, wanted.tokenizer_sha256);
  EXPECT_EQ(reader.card().weights_sha256.size(), 64U);
}

TEST_F(ModelFile, AbsentOrTruncatedIsAFormatError) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, std::size_t{100}, bytes_.size() - 1}) {
    put(std::span(bytes_).first(size));
    EXPECT_EQ(error(), ModelError::Code::kFormat) << size;
  }
  std::filesystem::remove(file());
  EXPECT_EQ(error(), ModelError::Code::kFormat);
}

TEST_F(ModelFile, BitFlipsInTheHeaderNeverCrash) {
  std::size_t refused = 0;
  for (std::size_t i = 0; i < 3000; i += 7) {
    std::vector<std::byte> flipped = bytes_;
    flipped[i] ^= static_cast<std::byte>(1U << (i % 8));
    put(flipped);
    try {
      Reader::load(folder_.path(), Device::kCpu);
    } catch (const ModelError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 200U);
}

TEST_F(ModelFile, AnotherVersionIsIncompatible) {
  rewrite([](auto&, Metadata& metadata) { metadata["format_version"] = "3"; });
  EXPECT_EQ(error(), ModelError::Code::kIncompatible);
}

TEST_F(ModelFile, OtherShapesAreIncompatible) {
  rewrite([](auto&, Metadata& metadata) {
    std::string& config = metadata["config"];
    const std::string wanted = "\"d_inner\":24";
    config.replace(config.find(wanted), wanted.size(), "\"d_inner\":25");
  });
  EXPECT_EQ(error(), ModelError::Code::kIncompatible);
}

TEST_F(ModelFile, AbsurdSizesAreIncompatibleBeforeAnythingIsAllocated) {
  rewrite([](auto&, Metadata& metadata) {
    std::string& config = metadata["config"];
    const std::string wanted = "\"n_layer\":2";
    config.replace(config.find(wanted), wanted.size(), "\"n_layer\":2000000000");
  });
  EXPECT_EQ(error(), ModelError::Code::kIncompatible);
}

TEST_F(ModelFile, MissingAndSurplusTensorsAreIncompatible) {
  rewrite([](std::vector<TensorBytes>& tensors, auto&) { tensors.pop_back(); });
  EXPECT_EQ(error(), ModelError::Code::kIncompatible);
  rewrite([](std::vector<TensorBytes>& tensors, auto&) {
    tensors.push_back(tensors.back());
    tensors.back().name = "stranger";
  });
  EXPECT_EQ(error(), ModelError::Code::kIncompatible);
}

TEST_F(ModelFile, WeightsThatAreNotNumbersAreRefused) {
  const SafetensorsFile sound = SafetensorsFile::parse(bytes_, "model.safetensors");
  const auto offset =
      static_cast<std::size_t>(sound.find("layers.1.inner")->data.data() - sound.bytes().data());
  std::vector<std::byte> poisoned = bytes_;
  for (std::size_t i = 0; i < 4; ++i) poisoned[offset + i] = std::byte{0xFF};
  put(poisoned);
  EXPECT_EQ(error(), ModelError::Code::kFormat);
}

TEST_F(ModelFile, AForeignSafetensorsFileIsNotAModel) {
  rewrite([](auto&, Metadata& metadata) { metadata.clear(); });
  EXPECT_EQ(error(), ModelError::Code::kFormat);
}

// A checkpoint is one file: whatever moment a run is killed at, the old or the new one is whole.
TEST_F(ModelFile, CheckpointNeedsNoOtherFile) {
  testing::TemporaryFolder folder;
  TrainOptions options;
  options.lanes = 1;
  Trainer trainer = Trainer::create(testing::tiny_card(1), options, Device::kCpu);
  trainer.save_checkpoint(folder.path() / "deep" / "checkpoint", "here");
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(folder.path() / "deep" / "checkpoint"), {}),
      1);
  EXPECT_EQ(Trainer::resume(folder.path() / "deep" / "checkpoint", Device::kCpu).caller_state(),
            "here");
}

TEST_F(ModelFile, IsNoCheckpointAndSaysSo) {
  std::filesystem::copy_file(file(), folder_.path() / "checkpoint.safetensors");
  try {
    Trainer::resume(folder_.path(), Device::kCpu);
    FAIL() << "resumed a model without optimizer";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.code(), ModelError::Code::kIncompatible);
  }
}

}  // namespace
}  // namespace proviso::model
