#include "segmenter/chinese/reflow.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <limits>

#include "segmenter/utf8.h"

namespace proviso::segmenter::chinese {
namespace {

// A line of a copy that kept its breaks has, on average, fewer bytes.
constexpr std::size_t kLongestLine = 1000;
constexpr std::string_view kWideSpace = "　";

bool is_han(char32_t c) {
  return c >= 0x4E00 && c <= 0x9FFF;
}

// Behind these one space may stand for a line end.
bool ends_paragraph(std::string_view before) {
  constexpr std::array<std::string_view, 22> kEnds{"。", "：", "；", "）", "》", "”",  "院", "书",
                                                   "号", "令", ")",  ":",  "]",  "师", "所", "司",
                                                   "厂", "局", "村", "室", "审", "捕"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return before.ends_with(end); });
}

// What a stop is printed as, where a copy, its fonts or its reader put another sign for it.
std::string_view meant(std::string_view character, std::string_view before,
                       std::string_view behind) {
  struct Pair {
    std::string_view sign, stop;
  };
  constexpr std::array<Pair, 13> kLookAlikes{{{"∶", "："},
                                              {"﹕", "："},
                                              {"︰", "："},
                                              {"︓", "："},
                                              {"꞉", "："},
                                              {"﹐", "，"},
                                              {"︐", "，"},
                                              {"﹔", "；"},
                                              {"︔", "；"},
                                              {"｡", "。"},
                                              {"︒", "。"},
                                              {"､", "、"},
                                              {"﹑", "、"}}};
  if (character.size() > 1) {
    for (const Pair& pair : kLookAlikes)
      if (character == pair.sign) return pair.stop;
    return character;
  }
  constexpr std::array<Pair, 3> kAscii{{{",", "，"}, {":", "："}, {";", "；"}}};
  const auto chinese = [](char32_t c) {
    return is_han(c) || c == U'）' || c == U'》' || c == U'”';
  };
  const bool after = !before.empty() && chinese(segmenter::before(before, before.size()));
  const bool ahead = !behind.empty() && is_han(code_point(behind, 0));
  for (const Pair& pair : kAscii) {
    if (character == pair.sign && (after || ahead)) return pair.stop;
  }
  if (character == "." && after && (behind.empty() || behind.front() == '\n')) return "。";
  return character;
}

// Lines cut at a page's width: about this many characters stand in a full line; 0: lines are
// paragraphs.
std::size_t width_of(std::string_view text) {
  constexpr std::size_t kWidest = 60, kNarrowest = 18, kFewest = 12;
  std::array<std::size_t, kWidest + 1> lines{}, torn{};  // by length
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty()) continue;
    const std::size_t size = length(line);
    if (size > kWidest) return 0;
    ++count;
    ++lines[size];
    const char32_t last = before(line, line.size());
    torn[size] += is_han(last) || (last < 0x80 && last != ':' && last != ';' && last != '.') ||
                  last == U'，' || last == U'、';
  }
  if (count < kFewest) return 0;
  std::size_t width = kWidest;
  while (width > kNarrowest && lines[width] == 0) --width;
  // Characters of half width and stops that may not begin a line make lines differ a little.
  std::size_t full = 0, cut = 0;
  for (std::size_t size = width - std::min<std::size_t>(width, 4); size <= width; ++size) {
    full += lines[size];
    cut += torn[size];
  }
  return full * 2 > count && cut * 10 > full * 7 ? width - 4 : 0;
}

// Whether anything that meant() changes, or letters spaced out, may stand in the text.
bool has_odd_signs(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    switch (static_cast<unsigned char>(c)) {
      case ',':
      case ':':
      case ';':
      case '.':
        if ((at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80) ||
            (at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0x80))
          return true;
        break;
      case ' ':
        // A character of three bytes between two spaces.
        if (at + 4 < text.size() && text[at + 4] == ' ' &&
            static_cast<unsigned char>(text[at + 1]) >= 0xE4)
          return true;
        break;
      case 0xEA:  // ꞉
        if (text.compare(at, 3, "꞉") == 0) return true;
        break;
      case 0xE2:  // ∶
        if (text.compare(at, 3, "∶") == 0) return true;
        break;
      case 0xEF:  // U+FE10 … U+FE5F, U+FF61 … U+FF64
        if (at + 2 < text.size() &&
            (text[at + 1] == '\xB8' || text[at + 1] == '\xB9' ||
             (text[at + 1] == '\xBD' && static_cast<unsigned char>(text[at + 2]) >= 0xA1)))
          return true;
        break;
      default:
        break;
    }
  }
  return false;
}

// Where the lines of a head and of a signature began that a copy joined to one: places before which
// a line end is missing.
std::vector<std::size_t> lost_breaks(std::string_view text) {
  std::vector<std::size_t> out;
  const auto at = [&](const re2::StringPiece& piece) {
    return static_cast<std::size_t>(piece.data() - text.data());
  };
  static const RE2 head(
      "^(?:[^。：；]{0,160}?书|)((?:中华人民共和国)?[^，。：；、书（(\\s]{2,30}?法院)[\\s　]*"
      "((?:[^，。：；（(]{0,24}?(?:判[ 　]*决|裁[ 　]*定|调[ 　]*解|决[ 　]*定|通[ 　]*知)[ "
      "　]*书|支付令)"
      ")[\\s　]*"
      "([（(〔\\[][12]\\d{3}[）)〕\\]][^，。：；\\s]{2,30}?号(?:之[一二三四五六])?)?");
  const std::string_view opening = text.substr(0, std::min<std::size_t>(text.size(), 900));
  re2::StringPiece court, name, number;
  std::size_t behind_head = 0;
  if (RE2::PartialMatch(re2::StringPiece(opening.data(), opening.size()), head, &court, &name,
                        &number)) {
    behind_head = at(name) + name.size();
    out = {at(court), at(name), behind_head};
    if (!number.empty()) {
      behind_head = at(number) + number.size();
      out.push_back(behind_head);
    }
    // "公诉机关甲市人民检察院│被告人乙，男": this line has no stop.
    static const RE2 prosecutor("^(?:原?公诉机关|抗诉机关)[：:]?[^，。：；]{2,40}?检察院");
    const std::string_view rest = text.substr(behind_head, 300);
    re2::StringPiece whole;
    if (prosecutor.Match(re2::StringPiece(rest.data(), rest.size()), 0, rest.size(),
                         RE2::ANCHOR_START, &whole, 1)) {
      out.push_back(at(whole) + whole.size());
    }
  }
  static const RE2 signature(
      "[。）]((?:代理)?(?:审判长|审判员|执行长|执行员|独任审判员)[\\s　]*[^，。；：]{2,80}?(?:["
      "一二][〇○ＯOo0Ｏ零一二三四五六七八九十]{3}年[^，。；]{2,8}日|[12]\\d{3}年\\d{1,2}月\\d{1,2}"
      "日)"
      "[^，。；：]{0,40})");
  re2::StringPiece rest(text.data(), text.size()), names;
  rest.remove_prefix(static_cast<std::ptrdiff_t>(behind_head));
  if (!RE2::PartialMatch(rest, signature, &names)) return out;
  out.push_back(at(names));
  static const RE2 line(
      "(?:代理)?审判员|人民陪审员|(?:代理)?书记员|法官助理|执行员|[一二]["
      "〇○ＯOo0Ｏ零一二三四五六七八九"
      "十]{3}年|[12]\\d{3}年|附(?:[：:相本法录件判]|$)");
  re2::StringPiece whole;
  std::size_t from = 3;
  while (
      from < static_cast<std::size_t>(names.size()) &&
      line.Match(names, from, static_cast<std::size_t>(names.size()), RE2::UNANCHORED, &whole, 1)) {
    const std::size_t found = at(whole);
    out.push_back(found);
    from = found + static_cast<std::size_t>(whole.size()) - at(names);
  }
  return out;
}

}  // namespace

// Copies the original piece by piece.
class Reflow::Builder {
 public:
  explicit Builder(std::string_view text) : original_(text) {
    out_.text_.reserve(text.size() + 64);
  }

  // Everything before `at` that was not yet copied.
  void keep_to(std::size_t at) {
    if (at <= copied_) return;
    out_.text_ += original_.substr(copied_, at - copied_);
    copied_ = at;
  }
  // `words` stand for the original's [copied, at).
  void replace_to(std::size_t at, std::string_view words) {
    out_.text_ += words;
    const bool same_size = words.size() == at - copied_;
    if (!same_size) step(at, at);
    copied_ = at;
    changed_ = true;
  }
  // The original's [copied, at) is left out, or a line end stands for it.
  void leave_to(std::size_t at, bool line_end) {
    if (line_end) {
      step(copied_, copied_);
      out_.text_ += '\n';
    }
    step(line_end ? at : copied_, at);
    copied_ = at;
    changed_ = true;
  }
  bool changed() const { return changed_; }
  std::string_view so_far() const { return out_.text_; }
  Reflow take() {
    keep_to(original_.size());
    return std::move(out_);
  }

 private:
  void step(std::size_t to, std::size_t from) {
    const auto narrow = [](std::size_t offset) { return static_cast<std::uint32_t>(offset); };
    out_.steps_.push_back({narrow(out_.text_.size()), narrow(to), narrow(from)});
  }

  std::string_view original_;
  Reflow out_;
  std::size_t copied_ = 0;
  bool changed_ = false;
};

std::optional<Reflow> Reflow::of(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max() / 2) return std::nullopt;
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const bool run_together = text.size() >= kLongestLine && lines * kLongestLine <= text.size();
  const std::size_t width = run_together ? 0 : width_of(text);
  const bool odd = has_odd_signs(text);
  if (!run_together && width == 0 && !odd) return std::nullopt;

  std::vector<std::size_t> lost;
  if (run_together) lost = lost_breaks(text);
  std::sort(lost.begin(), lost.end());
  auto next_break = lost.begin();

  Builder out(text);
  std::size_t line_start = 0;
  for (std::size_t at = 0; at < text.size();) {
    while (next_break != lost.end() && *next_break < at) ++next_break;
    if (next_break != lost.end() && *next_break == at) {
      out.keep_to(at);
      if (!out.so_far().empty() && !out.so_far().ends_with('\n')) out.leave_to(at, true);
      ++next_break;
    }
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0xE4 && byte <= 0xE9) {  // Han: the usual case
      at += 3;
      continue;
    }
    const std::size_t end = next(text, at);
    const std::string_view character = text.substr(at, end - at);
    if (character == "\n") {
      const std::string_view line = text.substr(line_start, at - line_start);
      line_start = end;
      const bool torn = width > 0 && length(line) >= width && !line.ends_with("。") &&
                        !line.ends_with("：") && !line.ends_with("；");
      if (torn && end < text.size()) {
        out.keep_to(at);
        out.leave_to(end, false);
      }
      at = end;
      continue;
    }
    if (character == " " || character == kWideSpace) {
      std::size_t behind = end;
      std::size_t spaces = 1;
      while (behind < text.size() &&
             (text[behind] == ' ' || text.substr(behind).starts_with(kWideSpace))) {
        behind = next(text, behind);
        ++spaces;
      }
      const std::string_view so_far = text.substr(0, at);
      // "判 决 如 下": a space, a character and a space again
      const bool letters = spaces == 1 && at >= 3 && behind + 3 <= text.size() &&
                           is_han(segmenter::before(text, at)) &&
                           is_han(code_point(text, behind)) &&
                           ((behind + 3 < text.size() && text[behind + 3] == ' ') ||
                            (at >= 4 && text[at - 4] == ' '));
      const bool breaks = run_together && behind < text.size() && !letters &&
                          (spaces > 1 || ends_paragraph(so_far));
      if (breaks || (letters && character == " ")) {
        out.keep_to(at);
        out.leave_to(behind, breaks);
      }
      at = behind;
      continue;
    }
    if (odd) {
      const std::string_view stop = meant(character, text.substr(0, at), text.substr(end));
      if (stop != character) {
        out.keep_to(at);
        out.replace_to(end, stop);
      }
    }
    at = end;
  }
  if (!out.changed()) return std::nullopt;
  return out.take();
}

std::size_t Reflow::begins(std::size_t at) const {
  const auto behind = std::upper_bound(steps_.begin(), steps_.end(), at,
                                       [](std::size_t a, const Step& step) { return a < step.at; });
  if (behind == steps_.begin()) return at;
  const Step& step = *(behind - 1);
  return step.from + (at - step.at);
}

std::size_t Reflow::ends(std::size_t at) const {
  const auto here = std::lower_bound(steps_.begin(), steps_.end(), at,
                                     [](const Step& step, std::size_t a) { return step.at < a; });
  if (here != steps_.end() && here->at == at) return here->to;
  return begins(at);
}

}  // namespace proviso::segmenter::chinese
