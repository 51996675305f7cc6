// What a place in the reasoning or the order rests on: the earlier passages of findings and
// pleadings that share most with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/exact.h"

namespace proviso::tasks {

// One passage. `sentence` is the sentence of it that shares most with the place: what to quote.
struct Evidence {
  segmenter::Span passage;
  segmenter::Span sentence;
  double score = 0;  // comparable among the passages of one place only
};

// One document made ready to be asked. Holds references: `text` and `structure` must outlive it.
// Passages are the reader's segments where `segments` are given; without them whole sentences of a
// section up to 1,800 bytes, which is what 384 tokens of Chinese fill. Those of procedure, claims,
// defence, third party, evidence and facts (background, issues and submissions in English) count,
// of every level. Contracts and statutes have none. Linear in the text; safe to ask from several
// threads.
class EvidenceIndex {
 public:
  EvidenceIndex(std::string_view text, const segmenter::Structure& structure,
                std::span<const segmenter::Segment> segments = {});

  // Places of passages in order, and of those how many end at or before `offset`.
  const std::vector<segmenter::Span>& passages() const { return passages_; }
  std::size_t earlier(std::size_t offset) const;

  // At most `most` passages that end before the place, best first; equal ones the nearer first.
  // `place` is what a flag quotes, or an item of the order. What it shares is weighed by how rare
  // it is among the passages: figures by value (also those a slip away), days, parties by name or
  // by their role, heads of claim, articles, and words (pairs of Chinese characters); in the
  // clause and in the whole sentence or item. Weights: a logistic fit on errors planted in training
  // text (docs/measuring.md).
  std::vector<Evidence> rank(segmenter::Span place, std::size_t most = 3) const;

  // The same for a finding with two places: the later one is asked for, and the passage of the
  // earlier comes first, since there the finding says itself what it rests on. Where no passage
  // holds the earlier place, its sentence stands for one. Others follow only where they share as
  // much with the later place as the best does, or nearly so: beside the place itself the rest is
  // noise.
  std::vector<Evidence> rank(segmenter::Span place, std::optional<segmenter::Span> other,
                             std::size_t most = 3) const;

  // What the score is made of, for measuring: one row for each of the earlier passages, in order.
  static constexpr std::size_t kFeatures = 19;
  using Features = std::array<double, kFeatures>;
  std::vector<Features> features(segmenter::Span place) const;

 private:
  enum class Sort : std::uint8_t { kWord, kFigure, kDay, kName, kHead, kArticle };
  static constexpr std::size_t kSorts = 6;
  // Keys of one sort each, sorted, each once.
  using Marks = std::array<std::vector<std::uint64_t>, kSorts>;
  struct Mention {
    std::size_t start = 0;
    Sort sort = Sort::kFigure;
    std::uint64_t key = 0;
  };
  struct Figure {
    std::size_t start = 0;
    std::uint64_t key = 0;
    Exact value;
  };
  struct Day {
    std::size_t start = 0;
    std::uint64_t key = 0;
    int year = 0, month = 0, day = 0;
  };
  struct Query;

  void read_mentions();
  void add_names();
  void cut(std::span<const segmenter::Segment> segments);
  Marks marks(segmenter::Span span) const;
  double rarity(Sort sort, std::uint64_t key) const;
  double covered(Sort sort, const Marks& asked, const Marks& of) const;
  Query query(segmenter::Span place) const;
  // Scores and numbers of the earlier passages, best first.
  std::vector<std::pair<double, std::size_t>> scored(segmenter::Span place) const;
  segmenter::Span whole(segmenter::Span place) const;
  bool slipped_figure(const Query& query, segmenter::Span passage) const;
  bool introduces(segmenter::Span place, segmenter::Span passage) const;
  bool slipped_day(const Query& query, segmenter::Span passage) const;
  segmenter::Span best_sentence(segmenter::Span passage, const Marks& asked) const;

  std::string_view text_;
  const segmenter::Structure& structure_;
  std::vector<segmenter::Span> passages_;
  std::vector<std::size_t> section_;  // of each passage, index into Structure::sections
  std::vector<Marks> marks_;          // of each passage
  std::vector<Mention> mentions_;     // of the document, in order
  std::vector<Figure> figures_;
  std::vector<Day> days_;
  // Per sort: the keys that passages have, sorted, with the number of passages that have each.
  std::array<std::vector<std::pair<std::uint64_t, std::uint32_t>>, kSorts> spread_;
};

}  // namespace proviso::tasks
