#include "tasks/mentions/number.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

namespace proviso::tasks {
namespace {

using std::string_view;

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool latin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool at(string_view text, std::size_t offset, string_view word) {
  return text.substr(std::min(offset, text.size())).starts_with(word);
}

bool before(string_view text, std::size_t offset, string_view word) {
  return text.substr(0, offset).ends_with(word);
}

std::size_t skip_spaces(string_view text, std::size_t offset) {
  while (offset < text.size() && text[offset] == ' ') ++offset;
  return offset;
}

struct Scale {
  string_view word;
  std::int64_t factor;
};
constexpr std::array<Scale, 8> kScales{{{"万亿", 1'000'000'000'000},
                                        {"百万", 1'000'000},
                                        {"千万", 10'000'000},
                                        {"十万", 100'000},
                                        {"亿", 100'000'000},
                                        {"万", 10'000},
                                        {"千", 1'000},
                                        {"百", 100}}};

struct Unit {
  string_view word;
  Measure measure;
};
// Longer words first. "月" alone and "年" alone are handled where dates are excluded.
constexpr std::array<Unit, 40> kUnits{{
    {"美元", Measure::kForeign}, {"美金", Measure::kForeign},   {"港元", Measure::kForeign},
    {"港币", Measure::kForeign}, {"欧元", Measure::kForeign},   {"日元", Measure::kForeign},
    {"英镑", Measure::kForeign}, {"加元", Measure::kForeign},   {"澳元", Measure::kForeign},
    {"韩元", Measure::kForeign}, {"新台币", Measure::kForeign}, {"元", Measure::kMoney},
    {"块钱", Measure::kMoney},   {"%", Measure::kPercent},      {"‰", Measure::kPercent},
    {"个半月", Measure::kOther}, {"个月", Measure::kMonths},    {"个工作日", Measure::kOther},
    {"周年", Measure::kYears},   {"年", Measure::kYears},       {"月", Measure::kMonths},
    {"天", Measure::kDays},      {"日", Measure::kDays},        {"平方米", Measure::kOther},
    {"平米", Measure::kOther},   {"㎡", Measure::kOther},       {"m2", Measure::kOther},
    {"立方米", Measure::kOther}, {"亩", Measure::kOther},       {"吨", Measure::kOther},
    {"公斤", Measure::kOther},   {"千克", Measure::kOther},     {"公里", Measure::kOther},
    {"人", Measure::kOther},     {"股", Measure::kOther},       {"份", Measure::kOther},
    {"倍", Measure::kOther},     {"次", Measure::kOther},       {"台", Measure::kOther},
    {"岁", Measure::kOther},
}};

constexpr std::array<std::pair<string_view, int>, 31> kNumerals{{
    {"〇", 0},   {"零", 0},    {"一", 1},    {"二", 2}, {"两", 2},  {"三", 3},  {"四", 4},
    {"五", 5},   {"六", 6},    {"七", 7},    {"八", 8}, {"九", 9},  {"壹", 1},  {"贰", 2},
    {"貳", 2},   {"叁", 3},    {"叄", 3},    {"参", 3}, {"肆", 4},  {"伍", 5},  {"陆", 6},
    {"陸", 6},   {"柒", 7},    {"捌", 8},    {"玖", 9}, {"十", 10}, {"拾", 10}, {"百", 100},
    {"佰", 100}, {"千", 1000}, {"仟", 1000},
}};

// 0..9 a digit, 10/100/1000 a position, 10000 万, 100000000 亿, -1 none.
std::int64_t numeral(string_view character) {
  for (const auto& [word, value] : kNumerals) {
    if (word == character) return value;
  }
  if (character == "万") return 10'000;
  if (character == "亿") return 100'000'000;
  return -1;
}

std::size_t numeral_run(string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size()) {
    const std::size_t bytes = code_point_bytes(text[end]);
    if (bytes != 3 || numeral(text.substr(end, bytes)) < 0) break;
    end += bytes;
  }
  return end;
}

bool has_capital(string_view numerals) {
  for (const string_view capital :
       {"壹", "贰", "貳", "叁", "叄", "肆", "伍", "陆", "陸", "柒", "捌", "玖", "拾", "佰", "仟"}) {
    if (numerals.find(capital) != string_view::npos) return true;
  }
  return false;
}

Exact power(int exponent) {
  Exact value = 1;
  for (int i = 0; i < exponent; ++i) value = value * 10;
  return value;
}

// Reads one figure at a time from left to right.
class Scanner {
 public:
  explicit Scanner(const Folded& folded)
      : folded_(folded), text_(folded.text), wide_separators_(has_wide_separators(folded)) {}

  std::vector<Number> run() {
    std::size_t at_byte = 0;
    while (at_byte < text_.size()) {
      if (digit(text_[at_byte])) {
        at_byte = arabic(at_byte);
      } else if (code_point_bytes(text_[at_byte]) == 3 && numeral(text_.substr(at_byte, 3)) >= 0) {
        at_byte = chinese(at_byte);
      } else if (at(text_, at_byte, "百分之") || at(text_, at_byte, "千分之") ||
                 at(text_, at_byte, "万分之")) {
        at_byte += 3;  // reached only when chinese() did not take it
      } else {
        at_byte += code_point_bytes(text_[at_byte]);
      }
    }
    return std::move(numbers_);
  }

 private:
  // Whether the document writes 1，234元 somewhere: then 1，234 is one number everywhere in it.
  static bool has_wide_separators(const Folded& folded) {
    static const RE2 grouped("[0-9],[0-9]{3}(?:\\.[0-9]+)?元");
    const re2::StringPiece text(folded.text);
    re2::StringPiece match;
    for (std::size_t from = 0;
         grouped.Match(text, from, text.size(), RE2::UNANCHORED, &match, 1);) {
      const auto comma = static_cast<std::size_t>(match.data() - text.data()) + 1;
      if (folded.origin[comma + 1] - folded.origin[comma] > 1) return true;
      from = comma + 1;
    }
    return false;
  }

  // Digits with separators: [start, end) and the digits alone. A comma counts as a separator before
  // exactly three digits; a full-width one only when a stop, a scale or a unit of money follows the
  // last group (a list of round figures, 100，200，300, looks the same).
  std::size_t digits(std::size_t start, std::string& out) const {
    std::size_t end = start;
    while (end < text_.size() && digit(text_[end])) out.push_back(text_[end++]);
    if (out.size() <= 3 && out[0] != '0') {
      std::size_t probe = end;
      std::string grouped = out;
      bool wide = false;
      while (probe + 3 < text_.size() + 0 && text_[probe] == ',' && digit(text_[probe + 1]) &&
             digit(text_[probe + 2]) && probe + 3 < text_.size() && digit(text_[probe + 3]) &&
             (probe + 4 >= text_.size() || !digit(text_[probe + 4]))) {
        wide |= folded_.origin[probe + 1] - folded_.origin[probe] > 1;
        grouped.append(text_.substr(probe + 1, 3));
        probe += 4;
      }
      bool sure = wide_separators_;
      for (const string_view next : {".", "元", "万元", "/", "÷", "×", "+", "-", "="})
        sure |= at(text_, probe, next);
      if (probe > end && (!wide || sure)) {
        out = grouped;
        end = probe;
      }
    }
    if (end + 1 < text_.size() && text_[end] == '.' && digit(text_[end + 1])) {
      std::size_t probe = end + 1;
      std::string decimals = ".";
      while (probe < text_.size() && digit(text_[probe])) decimals.push_back(text_[probe++]);
      // 2013.1.14 is a date, 1.2.3 a heading.
      if (!(probe + 1 < text_.size() && text_[probe] == '.' && digit(text_[probe + 1]))) {
        out += decimals;
        end = probe;
      }
    } else if (end + 1 < text_.size() && text_[end] == ',' && digit(text_[end + 1])) {
      // A comma for a stop is certain only before a per cent sign: 3,14%.
      std::size_t probe = end + 1;
      std::string decimals = ".";
      while (probe < text_.size() && digit(text_[probe])) decimals.push_back(text_[probe++]);
      if (decimals.size() <= 3 && (at(text_, probe, "%") || at(text_, probe, "‰"))) {
        out += decimals;
        end = probe;
      }
    }
    return end;
  }

  std::size_t arabic(std::size_t start) {
    std::string figure;
    const std::size_t end = digits(start, figure);
    if (part_of_code(start, end, figure) || dotted_date(end)) return rest_of_code(end);
    if (const std::size_t date_end = date(start, end, figure); date_end != 0) return date_end;
    const std::optional<Exact> value = Exact::parse(figure);
    if (!value) return end;
    const std::size_t stop = figure.find('.');
    const int places = stop == std::string::npos ? 0 : static_cast<int>(figure.size() - stop - 1);
    Number number;
    number.value = *value;
    number.unit = Exact(1) / power(places);
    const std::size_t after = finish(number, start, end);
    return after;
  }

  // Pieces of longer codes: letters or mask signs directly at either end, a leading zero before
  // more digits.
  bool part_of_code(std::size_t start, std::size_t end, const std::string& figure) const {
    if (figure.size() > 1 && figure[0] == '0' && figure[1] != '.') return true;
    const std::size_t stop = figure.find('.');
    if ((stop == std::string::npos ? figure.size() : stop) > 14) return true;
    if (start > 0 && latin(text_[start - 1]) &&
        !(text_[start - 1] == 'x' || text_[start - 1] == 'X'))
      return true;
    if (before(text_, start, "××") || at(text_, end, "××")) return true;
    const bool year_of_code = figure.size() == 4 && before(text_, start, "(") &&
                              at(text_, end, ")") && (figure[0] == '1' || figure[0] == '2');
    return year_of_code || at(text_, end, "号");
  }

  bool dotted_date(std::size_t end) const {
    return end + 1 < text_.size() && text_[end] == '.' && digit(text_[end + 1]);
  }

  std::size_t rest_of_code(std::size_t end) const {
    while (end < text_.size() && (digit(text_[end]) || latin(text_[end]) || text_[end] == '.'))
      ++end;
    return end;
  }

  // The end of a date that starts here with a year, or with 月 and 日; 0 when there is none.
  std::size_t date(std::size_t start, std::size_t end, const std::string& figure) const {
    std::size_t next = skip_spaces(text_, end);
    if (figure.size() == 4 && (figure[0] == '1' || figure[0] == '2') && at(text_, next, "年")) {
      next = skip_spaces(text_, next + 3);
      return month_and_day(next, next);
    }
    if (figure.size() == 4 && (figure[0] == '1' || figure[0] == '2') && next < text_.size() &&
        text_[next] == '-' && next + 1 < text_.size() && digit(text_[next + 1])) {
      std::size_t probe = next + 1;
      while (probe < text_.size() && digit(text_[probe])) ++probe;
      if (probe - next <= 3 && probe + 1 < text_.size() && text_[probe] == '-' &&
          digit(text_[probe + 1])) {
        ++probe;
        while (probe < text_.size() && digit(text_[probe])) ++probe;
        return probe;
      }
    }
    if (figure.size() <= 2 && at(text_, next, "月") && !at(text_, next, "月息") &&
        (figure.size() < 2 || figure <= "12")) {
      return month_and_day(start, 0);
    }
    if (figure.size() <= 2 && at(text_, next, "日") && !at(text_, next, "日内") &&
        (before(text_, start, "、") || before(text_, start, "-") || before(text_, start, "至") ||
         before(text_, start, "月") || before(text_, start, "同日"))) {
      return next + 3;
    }
    return 0;
  }

  // "5月3日" or "5月" from `start`; `otherwise` when there is none.
  std::size_t month_and_day(std::size_t start, std::size_t otherwise) const {
    std::size_t end = start;
    while (end < text_.size() && digit(text_[end])) ++end;
    const std::size_t month = skip_spaces(text_, end);
    if (end == start || end - start > 2 || !at(text_, month, "月")) return otherwise;
    std::size_t day = skip_spaces(text_, month + 3);
    const std::size_t day_start = day;
    while (day < text_.size() && digit(text_[day])) ++day;
    const std::size_t mark = skip_spaces(text_, day);
    if (day > day_start && day - day_start <= 2 && at(text_, mark, "日")) return mark + 3;
    return month + 3;
  }

  // Chinese numerals count only with a unit of money, time or rate behind them.
  std::size_t chinese(std::size_t start) {
    const std::size_t end = numeral_run(text_, start);
    if (const std::size_t rate_end = fraction(start, end); rate_end != 0) return rate_end;
    const std::optional<Exact> value = chinese_value(text_.substr(start, end - start));
    if (!value) return end;
    Number number;
    number.value = *value;
    number.script =
        has_capital(text_.substr(start, end - start)) ? Script::kCapital : Script::kChinese;
    const std::size_t count = numbers_.size();
    const std::size_t after = finish(number, start, end);
    const bool counted = numbers_.size() > count && numbers_.back().measure != Measure::kBare &&
                         numbers_.back().measure != Measure::kOther;
    if (!counted && numbers_.size() > count) numbers_.pop_back();
    return counted ? after : end;
  }

  // 百分之六, 千分之三点五, 万分之五 as a rate; 三分之一 as a fraction.
  std::size_t fraction(std::size_t start, std::size_t end) {
    if (!at(text_, end, "分之")) return 0;
    const std::optional<Exact> denominator = chinese_value(text_.substr(start, end - start));
    Exact below = denominator.value_or(Exact::invalid());
    const string_view run = text_.substr(start, end - start);
    if (run.ends_with("百")) below = 100;
    if (run.ends_with("千")) below = 1000;
    if (run.ends_with("万")) below = 10000;
    const std::size_t top = end + 6;
    std::optional<Exact> above;
    std::size_t top_end = top;
    if (top < text_.size() && digit(text_[top])) {
      std::string figure;
      top_end = digits(top, figure);
      above = Exact::parse(figure);
    } else {
      top_end = numeral_run(text_, top);
      above = chinese_value(text_.substr(top, top_end - top));
      if (above && at(text_, top_end, "点")) {
        const std::size_t decimals = top_end + 3;
        const std::size_t decimals_end = numeral_run(text_, decimals);
        Exact place = Exact(1) / 10;
        for (std::size_t i = decimals; i < decimals_end; i += 3, place = place / 10) {
          above = *above + place * Exact(numeral(text_.substr(i, 3)));
        }
        top_end = decimals_end;
      }
    }
    if (!above || !below.valid()) return 0;
    Number number;
    number.measure = Measure::kPercent;
    number.script = Script::kChinese;
    number.value = *above / below;
    number.unit = Exact(1) / below;
    push(number, start, top_end);
    return top_end;
  }

  // Scale, unit, 角 and 分, what stands around; pushes the number. Returns where to read on.
  std::size_t finish(Number number, std::size_t start, std::size_t end) {
    std::size_t next = skip_spaces(text_, end);
    if (number.script == Script::kArabic) {
      for (const Scale& scale : kScales) {
        if (!at(text_, next, scale.word)) continue;
        if (scale.factor < 10'000 && !at(text_, next + scale.word.size(), "元")) continue;
        if (at(text_, next, "万分之")) break;
        number.scale = scale.factor;
        number.value = number.value * number.scale;
        number.unit = number.unit * number.scale;
        end = next + scale.word.size();
        next = skip_spaces(text_, end);
        break;
      }
    }
    for (const string_view vague : {"余", "多"}) {
      if (!at(text_, next, vague)) continue;
      const std::size_t behind = next + vague.size();
      const bool unit = at(text_, behind, "元") || at(text_, behind, "万") ||
                        at(text_, behind, "个") || at(text_, behind, "年") ||
                        at(text_, behind, "天") || at(text_, behind, "平");
      if (!unit) break;
      number.approximate = true;
      next = behind;
      if (at(text_, next, "万")) {
        number.value = number.value * 10'000;
        number.scale = number.scale * 10'000;
        next += 3;
      }
    }
    for (const Unit& unit : kUnits) {
      if (!at(text_, next, unit.word)) continue;
      number.measure = unit.measure;
      end = next + unit.word.size();
      if (unit.word == "%") scale_by(number, 100);
      if (unit.word == "‰") scale_by(number, 1000);
      break;
    }
    if (number.measure == Measure::kMoney) end = jiao_and_fen(number, end);
    if (number.measure == Measure::kBare && before_money_sign(start))
      number.measure = Measure::kMoney;
    if (number.measure == Measure::kMoney) {
      for (const string_view sign : {"人民币", "¥", "RMB"}) {
        if (before(text_, start, sign)) {
          start -= sign.size();
          break;
        }
      }
      number.per = at(text_, end, "/") || at(text_, end, "每");
      if (at(text_, end, "左右") || at(text_, end, "上下")) number.approximate = true;
    }
    if (before(text_, start, "约") && !before(text_, start, "合约"))
      number.approximate |= !before(text_, start, "违约");
    // 赵某395209.93元: the first digits may belong to the masked name (赵某3).
    const bool masked = before(text_, start, "某") && !before(text_, start, "某某");
    // 赵某7860元（11200元×70%）: the calculation behind it says what the figure is.
    const bool calculated = at(text_, end, "(") && end + 1 < text_.size() && digit(text_[end + 1]);
    const bool glued = masked && (!calculated || masks_are_numbered());
    if (before(text_, start, "近") || glued) number.approximate = true;
    push(number, start, end);
    return end;
  }

  // Whether the document tells masked people apart by numbers (赵某3于…): a number with nothing of
  // a figure behind it. Asked once, and only where a figure stands behind a mask.
  bool masks_are_numbered() {
    if (!numbered_masks_) {
      numbered_masks_ = false;
      constexpr string_view kMask = "某";
      for (std::size_t at = text_.find(kMask); at != string_view::npos && !*numbered_masks_;
           at = text_.find(kMask, at + 1)) {
        std::size_t end = at + kMask.size();
        const std::size_t digits = end;
        while (end < text_.size() && end < digits + 3 && digit(text_[end])) ++end;
        if (end == digits || end == digits + 3) continue;
        const bool figure = at_any(end, {".", ",", "元", "万", "千", "百", "亿", "%", "角"}) ||
                            (end < text_.size() && digit(text_[end]));
        *numbered_masks_ = !figure;
      }
    }
    return *numbered_masks_;
  }

  bool at_any(std::size_t place, std::initializer_list<string_view> list) const {
    return std::any_of(list.begin(), list.end(),
                       [&](string_view each) { return at(text_, place, each); });
  }

  bool before_money_sign(std::size_t start) const {
    return before(text_, start, "¥") || before(text_, start, "人民币") ||
           before(text_, start, "RMB");
  }

  static void scale_by(Number& number, int below) {
    number.value = number.value / below;
    number.unit = number.unit / below;
  }

  std::size_t jiao_and_fen(Number& number, std::size_t end) const {
    std::size_t next = end;
    for (const auto& [word, worth] : {std::pair<string_view, int>{"角", 10}, {"分", 100}}) {
      std::size_t probe = next;
      Exact part;
      if (probe < text_.size() && digit(text_[probe]) && number.script == Script::kArabic) {
        part = text_[probe] - '0';
        ++probe;
      } else if (number.script != Script::kArabic) {
        if (at(text_, probe, "零")) probe += 3;
        const std::int64_t value = probe + 3 <= text_.size() ? numeral(text_.substr(probe, 3)) : -1;
        if (value < 0 || value > 9) continue;
        part = value;
        probe += 3;
      } else {
        continue;
      }
      if (!at(text_, probe, word)) continue;
      number.value = number.value + part / worth;
      number.unit = Exact(1) / worth;
      next = probe + word.size();
    }
    if (number.script == Script::kCapital && (at(text_, next, "整") || at(text_, next, "正")))
      next += 3;
    return next;
  }

  void push(Number& number, std::size_t start, std::size_t end) {
    if (!number.value.valid()) return;
    number.start = start;
    number.end = end;
    number.span = folded_.original(start, end);
    numbers_.push_back(number);
  }

  const Folded& folded_;
  string_view text_;
  std::optional<bool> numbered_masks_;
  bool wide_separators_;
  std::vector<Number> numbers_;
};

}  // namespace

std::optional<Exact> chinese_value(string_view numerals) {
  if (numerals.empty() || numerals.size() > 90) return std::nullopt;
  bool positions = false;
  for (std::size_t i = 0; i < numerals.size(); i += 3) {
    const std::int64_t value = numeral(numerals.substr(i, 3));
    if (value < 0) return std::nullopt;
    positions |= value >= 10;
  }
  std::int64_t total = 0;    // finished groups of 万 and 亿
  std::int64_t section = 0;  // below 万
  std::int64_t last = -1;    // a digit still without its position
  bool zero = false;
  std::int64_t last_position = 0;
  for (std::size_t i = 0; i < numerals.size(); i += 3) {
    const std::int64_t value = numeral(numerals.substr(i, 3));
    if (!positions) {
      if (numerals.size() / 3 > 12) return std::nullopt;
      total = total * 10 + value;
      continue;
    }
    if (value == 0) {
      if (last > 0) return std::nullopt;
      zero = true;
      last = -1;
    } else if (value < 10) {
      if (last > 0) return std::nullopt;
      last = value;
    } else if (value < 10'000) {
      section += (last < 0 ? 1 : last) * value;
      last = -1;
      zero = false;
      last_position = value;
    } else {
      section += last < 0 ? 0 : last;
      if (value == 10'000) {
        if (section == 0) return std::nullopt;
        total += section * value;
      } else {
        total = (total + section) * value;
      }
      section = 0;
      last = -1;
      zero = false;
      last_position = value;
    }
  }
  if (!positions) return Exact(total);
  // 三万五: is it 35,000 or 30,005?
  if (last > 0 && !zero && last_position > 10) return std::nullopt;
  return Exact(total + section + (last < 0 ? 0 : last));
}

std::vector<Number> find_numbers(const Folded& folded) {
  return Scanner(folded).run();
}

std::string money_text(const Exact& yuan, const Exact& scale) {
  if (scale == Exact(10'000)) return (yuan / scale).str(6) + "万元";
  if (scale == Exact(100'000'000)) return (yuan / scale).str(8) + "亿元";
  return yuan.str(2) + "元";
}

}  // namespace proviso::tasks
