#include "model/encoder_weights.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "model/error.h"
#include "model/safetensors.h"

namespace proviso::model {
namespace {

static_assert(std::endian::native == std::endian::little, "both files are little-endian");

constexpr std::int64_t kMostLayers = 64, kMostWidth = 8192, kMostPositions = 8192,
                       kMostWords = std::int64_t{1} << 21;

[[noreturn]] void damaged(const std::filesystem::path& file, const std::string& what) {
  throw ModelError(
      ModelError::Code::kFormat,
      file.string() + ": " + what + ". Fetch the encoders anew: ./dev setup encoders.");
}

float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16,
                      exponent = (half >> 10) & 0x1FU, fraction = half & 0x3FFU;
  if (exponent == 0) {  // zero and what is below 2^-14
    const float value = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13));
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

// Bytes read from front to end; asking for more than there are is an error.
class Cursor {
 public:
  Cursor(std::span<const std::byte> bytes, const std::filesystem::path& file)
      : bytes_(bytes), file_(file) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  // A number that counts something: 0 … most.
  std::int64_t count(std::int64_t most) {
    const auto value = number<std::int32_t>();
    if (value < 0 || value > most) damaged(file_, "a size is out of bounds");
    return value;
  }
  std::span<const std::byte> take(std::uint64_t size) {
    if (size > bytes_.size() - at_) damaged(file_, "the file ends too early");
    const auto out = bytes_.subspan(at_, static_cast<std::size_t>(size));
    at_ += static_cast<std::size_t>(size);
    return out;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  const std::filesystem::path& file_;
};

std::vector<std::byte> read_whole(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) {
    throw ModelError(ModelError::Code::kFormat,
                     file.string() + ": cannot be read; check the path and the permissions.");
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) damaged(file, "cannot be read to its end");
  return bytes;
}

// A file of weights: gives tensors by the names of this program.
class Source {
 public:
  virtual ~Source() = default;
  virtual std::vector<float> floats(const std::string& name, std::int64_t count) const = 0;
};

EncoderLinear linear(const Source& from, std::span<const std::string> names, std::int64_t out,
                     std::int64_t in) {
  std::vector<float> weight;
  EncoderLinear part;
  for (const std::string& name : names) {
    const std::vector<float> w = from.floats(name + ".w", out * in),
                             b = from.floats(name + ".b", out);
    weight.insert(weight.end(), w.begin(), w.end());
    part.bias.insert(part.bias.end(), b.begin(), b.end());
  }
  part.weight = kernels::PackedMatrix(weight.data(), std::ssize(part.bias), in);
  return part;
}

EncoderNorm norm(const Source& from, const std::string& name, std::int64_t width) {
  return {from.floats(name + ".w", width), from.floats(name + ".b", width)};
}

void fill(EncoderWeights& weights, const Source& from, std::int64_t layers) {
  const std::int64_t h = weights.hidden, inner = weights.inner;
  weights.position = from.floats("emb.pos", weights.positions * h);
  const std::vector<float> type = from.floats("emb.type", h);
  for (std::size_t i = 0; i < weights.position.size(); ++i)
    weights.position[i] += type[i % type.size()];
  weights.norm = norm(from, "emb.ln", h);
  for (std::int64_t l = 0; l < layers; ++l) {
    const std::string at = std::string("l").append(std::to_string(l)).append(".");
    const std::string qkv[] = {at + "q", at + "k", at + "v"}, out[] = {at + "ao"},
                      in[] = {at + "fi"}, back[] = {at + "fo"};
    weights.layers.push_back({linear(from, qkv, h, h), linear(from, out, h, h),
                              linear(from, in, inner, h), linear(from, back, h, inner),
                              norm(from, at + "aln", h), norm(from, at + "oln", h)});
  }
}

void check_shape(const EncoderWeights& w, std::int64_t layers, const std::filesystem::path& file) {
  const bool sound = w.hidden > 0 && w.hidden <= kMostWidth && w.heads > 0 &&
                     w.hidden % w.heads == 0 && w.hidden % kFourBitBlock == 0 && w.inner > 0 &&
                     w.inner <= kMostWidth && w.inner % kFourBitBlock == 0 && layers > 0 &&
                     layers <= kMostLayers && w.positions > 2 && w.positions <= kMostPositions &&
                     w.epsilon > 0;
  if (!sound) damaged(file, "its shape is no encoder's");
}

// ---- E5S1 ------------------------------------------------------------------------------------

class FourBitFile : public Source {
 public:
  struct Entry {
    bool four_bit;
    std::span<const std::byte> data;  // to the file's end
  };
  FourBitFile(const std::filesystem::path& file, std::map<std::string, Entry> entries)
      : file_(file), entries_(std::move(entries)) {}

  std::vector<float> floats(const std::string& name, std::int64_t count) const override {
    std::vector<float> out(static_cast<std::size_t>(count));
    const auto data = bytes(name, count);
    if (entries_.at(name).four_bit) {
      unpack_four_bit(data.data(), count / kFourBitBlock, out.data());
    } else {
      std::memcpy(out.data(), data.data(), data.size());
    }
    return out;
  }

  // What `count` cells of the tensor take.
  std::span<const std::byte> bytes(const std::string& name, std::int64_t count) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) damaged(file_, "it holds no tensor '" + name + "'");
    const Entry& entry = found->second;
    const std::int64_t size = entry.four_bit ? count / kFourBitBlock * kFourBitBytes
                                             : count * static_cast<std::int64_t>(sizeof(float));
    if (size > std::ssize(entry.data)) damaged(file_, "the tensor '" + name + "' is cut off");
    return entry.data.first(static_cast<std::size_t>(size));
  }

 private:
  const std::filesystem::path& file_;
  std::map<std::string, Entry> entries_;
};

EncoderWeights read_four_bit(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read_whole(file);
  Cursor cursor(bytes, file);
  cursor.take(8);  // magic and version
  EncoderWeights weights;
  weights.hidden = cursor.count(kMostWidth);
  const std::int64_t layers = cursor.count(kMostLayers);
  weights.heads = cursor.count(kMostWidth);
  weights.inner = cursor.count(kMostWidth);
  const std::int64_t words = cursor.count(kMostWords);
  weights.positions = cursor.count(kMostPositions);
  cursor.take(4);  // token types
  weights.epsilon = cursor.number<float>();
  if (cursor.number<std::int32_t>() != kFourBitBlock) damaged(file, "its blocks are not of 32");
  check_shape(weights, layers, file);

  const std::int64_t pieces = cursor.count(kMostWords);  // the vocabulary: segmenter/ reads it
  cursor.take(16);
  const auto text = cursor.number<std::uint64_t>();
  cursor.take(static_cast<std::uint64_t>(pieces + 1) * 4 + static_cast<std::uint64_t>(pieces) * 4);
  cursor.take(text);
  cursor.take(4);
  cursor.take(cursor.number<std::uint32_t>());

  std::map<std::string, FourBitFile::Entry> entries;
  for (std::int64_t n = cursor.count(4096); n > 0; --n) {
    const auto length = cursor.number<std::uint16_t>();
    const auto name = cursor.take(length);
    const bool plain = static_cast<int>(cursor.take(1)[0]) == 0;
    cursor.take(4);
    const auto offset = cursor.number<std::uint64_t>();
    cursor.take(8);
    if (offset > bytes.size()) damaged(file, "a tensor stands behind its end");
    entries[std::string(reinterpret_cast<const char*>(name.data()), name.size())] = {
        !plain, std::span(bytes).subspan(static_cast<std::size_t>(offset))};
  }
  const FourBitFile source(file, std::move(entries));
  const auto rows = source.bytes("emb.word", words * weights.hidden);
  weights.words =
      WordRows(WordRows::Form::kFourBit, {rows.begin(), rows.end()}, words, weights.hidden);
  fill(weights, source, layers);
  return weights;
}

// ---- safetensors -----------------------------------------------------------------------------

// Hugging Face's names.
std::string published_name(const std::string& name) {
  static const std::map<std::string, std::string, std::less<>> parts = {
      {"q", "attention.self.query"},         {"k", "attention.self.key"},
      {"v", "attention.self.value"},         {"ao", "attention.output.dense"},
      {"fi", "intermediate.dense"},          {"fo", "output.dense"},
      {"aln", "attention.output.LayerNorm"}, {"oln", "output.LayerNorm"}};
  if (name == "emb.pos") return "embeddings.position_embeddings.weight";
  if (name == "emb.type") return "embeddings.token_type_embeddings.weight";
  const std::string end = name.ends_with(".w") ? ".weight" : ".bias";
  if (name.starts_with("emb.ln")) return "embeddings.LayerNorm" + end;
  const std::size_t dot = name.find('.');
  return "encoder.layer." + name.substr(1, dot - 1) + "." +
         parts.at(name.substr(dot + 1, name.size() - dot - 3)) + end;
}

class PublishedFile : public Source {
 public:
  PublishedFile(const std::filesystem::path& file, const SafetensorsFile& tensors)
      : file_(file), tensors_(tensors) {}
  std::vector<float> floats(const std::string& name, std::int64_t count) const override {
    std::vector<float> out(static_cast<std::size_t>(count));
    const auto data = bytes(published_name(name), count);
    std::memcpy(out.data(), data.data(), data.size());
    return out;
  }
  // Of the first `count` cells.
  std::span<const std::byte> bytes(const std::string& name, std::int64_t count) const {
    const TensorBytes* tensor = tensors_.find(name);
    if (tensor == nullptr) damaged(file_, "it holds no tensor '" + name + "'");
    const auto size = static_cast<std::size_t>(count) * sizeof(float);
    if (tensor->type != DType::kF32 || tensor->data.size() < size)
      damaged(file_, "the tensor '" + name + "' is not as config.json says");
    return tensor->data.first(size);
  }

 private:
  const std::filesystem::path& file_;
  const SafetensorsFile& tensors_;
};

EncoderWeights read_published(const std::filesystem::path& file) {
  const std::filesystem::path settings = file.parent_path() / "config.json";
  std::ifstream in(settings);
  const nlohmann::json config = nlohmann::json::parse(in, nullptr, false);
  EncoderWeights weights;
  std::int64_t layers = 0, words = 0;
  try {
    if (config.at("hidden_act") != "gelu" || config.at("model_type") != "bert")
      damaged(settings, "only BERT with gelu is read");
    weights.hidden = config.at("hidden_size");
    weights.heads = config.at("num_attention_heads");
    weights.inner = config.at("intermediate_size");
    weights.positions = config.at("max_position_embeddings");
    weights.epsilon = config.at("layer_norm_eps");
    layers = config.at("num_hidden_layers");
    words = config.at("vocab_size");
  } catch (const nlohmann::json::exception&) {
    damaged(settings, "it is not the configuration of a BERT model");
  }
  check_shape(weights, layers, file);
  if (words < 1 || words > kMostWords) damaged(settings, "vocab_size is out of bounds");
  const SafetensorsFile tensors = SafetensorsFile::read(file);
  const PublishedFile source(file, tensors);
  const auto rows = source.bytes("embeddings.word_embeddings.weight", words * weights.hidden);
  weights.words =
      WordRows(WordRows::Form::kFloat, {rows.begin(), rows.end()}, words, weights.hidden);
  fill(weights, source, layers);
  return weights;
}

}  // namespace

void unpack_four_bit(const std::byte* blocks, std::int64_t count, float* out) {
  for (std::int64_t b = 0; b < count; ++b, blocks += kFourBitBytes, out += kFourBitBlock) {
    std::uint16_t half;
    std::memcpy(&half, blocks, 2);
    const float scale = half_to_float(half);
    for (std::int64_t j = 0; j < 16; ++j) {
      const int pair = std::to_integer<int>(blocks[2 + j]);
      out[j] = static_cast<float>((pair & 0x0F) - 8) * scale;
      out[j + 16] = static_cast<float>((pair >> 4) - 8) * scale;
    }
  }
}

void WordRows::copy(std::int64_t id, float* out) const {
  if (form_ == Form::kFourBit) {
    unpack_four_bit(bytes_.data() + id * (width_ / kFourBitBlock) * kFourBitBytes,
                    width_ / kFourBitBlock, out);
  } else {
    const auto size = static_cast<std::size_t>(width_) * sizeof(float);
    std::memcpy(out, bytes_.data() + static_cast<std::size_t>(id) * size, size);
  }
}

EncoderWeights read_encoder_weights(const std::filesystem::path& file) {
  if (file.extension() == ".safetensors") return read_published(file);
  char magic[4] = {};
  std::ifstream(file, std::ios::binary).read(magic, 4);
  if (std::string_view(magic, 4) != "E5S1") damaged(file, "it is not an encoder that is read here");
  return read_four_bit(file);
}

}  // namespace proviso::model
