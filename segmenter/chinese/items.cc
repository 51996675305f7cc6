#include "segmenter/chinese/items.h"

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter::chinese {
namespace {

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

struct Mark {
  std::size_t at = 0;
  std::string number;
  bool comma = false;  // 、 stands behind the number
};

// 一 … 九十九; 0 where it is none.
int chinese_number(std::string_view number) {
  constexpr std::string_view kDigits = "零一二三四五六七八九";
  int tens = 0, ones = 0;
  for (std::size_t at = 0; at < number.size(); at = next(number, at)) {
    const std::string_view c = number.substr(at, next(number, at) - at);
    if (c == "十") {
      tens = ones == 0 ? 1 : ones;
      ones = 0;
      continue;
    }
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return 0;
    ones = static_cast<int>(digit / 3);
  }
  return tens * 10 + ones;
}

int arabic_number(std::string_view number) {
  int value = 0;
  for (std::size_t at = 0; at < number.size(); at = next(number, at)) {
    char32_t c = code_point(number, at);
    if (c >= U'０' && c <= U'９') c = c - U'０' + '0';
    if (c < '0' || c > '9') return 0;
    value = value * 10 + static_cast<int>(c - '0');
  }
  return value;
}

int circled_number(std::string_view number) {
  const char32_t c = code_point(number, 0);
  return c >= U'①' && c <= U'⑳' ? static_cast<int>(c - U'①') + 1 : 0;
}

struct Style {
  std::unique_ptr<RE2> pattern;  // group 1: the mark, group 2: the number
  int (*value)(std::string_view);
  bool at_lines = false;  // marks stand at the beginnings of lines, and the pattern at the mark
  std::vector<std::string> first;  // of these one stands in every list
};

// grammar/zh_items.json.
struct Words {
  std::vector<Style> styles;               // the ways to number a list, outermost first
  std::vector<Style> lines;                // the same, marks at the beginning of a line only
  std::vector<std::unique_ptr<RE2>> asks;  // the clearest first
  std::unique_ptr<RE2> grounds, focus, lead_in, ends_list;
};

const Words& words() {
  static const Words built = [] {
    const auto json = nlohmann::json::parse(data::zh_items, nullptr, true, true);
    const auto compiled = [](const std::string& pattern) {
      auto out = std::make_unique<RE2>(pattern);
      if (!out->ok()) throw std::runtime_error("zh_items.json: " + out->error());
      return out;
    };
    Words out;
    const std::string behind = json.at("behind"), space = "[\\s　]*";
    for (const auto& style : json.at("styles")) {
      const std::string kind = style.at("numbers"), mark = style.at("mark");
      int (*value)(std::string_view) = kind == "chinese"   ? chinese_number
                                       : kind == "circled" ? circled_number
                                                           : arabic_number;
      const auto first = style.at("first").get<std::vector<std::string>>();
      out.styles.push_back(
          {compiled((kind == "circled" ? "" : behind + space) + mark), value, false, first});
      out.lines.push_back({compiled(mark), value, true, first});
    }
    for (const auto& asks : json.at("asks")) out.asks.push_back(compiled(asks));
    out.grounds = compiled(json.at("grounds"));
    out.focus = compiled(json.at("focus"));
    out.lead_in = compiled(json.at("lead_in"));
    out.ends_list = compiled(json.at("ends_list"));
    return out;
  }();
  return built;
}

// Whether a number and 、 stand right before `at`: "第二、│三、四项".
bool enumerated(std::string_view text, Span span, std::size_t at) {
  if (at <= span.start || before(text, at) != U'、') return false;
  const std::size_t comma = previous(text, at);
  if (comma <= span.start) return false;
  const char32_t c = before(text, comma);
  constexpr std::u32string_view kNumerals = U"一二三四五六七八九十0123456789０１２３４５６７８９";
  return kNumerals.find(c) != std::u32string_view::npos;
}

// The first mark of a style from `from` on: groups 1 and 2 of it.
bool next_mark(const Style& style, std::string_view part, std::size_t from,
               re2::StringPiece (&groups)[3]) {
  if (!style.at_lines)
    return style.pattern->Match(piece(part), from, part.size(), RE2::UNANCHORED, groups, 3);
  constexpr std::size_t kLongestMark = 24;  // bytes
  for (std::size_t line = from; line < part.size();) {
    if (line > 0) line = part.find('\n', line);
    if (line == std::string_view::npos) return false;
    line += part[line] == '\n' ? 1 : 0;
    std::size_t at = line;
    while (at < part.size() && (part[at] == ' ' || part[at] == '\t' || part[at] == '\r' ||
                                part[at] == '\n' || part.substr(at).starts_with("　"))) {
      at = next(part, at);
    }
    const std::string_view words = part.substr(at, kLongestMark);
    if (style.pattern->Match(piece(words), 0, words.size(), RE2::ANCHOR_START, groups, 3))
      return true;
    line = std::max(line, at);
    if (line == 0) line = 1;
  }
  return false;
}

// The marks 1, 2, 3 … of one style in order; a number out of turn is text. Empty unless the list
// begins with 1.
std::vector<Mark> marks_of(const Style& style, std::string_view text, Span span) {
  std::vector<Mark> out;
  const std::string_view part = text.substr(span.start, span.size());
  const bool may_begin = std::any_of(
      style.first.begin(), style.first.end(),
      [&](const std::string& words) { return part.find(words) != std::string_view::npos; });
  if (!may_begin) return out;
  std::size_t from = 0;
  re2::StringPiece groups[3];
  while (next_mark(style, part, from, groups)) {
    const auto at = static_cast<std::size_t>(groups[1].data() - part.data());
    const std::string_view number(groups[2].data(), groups[2].size());
    const std::size_t behind =
        span.start + static_cast<std::size_t>(number.data() - part.data()) + number.size();
    const bool comma = text.substr(behind).starts_with("、");
    // One list, one stop: "1．…第1、2项…；2．…". "第二、三、四项" names items of another ruling.
    if (!enumerated(text, span, span.start + at) &&
        style.value(number) == static_cast<int>(out.size()) + 1 &&
        (out.empty() || comma == out.front().comma)) {
      out.push_back({span.start + at, std::string(number), comma});
    }
    // Search on from the mark's end; its last byte may be the separator the next mark needs.
    from = static_cast<std::size_t>(groups[2].data() - part.data()) + groups[2].size();
  }
  return out;
}

// The style whose list begins first; of two that begin together the outer one.
std::vector<Mark> list_marks(const std::vector<Style>& styles, std::string_view text, Span span) {
  std::vector<Mark> best;
  for (const Style& style : styles) {
    std::vector<Mark> marks = marks_of(style, text, span);
    if (!marks.empty() && (best.empty() || marks.front().at < best.front().at))
      best = std::move(marks);
  }
  return best;
}

Span trimmed(std::string_view text, Span span) {
  const auto space = [](char32_t c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == U'　';
  };
  while (span.start < span.end && space(code_point(text, span.start)))
    span.start = next(text, span.start);
  while (span.end > span.start && space(before(text, span.end)))
    span.end = previous(text, span.end);
  return span;
}

// Behind the first 。 of the span that stands outside brackets; its end if there is none.
std::size_t first_stop(std::string_view text, Span span) {
  int depth = 0;
  for (std::size_t at = span.start; at < span.end; at = next(text, at)) {
    const char32_t c = code_point(text, at);
    depth += c == U'（' || c == '(';
    depth -= c == U'）' || c == ')';
    if (depth <= 0 && (c == U'。' || c == '\n')) return next(text, at);
  }
  return span.end;
}

// The number a lone item begins with ("2、后续治疗费"), or nothing.
std::string own_number(std::string_view text, Span span) {
  static const RE2 number(
      "^[\\s　]*[（(]?([0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})(?:[、）)]|[.．][^0-9０-９])");
  re2::StringPiece found;
  const std::string_view part = text.substr(span.start, span.size());
  return RE2::PartialMatch(piece(part), number, &found) ? std::string(found.data(), found.size())
                                                        : std::string();
}

// Where the paragraph that holds `at` ends, its '\n' not included.
std::size_t line_end(std::string_view text, std::size_t at, std::size_t limit) {
  return std::min(text.find('\n', at), limit);
}

std::optional<Span> found(const RE2& pattern, std::string_view text, Span span, int group = 0) {
  const std::string_view part = text.substr(span.start, span.size());
  re2::StringPiece groups[2];
  if (!pattern.Match(piece(part), 0, part.size(), RE2::UNANCHORED, groups, 2)) return std::nullopt;
  if (group > 0 && !groups[group].data()) {  // what is looked for stands behind the match
    const char* end = groups[0].data() + groups[0].size();
    const std::size_t at = span.start + static_cast<std::size_t>(end - part.data());
    return Span{at, at};
  }
  const re2::StringPiece& hit = groups[group];
  const std::size_t start = span.start + static_cast<std::size_t>(hit.data() - part.data());
  return Span{start, start + hit.size()};
}

class Collector {
 public:
  explicit Collector(std::string_view text) : text_(text) {}

  // Items of `span` by its marks; true when there are any. The last one ends at the list's end, or,
  // where the list is followed by other words (`sentence_ends_list`), with its sentence.
  bool numbered(ItemKind kind, std::size_t section, Span span, bool sentence_ends_list) {
    return listed(kind, section, span, list_marks(words().styles, text_, span), sentence_ends_list);
  }

  bool listed(ItemKind kind, std::size_t section, Span span, const std::vector<Mark>& marks,
              bool sentence_ends_list) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const bool last = i + 1 == marks.size();
      Span item{marks[i].at, last ? span.end : marks[i + 1].at};
      if (last && sentence_ends_list) item.end = first_stop(text_, item);
      add(kind, marks[i].number, section, item);
    }
    return !marks.empty();
  }

  void add(ItemKind kind, std::string number, std::size_t section, Span span) {
    span = trimmed(text_, span);
    if (span.size() > 0) items_.push_back({kind, std::move(number), kNone, section, span, kNone});
  }

  std::vector<Item> take() { return std::move(items_); }

 private:
  std::string_view text_;
  std::vector<Item> items_;
};

// What is asked from `begin` on, up to `end` (the grounds or the paragraph's end): a numbered list,
// or one claim for each ；. Gives where it ends.
std::size_t claims_from(std::string_view text, std::size_t index, Span asked, Span section,
                        Collector& out) {
  // The numbered list may follow in lines of its own.
  if (trimmed(text, asked).size() == 0) {
    Span rest{asked.end, section.end};
    if (const auto why = found(*words().grounds, text, rest)) rest.end = why->start;
    const std::vector<Mark> marks = list_marks(words().styles, text, rest);
    out.listed(ItemKind::kClaim, index, rest, marks, true);
    return marks.empty() ? asked.end : marks.back().at;
  }
  const std::vector<Mark> marks = list_marks(words().styles, text, asked);
  constexpr std::size_t kNear = 90;  // bytes: the list begins with the claim, not in its grounds
  if (!marks.empty() && marks.front().at - asked.start <= kNear) {
    out.listed(ItemKind::kClaim, index, asked, marks, true);
    return asked.end;
  }
  const std::size_t end = first_stop(text, asked);
  for (std::size_t from = asked.start; from < end;) {
    const std::size_t cut = text.substr(from, end - from).find("；");
    const std::size_t to =
        cut == std::string_view::npos ? end : from + cut + std::string_view("；").size();
    out.add(ItemKind::kClaim, own_number(text, {from, to}), index, {from, to});
    from = to;
  }
  return end;
}

// Where the claim of a paragraph begins.
std::optional<std::size_t> asked_at(std::string_view text, Span paragraph) {
  const auto& asks = words().asks;
  for (std::size_t kind = 0; kind < asks.size(); ++kind) {
    std::optional<std::size_t> at;
    for (Span rest = paragraph; rest.start < rest.end;) {
      const auto ask = found(*asks[kind], text, rest, 1);
      if (!ask) break;
      at = ask->start;
      if (kind < 2) break;
      rest.start = std::max(ask->start, rest.start + 1);
      while (rest.start < rest.end && (static_cast<unsigned char>(text[rest.start]) & 0xC0) == 0x80)
        ++rest.start;
    }
    if (at) return at;
  }
  return std::nullopt;
}

// Several parties may claim in one section, each in a paragraph of his own, before the grounds or
// behind them ("综上，请求…").
void claims(std::string_view text, std::size_t index, Span section, Collector& out) {
  for (std::size_t at = section.start; at < section.end;) {
    const std::size_t line = line_end(text, at, section.end);
    const auto ask = asked_at(text, {at, line});
    if (!ask) {
      at = line + 1;
      continue;
    }
    Span asked{*ask, line};
    if (const auto why = found(*words().grounds, text, asked)) asked.end = why->start;
    const std::size_t end = claims_from(text, index, asked, section, out);
    // The grounds that follow a list speak of claims again; a paragraph asks once.
    at = std::max(line, line_end(text, end, section.end)) + 1;
  }
}

// "本案的争议焦点为：…": a list in the sentence or in the lines below, or the one question.
void issues(std::string_view text, std::size_t index, Span section, Collector& out) {
  const auto focus = found(*words().focus, text, section);
  if (!focus) return;
  const std::size_t line = line_end(text, focus->end, section.end);
  const Span sentence{focus->end, first_stop(text, {focus->end, line})};
  if (trimmed(text, {focus->end, line}).size() == 0) {
    out.listed(ItemKind::kIssue, index, {line, section.end},
               list_marks(words().lines, text, {line, section.end}), true);
    return;
  }
  const std::vector<Mark> marks = list_marks(words().styles, text, {focus->end, line});
  if (!marks.empty() && marks.front().at < sentence.end) {
    out.listed(ItemKind::kIssue, index, {focus->end, line}, marks, true);
  } else {
    out.add(ItemKind::kIssue, "", index, sentence);
  }
}

// Facts numbered paragraph by paragraph. The last ends where the court goes on without a number.
void findings(std::string_view text, std::size_t index, Span section, Collector& out) {
  const std::vector<Mark> marks = list_marks(words().lines, text, section);
  if (marks.size() < 2) return;
  Span list{section.start, section.end};
  if (const auto end = found(*words().ends_list, text, {marks.back().at, section.end})) {
    list.end = end->start;
  }
  // Where each fact before is one paragraph, the last is one as well.
  const std::string_view before = text.substr(marks.front().at, marks.back().at - marks.front().at);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  if (lines + 1 == marks.size()) {
    list.end = std::min(list.end, line_end(text, marks.back().at, section.end));
  }
  out.listed(ItemKind::kFinding, index, list, marks, false);
}

void disposition(std::string_view text, std::size_t index, const Section& section, Collector& out) {
  Span span = section.span;
  if (section.heading.size() > 0) span.start = std::min(section.heading.end, span.end);
  // A lower court's disposition begins with the words that lead to it ("一审法院判决：").
  if (section.level != Level::kThis) {
    if (const auto lead = found(*words().lead_in, text, span)) span.start = lead->end;
  }
  if (text.substr(span.start).starts_with("“")) span.start = next(text, span.start);
  if (!out.numbered(ItemKind::kDisposition, index, span, false))
    out.add(ItemKind::kDisposition, "", index, span);
}

}  // namespace

std::vector<Item> read_items(std::string_view text, const std::vector<Section>& sections) {
  Collector out(text);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    if (section.tag == Tag::kClaims) claims(text, i, section.span, out);
    if (section.tag == Tag::kFacts) findings(text, i, section.span, out);
    if (section.tag == Tag::kReasoning) issues(text, i, section.span, out);
    if (section.tag == Tag::kDisposition) disposition(text, i, section, out);
  }
  return out.take();
}

}  // namespace proviso::segmenter::chinese
