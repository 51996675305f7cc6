// The structure of documents as one page for a browser.
#pragma once

#include <ostream>

#include "tasks/inspect/inspect.h"

namespace proviso::tasks {

// Writes one HTML page that needs nothing else: no script, no font, no picture from elsewhere. For
// each document an outline with links beside its whole text; sections coloured by their tag, those
// of a court below barred at the left; parties and items underlined, references linked to what they
// name. All text is escaped. Documents may be added one after the other; `out` must outlive the
// writer.
class StructurePage {
 public:
  StructurePage(std::ostream& out, const Words& words);
  void add(const Inspected& inspected);
  void finish();

 private:
  std::ostream& out_;
  Words words_;
  int documents_ = 0;
};

}  // namespace proviso::tasks
