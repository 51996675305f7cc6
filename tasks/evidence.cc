#include "tasks/evidence.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "segmenter/segmenter.h"
#include "tasks/checks/case_view.h"
#include "tasks/checks/claim_heads.h"
#include "tasks/checks/search.h"
#include "tasks/mentions/date.h"
#include "tasks/mentions/folded.h"
#include "tasks/mentions/number.h"
#include "tasks/mentions/statute.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;

constexpr std::size_t kPassageBytes = 1800;
constexpr std::size_t kSentenceBytes = 900;

// In the order of features(). A softmax over the passages of a place, fitted on planted errors with
// what is shared held at 0 and above; words and figures (0, 1, 3, 4) then set by hand: see
// docs/measuring.md.
constexpr EvidenceIndex::Features kWeights{0.5,   0.3,  0.8,   0.4,   2.16, 0.31,  1.0,
                                           0.92,  0.34, 0,     -0.03, -2.3, -1.88, -2.46,
                                           -0.28, 0.61, -0.18, 2.54,  1.65};

// How far below the best a passage may lie that is shown beside the earlier place of a finding. Of
// those farther off one in nine held that place (87 on a third of the tune half), and it is shown
// already.
constexpr double kClose = 1.0;

bool told(Tag tag) {
  static constexpr std::array kTold{Tag::kProcedure,  Tag::kClaims,   Tag::kDefence,
                                    Tag::kThirdParty, Tag::kEvidence, Tag::kFacts,
                                    Tag::kBackground, Tag::kIssues,   Tag::kSubmissions};
  return std::find(kTold.begin(), kTold.end(), tag) != kTold.end();
}

// FNV-1a: the same on every machine.
std::uint64_t hash(std::string_view bytes, std::uint64_t seed = 14695981039346656037ULL) {
  for (const char c : bytes) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return seed;
}

bool chinese_at(std::string_view text, std::size_t at) {
  if (at + 3 > text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return (lead > 0xE4 && lead <= 0xE9) || (lead == 0xE4 && second >= 0xB8);
}

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Pairs of Chinese characters, and English words of three letters and more without their plural s.
void words_of(std::string_view text, std::vector<std::uint64_t>& out) {
  for (std::size_t at = 0; at < text.size();) {
    if (letter(text[at])) {
      std::string word;
      while (at < text.size() && letter(text[at])) word += static_cast<char>(text[at++] | 0x20);
      if (word.size() > 3 && word.back() == 's') word.pop_back();
      if (word.size() >= 3) out.push_back(hash(word));
      continue;
    }
    if (chinese_at(text, at) && chinese_at(text, at + 3)) out.push_back(hash(text.substr(at, 6)));
    at += code_point_bytes(text[at]);
  }
}

void sort_unique(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

bool has(const std::vector<std::uint64_t>& keys, std::uint64_t key) {
  return std::binary_search(keys.begin(), keys.end(), key);
}

template <typename List>
auto within(const List& list, Span span) {
  const auto before = [](const auto& each, std::size_t offset) { return each.start < offset; };
  return std::pair(std::lower_bound(list.begin(), list.end(), span.start, before),
                   std::lower_bound(list.begin(), list.end(), span.end, before));
}

}  // namespace

struct EvidenceIndex::Query {
  Span clause, sentence;
  Marks place, near, wide;
};

EvidenceIndex::EvidenceIndex(std::string_view text, const segmenter::Structure& structure,
                             std::span<const segmenter::Segment> segments)
    : text_(text), structure_(structure) {
  if (structure.kind == segmenter::Kind::kContract || structure.kind == segmenter::Kind::kStatute)
    return;
  cut(segments);
  if (passages_.empty()) return;
  read_mentions();
  std::array<std::vector<std::uint64_t>, kSorts> all;
  for (const Span& passage : passages_) {
    marks_.push_back(marks(passage));
    for (std::size_t s = 0; s < kSorts; ++s)
      all[s].insert(all[s].end(), marks_.back()[s].begin(), marks_.back()[s].end());
  }
  for (std::size_t s = 0; s < kSorts; ++s) {
    std::sort(all[s].begin(), all[s].end());
    for (const std::uint64_t key : all[s]) {
      if (spread_[s].empty() || spread_[s].back().first != key) spread_[s].emplace_back(key, 0);
      ++spread_[s].back().second;
    }
  }
}

void EvidenceIndex::cut(std::span<const segmenter::Segment> segments) {
  const auto add = [&](Span span, std::size_t section) {
    passages_.push_back(span);
    section_.push_back(section);
  };
  for (const segmenter::Segment& segment : segments) {
    if (told(structure_.sections[segment.section].tag)) add(segment.span, segment.section);
  }
  if (!segments.empty()) return;
  for (std::size_t s = 0; s < structure_.sections.size(); ++s) {
    if (!told(structure_.sections[s].tag)) continue;
    Span open{structure_.sections[s].span.start, structure_.sections[s].span.start};
    for (const Span& sentence : segmenter::sentences(text_, structure_.sections[s].span)) {
      if (open.size() > 0 && sentence.end - open.start > kPassageBytes) {
        add(open, s);
        open.start = sentence.start;
      }
      open.end = sentence.end;
    }
    if (open.size() > 0) add(open, s);
  }
}

// Names and aliases stand for their party, and so does a role that one party alone has.
void EvidenceIndex::add_names() {
  std::map<std::string, std::pair<std::size_t, std::size_t>> roles;  // word -> number, party
  const auto add = [&](std::string_view name, std::size_t party) {
    if (name.size() < 4) return;
    for (std::size_t at = find_word(text_, name); at != text_.npos;
         at = find_word(text_, name, at + name.size()))
      mentions_.push_back({at, Sort::kName, party});
  };
  for (std::size_t p = 0; p < structure_.parties.size(); ++p) {
    const segmenter::Party& party = structure_.parties[p];
    add(party.name, p);
    for (const std::string& alias : party.aliases) add(alias, p);
    for (const std::string& role : party.roles) {
      auto& [number, last] = roles[role];
      ++number;
      last = p;
    }
  }
  for (const auto& [role, whose] : roles)
    if (whose.first == 1) add(role, whose.second);
}

void EvidenceIndex::read_mentions() {
  const Folded folded = fold(text_);
  for (const Number& number : find_numbers(folded)) {
    if (!number.value.valid() || number.measure == Measure::kBare) continue;
    const std::uint64_t key =
        hash(number.value.str(6), static_cast<std::uint64_t>(number.measure) + 1);
    mentions_.push_back({number.span.start, Sort::kFigure, key});
    if (number.measure == Measure::kMoney)
      figures_.push_back({number.span.start, key, number.value});
  }
  for (const Date& date : find_dates(folded)) {
    const auto key = static_cast<std::uint64_t>((date.year * 13 + date.month) * 32 + date.day);
    mentions_.push_back({date.span.start, Sort::kDay, key});
    days_.push_back({date.span.start, key, date.year, date.month, date.day});
  }
  for (const Citation& citation : find_citations(folded)) {
    mentions_.push_back({citation.span.start, Sort::kArticle,
                         hash(citation.law, static_cast<std::uint64_t>(citation.article) + 1)});
  }
  add_names();
  std::sort(mentions_.begin(), mentions_.end(), [](const Mention& a, const Mention& b) {
    return std::tie(a.start, a.sort, a.key) < std::tie(b.start, b.sort, b.key);
  });
}

EvidenceIndex::Marks EvidenceIndex::marks(Span span) const {
  Marks out;
  const auto [first, last] = within(mentions_, span);
  for (auto each = first; each != last; ++each)
    out[static_cast<std::size_t>(each->sort)].push_back(each->key);
  const std::string_view words = text_.substr(span.start, span.size());
  for (const std::size_t head : heads_in(words))
    out[static_cast<std::size_t>(Sort::kHead)].push_back(head);
  words_of(words, out[static_cast<std::size_t>(Sort::kWord)]);
  for (auto& keys : out) sort_unique(keys);
  return out;
}

// 0 for what no passage has and for what all have.
double EvidenceIndex::rarity(Sort sort, std::uint64_t key) const {
  const auto& spread = spread_[static_cast<std::size_t>(sort)];
  const auto found =
      std::lower_bound(spread.begin(), spread.end(), std::pair(key, std::uint32_t{0}));
  if (found == spread.end() || found->first != key) return 0;
  return std::log((static_cast<double>(passages_.size()) + 0.1) /
                  static_cast<double>(found->second));
}

// How much of what is asked and stands in some passage stands in this one.
double EvidenceIndex::covered(Sort sort, const Marks& asked, const Marks& of) const {
  double all = 0, shared = 0;
  const auto& keys = of[static_cast<std::size_t>(sort)];
  for (const std::uint64_t key : asked[static_cast<std::size_t>(sort)]) {
    const double weight = rarity(sort, key);
    all += weight;
    if (has(keys, key)) shared += weight;
  }
  return all > 0 ? shared / all : 0;
}

std::size_t EvidenceIndex::earlier(std::size_t offset) const {
  return static_cast<std::size_t>(
      std::partition_point(passages_.begin(), passages_.end(),
                           [&](const Span& each) { return each.end <= offset; }) -
      passages_.begin());
}

// The item of the order that holds the place, else its sentence.
Span EvidenceIndex::whole(Span place) const {
  const segmenter::Item* best = nullptr;
  for (const segmenter::Item& item : structure_.items) {
    if (item.kind == segmenter::ItemKind::kDisposition && item.span.start <= place.start &&
        place.end <= item.span.end && (best == nullptr || item.span.size() < best->span.size()))
      best = &item;
  }
  return best != nullptr ? best->span : sentence_around(text_, place, kSentenceBytes);
}

EvidenceIndex::Query EvidenceIndex::query(Span place) const {
  Query query;
  query.clause = clause_around(text_, place);
  query.sentence = whole(place);
  query.place = marks(place);
  query.near = marks(query.clause);
  query.wide = marks(query.sentence);
  return query;
}

// The passage gives a short name (以下简称) in words that the place has too.
bool EvidenceIndex::introduces(Span place, Span passage) const {
  std::vector<std::uint64_t> asked;
  words_of(text_.substr(place.start, place.size()), asked);
  sort_unique(asked);
  const std::string_view words = text_.substr(passage.start, passage.size());
  for (const std::string_view sign : {std::string_view("简称"), std::string_view("下称")}) {
    for (std::size_t at = find_word(words, sign); at != words.npos;
         at = find_word(words, sign, at + sign.size())) {
      std::vector<std::uint64_t> given;
      const std::size_t name = at + sign.size();
      words_of(words.substr(
                   name, std::min<std::size_t>(words.find_first_of(")\n", name), name + 45) - name),
               given);
      if (std::any_of(given.begin(), given.end(),
                      [&](std::uint64_t key) { return has(asked, key); }))
        return true;
    }
  }
  return false;
}

// A sum of the clause that no passage has is a slip away from one of this passage.
bool EvidenceIndex::slipped_figure(const Query& query, Span passage) const {
  const auto [first, last] = within(figures_, query.clause);
  const auto [from, to] = within(figures_, passage);
  return std::any_of(first, last, [&](const Figure& asked) {
    return rarity(Sort::kFigure, asked.key) == 0 && std::any_of(from, to, [&](const Figure& other) {
             return slip_between(asked.value, other.value, 2) != Slip::kNone;
           });
  });
}

// A day of the sentence that no passage has differs from one of this passage in one part.
bool EvidenceIndex::slipped_day(const Query& query, Span passage) const {
  const auto [first, last] = within(days_, query.sentence);
  const auto [from, to] = within(days_, passage);
  return std::any_of(first, last, [&](const Day& asked) {
    return rarity(Sort::kDay, asked.key) == 0 && std::any_of(from, to, [&](const Day& other) {
             return (asked.year == other.year) + (asked.month == other.month) +
                        (asked.day == other.day) ==
                    2;
           });
  });
}

std::vector<EvidenceIndex::Features> EvidenceIndex::features(Span place) const {
  const std::size_t count = earlier(place.start);
  std::vector<Features> rows;
  if (count == 0) return rows;
  const Query asked = query(place);
  for (std::size_t p = 0; p < count; ++p) {
    const segmenter::Section& section = structure_.sections[section_[p]];
    const Tag tag = section.tag;
    const Marks& of = marks_[p];
    const auto is = [&](bool yes) { return yes ? 1.0 : 0.0; };
    rows.push_back({covered(Sort::kWord, asked.near, of), covered(Sort::kWord, asked.wide, of),
                    covered(Sort::kFigure, asked.near, of), covered(Sort::kFigure, asked.wide, of),
                    is(slipped_figure(asked, passages_[p])), covered(Sort::kDay, asked.wide, of),
                    is(slipped_day(asked, passages_[p])), covered(Sort::kName, asked.wide, of),
                    covered(Sort::kHead, asked.wide, of), covered(Sort::kArticle, asked.wide, of),
                    is(tag == Tag::kFacts || tag == Tag::kBackground), is(tag == Tag::kEvidence),
                    is(tag == Tag::kClaims), is(tag == Tag::kDefence || tag == Tag::kThirdParty),
                    static_cast<double>(p + 1) / static_cast<double>(count),
                    is(section.level == segmenter::Level::kThis),
                    std::min(1.0, static_cast<double>(passages_[p].size()) / kPassageBytes),
                    covered(Sort::kWord, asked.place, of), is(introduces(place, passages_[p]))});
  }
  return rows;
}

// Per root of its length, so that a long sentence does not win by length alone.
Span EvidenceIndex::best_sentence(Span passage, const Marks& asked) const {
  Span best = passage;
  double most = -1;
  for (const Span& sentence : segmenter::sentences(text_, passage)) {
    const Marks of = marks(sentence);
    double shared = 0;
    for (std::size_t s = 0; s < kSorts; ++s) {
      const auto sort = static_cast<Sort>(s);
      for (const std::uint64_t key : of[s])
        if (has(asked[s], key)) shared += (sort == Sort::kWord ? 1 : 6) * (0.1 + rarity(sort, key));
    }
    shared /= std::sqrt(30 + static_cast<double>(sentence.size()));
    if (shared > most) {
      most = shared;
      best = sentence;
    }
  }
  while (best.end > best.start && text_[best.end - 1] == '\n') --best.end;
  return best;
}

std::vector<std::pair<double, std::size_t>> EvidenceIndex::scored(Span place) const {
  const std::vector<Features> rows = features(place);
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    double score = 0;
    for (std::size_t f = 0; f < kFeatures; ++f) score += kWeights[f] * rows[p][f];
    order.emplace_back(score, p);
  }
  std::sort(order.rbegin(), order.rend());
  return order;
}

std::vector<Evidence> EvidenceIndex::rank(Span place, std::size_t most) const {
  std::vector<std::pair<double, std::size_t>> order = scored(place);
  order.resize(std::min(most, order.size()));
  std::vector<Evidence> out;
  if (order.empty()) return out;
  const Marks asked = marks(whole(place));
  for (const auto& [score, p] : order)
    out.push_back({passages_[p], best_sentence(passages_[p], asked), score});
  return out;
}

std::vector<Evidence> EvidenceIndex::rank(Span place, std::optional<Span> other,
                                          std::size_t most) const {
  if (!other) return rank(place, most);
  const Span later = place.start < other->start ? *other : place;
  const Span first = place.start < other->start ? place : *other;
  std::vector<Evidence> out{{sentence_around(text_, first), sentence_around(text_, first), 0}};
  const auto holding = std::find_if(passages_.begin(), passages_.end(), [&](const Span& each) {
    return each.start <= first.start && first.start < each.end;
  });
  if (holding != passages_.end()) out.front().passage = *holding;
  const std::vector<std::pair<double, std::size_t>> order = scored(later);
  if (order.empty()) return out;
  const auto itself = std::find_if(order.begin(), order.end(), [&](const auto& each) {
    return passages_[each.second] == out.front().passage;
  });
  out.front().score = itself != order.end() ? itself->first : order.front().first;
  const double least = std::max(out.front().score, order.front().first) - kClose;
  const Marks asked = marks(whole(later));
  for (const auto& [score, p] : order) {
    if (out.size() >= most || score < least) break;
    if (passages_[p] != out.front().passage)
      out.push_back({passages_[p], best_sentence(passages_[p], asked), score});
  }
  return out;
}

}  // namespace proviso::tasks
