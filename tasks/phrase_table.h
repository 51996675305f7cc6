// Sentences with slots in two languages: of which form a text is, and the same in the other
// language.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// Immutable; thread-safe.
class PhraseTable {
 public:
  // `data`: the forms of one sentence in two lines, one for each language; blank lines and lines
  // that begin with '#' are passed over. {1}, {2}, … stand for what changes; what stands there is
  // looked up in the table itself. {=1} is kept as it is. `data` must outlive the table.
  explicit PhraseTable(std::string_view data);

  // The second of the two languages for a text in the first, and the other way round. The first
  // form that fits counts, what stands in its slots is as short as can be. Nothing where no form
  // fits. Linear in the text for each form.
  std::optional<std::string> forth(std::string_view text) const;
  std::optional<std::string> back(std::string_view text) const;

  // Words of a form between its slots, and the slots.
  struct Slot {
    std::string_view before;  // the words in front of it
    std::size_t number = 0;   // 0: there is none, the form ends with `before`
    bool kept = false;
  };
  using Form = std::vector<Slot>;

 private:
  struct Pair {
    Form first, second;
  };
  std::optional<std::string> translated(std::string_view text, Form Pair::*from,
                                        Form Pair::*to) const;
  std::vector<Pair> pairs_;
};

}  // namespace proviso::tasks
