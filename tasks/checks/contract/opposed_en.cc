#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <set>

#include "tasks/checks/contract/opposed.h"

namespace proviso::tasks::contract {
namespace {

constexpr const char* kAct =
    "(assign|sublet|sublease|sub-?licen[cs]e|sub-?contract|transfer|delegate)";

// One word for the act, however it is written: sub-licence, sublicense.
std::string act_of(string_view verb) {
  std::string act;
  for (const char c : lowered(verb)) {
    if (c != '-') act += c;
  }
  if (act == "sublease") return "sublet";
  return act == "sublicence" ? "sublicense" : act;
}

class EnglishStands {
 public:
  explicit EnglishStands(const ContractView& contract) : contract_(contract) {
    for (const auto& party : contract.structure.parties) {
      for (const std::string& alias : party.aliases) {
        static const RE2 name("^(?:the |The )?([A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)?)$");
        std::string plain;
        if (RE2::FullMatch(alias, name, &plain)) sides_.insert(plain);
      }
    }
    // "(1) HARROW LIMITED … (the “Client”)": whom the head defines and who then does something.
    for (const Item& item : contract.structure.items) {
      static const RE2 name("^[A-Z][a-z]+(?: [A-Z][a-z]+)?$");
      if (item.kind != ItemKind::kDefinition || contract.tag(item.span.start) != Tag::kParties ||
          !found_in(item.number, name))
        continue;
      if (contract.text.find(item.number + " shall ") != string_view::npos ||
          contract.text.find(item.number + " may ") != string_view::npos)
        sides_.insert(item.number);
    }
    for (const char* none : {"Agreement", "Lease", "Contract", "Party", "Parties"})
      sides_.erase(none);
    for (const std::string& side : sides_) {
      list_.append(list_.empty() ? "" : "|").append(RE2::QuoteMeta(side));
    }
  }

  std::vector<Stand> read() {
    if (sides_.size() < 2) return {};
    consents();
    rights();
    permits();
    owners();
    repairs();
    costs();
    endings();
    others();
    return std::move(out_);
  }

 private:
  struct Match {
    Span whole;
    std::array<std::string, 3> groups;
  };

  std::vector<Match> matches(const std::string& source, bool with_exception = false) const {
    const RE2 pattern(source);
    std::vector<Match> found;
    for (const Span& whole : all(contract_.text, contract_.whole, pattern)) {
      if (!contract_.in_body(whole.start) && contract_.tag(whole.start) != Tag::kSchedule) continue;
      if (conditional(whole, with_exception)) continue;
      std::array<re2::StringPiece, 3> groups;
      pattern.Match(re2::StringPiece(contract_.text.data(), whole.end), whole.start, whole.end,
                    RE2::ANCHOR_START, groups.data(),
                    std::min(3, pattern.NumberOfCapturingGroups() + 1));
      Match match{whole, {}};
      for (std::size_t i = 0; i < 3; ++i) match.groups.at(i) = groups.at(i).as_string();
      found.push_back(std::move(match));
    }
    return found;
  }

  // A condition anywhere in the sentence, an exception linked to it; `with_exception` lets those
  // behind the match pass.
  bool conditional(Span place, bool with_exception) const {
    static const RE2 words(
        "(?i)\\b(?:if|unless|except\\w*|excluding|other than|subject to|notwithstanding|provided,? "
        "(?:that|however)|in the event|in case|to the extent|so long as|as long "
        "as|until|upon|only|solely|where|when|save|"
        "otherwise|however|following|after|prior to the|before|during which|caused by)\\b");
    const Span sentence = contract_.sentence(place);
    if (found_in(contract_.words({sentence.start, place.start}), words)) return true;
    if (with_exception) return false;
    static const RE2 goes_on("(?i)^; ?(?:provided|except|however|unless)");
    return found_in(contract_.words({place.end, sentence.end}), words) ||
           found_in(contract_.behind(sentence.end, 16), goes_on);
  }

  void add(string_view topic, std::string actor, std::string object, std::string side, Span place) {
    out_.push_back(
        {std::string(topic), std::move(actor), std::move(object), std::move(side), place});
  }

  // Supplier may assign this Agreement without the consent of Client; neither party may assign this
  // Agreement without consent.
  void consents() {
    constexpr const char* kWithout =
        "without (?:the |any |obtaining |first obtaining )*(?:prior |express |written "
        "|[A-Z]\\w+[’']s |other party[’']s )*(?:consent|approval|permission)\\b";
    const auto take = [&](const Match& each, const std::string& actor, const char* side) {
      static const RE2 act(kAct);
      static const RE2 kin(
          "(?i)affiliate|subsidiar|parent|successor|merger|acqui|lender|purchaser of|substantially "
          "all|wholly|receivable");
      const string_view sentence = contract_.words(contract_.sentence(each.whole));
      if (string_view(side) == "may" && found_in(sentence, kin)) return;
      for (const Span& verb : all(contract_.text, each.whole, act, 1)) {
        add("consent " + act_of(contract_.words(verb)), actor, "", side, each.whole);
      }
    };
    const std::string yes = fmt::format(
        "\\b({})(?: may| is free to| shall be entitled to| is entitled to| has the right to| shall "
        "have the "
        "right to| can)(?: freely| at any time|,)*"
        " [^.;\\n]{{0,60}}?{}\\b[^.;\\n]{{0,120}}?\\b{}",
        list_, kAct, kWithout);
    static const RE2 negated("(?i)\\b(?:not|neither|nor|no)\\b");
    for (const Match& each : matches(yes)) {
      if (!found_in(contract_.words(each.whole), negated)) take(each, each.groups[1], "may");
    }
    const std::string no = fmt::format(
        "\\b({0}|[Nn]either [Pp]arty|[Nn]o [Pp]arty)(?: may not| shall not| will not| must not| "
        "may| shall| agrees not to)"
        "(?: [a-z,]+){{0,3}}? {1}\\b[^.;\\n]{{0,160}}?\\b{2}",
        list_, kAct, kWithout);
    for (const Match& each : matches(no, true)) {
      const bool nobody = sides_.count(each.groups[1]) == 0;
      if (!nobody && !found_in(contract_.words(each.whole), negated)) continue;
      take(each, nobody ? "" : each.groups[1], "may not");
    }
    // It may not at all.
    const std::string without_article = fmt::format(
        "\\b[Ww]ithout (?:the )?(?:prior |written |express )*(?:consent|approval) of "
        "[^.;\\n]{{3,40}}?, ({0}|neither [Pp]arty)"
        "(?: may not| shall not| will not| may| shall)(?: [a-z,]+){{0,3}}? {1}\\b",
        list_, kAct);
    for (const Match& each : matches(without_article, true)) {
      const bool nobody = sides_.count(each.groups[1]) == 0;
      if (nobody || found_in(contract_.words(each.whole), RE2("\\bnot\\b")))
        take(each, nobody ? "" : each.groups[1], "may not");
    }
  }

  // Licensee shall not sub-license the Software without consent; Licensee may sub-license the
  // Software to any third party. Of one named party and one thing.
  void rights() {
    constexpr const char* kThing = "((?:the |its |this |any |all )?[A-Z]\\w+(?: [A-Z]\\w+)?)";
    constexpr const char* kGiven = "(sub-?licen[cs]e|sublet|sublease|sub-?contract)";
    const std::string yes = fmt::format(
        "\\b({}) (?:may|is free to|is entitled to|has the right to)(?: freely)? {} {} to any "
        "(?:third (?:party|person)|(?:other )?person)\\b",
        list_, kGiven, kThing);
    const std::string no = fmt::format(
        "\\b({}) (?:shall|may|must|will) not {}(?:, [a-z]+)*(?:,? (?:or|and) [a-z]+)? {}", list_,
        kGiven, kThing);
    static const RE2 consent(
        "(?i)\\b(?:consent|approv\\w+|permission|affiliate|subsidiar\\w+|notice)");
    static const RE2 exception(
        "(?i)\\b(?:except|unless|other than|save|provided|subject to|in accordance|permitted)\\b");
    const auto take = [&](const Match& each, const char* side) {
      static const RE2 act(kGiven);
      static const RE2 thing("([A-Z]\\w+(?: [A-Z]\\w+)?)$");
      const auto verb = all(contract_.text, each.whole, act, 1);
      string_view words = contract_.words(each.whole);
      if (string_view(side) == "may") words = words.substr(0, words.rfind(" to any "));
      re2::StringPiece what;
      if (verb.empty() ||
          !RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), thing, &what))
        return;
      add("right " + act_of(contract_.words(verb.front())), each.groups[1], what.as_string(), side,
          each.whole);
    };
    for (const Match& each : matches(yes)) {
      if (!found_in(contract_.words(contract_.sentence(each.whole)), consent)) take(each, "may");
    }
    for (const Match& each : matches(no, true)) {
      if (!found_in(contract_.words(contract_.sentence(each.whole)), exception))
        take(each, "may not");
    }
  }

  // Contractor shall obtain all permits at its own cost; Owner shall obtain and pay for all
  // permits.
  void permits() {
    const std::string duty = fmt::format(
        "\\b({}) (?:shall|will|must)(?: promptly|,? at (?:its|his|her) (?:own |sole )*(?:cost|"
        "expense),?)* (?:(?:obtain|procure|secure|pay for)(?: and |, )?)+ all (?:the "
        ")?(?:necessary "
        "|required )?((?:building |construction |planning )?(?:permits|licen[cs]es|approvals))"
        "(?:,? at (?:its|his|her) (?:own |sole )*(?:cost|expense)(?: and (?:cost|expense))?|,? "
        "(?:required|necessary|needed) for the (?:Works?|Project))*[.;]",
        list_);
    for (const Match& each : matches(duty))
      add("permits", "", lowered(each.groups[2]), each.groups[1],
          {each.whole.start, each.whole.end - 1});
  }

  // The copyright in the Software belongs to Client; it is owned by Supplier.
  void owners() {
    const std::string owned = fmt::format(
        "((?:[Aa]ll|[Tt]he|[Tt]itle to|[Oo]wnership of) [^.,;:\\n]{{4,70}}?) (?:shall |will )?(?:"
        "belongs?|vests?|be owned|is owned|are owned)(?: solely| exclusively)* (?:to|in|by) (?:the "
        ")?({})(?: solely| exclusively)*[.;]",
        list_);
    for (const Match& each : matches(owned)) {
      const string_view before = contract_.before(each.whole.start, 8);
      static const RE2 begins("(?:^|[.;] |\\d\\.? |\\) |\\t)$");
      if (found_in(before, begins))
        add("owner", "", lowered(each.groups[1]), each.groups[2],
            {each.whole.start, each.whole.end - 1});
    }
  }

  // Landlord shall keep the roof and structure of the Building in good repair; so shall Tenant.
  void repairs() {
    const std::string duty = fmt::format(
        "\\b({})(?: shall| will| must| agrees to)(?: at all times| promptly|,? at (?:its|his|her) "
        "(?:own |sole )*(?:cost|expense)(?: and expense)?,?)*"
        " (?:(?:keep|maintain|repair|replace|be responsible for the (?:repair|maintenance) "
        "of)(?:,? and |, | or )?)+ ([^.;\\n]{{4,160}})",
        list_);
    static const RE2 parts(
        "(?i)\\b(roof|foundations?|structur(?:e|al)|exterior|load-bearing|hvac|plumbing|parking "
        "(?:lot|area)|common areas?|elevators?|sidewalks?|interior|windows|fixtures)\\b");
    static const RE2 good(
        "(?i)\\bgood (?:\\w+ and \\w+ )?(?:repair|order|condition|working)|repair");
    static const RE2 limited(
        "(?i)\\b(?:its|their|own|tenant[’']s|non-?structural|cause|damage)\\b "
        "(?:use|share|equipment|trade|property|to)");
    // "… and the Landlord shall keep the roof": the second duty of one sentence.
    const RE2 next(
        fmt::format(",? (?:and|but|while|whereas) (?:the )?({})(?: shall| will| must)(?: at all "
                    "times)? (?:keep|"
                    "maintain|repair|replace) ",
                    list_));
    const auto take = [&](const std::string& side, std::string objects, Span place) {
      if (!found_in(contract_.words(place), good) || found_in(objects, limited)) return;
      // What comes behind an exception is not meant.
      static const RE2 exception(
          "(?i)[,( ](?:except|excluding|other than|but not|unless|without)\\b.*");
      RE2::Replace(&objects, exception, "");
      for (const Span& part : all(objects, {0, objects.size()}, parts, 1)) {
        std::string name = lowered(string_view(objects).substr(part.start, part.size()));
        if (name == "structural") name = "structure";
        if (name.ends_with("s") && name.size() > 5) name.pop_back();
        add("repair", "", name, side, {place.start, trimmed(place)});
      }
    };
    for (const Match& each : matches(duty, true)) {
      std::string side = each.groups[1], objects = each.groups[2];
      Span place = each.whole;
      for (;;) {
        const re2::StringPiece whole(objects);
        std::array<re2::StringPiece, 2> groups;
        if (!next.Match(whole, 0, whole.size(), RE2::UNANCHORED, groups.data(), 2)) break;
        const auto at = static_cast<std::size_t>(groups[0].data() - whole.data());
        const std::size_t from = place.end - objects.size();
        take(side, objects.substr(0, at), {place.start, from + at});
        side = groups[1].as_string();
        place.start = from + static_cast<std::size_t>(groups[1].data() - whole.data());
        objects = objects.substr(at + groups[0].size());
      }
      take(side, objects, place);
    }
  }

  std::size_t trimmed(Span place) const {
    const std::size_t stop = contract_.text.find_first_of(".;\n", place.start);
    return std::min(stop, place.end);
  }

  // Seller shall pay all transfer taxes; transfer taxes are borne by Buyer.
  void costs() {
    constexpr const char* kCost =
        "((?:[a-z]+(?:-[a-z]+)? "
        "){1,3}(?:taxes|costs|fees|charges|expenses|premiums|duty|duties)|stamp "
        "duty|freight|demurrage)";
    constexpr const char* kEnd =
        "(?:[,.;]| (?:arising|imposed|payable|incurred|levied|in connection|relating|under this|on "
        "the|for the))";
    static const RE2 generic(
        "(?i)^(?:all|any|the|such|other|its|their|own|additional|related|reasonable|for|of|and|or|"
        "late|applicable|service|legal) |^(?:the "
        ")?(?:license|consulting|monthly|annual|development|management|royalty)|\\b(?:its|their|"
        "own|such|these|those|other|reasonable|additional|respective|and|or|of|for)\\b");
    const auto take = [&](std::string object, const std::string& side, Span place) {
      static const RE2 lead("^(?:all |any |the |and )+");
      RE2::Replace(&object, lead, "");
      if (object.find(' ') == object.npos && object != "freight" && object != "demurrage") return;
      if (!found_in(object, generic)) add("cost", "", object, side, place);
    };
    const std::string active = fmt::format(
        "\\b({}) (?:shall|will|must|agrees to) (?:bear|pay|be responsible for|be liable for)(?: "
        "for)? (?:all |any |the )*{}{}",
        list_, kCost, kEnd);
    const std::string passive = fmt::format(
        "(?:[.;] |^|\\n|\\d )(?i:all |any |the )*(?i){}(?-i) (?:shall be|are|is|will be) "
        "(?:borne|paid|payable)(?: solely| exclusively)? by (?:the )?({})\\b",
        kCost, list_);
    for (const Match& each : matches(active))
      take(lowered(each.groups[2]), each.groups[1], {each.whole.start, each.whole.end - 1});
    for (const Match& each : matches(passive))
      take(lowered(each.groups[1]), each.groups[2], each.whole);
  }

  // Either party may terminate this Agreement at any time; neither may during the Initial Term.
  void endings() {
    const std::string yes = fmt::format(
        "\\b({}|[Ee]ither [Pp]arty) may terminate this \\w+ (?:at any time|for convenience|for any "
        "reason|without cause)",
        list_);
    const std::string no = fmt::format(
        "\\b({}|[Nn]either [Pp]arty)(?: may not| shall not| may| shall) terminate this \\w+ (?:for "
        "convenience|without cause|(?:at any time )?during the (?:Initial )?Term|before the "
        "(?:end|expiry|expiration) of)",
        list_);
    const auto who = [&](const std::string& word) {
      return sides_.count(word) != 0 ? word : std::string();
    };
    static const RE2 negated("(?i)\\bnot\\b|neither");
    for (const Match& each : matches(yes)) add("end", who(each.groups[1]), "", "may", each.whole);
    for (const Match& each : matches(no)) {
      if (found_in(contract_.words(each.whole), negated))
        add("end", who(each.groups[1]), "", "may not", each.whole);
    }
  }

  // Taxes in or beside the price; interest or none; an exclusive licence or not; several or joint.
  void others() {
    constexpr const char* kPrice =
        "\\b(Charges|Fees|Fee|Prices|Price|Purchase Price|Contract Price|Contract Sum|Rent|Base "
        "Rent|Service Fees?)";
    const auto each_of = [&](const char* topic, const char* side, const std::string& pattern,
                             bool object) {
      for (const Match& each : matches(pattern))
        add(topic, "", object ? lowered(each.groups[1]) : "", side, each.whole);
    };
    const std::string price(kPrice);
    constexpr const char* kTax =
        "(?:VAT|value[- ]added tax|GST|sales tax|all (?:applicable )?taxes|any (?:applicable "
        ")?taxes)";
    each_of(
        "tax", "beside",
        price + "[^.;\\n]{0,40}? (?:is|are|shall be) (?:stated )?(?:exclusive of|net of) " + kTax,
        true);
    each_of("tax", "beside", price + " (?:does|do) not include " + kTax, true);
    each_of("tax", "within",
            price + "[^.;\\n]{0,40}? (?:is|are|shall be) (?:stated )?inclusive of " + kTax, true);
    each_of("tax", "within", price + " includes? " + kTax, true);
    constexpr const char* kDebt =
        "\\bThe (Loan|Note|Advance|Principal Amount|Principal|Facility|Security Deposit|Deposit)";
    const std::string debt(kDebt);
    each_of("interest", "none",
            debt + " (?:is|shall be) (?:interest[- ]free|free of interest|without interest)", true);
    each_of("interest", "none", debt + " (?:shall not|does not|will not) bear (?:any )?interest",
            true);
    each_of("interest", "none", debt + " (?:shall bear|bears) no interest", true);
    each_of("interest", "some",
            debt + " (?:shall bear|bears|will bear|accrues|shall accrue) interest (?:at|from)",
            true);
    constexpr const char* kGrant =
        "\\b[Tt]he ([Ll]icen[cs]e|[Aa]ppointment|[Rr]ights)(?: granted)?(?: herein| hereunder| "
        "under (?:this \\w+|[Ss]ection [0-9.]+|[Cc]lause [0-9.]+)| by this \\w+)? (?:is|are|shall "
        "be) ";
    const std::string grant(kGrant);
    each_of("exclusive", "exclusive", grant + "exclusive\\b", true);
    each_of("exclusive", "not exclusive", grant + "(?:non-?exclusive|not exclusive)\\b", true);
    each_of("guarantee", "joint",
            "\\b(?:liability|obligations) of the (Guarantors?|Sellers|Borrowers|Purchasers) "
            "(?:is|are|shall be) joint and several",
            true);
    each_of("guarantee", "several",
            "\\b(?:liability|obligations) of the (Guarantors?|Sellers|Borrowers|Purchasers) "
            "(?:is|are|shall be) several (?:and|but) not joint",
            true);
  }

  const ContractView& contract_;
  std::set<std::string> sides_;
  std::string list_;  // the sides as alternatives of a pattern
  std::vector<Stand> out_;
};

}  // namespace

std::vector<Stand> stands_in_english(const ContractView& contract) {
  return EnglishStands(contract).read();
}

}  // namespace proviso::tasks::contract
