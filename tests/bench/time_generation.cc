// Sampled decoding with the weights of a directory: what beside_generate.py sets beside Hugging
// Face's generate(). One JSON object.
//
//   time_generation MODEL_DIR PROMPT_TOKENS NEW_TOKENS THREADS
#include <algorithm>
#include <chrono>
#include <iostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "model/decoder.h"
#include "tasks/draft/sampler.h"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "time_generation MODEL_DIR PROMPT_TOKENS NEW_TOKENS THREADS\n";
    return 2;
  }
  try {
    using namespace proviso;
    model::set_threads(std::stoi(argv[4]));
    model::Reader reader = model::Reader::load(argv[1], model::Device::kCpu);
    model::Decoder decoder(reader, {.segment_len = 1});  // each token its own segment, as there
    std::mt19937 random(1);
    const auto vocab = static_cast<std::uint32_t>(reader.card().config.vocab_size);
    std::vector<std::int32_t> prompt(std::stoul(argv[2]));
    for (std::int32_t& id : prompt) id = static_cast<std::int32_t>(random() % vocab);
    const auto most = static_cast<std::size_t>(reader.card().config.seg_len);
    for (std::size_t at = 0; at < prompt.size(); at += most) {
      model::SegmentInput segment;
      segment.ids = std::span(prompt).subspan(at, std::min(most, prompt.size() - at));
      decoder.feed(segment);
    }
    tasks::Sampling sampling;
    sampling.repetition_penalty = 1;
    sampling.no_repeat = 0;
    sampling.top_p = 1;
    sampling.temperature = 1;
    tasks::Sampler sampler(sampling, 1);
    const auto begin = std::chrono::steady_clock::now();
    const int tokens = std::stoi(argv[3]);
    for (int i = 0; i < tokens; ++i) decoder.append(sampler.choose(decoder.logits(), {}));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    std::cout << "{\"tokens\": " << tokens << ", \"seconds\": " << passed.count() << "}\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
