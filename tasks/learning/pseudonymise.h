// Personal names out of training text, before anything learns from it (vocabulary included).
//
// Chinese: the names of parties, representatives, lawyers, defenders, judges, assessors, clerks,
// prosecutors and persons introduced by a role word (证人, 股东, 长子 …) are found where the
// document introduces them: head lines, closing block (also letter-spaced 唐　勇 and closed up
// 审判长唐勇), and running text where a boundary follows the name. Every occurrence in the document
// is then replaced by an invented name of the same shape: as many characters of surname and given
// name, the same for the same name throughout, equal surnames staying equal. Given-name characters
// are borne by women and men alike. Masked names (张某, 李×, 王某甲) stay as they are, company
// names too unless a personal name found in the document stands in them. English: signatories of
// contracts (Name:, By:, /s/, Attention:). Names of judges and parties in published opinions of
// English-speaking courts are part of the case's public citation and stay.
//
// What it does not find: names that no role word introduces. The lists are data/*.txt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

struct ReplacedName {
  std::string original, invented;  // UTF-8
};

struct Pseudonymised {
  std::string text;
  std::vector<ReplacedName> names;  // sorted by original
};

// Pure. The same text and seed give the same result. None of the originals occurs in the text
// returned.
Pseudonymised pseudonymise(std::string_view text, std::uint64_t seed);

}  // namespace proviso::tasks
