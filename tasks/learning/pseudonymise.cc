#include "tasks/learning/pseudonymise.h"

#include <algorithm>
#include <map>
#include <set>

#include "learning_data.h"
#include "tasks/learning/corpus.h"
#include "tasks/learning/name_lists.h"
#include "tasks/learning/personal_names.h"

namespace proviso::tasks {
namespace {

struct Inventory {
  std::vector<std::u32string> surnames, compound, given, transliterated;
  std::vector<std::string> english_given, english_surnames;

  static const Inventory& get() {
    static const Inventory inventory = [] {
      auto lists = read_word_lists(learning::data::invented_names);
      const auto wide = [&](const char* name) {
        std::vector<std::u32string> words;
        for (const std::string& word : lists[name]) words.push_back(to_code_points(word));
        return words;
      };
      return Inventory{wide("surnames"),       wide("compound_surnames"),
                       wide("given"),          wide("transliterated"),
                       lists["english_given"], lists["english_surnames"]};
    }();
    return inventory;
  }
};

template <typename Word>
const Word& pick(const std::vector<Word>& words, Draw& draw) {
  return words[draw.below(words.size())];
}

bool is_blank(char32_t c) {
  return c == U' ' || c == U'　' || c == U'\t';
}

std::u32string without_blanks(std::u32string_view name) {
  std::u32string out;
  std::copy_if(name.begin(), name.end(), std::back_inserter(out),
               [](char32_t c) { return !is_blank(c); });
  return out;
}

// The document's invented names, made on demand.
class Cast {
 public:
  explicit Cast(std::uint64_t seed) : draw_(seed) {}

  // A name of the same shape; letter-spacing is kept.
  std::u32string stand_in(std::u32string_view original) {
    const std::u32string bare = without_blanks(original);
    auto known = names_.find(bare);
    if (known == names_.end()) {
      std::u32string fresh;
      do {
        fresh = bare.find_first_of(U"·•") != std::u32string::npos ? transliterated(bare)
                                                                  : chinese(bare);
      } while (taken_.contains(fresh) && ++clashes_ < 1000);
      taken_.insert(fresh);
      known = names_.emplace(bare, fresh).first;
    }
    std::u32string spaced;
    std::size_t next = 0;
    for (const char32_t c : original) spaced += is_blank(c) ? c : known->second[next++];
    return spaced;
  }

  std::string english() {
    const Inventory& from = Inventory::get();
    return pick(from.english_given, draw_) + " " + pick(from.english_surnames, draw_);
  }

 private:
  std::u32string chinese(std::u32string_view bare) {
    const Inventory& from = Inventory::get();
    const std::size_t length = surname_length(bare);
    std::u32string& surname = surnames_[std::u32string(bare.substr(0, length))];
    if (surname.empty()) surname = pick(length == 2 ? from.compound : from.surnames, draw_);
    std::u32string name = surname;
    while (name.size() < bare.size()) name += pick(from.given, draw_);
    return name;
  }

  std::u32string transliterated(std::u32string_view bare) {
    std::u32string name;
    for (const char32_t c : bare)
      name += c == U'·' || c == U'•' ? std::u32string(1, c)
                                     : pick(Inventory::get().transliterated, draw_);
    return name;
  }

  Draw draw_;
  std::map<std::u32string, std::u32string> names_, surnames_;
  std::set<std::u32string> taken_;
  int clashes_ = 0;
};

// Replaces every occurrence of a key by its value, the longest key first at each place.
template <typename String>
String replace_all(const String& text, const std::map<String, String>& names) {
  std::map<typename String::value_type, std::vector<const std::pair<const String, String>*>>
      by_first;
  for (const auto& entry : names) by_first[entry.first[0]].push_back(&entry);
  for (auto& [first, entries] : by_first)
    std::stable_sort(entries.begin(), entries.end(), [](const auto* a, const auto* b) {
      return a->first.size() > b->first.size();
    });
  String out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto candidates = by_first.find(text[i]);
    const std::pair<const String, String>* hit = nullptr;
    if (candidates != by_first.end())
      for (const auto* entry : candidates->second)
        if (text.compare(i, entry->first.size(), entry->first) == 0) {
          hit = entry;
          break;
        }
    if (hit != nullptr) {
      out += hit->second;
      i += hit->first.size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

template <typename String>
bool any_survives(const String& text, const std::map<String, String>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& entry) { return text.find(entry.first) != String::npos; });
}

}  // namespace

Pseudonymised pseudonymise(std::string_view text, std::uint64_t seed) {
  const std::u32string wide = to_code_points(text);
  const std::set<std::u32string> chinese = find_chinese_names(wide);
  const std::set<std::string> english = find_english_names(text);
  Pseudonymised result{std::string(text), {}};
  if (chinese.empty() && english.empty()) return result;

  const std::uint64_t base = stable_hash(text, seed);
  for (std::uint64_t attempt = 0;; ++attempt) {
    // A stand-in may spell an original, alone or with its neighbours: then cast anew. The last
    // attempts cannot fail for want of other names; a document that names every listed name has not
    // been seen.
    Cast cast(base + attempt);
    std::map<std::u32string, std::u32string> names;
    for (const std::u32string& name : chinese) names[name] = cast.stand_in(name);
    const std::u32string out = replace_all(wide, names);
    if (any_survives(out, names) && attempt < 200) continue;

    std::map<std::string, std::string> english_names;
    for (const std::string& name : english) english_names[name] = cast.english();
    result.text = replace_all(to_utf8(out), english_names);
    if (any_survives(result.text, english_names) && attempt < 200) continue;

    for (const auto& [original, invented] : names)
      result.names.push_back({to_utf8(original), to_utf8(invented)});
    for (const auto& [original, invented] : english_names)
      result.names.push_back({original, invented});
    std::sort(result.names.begin(), result.names.end(),
              [](const ReplacedName& a, const ReplacedName& b) { return a.original < b.original; });
    return result;
  }
}

}  // namespace proviso::tasks
