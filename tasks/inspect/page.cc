#include "tasks/inspect/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "tasks/inspect/html.h"
#include "tasks/inspect/marked_text.h"

namespace proviso::tasks {
namespace {

using segmenter::ItemKind;

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
      words_.code(), escaped(words_.text("structure")), page_styles());
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
  write_marked_text(out_, inspected.document, inspected.structure, words_,
                    fmt::format("d{}", documents_));
  out_ << "</div></article>\n";
}

void StructurePage::finish() {
  out_ << "</body></html>\n";
}

}  // namespace proviso::tasks
