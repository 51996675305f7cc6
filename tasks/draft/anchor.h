// Semantic anchoring: whether what was drafted still speaks of what the prompt speaks of.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tasks/encoding/text_encoder.h"
#include "tasks/loaded_model.h"

namespace proviso::tasks {

// The similarity below which a draft has left its prompt, for an encoder of this name and prompts
// of this language: where the text that follows the beginning of real documents and that of other
// documents of their kind part best (docs/drafting.md). 0.85 for an encoder that is not known.
double default_threshold(std::string_view encoder, bool chinese);

// The reader itself as an encoder, for machines without another: the mean of its last layer's rows,
// its own name "reader". Keeps a reference: `loaded` must outlive it. Used by one thread at a
// time.
std::unique_ptr<TextEncoder> reader_encoder(LoadedModel& loaded);

// Words alone, no network: pairs of neighbouring characters (words in Latin script) by how often
// they occur, "words". A judge that no reset listens to.
std::unique_ptr<TextEncoder> word_encoder();

class Anchor {
 public:
  // `encoder` must outlive it.
  Anchor(const TextEncoder& encoder, std::string_view prompt)
      : encoder_(encoder), prompt_(encoder.embed(prompt)) {}
  // Of `text` to the prompt: the cosine of the two vectors.
  double similarity(std::string_view text) const { return cosine(encoder_.embed(text), prompt_); }

 private:
  const TextEncoder& encoder_;
  std::vector<float> prompt_;
};

}  // namespace proviso::tasks
