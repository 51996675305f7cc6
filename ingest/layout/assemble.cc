#include "ingest/layout/assemble.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ingest/layout/furniture.h"
#include "ingest/layout/paragraphs.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

bool is_kept_out(const PageLine& line, const Page& page) {
  return (line.line.flags & kKeptOut) != 0 || line.line.text.empty() ||
         (page.method == Method::kOcr && line.line.source != TextSource::kOcr);
}

std::unordered_set<std::string> words_of(const std::vector<PageLines>& pages) {
  std::unordered_set<std::string> words;
  for (const PageLines& page : pages) {
    for (const PageLine& line : page.lines) {
      // The halves of a word that is broken at the end of a line are no words.
      const std::string_view text(line.line.text);
      const bool broken = text.ends_with('-');
      const std::size_t end = broken ? text.find_last_of(' ') + 1 : text.size();
      std::string word;
      for (const char c : std::string(text.substr(0, end)) + " ") {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        if (lower >= 'a' && lower <= 'z') {
          word.push_back(lower);
        } else if (!word.empty()) {
          words.insert(std::exchange(word, {}));
        }
      }
    }
  }
  return words;
}

class Assembly {
 public:
  explicit Assembly(const std::vector<PageLines>& pages)
      : setting_(pages), words_(words_of(pages)) {}

  void add(PageLine line, bool kept_out) {
    const auto index = static_cast<std::uint32_t>(document_.lines.size());
    if (!kept_out) {
      if (has_last_ && continues(last_, line, setting_)) {
        join(line);
      } else {
        begin_paragraph(index);
      }
      line.line.start = document_.text.size();
      document_.text += line.line.text;
      line.line.end = document_.text.size();
      document_.paragraphs.back().end = line.line.end;
      document_.paragraphs.back().last_line = index + 1;
      last_ = line;
      last_index_ = index;
      has_last_ = true;
    } else {
      line.line.edges.clear();
    }
    document_.lines.push_back(std::move(line.line));
  }

  Document take() { return std::move(document_); }

 private:
  void begin_paragraph(std::uint32_t index) {
    if (!document_.text.empty()) document_.text.push_back('\n');
    document_.paragraphs.push_back({document_.text.size(), document_.text.size(), index, index});
  }

  void join(const PageLine& next) {
    const Joint joined = joint(last_.line.text, next.line.text, words_);
    if (joined.drop_hyphen) {
      document_.text.pop_back();
      Line& before = document_.lines[last_index_];
      --before.end;
      if (!before.edges.empty()) before.edges.pop_back();
    }
    if (joined.space) document_.text.push_back(' ');
  }

  const Setting setting_;
  const std::unordered_set<std::string> words_;
  Document document_;
  PageLine last_;
  std::size_t last_index_ = 0;
  bool has_last_ = false;
};

}  // namespace

Document assemble(std::vector<PageLines> pages) {
  for (PageLines& page : pages) {
    for (PageLine& line : page.lines) {
      if (is_kept_out(line, page.page)) line.line.edges.clear();  // has no say in the margins
    }
  }
  mark_furniture(pages);
  Assembly assembly(pages);
  for (PageLines& page : pages) {
    for (PageLine& line : page.lines) {
      const bool kept_out = is_kept_out(line, page.page);
      assembly.add(std::move(line), kept_out);
    }
  }
  Document document = assembly.take();
  document.source_kind = "pdf";
  for (PageLines& page : pages) document.pages.push_back(std::move(page.page));
  return document;
}

}  // namespace proviso::ingest
