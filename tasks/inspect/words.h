// What an outline calls the parts of a document, in the reader's language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// The words of tasks/inspect/words.txt in one language. Copies are cheap; thread-safe. A name that
// the table lacks stands for itself.
class Words {
 public:
  enum class Language { kEnglish, kChinese };
  explicit Words(Language language) : language_(language) {}

  std::string_view of(segmenter::Tag tag) const { return word("tag", segmenter::name(tag)); }
  // Empty for Level::kThis.
  std::string_view of(segmenter::Level level) const {
    return word("level", segmenter::name(level));
  }
  std::string_view of(segmenter::Kind kind) const { return word("kind", segmenter::name(kind)); }
  std::string_view of(segmenter::ItemKind kind) const {
    return word("item", segmenter::name(kind));
  }
  std::string_view instance(std::string_view name) const { return word("instance", name); }
  std::string_view language_name(std::string_view code) const { return word("language", code); }
  // Kinds, severities and statuses of findings: "amount", "error", "open".
  std::string_view finding(std::string_view kind) const { return word("finding", kind); }
  std::string_view severity(std::string_view name) const { return word("severity", name); }
  std::string_view status(std::string_view name) const { return word("status", name); }
  // How a line was read (tasks/inspect/overlay.h): "ocr", "furniture".
  std::string_view line_source(std::string_view name) const { return word("line", name); }
  // All built-in kinds of findings, in the order of the table.
  static std::vector<std::string> findings();
  // A word of the group `text`.
  std::string_view text(std::string_view name) const { return word("text", name); }
  // The same with `value` in place of {}.
  std::string text(std::string_view name, std::string_view value) const;
  // The same with both in place of the first and the second {}.
  std::string text(std::string_view name, std::string_view first, std::string_view second) const;
  // "facts (first instance)": a tag with its level, where that is not this court's.
  std::string section(segmenter::Tag tag, segmenter::Level level) const;
  // BCP 47, for HTML.
  std::string_view code() const { return language_ == Language::kChinese ? "zh" : "en"; }

  // The background of a section on the page, as CSS.
  static std::string_view colour(segmenter::Tag tag);

 private:
  std::string_view word(std::string_view group, std::string_view name) const;
  Language language_;
};

}  // namespace proviso::tasks
