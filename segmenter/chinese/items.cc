#include "segmenter/chinese/items.h"

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <string>

#include "segmenter/utf8.h"

namespace proviso::segmenter::chinese {
namespace {

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

struct Mark {
  std::size_t at = 0;
  std::string number;
  int value = 0;
};

// 一 … 九十九; 0 where it is none.
int chinese_number(std::string_view words) {
  constexpr std::string_view kDigits = "零一二三四五六七八九";
  int tens = 0, ones = 0;
  for (std::size_t at = 0; at < words.size(); at = next(words, at)) {
    const std::string_view c = words.substr(at, next(words, at) - at);
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

int arabic_number(std::string_view words) {
  int value = 0;
  for (std::size_t at = 0; at < words.size(); at = next(words, at)) {
    char32_t c = code_point(words, at);
    if (c >= U'０' && c <= U'９') c = c - U'０' + '0';
    if (c < '0' || c > '9') return 0;
    value = value * 10 + static_cast<int>(c - '0');
  }
  return value;
}

int circled_number(std::string_view words) {
  const char32_t c = code_point(words, 0);
  return c >= U'①' && c <= U'⑳' ? static_cast<int>(c - U'①') + 1 : 0;
}

struct Style {
  std::unique_ptr<RE2> pattern;  // group 1: the mark, group 2: the number
  int (*value)(std::string_view);
};

// The ways to number a list, outermost first. A mark stands at the beginning or behind a stop.
const std::vector<Style>& styles() {
  static const std::vector<Style> built = [] {
    const std::string lead = "(?:^|[\\n。；;：:，,”“）])[\\s　]*";
    std::vector<Style> out;
    out.push_back(
        {std::make_unique<RE2>(lead + "(([一二三四五六七八九十]{1,3})、)"), chinese_number});
    out.push_back({std::make_unique<RE2>(lead + "([（(]([一二三四五六七八九十]{1,3})[）)])"),
                   chinese_number});
    out.push_back({std::make_unique<RE2>(lead + "(([0-9０-９]{1,2})(?:[.．][^0-9０-９]|、))"),
                   arabic_number});
    out.push_back({std::make_unique<RE2>(lead + "([（(]([0-9０-９]{1,2})[）)])"), arabic_number});
    out.push_back({std::make_unique<RE2>("(([①-⑳]))"), circled_number});
    return out;
  }();
  return built;
}

// The marks 1, 2, 3 … of one style in order; a number out of turn is text. Empty unless the list
// begins with 1.
std::vector<Mark> marks_of(const Style& style, std::string_view text, Span span) {
  std::vector<Mark> out;
  const std::string_view part = text.substr(span.start, span.size());
  std::size_t from = 0;
  re2::StringPiece groups[3];
  while (style.pattern->Match(piece(part), from, part.size(), RE2::UNANCHORED, groups, 3)) {
    const auto at = static_cast<std::size_t>(groups[1].data() - part.data());
    const std::string_view number(groups[2].data(), groups[2].size());
    if (style.value(number) == static_cast<int>(out.size()) + 1) {
      out.push_back({span.start + at, std::string(number), style.value(number)});
    }
    // Search on from the mark's end; its last byte may be the separator the next mark needs.
    from = static_cast<std::size_t>(groups[2].data() - part.data()) + groups[2].size();
  }
  return out;
}

// The style whose list begins first; of two that begin together the outer one.
std::vector<Mark> list_marks(std::string_view text, Span span) {
  std::vector<Mark> best;
  for (const Style& style : styles()) {
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

class Collector {
 public:
  explicit Collector(std::string_view text) : text_(text) {}

  // Items of `span` by its marks; true when there are any. The last one ends at the list's end, or,
  // where the list is followed by other words (`sentence_ends_list`), with its sentence.
  bool numbered(ItemKind kind, std::size_t section, Span span, bool sentence_ends_list) {
    const std::vector<Mark> marks = list_marks(text_, span);
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
    if (span.size() > 0) items_.push_back({kind, std::move(number), kNone, section, span});
  }

  std::vector<Item> take() { return std::move(items_); }

 private:
  std::string_view text_;
  std::vector<Item> items_;
};

// Several parties may claim in one section, each in a paragraph of his own. A claim stands between
// the words that ask and the grounds.
void claims(std::string_view text, std::size_t index, Span section, Collector& out) {
  static const RE2 asks(
      "(?:(?:诉讼|上诉|再审|反诉|起诉|仲裁|申请|赔偿|执行)?请求(?:事项)?(?:判令|如下|为|是|本院|"
      "法院|人民法院|依法)*|诉请(?:判令)?|判令|诉讼请求(?:如下|为|是)?|"
      "请求(?:判令|判决|确认|撤销|改判))(?:[：:]|，?(?:要求|请求)?)");
  static const RE2 grounds(
      "(?:事实(?:和|与|及)?(?:主要)?理由|主要(?:事实|理由)|理由(?:是|为|如下)?[：:]|事实根据)");
  for (std::size_t at = section.start; at < section.end;) {
    const std::size_t line = std::min(text.find('\n', at), section.end);
    const std::string_view paragraph = text.substr(at, line - at);
    re2::StringPiece asked, why;
    re2::StringPiece groups[1];
    if (asks.Match(piece(paragraph), 0, paragraph.size(), RE2::UNANCHORED, groups, 1)) {
      const std::size_t begin =
          at + static_cast<std::size_t>(groups[0].data() - paragraph.data()) + groups[0].size();
      std::size_t end = line;
      const std::string_view rest = text.substr(begin, line - begin);
      if (grounds.Match(piece(rest), 0, rest.size(), RE2::UNANCHORED, groups, 1)) {
        end = begin + static_cast<std::size_t>(groups[0].data() - rest.data());
      }
      // The numbered list may follow in lines of its own.
      if (begin == line) {
        const std::size_t item_end = section.end;
        out.numbered(ItemKind::kClaim, index, {begin, item_end}, true);
        return;
      }
      if (!out.numbered(ItemKind::kClaim, index, {begin, end}, true)) {
        end = first_stop(text, {begin, end});
        for (std::size_t from = begin; from < end;) {
          const std::size_t cut = text.substr(from, end - from).find("；");
          const std::size_t to =
              cut == std::string_view::npos ? end : from + cut + std::string_view("；").size();
          out.add(ItemKind::kClaim, own_number(text, {from, to}), index, {from, to});
          from = to;
        }
      }
    }
    at = line + 1;
  }
}

void issues(std::string_view text, std::size_t index, Span section, Collector& out) {
  static const RE2 focus(
      "(?:争议(?:的)?(?:主要)?焦点|争议焦点问题|审理焦点)[^。；：:\\n]{0,20}[：:为是]");
  const std::string_view part = text.substr(section.start, section.size());
  re2::StringPiece groups[1];
  if (!focus.Match(piece(part), 0, part.size(), RE2::UNANCHORED, groups, 1)) return;
  const std::size_t begin =
      section.start + static_cast<std::size_t>(groups[0].data() - part.data()) + groups[0].size();
  const std::size_t end = std::min(text.find('\n', begin), section.end);
  out.numbered(ItemKind::kIssue, index, {begin, end}, true);
}

void disposition(std::string_view text, std::size_t index, const Section& section, Collector& out) {
  // A lower court's disposition begins with the words that lead to it ("一审法院判决：").
  static const RE2 lead_in(
      "^[^。；一]{0,160}?(?:判决|裁定|决定|判令|裁判|处理)(?:如下|主文为?|结果为?|内容为?)?[：:]["
      "“\"]?");
  const std::string_view part = text.substr(section.span.start, section.span.size());
  Span span = section.span;
  re2::StringPiece groups[1];
  if (section.level != Level::kThis &&
      lead_in.Match(piece(part), 0, part.size(), RE2::ANCHOR_START, groups, 1)) {
    span.start += groups[0].size();
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
    if (section.tag == Tag::kReasoning) issues(text, i, section.span, out);
    if (section.tag == Tag::kDisposition) disposition(text, i, section, out);
  }
  return out.take();
}

}  // namespace proviso::segmenter::chinese
