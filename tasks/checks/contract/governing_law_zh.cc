#include <fmt/core.h>
#include <re2/re2.h>

#include "tasks/checks/contract/governing_law.h"
#include "tasks/checks/contract/law_place.h"

namespace proviso::tasks::contract {

void laws_in_chinese(const ContractView& contract, std::vector<Finding>& findings) {
  // 适用…法律, 受…法律管辖, 依照…法律解释, 准据法为…法律.
  static const RE2 governs(
      "(?:适用|受|以|依照|依据|按照|根据|准据法(?:为|是|：))([\\p{Han}]{2,24}?)(?:的)?(?:现行)?(?:"
      "有效)?(?:的)?法律?(?:[，。；\\n]|管辖|解释|为准|为准据法|[（(])");
  static const RE2 of_the_contract("适用|管辖|解释|准据");
  static const RE2 no_choice("成立|设立|注册|存续|或|不含|不适用|不包括|除|强制性|如|若|□|_");
  Span first;
  std::string first_law;
  for (const Span& whole : all(contract.text, contract.whole, governs)) {
    const string_view words = contract.words(whole);
    re2::StringPiece name;
    if (!contract.in_body(whole.start) ||
        !RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), governs, &name))
      continue;
    const string_view sentence = contract.words(contract.sentence(whole));
    static const RE2 bracket("[（(][^（）()]*[）)]");
    std::string plain(sentence);
    RE2::GlobalReplace(&plain, bracket, "");
    if (!found_in(plain, of_the_contract) || found_in(plain, no_choice)) continue;
    const std::string law = law_named_in_chinese({name.data(), name.size()});
    if (law.empty()) continue;
    const auto at = static_cast<std::size_t>(name.data() - contract.text.data());
    const Span place{at, at + name.size()};
    if (first_law.empty()) {
      first_law = law;
      first = place;
    } else if (law != first_law) {
      findings.push_back(tell(contract, "governing_law", "checks/governing_law", place, first, "",
                              fmt::format("此处约定适用{}法律，另一处约定适用{}法律。",
                                          contract.words(place), contract.words(first))));
      return;
    }
  }
}

}  // namespace proviso::tasks::contract
