// Corpora for learning: where documents of training text come from, and in which order they are
// read.
//
// A corpus is a list of files: `.txt` (one document a file), `.jsonl` and `.jsonl.zst` (one JSON
// object a line, its field `text` is the document; other fields are ignored). Text is taken as
// valid UTF-8 with one paragraph a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// A corpus or labels file that cannot be used. what() is "FILE: …" or "FILE:LINE: …" with the cause
// and the remedy.
class CorpusError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One file and how often a pass reads each of its documents: 2 = twice, 0.5 = every second document
// of the file (another half on the next pass).
struct CorpusSource {
  std::filesystem::path file;
  double weight = 1;
};

struct CorpusDocument {
  std::string text;
  std::uint32_t source = 0;  // index into the list of sources
  std::size_t line = 0;      // from 1; 0 for .txt
};

// Reads arguments PATH or PATH:WEIGHT. A folder stands for the corpus files below it, sorted by
// path; a file is taken as named. Throws CorpusError for a missing path, an unknown extension, a
// weight that is not a number > 0, and when nothing is left.
std::vector<CorpusSource> find_sources(std::span<const std::string> arguments);

// Calls `take(text, line)` for each document of one file, in file order. Texts come as ingest gives
// them for a text file (ingest::read_plain: clean UTF-8, no blank lines), so that training sees
// what analysis will see; empty ones are skipped. Holds one document and one decompression window
// in memory. Throws CorpusError with file and line for a line that is no JSON object, lacks a
// string `text` or is not UTF-8, and for a broken archive.
void read_documents(const std::filesystem::path& file,
                    const std::function<void(std::string text, std::size_t line)>& take);

// All documents of all sources, in order.
std::vector<CorpusDocument> read_corpus(std::span<const CorpusSource> sources);

// The order in which pass number `pass` (from 0) reads the documents: indices into `source_of`,
// each as often as its source's weight says, shuffled. `source_of[d]` is document d's source.
// Depends on the arguments alone.
std::vector<std::uint32_t> reading_order(std::span<const std::uint32_t> source_of,
                                         std::span<const CorpusSource> sources, std::uint64_t seed,
                                         std::uint64_t pass);

// True for about `share` (0..1) of all texts; depends on the text alone, so that a document stays
// held out whatever corpus it comes from.
bool held_out(std::string_view text, double share);

// FNV-1a of the bytes, mixed with `seed`: the same on every machine.
std::uint64_t stable_hash(std::string_view bytes, std::uint64_t seed = 0);

// SplitMix64 (Steele, Lea, Flood 2014): a small generator whose numbers are the same on every
// machine and library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::size_t below(std::size_t n);  // uniform in [0, n); n > 0
 private:
  std::uint64_t state_;
};

}  // namespace proviso::tasks
