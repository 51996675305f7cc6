#include <unicode/uchar.h>

#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"
#include "segmenter_data.h"

// The rules of Unicode UAX 29 for sentences (SB3 to SB11) over ICU's properties, with the law's
// exceptions from language/sentences.txt. ICU's own iterator gives the same breaks ten times more
// slowly and knows neither ； nor 《…》.
namespace proviso::segmenter {
namespace {

// Words of one group of the data file.
using Set = std::unordered_set<std::string_view>;
struct WordLists {
  Set always, number, may, opener, mark;
};

const WordLists& word_lists() {
  static const WordLists lists = [] {
    WordLists out;
    const std::unordered_map<std::string_view, Set*> groups{{"always", &out.always},
                                                            {"number", &out.number},
                                                            {"may", &out.may},
                                                            {"opener", &out.opener},
                                                            {"mark", &out.mark}};
    for (std::string_view line : data_lines(data::sentences)) {
      const std::size_t tab = line.find('\t');
      Set& group = *groups.at(line.substr(0, tab));
      for (line.remove_prefix(tab + 1); !line.empty();) {
        const std::size_t end = std::min(line.find(' '), line.size());
        group.insert(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
      }
    }
    return out;
  }();
  return lists;
}

bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == U'\u3000' || c == U'\u00A0' || c == '\r';
}
bool is_digit(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= U'０' && c <= U'９');
}
bool is_capital(char32_t c) {
  return c >= 'A' && c <= 'Z';
}
bool is_letter(char32_t c) {
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}
bool is_roman(std::string_view word) {
  return !word.empty() && (word.find_first_not_of("IVXLC") == std::string_view::npos ||
                           word.find_first_not_of("ivxlc") == std::string_view::npos);
}

USentenceBreak property(char32_t c) {
  return static_cast<USentenceBreak>(
      u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_SENTENCE_BREAK));
}
bool is_terminator(USentenceBreak p) {
  return p == U_SB_STERM || p == U_SB_ATERM;
}
bool is_separator(USentenceBreak p) {
  return p == U_SB_SEP || p == U_SB_CR || p == U_SB_LF;
}
bool is_invisible(USentenceBreak p) {
  return p == U_SB_EXTEND || p == U_SB_FORMAT;
}

// Quotes and brackets that close. UAX 29 counts those that open among them: a sentence would begin
// behind the bracket of "（刑期从…".
bool is_closer(char32_t c) {
  if (c == '"' || c == '\'') return true;
  if (property(c) != U_SB_CLOSE) return false;
  const auto category = u_charType(static_cast<UChar32>(c));
  return category == U_END_PUNCTUATION || category == U_FINAL_PUNCTUATION;
}

// What the scan stops at, by the lead byte: everything else only goes by.
enum class Lead : std::uint8_t { kPlain, kAscii, kLook };
constexpr std::array<Lead, 256> kLeads = [] {
  std::array<Lead, 256> out{};
  for (const char c : {'.', '!', '?', ';', '(', ')', '\n', '\r'})
    out[static_cast<unsigned char>(c)] = Lead::kAscii;
  for (std::size_t lead = 0xC2; lead < 0xF5; ++lead) out[lead] = Lead::kLook;
  // U+4000 to U+9FFF, Han: no stops, brackets or separators.
  for (std::size_t lead = 0xE4; lead <= 0xE9; ++lead) out[lead] = Lead::kPlain;
  return out;
}();

class Splitter {
 public:
  Splitter(std::string_view text, Span span, std::vector<Span>& out)
      : text_(text.substr(0, span.end)), start_(span.start), out_(out) {}

  void run() {
    std::size_t at = start_;
    while (at < text_.size()) {
      switch (kLeads[static_cast<unsigned char>(text_[at])]) {
        case Lead::kPlain:
          ++at;  // the rest of a character is plain too
          break;
        case Lead::kAscii:
          at = read(static_cast<unsigned char>(text_[at]), at, at + 1);
          break;
        case Lead::kLook:
          at = look(at);
          break;
      }
    }
    cut(text_.size());
  }

 private:
  void cut(std::size_t end) {
    if (end > start_) out_.push_back({start_, end});
    start_ = end;
    depth_ = 0;
  }

  char32_t at_or_zero(std::size_t at) const {
    return at < text_.size() ? code_point(text_, at) : 0;
  }

  // A character beyond ASCII that is not Han; only those that matter here are read.
  std::size_t look(std::size_t at) {
    const char32_t c = code_point(text_, at);
    const std::size_t end = next(text_, at);
    if (c < 0x2000 && c != 0x85 && property(c) != U_SB_STERM) return end;
    if (c == U'，' || c == U'、' || c == U'：') return end;
    return read(c, at, end);
  }

  // Reads the character [at, end) and gives where to go on.
  std::size_t read(char32_t c, std::size_t at, std::size_t end) {
    switch (c) {
      case '(':
      case U'（':
        ++depth_;
        return end;
      case ')':
      case U'）':
        if (depth_ > 0) --depth_;
        return end;
      case ';':
      case U'；':
        return semicolon(c, at, end);
      case U'《':
        return title(end);
      default:
        break;
    }
    const USentenceBreak p = property(c);
    if (is_separator(p)) {
      if (c == '\r' && at_or_zero(end) == '\n') ++end;
      cut(end);
      return end;
    }
    return is_terminator(p) ? stop(p, at, end) : end;
  }

  // Ends a clause outside brackets; the ASCII one in Chinese text only.
  std::size_t semicolon(char32_t c, std::size_t at, std::size_t end) {
    constexpr char32_t kFirstOfEastAsia = 0x2E80;
    const bool ends = c == U'；' || (at > start_ && before(text_, at) >= kFirstOfEastAsia);
    if (depth_ > 0 || !ends) return end;
    while (end < text_.size() && is_closer(code_point(text_, end))) end = next(text_, end);
    end = behind_spaces(end);
    cut(end);
    return end;
  }

  // Behind the 》 of a title that closes soon and in its line: stops inside it end nothing.
  std::size_t title(std::size_t end) {
    constexpr std::size_t kLongestTitle = 300;  // bytes
    constexpr std::string_view kOpen = "《", kClose = "》";
    const std::size_t limit = std::min(text_.size(), end + kLongestTitle);
    if (next_close_ < end) next_close_ = text_.find(kClose, end);
    if (next_close_ >= limit) return end;
    int depth = 1;
    for (std::size_t at = end; at < limit; at = next(text_, at)) {
      if (text_[at] == '\n') break;
      if (text_[at] != kClose[0]) continue;
      depth += text_.compare(at, kOpen.size(), kOpen) == 0;
      depth -= text_.compare(at, kClose.size(), kClose) == 0;
      if (depth == 0) return at + kClose.size();
    }
    return end;
  }

  // Over spaces and then one line end.
  std::size_t behind_spaces(std::size_t at) const {
    while (at < text_.size() && is_space(text_[at] == ' ' ? ' ' : code_point(text_, at)) &&
           text_[at] != '\r') {
      at = next(text_, at);
    }
    if (at < text_.size() && text_[at] == '\r') ++at;
    if (at < text_.size() && text_[at] == '\n') ++at;
    return at;
  }

  // A terminator at [at, end): SB6 to SB11.
  std::size_t stop(USentenceBreak p, std::size_t at, std::size_t end) {
    std::size_t behind = end;  // the closing marks
    while (behind < text_.size()) {
      const char32_t c = code_point(text_, behind);
      if (!is_closer(c) && !is_invisible(property(c))) break;
      behind = next(text_, behind);
    }
    std::size_t after = behind;  // the spaces
    while (after < text_.size() && property(code_point(text_, after)) == U_SB_SP)
      after = next(text_, after);
    if (after >= text_.size()) return text_.size();
    const USentenceBreak following = property(code_point(text_, after));
    if (following == U_SB_SCONTINUE || is_terminator(following)) return after;  // SB8a
    if (p == U_SB_ATERM && !is_separator(following) &&
        (goes_on(at, end, after) || false_stop(at, after))) {
      return after;
    }
    // "Is it?" he asked.
    if (p == U_SB_STERM && behind > end && following == U_SB_LOWER) return after;
    if (is_separator(following)) {
      const bool pair = following == U_SB_CR && at_or_zero(after + 1) == '\n';
      after = next(text_, after) + (pair ? 1 : 0);
    }
    cut(after);
    return after;
  }

  // SB6, SB7, SB8: a number or an abbreviation goes on, or what follows is no beginning.
  bool goes_on(std::size_t at, std::size_t end, std::size_t after) const {
    const USentenceBreak following = property(code_point(text_, after));
    if (after == end && following == U_SB_NUMERIC) return true;
    if (after == end && following == U_SB_UPPER && at > start_) {
      const USentenceBreak last = property(before(text_, at));
      if (last == U_SB_UPPER || last == U_SB_LOWER) return true;
    }
    if (mark_follows(after)) return false;
    // As far as the next stop at most, so that all these looks ahead add up to the text's length.
    for (std::size_t ahead = after; ahead < text_.size(); ahead = next(text_, ahead)) {
      const USentenceBreak p = property(code_point(text_, ahead));
      if (p == U_SB_LOWER) return true;
      if (p == U_SB_OLETTER || p == U_SB_UPPER || is_separator(p) || is_terminator(p)) break;
    }
    return false;
  }

  // "(a) Ten years", "b. Price": the next item of a list begins in small letters.
  bool mark_follows(std::size_t at) const {
    constexpr std::size_t kLongest = 5;
    const bool bracket = text_[at] == '(';
    std::size_t end = at + (bracket ? 1 : 0);
    const std::size_t begin = end;
    while (end < text_.size() && end - begin < kLongest &&
           is_letter(static_cast<unsigned char>(text_[end])))
      ++end;
    const std::string_view word = text_.substr(begin, end - begin);
    if (word.empty() || end + 1 >= text_.size()) return false;
    const bool numeral = word.size() == 1 || is_roman(word);
    if (bracket) return numeral && text_[end] == ')';
    return numeral && text_[end] == '.' && text_[end + 1] == ' ' &&
           !word_lists().always.contains(word) && !word_lists().number.contains(word);
  }

  // Whether the stop at `at` ends no sentence for a lawyer; the next one would begin at `after`.
  bool false_stop(std::size_t at, std::size_t after) const {
    const bool spaced = is_space(before(text_, after));
    if (at == start_) return true;  // a stop alone
    if (is_list_mark(text_.substr(start_, at - start_))) return true;
    const char32_t last = before(text_, at);
    if (is_digit(last)) return !spaced;  // a list mark in the line, or a number cut in two
    if (!is_letter(last)) return false;
    const std::string_view word = word_before(at);
    const WordLists& lists = word_lists();
    if (lists.always.contains(word)) return true;
    if (lists.number.contains(word) && number_follows(after)) return true;
    const bool initial = word.size() == 1 && is_capital(last);
    const bool acronym = word.find('.') != std::string_view::npos && is_capital(last);
    if (initial || acronym || lists.may.contains(word)) {
      // "Plan A. The …" ends; "J. Doe", "U.S.C. § 1", "Acme Inc. Ltd", "S. A. v. …" do not.
      const std::string_view opener = word_at(after);
      return !lists.opener.contains(opener) || at_or_zero(after + opener.size()) == '.';
    }
    return false;
  }

  // The letters, dots and apostrophes before `at`: no word of the lists is longer than the bound.
  std::string_view word_before(std::size_t at) const {
    constexpr std::size_t kLongest = 24;
    std::size_t begin = at;
    while (begin > start_ && at - begin < kLongest) {
      const auto c = static_cast<unsigned char>(text_[begin - 1]);
      if (!is_letter(c) && c != '.' && c != '\'') break;
      --begin;
    }
    return text_.substr(begin, at - begin);
  }

  std::string_view word_at(std::size_t at) const {
    constexpr std::size_t kLongest = 24;
    std::size_t end = at;
    while (end < text_.size() && end - at < kLongest &&
           is_letter(static_cast<unsigned char>(text_[end]))) {
      ++end;
    }
    return text_.substr(at, end - at);
  }

  bool number_follows(std::size_t at) const {
    const char32_t c = at_or_zero(at);
    if (is_digit(c) || c == '(' || c == '[' || c == U'§' || c == U'¶') return true;
    const std::string_view word = word_at(at);
    if (word == "I") return at_or_zero(at + 1) != ' ';  // the pronoun, as often as the numeral
    return is_roman(word) || word.size() == 1;
  }

  // "1", "(a)", "3.2", "IV", "一", "Section 3.1": a sentence that is only this has not yet begun.
  static bool is_list_mark(std::string_view words) {
    constexpr std::size_t kLongest = 40;
    if (words.size() > kLongest) return false;
    while (!words.empty() && (words.front() == ' ' || words.front() == '\t'))
      words.remove_prefix(1);
    const std::size_t space = words.rfind(' ');
    if (space != std::string_view::npos) {
      std::string_view lead = words.substr(0, space);
      while (lead.ends_with(' ')) lead.remove_suffix(1);
      if (!word_lists().mark.contains(lead)) return false;
      words.remove_prefix(space + 1);
    }
    if (words.empty()) return false;
    if (is_roman(words)) return true;
    if (words.size() == 1 && is_letter(static_cast<unsigned char>(words.front()))) return true;
    return is_number(words);
  }

  // "3.2(a)", "12A", "(iv)", "（三）", "一": no year, which has four digits.
  static bool is_number(std::string_view words) {
    constexpr int kMostDigits = 3;
    int digits = 0, letters = 0, brackets = 0;
    bool numeral = false;
    for (std::size_t at = 0; at < words.size(); at = next(words, at)) {
      const char32_t c = code_point(words, at);
      digits = is_digit(c) ? digits + 1 : 0;
      letters = is_letter(c) ? letters + 1 : 0;
      numeral = numeral || is_digit(c) || is_letter(c);
      if (is_digit(c) || is_letter(c)) {
        if (digits > kMostDigits || letters > 4 || (letters > 1 && brackets == 0)) return false;
      } else if (c == '(' || c == '[' || c == U'（') {
        ++brackets;
      } else if (c == ')' || c == ']' || c == U'）') {
        --brackets;
      } else if (std::u32string_view(U"一二三四五六七八九十").find(c) !=
                 std::u32string_view::npos) {
        numeral = true;
      } else if (c != '.' && c != '-') {
        return false;
      }
    }
    return numeral && brackets == 0;
  }

  std::string_view text_;       // ends where the span ends
  std::size_t start_;           // of the sentence being read
  int depth_ = 0;               // of round brackets open in it
  std::size_t next_close_ = 0;  // the 》 behind the last 《, npos where there is none
  std::vector<Span>& out_;
};

}  // namespace

std::vector<Span> sentences(std::string_view text, Span span) {
  std::vector<Span> out;
  Splitter(text, span, out).run();
  return out;
}

}  // namespace proviso::segmenter
