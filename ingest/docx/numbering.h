// The automatic numbers of a DOCX, as Word shows them (ECMA-376 part 1, 17.9).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/package/xml.h"

namespace proviso::ingest {

inline constexpr int kNumberLevels = 9;

// What a paragraph or a style says of its number.
struct NumberRef {
  std::optional<std::string> id;  // w:numId; "0" takes the number away
  std::optional<int> level;       // w:ilvl, from 0
};

// Reads the w:numPr among `properties` (a w:pPr).
NumberRef number_ref(XmlNode properties);

class Numbering {
 public:
  // The roots of word/numbering.xml and word/styles.xml; either may be none.
  Numbering(XmlNode numbering, XmlNode styles);

  // The number of the next paragraph in reading order, with what stands between it and the text;
  // the counters go on. Empty where there is none. `own`: what the paragraph says itself; `style`:
  // its w:pStyle, empty for the default one.
  std::string next(const NumberRef& own, const std::string& style);

 private:
  struct Level {
    int start = 1, restart = -1;  // restart: -1 after any higher level, 0 never, n after level n
    std::string format = "decimal", text, suffix = "tab", style;
    bool legal = false;
  };
  struct Abstract {
    std::array<Level, kNumberLevels> levels;
    std::string style_link;  // the style whose list this one borrows
  };
  struct Instance {
    std::string abstract;
    std::map<int, int> starts;    // w:startOverride by level
    std::map<int, Level> levels;  // levels of its own
  };
  struct Style {
    NumberRef number;
    std::string based_on;
  };
  struct Counters {
    std::array<std::optional<int>, kNumberLevels> values;
  };

  static Level read_level(XmlNode node);
  void read_numbering(XmlNode root);
  void read_styles(XmlNode root);
  NumberRef of_style(std::string style) const;
  const Level& level_of(const Instance& instance, int level) const;
  int level_by_style(const Instance& instance, const std::string& style) const;
  std::string label(const Instance& instance, int level, const Counters& counters) const;

  std::map<std::string, Abstract> abstracts_;
  std::map<std::string, Instance> instances_;
  std::map<std::string, Style> styles_;
  std::string default_style_;
  std::map<std::string, Counters> counters_;  // by abstract
  std::set<std::string> begun_;               // "id level" whose w:startOverride was used
};

}  // namespace proviso::ingest
