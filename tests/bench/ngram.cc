#include "tests/bench/ngram.h"

#include <algorithm>

namespace proviso::bench {
namespace {

constexpr unsigned kBits = 24;

}  // namespace

KneserNey::KneserNey(const std::vector<std::vector<std::int32_t>>& documents, std::int32_t vocab)
    : vocab_(vocab) {
  const auto mark = static_cast<Key>(vocab);  // before each document
  const auto mask = [](std::size_t order) { return (Key{1} << (kBits * order)) - 1; };
  std::array<std::vector<Key>, kOrder> first;  // n-grams that begin with the mark: nothing precedes
  std::vector<Key> highest;
  for (const std::vector<std::int32_t>& ids : documents) {
    Key key = mark;
    for (std::size_t at = 0; at < ids.size(); ++at) {
      key = ((key << kBits) | static_cast<Key>(ids[at])) & mask(kOrder);
      if (at + 2 >= kOrder) {
        highest.push_back(key);
      } else {
        first[at + 1].push_back(key);  // at + 2 tokens with the mark
      }
    }
  }
  count(kOrder, std::move(highest));
  for (std::size_t order = kOrder - 1; order > 0; --order) {
    // A lower order counts after how many different tokens its n-gram comes.
    std::vector<Key> keys = std::move(first[order - 1]);
    for (const Gram& one : grams_[order]) keys.push_back(one.key & mask(order));
    count(order, std::move(keys));
  }
  for (std::size_t order = 1; order <= kOrder; ++order) finish(order);
}

void KneserNey::count(std::size_t order, std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  std::vector<Gram>& grams = grams_[order - 1];
  for (const Key key : keys) {
    if (grams.empty() || grams.back().key != key) {
      grams.push_back({key, 1});
    } else {
      ++grams.back().count;
    }
  }
  grams.shrink_to_fit();
}

void KneserNey::finish(std::size_t order) {
  std::array<double, 5> of{};  // n-grams that were counted once … four times
  std::vector<History>& histories = histories_[order - 1];
  for (const Gram& one : grams_[order - 1]) {
    if (one.count < of.size()) of[one.count] += 1;
    const Key history = one.key >> kBits;
    if (histories.empty() || histories.back().key != history) histories.push_back({history});
    histories.back().sum += one.count;
    ++histories.back().distinct[std::min<std::uint32_t>(one.count, 3) - 1];
  }
  histories.shrink_to_fit();
  const double y = of[1] > 0 ? of[1] / (of[1] + 2 * of[2]) : 0;
  for (std::size_t c = 1; c <= 3; ++c) {
    const double right =
        of[c] > 0 ? static_cast<double>(c) - static_cast<double>(c + 1) * y * of[c + 1] / of[c]
                  : 0.5;
    discount_[order - 1][c - 1] = std::clamp(right, 0.1, static_cast<double>(c));
  }
}

double KneserNey::interpolated(std::size_t order, Key key) const {
  if (order == 0) return 1.0 / vocab_;
  const Key lower_key = order > 1 ? key & ((Key{1} << (kBits * (order - 1))) - 1) : 0;
  const double lower = interpolated(order - 1, lower_key);
  const auto& histories = histories_[order - 1];
  const Key history = key >> kBits;
  const auto at = std::lower_bound(histories.begin(), histories.end(), history,
                                   [](const History& h, Key k) { return h.key < k; });
  if (at == histories.end() || at->key != history) return lower;
  const auto& grams = grams_[order - 1];
  const auto gram = std::lower_bound(grams.begin(), grams.end(), key,
                                     [](const Gram& g, Key k) { return g.key < k; });
  const std::array<double, 3>& discount = discount_[order - 1];
  double own = 0, freed = 0;
  if (gram != grams.end() && gram->key == key)
    own = gram->count - discount[std::min<std::uint32_t>(gram->count, 3) - 1];
  for (std::size_t c = 0; c < 3; ++c) freed += discount[c] * at->distinct[c];
  return (own + freed * lower) / static_cast<double>(at->sum);
}

double KneserNey::probability(std::span<const std::int32_t> ids, std::size_t at) const {
  Key key = at + 1 < kOrder ? static_cast<Key>(vocab_) : 0;
  const std::size_t before = std::min(at, kOrder - 1);
  for (std::size_t i = at - before; i <= at; ++i) key = (key << kBits) | static_cast<Key>(ids[i]);
  return interpolated(std::min(at + 2, kOrder), key);
}

}  // namespace proviso::bench
