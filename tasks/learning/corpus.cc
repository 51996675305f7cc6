#include "tasks/learning/corpus.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "ingest/text/plain.h"

namespace proviso::tasks {
namespace {

bool is_corpus_file(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".txt") || name.ends_with(".jsonl") || name.ends_with(".jsonl.zst");
}

// Splits "PATH:WEIGHT"; a path that exists as written wins, so that colons in names do no harm.
CorpusSource parse_source(const std::string& argument) {
  if (std::filesystem::exists(argument)) return {argument, 1};
  const std::size_t colon = argument.rfind(':');
  if (colon != std::string::npos && std::filesystem::exists(argument.substr(0, colon))) {
    double weight = 0;
    const char* end = argument.data() + argument.size();
    const auto read = std::from_chars(argument.data() + colon + 1, end, weight);
    if (read.ec != std::errc() || read.ptr != end || !(weight > 0) || !std::isfinite(weight))
      throw CorpusError(
          fmt::format("{}: the weight after the colon must be a number above 0", argument));
    return {argument.substr(0, colon), weight};
  }
  throw CorpusError(fmt::format("{}: no such file or folder", argument));
}

// Feeds `line(text, number)` with the lines of a plain or zstd-packed file.
class LineReader {
 public:
  LineReader(const std::filesystem::path& file,
             const std::function<void(std::string_view, std::size_t)>& line)
      : file_(file), line_(line) {}

  void plain(std::string_view bytes) {
    std::size_t start = 0;
    for (std::size_t end; (end = bytes.find('\n', start)) != std::string_view::npos;
         start = end + 1) {
      pending_.append(bytes.substr(start, end - start));
      flush();
    }
    pending_.append(bytes.substr(start));
  }

  void finish() {
    if (!pending_.empty()) flush();
  }

  void packed(std::ifstream& in) {
    const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                            &ZSTD_freeDStream);
    std::string source(ZSTD_DStreamInSize(), '\0'), target(ZSTD_DStreamOutSize(), '\0');
    std::size_t hint = 1;
    while (in.read(source.data(), static_cast<std::streamsize>(source.size())), in.gcount() > 0) {
      ZSTD_inBuffer input{source.data(), static_cast<std::size_t>(in.gcount()), 0};
      while (input.pos < input.size) {
        ZSTD_outBuffer output{target.data(), target.size(), 0};
        hint = ZSTD_decompressStream(stream.get(), &output, &input);
        if (ZSTD_isError(hint) != 0)
          throw CorpusError(fmt::format("{}: broken zstd archive ({}); fetch or pack it again",
                                        file_.string(), ZSTD_getErrorName(hint)));
        plain({target.data(), output.pos});
      }
    }
    if (hint != 0)
      throw CorpusError(
          fmt::format("{}: zstd archive ends in the middle; fetch it again", file_.string()));
  }

 private:
  void flush() {
    if (!pending_.empty() && pending_.back() == '\r') pending_.pop_back();
    line_(pending_, ++number_);
    pending_.clear();
  }

  const std::filesystem::path& file_;
  const std::function<void(std::string_view, std::size_t)>& line_;
  std::string pending_;
  std::size_t number_ = 0;
};

std::string text_of(const std::filesystem::path& file, std::string_view line, std::size_t number) {
  const nlohmann::json record = nlohmann::json::parse(line, nullptr, false);
  if (record.is_discarded() || !record.is_object())
    throw CorpusError(fmt::format("{}:{}: not a JSON object in UTF-8; repair or remove the line",
                                  file.string(), number));
  const auto text = record.find("text");
  if (text == record.end() || !text->is_string())
    throw CorpusError(
        fmt::format("{}:{}: the object has no string field \"text\"", file.string(), number));
  return text->get<std::string>();
}

}  // namespace

std::vector<CorpusSource> find_sources(std::span<const std::string> arguments) {
  std::vector<CorpusSource> sources;
  for (const std::string& argument : arguments) {
    const CorpusSource source = parse_source(argument);
    if (std::filesystem::is_directory(source.file)) {
      std::set<std::filesystem::path> found;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(source.file))
        if (entry.is_regular_file() && is_corpus_file(entry.path())) found.insert(entry.path());
      for (const auto& file : found) sources.push_back({file, source.weight});
    } else if (is_corpus_file(source.file)) {
      sources.push_back(source);
    } else {
      throw CorpusError(fmt::format("{}: not a corpus file; expected .txt, .jsonl or .jsonl.zst",
                                    source.file.string()));
    }
  }
  if (sources.empty()) throw CorpusError("no .txt, .jsonl or .jsonl.zst file in the corpus given");
  return sources;
}

void read_documents(const std::filesystem::path& file,
                    const std::function<void(std::string, std::size_t)>& take) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw CorpusError(fmt::format("{}: cannot be opened for reading", file.string()));
  const std::string name = file.filename().string();
  if (name.ends_with(".txt")) {
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::string text = ingest::read_plain(bytes).text;
    if (!text.empty()) take(std::move(text), 0);
    return;
  }
  const std::function<void(std::string_view, std::size_t)> line = [&](std::string_view bytes,
                                                                      std::size_t number) {
    if (bytes.find_first_not_of(" \t") == std::string_view::npos) return;
    std::string text = ingest::read_plain(text_of(file, bytes, number)).text;
    if (!text.empty()) take(std::move(text), number);
  };
  LineReader lines(file, line);
  if (name.ends_with(".zst")) {
    lines.packed(in);
  } else {
    std::string block(1 << 16, '\0');
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0)
      lines.plain({block.data(), static_cast<std::size_t>(in.gcount())});
  }
  lines.finish();
}

std::vector<CorpusDocument> read_corpus(std::span<const CorpusSource> sources) {
  std::vector<CorpusDocument> documents;
  for (std::size_t s = 0; s < sources.size(); ++s)
    read_documents(sources[s].file, [&](std::string text, std::size_t line) {
      documents.push_back({std::move(text), static_cast<std::uint32_t>(s), line});
    });
  if (documents.empty()) throw CorpusError("the corpus holds no document");
  return documents;
}

std::vector<std::uint32_t> reading_order(std::span<const std::uint32_t> source_of,
                                         std::span<const CorpusSource> sources, std::uint64_t seed,
                                         std::uint64_t pass) {
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> ordinal(sources.size(), 0);  // number of the document within its source
  for (std::size_t d = 0; d < source_of.size(); ++d) {
    const double weight = sources[source_of[d]].weight;
    // Document number n of a source is read floor(weight) times, and once more when the running sum
    // of the fraction passes a whole number at n; `pass` moves the phase.
    const double n = static_cast<double>(ordinal[source_of[d]]++ + pass);
    const auto times =
        static_cast<std::size_t>(std::floor((n + 1) * weight) - std::floor(n * weight));
    order.insert(order.end(), times, static_cast<std::uint32_t>(d));
  }
  Draw draw(stable_hash("reading order", seed * 1000003 + pass));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draw.below(i)]);
  return order;
}

std::uint64_t stable_hash(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ (seed * 0x9E3779B97F4A7C15ULL);
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return Draw(hash).next();
}

bool held_out(std::string_view text, double share) {
  return static_cast<double>(stable_hash(text, 1) >> 11) < share * 9007199254740992.0;  // 2^53
}

std::uint64_t Draw::next() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

std::size_t Draw::below(std::size_t n) {
  // Multiply-shift; the bias of at most n / 2^32 does not matter here.
  return static_cast<std::size_t>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
}

}  // namespace proviso::tasks
