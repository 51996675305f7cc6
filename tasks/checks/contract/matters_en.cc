#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>

#include "tasks/checks/contract/matters.h"

namespace proviso::tasks::contract {
namespace {

constexpr const char* kRow = "row";

class EnglishMatters {
 public:
  explicit EnglishMatters(const ContractView& contract) : contract_(contract) {
    std::string names;
    for (const auto& party : contract.structure.parties) {
      for (const std::string& alias : party.aliases) {
        if (alias.size() >= 3 && alias.size() <= 40)
          names.append(names.empty() ? "" : "|").append(RE2::QuoteMeta(alias));
      }
    }
    constexpr const char* kDoes =
        " (?:hereby )?(?:shall|will|may|must|can|agrees?|has|is|undertakes|covenants|acknowledges|"
        "warrants|acting)\\b";
    named_ = std::make_unique<RE2>(names.empty() ? "$^" : "\\b(" + names + ")" + kDoes);
  }

  std::vector<Matter> read() {
    for (const Figure& figure : figures_of(contract_)) {
      if (!contract_.in_body(figure.span.start) &&
          contract_.tag(figure.span.start) != Tag::kSchedule)
        continue;
      figure_ = &figure;
      const Span sentence = contract_.sentence(figure.span);
      words_ = contract_.words(sentence);
      before_ = contract_.words({sentence.start, figure.span.start});
      behind_ = contract_.words({figure.span.end, std::max(figure.span.end, sentence.end)});
      if (figure.kind == FigureKind::kTime) {
        terms();
        invoices();
        endings();
        restraints();
        secrets();
        warranties();
        deposits();
      } else if (figure.kind == FigureKind::kPercent) {
        late_interest();
      }
    }
    without_row("The term");
    return std::move(out_);
  }

 private:
  // What only a row beside it makes clear: a clause may speak of a part of the term.
  void without_row(string_view topic) {
    const bool row = std::any_of(out_.begin(), out_.end(), [&](const Matter& each) {
      return each.topic == topic && each.object == kRow;
    });
    std::erase_if(out_, [&](const Matter& each) { return !row && each.topic == topic; });
    for (Matter& each : out_) {
      if (each.topic == topic) each.object.clear();
    }
  }

  bool has(const RE2& pattern) const { return found_in(words_, pattern); }

  // Whoever does it: one of the parties by name, "each" where both.
  std::string actor() const {
    static const RE2 both("(?i)\\b(?:either|each|any|neither|no|a|both|the) part(?:y|ies)\\b");
    // The last one before the figure, else the first.
    std::string name, each;
    re2::StringPiece rest(before_.data(), before_.size());
    while (RE2::FindAndConsume(&rest, *named_, &each)) name = each;
    if (name.empty())
      RE2::PartialMatch(re2::StringPiece(words_.data(), words_.size()), *named_, &name);
    if (!name.empty()) return name;
    return has(both) ? "each" : "";
  }

  // From when it counts, by the words behind the figure.
  std::string event() const {
    static const std::array<std::pair<string_view, const char*>, 5> kEvents{
        {{"the end", "(?i)\\b(?:terminat|expir|end\\b|ceas|leav)"},
         {"the closing", "(?i)\\b(?:clos|complet)"},
         {"delivery", "(?i)\\b(?:deliver|accept|install|commission|shipment)"},
         {"disclosure", "(?i)\\b(?:disclos|receipt)"},
         {"the start",
          "(?i)\\b(?:effective date|date of this|date hereof|signature|commencement)"}}};
    constexpr std::size_t kReach = 90;
    const string_view near = behind_.substr(0, kReach);
    std::string found;
    std::size_t first = string_view::npos;
    for (const auto& [name, pattern] : kEvents) {
      const RE2 event(pattern);
      re2::StringPiece at;
      if (!event.Match(re2::StringPiece(near.data(), near.size()), 0, near.size(), RE2::UNANCHORED,
                       &at, 1))
        continue;
      const auto place = static_cast<std::size_t>(at.data() - near.data());
      if (place < first) found = name, first = place;
    }
    return found;
  }

  void add(string_view topic, std::string actor, std::string object, std::string event) {
    Bound bound{std::string(topic), figure_->span, figure_->kind, figure_->value, figure_->unit};
    static const RE2 business("(?i)\\b(?:business|working)\\b");
    if (found_in(contract_.words(figure_->span), business)) bound.unit.insert(0, "business ");
    common_unit(bound);
    out_.push_back({std::string(topic), std::move(actor), std::move(object), std::move(event),
                    std::move(bound)});
  }

  // Continues for an initial term of thirty-six months; in the schedule "Term: thirty-six months".
  void terms() {
    static const RE2 label(
        "(?i)^(?:\\(?[0-9a-z]{1,3}[.)] ?)?(?:initial |lease |contract |fixed )?term: ?$");
    static const RE2 runs(
        "(?i)\\b(?:this (?:agreement|lease|contract)\\b|the "
        "employment\\b|\\b(?:lets?|appoints?|engages?)\\b)[^.;]{0,160}? for "
        "(?:an? )?(?:(?:initial |fixed )*(?:term|period) of )?$");
    static const RE2 lasts(
        "(?i)\\b(?:starts?|begins?|commences?|continues?|runs?|remains?|lets?|appoints?|engages?|"
        "term)\\b");
    static const RE2 another(
        "(?i)\\b(?:renew|exten|further|successive|additional|surviv|after|if\\b|confiden|secre|"
        "notice|"
        "records|retain|period of time|during|throughout|and for |continuing obligation)");
    static const RE2 other_event("(?i)^,? ?(?:thereafter|following|after)\\b");
    if (found_in(behind_, other_event)) return;
    if (found_in(before_, label)) return add("The term", "", kRow, "");
    if (found_in(before_, runs) && found_in(before_, lasts) && !found_in(before_, another))
      add("The term", "", "", "");
  }

  // The Client shall pay each undisputed invoice within 30 days of its date.
  void invoices() {
    static const RE2 paid("(?i)\\b(?:pay|pays|paid|payable|payment|settle|settled|due|remit)\\b");
    static const RE2 ahead("(?i)\\binvoices?\\b|^payment"),
        within(
            "(?i)\\b(?:within|payable|due|payment|net) (?:a period of )?$|^payment[^:]{0,12}: ?$");
    static const RE2 following(
        "(?i)^,? (?:of|after|from|following)\\b[^.;]{0,70}?\\b(?:invoices?\\b|its date|their "
        "date)");
    static const RE2 another(
        "(?i)\\b(?:disput|reject|object|credit|expens|overdue|late\\b|interest|fail|past due|"
        "unpaid|suspend|terminat|if\\b|unless|correct|refund|notif|certif|audit|final|instal|"
        "claims?\\b|"
        "submit|object|already)");
    if (!found_in(before_, within) || !has(paid) || has(another)) return;
    const bool first = found_in(before_, ahead);
    static const RE2 of("(?i)^,? (?:of|after|from|following)\\b");
    if (!(first && found_in(behind_, of)) && !found_in(behind_, following)) return;
    static const RE2 named("(?i)\\binvoices?\\b");
    if (!has(named)) return;
    static const RE2 kind("(?i)\\b([a-z]+) invoices?\\b");
    std::string which;
    RE2::PartialMatch(re2::StringPiece(words_.data(), words_.size()), kind, &which);
    which = lowered(which);
    static const RE2 plain(
        "^(?:each|an?|the|such|any|undisputed|every|its|all|correct|valid|proper|applicable|of|to|"
        "this|that|s|original|invoiced|said|monthly|pay|settle|remit|payment)$");
    // "invoices for tooling" are the tooling invoices.
    static const RE2 of_what(
        "(?i)\\binvoices? (?:for|in respect of|relating to) (?:the )?([a-z]+)");
    if (found_in(which, plain)) which.clear();
    if (which.empty())
      RE2::PartialMatch(re2::StringPiece(words_.data(), words_.size()), of_what, &which);
    add("Payment of invoices", actor(), lowered(which), "");
  }

  // Either party may terminate this Agreement for convenience on ninety days' written notice.
  void endings() {
    static const RE2 ends("(?i)\\bterminat|\\bend (?:this|the)\\b|\\bdetermine this\\b");
    static const RE2 at_will(
        "(?i)\\b(?:for convenience|without cause|for any (?:or no )?reason|at any time|at will|"
        "without (?:giving )?(?:any )?reason)\\b");
    static const RE2 notice_behind(
        "(?i)^['’]?,? ?(?:(?:prior|advance|previous|clear|written|in writing)[, ]+)*notice\\b");
    static const RE2 notice_ahead(
        "(?i)\\bnotice(?: of termination for convenience:| (?:of|of not less than|of at least)) "
        "?$");
    static const RE2 another(
        "(?i)\\b(?:breach|default|fails?|failure|insolv|bankrupt|if|unless|change (?:of|in) "
        "control|within|during|renew|expir|first|second|anniversary|after the|prior to the|"
        "disab|death|force majeure|in the event|provided|regulat|except)");
    if (!found_in(behind_, notice_behind) && !found_in(before_, notice_ahead)) return;
    if (!has(ends) || !has(at_will) || has(another)) return;
    static const RE2 of_a_part(
        "(?i)\\b(?:statement of work|order|schedule|service order|project)\\b");
    add("Notice of an end at will", actor(), has(of_a_part) ? "a part" : "", "");
  }

  // For eighteen months after the Closing the Seller shall not compete; its covenant not to solicit
  // for two years.
  void restraints() {
    const string_view words = words_, before = before_;
    keep_own_half();
    restraint();
    words_ = words;
    before_ = before;
  }

  // Of two restraints that a sentence joins: "…, and for six months Supplier shall not …".
  void keep_own_half() {
    static const RE2 joint("(?i), (?:and|but) (?:for|during) ");
    const std::size_t at = before_.size();
    std::size_t from = 0, to = words_.size();
    for (const Span& each : all(words_, {0, words_.size()}, joint)) {
      if (each.end <= at) from = each.start;
      if (each.start > at && to == words_.size()) to = each.start;
    }
    words_ = words_.substr(from, to - from);
    before_ = before_.substr(from);
  }

  void restraint() {
    static const RE2 local(
        "(?i)^(?:not|on) (?:to )?(compet|solicit)\\w*\\b[^.;,]{0,70}? for (?:a period of )?$");
    static const RE2 lead(
        "(?i)\\b(?:for|during)(?: an?| the)?(?: further| additional| minimum)?(?: period of| term "
        "of)? $");
    static const RE2 follows(
        "(?i)^,? ?(?:after|following|from|thereafter|beginning|commencing)\\b");
    static const RE2 barred(
        "(?i)\\b(?:not|neither|no|nor|refrain|restrict\\w*|covenants?|undertak\\w+)\\b");
    static const RE2 competes("(?i)\\bcompet(?:e|es|ing|ition|itive)\\b|\\bnon-?compet");
    static const RE2 solicits("(?i)\\b(?:non-?)?solicit");
    static const RE2 another(
        "(?i)\\b(?:if|unless|except that|shorter|longer|extend\\w*|tolled)\\b");
    if (has(another)) return;
    const std::size_t last = lowered(before_).rfind("not to ");
    std::string verb;
    if (last != std::string::npos) {
      const string_view rest = before_.substr(last);
      RE2::PartialMatch(re2::StringPiece(rest.data(), rest.size()), local, &verb);
    }
    if (verb.empty() && (!found_in(before_, lead) || !found_in(behind_, follows) || !has(barred)))
      return;
    verb = lowered(verb);
    if (verb == "compet" || (verb.empty() && has(competes)))
      add("Not competing", actor(), "", event());
    if (verb == "solicit" || (verb.empty() && has(solicits)))
      add("Not soliciting", actor(), whom_they_solicit(), event());
  }

  std::string whom_they_solicit() const {
    static const RE2 staff("(?i)\\b(?:employe|personnel|staff|officer|consultant|engineer|worker)"),
        trade("\\b(?:customers?|clients?|suppliers?|business)\\b");
    if (has(staff) == has(trade)) return "";
    return has(staff) ? "staff" : "customers";
  }

  // The duties of confidence survive termination for five years.
  void secrets() {
    static const RE2 secret("(?i)\\b(?:confiden|secre|non-?disclosure)");
    static const RE2 lasts(
        "(?i)\\b(?:surviv\\w*|continu\\w*|remain\\w*|last\\w*|in (?:full )?force|in "
        "effect|bound)\\b"
        "[^.;]{0,160}? (?:for|of) (?:an? (?:further |additional )?period of )?$");
    static const RE2 follows("(?i)^,? ?(?:after|following|from|there|beyond)");
    static const RE2 another(
        "(?i)\\b(?:trade secrets?|if|unless|personal data|source code|except)\\b");
    // "survives the end of the Engagement for three years, and for trade secrets without limit".
    static const RE2 survives(
        "(?i)\\bsurviv\\w* (?:the )?(?:terminat|expir|end\\b)[^.;]{0,60} for (?:an? period of )?$");
    const bool past = found_in(before_, survives);
    if (!past && (!found_in(before_, lasts) || !found_in(behind_, follows))) return;
    if (found_in(before_, another) || (!past && has(another))) return;
    if (!has(secret)) {
      static const RE2 own("(?i)\\bth(?:is|ese) (?:clause|section|article|paragraph|obligations)");
      // "… keep the Know-How secret. This duty continues": the sentence before says which.
      static const RE2 duty(
          "(?i)^(?:[0-9.]+ )?th(?:is|ese) (?:duty|duties|obligations?|undertakings?)\\b");
      constexpr std::size_t kBefore = 240;
      const bool goes_on =
          has(duty) && found_in(contract_.before(figure_->span.start, kBefore), secret);
      if (!goes_on && (!has(own) || !found_in(heading(), secret))) return;
    }
    add("Keeping secrets", actor(), "", past ? "the end" : event());
  }

  // The title of the main clause around the figure.
  string_view heading() const {
    const auto& items = contract_.structure.items;
    std::size_t clause = contract_.clause_of(figure_->span.start);
    while (clause != kNone && items[clause].parent != kNone) clause = items[clause].parent;
    constexpr std::size_t kTitle = 60;
    return clause == kNone ? "" : contract_.words(contract_.opening(items[clause], kTitle));
  }

  // Warrants that the Deliverables conform for twelve months from delivery.
  void warranties() {
    static const RE2 warrants("(?i)\\bwarrant(?:s|y|ies|ed)?\\b");
    static const RE2 period("(?i)\\bwarranty period (?:of|is|shall be|will be) (?:a period of )?$");
    static const RE2 lead("(?i)\\bfor (?:an? (?:period|term) of )?$");
    static const RE2 follows("(?i)^,? ?(?:after|from|following|commencing|beginning)\\b");
    static const RE2 another(
        "(?i)\\b(?:extend\\w*|addition|repaired|replace\\w*|surviv\\w*|represent\\w*|remain\\w*|"
        "each "
        "of the|whichever)\\b");
    if (has(another)) return;
    const bool named = found_in(before_, period);
    static const RE2 of(
        "(?i)\\bwarrants?\\b[^.;]{0,30}?\\bthat (?:the |each |all |any )?([A-Z]\\w+)");
    std::string what;
    const bool warranted =
        RE2::PartialMatch(re2::StringPiece(words_.data(), words_.size()), of, &what);
    if (!named &&
        !(warranted && has(warrants) && found_in(before_, lead) && found_in(behind_, follows)))
      return;
    add("Warranty", "", named ? "" : what, event());
  }

  // The Landlord shall repay the deposit within 28 days after the end of the term.
  void deposits() {
    static const RE2 returned(
        "(?i)\\b(?:return|repay|refund|release)(?:s|ed|ing)?\\b[^.;]{0,60}?\\bdeposit\\b");
    static const RE2 within("(?i)\\b(?:within|not later than|no later than) $");
    static const RE2 follows("(?i)^,? ?(?:of|after|from|following)\\b");
    static const RE2 another(
        "(?i)\\b(?:if|unless|breach|default|balance|interest|in the event|notify|statement)\\b");
    if (!has(returned) || !found_in(before_, within) || !found_in(behind_, follows) || has(another))
      return;
    add("Return of the deposit", "", "", "");
  }

  // Overdue sums bear interest at 4% per annum above the base rate.
  void late_interest() {
    static const RE2 late(
        "(?i)\\b(?:overdue|late|unpaid|not paid|past due|due date|arrears|when "
        "due|outstanding)\\b");
    static const RE2 interest("(?i)\\binterest\\b");
    static const RE2 period(
        "(?i)^ ?\\)?,? ?(?:per|an?|each|every) (annum|month|year|day)|^ (annually|monthly)");
    static const RE2 over("(?i)^[^.;]{0,40}?\\b(?:above|over|plus|in excess of)\\b");
    static const RE2 another(
        "(?i)\\b(?:if any "
        "audit|underpa\\w+|discount|escrow|lesser|lower|greater|higher|judgment|mortgage|loan|note)"
        "\\b");
    if (!has(late) || !has(interest) || has(another)) return;
    static const RE2 percent("%|(?i:per ?cent)");
    if (all(words_, {0, words_.size()}, percent).size() > 2) return;
    std::string by, also;
    if (!RE2::PartialMatch(re2::StringPiece(behind_.data(), behind_.size()), period, &by, &also))
      return;
    by = lowered(by.empty() ? also : by);
    if (by == "annum" || by == "annually") by = "year";
    if (by == "monthly") by = "month";
    add("Interest on late payments", "", found_in(behind_, over) ? "above a base rate" : "flat",
        by);
  }

  const ContractView& contract_;
  std::unique_ptr<RE2> named_;
  const Figure* figure_ = nullptr;
  string_view words_, before_, behind_;
  std::vector<Matter> out_;
};

}  // namespace

std::vector<Matter> matters_in_english(const ContractView& contract) {
  return EnglishMatters(contract).read();
}

}  // namespace proviso::tasks::contract
