#include "tasks/checks/explained_by.h"

#include <algorithm>
#include <array>

namespace proviso::tasks {
namespace {

// Ten-thousandths of a yuan: exact for every figure that courts print, and fast.
using Fixed = std::int64_t;
constexpr Fixed kYuan = 10'000;
constexpr Fixed kFen = kYuan / 100;
constexpr Fixed kLargest = 1'000'000'000'000LL * kYuan;  // a million million yuan

Fixed fixed(const Exact& value) {
  if (!value.valid() || value.abs() > Exact(kLargest / kYuan)) return 0;
  const std::string digits = value.rounded(4).str(4, 4);
  Fixed result = 0;
  bool negative = false;
  for (const char c : digits) {
    if (c == '-') negative = true;
    if (c >= '0' && c <= '9') result = result * 10 + (c - '0');
  }
  return negative ? -result : result;
}

Fixed share(Fixed amount, Fixed rate) {
  return static_cast<Fixed>(static_cast<Int128>(amount) * rate / kYuan / 100);
}

bool near(Fixed a, Fixed b, Fixed within) {
  return a - b <= within && b - a <= within;
}

class Search {
 public:
  explicit Search(const Terms& terms) {
    const std::size_t skip =
        terms.amounts.size() > Terms::kMostTerms ? terms.amounts.size() - Terms::kMostTerms : 0;
    for (std::size_t i = skip; i < terms.amounts.size(); ++i) {
      if (const Fixed value = fixed(terms.amounts[i]); value > 0) amounts_.push_back(value);
    }
    sorted_ = amounts_;
    std::sort(sorted_.begin(), sorted_.end());
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    // Rates carry two more places than amounts: 0.0419% is not lost.
    for (const Exact& rate : terms.rates) {
      const Fixed value = fixed(rate * 100);
      if (value > 0 && value <= 100 * kYuan) rates_.push_back(value);
    }
    std::sort(rates_.begin(), rates_.end());
    rates_.erase(std::unique(rates_.begin(), rates_.end()), rates_.end());
    for (const Exact& count : terms.counts) {
      const Fixed value = fixed(count);
      if (value > 0 && value <= 5000 * kYuan) counts_.push_back(value);
    }
    for (std::int64_t n = 2; n <= 12; ++n) counts_.push_back(n * kYuan);
    std::sort(counts_.begin(), counts_.end());
    counts_.erase(std::unique(counts_.begin(), counts_.end()), counts_.end());
    for (const Exact& years : terms.years) years_.push_back(fixed(years));
    windows();
  }

  Reading read(Fixed target, Reach reach) {
    target_ = target;
    switch (reach) {
      case Reach::kPlain:
        return plain();
      case Reach::kNear:
        return near_only();
      case Reach::kFull:
        break;
    }
    return full();
  }

 private:
  Reading plain() const {
    if (target_ <= 0 || equal()) return Reading::kEqual;
    return has(windows_, target_, kFen) ? Reading::kSum : Reading::kNone;
  }

  // What a clerk sees at once.
  Reading near_only() const {
    if (target_ <= 0 || equal()) return Reading::kEqual;
    if (has(windows_, target_, kFen) || pair()) return Reading::kSum;
    for (const Fixed each : sorted_) {
      if (has(sorted_, target_ + each, kFen) || has(windows_, target_ + each, kFen))
        return Reading::kDifference;
    }
    for (const Fixed base : sorted_) {
      for (const Fixed rate : rates_) {
        if (rate < kYuan) continue;
        if (near(share(base, rate), target_, kYuan)) return Reading::kShare;
        if (near(share(base, 100 * kYuan - rate), target_, kYuan)) return Reading::kShare;
      }
      for (Fixed count = 2; count <= 12; ++count) {
        if (near(base, target_ * count, kFen * count) || near(target_, base * count, kFen))
          return Reading::kShare;
      }
    }
    return Reading::kNone;
  }

  Reading full() const {
    if (target_ <= 0) return Reading::kEqual;
    if (equal() || without_wan()) return Reading::kEqual;
    if (sums()) return Reading::kSum;
    if (differences()) return Reading::kDifference;
    if (shares()) return Reading::kShare;
    if (interest()) return Reading::kInterest;
    if (shares_less_paid()) return Reading::kShareLessPaid;
    return Reading::kNone;
  }

  void windows() {
    constexpr std::size_t kLongest = 12;
    for (std::size_t i = 0; i < amounts_.size(); ++i) {
      Fixed sum = amounts_[i];
      for (std::size_t j = i + 1; j < amounts_.size() && j < i + kLongest; ++j) {
        sum += amounts_[j];
        windows_.push_back(sum);
      }
    }
    std::sort(windows_.begin(), windows_.end());
    windows_.erase(std::unique(windows_.begin(), windows_.end()), windows_.end());
  }

  static bool has(const std::vector<Fixed>& sorted, Fixed value, Fixed within) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), value - within);
    return at != sorted.end() && *at <= value + within;
  }

  bool equal() const {
    if (has(sorted_, target_, kFen)) return true;
    // Rounded to whole yuan.
    return target_ % kYuan == 0 && has(sorted_, target_, kYuan - 1);
  }

  // The figure with 万 left out: 5 in a table headed 万元.
  bool without_wan() const { return target_ % 10'000 == 0 && has(sorted_, target_ / 10'000, 0); }

  bool pair() const {
    return std::any_of(sorted_.begin(), sorted_.end(),
                       [&](Fixed first) { return has(sorted_, target_ - first, kFen); });
  }

  bool sums() const {
    if (has(windows_, target_, kFen) || pair()) return true;
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      for (std::size_t j = i; j < sorted_.size(); ++j) {
        const Fixed rest = target_ - sorted_[i] - sorted_[j];
        if (rest < sorted_[j]) break;
        if (has(sorted_, rest, 0)) return true;
      }
    }
    return false;
  }

  bool differences() const {
    for (const Fixed each : sorted_) {
      if (has(sorted_, target_ + each, kFen) || has(windows_, target_ + each, kFen)) return true;
    }
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      for (std::size_t j = i; j < sorted_.size(); ++j) {
        if (has(sorted_, target_ + sorted_[i] + sorted_[j], 0)) return true;
      }
    }
    return false;
  }

  // Amounts and sums of neighbours × rates, rests of rates and small numbers.
  bool shares() const {
    for (const auto* source : {&sorted_, &windows_}) {
      for (const Fixed base : *source) {
        if (base < target_ / 5000) continue;
        for (const Fixed rate : rates_) {
          if (near(share(base, rate), target_, kYuan)) return true;
          if (rate < 100 * kYuan && near(share(base, 100 * kYuan - rate), target_, kYuan))
            return true;
        }
      }
    }
    for (const Fixed base : sorted_) {
      for (const Fixed count : counts_) {
        if (near(static_cast<Fixed>(static_cast<Int128>(base) * count / kYuan), target_, kYuan))
          return true;
        if (near(static_cast<Fixed>(static_cast<Int128>(base) * kYuan / count), target_, kYuan))
          return true;
      }
    }
    return false;
  }

  bool interest() const {
    for (const Fixed base : sorted_) {
      if (base < target_) continue;
      for (const Fixed rate : rates_) {
        const Fixed yearly = share(base, rate);
        for (const Fixed years : years_) {
          if (near(static_cast<Fixed>(static_cast<Int128>(yearly) * years / kYuan), target_, kYuan))
            return true;
        }
        for (const Fixed count : counts_) {
          const Int128 whole = static_cast<Int128>(yearly) * count / kYuan;
          for (const int per : {1, 12, 360, 365}) {
            if (near(static_cast<Fixed>(whole / per), target_, kYuan)) return true;
          }
        }
      }
    }
    return false;
  }

  bool shares_less_paid() const {
    for (const auto* source : {&sorted_, &windows_}) {
      for (const Fixed base : *source) {
        if (base < target_) continue;
        for (const Fixed rate : rates_) {
          if (rate < kYuan) continue;  // under one per cent: interest, not a share
          const Fixed part = share(base, rate);
          if (part > target_ && has(sorted_, part - target_, kFen)) return true;
          if (part < target_ && has(sorted_, target_ - part, kFen)) return true;
        }
      }
    }
    return false;
  }

  Fixed target_ = 0;
  std::vector<Fixed> amounts_, sorted_, windows_, rates_, counts_, years_;
};

}  // namespace

Terms terms_of(const CaseView& view, std::size_t without_start, std::size_t without_end) {
  return terms_of(view, [&](const Number& number) {
    return number.start < without_start || number.start >= without_end;
  });
}

Terms terms_of(const CaseView& view, const std::function<bool(const Number&)>& counts) {
  Terms terms;
  for (const Number& number : view.numbers) {
    if (!counts(number)) continue;
    switch (number.measure) {
      case Measure::kMoney:
      case Measure::kForeign:
        terms.amounts.push_back(number.value);
        break;
      case Measure::kPercent:
        terms.rates.push_back(number.value);
        break;
      case Measure::kYears:
        terms.years.push_back(number.value);
        terms.counts.push_back(number.value);
        break;
      case Measure::kMonths:
        terms.years.push_back(number.value / 12);
        terms.counts.push_back(number.value);
        break;
      case Measure::kDays:
      case Measure::kOther:
        terms.counts.push_back(number.value);
        break;
      case Measure::kBare:
        terms.counts.push_back(number.value);
        if (number.value >= Exact(100) || !number.value.is_whole())
          terms.amounts.push_back(number.value);
        break;
    }
  }
  return terms;
}

Reading explained_by(const Exact& target, const Terms& terms, Reach reach) {
  return Search(terms).read(fixed(target), reach);
}

double explained_by_chance(const Exact& target, const Terms& terms, Reach reach) {
  constexpr std::int64_t kMost = 24;
  const Fixed value = fixed(target) / kFen;  // in fen
  if (value <= 0) return 1;
  Fixed place = 1;
  while (value % (place * 10) == 0) place *= 10;
  const Fixed digits = value / place;
  Search search(terms);
  int tried = 0;
  int explained = 0;
  Fixed last = 0;
  for (std::int64_t i = 0; i < kMost; ++i) {
    const Fixed other = digits / 2 + (digits * 3 / 2) * i / kMost + 1;
    if (other == digits || other == last || other % 10 == 0) continue;
    last = other;
    ++tried;
    if (search.read(other * place * kFen, reach) != Reading::kNone) ++explained;
  }
  return tried == 0 ? 1 : static_cast<double>(explained) / tried;
}

}  // namespace proviso::tasks
