// Thousands of damaged files, drawn from fixed seeds: each gives a sound result or a clear error.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "model/model_file.h"
#include "model/safetensors.h"
#include "model/train_state.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

using Bytes = std::vector<std::byte>;

std::size_t header_size(const Bytes& file) {
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < 8 && i < file.size(); ++i)
    length |= std::to_integer<std::uint64_t>(file[i]) << (8 * i);
  return static_cast<std::size_t>(length);
}

Bytes file_of(const std::string& header, const Bytes& data) {
  Bytes file(8 + header.size() + data.size());
  for (std::size_t i = 0; i < 8; ++i)
    file[i] = static_cast<std::byte>(header.size() >> (8 * i) & 0xFF);
  std::transform(header.begin(), header.end(), file.begin() + 8,
                 [](char c) { return static_cast<std::byte>(c); });
  std::copy(data.begin(), data.end(), file.begin() + 8 + std::ssize(header));
  return file;
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  // One to four changes, each to the raw bytes or to the header's text.
  Bytes operator()(const Bytes& sound) {
    Bytes file = sound;
    for (std::size_t change = 0; change < 1 + below(4); ++change) {
      if (below(3) == 0) {
        change_bytes(file);
      } else {
        change_header(file);
      }
    }
    return file;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  void change_bytes(Bytes& file) {
    if (file.empty()) return;
    const std::size_t at =
        below(2) == 0 ? below(file.size()) : below(std::min<std::size_t>(file.size(), 16));
    switch (below(6)) {
      case 0:
        file[at] ^= static_cast<std::byte>(1U << below(8));
        break;
      case 1:
        file[at] = static_cast<std::byte>(below(256));
        break;
      case 2:
        file.resize(at);
        break;
      case 3:
        file.insert(file.end(), 1 + below(100), std::byte{0});
        break;
      case 4:
        file.erase(
            file.begin() + static_cast<std::ptrdiff_t>(at),
            file.begin() + static_cast<std::ptrdiff_t>(std::min(file.size(), at + 1 + below(20))));
        break;
      default:
        set_length(file);
    }
  }

  void set_length(Bytes& file) {
    constexpr std::uint64_t kLengths[] = {0,
                                          1,
                                          2,
                                          7,
                                          8,
                                          0xFF,
                                          0xFFFF'FFFF,
                                          0x1'0000'0000,
                                          0x7FFF'FFFF'FFFF'FFFF,
                                          0xFFFF'FFFF'FFFF'FFFF,
                                          100'000'000,
                                          16'000'001};
    const std::uint64_t length = kLengths[below(std::size(kLengths))];
    for (std::size_t i = 0; i < 8 && i < file.size(); ++i)
      file[i] = static_cast<std::byte>(length >> (8 * i) & 0xFF);
  }

  // Changes the JSON and, mostly, the length before it, so that the reader gets far.
  void change_header(Bytes& file) {
    const std::size_t size = header_size(file);
    if (file.size() < 8 || size > file.size() - 8) return change_bytes(file);
    std::string header(reinterpret_cast<const char*>(file.data()) + 8, size);
    const Bytes data(file.begin() + 8 + static_cast<std::ptrdiff_t>(size), file.end());
    change_text(header);
    const std::size_t old = size;
    file = file_of(header, data);
    if (below(8) == 0) {
      for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<std::byte>(old >> (8 * i) & 0xFF);
    }
  }

  void change_text(std::string& text) {
    static const char* const kValues[] = {"0",
                                          "-1",
                                          "1",
                                          "2",
                                          "1.5",
                                          "1e400",
                                          "-0",
                                          "4294967296",
                                          "9223372036854775807",
                                          "18446744073709551615",
                                          "99999999999999999999999",
                                          "null",
                                          "true",
                                          "[]",
                                          "{}",
                                          "\"\"",
                                          "[[[[[[1]]]]]]",
                                          "\"F16\"",
                                          "\"BF16\"",
                                          "\"I64\"",
                                          "NaN",
                                          "\"\\ud800\"",
                                          "[0,0]",
                                          ","};
    const std::string value = kValues[below(std::size(kValues))];
    const std::size_t number = text.find_first_of("0123456789", below(text.size()));
    if (below(3) != 0 && number != std::string::npos) {
      const std::size_t end = text.find_first_not_of("0123456789.", number);
      text.replace(number, end - number, value);
      return;
    }
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text.insert(at, value);
        break;
      case 1:
        text.erase(at, 1 + below(30));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), 1 + below(60)));
        break;
      default:
        if (!text.empty()) text[at] = static_cast<char>(below(256));
    }
  }

  std::mt19937_64 random_;
};

Bytes read_bytes(const std::filesystem::path& path) {
  const SafetensorsFile file = SafetensorsFile::read(path);
  return {file.bytes().begin(), file.bytes().end()};
}

// Runs `read` on `count` damaged copies. Nothing but ModelError may come out. Gives how many were
// refused.
template <class Read>
std::size_t refused(const Bytes& sound, std::uint64_t seed, std::size_t count, const Read& read) {
  Mutator mutate(seed);
  std::size_t errors = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes file = mutate(sound);
    try {
      read(file);
    } catch (const ModelError& error) {
      ++errors;
      EXPECT_TRUE(error.code() == ModelError::Code::kFormat ||
                  error.code() == ModelError::Code::kIncompatible)
          << error.what();
      EXPECT_NE(std::string(error.what()).find("the file"), std::string::npos) << error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << "case " << i << " of seed " << seed << ": " << error.what();
    }
  }
  return errors;
}

void expect_sound(const SafetensorsFile& file) {
  std::size_t at = 0;
  for (const TensorBytes& tensor : file.tensors()) {
    std::int64_t elements = 1;
    for (const std::int64_t side : tensor.shape) elements *= side;
    EXPECT_EQ(static_cast<std::size_t>(elements) * byte_size(tensor.type), tensor.data.size());
    at += tensor.data.size();
  }
  EXPECT_LE(at, file.bytes().size());
}

TEST(Fuzz, SafetensorsGiveASoundFileOrAClearError) {
  const Bytes sound = file_of(
      R"({"__metadata__":{"step":"3"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},)"
      R"("b":{"dtype":"F16","shape":[3],"data_offsets":[16,22]},)"
      R"("c":{"dtype":"I64","shape":[],"data_offsets":[22,30]}})",
      Bytes(30));
  const auto read = [](const Bytes& file) {
    expect_sound(SafetensorsFile::parse(file, "the file"));
  };
  read(sound);
  EXPECT_GT(refused(sound, 1, 20'000, read), 10'000U);
}

TEST(Fuzz, ModelsLoadOrGiveAClearError) {
  testing::TemporaryFolder folder;
  ModelCard card = testing::tiny_card(2);
  card.config.adaptive_softmax = true;
  card.config.cutoffs = {5, 12};
  card.config.div_val = 2;
  card.config.pre_norm = true;
  card.config.dependency_head = true;
  Trainer::create(card, TrainOptions(), Device::kCpu).save_model(folder.path(), Precision::kHalf);
  const Bytes sound = read_bytes(folder.path() / "model.safetensors");
  const auto read = [](const Bytes& file) {
    model_in(SafetensorsFile::parse(file, "the file"), "the file", true);
  };
  read(sound);
  EXPECT_GT(refused(sound, 2, 3'000, read), 1'500U);
}

TEST(Fuzz, CheckpointsResumeOrGiveAClearError) {
  testing::TemporaryFolder folder;
  TrainOptions options;
  options.lanes = 1;
  options.mem_len = 8;
  Trainer trainer = Trainer::create(testing::tiny_card(1), options, Device::kCpu);
  const auto document = testing::random_document(1, {4, 6});
  const std::vector<LaneInput> lanes{testing::lane_of(document, 0, 1)};
  trainer.step(lanes);
  trainer.save_checkpoint(folder.path(), "here");
  const std::filesystem::path path = folder.path() / "checkpoint.safetensors";
  const Bytes sound = read_bytes(path);
  const auto read = [](const Bytes& file) {
    checkpoint_in(SafetensorsFile::parse(file, "the file"), "the file");
  };
  read(sound);
  EXPECT_GT(refused(sound, 3, 1'500, read), 700U);
}

// A header of the greatest size read, made of the dearest values: memory stays bounded.
TEST(Fuzz, AHugeHeaderIsRefusedInBoundedMemory) {
  const auto peak = [] {
    std::ifstream in("/proc/self/status");
    std::string word;
    while (in >> word && word != "VmHWM:") {
    }
    std::size_t kilobytes = 0;
    in >> kilobytes;
    return kilobytes;
  };
  for (const char* value : {"{},", "[],", "\"\",", "1,"}) {
    std::string header = "{\"a\":[";
    while (header.size() < 16'000'000 - 16) header += value;
    header += "0]}";
    const std::size_t before = peak();
    EXPECT_THROW(SafetensorsFile::parse(file_of(header, {}), "the file"), ModelError);
    EXPECT_LT(peak() - before, 500'000U) << value;
  }
}

}  // namespace
}  // namespace proviso::model
