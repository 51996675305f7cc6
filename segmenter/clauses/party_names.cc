#include "segmenter/clauses/party_names.h"

#include <algorithm>
#include <array>

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kLongestName = 160;  // bytes
constexpr std::string_view kBlanks = " \t\n,;:";

bool matches(const Form& form, std::string_view words, const char* pattern) {
  return RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), form[pattern]);
}

Span stripped(std::string_view text, Span span) {
  while (span.start < span.end && kBlanks.find(text[span.start]) != std::string_view::npos) {
    ++span.start;
  }
  while (span.end > span.start && kBlanks.find(text[span.end - 1]) != std::string_view::npos) {
    --span.end;
  }
  return span;
}

std::string without_marks(std::string_view words) {
  while (words.ends_with(',') || words.ends_with('.')) words.remove_suffix(1);
  return std::string(words);
}

// The short names between the brackets of one party.
std::vector<std::string> aliases_in(std::string_view text, Span bracket, const Form& form) {
  std::vector<std::string> out;
  for (std::size_t at = bracket.start; at < bracket.end;) {
    const auto term = find(text, form["quoted"], at, bracket.end);
    if (!term) break;
    out.push_back(without_marks(text.substr(term->start, term->size())));
    at = term->end + 1;
  }
  return out;
}

// Names begin with a capital or, as some companies', hold a word of a company ("deltathree.com,
// Inc.").
bool is_name(std::string_view text, Span span, const Form& form) {
  if (span.size() < 3 || span.size() > kLongestName) return false;
  const std::string_view words = text.substr(span.start, span.size());
  if (matches(form, words, "no_name")) return false;
  return (words.front() >= 'A' && words.front() <= 'Z') || matches(form, words, "company_end");
}

// Supplier, Customer: a role alone, without quotation marks.
bool is_role(std::string_view words, const Form& form) {
  return !words.empty() && words.front() >= 'A' && words.front() <= 'Z' &&
         words.find(' ') == std::string_view::npos && matches(form, words, "role_word");
}

// The name at the start of what stands before a bracket.
Span name_in(std::string_view text, Span chunk, const Form& form) {
  for (std::size_t at = chunk.start; at < chunk.end;) {  // behind the last "between"
    const auto open = find(text, form["party_open"], at, chunk.end);
    if (!open) break;
    chunk.start = at = open->end;
  }
  for (std::size_t at = chunk.start; at < chunk.end;) {  // behind "Dear Mr X:"
    const auto address = find(text, form["addressee"], at, chunk.end);
    if (!address) break;
    chunk.start = at = std::min(text.find('\n', address->end), chunk.end);
  }
  // (1) Acme Limited, (2) Bolt plc: the name stands behind its number.
  static const RE2 number("(?m)(^[ \\t]*\\(?[0-9]{1,2}[).][ \\t]+)");
  for (std::size_t at = chunk.start; at < chunk.end;) {
    const auto mark = find(text, number, at, chunk.end);
    if (!mark || mark->size() == 0) break;
    chunk.start = at = mark->end;
  }
  chunk = stripped(text, chunk);
  for (const std::string_view word : {"and ", "AND ", "And ", "AND:", "and: "}) {
    if (text.substr(chunk.start, word.size()) == word) {
      chunk = stripped(text, {chunk.start + word.size(), chunk.end});
    }
  }
  const auto end = find(text, form["name_end"], chunk.start, chunk.end);
  const Span name = stripped(text, {chunk.start, end ? end->start : chunk.end});
  if (is_name(text, name, form)) return name;
  const auto last = find(text, form["party_last"], chunk.start, chunk.end);
  return last && is_name(text, *last, form) ? *last : Span{};
}

void add_role(Party& party, const Form& form) {
  for (const std::string& alias : party.aliases) {
    if (matches(form, alias, "role_word")) party.roles.push_back(alias);
  }
}

// Party A (Shipper): …
void labelled(std::string_view text, Span part, const Form& form, std::vector<Party>& out) {
  const RE2& pattern = form["party_label"];
  const auto& names = pattern.NamedCapturingGroups();
  std::array<re2::StringPiece, 4> match;
  re2::StringPiece rest(text.data() + part.start, part.size());
  while (pattern.Match(rest, 0, rest.size(), RE2::UNANCHORED, match.data(), 4)) {
    const auto piece = [&](const char* name) {
      return match[static_cast<std::size_t>(names.at(name))];
    };
    const auto start = static_cast<std::size_t>(piece("name").data() - text.data());
    rest.remove_prefix(static_cast<std::size_t>(match[0].end() - rest.data()));
    const std::string label(piece("at"));
    const std::string role(piece("role"));
    const bool side = label.starts_with("Party ") || label.starts_with("PARTY ");
    if (!side && !matches(form, label, "role_word")) continue;
    Span name{start, start + piece("name").size()};
    const auto end = find(text, form["name_end"], name.start, name.end);
    name = stripped(text, {name.start, end ? end->start : name.end});
    const auto address = text.substr(name.start, name.size()).find(" Address");
    if (address != std::string_view::npos) name.end = name.start + address;
    Party party{std::string(text.substr(name.start, name.size())), {}, {label}, {}, name};
    if (!role.empty()) party.roles.push_back(role);
    out.push_back(std::move(party));
  }
}

}  // namespace

std::vector<Party> english_parties(std::string_view text, Span part, const Form& form) {
  std::vector<Party> out;
  std::size_t from = part.start;
  for (std::size_t at = text.find('(', part.start); at < part.end;) {
    const std::size_t close = text.find_first_of("()\n", at + 1);
    if (close >= part.end) break;
    Span bracket{kNone, kNone};
    if (text[close] == ')') {
      bracket = find(text, form["party_alias"], at, close + 1).value_or(bracket);
    }
    std::vector<std::string> aliases;
    if (bracket.start != kNone) {
      aliases = aliases_in(text, bracket, form);
    } else if (text[close] == ')' && is_role(text.substr(at + 1, close - at - 1), form)) {
      // … whose registered office is at … (Supplier)
      bracket = {at + 1, close};
      aliases.emplace_back(text.substr(at + 1, close - at - 1));
    }
    at = text.find('(', text[close] == '(' ? close : close + 1);
    if (bracket.start == kNone) continue;
    const Span name = name_in(text, {from, bracket.start - 1}, form);
    from = std::min(bracket.end + 1, part.end);
    std::erase_if(aliases, [&](const std::string& one) { return matches(form, one, "no_party"); });
    if (aliases.empty() || name.size() == 0) continue;
    Party party{
        std::string(text.substr(name.start, name.size())), std::move(aliases), {}, {}, name};
    add_role(party, form);
    out.push_back(std::move(party));
  }
  if (out.empty()) labelled(text, part, form, out);
  return out;
}

std::vector<Party> chinese_parties(std::string_view text, Span part, const Form& form) {
  std::vector<Party> out;
  const RE2& pattern = form["party_line"];
  const auto& names = pattern.NamedCapturingGroups();
  std::array<re2::StringPiece, 4> match;
  for (std::size_t at = part.start; at < part.end;) {
    const std::size_t end = std::min({text.find('\n', at), part.end, text.size()});
    const re2::StringPiece line(text.data() + at, end - at);
    at = end + 1;
    if (!out.empty() &&
        form["party_agent"].Match(line, 0, line.size(), RE2::ANCHOR_START, match.data(), 3)) {
      const std::string agent = std::string(match[1]) + "：" + std::string(match[2]);
      if (agent.find('_') == std::string::npos) out.back().representatives.push_back(agent);
      continue;
    }
    if (!pattern.Match(line, 0, line.size(), RE2::ANCHOR_START, match.data(), 4)) continue;
    const auto piece = [&](const char* name) {
      return match[static_cast<std::size_t>(names.at(name))];
    };
    const auto start = static_cast<std::size_t>(piece("name").data() - text.data());
    std::string_view whole(piece("name").data(), piece("name").size());
    std::string alias;
    if (const auto bracket = whole.find_first_of("("); bracket != std::string_view::npos) {
      whole = whole.substr(0, bracket);
    }
    if (const auto bracket = whole.find("（"); bracket != std::string_view::npos) {
      RE2::PartialMatch(re2::StringPiece(whole.data(), whole.size()), form["party_short"], &alias);
      whole = whole.substr(0, bracket);
    }
    const Span name = stripped(text, {start, start + whole.size()});
    const std::string_view words = text.substr(name.start, name.size());
    if (words.size() < 4 || words.find('_') != std::string_view::npos ||
        words.find("＿") != std::string_view::npos) {
      continue;
    }
    Party party{std::string(words), {}, {std::string(piece("role"))}, {}, name};
    const std::string more(piece("more"));
    std::string inner;
    if (RE2::PartialMatch(more, form["party_short"], &inner)) {
      party.aliases.push_back(inner);
    } else if (!more.empty()) {
      party.roles.push_back(more);
    }
    if (!alias.empty()) party.aliases.push_back(alias);
    out.push_back(std::move(party));
  }
  return out;
}

}  // namespace proviso::segmenter::clauses
