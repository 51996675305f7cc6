#include "tasks/checks/contract/contract_view.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

constexpr std::size_t kHead = 1200;  // bytes in which a document says that it changes another

std::size_t boundary(string_view text, std::size_t at) {
  at = std::min(at, text.size());
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  return at;
}

bool amending(string_view text, bool chinese) {
  static const RE2 english(
      "\\b(?:AMENDMENT|Amendment) "
      "?(?:N[Oo]\\b|#|[0-9]|TO\\b|to\\b|AND\\b|\\))|\\b(?i:first|second|third|fourth|fifth|"
      "sixth) (?i:amendment)|(?m)^(?:AMENDMENT|ADDENDUM)\\b|(?:ADDENDUM|Addendum) (?:TO|to)\\b|"
      "(?:SUPPLEMENTAL|Supplemental) (?:AGREEMENT|Agreement)|(?i)amended by the parties on|hereby "
      "amends?\\b|"
      "\\bjoinder (?:agreement|to)|extension agreement");
  static const RE2 restated("(?i)amended and restated");
  static const RE2 han("补充协议|补充合同|变更协议|修订协议|修改协议|修正案|终止协议|解除协议");
  const string_view head = text.substr(0, boundary(text, chinese ? kHead / 2 : kHead));
  if (chinese) return found_in(head, han);
  return found_in(head, english) && !found_in(head, restated);
}

}  // namespace

std::vector<Span> all(string_view text, Span within, const RE2& pattern, int group) {
  std::vector<Span> found;
  const re2::StringPiece piece(text.data() + within.start, within.size());
  std::array<re2::StringPiece, 10> groups;
  std::size_t at = 0;
  while (at <= piece.size() && pattern.Match(piece, at, piece.size(), RE2::UNANCHORED,
                                             groups.data(), std::max(group, 0) + 1)) {
    const auto start = static_cast<std::size_t>(groups[0].data() - piece.data());
    at = boundary(text, within.start + start + std::max<std::size_t>(groups[0].size(), 1)) -
         within.start;
    const re2::StringPiece& wanted = groups.at(static_cast<std::size_t>(group));
    if (wanted.data() == nullptr || wanted.empty()) continue;
    const auto place = static_cast<std::size_t>(wanted.data() - text.data());
    found.push_back({place, place + wanted.size()});
  }
  return found;
}

bool found_in(string_view words, const RE2& pattern) {
  return RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), pattern);
}

ContractView::ContractView(const CaseView& its_view)
    : view(its_view),
      text(its_view.text),
      structure(its_view.structure),
      chinese(its_view.chinese()),
      amends(amending(its_view.text, its_view.chinese())),
      whole{0, its_view.text.size()} {
  for (std::size_t i = 0; i < structure.items.size(); ++i) {
    if (structure.items[i].kind == ItemKind::kClause) clauses_.push_back(i);
  }
  std::stable_sort(clauses_.begin(), clauses_.end(), [&](std::size_t a, std::size_t b) {
    return structure.items[a].span.start < structure.items[b].span.start;
  });
}

bool ContractView::in_body(std::size_t offset) const {
  const Tag found = tag(offset);
  return found == Tag::kClause || found == Tag::kDefinitions || found == Tag::kParties ||
         found == Tag::kRecitals;
}

Span ContractView::sentence(Span inside) const {
  constexpr std::size_t kLimit = 900;
  const auto ends = [&](std::size_t at) {
    const string_view rest = text.substr(at);
    if (rest.starts_with("\n") || rest.starts_with("。") || rest.starts_with("；")) return true;
    if (rest.front() != '.' && rest.front() != ';') return false;
    return rest.size() < 2 || ((rest[1] == ' ' || rest[1] == '\n') &&
                               !(at > 1 && text[at - 2] == ' ' && rest.front() == '.'));
  };
  std::size_t start = inside.start;
  while (start > 0 && inside.start - start < kLimit) {
    const std::size_t previous = previous_code_point(text, start);
    if (ends(previous)) break;
    start = previous;
  }
  std::size_t end = inside.end;
  while (end < text.size() && end - inside.end < kLimit && !ends(end)) {
    end += code_point_bytes(text[end]);
  }
  while (start < inside.start && text[start] == ' ') ++start;
  return {start, std::min(end, text.size())};
}

string_view ContractView::before(std::size_t at, std::size_t limit) const {
  std::size_t start = boundary(text, at - std::min(at, limit));
  const std::size_t line = at == 0 ? string_view::npos : text.rfind('\n', at - 1);
  if (line != string_view::npos && line >= start) start = line + 1;
  return text.substr(start, at - start);
}

string_view ContractView::behind(std::size_t at, std::size_t limit) const {
  std::size_t end = boundary(text, std::min(text.size(), at + limit));
  end = std::min(end, text.find('\n', at));
  return text.substr(at, end - at);
}

Span ContractView::opening(const Item& item, std::size_t limit) const {
  const std::size_t line = std::min(text.find('\n', item.span.start), item.span.end);
  const std::size_t end = std::min(line, boundary(text, item.span.start + limit));
  return {item.span.start, std::max(end, std::min(item.span.end, item.span.start + 1))};
}

std::size_t ContractView::clause_of(std::size_t offset) const {
  auto after = std::upper_bound(clauses_.begin(), clauses_.end(), offset,
                                [&](std::size_t value, std::size_t each) {
                                  return value < structure.items[each].span.start;
                                });
  constexpr int kBack = 200;  // clauses looked at
  for (int i = 0; after != clauses_.begin() && i < kBack; ++i) {
    --after;
    if (structure.items[*after].span.end > offset) return *after;
  }
  return kNone;
}

Finding tell(const ContractView& contract, string_view kind, string_view check, Span place,
             Span other, std::string english, std::string chinese) {
  return finding(kind, check, place, other,
                 contract.chinese ? std::move(chinese) : std::move(english));
}

namespace {

// The two to six characters before 的 at the end of `before`, whose something is: 鼓风机的.
string_view owner_before(string_view before) {
  constexpr string_view kOf = "的";
  constexpr std::size_t kHan = 3, kFewest = 2 * kHan, kMost = 6 * kHan;
  if (!before.ends_with(kOf)) return {};
  before.remove_suffix(kOf.size());
  std::size_t from = before.size();
  while (from >= kHan && before.size() - from < kMost) {
    // CJK ideographs begin with E4 to E9; stops and brackets do not.
    const auto first = static_cast<unsigned char>(before[from - kHan]);
    if (first < 0xE4 || first > 0xE9) break;
    from -= kHan;
  }
  return before.size() - from < kFewest ? string_view() : before.substr(from);
}

}  // namespace

bool for_several_things(const ContractView& contract, string_view name) {
  static const RE2 no_thing(
      "合同|协议|[甲乙丙丁双各]方|约定|规定|支付|缴纳|提供|承诺|确定|要求|剩余|全部|相应|对应|应付|"
      "到期|上述|前述|设备|产品|货物|房屋|该|此|其|项下|日起|期间");
  string_view first_thing, first_owner;
  const auto another = [](string_view& first, string_view each) {
    if (each.empty() || each == first) return false;
    if (!first.empty()) return true;
    first = each;
    return false;
  };
  for (std::size_t at = contract.text.find(name); at != string_view::npos;
       at = contract.text.find(name, at + name.size())) {
    const string_view before = contract.text.substr(0, at);
    for (const string_view thing : words("zh_thing")) {
      if (before.ends_with(thing) && another(first_thing, thing)) return true;
    }
    const string_view owner = owner_before(before);
    if (!owner.empty() && !found_in(owner, no_thing) && another(first_owner, owner)) return true;
  }
  return false;
}

std::string lowered(string_view words) {
  std::string out(words);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

}  // namespace proviso::tasks::contract
