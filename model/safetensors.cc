#include "model/safetensors.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "model/error.h"

namespace proviso::model {
namespace {

using nlohmann::json;

// A model of 10,000 tensors has a header of a megabyte. JSON takes many times its size in memory.
constexpr std::size_t kMaxHeader = 16'000'000;
constexpr std::size_t kMaxValues = 2'000'000;
constexpr int kMaxDepth = 4;  // header, tensor, shape
constexpr std::size_t kMaxTensors = 100'000;

struct TypeName {
  DType type;
  std::string_view name;
  std::size_t size;
};
constexpr std::array<TypeName, 6> kTypes{{{DType::kF32, "F32", 4},
                                          {DType::kF16, "F16", 2},
                                          {DType::kI64, "I64", 8},
                                          {DType::kU8, "U8", 1},
                                          {DType::kBF16, "BF16", 2},
                                          {DType::kF64, "F64", 8}}};

const TypeName& info(DType type) {
  return *std::find_if(kTypes.begin(), kTypes.end(),
                       [&](const TypeName& t) { return t.type == type; });
}

[[noreturn]] void damaged(const std::string& name, const std::string& cause) {
  throw ModelError(ModelError::Code::kFormat, name + ": not a sound safetensors file: " + cause +
                                                  ". Fetch or save the model again.");
}

// Walks the header before it is built: depth, number of values, names that stand twice. Stops at
// the first that is too much. (The parser's own callback is quadratic in an array's length.)
class HeaderWatch : public json::json_sax_t {
 public:
  std::string fault;  // empty: none

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    if (depth_ == 1 && !names_.insert(name).second)
      return refuse("the tensor " + name.substr(0, 100) + " stands twice");
    return count();
  }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return refuse("its header is not JSON");
  }

 private:
  bool refuse(const std::string& why) {
    fault = why;
    return false;
  }
  bool count() { return ++values_ <= kMaxValues || refuse("its header has too many values"); }
  bool enter() { return ++depth_ <= kMaxDepth ? count() : refuse("its header is nested too deep"); }
  bool leave() {
    --depth_;
    return true;
  }

  std::size_t values_ = 0;
  int depth_ = 0;
  std::set<std::string> names_;
};

json parse_header(std::string_view text, const std::string& name) {
  HeaderWatch watch;
  if (!json::sax_parse(text, &watch)) damaged(name, watch.fault);
  json header = json::parse(text, nullptr, false);
  if (!header.is_object()) damaged(name, "its header is not a JSON object");
  return header;
}

std::uint64_t natural(const json& value, const std::string& name, const std::string& what) {
  if (!value.is_number_unsigned()) damaged(name, what + " is not a natural number");
  return value.get<std::uint64_t>();
}

// One tensor of the header with its byte range [begin, end) in the data part of `available` bytes.
struct Placed {
  TensorBytes tensor;
  std::uint64_t begin = 0, end = 0;
};

Placed parse_tensor(const std::string& key, const json& entry, std::uint64_t available,
                    const std::string& name) {
  const bool complete = entry.is_object() && entry.contains("dtype") &&
                        entry["dtype"].is_string() && entry.contains("shape") &&
                        entry["shape"].is_array() && entry.contains("data_offsets") &&
                        entry["data_offsets"].is_array() && entry["data_offsets"].size() == 2;
  if (!complete) damaged(name, "the entry of " + key + " lacks dtype, shape or data_offsets");
  Placed placed;
  placed.tensor.name = key;
  const std::string type = entry["dtype"].get<std::string>();
  const auto* found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeName& t) { return t.name == type; });
  if (found == kTypes.end())
    damaged(name, key + " has the type " + type.substr(0, 16) + ", which is not read");
  placed.tensor.type = found->type;
  std::uint64_t elements = 1;
  if (entry["shape"].size() > 8) damaged(name, key + " has too many dimensions");
  for (const json& side : entry["shape"]) {
    const std::uint64_t size = natural(side, name, "a side of " + key);
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (size != 0 && elements > kMost / 8 / size)
      damaged(name, "the shape of " + key + " overflows");
    elements *= size;
    placed.tensor.shape.push_back(static_cast<std::int64_t>(size));
  }
  placed.begin = natural(entry["data_offsets"][0], name, "an offset of " + key);
  placed.end = natural(entry["data_offsets"][1], name, "an offset of " + key);
  if (placed.begin > placed.end || placed.end > available)
    damaged(name, key + " lies outside the file");
  if (placed.end - placed.begin != elements * found->size)
    damaged(name, "shape and bytes of " + key + " disagree");
  return placed;
}

Metadata parse_metadata(const json& entry, const std::string& name) {
  Metadata metadata;
  if (!entry.is_object()) damaged(name, "__metadata__ is not an object");
  for (const auto& [key, value] : entry.items()) {
    if (!value.is_string()) damaged(name, "__metadata__ holds something that is not a string");
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

[[noreturn]] void cannot_write(const std::filesystem::path& file) {
  throw ModelError(ModelError::Code::kFormat, "cannot write " + file.string() + ": " +
                                                  std::strerror(errno) +
                                                  ". Check the folder and its disk.");
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

void write_all(int fd, std::span<const std::byte> bytes, const std::filesystem::path& file) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot_write(file);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::string header_text(std::span<const TensorBytes> tensors, const Metadata& metadata) {
  json header = json::object();
  header["__metadata__"] = metadata;
  std::size_t at = 0;
  for (const TensorBytes& tensor : tensors) {
    header[tensor.name] = {{"dtype", info(tensor.type).name},
                           {"shape", tensor.shape},
                           {"data_offsets", {at, at + tensor.data.size()}}};
    at += tensor.data.size();
  }
  std::string text = header.dump();
  while (text.size() % 8 != 0) text.push_back(' ');
  return text;
}

}  // namespace

std::size_t byte_size(DType type) {
  return info(type).size;
}

bool is_floating(DType type) {
  return type != DType::kI64 && type != DType::kU8;
}

void write_safetensors(const std::filesystem::path& file, std::span<const TensorBytes> tensors,
                       const Metadata& metadata) {
  const std::string header = header_text(tensors, metadata);
  std::array<std::byte, 8> length{};
  for (std::size_t i = 0; i < 8; ++i)
    length[i] = static_cast<std::byte>(header.size() >> (8 * i) & 0xFF);
  std::filesystem::path temporary = file;
  temporary += ".part" + std::to_string(::getpid());
  {
    const Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (out.get() < 0) cannot_write(temporary);
    write_all(out.get(), length, temporary);
    write_all(out.get(), std::as_bytes(std::span(header)), temporary);
    for (const TensorBytes& tensor : tensors) write_all(out.get(), tensor.data, temporary);
    if (::fsync(out.get()) != 0) cannot_write(temporary);
  }
  if (::rename(temporary.c_str(), file.c_str()) != 0) cannot_write(file);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
}

SafetensorsFile SafetensorsFile::read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in || !std::filesystem::is_regular_file(file)) {
    throw ModelError(ModelError::Code::kFormat,
                     file.string() + " cannot be read. Name a model directory with --model.");
  }
  const std::streamoff size = in.tellg();
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), size);
  if (in.gcount() != size) damaged(file.string(), "it ends early");
  return parse(std::move(bytes), file.string());
}

SafetensorsFile SafetensorsFile::parse(std::vector<std::byte> bytes, const std::string& name) {
  if (bytes.size() < 8) damaged(name, "it is shorter than a header");
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < 8; ++i) length |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  if (length > kMaxHeader || length > bytes.size() - 8)
    damaged(name, "its header is longer than the file");
  SafetensorsFile file;
  file.bytes_ = std::move(bytes);
  const auto header_size = static_cast<std::size_t>(length);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes_.data()) + 8, header_size);
  const std::uint64_t available = file.bytes_.size() - 8 - header_size;
  const json header = parse_header(text, name);
  if (header.size() > kMaxTensors) damaged(name, "it names too many tensors");
  std::vector<Placed> placed;
  for (const auto& [key, entry] : header.items()) {
    if (key == "__metadata__") {
      file.metadata_ = parse_metadata(entry, name);
    } else {
      placed.push_back(parse_tensor(key, entry, available, name));
    }
  }
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.begin, a.end, a.tensor.name) < std::tie(b.begin, b.end, b.tensor.name);
  });
  std::uint64_t at = 0;
  for (Placed& p : placed) {
    if (p.begin != at)
      damaged(name, "the bytes of " + p.tensor.name + " overlap others or leave a hole");
    at = p.end;
    p.tensor.data = std::span<const std::byte>(file.bytes_)
                        .subspan(8 + header_size + static_cast<std::size_t>(p.begin),
                                 static_cast<std::size_t>(p.end - p.begin));
    file.tensors_.push_back(std::move(p.tensor));
  }
  if (at != available) damaged(name, "bytes follow its last tensor");
  return file;
}

const TensorBytes* SafetensorsFile::find(std::string_view name) const {
  for (const TensorBytes& tensor : tensors_) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

}  // namespace proviso::model
