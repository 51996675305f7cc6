#include "segmenter/chinese/parties.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "segmenter/grammar.h"
#include "segmenter/needles.h"
#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter::chinese {
namespace {

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}
std::string_view view(re2::StringPiece s) {
  return {s.data(), s.size()};
}

// grammar/party_words.json.
struct Words {
  std::unique_ptr<RE2> party, agent, alias, byname;
  Scanner scanner;  // of the words that the first two cannot do without
  std::vector<ClauseSet> party_ways, agent_ways;
  std::vector<std::string> name_stops, no_name;
};

const Words& words() {
  static const Words built = [] {
    const auto json = nlohmann::ordered_json::parse(data::party_words, nullptr, true, true);
    Definitions definitions = zh_judgment_grammar().definitions;
    for (const auto& [name, pattern] : json.at("define").items()) {
      definitions.emplace_back(name, pattern.get<std::string>());
    }
    const auto compiled = [&](const char* key) {
      auto pattern = std::make_unique<RE2>(expand(json.at(key), definitions));
      if (!pattern->ok()) {
        throw std::runtime_error(fmt::format("party_words.json, {}: {}", key, pattern->error()));
      }
      return pattern;
    };
    Words out;
    const auto ways = [&](const char* key) {
      std::vector<ClauseSet> sets;
      for (const Way& way : needles(expand(json.at(key), definitions)))
        sets.push_back(out.scanner.add(way));
      return sets;
    };
    out.party_ways = ways("party");
    out.agent_ways = ways("agent");
    out.scanner.build();
    out.party = compiled("party");
    out.agent = compiled("agent");
    out.alias = compiled("alias");
    out.byname = compiled("byname");
    json.at("name_stops").get_to(out.name_stops);
    json.at("no_name").get_to(out.no_name);
    return out;
  }();
  return built;
}

std::string_view trimmed(std::string_view words) {
  constexpr std::string_view kIdeographicSpace = "　";
  for (;;) {
    if (words.starts_with(' ') || words.starts_with('\t')) {
      words.remove_prefix(1);
    } else if (words.starts_with(kIdeographicSpace)) {
      words.remove_prefix(kIdeographicSpace.size());
    } else {
      break;
    }
  }
  for (;;) {
    if (words.ends_with(' ') || words.ends_with('\t') || words.ends_with('\r')) {
      words.remove_suffix(1);
    } else if (words.ends_with(kIdeographicSpace)) {
      words.remove_suffix(kIdeographicSpace.size());
    } else {
      return words;
    }
  }
}

void split_roles(std::string_view list, std::vector<std::string>& out) {
  re2::StringPiece rest = piece(list);
  std::string role;
  static const RE2 part("([^、，,；;暨]+)(?:[、，,；;]|暨)?");
  re2::StringPiece found;
  while (RE2::Consume(&rest, part, &found)) {
    if (const std::string_view bare = trimmed(view(found)); !bare.empty()) out.emplace_back(bare);
  }
}

constexpr std::size_t kMost = 4000;  // parties; no case has more

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  void line(std::size_t begin, std::size_t end) {
    while (begin < end) {
      // Names and roles stand at the beginning.
      constexpr std::size_t kWindow = 600, kBeginning = 240;  // bytes
      std::string_view line = text_.substr(begin, end - begin);
      const std::size_t stop = line.find("。");
      if (line.size() > kWindow) line = line.substr(0, previous(line, kWindow));
      const ClauseSet present = words().scanner.scan(line.substr(0, kBeginning));
      const auto may = [&](const std::vector<ClauseSet>& ways) {
        return std::any_of(ways.begin(), ways.end(),
                           [&](const ClauseSet& way) { return present.holds(way); });
      };
      if (!may(words().agent_ways) || !agent(line)) {
        if (may(words().party_ways)) party(line);
      }
      // "甲公司。法定代表人：乙，…": a line may introduce more than one person.
      if (stop == std::string_view::npos) return;
      begin += stop + std::string_view("。").size();
    }
  }

  void aliases(std::string_view part) {
    for (std::size_t from = 0; (from = opens_alias(part, from)) != std::string_view::npos;) {
      const std::string_view bracket = part.substr(from, kLongestAlias);
      re2::StringPiece groups[2];
      if (!words().alias->Match(piece(bracket), 0, bracket.size(), RE2::ANCHOR_START, groups, 2)) {
        from = next(part, from);
        continue;
      }
      from += static_cast<std::size_t>(groups[0].size());
      alias(part, view(groups[1]));
    }
  }

  std::vector<Party> take() { return std::move(parties_); }

 private:
  static constexpr std::size_t kLongestAlias = 400;  // bytes of a bracket that introduces one

  // The next bracket that goes on with 以下 or 下.
  static std::size_t opens_alias(std::string_view part, std::size_t from) {
    for (std::size_t at = from; (at = part.find("下", at)) != std::string_view::npos; ++at) {
      std::string_view before = part.substr(0, at);
      if (before.ends_with("以")) before.remove_suffix(std::string_view("以").size());
      const std::size_t open = before.ends_with("（")
                                   ? before.size() - std::string_view("（").size()
                               : before.ends_with('(') ? before.size() - 1
                                                       : std::string_view::npos;
      if (open != std::string_view::npos && open >= from) return open;
    }
    return std::string_view::npos;
  }

  // `name` stands in a bracket of `part`.
  void alias(std::string_view part, std::string_view name) {
    // The bracket opens close before the name that it introduces.
    constexpr std::size_t kLead = 60;  // bytes
    const auto at = static_cast<std::size_t>(name.data() - part.data());
    const std::size_t from = at - std::min(at, kLead);
    const std::string_view lead = part.substr(from, at - from);
    const std::size_t open = std::max(lead.rfind("（") + 1, lead.rfind('(') + 1);
    if (open > 0) give_alias(part.substr(0, from + open - 1), name);
  }

  bool agent(std::string_view line) {
    re2::StringPiece whom, kind, name;
    if (parties_.empty() || !RE2::PartialMatch(piece(line), *words().agent) ||
        !RE2::PartialMatch(piece(line), *words().agent, &whom, &kind, &name)) {
      return false;
    }
    const std::string entry = fmt::format("{}：{}", view(kind), trimmed(view(name)));
    for (const std::size_t party : represented(view(whom), view(kind))) {
      parties_[party].representatives.push_back(entry);
    }
    return true;
  }

  // Whom an agent stands for: those named before him ("原告甲、乙的诉讼代理人"), as many of the
  // last parties of one role as he is said to have ("上述三原告共同委托代理人"), else the last one.
  std::vector<std::size_t> represented(std::string_view whom, std::string_view kind) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < parties_.size(); ++i) {
      if (whom.find(parties_[i].name) != std::string_view::npos) out.push_back(i);
    }
    if (!out.empty()) return out;
    const bool shared = !whom.empty() || kind.starts_with("共同");
    std::size_t most = shared ? parties_.size() : 1;
    for (const auto& [word, count] : {std::pair<std::string_view, std::size_t>{"两", 2},
                                      {"二", 2},
                                      {"三", 3},
                                      {"四", 4},
                                      {"五", 5},
                                      {"六", 6}}) {
      if (whom.find(word) != std::string_view::npos &&
          whom.find("第三人") == std::string_view::npos)
        most = count;
    }
    const auto role = [&](std::size_t i) {
      return parties_[i].roles.empty() ? std::string() : parties_[i].roles.front();
    };
    for (std::size_t i = parties_.size(); i-- > 0 && out.size() < most;) {
      if (role(i) != role(parties_.size() - 1)) break;
      out.insert(out.begin(), i);
    }
    return out;
  }

  // Whether the line introduces a party.
  bool party(std::string_view line) {
    re2::StringPiece role, more, name;
    if (!RE2::PartialMatch(piece(line), *words().party, &role, &more, &name)) return false;
    Party party;
    split_roles(view(role), party.roles);
    split_roles(view(more), party.roles);
    std::string_view bare = trimmed(view(name));
    for (const std::string& stop : words().name_stops) {
      if (const std::size_t at = bare.find(stop);
          at != std::string_view::npos && ends_name(bare, at))
        bare = trimmed(bare.substr(0, at));
    }
    if (bare.empty() || tells_of_the_case(bare) || parties_.size() == kMost) return false;
    party.name = without_asides(bare);
    const bool known = std::any_of(parties_.begin(), parties_.end(), [&](const Party& other) {
      return other.name == party.name && other.roles == party.roles;
    });
    // "被告人甲因涉嫌…被逮捕": a line that goes on with him. Two parties may bear one masked name.
    if (known && bare.size() != trimmed(view(name)).size()) return true;
    const auto at = static_cast<std::size_t>(bare.data() - text_.data());
    party.span = {at, at + bare.size()};
    re2::StringPiece rest = piece(line.substr(0, std::min<std::size_t>(line.size(), 300))), byname;
    while (RE2::FindAndConsume(&rest, *words().byname, &byname)) {
      party.aliases.emplace_back(trimmed(view(byname)));
    }
    parties_.push_back(std::move(party));
    return true;
  }

  // A bracket at `at` ends the name unless the name goes on behind it
  // ("乙县（以下简称乙县）人民检察院").
  static bool ends_name(std::string_view name, std::size_t at) {
    const std::size_t close = std::min(name.find("）", at), name.find(')', at));
    return close == std::string_view::npos || next(name, close) == name.size();
  }

  static bool tells_of_the_case(std::string_view name) {
    return std::any_of(
        words().no_name.begin(), words().no_name.end(),
        [&](const std::string& word) { return name.find(word) != std::string_view::npos; });
  }

  // The name without what an inner bracket introduces.
  static std::string without_asides(std::string_view name) {
    static const RE2 aside("[（(](?:以下)?简称[^）)]*[）)]");
    std::string out(name);
    RE2::GlobalReplace(&out, aside, "");
    return out;
  }

  // The party whose name ends right before the bracket: the longest such name.
  void give_alias(std::string_view before, std::string_view alias) {
    Party* best = nullptr;
    for (Party& party : parties_) {
      if (before.ends_with(party.name) && (!best || party.name.size() > best->name.size()))
        best = &party;
    }
    if (!best) return;
    const std::string bare(trimmed(alias));
    if (std::find(best->aliases.begin(), best->aliases.end(), bare) == best->aliases.end()) {
      best->aliases.push_back(bare);
    }
  }

  std::string_view text_;
  std::vector<Party> parties_;
};

}  // namespace

std::vector<Party> read_parties(std::string_view text, const std::vector<Section>& sections) {
  Reader reader(text);
  for (const Section& section : sections) {
    if (section.tag != Tag::kParties) continue;
    for (std::size_t at = section.span.start; at < section.span.end;) {
      const std::size_t end = std::min(text.find('\n', at), section.span.end);
      reader.line(at, end);
      at = end + 1;
    }
  }
  for (const Section& section : sections) {
    if (section.tag == Tag::kParties ||
        (section.tag == Tag::kProcedure && section.level == Level::kThis)) {
      reader.aliases(text.substr(section.span.start, section.span.size()));
    }
  }
  return reader.take();
}

}  // namespace proviso::segmenter::chinese
