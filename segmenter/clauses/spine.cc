#include "segmenter/clauses/spine.h"

#include <algorithm>
#include <array>
#include <optional>

namespace proviso::segmenter::clauses {
namespace {

constexpr std::uint32_t kGap = 4;     // numbers that may be missing between two of the chain
constexpr std::uint32_t kLatest = 3;  // of its first number
constexpr std::size_t kFewest = 4;    // marks
constexpr std::size_t kTitle = 100;   // bytes of the words behind a mark that are looked at
constexpr std::size_t kChildReach = 160;

enum Family : std::uint8_t {
  kArticle,
  kSection,
  kNumber,
  kRoman,
  kLetter,
  kChapter,
  kTiao,
  kYi,
  kNone8
};

// What follows the mark: prose, a title, words in capitals, or small letters.
enum Shape : std::uint8_t { kProse, kTitled, kShouted, kSmall };
constexpr std::size_t kShapes = 4;

struct Node {
  std::size_t candidate = 0, reading = 0;
  std::uint32_t value = 0;
  float weight = 0;
  Shape shape = kProse;
};

struct Chain {
  std::vector<Node> nodes;
  std::vector<std::size_t> members;  // places in nodes
  float score = 0;
  std::size_t solid = 0;  // nodes that look like clauses
  std::size_t solid_members = 0;
};

Family family_of(const Style& style) {
  const bool word = !style.word.empty();
  if (word && style.rank == 2) return kArticle;
  if (word && style.rank == 4) return kSection;
  if (word || style.rank == 0) return kNone8;
  switch (style.value) {
    case Value::kDotted:
      return kNumber;
    case Value::kArabic:
      return style.heading_only ? kNumber : kNone8;
    case Value::kRomanUpper:
      return style.top ? kRoman : kNone8;
    case Value::kLetterUpper:
      return style.top ? kLetter : kNone8;
    case Value::kChinese:
      if (!style.top) return kNone8;
      if (style.open.empty()) return kYi;
      return style.rank == 5 ? kTiao : style.rank == 2 ? kChapter : kNone8;
    default:
      return kNone8;
  }
}

class Finder {
 public:
  Finder(std::string_view text, Span part, const std::vector<Candidate>& candidates,
         const Numbering& numbering)
      : text_(text), part_(part), candidates_(candidates), numbering_(numbering) {}

  // The chain of each family, and which of them is the main one.
  std::optional<Chain> best() {
    std::array<Chain, kNone8> chains;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Mark& mark = candidates_[i].mark;
      if (mark.depth != 1 || mark.sub > 1) continue;
      for (std::size_t k = 0; k < mark.count; ++k) {
        const Family family = family_of(numbering_.styles()[mark.readings[k].style]);
        if (family != kNone8) chains[family].nodes.push_back(node(i, k));
      }
    }
    for (Chain& one : chains) link(one);
    const auto good = [&](const Chain& one) {
      return one.members.size() >= kFewest &&
             candidates_[first(one)].mark.span.start - part_.start <= part_.size() / 5 * 2;
    };
    for (const Family family : {kArticle, kChapter, kSection}) {
      Chain& one = chains[family];
      if (one.members.size() < 2 || one.solid_members < 2) continue;
      // Numbers under articles are lists of their own, even where they run on.
      if (good(one)) return std::move(one);
      return std::nullopt;
    }
    // Numbers go before letters, unless they stand under them.
    Chain* main = nullptr;
    for (const Family family : {kNumber, kTiao, kYi, kRoman, kLetter}) {
      Chain& one = chains[family];
      if (good(one) && (main == nullptr || holds(one, *main))) main = &one;
    }
    if (main == nullptr) return std::nullopt;
    return std::move(*main);
  }

 private:
  static std::size_t first(const Chain& one) { return one.nodes[one.members.front()].candidate; }

  // Whether most clauses of `outer` hold marks like those of `inner`, and it begins before.
  static bool holds(const Chain& outer, const Chain& inner) {
    if (first(outer) > first(inner)) return false;
    std::size_t holding = 0, at = 0;
    for (std::size_t i = 0; i < outer.members.size(); ++i) {
      const std::size_t from = outer.nodes[outer.members[i]].candidate;
      const std::size_t to = i + 1 < outer.members.size()
                                 ? outer.nodes[outer.members[i + 1]].candidate
                                 : segmenter::kNone;
      while (at < inner.nodes.size() && inner.nodes[at].candidate < from) ++at;
      holding += at < inner.nodes.size() && inner.nodes[at].candidate < to;
    }
    return holding * 2 > outer.members.size();
  }

  Node node(std::size_t i, std::size_t k) const {
    const Candidate& one = candidates_[i];
    Node out{i, k, one.mark.readings[k].value, 0, shape(one)};
    const bool begins = one.starts_sentence;
    switch (one.before) {
      case Before::kLine:
        out.weight = begins ? 3 : 0.5F;
        break;
      case Before::kStop:
        out.weight = begins ? 2.5F : 0.2F;
        break;
      case Before::kColon:
        out.weight = begins ? 1.5F : 0.2F;
        break;
      case Before::kMark:
        out.weight = 1;
        break;
      default:
        out.weight = begins ? 0.6F : -2;
    }
    if (out.shape == kTitled || out.shape == kShouted) out.weight += 1.5F;
    if (headed_by_child(i)) out.weight += 3;
    return out;
  }

  Shape shape(const Candidate& one) const {
    std::size_t at = one.mark.span.end;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    std::string_view words = text_.substr(at, kTitle);
    words = words.substr(0, words.find('\n'));
    if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') return kSmall;
    std::size_t capitals = 0;
    while (capitals < words.size() && words[capitals] >= 'A' && words[capitals] <= 'Z') ++capitals;
    if (capitals >= 3) return kShouted;
    const std::size_t stop = words.find_first_of(".:");
    if (stop == std::string_view::npos && words.size() == kTitle) return kProse;
    return numbering_.heading_like(words.substr(0, stop)) ? kTitled : kProse;
  }

  bool headed_by_child(std::size_t i) const {
    if (i + 1 >= candidates_.size()) return false;
    const Mark &here = candidates_[i].mark, &child = candidates_[i + 1].mark;
    return child.depth == 2 && child.path[0] == here.path[0] && child.path[1] <= 1 &&
           child.span.start - here.span.end <= kChildReach;
  }

  // Whether the last mark of the chain that ends at `from`, or the one before it, has `shape`.
  static bool shaped(const std::vector<Node>& nodes, const std::vector<std::size_t>& before,
                     std::size_t from, Shape shape) {
    return nodes[from].shape == shape ||
           (before[from] != segmenter::kNone && nodes[before[from]].shape == shape);
  }

  // The best chain, by the number and shape of its last mark.
  void link(Chain& chain) const {
    const std::vector<Node>& nodes = chain.nodes;
    std::uint32_t most = 0;
    for (const Node& one : nodes) most = std::max(most, one.value);
    // By the last number: for each shape the best chain, and behind them the latest.
    std::array<std::size_t, kShapes + 1> none;
    none.fill(segmenter::kNone);
    std::vector<std::array<std::size_t, kShapes + 1>> ends(most + 1U, none);
    std::vector<float> score(nodes.size());
    std::vector<std::size_t> before(nodes.size(), segmenter::kNone);
    std::size_t best = segmenter::kNone, last_solid = segmenter::kNone;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Node& one = nodes[i];
      score[i] = one.value > kLatest ? -8.0F : 3.0F - 2.0F * static_cast<float>(one.value);
      score[i] -=
          std::min(2.0F, static_cast<float>(chain.solid));  // what stands before is left over
      for (std::uint32_t gap = 1; gap <= kGap && gap < one.value; ++gap) {
        for (const std::size_t from : ends[one.value - gap]) {
          if (from == segmenter::kNone || nodes[from].candidate == one.candidate) continue;
          float sum = score[from] + (gap == 1 ? 2.0F : -1.5F * static_cast<float>(gap));
          sum += nodes[from].shape == one.shape ? 1.0F : -0.5F;
          // It goes on with another list, which stands inside the clause.
          if (last_solid != segmenter::kNone && last_solid != from &&
              nodes[last_solid].value + 1 == one.value &&
              (nodes[last_solid].shape == one.shape || !shaped(nodes, before, from, one.shape))) {
            sum -= 4.5F;
          }
          if (sum > score[i]) {
            score[i] = sum;
            before[i] = from;
          }
        }
      }
      score[i] += one.weight;
      std::size_t& end = ends[one.value][one.shape];
      if (end == segmenter::kNone || score[i] > score[end]) end = i;
      ends[one.value][kShapes] = i;
      if (best == segmenter::kNone || score[i] > score[best]) best = i;
      if (one.weight >= 1.5F) {
        last_solid = i;
        ++chain.solid;
      }
    }
    if (best == segmenter::kNone) return;
    chain.score = score[best];
    for (std::size_t i = best; i != segmenter::kNone; i = before[i]) {
      chain.members.push_back(i);
      chain.solid_members += nodes[i].weight >= 1.5F;
    }
    std::reverse(chain.members.begin(), chain.members.end());
  }

  std::string_view text_;
  Span part_;
  const std::vector<Candidate>& candidates_;
  const Numbering& numbering_;
};

}  // namespace

Spine::Spine(std::string_view text, Span part, const std::vector<Candidate>& candidates,
             const Numbering& numbering) {
  const std::optional<Chain> chain = Finder(text, part, candidates, numbering).best();
  if (!chain) return;
  members_.assign(candidates.size(), kNone);
  same_kind_.assign(candidates.size(), false);
  styles_.assign(numbering.styles().size(), false);
  std::array<std::size_t, kShapes> shapes{};
  for (const std::size_t i : chain->members) ++shapes[chain->nodes[i].shape];
  const auto shape = std::max_element(shapes.begin(), shapes.end()) - shapes.begin();
  const bool titles = shape == kTitled || shape == kShouted;
  alike_.assign(candidates.size(), false);
  for (const Node& one : chain->nodes) {
    if (titles && one.shape == shape) alike_[one.candidate] = true;
    same_kind_[one.candidate] = true;
    styles_[candidates[one.candidate].mark.readings[one.reading].style] = true;
  }
  for (const std::size_t i : chain->members) {
    members_[chain->nodes[i].candidate] = chain->nodes[i].reading;
  }
  first_ = chain->nodes[chain->members.front()].candidate;
  last_ = chain->nodes[chain->members.back()].candidate;
}

}  // namespace proviso::segmenter::clauses
