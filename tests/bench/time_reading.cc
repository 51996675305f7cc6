// What the reader alone takes for whole documents, side by side as `proviso analyze` reads them:
// the yardstick of what the model adds to an analysis. One JSON object; reading of text, structure
// and segments is not timed.
//
//   time_reading MODEL_DIR FOLDER THREADS     all *.txt of FOLDER
#include <algorithm>
#include <cstddef>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "ingest/text/plain.h"
#include "segmenter/segmenter.h"
#include "tasks/analyze.h"
#include "tasks/loaded_model.h"
#include "tasks/reader_input.h"

namespace {

using namespace proviso;
namespace fs = std::filesystem;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int bench(const fs::path& model, const fs::path& folder, int threads) {
  model::set_threads(threads);
  tasks::LoadedModel loaded = tasks::load_model(model, model::Device::kCpu);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::vector<segmenter::Segment>> segments;
  std::vector<model::DocumentInput> inputs;
  segments.reserve(files.size());  // the inputs point into it
  for (const fs::path& file : files) {
    const ingest::Document document = ingest::read_plain(bytes_of(file));
    const segmenter::Structure structure = segmenter::read_structure(document.text);
    segments.push_back(segmenter::make_segments(document.text, structure, loaded.tokenizer));
    inputs.push_back(tasks::reader_input(structure, segments.back(), loaded.reader.card()));
  }
  std::size_t tokens = 0;
  for (const model::DocumentInput& input : inputs) {
    for (const model::SegmentInput& segment : input.segments) tokens += segment.ids.size();
  }
  const std::size_t lanes = tasks::AnalyzeOptions{}.lanes;
  const double begin = processor_seconds();
  for (std::size_t first = 0; first < inputs.size(); first += lanes) {
    loaded.reader.read(std::span<const model::DocumentInput>(inputs).subspan(
                           first, std::min(lanes, inputs.size() - first)),
                       {.losses = false});
  }
  std::cout << "{\"documents\": " << inputs.size() << ", \"tokens\": " << tokens
            << ", \"seconds\": " << processor_seconds() - begin << "}\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "time_reading MODEL_DIR FOLDER THREADS\n";
    return 2;
  }
  try {
    return bench(argv[1], argv[2], std::stoi(argv[3]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
