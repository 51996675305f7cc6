// `proviso plant`: clean judgments in, labelled judgments with one planted error each out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace proviso::tasks {

struct PlantingOptions {
  std::vector<std::string>
      paths;                  // documents, folders of documents, or corpora (.jsonl, .jsonl.zst)
  std::filesystem::path out;  // folder; made if need be
  std::vector<std::string> kinds;           // of plant_kinds(); empty: all of them
  std::vector<std::string> of{"zh_civil"};  // kinds of documents used (segmenter::kKindNames)
  bool hard_negatives =
      false;  // also copies that only look wrong (harmless_kinds()), without flags
  int per_document =
      3;  // copies with an error of each kind, as far as the judgment offers different places
  std::size_t limit = 0;    // most judgments used, 0: all; drawn by `seed`
  std::size_t longest = 0;  // bytes; longer judgments are passed over. 0: no bound
  std::uint64_t seed = 1;
  bool keep_names = false;  // false: personal names are replaced first
  int threads = 2;
};

struct PlantingReport {
  std::size_t judgments =
      0;  // used: each is written once as it is (a negative) and with its planted errors
  std::size_t passed_over = 0;  // documents of other kinds or that offer no place for any kind
  std::size_t failed = 0;       // documents that could not be read
  std::size_t harmless = 0;     // hard negatives written
  std::map<std::string, std::size_t> planted;  // kind → copies written
};

// Writes OUT/texts/*.txt and OUT/LABELS.jsonl (one line a text, in the order of the paths; fields
// of labels.h, and "origin": the judgment a text was made from, which `finetune` keeps on one side
// of its split). The same arguments give the same files. Throws CorpusError.
PlantingReport plant_errors(const PlantingOptions& options, std::stop_token stop,
                            const std::function<void(std::size_t done, std::size_t total)>& report);

}  // namespace proviso::tasks
