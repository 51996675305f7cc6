#include "tasks/draft/unfounded.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "segmenter/clauses/numbering.h"
#include "segmenter/utf8.h"
#include "tasks/learning/personal_names.h"

namespace proviso::tasks {
namespace {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Structure;
using std::string_view;

re2::StringPiece piece(string_view text) {
  return {text.data(), text.size()};
}

string_view view(re2::StringPiece words) {
  return {words.data(), words.size()};
}

void put_once(std::vector<std::string>& out, std::string words) {
  if (std::find(out.begin(), out.end(), words) == out.end()) out.push_back(std::move(words));
}

// Small letters without stops and commas: Birch Tools, Ltd. is BIRCH TOOLS LTD.
std::string folded(string_view words) {
  std::string out;
  for (const char c : words) {
    if (c == '.' || c == ',') continue;
    out += c == '\n' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

void english_companies(string_view prompt, string_view draft, std::vector<std::string>& out) {
  static const RE2 company(
      "\\b((?:[A-Z][A-Za-z&'-]*,? ){1,5}(?:Inc|INC|LLC|L\\.L\\.C|Ltd|LTD|LIMITED|Corp|CORP|"
      "CORPORATION|GmbH|PLC|plc)\\b\\.?)");
  const std::string known = folded(prompt);
  re2::StringPiece rest = piece(draft), name;
  while (RE2::FindAndConsume(&rest, company, &name)) {
    if (known.find(folded(view(name))) == std::string::npos) put_once(out, std::string(name));
  }
}

// The last signs before the form of a company tell it from another: what stands before them may be
// no part of the name.
void chinese_companies(string_view prompt, string_view draft, std::vector<std::string>& out) {
  constexpr int kSigns = 4;
  static const RE2 company(
      "((?:[^\\P{Han}的与和由向在对是为即及或将经]|[（）()]){2,20}?)(有限责任公司|股份有限公司|"
      "有限公司|"
      "集团公司|律师事务所|支行|分行)");
  re2::StringPiece rest = piece(draft), front, form;
  while (RE2::FindAndConsume(&rest, company, &front, &form)) {
    const std::string name = std::string(front) + std::string(form);
    std::size_t at = front.size();
    for (int i = 0; i < kSigns && at > 0; ++i) at = segmenter::previous(name, at);
    if (prompt.find(string_view(name).substr(at)) == string_view::npos) put_once(out, name);
  }
}

bool holds(string_view words, string_view mark) {
  return words.find(mark) != string_view::npos;
}

// Whether a clause bears this number, and has each of `parts`, "(d)(ii)", somewhere in its words.
bool has_clause(string_view text, const Structure& structure, string_view number,
                string_view parts) {
  return std::any_of(structure.items.begin(), structure.items.end(), [&](const Item& item) {
    if (item.kind != ItemKind::kClause || item.number != number) return false;
    const string_view words = text.substr(item.span.start, item.span.size());
    for (string_view rest = parts; !rest.empty();) {
      const std::size_t end = rest.find(')') + 1;
      if (!holds(words, rest.substr(0, end))) return false;
      rest.remove_prefix(end);
    }
    return true;
  });
}

// Whether an article has this number, in whatever script.
bool has_article(const Structure& structure, std::uint32_t number) {
  return std::any_of(structure.items.begin(), structure.items.end(), [&](const Item& item) {
    return item.kind == ItemKind::kClause &&
           segmenter::clauses::chinese_value(item.number) == number;
  });
}

}  // namespace

std::vector<std::string> unfounded_names(string_view prompt, string_view draft, bool chinese) {
  std::vector<std::string> out;
  if (chinese) {
    chinese_companies(prompt, draft, out);
    for (const std::u32string& one : find_chinese_names(to_code_points(draft))) {
      if (!holds(prompt, to_utf8(one))) put_once(out, to_utf8(one));
    }
  } else {
    english_companies(prompt, draft, out);
    for (const std::string& one : find_english_names(draft)) {
      if (!holds(prompt, one)) put_once(out, one);
    }
  }
  return out;
}

std::vector<std::string> unfounded_clauses(string_view text, std::size_t from,
                                           const Structure& structure) {
  std::vector<std::string> out;
  const string_view draft = text.substr(from);
  // Behind them "of" or "to" leads out of the contract: Section 5 of the Act.
  static const RE2 english(
      "\\b((?:Section|Clause|Article|section|clause)\\s+([0-9]{1,2}(?:\\.[0-9]{1,2})*)"
      "((?:\\([a-z0-9]{1,4}\\))*))((?:\\s+(?:of|to)\\s+(?:the\\s+)?[A-Z])?)");
  re2::StringPiece rest = piece(draft), whole, number, parts, elsewhere;
  while (RE2::FindAndConsume(&rest, english, &whole, &number, &parts, &elsewhere)) {
    if (elsewhere.empty() && !has_clause(text, structure, view(number), view(parts)))
      put_once(out, std::string(whole));
  }
  static const RE2 article(
      "(》|法|条例|规定|解释|办法)?(?:的)?(第([一二三四五六七八九十百零〇]+|[0-9]{1,3})条)");
  rest = piece(draft);
  re2::StringPiece law;
  while (RE2::FindAndConsume(&rest, article, &law, &whole, &number)) {
    if (!law.empty()) continue;
    if (!has_article(structure, segmenter::clauses::chinese_value(view(number))))
      put_once(out, std::string(whole));
  }
  return out;
}

}  // namespace proviso::tasks
