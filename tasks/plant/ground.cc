#include "tasks/plant/ground.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>

namespace proviso::tasks::planting {

using segmenter::Level;
using segmenter::Tag;

namespace {

std::size_t bytes_at(string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

}  // namespace

std::vector<std::string> characters(string_view text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::min(bytes_at(text, at), text.size() - at);
    list.emplace_back(text.substr(at, bytes));
    at += bytes;
  }
  return list;
}

std::string join(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& each : list) text += each;
  return text;
}

std::vector<Span> matches(string_view text, Span within, const RE2& pattern, int group) {
  std::vector<Span> found;
  const re2::StringPiece whole(text.data(), text.size());
  std::array<re2::StringPiece, 8> groups;
  std::size_t at = within.start;
  while (at < within.end &&
         pattern.Match(whole, at, within.end, RE2::UNANCHORED, groups.data(), group + 1)) {
    const re2::StringPiece& part = groups.at(static_cast<std::size_t>(group));
    const auto end = static_cast<std::size_t>(groups[0].data() - text.data()) + groups[0].size();
    if (part.data() != nullptr) {
      const auto start = static_cast<std::size_t>(part.data() - text.data());
      found.push_back({start, start + part.size()});
    }
    at = std::max(end, at + 1);
  }
  return found;
}

bool masked(string_view name) {
  for (const string_view mask : {"某", "×", "*", "＊", "X", "x", "Ｘ"}) {
    if (name.find(mask) != string_view::npos) return true;
  }
  return false;
}

Planted apply(string_view text, const Edit& edit, string_view kind, Span quote, Span other) {
  return apply(text, std::vector<Edit>{edit}, kind, quote, other);
}

Planted apply(string_view text, std::vector<Edit> edits, string_view kind, Span quote, Span other) {
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.old.start < b.old.start; });
  const auto shift = [&](std::size_t offset, bool end) {
    std::size_t added = 0, gone = 0;
    for (const Edit& edit : edits) {
      if (offset < edit.old.start || (offset == edit.old.start && !end)) break;
      if (offset < edit.old.end)
        return (end ? edit.old.start + edit.now.size() : edit.old.start) + added - gone;
      added += edit.now.size();
      gone += edit.old.size();
    }
    return offset + added - gone;
  };
  Planted planted;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    planted.text += text.substr(at, edit.old.start - at);
    planted.text += edit.now;
    at = edit.old.end;
  }
  planted.text += text.substr(at);
  planted.kind = kind;
  planted.quote = {shift(quote.start, false), shift(quote.end, true)};
  if (other.size() > 0) planted.other = {shift(other.start, false), shift(other.end, true)};
  return planted;
}

Ground::Ground(string_view document, const segmenter::Structure& its_structure)
    : text(document), structure(its_structure) {
  for (const segmenter::Section& each : structure.sections) {
    if (each.level != Level::kThis) continue;
    if (each.tag == Tag::kDisposition) disposition.push_back(each.span);
    if (each.tag == Tag::kCosts) costs.push_back(each.span);
    if (each.tag == Tag::kReasoning) reasoning.push_back(each.span);
    if (each.tag == Tag::kFacts) facts.push_back(each.span);
    if (each.tag == Tag::kClaims) claims.push_back(each.span);
  }
  for (const segmenter::Item& item : structure.items) {
    if (item.kind != segmenter::ItemKind::kDisposition || item.section >= structure.sections.size())
      continue;
    if (structure.sections[item.section].level == Level::kThis) items.push_back(trimmed(item.span));
  }
  if (items.empty()) items = disposition;
  parties = structure.parties;
  before = reasoning;
  before.insert(before.end(), facts.begin(), facts.end());
  after = disposition;
  after.insert(after.end(), costs.begin(), costs.end());
  whole = {{0, text.size()}};
  if (parties.empty()) parties_named();
}

// Of what stands behind 原告 by chance (离婚, 费用) most places have other words before them.
bool Ground::stands_as_name(string_view name) const {
  static constexpr std::array<string_view, 14> kLeads{"告", "、", "，", "。", "；", "：", "\n",
                                                      "和", "与", "及", "由", "向", "给", "对"};
  std::size_t all = 0;
  std::size_t led = 0;
  for (const Span& each : places(whole, name)) {
    ++all;
    const string_view ahead = text.substr(0, each.start);
    if (each.start == 0 || std::any_of(kLeads.begin(), kLeads.end(),
                                       [&](string_view lead) { return ahead.ends_with(lead); }))
      ++led;
  }
  return 2 * led >= all;
}

// Whom facts and reasoning call 原告 or 被告 by name twice and more, never the one and the other.
void Ground::parties_named() {
  static const RE2 named(
      "(原告|被告)(\\p{Han}{4,26}?(?:公司|银行|支行|分行|合作社|医院|学校|中心|委员会|厂|店)|"
      "\\p{Han}{2,4}?)(?:、|，|。|；|：|（|于|应|在|向|与|和|及|的|支付|偿还|赔偿|返还|给付|承担|"
      "负担|主张|要求|请求|提交|提供|签订|之间|系|对|借|欠|共同)");
  static const RE2 no_name(
      "原告|被告|第三人|本院|人民法院|["
      "应未已于在向与和及对的并又还不无因自均各共按系是依所双方主提辩请要支返"
      "赔偿承认诉答签合逾没有为而且若如亦也购买付款就以其后前此该婚养妻资每设携]|生活|抚|夫");
  struct Seen {
    Span span;
    std::size_t plaintiff = 0, defendant = 0;
  };
  std::map<std::string, Seen> seen;
  const re2::StringPiece document(text.data(), text.size());
  for (const auto* part : {&facts, &reasoning}) {
    for (const Span& within : *part) {
      re2::StringPiece groups[3];
      for (std::size_t at = within.start;
           at < within.end && named.Match(document, at, within.end, RE2::UNANCHORED, groups, 3);) {
        const auto start = static_cast<std::size_t>(groups[2].data() - text.data());
        at = start;
        const std::string name(groups[2].data(), groups[2].size());
        const bool person = name.size() <= 12;
        if (RE2::PartialMatch(person ? name : name.substr(0, 6), no_name)) continue;
        Seen& who = seen[name];
        if (who.span.end == 0) who.span = {start, start + name.size()};
        ++(groups[1] == "原告" ? who.plaintiff : who.defendant);
      }
    }
  }
  for (const auto& [name, who] : seen) {
    if (who.plaintiff + who.defendant < 2 || (who.plaintiff > 0 && who.defendant > 0)) continue;
    if (!stands_as_name(name)) continue;
    segmenter::Party party;
    party.name = name;
    party.roles = {who.plaintiff > 0 ? "原告" : "被告"};
    party.span = who.span;
    parties.push_back(party);
  }
}

Span Ground::trimmed(Span span) const {
  while (span.end > span.start && (text[span.end - 1] == '\n' || text[span.end - 1] == ' '))
    --span.end;
  return span;
}

Span Ground::clause(Span inside) const {
  static const RE2 stop("[。；;，,：:\\n]");
  std::size_t line = text.rfind('\n', inside.start == 0 ? 0 : inside.start - 1);
  line = line == string_view::npos ? 0 : line + 1;
  Span clause{line, text.size()};
  for (const Span& each : matches(text, {line, inside.start}, stop)) {
    if (!inside_figure(each)) clause.start = each.end;
  }
  const std::size_t line_end = std::min(text.find('\n', inside.end), text.size());
  clause.end = line_end;
  for (const Span& each : matches(text, {inside.end, line_end}, stop)) {
    if (inside_figure(each)) continue;
    clause.end = each.start;
    break;
  }
  return clause;
}

Span Ground::sentence(Span inside) const {
  static const RE2 stop("[。；\\n]");
  Span sentence{0, text.size()};
  const std::size_t from = inside.start > 3000 ? inside.start - 3000 : 0;
  for (const Span& each : matches(text, {from, inside.start}, stop)) sentence.start = each.end;
  const std::size_t to = std::min(text.size(), inside.end + 3000);
  const std::vector<Span> ends = matches(text, {inside.end, to}, stop);
  sentence.end = ends.empty() ? inside.end : ends.front().start;
  if (inside.start - sentence.start > 3000) sentence.start = inside.start;
  return sentence;
}

std::vector<Span> Ground::places(const std::vector<Span>& parts, string_view word) const {
  std::vector<Span> found;
  for (const Span& part : parts) {
    const string_view inside = words(part);
    for (std::size_t at = inside.find(word); at != string_view::npos;
         at = inside.find(word, at + word.size()))
      found.push_back({part.start + at, part.start + at + word.size()});
  }
  return found;
}

int Ground::year() const {
  static const RE2 digits("(?:19|20)[0-9]{2}");
  for (const segmenter::Section& each : structure.sections) {
    if (each.tag != Tag::kCaseNumber || each.level != Level::kThis) continue;
    const auto found = matches(text, each.span, digits);
    if (!found.empty()) return std::stoi(std::string(words(found.front())));
  }
  static const RE2 signed_on("二[〇○零Ｏ][一二三四五六七八九〇○零Ｏ]{2}年");
  for (const segmenter::Section& each : structure.sections) {
    if (each.tag != Tag::kSignature) continue;
    const auto found = matches(text, each.span, signed_on);
    if (found.empty()) continue;
    static constexpr string_view kDigits = "〇一二三四五六七八九";
    int value = 0;
    for (const std::string& digit : characters(words({found[0].start, found[0].end - 3}))) {
      const std::size_t at = kDigits.find(digit);
      value = value * 10 + (at == string_view::npos ? 0 : static_cast<int>(at / 3));
    }
    return value;
  }
  return 0;
}

bool Ground::inside_figure(Span stop) const {
  const auto digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  return stop.start > 0 && digit(stop.start - 1) && digit(stop.end);
}

}  // namespace proviso::tasks::planting
