// What a document offers to the planter: its parts and parties, and the loose readings that all
// families share. None of it is used by the checks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/plant/dice.h"
#include "tasks/plant/plant.h"

namespace re2 {
class RE2;
}

namespace proviso::tasks::planting {

using re2::RE2;
using segmenter::Span;
using segmenter::Structure;
using std::string_view;

std::vector<std::string> characters(string_view text);
std::string join(const std::vector<std::string>& characters);

// Every match inside `within`, left to right, without overlap: of the whole pattern, or of its
// group `group`.
std::vector<Span> matches(string_view text, Span within, const RE2& pattern, int group = 0);

// True for a name with characters hidden by the court (某, ×, *).
bool masked(string_view name);

// Replaces `old` by `now`.
struct Edit {
  Span old;
  std::string now;
};

// The document with one replacement, or with several that do not overlap (in any order); `quote`
// and `other` are places in the text as it was.
Planted apply(string_view text, const Edit& edit, string_view kind, Span quote, Span other);
Planted apply(string_view text, std::vector<Edit> edits, string_view kind, Span quote, Span other);

// The views of `text` and `structure` must outlive it.
struct Ground {
  Ground(string_view document, const Structure& its_structure);

  string_view words(Span span) const { return text.substr(span.start, span.size()); }
  Span trimmed(Span span) const;
  // From stop to stop around a place, never across a line; the sentence ends at 。；or the line.
  Span clause(Span inside) const;
  Span sentence(Span inside) const;
  bool inside_figure(Span stop) const;
  // Places of `word` inside the parts.
  std::vector<Span> places(const std::vector<Span>& parts, string_view word) const;
  // The year of the judgment by its case number or the date it is signed with; 0 where neither
  // stands there.
  int year() const;

  string_view text;
  const Structure& structure;
  std::vector<segmenter::Party> parties;
  // Parts of this instance; `items` are those of the disposition, `before` what stands ahead of it
  // (reasoning, then findings), `after` disposition and costs, `whole` the text.
  std::vector<Span> disposition, costs, reasoning, facts, claims, items, before, after, whole;

 private:
  void parties_named();
  bool stands_as_name(string_view name) const;
};

}  // namespace proviso::tasks::planting
