#include "tasks/phrase_table.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace proviso::tasks {
namespace {

using Slot = PhraseTable::Slot;
using Form = PhraseTable::Form;

Form form_of(std::string_view line) {
  Form form;
  for (;;) {
    const std::size_t open = line.find('{'), close = line.find('}', open);
    if (close == std::string_view::npos) break;
    Slot slot{line.substr(0, open), 0, line[open + 1] == '='};
    std::from_chars(line.data() + open + (slot.kept ? 2 : 1), line.data() + close, slot.number);
    form.push_back(slot);
    line.remove_prefix(close + 1);
  }
  form.push_back({line, 0, false});
  return form;
}

// What stands in the slots of `text`, by their numbers, where it is of this form.
std::optional<std::map<std::size_t, std::string_view>> match(const Form& form,
                                                             std::string_view text) {
  std::map<std::size_t, std::string_view> values;
  if (!text.starts_with(form.front().before)) return std::nullopt;
  text.remove_prefix(form.front().before.size());
  for (std::size_t i = 1; i < form.size(); ++i) {
    const std::string_view behind = form[i].before;
    const bool last = form[i].number == 0;
    if (last && !text.ends_with(behind)) return std::nullopt;
    const std::size_t at = last ? text.size() - behind.size() : text.find(behind);
    if (at == std::string_view::npos) return std::nullopt;
    values[form[i - 1].number] = text.substr(0, at);
    text.remove_prefix(at + behind.size());
  }
  if (!text.empty()) return std::nullopt;
  return values;
}

}  // namespace

PhraseTable::PhraseTable(std::string_view data) {
  std::string_view first;
  while (!data.empty()) {
    const std::string_view line = data.substr(0, data.find('\n'));
    data.remove_prefix(std::min(line.size() + 1, data.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (first.empty()) {
      first = line;
    } else {
      pairs_.push_back({form_of(first), form_of(line)});
      first = {};
    }
  }
}

std::optional<std::string> PhraseTable::translated(std::string_view text, Form Pair::*from,
                                                   Form Pair::*to) const {
  for (const Pair& pair : pairs_) {
    const auto values = match(pair.*from, text);
    if (!values) continue;
    std::string out;
    for (const Slot& slot : pair.*to) {
      out += slot.before;
      const auto value = values->find(slot.number);
      if (value == values->end()) continue;
      const auto inner = slot.kept ? std::nullopt : translated(value->second, from, to);
      out += inner ? *inner : std::string(value->second);
    }
    return out;
  }
  return std::nullopt;
}

std::optional<std::string> PhraseTable::forth(std::string_view text) const {
  return translated(text, &Pair::first, &Pair::second);
}

std::optional<std::string> PhraseTable::back(std::string_view text) const {
  return translated(text, &Pair::second, &Pair::first);
}

}  // namespace proviso::tasks
