#include "model/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

#include "model/error.h"
#include "model/sha256.h"
#include "tests/model/tiny.h"

namespace proviso::model {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

// A file of the given header, followed by `data` zero bytes.
std::vector<std::byte> file_of(const std::string& header, std::size_t data) {
  std::string text(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) text[i] = static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return bytes_of(text + header + std::string(data, '\0'));
}

void expect_refused(const std::string& header, std::size_t data, const char* why) {
  try {
    SafetensorsFile::parse(file_of(header, data), "file");
    ADD_FAILURE() << why;
  } catch (const ModelError& error) {
    EXPECT_EQ(error.code(), ModelError::Code::kFormat) << why;
  }
}

std::vector<std::byte> sound_file() {
  return file_of(
      R"({"__metadata__":{"step":"3"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},)"
      R"("b":{"dtype":"F16","shape":[3],"data_offsets":[16,22]}})",
      22);
}

TEST(Safetensors, ReadsWhatItWrote) {
  testing::TemporaryFolder folder;
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  const std::vector<TensorBytes> tensors{
      {"x", DType::kF32, {2, 3}, std::as_bytes(std::span(values))}};
  write_safetensors(folder.path() / "f", tensors, {{"key", "值"}});
  const SafetensorsFile file = SafetensorsFile::read(folder.path() / "f");
  ASSERT_NE(file.find("x"), nullptr);
  EXPECT_EQ(file.find("x")->shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(std::memcmp(file.find("x")->data.data(), values.data(), 24), 0);
  EXPECT_EQ(file.metadata().at("key"), "值");
  EXPECT_EQ(file.find("y"), nullptr);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "no temporary file stays";
}

TEST(Safetensors, SoundFileIsRead) {
  const SafetensorsFile file = SafetensorsFile::parse(sound_file(), "file");
  EXPECT_EQ(file.tensors().size(), 2U);
}

TEST(Safetensors, EveryTruncationIsRefused) {
  const std::vector<std::byte> whole = sound_file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(SafetensorsFile::parse(
                     {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}, "file"),
                 ModelError)
        << size;
  }
}

TEST(Safetensors, NoBitFlipDoesMoreThanAnError) {
  const std::vector<std::byte> whole = sound_file();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::vector<std::byte> flipped = whole;
      flipped[i] ^= static_cast<std::byte>(1U << bit);
      try {
        const SafetensorsFile file = SafetensorsFile::parse(flipped, "file");
        for (const TensorBytes& tensor : file.tensors()) {
          std::int64_t elements = 1;
          for (const std::int64_t side : tensor.shape) elements *= side;
          EXPECT_EQ(static_cast<std::size_t>(elements) * byte_size(tensor.type),
                    tensor.data.size());
        }
      } catch (const ModelError& error) {
        EXPECT_EQ(error.code(), ModelError::Code::kFormat);
      }
    }
  }
}

TEST(Safetensors, HostileHeadersAreRefused) {
  const auto entry = [](const std::string& shape, const std::string& offsets) {
    return R"({"a":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
  };
  expect_refused("[]", 0, "not an object");
  expect_refused("{", 0, "not JSON");
  expect_refused(entry("[1]", "[0,8]"), 8, "shape and bytes disagree");
  expect_refused(entry("[2]", "[0,8]"), 4, "beyond the end");
  expect_refused(entry("[1]", "[4,8]"), 8, "a hole");
  expect_refused(entry("[1]", "[0,4]"), 8, "bytes after the last tensor");
  expect_refused(entry("[-1]", "[0,4]"), 4, "a negative side");
  expect_refused(entry("[1.5]", "[0,4]"), 4, "a fraction");
  expect_refused(entry("[4294967296,4294967296,4]", "[0,0]"), 0, "an overflow to zero");
  expect_refused(entry("[9223372036854775807,3]", "[0,4]"), 4, "an overflow");
  expect_refused(entry("[1]", "[8,4]"), 8, "ends before it starts");
  expect_refused(R"({"a":{"dtype":"F99","shape":[1],"data_offsets":[0,4]}})", 4, "an unknown type");
  expect_refused(
      R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],)"
      R"("data_offsets":[0,4]}})",
      4, "a name twice");
  expect_refused(
      R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],)"
      R"("data_offsets":[2,6]}})",
      6, "an overlap");
  expect_refused(R"({"__metadata__":{"a":1}})", 0, "metadata that are not strings");
  expect_refused(std::string(200'000, '['), 0, "deep nesting");
}

TEST(Safetensors, AHeaderLengthOfTheWholeAddressSpaceIsRefused) {
  std::vector<std::byte> bytes = sound_file();
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = std::byte{0xFF};
  EXPECT_THROW(SafetensorsFile::parse(bytes, "file"), ModelError);
}

TEST(Sha256, AgreesWithTheStandardsExamples) {
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(bytes_of("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, TheProcessorsOwnRoundsGiveTheStandardsDigest) {
  std::vector<std::byte> bytes;
  for (std::size_t size = 0; size < 300; ++size) {
    EXPECT_EQ(sha256_hex(bytes, Sha256Rounds::kBest), sha256_hex(bytes, Sha256Rounds::kPlain))
        << size << " bytes";
    bytes.push_back(static_cast<std::byte>(size * 37 % 251));
  }
}

}  // namespace
}  // namespace proviso::model
