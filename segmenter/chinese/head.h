// What the head of a document says about it: kind, instance, court, case number, and the courts
// below.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::segmenter::chinese {

struct Head {
  Kind kind = Kind::kOther;
  std::string instance;  // as Structure::instance
  std::string language;
  std::string court;
  std::string case_number;
  bool named = false;         // a line holds the document's own name ("民事判决书")
  bool titled = false;        // the document starts with a court's name or its own
  bool knows_second = false;  // a second instance was held below
  // Bytes: behind the last of the lines with the court, the document's name and its case number. A
  // copy of a web page may have lines of its own in front and between.
  std::size_t title_end = 0;
};

// Reads the first paragraphs; without a title it judges by the words of the whole text. Kind
// kOther: no grammar of ours knows the text.
Head read_head(std::string_view text);

// The level of a court named in the text, by the case number of the judgment it gave, as the course
// of the case tells ("不服甲市乙区人民法院（2021）…民初…号民事判决").
class LowerCourts {
 public:
  LowerCourts(std::string_view text, const Head& head);
  // kThis when the court is not known to have judged the case.
  Level level_of(std::string_view court) const;
  // Whether a court that judged at this level is named.
  bool knows(Level level) const;

 private:
  std::vector<std::pair<std::string, Level>> courts_;
};

}  // namespace proviso::segmenter::chinese
