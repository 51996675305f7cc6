#include "tasks/mentions/formula.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace proviso::tasks {
namespace {

using std::string_view;

enum class Kind : std::uint8_t { kNumber, kOperator, kOpen, kClose, kEquals, kWords, kBreak };

struct Token {
  Kind kind = Kind::kBreak;
  char symbol = 0;  // + - * / for operators, ~ for ≈
  std::size_t start = 0;
  std::size_t end = 0;
  std::size_t number = 0;  // index
};

constexpr std::size_t kLongestLabel = 20;  // code points between an operator and its figure
constexpr std::size_t kLongestTail = 8;    // between a figure and the next operator
constexpr int kDeepest = 24;

bool digit(char c) {
  return c >= '0' && c <= '9';
}

// Cuts the whole text into tokens; words are runs of anything that is neither figure nor operator
// nor stop.
class Tokens {
 public:
  Tokens(const Folded& folded, const std::vector<Number>& numbers)
      : text_(folded.text), numbers_(numbers) {
    std::size_t next_number = 0;
    for (std::size_t at = 0; at < text_.size();) {
      while (next_number < numbers_.size() && numbers_[next_number].start < at) ++next_number;
      if (next_number < numbers_.size() && numbers_[next_number].start == at) {
        add(Kind::kNumber, 0, at, numbers_[next_number].end, next_number);
        at = numbers_[next_number].end;
        continue;
      }
      at = other(at);
    }
  }

  const std::vector<Token>& list() const { return tokens_; }

 private:
  std::size_t other(std::size_t at) {
    const std::size_t bytes = code_point_bytes(text_[at]);
    const string_view c = text_.substr(at, bytes);
    if (c == " ") return at + 1;
    if (c == "(") return add(Kind::kOpen, '(', at, at + 1);
    if (c == ")") return add(Kind::kClose, ')', at, at + 1);
    if (c == "=") return add(Kind::kEquals, '=', at, at + 1);
    if (c == "≈") return add(Kind::kEquals, '~', at, at + bytes);
    if (c == "+") return add(Kind::kOperator, '+', at, at + bytes);
    if (c == "÷") return add(Kind::kOperator, '/', at, at + bytes);
    if (c == "-" && !repeated(at, c)) return add(Kind::kOperator, '-', at, at + bytes);
    if (c == "×" && !repeated(at, c)) return add(Kind::kOperator, '*', at, at + bytes);
    if ((c == "x" || c == "X") && between_operands(at))
      return add(Kind::kOperator, '*', at, at + 1);
    if (c == "/" && divides(at)) return add(Kind::kOperator, '/', at, at + 1);
    for (const string_view stop :
         {",", ";", ":", "。", "、", "\n", "!", "?", "“", "”", "\"", "《", "》", "…", "-", "×"}) {
      if (c == stop) return add(Kind::kBreak, 0, at, at + bytes);
    }
    if (!tokens_.empty() && tokens_.back().kind == Kind::kWords) {
      tokens_.back().end = at + bytes;
      return at + bytes;
    }
    return add(Kind::kWords, 0, at, at + bytes);
  }

  // A mask (×××) or a dash (——).
  bool repeated(std::size_t at, string_view c) const {
    return text_.substr(0, at).ends_with(c) || text_.substr(at + c.size()).starts_with(c);
  }

  bool between_operands(std::size_t at) const {
    if (at == 0 || at + 1 >= text_.size() || tokens_.empty()) return false;
    const Kind last = tokens_.back().kind;
    return (last == Kind::kNumber || last == Kind::kClose) &&
           (digit(text_[at + 1]) || text_[at + 1] == '(');
  }

  // 元/天 is a price per day, 12.5/25 a division.
  bool divides(std::size_t at) const {
    const std::size_t next = at + 1;
    return next < text_.size() && (digit(text_[next]) || text_[next] == '(' || text_[next] == ' ');
  }

  std::size_t add(Kind kind, char symbol, std::size_t start, std::size_t end,
                  std::size_t number = 0) {
    tokens_.push_back({kind, symbol, start, end, number});
    return end;
  }

  string_view text_;
  const std::vector<Number>& numbers_;
  std::vector<Token> tokens_;
};

struct Value {
  Exact scaled;
  Exact raw;
};

// Recursive descent over tokens [begin, end).
class Calculation {
 public:
  Calculation(string_view text, const std::vector<Token>& tokens,
              const std::vector<Number>& numbers, std::size_t begin, std::size_t end)
      : text_(text), tokens_(tokens), numbers_(numbers), at_(begin), end_(end) {}

  // The value when the tokens are one whole calculation, or one figure.
  std::optional<Value> read() {
    std::optional<Value> value = sum(0);
    if (!value || at_ != end_ || !value->scaled.valid() || !value->raw.valid()) return std::nullopt;
    return value;
  }

  std::size_t operators() const { return operators_; }
  std::size_t operands() const { return operands_; }
  bool product() const { return product_; }
  bool quotient() const { return quotient_; }
  bool labelled() const { return labelled_; }
  const Number* last_number() const { return last_number_; }

 private:
  bool here(Kind kind) const { return at_ < end_ && tokens_[at_].kind == kind; }

  std::optional<Value> sum(int depth) {
    std::optional<Value> left = term(depth);
    while (left && here(Kind::kOperator) &&
           (tokens_[at_].symbol == '+' || tokens_[at_].symbol == '-')) {
      const bool plus = tokens_[at_++].symbol == '+';
      ++operators_;
      const std::optional<Value> right = term(depth);
      if (!right) return std::nullopt;
      left = plus ? Value{left->scaled + right->scaled, left->raw + right->raw}
                  : Value{left->scaled - right->scaled, left->raw - right->raw};
    }
    return left;
  }

  std::optional<Value> term(int depth) {
    std::optional<Value> left = factor(depth);
    while (left && here(Kind::kOperator) &&
           (tokens_[at_].symbol == '*' || tokens_[at_].symbol == '/')) {
      const bool times = tokens_[at_++].symbol == '*';
      ++operators_;
      (times ? product_ : quotient_) = true;
      const std::optional<Value> right = factor(depth);
      if (!right) return std::nullopt;
      left = times ? Value{left->scaled * right->scaled, left->raw * right->raw}
                   : Value{left->scaled / right->scaled, left->raw / right->raw};
    }
    return left;
  }

  std::optional<Value> factor(int depth) {
    if (depth > kDeepest) return std::nullopt;
    if (here(Kind::kWords)) {
      if (words(at_) > kLongestLabel) return std::nullopt;
      labelled_ = true;
      ++at_;
    }
    std::optional<Value> value;
    if (here(Kind::kOpen)) {
      ++at_;
      value = sum(depth + 1);
      if (!value || !here(Kind::kClose)) return std::nullopt;
      ++at_;
    } else if (here(Kind::kNumber)) {
      value = figure();
    } else {
      return std::nullopt;
    }
    if (here(Kind::kWords) && words(at_) <= kLongestTail) ++at_;
    if (here(Kind::kOpen)) skip_note();
    if (here(Kind::kWords) && words(at_) <= kLongestTail) ++at_;
    return value;
  }

  // One figure; years with months behind them, months with days, are one figure.
  Value figure() {
    const Number& number = numbers_[tokens_[at_].number];
    last_number_ = &number;
    ++operands_;
    ++at_;
    Value value{number.value, number.value / number.scale};
    if (number.measure == Measure::kPercent) product_ = true;
    Measure last = number.measure;
    Exact parts = 1;
    while (last == Measure::kYears || last == Measure::kMonths) {
      std::size_t next = at_;
      if (next < end_ && tokens_[next].kind == Kind::kWords) {
        const string_view joint =
            text_.substr(tokens_[next].start, tokens_[next].end - tokens_[next].start);
        if (joint != "另" && joint != "零" && joint != "又" && joint != "加" && joint != "及")
          break;
        ++next;
      }
      if (next >= end_ || tokens_[next].kind != Kind::kNumber) break;
      const Number& part = numbers_[tokens_[next].number];
      const bool months = last == Measure::kYears && part.measure == Measure::kMonths;
      const bool days = last == Measure::kMonths && part.measure == Measure::kDays;
      if (!months && !days) break;
      // 1个月30天 says the same twice.
      if (days && part.value >= Exact(28)) break;
      parts = parts * (months ? 12 : 30);
      value.scaled = value.scaled + part.value / parts;
      value.raw = value.raw + part.value / parts;
      last = part.measure;
      at_ = next + 1;
    }
    return value;
  }

  // A bracketed note behind a figure: passed over whatever it holds.
  void skip_note() {
    std::size_t depth = 0;
    std::size_t probe = at_;
    for (; probe < end_; ++probe) {
      if (tokens_[probe].kind == Kind::kOpen) ++depth;
      if (tokens_[probe].kind == Kind::kClose && --depth == 0) break;
    }
    if (probe < end_) at_ = probe + 1;
  }

  std::size_t words(std::size_t token) const {
    return code_points(
        text_.substr(tokens_[token].start, tokens_[token].end - tokens_[token].start));
  }

  string_view text_;
  const std::vector<Token>& tokens_;
  const std::vector<Number>& numbers_;
  std::size_t at_;
  std::size_t end_;
  std::size_t operators_ = 0;
  std::size_t operands_ = 0;
  bool product_ = false;
  bool quotient_ = false;
  bool labelled_ = false;
  const Number* last_number_ = nullptr;
};

struct Side {
  std::size_t begin = 0;  // tokens
  std::size_t end = 0;
  Value value;
  std::size_t operators = 0;
  std::size_t operands = 0;
  bool product = false;
  bool quotient = false;
  bool labelled = false;
  const Number* number = nullptr;  // when the side is a single figure
};

class Reader {
 public:
  Reader(const Folded& folded, const std::vector<Number>& numbers)
      : folded_(folded), numbers_(numbers), cut_(folded, numbers), tokens_(cut_.list()) {}

  std::vector<Equation> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::kEquals) equals(i);
      if (tokens_[i].kind == Kind::kOpen && i > 0 && tokens_[i - 1].kind == Kind::kNumber)
        bracket(i);
    }
    std::stable_sort(equations_.begin(), equations_.end(),
                     [](const Equation& a, const Equation& b) {
                       return a.calculation.start < b.calculation.start;
                     });
    return std::move(equations_);
  }

 private:
  std::optional<Side> read(std::size_t begin, std::size_t end) const {
    Calculation calculation(folded_.text, tokens_, numbers_, begin, end);
    const std::optional<Value> value = calculation.read();
    if (!value) return std::nullopt;
    return Side{begin,
                end,
                *value,
                calculation.operators(),
                calculation.operands(),
                calculation.product(),
                calculation.quotient(),
                calculation.labelled(),
                calculation.operators() == 0 ? calculation.last_number() : nullptr};
  }

  // The calculation that ends before token `end`: from the nearest stop or unclosed bracket; when
  // figures stand before it without an operator between, from behind them.
  std::optional<Side> left_of(std::size_t end) const {
    std::size_t begin = end;
    std::size_t depth = 0;
    while (begin > 0) {
      const Token& token = tokens_[begin - 1];
      if (token.kind == Kind::kClose) ++depth;
      if (token.kind == Kind::kOpen) {
        if (depth == 0) break;
        --depth;
      }
      if (depth == 0 && (token.kind == Kind::kBreak || token.kind == Kind::kEquals)) break;
      --begin;
    }
    if (depth != 0) return std::nullopt;
    for (std::size_t start = begin; start < end; ++start) {
      // An operator further left belongs to a longer calculation that could not be read.
      if (start > begin && tokens_[start - 1].kind == Kind::kOperator) return std::nullopt;
      const bool open_side = start == begin || tokens_[start - 1].kind == Kind::kNumber ||
                             tokens_[start - 1].kind == Kind::kWords;
      if (!open_side) continue;
      if (std::optional<Side> side = read(start, end)) {
        // Words long enough to hold a sentence are cut by reading from the figure itself.
        return side;
      }
    }
    return std::nullopt;
  }

  // The calculation or figure that begins at token `begin`, as long as it can be read.
  std::optional<Side> right_of(std::size_t begin) const {
    std::size_t end = begin;
    std::size_t depth = 0;
    while (end < tokens_.size()) {
      const Token& token = tokens_[end];
      if (token.kind == Kind::kOpen) ++depth;
      if (token.kind == Kind::kClose) {
        if (depth == 0) break;
        --depth;
      }
      if (depth == 0 && (token.kind == Kind::kBreak || token.kind == Kind::kEquals)) break;
      ++end;
    }
    if (std::optional<Side> whole = read(begin, end)) return whole;
    // Prose goes on behind the result: take the first figure, unless an operator follows it.
    for (std::size_t stop = begin + 1; stop < end; ++stop) {
      if (tokens_[stop - 1].kind != Kind::kNumber) continue;
      if (tokens_[stop].kind == Kind::kOperator) return std::nullopt;
      return read(begin, stop);
    }
    return std::nullopt;
  }

  void equals(std::size_t at) {
    const std::optional<Side> left = left_of(at);
    if (!left || left->operators == 0) return;
    std::size_t begin = at + 1;
    const std::optional<Side> right = begin < tokens_.size() ? right_of(begin) : std::nullopt;
    if (!right) return;
    // a×b=c+d means c=a×b: the sum goes on behind the result.
    if (right->operators > 0) {
      for (std::size_t end = begin + 1; end < right->end; ++end) {
        if (tokens_[end].kind != Kind::kOperator) continue;
        const std::optional<Side> first = read(begin, end);
        if (first && first->operators == 0 && first->value.scaled == left->value.scaled) return;
        break;
      }
    }
    add(*left, *right, tokens_[at].symbol == '~');
  }

  void bracket(std::size_t open) {
    std::size_t depth = 0;
    std::size_t close = open;
    std::size_t last_equals = open;
    for (; close < tokens_.size(); ++close) {
      if (tokens_[close].kind == Kind::kOpen) ++depth;
      if (tokens_[close].kind == Kind::kClose && --depth == 0) break;
      if (tokens_[close].kind == Kind::kEquals) last_equals = close;
      if (tokens_[close].kind == Kind::kBreak && depth == 1) return;
    }
    if (close >= tokens_.size()) return;
    if (close + 1 < tokens_.size() && tokens_[close + 1].kind == Kind::kOperator) return;
    // A figure that an operator precedes is itself part of a calculation; its note may say
    // anything.
    if (open >= 2 && tokens_[open - 2].kind == Kind::kOperator) return;
    // (a×b=c) is read up to the sign; in a chain (a×b=c+d) the figure in front answers the last
    // link.
    std::size_t begin = open + 1;
    std::size_t end = close;
    if (last_equals > open) {
      const std::optional<Side> last =
          last_equals + 1 < close ? read(last_equals + 1, close) : std::nullopt;
      if (!last) return;
      if (last->operators > 0) {
        // (其中2450元=150元×3+10元×200): the figure inside is the result, not that in front.
        const std::optional<Side> result = left_of(last_equals);
        if (result && result->operators == 0) return;
        begin = last_equals + 1;
      } else {
        end = last_equals;
      }
    }
    const std::optional<Side> inside = begin < end ? read(begin, end) : std::nullopt;
    const std::optional<Side> printed = read(open - 1, open);
    if (!inside || inside->operators == 0 || !printed) return;
    if (inside->operands < 2) return;
    // 工资的60%（4143元×60%=2485.8元）: the bracket explains the rate's use, not the rate.
    if (printed->number != nullptr && printed->number->measure == Measure::kPercent) return;
    add(*inside, *printed, false);
  }

  void add(const Side& calculation, const Side& printed, bool approximate) {
    Equation equation;
    equation.calculation = span_of(calculation);
    equation.printed = span_of(printed);
    equation.computed = calculation.value.scaled;
    equation.computed_raw = calculation.value.raw;
    equation.result = printed.value.scaled;
    equation.result_raw = printed.value.raw;
    equation.result_start = tokens_[printed.begin].start;
    equation.result_end = tokens_[printed.end - 1].end;
    if (printed.number != nullptr) {
      equation.result_unit = printed.number->unit;
      equation.result_scale = printed.number->scale;
      equation.result_is_money = printed.number->measure == Measure::kMoney;
      approximate |= printed.number->approximate;
    }
    equation.product = calculation.product || printed.product;
    equation.quotient = calculation.quotient || printed.quotient;
    equation.labelled = calculation.labelled;
    equation.operands = calculation.operands;
    equation.approximate = approximate;
    equations_.push_back(equation);
  }

  // From the first figure or bracket to the last: labels in front are left out of the quote.
  segmenter::Span span_of(const Side& side) const {
    std::size_t begin = side.begin;
    while (begin + 1 < side.end && tokens_[begin].kind == Kind::kWords) ++begin;
    return folded_.original(tokens_[begin].start, tokens_[side.end - 1].end);
  }

  const Folded& folded_;
  const std::vector<Number>& numbers_;
  Tokens cut_;
  const std::vector<Token>& tokens_;
  std::vector<Equation> equations_;
};

}  // namespace

std::vector<Equation> find_equations(const Folded& folded, const std::vector<Number>& numbers) {
  return Reader(folded, numbers).run();
}

}  // namespace proviso::tasks
