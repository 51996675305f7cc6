// Roles by instance, and short names.
#include <algorithm>
#include <vector>

#include "tasks/checks/names.h"
#include "tasks/checks/words.h"
#include "tasks/mentions/reference/kinds.h"

namespace proviso::tasks::reference {

using segmenter::kNone;
using segmenter::Level;
using segmenter::Span;
using segmenter::Tag;
using std::string_view;

void resolve_roles(const Page& page, Answers& answers) {
  for (std::size_t i = 0; i < page.mentions.size(); ++i) {
    const Mention& mention = page.mentions[i];
    // The head itself says who holds a role.
    if (mention.who != kNone || page.section(mention.start).tag == Tag::kParties) continue;
    std::vector<std::size_t> meant = mention.holders;
    string_view rule = "instance";
    const bool counted =
        number_of(mention.role) > 0 || page.text.substr(0, mention.start).ends_with("原、");
    // An appeal told of below or beside: its appellant is who did not accept.
    if (mention.role == "上诉人" && page.section(mention.start).level != Level::kThis) {
      static const string_view refused = "不服";
      const std::size_t at = page.text.rfind(refused, mention.start);
      if (at != string_view::npos) {
        const std::size_t subject = page.mention_before(at);
        if (subject != kNone && page.mentions[subject].who != kNone &&
            page.mentions[subject].end == at) {
          meant = {page.mentions[subject].who};
          rule = "appellant";
        }
      }
    }
    // One of several defendants: who was spoken of in this role in the sentence, then the
    // paragraph.
    const bool plaintiff = mention.role.ends_with("原告") || mention.role == "被上诉人";
    if (meant.size() > 1 && !counted && !plaintiff) {
      for (const std::size_t from :
           {page.sentence_start(mention.start), page.paragraph_start(mention.start)}) {
        bool narrowed = false;
        for (std::size_t j = i; j-- > 0 && page.mentions[j].start >= from;) {
          const std::size_t who = page.mentions[j].who;
          if (who == kNone || std::find(meant.begin(), meant.end(), who) == meant.end()) continue;
          std::vector<std::size_t> listed;
          for (const std::size_t each : page.list_around(j))
            if (page.mentions[each].who != kNone) listed.push_back(page.mentions[each].who);
          meant = listed;
          rule = "last of the role";
          narrowed = true;
          break;
        }
        if (narrowed) break;
        // 申请人, 第三人 are all of them unless the sentence says who.
        if (!holds_role(mention.role, "被告") && !holds_role(mention.role, "被告人")) break;
      }
    }
    if (ends_with_word(page.text.substr(0, mention.start), words("reference_other_holders"))) {
      // 其余被告: who of the role was not named since the claims or the paragraph began.
      std::vector<std::size_t> others = mention.holders;
      for (std::size_t j = i; j-- > 0 && page.mentions[j].start + 450 > mention.start &&
                              page.mentions[j].start >= page.paragraph_start(mention.start);) {
        if (page.mentions[j].who == kNone) continue;
        if (others.size() > 1) std::erase(others, page.mentions[j].who);
      }
      if (others.size() < mention.holders.size()) meant = others;
      rule = "the others";
    }
    const std::size_t number = number_of(mention.role);
    if (number > 0 && meant.size() > number) {
      std::vector<std::size_t> last;
      for (std::size_t j = i; j-- > 0 && last.size() < number;) {
        const std::size_t who = page.mentions[j].who;
        if (who == kNone || std::find(meant.begin(), meant.end(), who) == meant.end()) continue;
        if (std::find(last.begin(), last.end(), who) == last.end()) last.push_back(who);
      }
      if (last.size() == number) meant = last;
    }
    answers.give(mention.start, mention.end, ReferenceKind::kRole,
                 page.people(meant, mention.start), rule);
  }
}

void resolve_aliases(const Page& page, Answers& answers) {
  std::vector<Span> first(page.world.all.size());
  for (const NamedPlace& place : page.world.places) {
    if (place.full && first[place.who].end == 0) first[place.who] = {place.start, place.end};
  }
  for (const NamedPlace& place : page.world.places) {
    if (place.full || first[place.who].end == 0) continue;
    answers.give(place.start, place.end, ReferenceKind::kAlias, {first[place.who]}, "definition");
  }
}

}  // namespace proviso::tasks::reference
