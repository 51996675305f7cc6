#include "tasks/learning/personal_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "learning_data.h"
#include "tasks/learning/name_lists.h"

namespace proviso::tasks {
namespace {

using Text = std::u32string_view;

constexpr Text kMasks = U"某×xX*＊ＸｘΧ✕✖╳XxⅩ";
constexpr Text kStops = U"，,。；;：:、（）()《》“”\"'‘’〈〉【】[]〔〕！？!?…—\n\t 　·.／/";

constexpr Text kOrdinals = U"甲乙丙丁戊己庚辛";

bool is_han(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2FFFF);
}
bool is_mask(char32_t c) {
  return kMasks.find(c) != Text::npos;
}
bool is_dot(char32_t c) {
  return c == U'·' || c == U'•';
}
bool is_blank(char32_t c) {
  return c == U' ' || c == U'　' || c == U'\t';
}

struct Lists {
  WordTrie head, signature, running, surnames, weak_surnames, boundaries, not_names;

  static const Lists& get() {
    static const Lists lists = [] {
      auto contexts = read_word_lists(learning::data::name_contexts);
      auto rest = read_word_lists(learning::data::name_boundaries);
      auto surnames = read_word_lists(learning::data::surnames);
      return Lists{WordTrie(contexts["head"]),    WordTrie(contexts["signature"]),
                   WordTrie(contexts["running"]), WordTrie(surnames["surnames"]),
                   WordTrie(surnames["weak"]),    WordTrie(rest["words"]),
                   WordTrie(rest["not_names"])};
    }();
    return lists;
  }
};

// Walks one text and gathers names. Positions are code points.
class Search {
 public:
  explicit Search(Text text) : text_(text), lists_(Lists::get()) {}

  std::set<std::u32string> run() {
    bool line_start = true;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (line_start) {
        head_line(i);
        spaced_signature(i);
      }
      line_start = text_[i] == U'\n' || text_[i] == U'。';
      if (const std::size_t length = lists_.signature.longest(text_, i)) signature(i, length);
      if (const std::size_t length = lists_.running.longest(text_, i)) list_of_names(i + length);
    }
    return std::move(names_);
  }

 private:
  char32_t at(std::size_t i) const { return i < text_.size() ? text_[i] : U'\n'; }

  std::size_t skip_blanks(std::size_t i) const {
    while (is_blank(at(i))) ++i;
    return i;
  }

  // Behind a bracket that opens at i and closes within 60 characters of the same line; else i.
  std::size_t skip_bracket(std::size_t i) const {
    if (at(i) != U'（' && at(i) != U'(') return i;
    int depth = 0;
    for (std::size_t j = i; j < std::min(i + 60, text_.size()) && text_[j] != U'\n'; ++j) {
      if (text_[j] == U'（' || text_[j] == U'(') ++depth;
      if ((text_[j] == U'）' || text_[j] == U')') && --depth == 0) return j + 1;
    }
    return i;
  }

  bool mark(std::size_t i) const {
    return i >= text_.size() || kStops.find(text_[i]) != Text::npos;
  }

  bool boundary(std::size_t i) const {
    return mark(i) || (text_[i] >= U'0' && text_[i] <= U'9') ||
           lists_.boundaries.longest(text_, i) > 0;
  }

  std::size_t occurrences(Text what) const {
    std::size_t n = 0;
    for (std::size_t i = text_.find(what); i != Text::npos; i = text_.find(what, i + what.size()))
      ++n;
    return n;
  }

  // The end of a name that starts at i and is followed by a boundary, or nothing. Where both the
  // longer and the shorter reading are possible (张明向|本院), the longer one wins unless the
  // document also writes the shorter one otherwise.
  std::optional<std::size_t> name_end(std::size_t i) const {
    if (const auto end = transliterated_end(i)) return end;
    const std::size_t strong = lists_.surnames.longest(text_, i);
    const std::size_t surname = std::max(strong, lists_.weak_surnames.longest(text_, i));
    if (surname == 0 || lists_.not_names.longest(text_, i) > 0) return std::nullopt;
    std::optional<std::size_t> best;
    for (std::size_t given = 1; given <= 2; ++given) {
      const std::size_t end = i + surname + given;
      if (end > text_.size() || !is_han(text_[end - 1]) || is_mask(text_[end - 1]) ||
          is_mask(at(end)))
        break;
      if (strong > 0 ? !boundary(end) : !mark(end)) continue;
      if (kOrdinals.find(text_[i + surname]) != Text::npos) break;  // 王甲 is a mask
      if (best && lists_.boundaries.longest(text_, end - 1) > 0) {
        const std::size_t longer = occurrences(text_.substr(i, end - i));
        if (longer == 1 || longer < occurrences(text_.substr(i, *best - i))) continue;
      }
      best = end;
    }
    return best;
  }

  // 阿不都·买买提: Han characters with inner dots, at least two behind the last one.
  std::optional<std::size_t> transliterated_end(std::size_t i) const {
    std::size_t end = i, dots = 0, since = 0;
    for (; end < i + 24 && (is_han(at(end)) || is_dot(at(end))); ++end) {
      if (is_mask(at(end))) return std::nullopt;
      if (dots > 0 && since >= 2 && !is_dot(at(end)) && boundary(end)) break;
      since = is_dot(at(end)) ? 0 : since + 1;
      dots += is_dot(at(end)) ? 1 : 0;
    }
    if (dots == 0 || is_dot(at(i)) || since < 2 || !boundary(end)) return std::nullopt;
    return end;
  }

  void add(std::size_t start, std::size_t end) { names_.emplace(text_.substr(start, end - start)); }

  // NAME（…）、NAME和NAME from i on.
  void list_of_names(std::size_t i) {
    i = skip_bracket(i);
    if (at(i) == U'：' || at(i) == U':') ++i;
    i = skip_blanks(i);
    for (int n = 0; n < 40; ++n) {
      const auto end = name_end(i);
      if (!end) return;
      add(i, *end);
      i = skip_bracket(*end);
      if (at(i) == U'、') {
        ++i;
      } else if ((at(i) == U'和' || at(i) == U'与' || at(i) == U'及')) {
        ++i;
      } else {
        return;
      }
    }
  }

  // ROLE（…）：NAME at the start of a line; a chain of roles counts as one (原审被告人暨上诉人).
  void head_line(std::size_t i) {
    i = skip_blanks(i);
    if (const std::size_t length = lists_.head.longest(text_, i)) list_of_names(i + length);
  }

  // ROLE NAME, the name possibly letter-spaced, up to the line's end or the next role; then lines
  // that hold a name and nothing else.
  void signature(std::size_t role, std::size_t length) {
    std::size_t i = role + length;
    if (at(i) == U'：' || at(i) == U':') ++i;
    auto end = spaced_name(i);
    while (end && at(*end) == U'\n') {
      end = spaced_name(*end + 1);
      if (end && at(*end) != U'\n') end.reset();
    }
  }

  // The same where the role itself is letter-spaced: 审　判　长.
  void spaced_signature(std::size_t i) {
    std::u32string role;
    std::vector<std::size_t> ends;
    for (std::size_t j = skip_blanks(i); role.size() < 7 && is_han(at(j)); j = skip_blanks(j + 1)) {
      role += at(j);
      ends.push_back(j + 1);
    }
    const std::size_t length = lists_.signature.longest(role, 0);
    if (length > 0) signature(ends[length - 1], 0);
  }

  // Reads and adds "唐　勇" from i; gives the position behind it and its blanks. Only where a
  // line's end or another signature word follows.
  std::optional<std::size_t> spaced_name(std::size_t i) {
    std::u32string name;
    std::size_t j = skip_blanks(i);
    const std::size_t start = j;
    while (name.size() < 5 && is_han(at(j)) && lists_.signature.longest(text_, j) == 0) {
      name += at(j);
      j = skip_blanks(j + 1);
    }
    if (name.size() < 2 || name.size() > 4 ||
        (at(j) != U'\n' && lists_.signature.longest(text_, j) == 0))
      return std::nullopt;
    const std::size_t surname =
        std::max(lists_.surnames.longest(name, 0), lists_.weak_surnames.longest(name, 0));
    if (surname == 0 || name.size() <= surname || name.size() > surname + 2 ||
        lists_.not_names.longest(name, 0) > 0 || std::any_of(name.begin(), name.end(), is_mask))
      return std::nullopt;
    names_.insert(name);
    std::size_t last = j;
    while (last > start && is_blank(at(last - 1))) --last;
    names_.emplace(text_.substr(start, last - start));
    return j;
  }

  Text text_;
  const Lists& lists_;
  std::set<std::u32string> names_;
};

}  // namespace

std::u32string to_code_points(std::string_view utf8) {
  std::u32string out;
  out.reserve(utf8.size() / 2);
  for (std::size_t i = 0; i < utf8.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(utf8[k]); };
    const unsigned lead = byte(i);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                                                             : 0;
    bool valid = length > 0 && i + length <= utf8.size();
    for (std::size_t k = 1; valid && k < length; ++k) valid = (byte(i + k) & 0xC0) == 0x80;
    if (!valid) {
      out += static_cast<char32_t>(0x110000 + lead);
      ++i;
      continue;
    }
    char32_t c = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) c = (c << 6) | (byte(i + k) & 0x3F);
    out += c;
    i += length;
  }
  return out;
}

std::string to_utf8(std::u32string_view code_points) {
  std::string out;
  out.reserve(code_points.size() * 3);
  const auto put = [&](char32_t bits) {
    out += static_cast<char>(static_cast<unsigned char>(bits));
  };
  for (const char32_t c : code_points) {
    if (c >= 0x110000) {
      put(c - 0x110000);
    } else if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | (c >> 6));
      put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      put(0xE0 | (c >> 12));
      put(0x80 | ((c >> 6) & 0x3F));
      put(0x80 | (c & 0x3F));
    } else {
      put(0xF0 | (c >> 18));
      put(0x80 | ((c >> 12) & 0x3F));
      put(0x80 | ((c >> 6) & 0x3F));
      put(0x80 | (c & 0x3F));
    }
  }
  return out;
}

std::size_t surname_length(std::u32string_view name) {
  return std::clamp<std::size_t>(Lists::get().surnames.longest(name, 0), 1, 2);
}

std::set<std::u32string> find_chinese_names(std::u32string_view text) {
  return Search(text).run();
}

std::set<std::string> find_english_names(std::string_view text) {
  struct Patterns {
    std::vector<std::unique_ptr<RE2>> contexts;
    std::set<std::string> not_names;
  };
  static const Patterns patterns = [] {
    Patterns made;
    auto lists = read_word_lists(learning::data::english_name_contexts, true);
    for (const std::string& context : lists["contexts"])
      made.contexts.push_back(std::make_unique<RE2>(
          context + R"(([A-Z][a-z]+(?:[ ][A-Z]\.)?(?:[ ][A-Z][a-z]+){1,2})\b)"));
    made.not_names.insert(lists["not_names"].begin(), lists["not_names"].end());
    return made;
  }();
  std::set<std::string> names;
  for (const auto& pattern : patterns.contexts) {
    re2::StringPiece rest(text.data(), text.size()), name;
    while (RE2::FindAndConsume(&rest, *pattern, &name)) {
      std::string found(name.data(), name.size());
      // "Ann Example Attn": words that no name holds are cut off behind; in front they rule it out.
      std::vector<std::string> words;
      for (std::size_t start = 0; start < found.size();) {
        const std::size_t end = std::min(found.find(' ', start), found.size());
        words.push_back(found.substr(start, end - start));
        start = end + 1;
      }
      const auto stop = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
        return patterns.not_names.contains(word);
      });
      if (stop - words.begin() < 2) continue;
      names.insert(fmt::format("{}", fmt::join(words.begin(), stop, " ")));
    }
  }
  return names;
}

}  // namespace proviso::tasks
