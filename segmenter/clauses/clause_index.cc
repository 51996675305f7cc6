#include "segmenter/clauses/clause_index.h"

#include <algorithm>
#include <cctype>

#include "segmenter/clauses/numbering.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter::clauses {
namespace {

std::string narrow(std::string_view written) {
  std::string out;
  for (std::size_t at = 0; at < written.size(); at = next(written, at)) {
    const char32_t c = code_point(written, at);
    if (c >= 0xFF10 && c <= 0xFF19) {
      out += static_cast<char>('0' + (c - 0xFF10));
    } else if (c == 0xFF0E || c == ':') {
      out += '.';
    } else if (c == 0xFF08 || c == 0xFF09) {
      out += c == 0xFF08 ? '(' : ')';
    } else if (c != ' ' && c != 0xA0 && c != 0x3000) {
      out += written.substr(at, next(written, at) - at);
    }
  }
  return out;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// 3.02 → 3.2, and "3.0" → "3".
std::string without_zeros(std::string_view number) {
  std::string out;
  for (std::size_t at = 0; at < number.size();) {
    if (!is_digit(number[at])) {
      out += number[at++];
      continue;
    }
    while (number[at] == '0' && at + 1 < number.size() && is_digit(number[at + 1])) ++at;
    while (at < number.size() && is_digit(number[at])) out += number[at++];
  }
  return out;
}

std::string scoped(std::size_t scope, std::string_view key) {
  return (scope == kNone ? std::string("-") : std::to_string(scope)) + "|" + std::string(key);
}

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

// Where the label stands as a word of its own: the B of EXHIBIT B is not the one in EXHIBIT.
std::size_t label_in(std::string_view head, std::string_view label) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  std::size_t at = head.find(label);
  while (at != std::string_view::npos && at > 0 && letter(label.front()) && letter(head[at - 1])) {
    at = head.find(label, at + 1);
  }
  return at;
}

// "Schedules" → "schedule"; "Appendices" → "appendix"; 合同附件 → 附件.
std::string schedule_word(std::string_view word) {
  std::string out = lower(word);
  if (out == "appendices") return "appendix";
  if (out == "annexes") return "annex";
  if (out == "addenda") return "addendum";
  if (out.ends_with('s')) out.pop_back();
  if (const auto at = out.find("附"); at != std::string::npos) out = out.substr(at, 6);
  return out;
}

}  // namespace

std::string plain_number(std::string_view written) {
  const std::string number = narrow(written);
  if (number.empty()) return number;
  const std::size_t paren = number.find('(');
  const std::string_view base = std::string_view(number).substr(0, paren);
  const std::string tail = paren == std::string::npos ? "" : number.substr(paren);
  if (base.empty()) return number;
  if (is_digit(base.front())) return without_zeros(base) + tail;
  if (const std::uint32_t value = roman_value(base); value != 0 && base.front() < 'a') {
    return std::to_string(value) + tail;
  }
  if (static_cast<unsigned char>(base.front()) >= 0x80) {
    if (const std::uint32_t value = chinese_value(base); value != 0) {
      return std::to_string(value) + tail;
    }
  }
  return number;
}

ClauseIndex::ClauseIndex(std::string_view text, const std::vector<Item>& items)
    : items_(items), keys_(items.size()), children_(items.size()), schedule_(items.size(), false) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (item.kind != ItemKind::kClause) continue;
    order_.push_back(i);
    if (item.parent != kNone) children_[item.parent].push_back(i);
    const auto mark = contract_numbering().match(text, item.span.start, false);
    // A schedule's own item begins with its word, which numbers no clause.
    schedule_[i] = item.parent == kNone && !mark && !item.number.empty();
    if (schedule_[i]) {
      const std::string_view head = text.substr(item.span.start, 40);
      const std::size_t end = label_in(head, item.number);
      std::string_view word = head.substr(0, end == std::string_view::npos ? 0 : end);
      while (!word.empty() && static_cast<unsigned char>(word.back()) < 0x80 &&
             !std::isalpha(static_cast<unsigned char>(word.back()))) {
        word.remove_suffix(1);
      }
      schedules_.emplace(schedule_word(word) + " " + plain_number(item.number), i);
    }
    keys_[i] = key_of(i, text);
    if (keys_[i].empty()) continue;
    by_key_.emplace(scoped(scope_of(i), keys_[i]), i);
  }
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return items[a].span.start < items[b].span.start;
  });
}

std::size_t ClauseIndex::scope_of(std::size_t item) const {
  while (items_[item].parent != kNone) item = items_[item].parent;
  return schedule_[item] ? item : kNone;
}

// Dotted numbers and the articles of a chapter count through the document; others under their
// parent.
std::string ClauseIndex::key_of(std::size_t i, std::string_view text) const {
  const Item& item = items_[i];
  if (item.number.empty() || schedule_[i]) return "";
  const std::string number = plain_number(item.number);
  const auto mark = contract_numbering().match(text, item.span.start, false);
  const Style* style = mark ? &contract_numbering().styles()[mark->readings[0].style] : nullptr;
  // 第一编 and 第一章 are not the clause 1.
  if (style != nullptr && style->rank < 4 && !style->open.empty()) {
    return (item.parent == kNone ? "" : keys_[item.parent]) + style->name + number;
  }
  const bool is_dotted = number.find('.') != std::string::npos;
  if (is_dotted || item.parent == kNone || schedule_[item.parent]) return number;
  if (style != nullptr && style->rank >= 4 && style->rank < 9) return number;  // 第八条, Section 8
  return keys_[item.parent] + "(" + narrow(item.number) + ")";
}

std::size_t ClauseIndex::find(std::string_view number, std::size_t from) const {
  const std::string key = plain_number(number);
  if (from != kNone) {
    const auto near = by_key_.find(scoped(scope_of(from), key));
    if (near != by_key_.end()) return near->second;
  }
  const auto found = by_key_.find(scoped(kNone, key));
  return found == by_key_.end() ? kNone : found->second;
}

std::size_t ClauseIndex::find_beside(std::string_view marks, std::size_t from) const {
  const std::string tail = narrow(marks);
  for (std::size_t at = from; at != kNone; at = items_[at].parent) {
    const auto found = by_key_.find(scoped(scope_of(at), keys_[at] + tail));
    if (found != by_key_.end()) return found->second;
  }
  return kNone;
}

std::size_t ClauseIndex::find_schedule(std::string_view word, std::string_view label) const {
  const auto found = schedules_.find(schedule_word(word) + " " + plain_number(label));
  return found == schedules_.end() ? kNone : found->second;
}

std::size_t ClauseIndex::paragraph(std::size_t parent, std::uint32_t n) const {
  std::uint32_t seen = 0;
  for (const std::size_t child : children_[parent]) {
    if (items_[child].number.empty() && ++seen == n) return child;
  }
  return seen == 0 && n == 1 ? parent : kNone;
}

std::size_t ClauseIndex::point(std::size_t parent, std::uint32_t n) const {
  const std::string wanted = std::to_string(n);
  for (const std::size_t child : children_[parent]) {
    if (plain_number(items_[child].number) == wanted) return child;
  }
  for (const std::size_t child : children_[parent]) {
    if (!items_[child].number.empty()) continue;
    for (const std::size_t grand : children_[child]) {
      if (plain_number(items_[grand].number) == wanted) return grand;
    }
  }
  return kNone;
}

std::size_t ClauseIndex::holder(std::size_t offset) const {
  auto after = std::upper_bound(
      order_.begin(), order_.end(), offset,
      [&](std::size_t value, std::size_t item) { return value < items_[item].span.start; });
  if (after == order_.begin()) return kNone;
  std::size_t item = *(after - 1);
  while (item != kNone && items_[item].span.end <= offset) item = items_[item].parent;
  return item;
}

std::size_t ClauseIndex::holder(Span span) const {
  std::size_t item = holder(span.start);
  while (item != kNone && items_[item].span.end < span.end) item = items_[item].parent;
  return item;
}

}  // namespace proviso::segmenter::clauses
