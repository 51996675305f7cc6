#include "model/reader.h"

namespace proviso::model {

std::size_t SegmentReading::top_sentence(std::size_t kind) const {
  const std::size_t kinds = probability.size();
  std::size_t best = 0;
  for (std::size_t s = 1; s * kinds + kind < sentence_probability.size(); ++s) {
    if (sentence_probability[s * kinds + kind] > sentence_probability[best * kinds + kind])
      best = s;
  }
  return best;
}

}  // namespace proviso::model
