#include "segmenter/chinese/parties.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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

struct Patterns {
  std::unique_ptr<RE2> party;  // role, roles in brackets, name
  std::unique_ptr<RE2> agent;  // kind, name
  std::unique_ptr<RE2> alias;  // (以下简称X)
};

const Patterns& patterns() {
  static const Patterns built = [] {
    const auto words = nlohmann::json::parse(data::party_words, nullptr, true, true);
    const auto word = [&](const char* key) { return words.at(key).get<std::string>(); };
    const std::string s = word("S");
    Patterns out;
    // A bracket inside a name ("某某（中国）有限公司") is part of it; one behind it is not.
    out.party = std::make_unique<RE2>(
        fmt::format("^{0}(?:[（(][^）)]{{1,20}}[）)])?((?:{1}[、，暨及兼]?)+){0}["
                    "：:]?{0}(?:[（(]([^）)]{{1,60}})[）)])?{0}[：:]?{0}"
                    "([^，,。；;：:（(\\n]{{1,60}}(?:[（(][^）)，,。]{{1,8}}["
                    "）)][^，,。；;：:（(\\n]{{2,40}})*)",
                    s, word("role")));
    out.agent = std::make_unique<RE2>(fmt::format(
        "^{0}({1}){0}(?:[（(][^）)]{{1,60}}[）)])?{0}[：:]?{0}([^，,。；;：:（(\\n]{{1,30}})", s,
        word("agent")));
    out.alias = std::make_unique<RE2>(
        "[（(](?:以下|下)(?:均)?(?:统称|简称|称)(?:为)?[：:]?[“\"‘]?([^”\"’）)，；,]{1,30})[”\"’]?["
        "^）)]{0,40}[）)]");
    for (const RE2* pattern : {out.party.get(), out.agent.get(), out.alias.get()}) {
      if (!pattern->ok()) throw std::runtime_error("party_words.json: " + pattern->error());
    }
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

void split_roles(std::string_view words, std::vector<std::string>& out) {
  static const RE2 separator("[、，,及和暨]");
  re2::StringPiece rest = piece(words);
  std::string role;
  static const RE2 part("([^、，,；;]+)[、，,；;]?");
  re2::StringPiece found;
  while (RE2::Consume(&rest, part, &found)) {
    if (const std::string_view bare = trimmed(view(found)); !bare.empty()) out.emplace_back(bare);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  void line(std::size_t begin, std::size_t end) {
    while (begin < end) {
      const std::string_view words = text_.substr(begin, end - begin);
      if (!agent(words)) party(words);
      // "甲公司。法定代表人：乙，…": a line may introduce more than one person.
      const std::size_t stop = words.find("。");
      if (stop == std::string_view::npos) return;
      begin += stop + std::string_view("。").size();
    }
  }

  void aliases(std::string_view part) {
    re2::StringPiece rest = piece(part), alias;
    while (RE2::FindAndConsume(&rest, *patterns().alias, &alias)) {
      const std::string_view bracket_free =
          part.substr(0, static_cast<std::size_t>(alias.data() - part.data()));
      const std::size_t open = std::max(bracket_free.rfind("（") + 1, bracket_free.rfind('(') + 1);
      if (open == 0) continue;
      give_alias(bracket_free.substr(0, open - 1), view(alias));
    }
  }

  std::vector<Party> take() { return std::move(parties_); }

 private:
  bool agent(std::string_view words) {
    re2::StringPiece kind, name;
    if (parties_.empty() || !RE2::PartialMatch(piece(words), *patterns().agent, &kind, &name))
      return false;
    const std::string entry = fmt::format("{}：{}", view(kind), trimmed(view(name)));
    const bool shared = view(kind).find("共同") != std::string_view::npos ||
                        view(kind).starts_with("以上") || view(kind).starts_with("上列") ||
                        view(kind).starts_with("上述");
    const std::string role = parties_.back().roles.empty() ? "" : parties_.back().roles.front();
    for (auto party = parties_.rbegin(); party != parties_.rend(); ++party) {
      if (party != parties_.rbegin() &&
          (!shared || party->roles.empty() || party->roles.front() != role))
        break;
      party->representatives.push_back(entry);
    }
    return true;
  }

  void party(std::string_view words) {
    re2::StringPiece role, more, name;
    if (!RE2::PartialMatch(piece(words), *patterns().party, &role, &more, &name)) return;
    Party party;
    split_roles(view(role), party.roles);
    split_roles(view(more), party.roles);
    std::string_view bare = trimmed(view(name));
    for (const std::string_view aside : {"以下", "简称", "又名", "曾用名", "原名", "系", "下称"}) {
      for (const std::string_view open : {"（", "("}) {
        bare = trimmed(bare.substr(0, bare.find(std::string(open) + std::string(aside))));
      }
    }
    if (bare.empty()) return;
    party.name = bare;
    const auto at = static_cast<std::size_t>(bare.data() - text_.data());
    party.span = {at, at + bare.size()};
    parties_.push_back(std::move(party));
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
