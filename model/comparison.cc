#include "model/comparison.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "model/lane.h"

namespace proviso::model {
namespace {

constexpr std::size_t kMostPlaces = 256;  // of one bigram that are looked at, the newest
constexpr float kInformationCap = 16;     // facts and scores count no more on either side

float information_of(std::int32_t id) {
  return std::log2(static_cast<float>(id) + 2) / 4;
}

std::uint64_t key(std::int32_t first, std::int32_t second) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(first)) << 32U |
         static_cast<std::uint32_t>(second);
}

float share(float value, float whole) { return whole > 0 ? std::min(value / whole, 1.0F) : 0; }

float growth(std::size_t count) {
  return std::min(std::log1p(static_cast<float>(count)) / 3, 1.0F);
}

// A difference before its facts are written: both gaps and how far the context reaches.
struct Gap {
  std::uint32_t own = 0, own_size = 0, other = 0, other_size = 0;  // first tokens, lengths
  std::uint32_t left = 0, right = 0;                               // common tokens
  std::uint32_t row = 0;
  float score = 0;
};

}  // namespace

std::uint32_t Comparer::end_of(std::uint32_t row) const {
  return row + 1 < begins_.size() ? begins_[row + 1] : static_cast<std::uint32_t>(tokens_.size());
}

float Comparer::information(std::uint32_t from, std::uint32_t to) const {
  return sums_[to] - sums_[from];
}

// The longest common passages, of two tokens or more, of sentence `row` with other sentences of the
// first `before` rows.
std::vector<Comparer::Match> Comparer::matches(std::uint32_t row, std::uint32_t before) const {
  std::vector<Match> found;
  const std::uint32_t begin = begins_[row], end = end_of(row);
  for (std::uint32_t p = begin; p + 1 < end; ++p) {
    const auto places = pairs_.find(key(tokens_[p], tokens_[p + 1]));
    if (places == pairs_.end()) continue;
    const auto& all = places->second;
    for (std::size_t i = all.size() > kMostPlaces ? all.size() - kMostPlaces : 0; i < all.size();
         ++i) {
      const std::uint32_t q = all[i], other = row_of_[q];
      if (other == row || other >= before) continue;
      // Begun earlier: counted there.
      if (p > begin && q > begins_[other] && tokens_[p - 1] == tokens_[q - 1]) continue;
      const std::uint32_t other_end = end_of(other);
      std::uint32_t size = 2;
      while (p + size < end && q + size < other_end && tokens_[p + size] == tokens_[q + size])
        ++size;
      found.push_back({p, q, size});
    }
  }
  return found;
}

// Information of the words that `row` has in common with each of the first `rows` sentences, rare
// ones weighing more; `own` becomes what it has in common with itself.
std::vector<float> Comparer::common_words(std::uint32_t row, std::uint32_t rows,
                                          float& own) const {
  std::vector<float> shared(rows, 0);
  std::vector<std::int32_t> words(tokens_.begin() + begins_[row], tokens_.begin() + end_of(row));
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  own = 0;
  for (const std::int32_t word : words) {
    const auto& all = sentences_.at(word);
    const float weight = information_of(word) * std::log((static_cast<float>(begins_.size()) + 1) /
                                                         (static_cast<float>(all.size()) + 0.5F));
    if (weight <= 0) continue;
    own += weight;
    for (const std::uint32_t other : all)
      if (other < rows) shared[other] += weight;
  }
  if (row < rows) shared[row] = 0;
  return shared;
}

// How often the tokens [from, to), two or more, stand in sentences before `before`.
std::size_t Comparer::occurrences(std::uint32_t from, std::uint32_t to,
                                  std::uint32_t before) const {
  const auto places = pairs_.find(key(tokens_[from], tokens_[from + 1]));
  if (places == pairs_.end()) return 0;
  std::size_t count = 0;
  for (const std::uint32_t q : places->second) {
    if (row_of_[q] >= before) break;
    if (q + (to - from) <= end_of(row_of_[q]) &&
        std::equal(tokens_.begin() + from, tokens_.begin() + to, tokens_.begin() + q))
      ++count;
  }
  return count;
}

void Comparer::differences_of(std::uint32_t row, std::span<const Match> found,
                              std::span<const float> shared, float own, Compared& result) const {
  const std::uint32_t begin = begins_[row], end = end_of(row);
  // For each token of the sentence the most telling passage elsewhere that covers it.
  std::vector<float> covered(end - begin, 0);
  for (const Match& match : found) {
    const float told = information(match.own, match.own + match.size);
    for (std::uint32_t p = match.own; p < match.own + match.size; ++p)
      covered[p - begin] = std::max(covered[p - begin], told);
  }
  const auto context = [&](std::uint32_t from, std::uint32_t to) {
    return std::min(information(from, to), kInformationCap);
  };
  // The passage elsewhere that holds the own reading with a token on either side of it.
  const auto attested = [&](const Gap& gap) {
    float least = kInformationCap;
    const std::uint32_t from = std::max(gap.own, begin + 1) - 1,
                        to = std::min(gap.own + std::max(gap.own_size, 1U) + 1, end);
    for (std::uint32_t p = from; p < to; ++p) least = std::min(least, covered[p - begin]);
    return least;
  };
  std::vector<Gap> gaps;
  const auto propose = [&](Gap gap) {
    const float left = gap.left > 0 ? context(gap.own - gap.left, gap.own) : 1;
    const std::uint32_t behind = gap.own + gap.own_size;
    const float right = gap.right > 0 ? context(behind, behind + gap.right) : 1;
    gap.score = left + right + std::min(left, right) -
                static_cast<float>(gap.own_size + gap.other_size) - attested(gap);
    if (gap.score > 0) gaps.push_back(gap);
  };
  for (const Match& match : found) {
    const std::uint32_t other = row_of_[match.other];
    const std::uint32_t other_begin = begins_[other], other_end = end_of(other);
    const std::uint32_t own_end = match.own + match.size, their_end = match.other + match.size;
    for (std::uint32_t g = 0; g <= kMostGap; ++g) {
      for (std::uint32_t h = 0; h <= kMostGap; ++h) {
        if (g + h == 0) continue;
        // What follows the passage, up to where both go on alike.
        if (own_end + g <= end && their_end + h <= other_end) {
          std::uint32_t right = 0;
          while (own_end + g + right < end && their_end + h + right < other_end &&
                 tokens_[own_end + g + right] == tokens_[their_end + h + right])
            ++right;
          const bool both_end = own_end + g == end && their_end + h == other_end;
          if (right > 0 || both_end)
            propose({own_end, g, their_end, h, match.size, right, other, 0});
        }
        // What stands before it, with a single token, or nothing, before that.
        if (match.own >= begin + g && match.other >= other_begin + h) {
          const std::uint32_t p = match.own - g, q = match.other - h;
          const bool both_begin = p == begin && q == other_begin;
          const bool alike = p > begin && q > other_begin && tokens_[p - 1] == tokens_[q - 1];
          const bool longer = alike && p > begin + 1 && q > other_begin + 1 &&
                              tokens_[p - 2] == tokens_[q - 2];
          if ((alike && !longer) || both_begin)
            propose({p, g, q, h, alike ? 1U : 0U, match.size, other, 0});
        }
      }
    }
  }
  std::stable_sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
    return std::tuple(-a.score, a.own, a.other) < std::tuple(-b.score, b.own, b.other);
  });
  for (const Gap& gap : gaps) {
    if (result.differences.size() == kDifferences) break;
    // One own place is shown with two readings at most.
    std::size_t same = 0;
    for (const Difference& d : result.differences) {
      const bool here = d.facts[0] == static_cast<float>(gap.own - begin);
      same += here ? (d.row == gap.row ? 2 : 1) : 0;
    }
    if (same >= 2) continue;
    Difference d;
    d.own.fill(kNoId);
    d.other.fill(kNoId);
    d.left.fill(kNoId);
    d.right.fill(kNoId);
    for (std::uint32_t i = 0; i < gap.own_size; ++i) d.own[i] = tokens_[gap.own + i];
    for (std::uint32_t i = 0; i < gap.other_size; ++i) d.other[i] = tokens_[gap.other + i];
    const std::uint32_t behind = gap.own + gap.own_size;
    for (std::uint32_t i = 0; i < kContextIds; ++i) {
      if (gap.own >= begin + i + 1) d.left[i] = tokens_[gap.own - i - 1];
      if (behind + i < end) d.right[i] = tokens_[behind + i];
    }
    d.row = gap.row;
    d.facts[0] = static_cast<float>(gap.own - begin);  // its place until all are chosen
    d.facts[1] = std::min(static_cast<float>(gap.left) / 8, 1.0F);
    d.facts[2] = std::min(static_cast<float>(gap.right) / 8, 1.0F);
    d.facts[3] = gap.left > 0 ? context(gap.own - gap.left, gap.own) / kInformationCap : 0;
    d.facts[4] = gap.right > 0 ? context(behind, behind + gap.right) / kInformationCap : 0;
    d.facts[5] = static_cast<float>(gap.own_size) / kMostGap;
    d.facts[6] = static_cast<float>(gap.other_size) / kMostGap;
    d.facts[7] = attested(gap) / kInformationCap;
    const std::uint32_t from = std::max(gap.own, begin + 1) - 1, to = std::min(behind + 1, end);
    const std::uint32_t there = std::max(gap.other, begins_[gap.row] + 1) - 1,
                        there_to = std::min(gap.other + gap.other_size + 1, end_of(gap.row));
    const std::size_t mine = to > from + 1 ? occurrences(from, to, row) : 0;
    d.facts[8] = growth(mine);
    d.facts[9] = there_to > there + 1 ? growth(occurrences(there, there_to, row)) : 0;
    d.facts[10] = segments_[gap.row] == segments_[row] ? 1 : 0;
    d.facts[11] = share(shared[gap.row], own);
    if (result.differences.empty()) result.facts[5] = std::min(gap.score / 32, 1.0F);
    result.differences.push_back(d);
  }
  for (Difference& d : result.differences) d.facts[0] = d.facts[8] > 0 ? 1 : 0;
  std::uint32_t run = 0, longest = 0, known = 0;
  for (const float told : covered) {
    run = told > 0 ? 0 : run + 1;
    known += told > 4 ? 1 : 0;
    longest = std::max(longest, run);
  }
  result.facts[0] = share(static_cast<float>(known), static_cast<float>(covered.size()));
  result.facts[1] = std::min(static_cast<float>(longest) / 16, 1.0F);
}

Compared Comparer::compare(std::uint32_t row) const {
  Compared result;
  float own = 0;
  const std::vector<float> shared = common_words(row, row, own);
  const std::vector<Match> found = matches(row, row);
  differences_of(row, found, shared, own, result);
  const auto size = static_cast<float>(end_of(row) - begins_[row]);
  result.facts[2] = std::min(std::log1p(size) / 6, 1.0F);
  result.facts[3] = std::min(std::log1p(static_cast<float>(row)) / 6, 1.0F);
  result.facts[4] = row == 0 || segments_[row - 1] != segments_[row] ? 1 : 0;

  std::vector<float> passage(row, 0), covered(row, 0);
  for (const Match& match : found) {
    const std::uint32_t other = row_of_[match.other];
    passage[other] = std::max(passage[other], information(match.own, match.own + match.size));
    covered[other] += static_cast<float>(match.size);
  }
  std::vector<std::pair<float, std::uint32_t>> order;
  for (std::uint32_t other = 0; other < row; ++other) {
    if (shared[other] <= 0) continue;
    const float length = static_cast<float>(end_of(other) - begins_[other]) + 20;
    order.emplace_back(-shared[other] / std::pow(length, 0.3F), other);
  }
  const std::size_t n = std::min(kPartners, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end());
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t other = order[i].second;
    Partner partner{other, {}};
    partner.facts = {share(shared[other], own),
                     share(shared[other], weights_[other] * 2),
                     std::min(passage[other], kInformationCap) / kInformationCap,
                     segments_[other] == segments_[row] ? 1.0F : 0.0F,
                     std::min(std::log1p(static_cast<float>(row - other)) / 5, 1.0F),
                     static_cast<float>(i) / kPartners,
                     share(covered[other], size)};
    result.partners.push_back(partner);
  }
  return result;
}

std::vector<Compared> Comparer::read(const SegmentInput& segment) {
  const auto first = static_cast<std::uint32_t>(begins_.size());
  add(segment);
  std::vector<Compared> result;
  for (auto row = first; row < begins_.size(); ++row) result.push_back(compare(row));
  return result;
}

void Comparer::add(const SegmentInput& segment) {
  const auto base = static_cast<std::uint32_t>(tokens_.size());
  for (const SentenceRange& range : sentence_ranges(segment)) {
    const auto row = static_cast<std::uint32_t>(begins_.size());
    begins_.push_back(base + static_cast<std::uint32_t>(range.begin));
    segments_.push_back(next_segment_);
    float weight = 0;
    for (std::int64_t t = range.begin; t < range.begin + range.size; ++t) {
      const std::int32_t id = segment.ids[static_cast<std::size_t>(t)];
      const auto position = static_cast<std::uint32_t>(tokens_.size());
      if (t > range.begin) pairs_[key(tokens_.back(), id)].push_back(position - 1);
      tokens_.push_back(id);
      row_of_.push_back(row);
      sums_.push_back(sums_.back() + information_of(id));
      auto& rows = sentences_[id];
      if (rows.empty() || rows.back() != row) {
        rows.push_back(row);
        weight += information_of(id);
      }
    }
    weights_.push_back(weight);
  }
  ++next_segment_;
}

std::vector<std::array<float, kOverlapFacts>> Comparer::overlaps(std::uint32_t row) const {
  const auto rows = static_cast<std::uint32_t>(begins_.size());
  float own = 0;
  const std::vector<float> shared = common_words(row, rows, own);
  std::vector<std::array<float, kOverlapFacts>> result(rows);
  for (std::uint32_t other = 0; other < rows; ++other) {
    if (segments_[other] == segments_[row]) continue;
    result[other][0] = share(shared[other], own);
    result[other][1] = share(shared[other], weights_[other] * 2);
  }
  for (const Match& match : matches(row, rows)) {
    const std::uint32_t other = row_of_[match.other];
    if (segments_[other] == segments_[row]) continue;
    const float told =
        std::min(information(match.own, match.own + match.size), kInformationCap) / kInformationCap;
    result[other][2] = std::max(result[other][2], told);
  }
  return result;
}

}  // namespace proviso::model
