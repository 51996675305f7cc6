#include "ingest/docx/numbering.h"

#include <algorithm>
#include <charconv>

#include "ingest/docx/number_format.h"
#include "ingest/layout/script.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

int number(std::string_view text, int otherwise) {
  int value = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp(value, -1, 1'000'000);
}

int number_of(XmlNode parent, std::string_view child, int otherwise) {
  const XmlNode node = parent.child(child);
  return node ? number(node.attribute("val"), otherwise) : otherwise;
}

bool is_level(int level) {
  return level >= 0 && level < kNumberLevels;
}

// Private-use bullets of the fonts Symbol and Wingdings show as some sign or other.
std::string bullet(std::string_view text) {
  std::string result;
  for (const char32_t c : to_utf32(text)) {
    append_utf8(result, c >= 0xE000 && c < 0xF900 ? U'•' : c);
  }
  return result.empty() ? result : result + " ";
}

}  // namespace

NumberRef number_ref(XmlNode properties) {
  NumberRef ref;
  const XmlNode node = properties.child("numPr");
  if (const XmlNode id = node.child("numId")) ref.id = std::string(id.attribute("val"));
  if (const XmlNode level = node.child("ilvl")) ref.level = number(level.attribute("val"), 0);
  return ref;
}

Numbering::Numbering(XmlNode numbering, XmlNode styles) {
  read_numbering(numbering);
  read_styles(styles);
}

Numbering::Level Numbering::read_level(XmlNode node) {
  Level level;
  level.start = number_of(node, "start", 0);
  level.restart = number_of(node, "lvlRestart", -1);
  if (const XmlNode format = node.child("numFmt")) level.format = format.attribute("val");
  level.text = without_controls(node.child("lvlText").attribute("val"));
  if (const XmlNode suffix = node.child("suff")) level.suffix = suffix.attribute("val");
  level.style = node.child("pStyle").attribute("val");
  const XmlNode legal = node.child("isLgl");
  level.legal = legal && legal.attribute("val") != "0" && legal.attribute("val") != "false";
  return level;
}

void Numbering::read_numbering(XmlNode root) {
  for (XmlNode node = root.child("abstractNum"); node; node = node.next("abstractNum")) {
    Abstract& abstract = abstracts_[std::string(node.attribute("abstractNumId"))];
    abstract.style_link = node.child("numStyleLink").attribute("val");
    for (XmlNode lvl = node.child("lvl"); lvl; lvl = lvl.next("lvl")) {
      const int level = number(lvl.attribute("ilvl"), 0);
      if (is_level(level)) abstract.levels.at(static_cast<std::size_t>(level)) = read_level(lvl);
    }
  }
  for (XmlNode node = root.child("num"); node; node = node.next("num")) {
    Instance& instance = instances_[std::string(node.attribute("numId"))];
    instance.abstract = node.child("abstractNumId").attribute("val");
    for (XmlNode change = node.child("lvlOverride"); change; change = change.next("lvlOverride")) {
      const int level = number(change.attribute("ilvl"), 0);
      if (!is_level(level)) continue;
      if (const XmlNode start = change.child("startOverride")) {
        instance.starts[level] = number(start.attribute("val"), 1);
      }
      if (const XmlNode lvl = change.child("lvl")) instance.levels[level] = read_level(lvl);
    }
  }
}

void Numbering::read_styles(XmlNode root) {
  for (XmlNode node = root.child("style"); node; node = node.next("style")) {
    const std::string id(node.attribute("styleId"));
    Style& style = styles_[id];
    style.number = number_ref(node.child("pPr"));
    style.based_on = node.child("basedOn").attribute("val");
    const std::string_view is_default = node.attribute("default");
    if (node.attribute("type") == "paragraph" && (is_default == "1" || is_default == "true")) {
      default_style_ = id;
    }
  }
  // A list may borrow the levels of the list that a style names.
  for (auto& [id, abstract] : abstracts_) {
    const auto style = styles_.find(abstract.style_link);
    if (abstract.style_link.empty() || style == styles_.end()) continue;
    const auto instance = instances_.find(style->second.number.id.value_or(""));
    if (instance == instances_.end()) continue;
    const auto lender = abstracts_.find(instance->second.abstract);
    if (lender != abstracts_.end() && lender->first != id) abstract.levels = lender->second.levels;
  }
}

NumberRef Numbering::of_style(std::string style) const {
  NumberRef ref;
  constexpr int kLongestChain = 20;
  for (int i = 0; i < kLongestChain && !style.empty(); ++i) {
    const auto found = styles_.find(style);
    if (found == styles_.end()) break;
    if (!ref.id) ref.id = found->second.number.id;
    if (!ref.level) ref.level = found->second.number.level;
    style = found->second.based_on;
  }
  return ref;
}

const Numbering::Level& Numbering::level_of(const Instance& instance, int level) const {
  const auto own = instance.levels.find(level);
  return own != instance.levels.end()
             ? own->second
             : abstracts_.at(instance.abstract).levels.at(static_cast<std::size_t>(level));
}

int Numbering::level_by_style(const Instance& instance, const std::string& style) const {
  for (int level = 0; level < kNumberLevels; ++level) {
    if (!style.empty() && level_of(instance, level).style == style) return level;
  }
  return 0;
}

std::string Numbering::label(const Instance& instance, int level, const Counters& counters) const {
  const Level& own = level_of(instance, level);
  if (own.format == "bullet") return bullet(own.text);
  std::string text;
  for (std::size_t i = 0; i < own.text.size(); ++i) {
    const int other = i + 1 < own.text.size() ? own.text[i + 1] - '1' : -1;
    if (own.text[i] != '%' || !is_level(other)) {
      text.push_back(own.text[i]);
      continue;
    }
    ++i;
    const Level& shown = level_of(instance, other);
    const int value = counters.values.at(static_cast<std::size_t>(other)).value_or(shown.start);
    text += format_number(value, own.legal ? "decimal" : shown.format);
  }
  if (text.empty() || own.suffix == "nothing") return text;
  // Behind 、 or ） the eye needs no space; a figure must not run into the text.
  const char32_t last = to_utf32(text).back();
  return is_wide(last) && !is_han(last) ? text : text + " ";
}

std::string Numbering::next(const NumberRef& own, const std::string& style) {
  const std::string named = style.empty() ? default_style_ : style;
  const NumberRef inherited = of_style(named);
  const std::string id = own.id.value_or(inherited.id.value_or(""));
  const auto instance = instances_.find(id);
  if (id.empty() || id == "0" || instance == instances_.end() ||
      !abstracts_.contains(instance->second.abstract)) {
    return {};
  }
  const int level = own.level         ? *own.level
                    : own.id          ? inherited.level.value_or(0)
                    : inherited.level ? *inherited.level
                                      : level_by_style(instance->second, named);
  if (!is_level(level)) return {};
  const auto at = static_cast<std::size_t>(level);
  Counters& counters = counters_[instance->second.abstract];
  std::optional<int>& value = counters.values.at(at);
  const auto start = instance->second.starts.find(level);
  const bool first = begun_.insert(id + " " + std::to_string(level)).second;
  if (start != instance->second.starts.end() && first) {
    value = start->second;
  } else {
    value = value ? *value + 1 : level_of(instance->second, level).start;
  }
  // Higher levels that were passed over count as begun.
  for (std::size_t higher = 0; higher < at; ++higher) {
    if (!counters.values.at(higher)) {
      counters.values.at(higher) = level_of(instance->second, static_cast<int>(higher)).start;
    }
  }
  for (std::size_t lower = at + 1; lower < counters.values.size(); ++lower) {
    const int restart = level_of(instance->second, static_cast<int>(lower)).restart;
    if (restart == -1 || (restart > 0 && level < restart)) counters.values.at(lower).reset();
  }
  return label(instance->second, level, counters);
}

}  // namespace proviso::ingest
