// Citations of statutes and interpretations: 《中华人民共和国合同法》第六十条第一款、第一百零七条.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

// One article cited. In a list each article is a citation of its own with the law named before it.
struct Citation {
  segmenter::Span span;  // in the document: "第六十条第一款第（二）项", without the law's name
  segmenter::Span law_span;  // the law's name with its 《》; empty span where none stands before
  std::size_t start = 0;     // of `span` in the folded text
  std::size_t end = 0;
  std::string law;       // plain_law_name() of the name; empty where none stands before
  int article = 0;       // 253
  int inserted = 0;      // 1 for 之一, 0 for none
  int paragraph = 0;     // 款; 0 for none
  int item = 0;          // 项; 0 for none
  bool carried = false;  // the law was named for an article before this one in the list
};

// In order of place. Names are what stands in 《》 (nested ones whole), with a bracket behind them
// (version, short name) passed over, and the commonest laws without 《》 (合同法第六十条). An
// article without a law is found too where a basis word (依照, 根据 …) stands directly before it.
std::vector<Citation> find_citations(const Folded& folded);

// A law's name as the tables have it: without 《》〈〉, spaces, 中华人民共和国 and the year of a
// version behind it; brackets are half-width: 最高人民法院关于适用合同法若干问题的解释(二).
std::string plain_law_name(std::string_view name);

}  // namespace proviso::tasks
