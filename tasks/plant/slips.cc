#include "tasks/plant/slips.h"

#include <array>
#include <cstdlib>
#include <vector>

namespace proviso::tasks::planting {

using std::string_view;

std::string slip(string_view amount, Dice& dice) {
  std::string changed(amount);
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (changed[i] >= '0' && changed[i] <= '9') digits.push_back(i);
  }
  if (digits.size() < 2) return {};
  const std::size_t way = dice.below(10);
  if (way < 5) {  // one digit
    const std::size_t at = digits[dice.below(digits.size())];
    const char old = changed[at];
    char now = old;
    while (now == old || (at == digits.front() && now == '0'))
      now = static_cast<char>('0' + dice.below(10));
    changed[at] = now;
  } else if (way < 8) {  // neighbours exchanged
    const std::size_t first = dice.below(digits.size() - 1);
    if (changed[digits[first]] == changed[digits[first + 1]]) return {};
    std::swap(changed[digits[first]], changed[digits[first + 1]]);
    if (changed[digits.front()] == '0') return {};
  } else if (way == 8) {  // a digit doubled or lost
    const std::size_t at = digits[1 + dice.below(digits.size() - 1)];
    if (changed.find(',') != std::string::npos) return {};
    if (dice.chance(50)) {
      changed.insert(at, 1, changed[at]);
    } else {
      changed.erase(at, 1);
      if (changed.find(".元") != std::string::npos || changed.find(".万") != std::string::npos)
        return {};
    }
  } else {  // 万 lost or put in
    const std::size_t wan = changed.find("万");
    if (wan != std::string::npos) {
      changed.erase(wan, std::string("万").size());
    } else {
      changed.insert(changed.find("元"), "万");
    }
  }
  return changed == amount ? std::string() : changed;
}

std::string digit_slip(string_view figure, Dice& dice) {
  std::string changed(figure);
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < changed.size(); ++i)
    if (changed[i] >= '0' && changed[i] <= '9') digits.push_back(i);
  if (digits.empty()) return {};
  const std::size_t at = digits[dice.below(digits.size())];
  const std::size_t way = dice.below(10);
  if (way < 3 && digits.size() > 1 && at != digits.back()) {
    std::swap(changed[at], changed[at + 1]);
    if (changed[at] < '0' || changed[at] > '9' || changed[digits.front()] == '0') return {};
  } else if (way < 5 && changed[at] == '0' && changed.find_first_of(".,") == std::string::npos &&
             at != digits.front()) {
    if (dice.chance(50)) {
      changed.erase(at, 1);
    } else {
      changed.insert(at, 1, '0');
    }
  } else {
    const char now = static_cast<char>('0' + dice.below(10));
    if (now == changed[at] || (at == digits.front() && now == '0')) return {};
    changed[at] = now;
  }
  return changed == figure ? std::string() : changed;
}

std::optional<long long> hundredths(string_view amount) {
  long long value = 0;
  int decimals = -1;
  std::size_t at = 0;
  for (; at < amount.size(); ++at) {
    const char c = amount[at];
    if (c == ',' && decimals < 0) continue;
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (c < '0' || c > '9' || value > 100000000000000LL) break;
    value = value * 10 + (c - '0');
    if (decimals >= 0) ++decimals;
  }
  if (at == 0) return std::nullopt;
  long long scale = 100;
  if (amount.substr(at).find("万") != string_view::npos) scale *= 10000;
  if (amount.substr(at).find("亿") != string_view::npos) scale *= 100000000;
  for (int i = 0; i < decimals; ++i) {
    if (scale % 10 != 0) return std::nullopt;
    scale /= 10;
  }
  return value * scale;
}

std::string written(long long amount) {
  std::string text = std::to_string(amount / 100);
  const long long rest = amount % 100;
  if (rest == 0) return text;
  text += '.';
  text += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) text += static_cast<char>('0' + rest % 10);
  return text;
}

namespace {

constexpr string_view kPlain = "零一二三四五六七八九";
constexpr string_view kFormal = "零壹贰叁肆伍陆柒捌玖";

std::string in_numerals(long long number, string_view digits,
                        const std::array<string_view, 4>& powers) {
  std::string text;
  bool gap = false;
  long long unit = 1000;
  for (std::size_t power = 4; power-- > 0; unit /= 10) {
    const auto digit = static_cast<std::size_t>(number / unit % 10);
    if (digit == 0) {
      gap = !text.empty();
      continue;
    }
    if (gap) text += digits.substr(0, 3);
    gap = false;
    text += digits.substr(3 * digit, 3);
    text += powers.at(power);
  }
  return text;
}

}  // namespace

std::optional<long long> chinese_number(string_view numerals) {
  long long whole = 0, part = 0, digit = 0;
  for (std::size_t at = 0; at < numerals.size(); at += 3) {
    const string_view one = numerals.substr(at, 3);
    if (one == "〇" || one == "两") {
      digit = one == "两" ? 2 : 0;
      continue;
    }
    std::size_t index = kPlain.find(one);
    if (index == string_view::npos) index = kFormal.find(one);
    if (index != string_view::npos) {
      digit = static_cast<long long>(index / 3);
      continue;
    }
    long long power = 0;
    if (one == "十" || one == "拾") power = 10;
    if (one == "百" || one == "佰") power = 100;
    if (one == "千" || one == "仟") power = 1000;
    if (power > 0) {
      part += (digit == 0 && power == 10 && part == 0 ? 1 : digit) * power;
      digit = 0;
      continue;
    }
    if (one == "万" || one == "亿") {
      whole = (whole + part + digit) * (one == "万" ? 10000 : 100000000);
      part = digit = 0;
      continue;
    }
    return std::nullopt;
  }
  return whole + part + digit;
}

std::string in_chinese(int number) {
  std::string text = in_numerals(number, kPlain, {"", "十", "百", "千"});
  if (number >= 10 && number < 20) text.erase(0, 3);
  return text;
}

std::string in_capitals(long long number) {
  std::string text;
  for (const auto& [unit, name] :
       {std::pair<long long, string_view>{100000000, "亿"}, {10000, "万"}, {1, ""}}) {
    const long long part = number / unit % 10000;
    if (part == 0) continue;
    if (!text.empty() && part < 1000) text += "零";
    text += in_numerals(part, kFormal, {"", "拾", "佰", "仟"});
    text += name;
  }
  return text;
}

}  // namespace proviso::tasks::planting
