// Runs a fuzz target over files and folders, as they are and damaged in ways drawn from a fixed
// seed: what the fuzzer found once is an ordinary test for every compiler.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/check.h"

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kLargest = 20'000;  // bytes of a damaged copy
constexpr int kCopies = 5;                // of each file

Bytes read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files(int argc, char** argv) {
  std::vector<fs::path> out;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      out.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

class Damage {
 public:
  Bytes operator()(Bytes bytes, const Bytes& other) {
    if (bytes.size() > kLargest) {
      const std::size_t from = below(bytes.size() - kLargest);
      bytes = Bytes(at(bytes, from), at(bytes, from + kLargest));
    }
    for (std::size_t change = 0; change < 1 + below(6) && !bytes.empty(); ++change) {
      const std::size_t place = below(bytes.size()), size = below(bytes.size() - place + 1);
      switch (below(5)) {
        case 0:
          bytes[place] = static_cast<std::uint8_t>(random_());
          break;
        case 1:
          bytes.erase(at(bytes, place), at(bytes, place + std::min<std::size_t>(size, 100)));
          break;
        case 2: {  // said twice
          const Bytes part(at(bytes, place), at(bytes, place + std::min<std::size_t>(size, 300)));
          bytes.insert(at(bytes, below(bytes.size())), part.begin(), part.end());
          break;
        }
        case 3: {  // a part of another file
          const std::size_t from = below(other.size() + 1), count = below(other.size() - from + 1);
          bytes.insert(at(bytes, place), at(other, from),
                       at(other, from + std::min<std::size_t>(count, 400)));
          break;
        }
        default:
          bytes.resize(place);
      }
    }
    return bytes;
  }

 private:
  static Bytes::const_iterator at(const Bytes& bytes, std::size_t place) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(place);
  }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  std::mt19937_64 random_{1};
};

// The input that is being read, for the case that it breaks a promise.
const Bytes* current = nullptr;
const fs::path* seed = nullptr;

void run(const fs::path& from, const Bytes& bytes) {
  current = &bytes;
  seed = &from;
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

void keep_current(int) {
  std::fprintf(stderr, "on a copy of %s, kept as broken.bin here\n", seed->c_str());
  if (std::FILE* file = std::fopen("broken.bin", "wb")) {
    std::fwrite(current->data(), 1, current->size(), file);
    std::fclose(file);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<fs::path> all = files(argc, argv);
  if (all.empty()) {
    std::fprintf(stderr, "replay: name files or folders of them\n");
    return 2;
  }
  std::signal(SIGABRT, keep_current);
  Damage damage;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Bytes bytes = read(all[i]), other = read(all[(i * 7 + 3) % all.size()]);
    run(all[i], {});
    run(all[i], bytes);
    for (int copy = 0; copy < kCopies; ++copy) {
      run(all[i], damage(bytes, other));
    }
  }
  std::printf("%zu files, %d damaged copies of each\n", all.size(), kCopies);
  return 0;
}
