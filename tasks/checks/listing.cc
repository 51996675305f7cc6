#include "tasks/checks/listing.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "tasks/checks/search.h"
#include "tasks/checks/words.h"

namespace proviso::tasks {
namespace {

using std::string_view;

constexpr std::size_t kFurthest = 6000;  // bytes
constexpr std::size_t kMostHeads = 60;

bool has_digit(string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

// Words that hold for everything listed behind them too: no plain adding.
bool deducts(string_view said) {
  return has_word(said, words("deducts"));
}

// Words under which the amounts of a piece are no plain summands.
bool denies_adding(string_view said) {
  std::string rest(said);
  for (const string_view harmless : words("adds_plainly")) {
    for (std::size_t at = rest.find(harmless); at != rest.npos; at = rest.find(harmless))
      rest.erase(at, harmless.size());
  }
  return deducts(rest) || has_word(rest, words("denies_adding"));
}

class Reader {
 public:
  Reader(const CaseView& view, std::size_t total, std::size_t clause)
      : view_(view), text_(view.folded.text), total_(total), clause_(clause) {}

  std::optional<Listing> read() {
    std::size_t end = list_end();
    if (auto numbered = numbered_list(end)) return numbered;
    return plain_list(end);
  }

 private:
  // Where the list ends: before the stop of the total's clause, with 综上，经核算， passed over.
  std::size_t list_end() const {
    static const RE2 turn("(?:综上所述|综上|综合上述|据此|因此|经核算|经计算|经核|为此)[,:]?$");
    std::size_t end = clause_;
    for (int turns = 0; turns < 3; ++turns) {
      end = before_stops(end);
      const std::size_t from = end > 40 ? end - 40 : 0;
      re2::StringPiece found;
      const string_view before = string_view(text_).substr(from, end - from);
      if (!turn.Match(piece(before), 0, before.size(), RE2::UNANCHORED, &found, 1)) break;
      end -= found.size();
    }
    return end;
  }

  std::size_t before_stops(std::size_t end) const {
    for (;;) {
      const string_view before = string_view(text_).substr(0, end);
      const auto* stop = std::find_if(std::begin(kStops), std::end(kStops), [&](string_view each) {
        return !each.empty() && before.ends_with(each);
      });
      if (stop == std::end(kStops)) return end;
      end -= stop->size();
    }
  }

  static constexpr string_view kStops[] = {"。", "、", ",", ";", "\n", " "};

  struct Marker {
    std::size_t start = 0, end = 0;  // of the mark itself
    int kind = 0;
    std::size_t number = 0;
  };

  static std::size_t chinese_digit(string_view word) {
    static constexpr string_view kDigits[] = {"一", "二", "三", "四", "五",
                                              "六", "七", "八", "九", "十"};
    for (std::size_t i = 0; i < std::size(kDigits); ++i) {
      if (word == kDigits[i]) return i + 1;
    }
    const string_view ten = "十";
    if (word.size() == 6 && word.starts_with(ten)) return 10 + chinese_digit(word.substr(3));
    return 0;
  }

  static std::size_t circled(string_view word) {
    // ① U+2460 to ⑳ U+2473: E2 91 A0 …
    if (word.size() != 3 || word.substr(0, 2) != "\xE2\x91") return 0;
    const auto last = static_cast<unsigned char>(word[2]);
    return last >= 0xA0 && last <= 0xB3 ? last - 0xA0U + 1U : 0U;
  }

  std::vector<Marker> markers(std::size_t from, std::size_t end) const {
    static const RE2 mark(
        "\\(([0-9]{1,2})\\)|([0-9]{1,2})(?:\\.|、)|([①-⑳])|\\(([一二三四五六七八九十]{1,2})\\)|"
        "第([一二三四五六七八九十]{1,2})(?:项|笔)?[,、:]|([一二三四五六七八九十]{1,2})、|"
        "([0-9]{1,2})\\)");
    std::vector<Marker> found;
    const re2::StringPiece whole(text_.data(), text_.size());
    re2::StringPiece groups[8];
    for (std::size_t at = from;
         at < end && mark.Match(whole, at, end, RE2::UNANCHORED, groups, 8);) {
      Marker marker;
      marker.start = static_cast<std::size_t>(groups[0].data() - text_.data());
      marker.end = marker.start + groups[0].size();
      at = marker.end;
      for (int group = 1; group < 8; ++group) {
        const string_view word(groups[group].data(), groups[group].size());
        if (word.empty()) continue;
        marker.kind = group;
        if (group == 3) {
          marker.number = circled(word);
        } else if (group == 1 || group == 2 || group == 7) {
          marker.number = static_cast<std::size_t>(std::stoul(std::string(word)));
        } else {
          marker.number = chinese_digit(word);
        }
      }
      if (marker.number > 0 && begins_item(marker)) found.push_back(marker);
    }
    return found;
  }

  // 1. before words, not inside a figure (3.14, 1.5万元, 10、11月).
  bool begins_item(const Marker& marker) const {
    if (marker.start > 0) {
      const char before = text_[marker.start - 1];
      const bool figure = has_digit(text_, marker.start - 1) || before == '.' || before == '-' ||
                          (before >= 'A' && before <= 'z');
      if (figure) return false;
    }
    std::size_t next = marker.end;
    while (next < text_.size() && text_[next] == ' ') ++next;
    return next < text_.size() && !has_digit(text_, next);
  }

  std::optional<Listing> numbered_list(std::size_t end) const {
    const std::size_t from = end > kFurthest ? end - kFurthest : 0;
    const std::vector<Marker> all = markers(from, end);
    if (all.empty()) return std::nullopt;
    // The last mark's own series, back to its one.
    std::vector<Marker> series{all.back()};
    for (std::size_t i = all.size() - 1; i-- > 0 && series.back().number > 1;) {
      if (all[i].kind != series.back().kind) continue;
      if (all[i].number + 1 != series.back().number) return std::nullopt;
      series.push_back(all[i]);
    }
    if (series.back().number != 1 || series.size() < 2) return std::nullopt;
    std::reverse(series.begin(), series.end());
    Listing list;
    list.opening = Opening::kCounted;
    list.start = series.front().start;
    for (std::size_t i = 0; i < series.size(); ++i) {
      const bool last = i + 1 == series.size();
      const std::size_t item_end = last ? end : series[i + 1].start;
      if (last && ends_before(series[i].end, item_end)) return std::nullopt;
      if (!take_item(series[i].end, item_end, list.heads)) return std::nullopt;
    }
    if (list.heads.size() < 2) return std::nullopt;
    return list;
  }

  // The last item ends before the list does: another sentence stands between it and the total.
  bool ends_before(std::size_t start, std::size_t end) const {
    const string_view words = string_view(text_).substr(start, end - start);
    return contains(words, {"。", ";", "\n"});
  }

  // The amounts of [start, end) that are summands: outside brackets (in the total's own), no terms
  // of a calculation. False where one of them cannot be added.
  bool amounts_in(std::size_t start, std::size_t end, std::vector<std::size_t>& amounts) const {
    const auto first =
        std::lower_bound(view_.numbers.begin(), view_.numbers.end(), start,
                         [](const Number& each, std::size_t value) { return each.start < value; });
    for (auto at = first; at != view_.numbers.end() && at->start < end; ++at) {
      const auto index = static_cast<std::size_t>(at - view_.numbers.begin());
      if (view_.bracket[index] != view_.bracket[total_]) continue;
      if (at->measure == Measure::kForeign) return false;
      const bool bare_result = at->measure == Measure::kBare && result_of_formula(*at);
      if (at->measure != Measure::kMoney && !bare_result) continue;
      if (term_of_formula(*at)) continue;
      if (at->per || at->approximate || at->value.sign() <= 0 ||
          counts_several_times(text_, at->end))
        return false;
      amounts.push_back(index);
    }
    return true;
  }

  bool take_item(std::size_t start, std::size_t end, std::vector<std::size_t>& heads) const {
    std::vector<std::size_t> amounts;
    if (!amounts_in(start, end, amounts)) return false;
    const std::string words = plain_words(start, end);
    if (amounts.empty()) return has_word(words, tasks::words("no_amount"));
    const Number& last = view_.numbers[amounts.back()];
    for (const std::size_t each : amounts) {
      if (!(view_.numbers[each].value == last.value)) return false;
    }
    if (denies_adding(words) || has_word(words, tasks::words("only_asked"))) return false;
    heads.push_back(amounts.back());
    return heads.size() <= kMostHeads;
  }

  // The words of [start, end) without brackets, figures and calculations.
  std::string plain_words(std::size_t start, std::size_t end) const {
    std::string words;
    int depth = 0;
    for (std::size_t at = start; at < end; ++at) {
      const bool open = text_[at] == '(';
      if (open) ++depth;
      if (depth <= 0 && !in_formula(at)) words.push_back(text_[at]);
      if (text_[at] == ')' && depth > 0) --depth;
    }
    return words;
  }

  bool in_formula(std::size_t at) const {
    const std::size_t place = view_.folded.origin[at];
    return std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
      return place >= each.calculation.start && place < each.calculation.end;
    });
  }

  bool term_of_formula(const Number& number) const {
    return std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
      return number.span.start >= each.calculation.start && number.span.end <= each.calculation.end;
    });
  }

  bool result_of_formula(const Number& number) const {
    return std::any_of(view_.equations.begin(), view_.equations.end(), [&](const Equation& each) {
      return number.start == each.result_start && number.end == each.result_end;
    });
  }

  // The stop or conjunction that ends at `at`; its length, 0 where there is none.
  std::size_t separator_before(std::size_t at, std::size_t from) const {
    const string_view before = string_view(text_).substr(from, at - from);
    if (before.ends_with("、")) return 3;
    if (before.ends_with(";")) return 1;
    if (before.ends_with(",")) {
      const bool thousands = before.size() > 1 && has_digit(before, before.size() - 2) &&
                             has_digit(text_, at) && has_digit(text_, at + 1) &&
                             has_digit(text_, at + 2) && !has_digit(text_, at + 3);
      return thousands ? 0 : 1;
    }
    for (const string_view word : {"以及", "及", "和", "与"}) {
      if (!before.ends_with(word)) continue;
      const string_view rest = before.substr(0, before.size() - word.size());
      if (rest.ends_with("元")) return word.size();
    }
    return 0;
  }

  static bool opens(string_view words) { return has_word(words, tasks::words("opens_list")); }

  std::optional<Listing> plain_list(std::size_t end) const {
    Listing list;
    const std::size_t sentence = sentence_start(end);
    std::size_t piece_end = end;
    std::size_t at = end;
    int depth = 0;
    for (;;) {
      const bool first = at <= sentence;
      std::size_t stop = 0;
      bool colon = false;
      if (!first) {
        const char c = text_[at - 1];
        if (c == ')') ++depth;
        if (c == '(') --depth;
        if (depth < 0) {
          // The list stands in the total's own bracket, and the bracket opens it.
          return take_piece(at, piece_end, list) ? finished(list, at, Opening::kUnseen)
                                                 : finished(list, piece_end, Opening::kUnseen);
        }
        if (depth == 0) {
          colon = c == ':';
          stop = colon ? 1 : separator_before(at, sentence);
        }
      }
      if (first || stop > 0) {
        if (piece_end > at) {
          const std::string words = plain_words(at, piece_end);
          if (!take_piece(at, piece_end, list)) {
            return finished(
                list, piece_end,
                opens(words) && list.heads.size() > 1 ? Opening::kColon : Opening::kUnseen);
          }
          if (has_word(words, tasks::words("one_by_one")))
            return finished(list, at, Opening::kCounted);
          if (opens(words)) return finished(list, at, Opening::kColon);
        }
        if (first) return finished(list, at, Opening::kSentence);
        if (colon) return finished(list, at, Opening::kColon);
        at -= stop;
        piece_end = at;
        continue;
      }
      at = previous_code_point(text_, at);
    }
  }

  // Puts the amount of a piece in front of the heads. False where the list does not go on; the
  // heads are gone where the piece speaks of deductions, parts or each.
  bool take_piece(std::size_t start, std::size_t end, Listing& list) const {
    std::vector<std::size_t> amounts;
    const bool plain = amounts_in(start, end, amounts);
    const std::string words = plain_words(start, end);
    if (deducts(words)) list.heads.clear();
    if (!plain || amounts.size() != 1 || denies_adding(words)) return false;
    list.heads.insert(list.heads.begin(), amounts.front());
    return list.heads.size() <= kMostHeads;
  }

  static std::optional<Listing> finished(Listing& list, std::size_t start, Opening opening) {
    if (list.heads.size() < 2) return std::nullopt;
    list.start = start;
    list.opening = opening;
    return std::move(list);
  }

  std::size_t sentence_start(std::size_t at) const {
    if (at == 0) return 0;
    const std::size_t line = text_.rfind('\n', at - 1);
    const std::size_t stop = text_.rfind("。", at - 1);
    std::size_t start = line == std::string::npos ? 0 : line + 1;
    if (stop != std::string::npos && stop + 3 > start && stop + 3 <= at) start = stop + 3;
    return start;
  }

  const CaseView& view_;
  const std::string& text_;
  std::size_t total_;
  std::size_t clause_;
};

}  // namespace

bool closes_list(string_view lead) {
  static const RE2 words(
      "(?: |以上|上述|前述|上列|前列|综上|该|这|此|故|因此|共|[二两三四五六七八九十]|十[一二三四五"
      "六七八九]|[0-9]{1,2}|各|几|项|笔|经济|物质|财产|人身|直接|全部|损失|费用|款项|款|金额|数额|"
      "债务|本息|赔偿|赔偿款|赔偿金|货款|工程款|借款|租金|欠款|价款|工资|、)*"
      "(?:合计|共计|总计|总额|总金额|总和|总共|累计|小计)(?:损失|金额|数额|为|是|计|:|人民币|共)*");
  return RE2::FullMatch(piece(lead), words);
}

bool counts_several_times(string_view text, std::size_t end) {
  static const RE2 counted(
      "^(?:,|、|\\()?(?:[2-9]|[1-9][0-9]+|[二两三四五六七八九十]{1,3})(?:张|笔|次|份|名|人|个|套|"
      "辆|"
      "台|部|间|期|箱|吨|件|只|根|块|盒|袋|瓶|桶|株|头|组|批|户)");
  return RE2::PartialMatch(piece(text.substr(end, 24)), counted);
}

std::optional<Listing> listing_before(const CaseView& view, std::size_t total, std::size_t clause) {
  return Reader(view, total, clause).read();
}

}  // namespace proviso::tasks
