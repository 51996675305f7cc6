// Case numbers: （2016）苏0102民初123号, (2015)江民一终字第00088号.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "segmenter/structure.h"
#include "tasks/mentions/folded.h"

namespace proviso::tasks {

struct CaseNumber {
  segmenter::Span span;
  std::size_t start = 0;  // in the folded text
  std::size_t end = 0;
  std::string year;     // "2016"
  std::string code;     // "苏0102民初", without 字第
  std::string serial;   // "123", leading zeros dropped; "123-1" and "123之一" keep their tail
  std::string printed;  // the serial's digits as they stand: "00123"
  std::string court;    // the court named directly before it: "江海市人民法院", else empty
  std::string act;  // what stands directly behind it: "民事判决", "执行裁定", or at the end of
                    // what it upheld (…号维持…的刑事裁定), else empty

  std::string str() const { return "(" + year + ")" + code + serial; }
};

// In order of place. Masked numbers (××) are left out.
std::vector<CaseNumber> find_case_numbers(const Folded& folded);

}  // namespace proviso::tasks
