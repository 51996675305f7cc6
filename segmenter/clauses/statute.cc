#include "segmenter/clauses/statute.h"

#include <algorithm>

#include "segmenter/clauses/clause_index.h"
#include "segmenter/clauses/definitions.h"
#include "segmenter/clauses/form.h"
#include "segmenter/clauses/lines.h"
#include "segmenter/clauses/numbering.h"
#include "segmenter/clauses/references.h"
#include "segmenter/language.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::uint8_t kArticleRank = 5;
constexpr std::uint32_t kGap = 30;  // articles that may be left out (extracts)

class StatuteReader {
 public:
  explicit StatuteReader(std::string_view text)
      : text_(text),
        form_(statute_form()),
        lines_(read_lines(text, &form_["furniture"], &form_["contents"])) {}

  Structure read() {
    out_.kind = Kind::kStatute;
    out_.language = "zh";
    articles_ = uses_articles();
    section(Tag::kTitle, 0, {});
    for (std::size_t i = 0; i < lines_.size(); ++i) line(i);
    close_article();
    close();
    terms_and_references();
    return std::move(out_);
  }

 private:
  std::string_view words(const Line& line) const {
    return text_.substr(line.span.start, line.span.size());
  }

  bool matches(const Line& line, const char* pattern) const {
    const std::string_view head = words(line).substr(0, 2100);
    return RE2::PartialMatch(re2::StringPiece(head.data(), head.size()), form_[pattern]);
  }

  const Style& style(const Mark& mark) const {
    return contract_numbering().styles()[mark.readings[0].style];
  }

  // Whether the document numbers its articles 第一条; else 一、 counts as one.
  bool uses_articles() const {
    return std::any_of(lines_.begin(), lines_.end(), [&](const Line& one) {
      const auto mark = mark_of(one);
      return mark && style(*mark).name == "条";
    });
  }

  std::optional<Mark> mark_of(const Line& line) const {
    if (line.kind != LineKind::kText ||
        !contract_numbering().may_begin(static_cast<unsigned char>(text_[line.span.start]))) {
      return std::nullopt;
    }
    auto mark = contract_numbering().match(text_, line.span.start, false);
    if (!mark || mark->span.end > line.span.end) return std::nullopt;
    const Style& how = style(*mark);
    if (how.value == Value::kChinese && !how.open.empty() && how.open.front() == "第" &&
        contract_numbering().refers_when_before(text_.substr(
            mark->span.end, std::min<std::size_t>(12, line.span.end - mark->span.end)))) {
      return std::nullopt;
    }
    return mark;
  }

  // --- one line --------------------------------------------------------------------------------

  void line(std::size_t i) {
    const Line& one = lines_[i];
    if (one.kind == LineKind::kFurniture) return;
    if (one.kind == LineKind::kContents && place_ != Place::kBody && place_ != Place::kSchedule) {
      if (place_ != Place::kContents) section(Tag::kOther, one.span.start, {});
      place_ = Place::kContents;
      return;
    }
    if (place_ == Place::kSchedule) return;
    const auto mark = mark_of(one);
    if (mark && style(*mark).rank < kArticleRank && style(*mark).open.size() == 1) {
      heading(one, *mark);
    } else if (mark && is_article(*mark)) {
      article(one, *mark);
    } else if (place_ != Place::kTitle && place_ != Place::kContents &&
               matches(one, "bare_heading")) {
      bare_heading(one);
    } else if (place_ == Place::kBody && matches(one, "schedule")) {
      schedule(one);
    } else if (place_ == Place::kBody) {
      paragraph(one, mark);
    } else {
      before_body(one);
    }
  }

  bool is_article(const Mark& mark) const {
    const bool kind = articles_ ? style(mark).name == "条" : style(mark).name == "一、";
    if (!kind) return false;
    const std::uint32_t value = mark.readings[0].value;
    if (last_article_ == 0) return value <= kGap;
    const bool next = value > last_article_ && value - last_article_ <= kGap;
    return next || (value == last_article_ && mark.sub == last_sub_ + 1) || value == 1;
  }

  // Title and note, then the preamble.
  void before_body(const Line& one) {
    if (place_ == Place::kTitle && (matches(one, "title") || matches(one, "note")) &&
        !matches(one, "preamble")) {
      return;
    }
    if (place_ != Place::kPreamble) section(Tag::kRecitals, one.span.start, {});
    place_ = Place::kPreamble;
  }

  // Headings in a row belong to the section of the first article below them.
  void heading(const Line& one, const Mark& mark) {
    close_article();
    if (!heading_open_) section(Tag::kClause, one.span.start, one.span);
    out_.sections.back().heading = one.span;
    heading_open_ = true;
    place_ = Place::kBody;
    const std::uint8_t rank = style(mark).rank;
    while (!open_.empty() && open_.back().rank >= rank) close_item(one.span.start);
    add(number(mark), one.span);
    open_.push_back({out_.items.size() - 1, rank});
  }

  void bare_heading(const Line& one) {
    close_article();
    section(Tag::kClause, one.span.start, one.span);
    heading_open_ = true;
    place_ = Place::kBody;
    while (!open_.empty()) close_item(one.span.start);
    add("", one.span);
    open_.push_back({out_.items.size() - 1, 0});
  }

  void article(const Line& one, const Mark& mark) {
    close_article();
    if (place_ != Place::kBody) section(Tag::kClause, one.span.start, {});
    place_ = Place::kBody;
    heading_open_ = false;
    last_article_ = mark.readings[0].value;
    last_sub_ = mark.sub;
    while (!open_.empty() && open_.back().rank >= kArticleRank) close_item(one.span.start);
    article_ = out_.items.size();
    add(number(mark), one.span);
    paragraphs_.push_back({one.span, {}});
  }

  void paragraph(const Line& one, const std::optional<Mark>& mark) {
    if (article_ == kNone) return;
    if (mark && style(*mark).rank == 9 && !paragraphs_.empty()) {
      paragraphs_.back().points.push_back({*mark, one.span});
    } else if (mark && style(*mark).name == "一、") {
      paragraphs_.back().points.push_back({*mark, one.span});
    } else if (!paragraphs_.back().points.empty() && goes_on(one)) {
      paragraphs_.back().points.back().span.end = one.span.end;
    } else {
      paragraphs_.push_back({one.span, {}});
    }
  }

  // A line that begins with no sentence goes on with the one before (a broken paragraph).
  bool goes_on(const Line& one) const {
    const std::string_view first = words(one).substr(0, 3);
    return first == "，" || first == "、" || first == "；" || first == "。";
  }

  void schedule(const Line& one) {
    close_article();
    while (!open_.empty()) close_item(one.span.start);
    section(Tag::kSchedule, one.span.start, one.span);
    place_ = Place::kSchedule;
  }

  // --- items -----------------------------------------------------------------------------------

  struct Point {  // 项, 目
    Mark mark;
    Span span;
  };
  struct Paragraph {  // 款
    Span span;
    std::vector<Point> points;
  };
  struct Open {
    std::size_t item;
    std::uint8_t rank;
  };

  std::string number(const Mark& mark) const {
    std::string out(text_.substr(mark.number.start, mark.number.size()));
    if (mark.sub != 0) {
      const std::string_view all = text_.substr(mark.span.start, mark.span.size());
      out += all.substr(all.rfind("之"));
    }
    return out;
  }

  void add(std::string number, Span span) {
    out_.items.push_back({ItemKind::kClause, std::move(number),
                          open_.empty() ? kNone : open_.back().item, kNone, span, kNone});
  }

  // The article's paragraphs are 款 when there are several.
  void close_article() {
    if (article_ == kNone) return;
    const std::size_t article = article_;
    article_ = kNone;
    for (const Paragraph& paragraph : paragraphs_) {
      std::size_t parent = article;
      const std::size_t end =
          paragraph.points.empty() ? paragraph.span.end : paragraph.points.back().span.end;
      out_.items[article].span.end = std::max(out_.items[article].span.end, end);
      if (paragraphs_.size() > 1) {
        out_.items.push_back(
            {ItemKind::kClause, "", article, kNone, {paragraph.span.start, end}, kNone});
        parent = out_.items.size() - 1;
      }
      points(paragraph, parent);
    }
    paragraphs_.clear();
  }

  // 项 in the style of the first one; what is numbered otherwise hangs under it (目).
  void points(const Paragraph& paragraph, std::size_t parent) {
    std::size_t last = kNone;
    for (const Point& point : paragraph.points) {
      const bool outer = point.mark.readings[0].style == paragraph.points[0].mark.readings[0].style;
      out_.items.push_back({ItemKind::kClause, number(point.mark),
                            outer || last == kNone ? parent : last, kNone, point.span, kNone});
      if (outer) {
        last = out_.items.size() - 1;
      } else if (last != kNone) {
        out_.items[last].span.end = point.span.end;
      }
    }
  }

  void close_item(std::size_t end) {
    const Open open = open_.back();
    open_.pop_back();
    Item& item = out_.items[open.item];
    item.span.end = std::max(item.span.end, trimmed_end(text_, lines_, item.span.start, end));
  }

  // --- sections --------------------------------------------------------------------------------

  void section(Tag tag, std::size_t start, Span heading) {
    if (!out_.sections.empty() && out_.sections.back().span.start == start) {
      out_.sections.back().tag = tag;
      out_.sections.back().heading = heading;
      return;
    }
    out_.sections.push_back({tag, Level::kThis, {start, start}, heading});
  }

  void close() {
    while (!open_.empty()) close_item(text_.size());
    for (std::size_t i = 0; i < out_.sections.size(); ++i) {
      out_.sections[i].span.end =
          i + 1 < out_.sections.size() ? out_.sections[i + 1].span.start : text_.size();
    }
    for (Item& item : out_.items) item.section = section_at(out_, item.span.start);
  }

  // Chinese contracts and statutes define and refer in the same words.
  void terms_and_references() {
    const Form& form = chinese_contract();
    const ClauseIndex index(text_, out_.items);
    std::vector<std::size_t> starts;
    for (const Item& item : out_.items) starts.push_back(item.span.start);
    std::sort(starts.begin(), starts.end());
    std::vector<Item> found;
    for (const Section& section : out_.sections) {
      if (section.tag != Tag::kClause && section.tag != Tag::kRecitals) continue;
      for (auto& one : read_definitions(text_, section.span, form, index)) found.push_back(one);
      for (auto& one : read_references(text_, section.span, form, index, starts)) {
        found.push_back(one);
      }
    }
    for (Item& item : found) {
      item.section = section_at(out_, item.span.start);
      out_.items.push_back(std::move(item));
    }
  }

  enum class Place : std::uint8_t { kTitle, kContents, kPreamble, kBody, kSchedule };

  std::string_view text_;
  const Form& form_;
  std::vector<Line> lines_;
  Structure out_;
  std::vector<Open> open_;  // headings, outermost first
  std::vector<Paragraph> paragraphs_;
  std::size_t article_ = kNone;
  std::uint32_t last_article_ = 0;
  std::uint8_t last_sub_ = 0;
  bool articles_ = true, heading_open_ = false;
  Place place_ = Place::kTitle;
};

}  // namespace

std::optional<Structure> read_statute(std::string_view text) {
  if (language_of(text) != "zh" || !statute_form().fits(text)) return std::nullopt;
  return StatuteReader(text).read();
}

}  // namespace proviso::segmenter::clauses
