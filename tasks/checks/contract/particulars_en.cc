#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tasks/checks/contract/bound_value.h"
#include "tasks/checks/contract/particulars.h"
#include "tasks/checks/words.h"

namespace proviso::tasks::contract {
namespace {

// A word of a row's label with the words that a clause may have for it, cut to their stems.
using Stems = std::vector<std::string>;

Stems stems_of(const std::string& word) {
  for (const string_view row : words("row_words")) {
    Stems stems;
    std::string stem;
    for (const char c : std::string(row) + " ") {
      if (c != ' ') {
        stem += c == '_' ? ' ' : c;
      } else if (!stem.empty()) {
        stems.push_back(std::move(stem));
        stem.clear();
      }
    }
    if (std::any_of(stems.begin(), stems.end(),
                    [&](const std::string& each) { return word.starts_with(each); }))
      return stems;
  }
  constexpr std::size_t kStem = 6;
  return {word.size() > kStem ? word.substr(0, kStem) : word};
}

// The words of a label that say what its value is of.
std::vector<Stems> telling_words(string_view label) {
  std::vector<Stems> list;
  std::string word;
  const auto filler = words("row_filler");
  for (const char c : lowered(label) + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (word.size() > 2 && std::find(filler.begin(), filler.end(), word) == filler.end())
      list.push_back(stems_of(word));
    word.clear();
  }
  return list;
}

bool begins_a_word(const std::string& text, const std::string& stem) {
  for (std::size_t at = text.find(stem); at != text.npos; at = text.find(stem, at + 1)) {
    if (at == 0 || std::isalpha(static_cast<unsigned char>(text[at - 1])) == 0) return true;
  }
  return false;
}

class EnglishRows {
 public:
  explicit EnglishRows(const ContractView& contract)
      : contract_(contract), figures_(figures_of(contract)) {}

  std::vector<RowAndClause> read() {
    gather();
    for (const Span& whole : rows_) {
      const std::size_t colon = contract_.text.find(':', whole.start);
      const Figure* value = only_in({colon + 1, whole.end});
      if (value != nullptr) compare({whole.start, colon}, *value, whole.end);
    }
    return std::move(out_);
  }

 private:
  // The lines with a label in the schedules, and anywhere else where several follow each other.
  void gather() {
    static const RE2 line("(?m)^[^\\n]+$");
    static const RE2 row(
        "^[ \\t]*(?:\\(?[0-9a-zA-Z]{1,3}[.)] ?|[-•*] ?)?[A-Z][A-Za-z’'/ -]{2,48}?(?: "
        "\\([^()\\n]{1,40}\\))?: *[^\\n]+$");
    constexpr std::size_t kSeveral = 3;
    std::vector<Span> run;
    const auto close = [&] {
      for (const Span& each : run) {
        if (run.size() >= kSeveral || contract_.tag(each.start) == Tag::kSchedule)
          rows_.push_back(each);
      }
      run.clear();
    };
    for (const Span& each : all(contract_.text, contract_.whole, line)) {
      if (found_in(contract_.words(each), row)) {
        run.push_back(each);
      } else {
        close();
      }
    }
    close();
  }

  bool in_a_row(std::size_t at) const {
    return std::any_of(rows_.begin(), rows_.end(),
                       [&](const Span& each) { return each.start <= at && at < each.end; });
  }

  // The figure that a row gives: near its colon, and no other of its kind in the row.
  const Figure* only_in(Span row) const {
    constexpr std::size_t kNear = 24;
    const Figure* first = nullptr;
    for (const Figure& each : figures_) {
      if (each.span.start < row.start || each.span.end > row.end) continue;
      if (first == nullptr) {
        static const RE2 by_week("(?i)^ (?:a|per|each|every) week");
        if (each.span.start - row.start > kNear ||
            (each.kind == FigureKind::kTime &&
             found_in(contract_.behind(each.span.end, 8), by_week)))
          return nullptr;
        first = &each;
      } else if (each.kind == first->kind) {
        return nullptr;
      }
    }
    return first;
  }

  Bound as_bound(const Figure& figure) const {
    Bound bound{"", figure.span, figure.kind, figure.value, figure.unit};
    common_unit(bound);
    static const RE2 by(
        "(?i)^ ?\\)?,? ?(?:(?:in )?(?:per|each|an?|every|any) |/ ?)(?:calendar |contract "
        ")?([a-z]+)");
    const string_view behind = contract_.behind(figure.span.end, 30);
    std::string unit;
    if (figure.kind != FigureKind::kTime &&
        RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), by, &unit))
      bound.unit.append("/").append(lowered(unit));
    return bound;
  }

  // The clauses that have every telling word of the label: all of them give one other value.
  void compare(Span label, const Figure& figure, std::size_t end) {
    std::vector<Stems> telling = telling_words(contract_.words(label));
    static const RE2 enough(
        "(?i)^(?:security )?deposit$|^interest(?: "
        "rate)?$|severance|vacation|probation|rent-free|^(?:annual |base "
        "|yearly "
        "|monthly )?rent$");
    Bound row = as_bound(figure);
    // "Minimum annual purchase: $5": by the year though the row does not say so.
    static const RE2 by_label("(?i)\\b(annual|yearly|monthly|quarterly|daily)\\b");
    std::string times;
    const string_view words = contract_.words(label);
    if (figure.kind == FigureKind::kMoney && row.unit.find('/') == row.unit.npos &&
        RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), by_label, &times)) {
      times = lowered(times);
      row.unit.append(times == "monthly"     ? "/month"
                      : times == "quarterly" ? "/quarter"
                      : times == "daily"     ? "/day"
                                             : "/year");
    }
    // "Warranty: two years from delivery": what the row says of its figure makes the label clear.
    if (telling.size() == 1 && !found_in(contract_.words(label), enough)) {
      for (Stems& each : telling_words(contract_.words({figure.span.end, end})))
        telling.push_back(std::move(each));
    }
    static const RE2 late("(?i)\\b(?:late|overdue|default|unpaid|not paid|past due|when due)\\b");
    const bool of_delay = found_in(contract_.words(label), late);
    if (telling.empty() || (telling.size() < 2 && !found_in(contract_.words(label), enough)))
      return;
    const Figure* other = nullptr;
    Span last;
    for (const Figure& each : figures_) {
      if (each.kind != figure.kind || !contract_.in_body(each.span.start) ||
          in_a_row(each.span.start))
        continue;
      const Span sentence = contract_.sentence(each.span);
      const std::string low = lowered(contract_.words(sentence));
      if (!tells(low, telling) || (!of_delay && found_in(low, late))) continue;
      const Bound there = as_bound(each);
      if (!comparable(row, there)) continue;
      if (agree(row, there)) return;  // some clause agrees
      static const RE2 another(
          "(?i)\\b(?:thereafter|increas|renew|exten(?:d|sion)|unless|except|instead|reduc|adjust|"
          "further "
          "period)");
      if (found_in(low, another)) continue;
      if (other != nullptr && sentence == last) {
        // Two figures in one sentence: the one that stands by the label's word.
        const std::size_t before = distance(*other, sentence, telling),
                          now = distance(each, sentence, telling);
        if (now * 3 < before * 2) other = &each;
        if (now * 3 >= before * 2 && before * 3 >= now * 2) return;
        continue;
      }
      if (other != nullptr && as_bound(*other).value != there.value) return;
      other = &each;
      last = sentence;
    }
    if (other != nullptr)
      out_.push_back(
          {{label.start, figure.span.end}, other->span, std::string(kind_name(figure.kind))});
  }

  // From a figure to the farthest of the label's words in its sentence, each where it is nearest.
  std::size_t distance(const Figure& figure, Span sentence,
                       const std::vector<Stems>& telling) const {
    const std::string low = lowered(contract_.words(sentence));
    std::size_t farthest = 0;
    for (const Stems& stems : telling) {
      std::size_t nearest = low.size();
      for (const std::string& stem : stems) {
        for (std::size_t at = low.find(stem); at != low.npos; at = low.find(stem, at + 1)) {
          const std::size_t place = sentence.start + at;
          nearest = std::min(nearest, place < figure.span.start ? figure.span.start - place
                                      : place > figure.span.end ? place - figure.span.end
                                                                : 0);
        }
      }
      farthest = std::max(farthest, nearest);
    }
    return farthest;
  }

  static bool comparable(const Bound& a, const Bound& b) {
    const auto months_or_days = [](const Bound& each) {
      return each.unit == "month" || each.unit == "day";
    };
    return a.unit == b.unit || (months_or_days(a) && months_or_days(b));
  }

  // Three months are some ninety days.
  static bool agree(const Bound& a, const Bound& b) {
    if (a.unit == b.unit) return a.value == b.value;
    const auto days = [](const Bound& each) {
      return each.unit == "month" ? each.value * Exact(30) : each.value;
    };
    const Exact off = days(a) - days(b), least = days(b) / Exact(10);
    return off < least && Exact() - least < off;
  }

  static bool tells(const std::string& low, const std::vector<Stems>& telling) {
    return std::all_of(telling.begin(), telling.end(), [&](const Stems& stems) {
      return std::any_of(stems.begin(), stems.end(),
                         [&](const std::string& stem) { return begins_a_word(low, stem); });
    });
  }

  const ContractView& contract_;
  std::vector<Figure> figures_;
  std::vector<Span> rows_;
  std::vector<RowAndClause> out_;
};

}  // namespace

std::vector<RowAndClause> rows_against_clauses_in_english(const ContractView& contract) {
  return EnglishRows(contract).read();
}

}  // namespace proviso::tasks::contract
