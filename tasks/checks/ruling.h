// What this court's reasoning says of each claim, sentence by sentence, and what its operative part
// does: what the checks of outcome set against each other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/checks/case_view.h"
#include "tasks/checks/wish.h"

namespace proviso::tasks {

// What a sentence says of what is asked for. kPart: some of it, or both.
enum class Stand : std::uint8_t { kNone, kSupport, kRefuse, kPart };

// A sentence of the reasoning; one that rules on several wishes is cut behind each verdict. Where
// its verdict is on what stands before (对该项请求), wish and heads are those of up to three
// sentences earlier.
struct ReasonedSentence {
  segmenter::Span span;
  std::string_view words;
  Stand stand = Stand::kNone;
  Wish wish;
  std::vector<std::size_t> heads;  // of claim_heads(), that the wish names
  std::vector<std::size_t> named;  // the same, of all its words; only with a stand
  bool of_claim = false;           // speaks of what is claimed, not of a defence
};

// Holds the view, which must outlive it; all spans are in the document.
struct Ruling {
  explicit Ruling(const CaseView& its_view);

  const CaseView& view;
  std::vector<ReasonedSentence> sentences;  // of the reasoning, in order
  std::vector<segmenter::Span> items;       // of the operative part
  std::optional<segmenter::Span> appeal;    // the item that dismisses an appeal
  bool orders = false;                      // an item does more than dismiss
  std::string ordered;                      // the words of all such items

  // Whether nothing is ordered and an item dismisses the 其他 claims: then something was granted.
  bool dismisses_others() const;
  // Whether items change or uphold a judgment below.
  bool appellate() const;
  // Whether another sentence that wants `head` stands as asked.
  bool said_elsewhere(std::size_t head, const ReasonedSentence& not_this,
                      std::initializer_list<Stand> stands) const;
  // Whether a sentence of the reasoning behind `offset` adds up what stands before it:
  // 以上各项合计568680元.
  bool added_up(std::size_t offset) const;
  // Whether a sum of money stands in the span; whether one of a hundred yuan and more stands in
  // both.
  bool names_sum(segmenter::Span span) const;
  bool same_sum(segmenter::Span a, segmenter::Span b) const;
  // What the figures of a wish say about an item: kSame where a sum of the wish is ordered there,
  // or all its days, sums and rates stand there; kOther where they do not; kNone without figures.
  // `wanted` is a piece of the document.
  enum class Figures : std::uint8_t { kNone, kSame, kOther };
  Figures figures(std::string_view wanted, segmenter::Span item) const;
  // A defendant named in the wish whom the item does not bind: the refusal is for him alone.
  bool spares(std::string_view wish_words, std::string_view item) const;
};

// The figures of a span, in order.
std::span<const Number> numbers_in(const CaseView& view, segmenter::Span span);

// An item that only dismisses: 驳回…的诉讼请求, with no time to perform in it.
bool dismisses(std::string_view item);

// Whether the text names somebody, an organisation also by two characters of its own (锦达公司 in
// 柳河锦达有限公司).
bool names_in_short(std::string_view text, std::string_view name);

// The words of an order without those that refer to another item (对上述借款本息承担连带责任 orders
// no repayment), give a base (以5000元为基数) or a bound (在欠付工程款范围内).
std::string without_references(std::string_view order);

// The court's own word, not a statute quoted (…的，人民法院应予支持).
bool by_court(std::string_view words);

// Without the line ends and spaces around it.
segmenter::Span trimmed(const CaseView& view, segmenter::Span span);

}  // namespace proviso::tasks
