#include "segmenter/chinese/judgment.h"

#include "segmenter/chinese/head.h"
#include "segmenter/chinese/items.h"
#include "segmenter/chinese/parties.h"
#include "segmenter/chinese/walk.h"
#include "segmenter/grammar.h"

namespace proviso::segmenter::chinese {

std::optional<Structure> read_judgment(std::string_view text) {
  const Head head = read_head(text);
  if (head.kind == Kind::kOther) return std::nullopt;
  Structure out;
  out.kind = head.kind;
  out.instance = head.instance;
  out.language = head.language;
  out.court = head.court;
  out.case_number = head.case_number;
  out.sections = walk(text, head, zh_judgment_grammar());
  out.parties = read_parties(text, out.sections);
  out.items = read_items(text, out.sections);
  return out;
}

}  // namespace proviso::segmenter::chinese
