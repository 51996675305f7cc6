#include "tasks/inspect/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "outline_data.h"

namespace proviso::tasks {
namespace {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Section;
using segmenter::Span;

// What a browser would take for markup, and control characters, which no page may hold.
std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string_view level_class(segmenter::Level level) {
  if (level == segmenter::Level::kThis) return "";
  return level == segmenter::Level::kOther ? "lower" : segmenter::name(level);
}

// A stretch of text that is drawn in its own way.
struct Mark {
  Span span;
  std::string_view style;
  std::string id, link;  // empty: none
};

// The text of one document, section by section, paragraph by paragraph, in runs of equal marks.
class Body {
 public:
  Body(std::ostream& out, const Inspected& inspected, const Words& words, int number)
      : out_(out),
        inspected_(inspected),
        structure_(inspected.structure),
        text_(inspected.document.text),
        words_(words),
        number_(number) {
    for (const segmenter::Party& party : structure_.parties) add({party.span, "party", "", ""});
    for (std::size_t i = 0; i < structure_.items.size(); ++i) add_item(i);
    for (const Section& section : structure_.sections) add({section.heading, "heading", "", ""});
    std::stable_sort(marks_.begin(), marks_.end(),
                     [](const Mark& a, const Mark& b) { return a.span.start < b.span.start; });
  }

  void write() {
    for (std::size_t i = 0; i < structure_.sections.size(); ++i) {
      const Section& section = structure_.sections[i];
      out_ << fmt::format("<section id=\"d{}-s{}\" class=\"t-{} {}\"><h3>{}</h3>\n", number_, i,
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
  void add(Mark mark) {
    if (mark.span.size() > 0 && mark.span.end <= text_.size()) marks_.push_back(std::move(mark));
  }

  // A clause is marked in its first line only: all of a contract is clauses.
  void add_item(std::size_t index) {
    const Item& item = structure_.items[index];
    Span span = item.span;
    if (item.kind == ItemKind::kClause)
      span.end = std::min(span.end, std::min(text_.find('\n', span.start), text_.size()));
    add({span, name(item.kind), fmt::format("d{}-i{}", number_, index),
         item.target < structure_.items.size() ? fmt::format("#d{}-i{}", number_, item.target)
                                               : ""});
  }

  void write_paragraph(Span paragraph) {
    out_ << "<p>";
    const int page = ingest::page_at(inspected_.document, paragraph.start);
    if (page > page_ && inspected_.document.pages.size() > 1)
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
    std::string styles, link;
    for (const std::size_t mark : active_) {
      if (!styles.empty()) styles += ' ';
      styles += marks_[mark].style;
      if (!marks_[mark].link.empty()) link = marks_[mark].link;
    }
    const std::string_view element = link.empty() ? "span" : "a";
    out_ << '<' << element << " class=\"" << styles << '"';
    if (!link.empty()) out_ << " href=\"" << link << '"';
    out_ << '>' << words << "</" << element << '>';
  }

  std::ostream& out_;
  const Inspected& inspected_;
  const segmenter::Structure& structure_;
  std::string_view text_;
  const Words& words_;
  int number_;
  std::vector<Mark> marks_;          // by start
  std::vector<std::size_t> active_;  // places in marks_ of those that hold the present run
  std::size_t next_ = 0;             // the first mark not yet reached
  int page_ = 0;
};

void write_outline(std::ostream& out, const Inspected& inspected, const Words& words, int number) {
  out << "<nav><ul>\n";
  std::size_t section = 0;
  for (const OutlineRow& row : outline(inspected, words)) {
    if (row.what == OutlineRow::What::kSection)
      section = section_at(inspected.structure, row.span.start);
    const bool titled = !row.name.empty();
    out << fmt::format(
        "<li class=\"{}\" style=\"padding-left:{}rem\"><span class=\"n\">{}</span><a "
        "href=\"#d{}-s{}\" title=\"{}\">{}{}{}</a></li>\n",
        row.what == OutlineRow::What::kSection
            ? "t-" + std::string(name(inspected.structure.sections[section].tag))
            : "",
        row.depth, row.page, number, section, escaped(row.words),
        titled ? "<b>" + escaped(row.name) + "</b>" : "", titled ? " " : "", escaped(row.words));
  }
  out << "</ul></nav>\n";
}

}  // namespace

StructurePage::StructurePage(std::ostream& out, const Words& words) : out_(out), words_(words) {
  out_ << fmt::format(
      "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{}</title>\n<style>\n{}",
      words_.code(), escaped(words_.text("structure")), outline::data::page);
  for (std::size_t i = 0; i < segmenter::kTagNames.size(); ++i) {
    const auto tag = static_cast<segmenter::Tag>(i);
    out_ << fmt::format(".t-{} {{ background: {}; }}\n", name(tag), Words::colour(tag));
  }
  out_ << fmt::format("</style></head><body>\n<header><h1>{}</h1>\n<div class=\"legend\">",
                      escaped(words_.text("structure")));
  for (std::size_t i = 0; i < segmenter::kTagNames.size(); ++i) {
    const auto tag = static_cast<segmenter::Tag>(i);
    out_ << fmt::format("<span class=\"t-{}\">{}</span>", name(tag), escaped(words_.of(tag)));
  }
  out_ << "<br>";
  for (const segmenter::Level level : {segmenter::Level::kFirst, segmenter::Level::kSecond,
                                       segmenter::Level::kRetrial, segmenter::Level::kOther}) {
    out_ << fmt::format("<span class=\"key {}\">{}</span>", level_class(level),
                        escaped(words_.of(level)));
  }
  out_ << fmt::format("<span class=\"key party\">{}</span>", escaped(words_.text("no_role")));
  for (std::size_t i = 0; i < segmenter::kItemKindNames.size(); ++i) {
    const auto kind = static_cast<ItemKind>(i);
    out_ << fmt::format("<span class=\"key {}\">{}</span>", name(kind), escaped(words_.of(kind)));
  }
  out_ << "</div></header>\n";
}

void StructurePage::add(const Inspected& inspected) {
  ++documents_;
  out_ << "<article>\n";
  write_outline(out_, inspected, words_, documents_);
  out_ << fmt::format("<div><h2>{}</h2>\n<p>{}</p>\n", escaped(inspected.path.string()),
                      escaped(headline(inspected, words_)));
  if (!inspected.document.reason.empty())
    out_ << fmt::format("<p>{}</p>\n", escaped(inspected.document.reason));
  Body(out_, inspected, words_, documents_).write();
  out_ << "</div></article>\n";
}

void StructurePage::finish() {
  out_ << "</body></html>\n";
}

}  // namespace proviso::tasks
