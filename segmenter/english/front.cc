#include "segmenter/english/front.h"

#include <algorithm>
#include <unordered_set>

namespace proviso::segmenter::english {
namespace {

constexpr std::size_t kHeadLines = 150, kLongestLine = 400, kMostParties = 60;
constexpr std::size_t kLongestName = 300;
constexpr std::size_t kCaptionReach = 4000;
constexpr int kCaptions = 6;
constexpr std::size_t kAliasReach = 60000;  // bytes of the text in which a short name is introduced

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}
std::string_view view(re2::StringPiece s) {
  return {s.data(), s.size()};
}

std::string_view trimmed(std::string_view s, std::string_view marks) {
  while (!s.empty() && marks.find(s.front()) != marks.npos) s.remove_prefix(1);
  while (!s.empty() && marks.find(s.back()) != marks.npos) s.remove_suffix(1);
  return s;
}

bool has_letter(std::string_view s) {
  return std::any_of(s.begin(), s.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & '\x80');
  });
}

class Reader {
 public:
  Reader(std::string_view text, const std::vector<Line>& head, const Grammar& grammar)
      : text_(text),
        lines_(head),
        body_(std::min(head.size(), kHeadLines)),
        words_(grammar.front) {}

  Front run() {
    read_court();
    read_number();
    read_caption();
    if (out_.parties.empty()) read_sides();
    if (out_.parties.empty()) read_parties();
    if (out_.parties.empty()) read_versus();
    read_aliases();
    read_instance();
    return std::move(out_);
  }

 private:
  // A line without the column of brackets that parts the two sides of a caption.
  std::string_view line(std::size_t i) const {
    std::string_view words = words_of(text_, lines_[i], kLongestLine);
    for (const char column : {']', ')'}) {
      const char opens = column == ']' ? '[' : '(';
      const std::size_t at = words.find(column);
      if (at == words.npos || words.substr(0, at).find(opens) != words.npos) continue;
      if (at == 0 || words[at - 1] == ' ') words = trimmed(words.substr(0, at), " ");
    }
    return words;
  }

  void read_court() {
    for (const auto& pattern : words_.court) {
      for (std::size_t i = 0; i < body_; ++i) {
        re2::StringPiece found;
        if (!RE2::PartialMatch(piece(line(i)), *pattern, &found)) continue;
        out_.court = std::string(trimmed(view(found), " ,."));
        for (std::size_t k = i + 1; k < std::min(body_, i + 4); ++k) {
          if (!RE2::PartialMatch(piece(line(k)), *words_.court_more)) break;
          out_.court.append(" ").append(trimmed(line(k), " ,."));
        }
        return;
      }
    }
  }

  void read_number() {
    for (const auto& pattern : words_.number) {
      for (std::size_t i = 0; i < body_; ++i) {
        re2::StringPiece found;
        const std::string_view whole = words_of(text_, lines_[i], kLongestLine);
        if (!RE2::PartialMatch(piece(whole), *pattern, &found)) continue;
        out_.case_number = std::string(trimmed(view(found), " ,.;"));
        return;
      }
    }
  }

  // The last caption of the head: a syllabus may carry one of its own before it.
  void read_caption() {
    int tries = 0;
    for (std::size_t i = body_; i-- > 0 && tries < kCaptions;) {
      if (line(i).find("No") == std::string_view::npos) continue;
      ++tries;
      const std::size_t start = lines_[i].words.start;
      const std::size_t end = std::min(lines_[body_ - 1].span.end, start + kCaptionReach);
      if (add_caption(text_.substr(start, end - start))) return;
    }
  }

  bool add_caption(std::string_view caption) {
    re2::StringPiece first, role, second;
    if (!RE2::PartialMatch(piece(caption), *words_.caption, &first, &role, &second)) return false;
    static const RE2 plaintiff("^PLAINTIFF"), appellant("^APPELLANT");
    add(view(first), view(role));
    add(view(second), RE2::PartialMatch(role, plaintiff)   ? "DEFENDANT"
                      : RE2::PartialMatch(role, appellant) ? "APPELLEE"
                                                           : "RESPONDENT");
    return true;
  }

  // "A (Appellant) v B (Respondent)" in one line.
  void read_sides() {
    for (std::size_t i = 0; i < body_ && out_.parties.empty(); ++i) {
      re2::StringPiece first, first_role, second, second_role;
      const std::string_view whole = words_of(text_, lines_[i], kLongestLine);
      if (!RE2::FullMatch(piece(whole), *words_.versus_roles, &first, &first_role, &second,
                          &second_role)) {
        continue;
      }
      add(view(first), view(first_role));
      add(view(second), view(second_role));
    }
  }

  // Names of one role on one line, "Acme Inc.; Beta LLC".
  void add_all(std::string_view names, std::string_view role) {
    for (std::size_t at = 0; at <= names.size();) {
      const std::size_t stop = std::min(names.find("; ", at), names.size());
      add(names.substr(at, stop - at), role);
      at = stop + 2;
    }
  }

  void add(std::string_view name, std::string_view role) {
    // "(1) ACME LIMITED"
    static const RE2 counted("^\\(?\\d{1,2}[.)]\\)?\\s*"),
        tail("(?i)(?:,? et al\\.?|,? and others|,? (?:and )?an(?:othe)?r)$");
    re2::StringPiece rest = piece(name);
    RE2::Consume(&rest, counted);
    name = trimmed(view(rest), " ,;:.…-–\t");
    if (name.ends_with("—")) name.remove_suffix(3);
    if (name.size() < 2 || name.size() > kLongestName || !has_letter(name) ||
        out_.parties.size() >= kMostParties) {
      return;
    }
    const std::size_t start = static_cast<std::size_t>(name.data() - text_.data());
    Party party;
    party.name = std::string(name);
    static const RE2 broken("-\\s*\\n\\s*"), blanks("\\s+");  // a name that a line's end divides
    RE2::GlobalReplace(&party.name, broken, "");
    RE2::GlobalReplace(&party.name, blanks, " ");
    party.span = {start, start + name.size()};
    if (!role.empty()) set_role(party, role);
    out_.parties.push_back(std::move(party));
  }

  // "Appellant/Claimant", "Plaintiff—Appellant": this instance first is as written.
  static void set_role(Party& party, std::string_view role) {
    role = trimmed(role, " ().,:;[]");
    static const RE2 between("\\s*(?:/|[-–—]+|, | and )\\s*");
    std::string rest(role);
    RE2::GlobalReplace(&rest, between, "\n");
    for (std::size_t at = 0; at < rest.size();) {
      const std::size_t stop = std::min(rest.find('\n', at), rest.size());
      if (stop > at) party.roles.push_back(rest.substr(at, stop - at));
      at = stop + 1;
    }
  }

  bool is_party_line(std::size_t i) const {
    return has_letter(line(i)) && !(line(i)[0] >= 'a' && line(i)[0] <= 'z') &&
           lines_[i].words.size() <= kLongestName &&
           !RE2::FullMatch(piece(line(i)), *words_.no_party);
  }

  // Names wait for the role that follows them.
  void read_parties() {
    std::vector<std::size_t> waiting;
    bool inside = false;
    std::string_view leading;  // the role of "RESPONDENT:", whose names follow
    for (std::size_t i = 0; i < body_; ++i) {
      const std::string_view words = line(i);
      re2::StringPiece name, role;
      if (RE2::FullMatch(piece(words), *words_.between)) {
        inside = true, waiting.clear();
      } else if (RE2::FullMatch(piece(words), *words_.role_first, &role, &name) &&
                 words.find(':') != words.npos) {
        if (name.empty() && inside && !waiting.empty()) {  // "Jane Doe" / "Appellant:"
          for (const std::size_t w : waiting) add(line(w), view(role));
        } else {
          leading = view(role);
          if (name.size() > 1) add(view(name), leading);
        }
        inside = true, waiting.clear();
      } else if (RE2::FullMatch(piece(words), *words_.role_line)) {
        if (waiting.empty() && !out_.parties.empty() && !out_.parties.back().roles.empty())
          continue;
        for (const std::size_t w : waiting) add_all(line(w), words);
        inside = true, waiting.clear(), leading = {};
      } else if (RE2::FullMatch(piece(words), *words_.versus)) {
        inside = true, leading = {};
        if (waiting.size() > 3) waiting.clear();
      } else if (RE2::PartialMatch(piece(words), *words_.parties_end)) {
        if (!out_.parties.empty()) break;
        waiting.clear(), leading = {};
      } else if (RE2::FullMatch(piece(words), *words_.name_role, &name, &role) &&
                 is_party_line(i) && view(name).find(". ") == std::string_view::npos) {
        for (const std::size_t w : waiting) add(line(w), view(role));
        add(view(name), view(role));
        inside = true, waiting.clear();
      } else if (!leading.empty()) {
        if (is_party_line(i)) add(words, leading);
        leading = {};
      } else if (is_party_line(i)) {
        waiting.push_back(i);
        if (!inside && waiting.size() > 4) waiting.erase(waiting.begin());
      } else if (!inside) {
        waiting.clear();
      }
    }
  }

  // "A v B" in one line, or "A" / "v" / "B" in three, without roles.
  void read_versus() {
    for (std::size_t i = 0; i < body_; ++i) {
      re2::StringPiece first, role, second;
      if (i > 0 && i + 1 < body_ && RE2::FullMatch(piece(line(i)), *words_.versus) &&
          is_party_line(i - 1) && is_party_line(i + 1)) {
        add(line(i - 1), {});
        add(line(i + 1), {});
        return;
      }
      if (RE2::FullMatch(piece(line(i)), *words_.versus_inline, &first, &role, &second)) {
        add(view(first), view(role));
        add(view(second),
            view(role) == "PETITIONER" || view(role) == "PETITIONERS" ? "RESPONDENT" : "");
        return;
      }
    }
  }

  // ACME LIMITED (“Acme”), (the “Company”), (“the Company” …): the first bracket right behind the
  // name.
  void read_aliases() {
    static const RE2 bracket(
        "^(?:\\s*\\([^()“”\"]{0,40}\\))?,?\\s*\\((?:[^()“”\"]{0,40})[“\"‘']([^”\"’)]{2,60})[”\"’'"
        "]");
    const std::string_view reach = text_.substr(0, kAliasReach);
    for (Party& party : out_.parties) {
      RE2::Options options;
      options.set_case_sensitive(false);
      options.set_literal(true);
      const RE2 name(party.name, options);
      std::size_t at = 0;
      for (int tries = 0; tries < 8; ++tries) {
        re2::StringPiece found, alias;
        if (!name.Match(piece(reach), at, reach.size(), RE2::UNANCHORED, &found, 1)) break;
        at = static_cast<std::size_t>(found.data() - reach.data()) + found.size();
        const std::string_view behind = reach.substr(at, 160);
        if (RE2::PartialMatch(piece(behind), bracket, &alias)) {
          std::string_view given = view(alias);
          if (given.starts_with("the ")) given.remove_prefix(4);
          party.aliases.emplace_back(given);
          break;
        }
      }
    }
  }

  void read_instance() {
    static const RE2 appeal(
        "(?i)appell(?:ant|ee)|court of appeal|appeal tribunal|on appeal from|certiorari|appellate");
    static const RE2 first("(?i)claimant|plaintiff");
    bool claims = false;
    for (std::size_t i = 0; i < body_; ++i) {
      if (RE2::PartialMatch(piece(line(i)), appeal)) {
        out_.instance = "second";
        return;
      }
      claims = claims || RE2::PartialMatch(piece(line(i)), first);
    }
    if (claims) out_.instance = "first";
  }

  std::string_view text_;
  const std::vector<Line>& lines_;
  std::size_t body_;
  const FrontWords& words_;
  Front out_;
};

}  // namespace

Front read_front(std::string_view text, const std::vector<Line>& head, const Grammar& grammar) {
  return Reader(text, head, grammar).run();
}

}  // namespace proviso::segmenter::english
