// Rewritings that look like errors and are none.
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "tasks/plant/calendar.h"
#include "tasks/plant/families.h"
#include "tasks/plant/slips.h"

namespace proviso::tasks::planting {
namespace {

const RE2& money() {
  static const RE2 pattern("[1-9][0-9]*(?:\\.[0-9]{1,2})?元");
  return pattern;
}

std::optional<Planted> put(const Ground& ground, Edit edit, string_view kind) {
  const Span quote = edit.old;
  return apply(ground.text, edit, kind, quote, {});
}

}  // namespace

// 货款100元及利息20元 → …，共计120元: a sum that only the disposition makes.
std::optional<Planted> harmless_total(const Ground& ground, Dice& dice) {
  std::vector<Edit> edits;
  for (const Span& item : ground.items) {
    const string_view words = ground.words(item);
    if (words.find("计") != string_view::npos || words.find("%") != string_view::npos ||
        words.find("自") != string_view::npos || words.find("其中") != string_view::npos ||
        words.find("担") != string_view::npos)
      continue;
    const std::vector<Span> amounts = matches(ground.text, item, money());
    if (amounts.size() < 2) continue;
    long long sum = 0;
    for (const Span& each : amounts) sum += hundredths(ground.words(each)).value_or(0);
    const std::size_t end = amounts.back().end;
    edits.push_back({{end, end}, "，以上共计" + written(sum) + "元"});
  }
  if (edits.empty()) return std::nullopt;
  return put(ground, edits[dice.below(edits.size())], "total");
}

// 受理费300元，由甲、乙、丙共同负担 → …各负担100元.
std::optional<Planted> harmless_each(const Ground& ground, Dice&) {
  static const RE2 borne(
      "费([1-9][0-9]*)元，由([^，。；0-9]{4,120}?)(?:共同)?(负担|承担)[。；\\n]");
  for (const Span& part : ground.costs) {
    const auto fee = matches(ground.text, part, borne, 1);
    const auto who = matches(ground.text, part, borne, 2);
    const auto verb = matches(ground.text, part, borne, 3);
    if (fee.empty()) continue;
    const string_view names = ground.words(who.front());
    long long count = 1;
    for (std::size_t at = names.find("、"); at != string_view::npos; at = names.find("、", at + 3))
      ++count;
    const long long whole = hundredths(ground.words(fee.front())).value_or(0);
    if (count < 2 || whole % count != 0) continue;
    const std::string now =
        "各" + std::string(ground.words(verb.front())) + written(whole / count) + "元";
    return put(ground, {{who.front().end, verb.front().end}, now}, "each");
  }
  return std::nullopt;
}

// 案件受理费300元，由 → 案件受理费300元，减半收取计150元，由.
std::optional<Planted> harmless_half_fee(const Ground& ground, Dice&) {
  static const RE2 fee("受理费(?:人民币)?([1-9][0-9]*)元，由[^0-9。；\\n]{4,90}[。；\\n]");
  for (const Span& part : ground.costs) {
    const auto found = matches(ground.text, part, fee, 1);
    if (found.empty()) continue;
    const std::size_t at = found.front().end + 3;
    const long long half = hundredths(ground.words(found.front())).value_or(0) / 2;
    return put(ground, {{at, at}, "，减半收取计" + written(half) + "元"}, "half_fee");
  }
  return std::nullopt;
}

// 于本判决生效之日起十日内 → 于(a later date)前: only the disposition can name it.
std::optional<Planted> harmless_deadline(const Ground& ground, Dice& dice) {
  static const RE2 deadline(
      "(?:于|在)?本判决(?:发生法律效力|生效)(?:之日|后)?(?:起)?[一二三四五六七八九十]+日内");
  std::vector<Span> places;
  for (const Span& part : ground.disposition)
    for (const Span& each : matches(ground.text, part, deadline)) places.push_back(each);
  long long last = 0;
  for (const Dated& each : dates(ground, ground.whole)) last = std::max(last, each.day.number());
  if (places.empty() || last == 0) return std::nullopt;
  const Day day = day_of(last + 200 + static_cast<long long>(dice.below(90)));
  return put(ground, {places[dice.below(places.size())], "于" + day.written() + "前"}, "deadline");
}

// 123456.78元 → 123456.78元（约12.35万元), in the reasoning.
std::optional<Planted> harmless_rounding(const Ground& ground, Dice& dice) {
  static const RE2 large("[1-9][0-9]{4,8}(?:\\.[0-9]{1,2})?元");
  std::vector<Span> places;
  for (const Span& part : ground.reasoning)
    for (const Span& each : matches(ground.text, part, large))
      if (each.start > 0 && ground.text[each.start - 1] != ',' &&
          ground.text[each.start - 1] != '.')
        places.push_back(each);
  if (places.empty()) return std::nullopt;
  const Span place = places[dice.below(places.size())];
  const long long value = hundredths(ground.words(place)).value_or(0);
  const std::string near = written((value + 5000) / 10000);
  return put(ground, {{place.end, place.end}, "（约" + near + "万元）"}, "rounding");
}

// A person's given name is hidden throughout, as in a published copy.
std::optional<Planted> harmless_mask(const Ground& ground, Dice& dice) {
  std::vector<std::string> names;
  for (const segmenter::Party& party : ground.parties) {
    if (party.name.size() >= 6 && party.name.size() <= 9 && !masked(party.name))
      names.push_back(party.name);
  }
  if (names.empty()) return std::nullopt;
  const std::string name = names[dice.below(names.size())];
  const std::string now = name.substr(0, 3) + (dice.chance(50) ? "某" : "××");
  if (ground.text.find(now) != string_view::npos) return std::nullopt;
  std::vector<Edit> edits;
  for (const Span& each : ground.places(ground.whole, name)) edits.push_back({each, now});
  if (edits.empty()) return std::nullopt;
  const Span quote = edits.front().old;
  return apply(ground.text, std::move(edits), "mask", quote, {});
}

// The claim for more than is awarded is supported in part, and the rest dismissed.
std::optional<Planted> harmless_partial(const Ground& ground, Dice& dice) {
  static const RE2 support("诉讼请求，本院(?:依法)?(予以支持)");
  std::vector<Span> places;
  for (const Span& part : ground.reasoning)
    for (const Span& each : matches(ground.text, part, support, 1)) places.push_back(each);
  const bool dismissed =
      !ground.items.empty() &&
      ground.words(ground.items.back()).find("其他诉讼请求") != string_view::npos;
  if (places.empty() || !dismissed) return std::nullopt;
  return put(ground, {places[dice.below(places.size())], "对合理部分予以支持，对超出部分不予支持"},
             "partial");
}

// A lower or other judgment with an amount of its own is told of.
std::optional<Planted> harmless_quotation(const Ground& ground, Dice& dice) {
  if (ground.facts.empty()) return std::nullopt;
  const Span part = ground.trimmed(ground.facts.back());
  if (part.size() < 30) return std::nullopt;
  const std::string amount = std::to_string(1000 + 10 * dice.below(9000));
  return put(ground,
             {{part.end, part.end},
              "另查明，案外人曾就另一合同另案起诉，另案判决其相对方支付款项" + amount +
                  "元，该案与本案无关。"},
             "quotation");
}

}  // namespace proviso::tasks::planting
