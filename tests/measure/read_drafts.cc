// Judges drafts for tests/measure/drafts.py: one JSON object a line in, one out.
//   {"prompt", "text"}        → {"tokens", "similarities": {encoder: […]}, "slips": {kind: count},
//                                "distinct": [1-, 2-, 3-grams], "repetition"}
//   {"prompt", "own", "other"} → {"own": {encoder: […]}, "other": {encoder: […]}}: real text that
//                                follows the prompt, and text of another document
// Similarities are those of windows of WINDOW tokens of the model to the prompt.
//
//   read_drafts MODEL_DIR ENCODERS_DIR WINDOW ENCODER…     (e5 minilm reader words)
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "segmenter/segmenter.h"
#include "tasks/draft/anchor.h"
#include "tasks/draft/constraints.h"

namespace {

using proviso::tasks::TextEncoder;
using Json = nlohmann::ordered_json;
namespace tasks = proviso::tasks;
namespace segmenter = proviso::segmenter;

class Judge {
 public:
  Judge(tasks::LoadedModel& loaded, std::size_t window) : loaded_(loaded), window_(window) {}

  void add(std::unique_ptr<TextEncoder> encoder) { encoders_.push_back(std::move(encoder)); }

  Json answer(const Json& asked) const {
    const std::string prompt = asked.at("prompt");
    if (asked.contains("own")) {
      return {{"own", similarities(prompt, asked.at("own"))},
              {"other", similarities(prompt, asked.at("other"))}};
    }
    const std::string text = asked.at("text");
    const std::vector<std::int32_t> ids = loaded_.tokenizer.encode(text).ids;
    Json distinct = Json::array();
    for (std::size_t n = 1; n <= 3; ++n) distinct.push_back(distinct_share(ids, n));
    return {{"tokens", ids.size()},
            {"similarities", similarities(prompt, text)},
            {"slips", slips(prompt, text)},
            {"distinct", std::move(distinct)},
            {"repetition", repetition(ids)}};
  }

 private:
  // Whole windows alone; the rest of a text is too short to be judged.
  std::vector<std::string> windows(const std::string& text) const {
    const segmenter::Pieces pieces = loaded_.tokenizer.encode(text);
    std::vector<std::string> out;
    for (std::size_t at = 0; at + window_ <= pieces.ids.size(); at += window_) {
      const std::size_t start = pieces.spans[at].start, end = pieces.spans[at + window_ - 1].end;
      out.push_back(text.substr(start, end - start));
    }
    return out;
  }

  Json similarities(const std::string& prompt, const std::string& text) const {
    Json out = Json::object();
    const std::vector<std::string> parts = windows(text);
    for (const auto& encoder : encoders_) {
      const tasks::Anchor anchor(*encoder, prompt);
      Json list = Json::array();
      for (const std::string& part : parts) list.push_back(anchor.similarity(part));
      out[std::string(encoder->name())] = std::move(list);
    }
    return out;
  }

  static Json slips(const std::string& prompt, const std::string& text) {
    tasks::Constraints constraints(tasks::prompt_facts(prompt, segmenter::read_structure(prompt)));
    std::map<std::string, int> counts;
    for (const segmenter::Span span : segmenter::sentences(text, {0, text.size()})) {
      const std::string sentence = text.substr(span.start, span.size());
      const bool line_start = span.start == 0 ? prompt.ends_with('\n') || text.starts_with('\n')
                                              : text[span.start - 1] == '\n';
      for (const tasks::Problem& one : constraints.look(sentence, line_start))
        ++counts[std::string(name(one.slip))];
      constraints.take(sentence, line_start);
    }
    return counts;
  }

  static double distinct_share(const std::vector<std::int32_t>& ids, std::size_t n) {
    if (ids.size() < n) return 1;
    std::set<std::vector<std::int32_t>> seen;
    for (std::size_t at = 0; at + n <= ids.size(); ++at)
      seen.insert({ids.begin() + static_cast<std::ptrdiff_t>(at),
                   ids.begin() + static_cast<std::ptrdiff_t>(at + n)});
    return static_cast<double>(seen.size()) / static_cast<double>(ids.size() - n + 1);
  }

  // Share of tokens that stand in a run of 8 that was there before.
  static double repetition(const std::vector<std::int32_t>& ids) {
    constexpr std::size_t kRun = 8;
    std::set<std::vector<std::int32_t>> seen;
    std::vector<bool> repeated(ids.size());
    for (std::size_t at = 0; at + kRun <= ids.size(); ++at) {
      const auto first = ids.begin() + static_cast<std::ptrdiff_t>(at);
      if (!seen.insert({first, first + kRun}).second)
        std::fill_n(repeated.begin() + static_cast<std::ptrdiff_t>(at), kRun, true);
    }
    const auto count = std::count(repeated.begin(), repeated.end(), true);
    return ids.empty() ? 0 : static_cast<double>(count) / static_cast<double>(ids.size());
  }

  tasks::LoadedModel& loaded_;
  std::size_t window_;
  std::vector<std::unique_ptr<TextEncoder>> encoders_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::cerr << "read_drafts MODEL_DIR ENCODERS_DIR WINDOW ENCODER…\n";
    return 2;
  }
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    tasks::LoadedModel loaded = tasks::load_model(words[0], proviso::model::Device::kCpu);
    Judge judge(loaded, static_cast<std::size_t>(std::stoul(words[2])));
    for (std::size_t i = 3; i < words.size(); ++i) {
      judge.add(words[i] == "reader"  ? tasks::reader_encoder(loaded)
                : words[i] == "words" ? tasks::word_encoder()
                                      : tasks::load_text_encoder(words[1], words[i]));
    }
    for (std::string line; std::getline(std::cin, line);)
      std::cout << judge.answer(Json::parse(line)).dump() << std::endl;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
