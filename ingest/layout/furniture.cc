#include "ingest/layout/furniture.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "ingest_layout_data.h"

namespace proviso::ingest {
namespace {

constexpr double kMargin = 0.15;    // share of the page's height in which furniture stands
constexpr double kSameHeight = 4;   // points
constexpr double kShare = 0.6;      // of the pages
constexpr std::size_t kFewest = 3;  // pages
constexpr double kOuter = 0.1;      // share of the height in which stamps stand
constexpr double kSetOff = 1.25;    // leadings between a running head and the body

bool is_page_number(const std::string& text) {
  // Strokes around the number: OCR reads a dash as 一 or a stop.
  static const RE2 kNumber(
      "(?i)[\\s\\-–—·•~〜/|一_.\\[(（]*(第\\s*)?([0-9０-９]{1,4}|[ivxl]{1,6}|"
      "[一二三四五六七八九十百]{1,4}页)(\\s*页)?"
      "([\\s,，/共of（(]+[0-9]{1,4}(\\s*页)?)?[\\s\\-–—·•~〜/|一_.\\])）]*"
      "|\\s*共\\s*[0-9]{1,4}\\s*页[\\s,，/]*第\\s*[0-9]{1,4}\\s*页\\s*"
      "|\\s*(page|p\\.)[\\s|]*[0-9]{1,4}(\\s*(of|/)\\s*[0-9]{1,4})?\\s*");
  return RE2::FullMatch(text, kNumber);
}

// One set of all patterns of stamps.txt.
const RE2& stamps() {
  static const RE2 kStamps = [] {
    std::string all;
    std::string_view rest = ingest_layout::data::stamps;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(rest.size(), end + 1));
      if (line.empty() || line.front() == '#') continue;
      all += all.empty() ? "(?:" : "|(?:";
      for (const char c : line) all += c == ' ' ? std::string("\\s*") : std::string(1, c);
      all += ")";
    }
    return RE2(all);
  }();
  return kStamps;
}

bool is_stamp(const std::string& text) {
  return RE2::FullMatch(text, stamps());
}

// The number that begins or ends a line of words, apart from them; 0 where there is none, or both.
int number_at_end(const std::string& text) {
  static const RE2 kFirst("^[\\s\\-–—·•|]*([0-9]{1,4})[\\s\\-–—·•|]+[^0-9]*$"),
      kLast("^[^0-9]*[\\s\\-–—·•|]([0-9]{1,4})[\\s\\-–—·•|]*$");
  int number = 0;
  if (RE2::FullMatch(text, kFirst, &number) || RE2::FullMatch(text, kLast, &number)) return number;
  return 0;
}

std::string with_numbers_equal(std::string text) {
  static const RE2 kNumbers("[0-9０-９]+|\\s+");
  RE2::GlobalReplace(&text, kNumbers, "#");
  return text;
}

bool counts(const Line& line) {
  return (line.flags & kKeptOut) == 0;
}

struct Margins {
  double top = 0, bottom = 0;
};

bool in_margin(const Line& line, const PageLines& page, double share = kMargin) {
  return line.box.y1 < share * page.height() || line.box.y0 > (1 - share) * page.height();
}

// Heights between which the body of a page stands: below its second line, above its second last.
Margins body_of(const PageLines& page) {
  std::vector<double> heights;
  for (const PageLine& line : page.lines) {
    if (counts(line.line)) heights.push_back(line.line.box.y1);
  }
  if (heights.size() < 6) return {0, page.height()};
  std::sort(heights.begin(), heights.end());
  return {heights[1], heights[heights.size() - 2]};
}

struct Place {
  std::size_t page = 0, line = 0;
};

using Groups = std::map<std::string, std::vector<Place>>;

Groups group_by_text(const std::vector<PageLines>& pages) {
  Groups groups;
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const Margins body = body_of(pages[p]);
    for (std::size_t i = 0; i < pages[p].lines.size(); ++i) {
      const Line& line = pages[p].lines[i].line;
      const bool outer = line.box.y1 <= body.top || line.box.y1 >= body.bottom;
      if (counts(line) && (outer || in_margin(line, pages[p]))) {
        groups[with_numbers_equal(line.text)].push_back({p, i});
      }
    }
  }
  return groups;
}

class Marker {
 public:
  explicit Marker(std::vector<PageLines>& pages) : pages_(pages) {
    for (const PageLines& page : pages) ++of_parity_[page.page.number % 2];
  }

  // Flags the places of one text that share their height on enough pages.
  void repeated(std::vector<Place> places) {
    std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
      return line(a).box.y1 < line(b).box.y1;
    });
    for (std::size_t first = 0; first < places.size();) {
      std::size_t end = first + 1;
      while (end < places.size() &&
             line(places[end]).box.y1 - line(places[first]).box.y1 < kSameHeight) {
        ++end;
      }
      const std::vector<Place> same(places.begin() + static_cast<std::ptrdiff_t>(first),
                                    places.begin() + static_cast<std::ptrdiff_t>(end));
      const bool everywhere = on_enough_pages(same);
      const std::vector<bool> in_a_row = on_pages_in_a_row(same);
      for (std::size_t i = 0; i < same.size(); ++i) {
        if (everywhere || (in_a_row[i] && is_set_off(same[i]))) flag(same[i]);
      }
      first = end;
    }
  }

  void stamps_in_margin() {
    for (PageLines& page : pages_) {
      for (PageLine& line : page.lines) {
        if (counts(line.line) && in_margin(line.line, page, kOuter) && is_stamp(line.line.text)) {
          line.line.flags |= kFurniture;
        }
      }
    }
  }

  // Heads that name their chapter change from page to page; but the number at their end counts the
  // pages, at one height, set off from the body.
  void numbered_heads() {
    std::map<std::tuple<bool, long, int>, std::vector<Place>> series;  // top, height, number - page
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      for (std::size_t i = 0; i < pages_[p].lines.size(); ++i) {
        const Place place{p, i};
        const Line& at = line(place);
        if (!counts(at) || pages_[p].lines[i].row != 0 || !in_margin(at, pages_[p], kOuter))
          continue;
        const int number = number_at_end(at.text);
        if (number <= 0 || !is_set_off(place)) continue;
        const bool top = at.box.y1 < pages_[p].height() / 2;
        series[{top, std::lround(at.box.y1 / kSameHeight), number - pages_[p].page.number}]
            .push_back(place);
      }
    }
    for (const auto& [key, places] : series) {
      const std::vector<bool> in_a_row = on_pages_in_a_row(places);
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (in_a_row[i]) flag(places[i]);
      }
    }
  }

  // The outermost lines, and the next where they are furniture.
  void lone_page_numbers() {
    for (PageLines& page : pages_) {
      for (int round = 0; round < 2; ++round) {
        std::vector<PageLine*> kept;
        for (PageLine& line : page.lines) {
          if (counts(line.line)) kept.push_back(&line);
        }
        if (kept.size() < 2) break;
        const auto by_height = [](const PageLine* a, const PageLine* b) {
          return a->line.box.y0 < b->line.box.y0;
        };
        for (PageLine* line : {*std::min_element(kept.begin(), kept.end(), by_height),
                               *std::max_element(kept.begin(), kept.end(), by_height)}) {
          if (in_margin(line->line, page) && is_page_number(line->line.text)) {
            line->line.flags |= kFurniture;
          }
        }
      }
    }
  }

 private:
  Line& line(const Place& place) const { return pages_[place.page].lines[place.line].line; }

  bool on_enough_pages(const std::vector<Place>& places) const {
    std::set<std::size_t> on;
    std::size_t of_parity[2] = {0, 0};
    for (const Place& place : places) {
      if (on.insert(place.page).second) ++of_parity[pages_[place.page].page.number % 2];
    }
    const auto enough = [](std::size_t count, std::size_t all) {
      return count >= kFewest && static_cast<double>(count) >= kShare * static_cast<double>(all);
    };
    return enough(on.size(), pages_.size()) || enough(of_parity[0], of_parity_[0]) ||
           enough(of_parity[1], of_parity_[1]);
  }

  // Which of the places belong to three pages in a row, of all pages or of one parity.
  static std::vector<bool> on_pages_in_a_row(const std::vector<Place>& places) {
    std::set<std::size_t> on;
    for (const Place& place : places) on.insert(place.page);
    std::vector<bool> result;
    for (const Place& place : places) {
      bool found = false;
      for (const std::size_t step : {std::size_t{1}, std::size_t{2}}) {
        std::size_t first = place.page, last = place.page;
        while (first >= step && on.contains(first - step)) first -= step;
        while (on.contains(last + step)) last += step;
        found |= (last - first) / step + 1 >= kFewest;
      }
      result.push_back(found);
    }
    return result;
  }

  // Nothing but furniture stands further out, and the body keeps its distance.
  bool is_set_off(const Place& place) const {
    const Line& at = line(place);
    const PageLines& page = pages_[place.page];
    const bool top = at.box.y1 < page.height() / 2;
    double gap = 1e9;
    std::vector<double> bottoms;
    for (const PageLine& other : page.lines) {
      if (!counts(other.line) || &other.line == &at) continue;
      bottoms.push_back(other.line.box.y1);
      const double distance = top ? other.line.box.y1 - at.box.y1 : at.box.y1 - other.line.box.y1;
      if (distance > 2) gap = std::min(gap, distance);
      const bool further = distance < -2;
      if (further && !is_page_number(other.line.text) && !is_stamp(other.line.text)) return false;
    }
    std::sort(bottoms.begin(), bottoms.end());
    std::vector<double> leadings;
    for (std::size_t i = 1; i < bottoms.size(); ++i) {
      if (bottoms[i] - bottoms[i - 1] > 4) leadings.push_back(bottoms[i] - bottoms[i - 1]);
    }
    if (leadings.empty()) return true;
    const auto middle = leadings.begin() + static_cast<std::ptrdiff_t>(leadings.size() / 2);
    std::nth_element(leadings.begin(), middle, leadings.end());
    return gap > kSetOff * *middle;
  }

  void flag(const Place& place) const {
    const auto& lines = pages_[place.page].lines;
    const bool body_left = std::any_of(lines.begin(), lines.end(), [&](const PageLine& other) {
      return &other.line != &line(place) && counts(other.line) && !is_page_number(other.line.text);
    });
    if (body_left || is_page_number(line(place).text)) line(place).flags |= kFurniture;
  }

  std::vector<PageLines>& pages_;
  std::size_t of_parity_[2] = {0, 0};
};

// True when whole pages stand there more than once: then everything is repeated, not its heads. On
// half of the pages two fifths of eight and more different lines of the body occur elsewhere.
bool are_copies(const std::vector<PageLines>& pages) {
  constexpr std::size_t kLeastLines = 8;
  std::vector<std::set<std::string>> bodies;
  std::map<std::string, std::size_t> on_pages;
  for (const PageLines& page : pages) {
    std::set<std::string>& body = bodies.emplace_back();
    for (const PageLine& line : page.lines) {
      if (!counts(line.line) || line.row != 0 || in_margin(line.line, page)) continue;
      body.insert(line.line.text);
    }
    for (const std::string& text : body) ++on_pages[text];
  }
  std::size_t copies = 0;
  for (const std::set<std::string>& body : bodies) {
    const auto repeated = std::count_if(
        body.begin(), body.end(), [&](const std::string& text) { return on_pages.at(text) > 1; });
    copies += body.size() >= kLeastLines && repeated * 5 >= std::ssize(body) * 2 ? 1 : 0;
  }
  return 2 * copies >= pages.size() && copies > 0;
}

}  // namespace

void mark_furniture(std::vector<PageLines>& pages) {
  Marker marker(pages);
  marker.stamps_in_margin();
  if (!are_copies(pages)) {
    for (auto& [text, places] : group_by_text(pages)) marker.repeated(places);
    marker.numbered_heads();
  }
  marker.lone_page_numbers();
}

}  // namespace proviso::ingest
