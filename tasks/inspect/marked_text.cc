#include "tasks/inspect/marked_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tasks/inspect/html.h"

namespace proviso::tasks {
namespace {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Section;
using segmenter::Span;

// The text of one document, section by section, paragraph by paragraph, in runs of equal marks.
class Body {
 public:
  Body(std::ostream& out, const ingest::Document& document, const segmenter::Structure& structure,
       const Words& words, std::string_view prefix, std::vector<TextMark> marks)
      : out_(out),
        document_(document),
        structure_(structure),
        text_(document.text),
        words_(words),
        prefix_(prefix) {
    for (TextMark& mark : marks) add(std::move(mark));
    for (const segmenter::Party& party : structure_.parties) add({party.span, "party", "", "", ""});
    for (std::size_t i = 0; i < structure_.items.size(); ++i) add_item(i);
    for (const Section& section : structure_.sections)
      add({section.heading, "heading", "", "", ""});
    std::stable_sort(marks_.begin(), marks_.end(), [](const TextMark& a, const TextMark& b) {
      return a.span.start < b.span.start;
    });
  }

  void write() {
    for (std::size_t i = 0; i < structure_.sections.size(); ++i) {
      const Section& section = structure_.sections[i];
      out_ << fmt::format("<section id=\"{}-s{}\" class=\"t-{} {}\"><h3>{}</h3>\n", prefix_, i,
                          name(section.tag), level_class(section.level),
                          escaped(words_.section(section.tag, section.level)));
      for (std::size_t at = section.span.start; at < section.span.end;) {
        const std::size_t line = std::min(text_.find('\n', at), section.span.end);
        write_paragraph({at, line});
        at = std::min(line + 1, section.span.end);
      }
      out_ << "</section>\n";
    }
  }

 private:
  void add(TextMark mark) {
    if (mark.span.size() > 0 && mark.span.end <= text_.size()) marks_.push_back(std::move(mark));
  }

  // A clause is marked in its first line only: all of a contract is clauses.
  void add_item(std::size_t index) {
    const Item& item = structure_.items[index];
    Span span = item.span;
    if (item.kind == ItemKind::kClause)
      span.end = std::min(span.end, std::min(text_.find('\n', span.start), text_.size()));
    add({span, std::string(name(item.kind)), fmt::format("{}-i{}", prefix_, index),
         item.target < structure_.items.size() ? fmt::format("#{}-i{}", prefix_, item.target) : "",
         ""});
  }

  void write_paragraph(Span paragraph) {
    out_ << "<p>";
    const int page = ingest::page_at(document_, paragraph.start);
    if (page > page_ && document_.pages.size() > 1)
      out_ << fmt::format("<span class=\"page\">{}</span>", page);
    page_ = page;
    for (std::size_t at = paragraph.start; at < paragraph.end;) {
      std::size_t end = paragraph.end;
      std::erase_if(active_, [&](std::size_t mark) { return marks_[mark].span.end <= at; });
      const std::size_t first_new = active_.size();
      for (; next_ < marks_.size() && marks_[next_].span.start <= at; ++next_) {
        if (marks_[next_].span.end > at) active_.push_back(next_);
      }
      if (next_ < marks_.size()) end = std::min(end, marks_[next_].span.start);
      for (const std::size_t mark : active_) end = std::min(end, marks_[mark].span.end);
      write_run({at, end}, first_new);
      at = end;
    }
    out_ << "</p>\n";
  }

  void write_run(Span run, std::size_t first_new) {
    for (std::size_t i = first_new; i < active_.size(); ++i) {
      if (const std::string& id = marks_[active_[i]].id; !id.empty())
        out_ << "<a id=\"" << id << "\"></a>";
    }
    const std::string words = escaped(text_.substr(run.start, run.size()));
    if (active_.empty()) {
      out_ << words;
      return;
    }
    std::string styles, link, data;
    for (const std::size_t mark : active_) {
      if (!styles.empty()) styles += ' ';
      styles += marks_[mark].style;
      if (!marks_[mark].link.empty() && data.empty()) link = marks_[mark].link;
      if (!marks_[mark].data.empty()) data += (data.empty() ? "" : " ") + marks_[mark].data;
    }
    const std::string_view element = link.empty() ? "span" : "a";
    out_ << '<' << element << " class=\"" << styles << '"';
    if (!link.empty()) out_ << " href=\"" << link << '"';
    if (!data.empty()) out_ << " data-f=\"" << data << '"';
    out_ << '>' << words << "</" << element << '>';
  }

  std::ostream& out_;
  const ingest::Document& document_;
  const segmenter::Structure& structure_;
  std::string_view text_;
  const Words& words_;
  std::string prefix_;
  std::vector<TextMark> marks_;      // by start
  std::vector<std::size_t> active_;  // places in marks_ of those that hold the present run
  std::size_t next_ = 0;             // the first mark not yet reached
  int page_ = 0;
};

}  // namespace

std::string_view level_class(segmenter::Level level) {
  if (level == segmenter::Level::kThis) return "";
  return level == segmenter::Level::kOther ? "lower" : segmenter::name(level);
}

void write_marked_text(std::ostream& out, const ingest::Document& document,
                       const segmenter::Structure& structure, const Words& words,
                       std::string_view prefix, std::vector<TextMark> marks) {
  Body(out, document, structure, words, prefix, std::move(marks)).write();
}

}  // namespace proviso::tasks
