#include "tasks/mentions/statute.h"

#include <re2/re2.h>

#include <optional>
#include <string_view>

#include "tasks/mentions/exact.h"
#include "tasks/mentions/number.h"

namespace proviso::tasks {
namespace {

using std::string_view;

constexpr string_view kOpen = "《";
constexpr string_view kClose = "》";

int small_number(const re2::StringPiece& figure) {
  const string_view text(figure.data(), figure.size());
  if (text.empty()) return 0;
  const std::optional<Exact> value =
      text[0] >= '0' && text[0] <= '9' ? Exact::parse(text) : chinese_value(text);
  if (!value || *value > Exact(9999)) return -1;
  return std::stoi(value->str(0));
}

// The end of the name that opens at `open`, inner 《》 passed over; npos without one on the line.
std::size_t name_end(string_view text, std::size_t open) {
  constexpr std::size_t kLongest = 400;  // bytes
  int depth = 0;
  for (std::size_t at = open; at < text.size() && at < open + kLongest;) {
    if (text[at] == '\n') return string_view::npos;
    if (text.substr(at).starts_with(kOpen)) ++depth;
    if (text.substr(at).starts_with(kClose) && --depth == 0) return at + kClose.size();
    at += code_point_bytes(text[at]);
  }
  return string_view::npos;
}

class Reader {
 public:
  explicit Reader(const Folded& folded) : folded_(folded), text_(folded.text) {}

  std::vector<Citation> run() {
    static const RE2 start(
        "《|(?:中华人民共和国)?(?:民法典|民法总则|民法通则|合同法|物权法|担保法|侵权责任法|婚姻法|"
        "继承法|民事诉讼法|民诉法|刑事诉讼法|刑诉法|刑法|行政诉讼法|公司法|劳动法|劳动合同法|"
        "保险法|道路交通安全法)第|(?:依照|依据|根据|按照|适用)第");
    re2::StringPiece found;
    std::size_t at = 0;
    while (at < text_.size() &&
           start.Match(folded_.text, at, text_.size(), RE2::UNANCHORED, &found, 1)) {
      const auto open = static_cast<std::size_t>(found.data() - text_.data());
      const string_view word(found.data(), found.size());
      at = open + word.size();
      if (word == kOpen) {
        const std::size_t end = name_end(text_, open);
        if (end == string_view::npos) continue;
        at = articles(open, end, past_bracket(end));
      } else {
        constexpr std::size_t kNumberMark = 3;  // 第
        const std::size_t end = at - kNumberMark;
        const bool basis_word = word.size() == 9 && !word.starts_with("民") &&
                                !word.starts_with("合同") &&
                                (word.starts_with("依") || word.starts_with("根") ||
                                 word.starts_with("按") || word.starts_with("适"));
        // A longer name (某省…条例实施物权法) would be another law.
        at = std::max(at, articles(basis_word ? end : open, end, end));
      }
    }
    return std::move(citations_);
  }

 private:
  // Behind "(2017年修正)" or "(以下简称民诉法)".
  std::size_t past_bracket(std::size_t at) const {
    constexpr std::size_t kLongest = 120;
    if (at >= text_.size() || text_[at] != '(') return at;
    const std::size_t close = text_.find(')', at);
    if (close == string_view::npos || close > at + kLongest ||
        text_.substr(at, close - at).find('\n') != string_view::npos)
      return at;
    return close + 1;
  }

  // Reads the articles from `at` on; gives where reading stopped.
  std::size_t articles(std::size_t name, std::size_t name_stop, std::size_t at) {
    static const RE2 article(
        " ?(?:之|的)? ?第? ?([0-9]{1,4}|[零〇一二三四五六七八九十百千两]+) "
        "?条(?:之([一二三四五六七八九十]))?"
        "(?: ?第 ?([0-9]{1,2}|[一二三四五六七八九十]+) ?款)?"
        "(?: ?(?:第 ?)?\\(?([0-9]{1,2}|[一二三四五六七八九十]{1,3})\\)? "
        "?(?:、\\(?[一二三四五六七八九十]{1,3}\\)?)*项)?");
    // More paragraphs or items of the same article.
    static const RE2 more(
        "(?:、|,|和|及|与|以及|或者|或)?第 ?\\(?[0-9一二三四五六七八九十]{1,6}\\)? ?[款项目](?:第? "
        "?\\([0-9一二三四五六七八九十]{1,6}\\) ?项)?");
    static const RE2 between("(?:之规定|的规定|规定)?(?:、|,|和|及|与|以及|及其|或者|或|;)+ ?");
    bool first = true;
    re2::StringPiece groups[5];
    while (at < text_.size()) {
      if (!first && text_.substr(at).substr(0, 60).find("条") == string_view::npos) break;
      if (!article.Match(folded_.text, at, text_.size(), RE2::ANCHOR_START, groups, 5)) break;
      std::size_t begin = at;
      while (begin < text_.size() && !text_.substr(begin).starts_with("第") &&
             (text_[begin] == ' ' || text_.substr(begin).starts_with("之") ||
              text_.substr(begin).starts_with("的"))) {
        begin += code_point_bytes(text_[begin]);
      }
      Citation each;
      each.start = begin;
      each.end = at + groups[0].size();
      each.span = folded_.original(each.start, each.end);
      each.article = small_number(groups[1]);
      each.inserted = small_number(groups[2]);
      each.paragraph = small_number(groups[3]);
      each.item = small_number(groups[4]);
      each.carried = !first;
      if (name_stop > name) {
        each.law_span = folded_.original(name, name_stop);
        each.law = plain_law_name(text_.substr(name, name_stop - name));
      }
      at = each.end;
      if (each.article > 0) citations_.push_back(std::move(each));
      first = false;
      re2::StringPiece word;
      while (more.Match(folded_.text, at, text_.size(), RE2::ANCHOR_START, &word, 1))
        at += word.size();
      if (!between.Match(folded_.text, at, text_.size(), RE2::ANCHOR_START, &word, 1)) break;
      at += word.size();
    }
    return at;
  }

  const Folded& folded_;
  string_view text_;
  std::vector<Citation> citations_;
};

void remove_all(std::string& text, string_view word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    text.erase(at, word.size());
  }
}

}  // namespace

std::string plain_law_name(string_view name) {
  std::string plain = fold(name).text;
  for (const string_view word : {"《", "》", "〈", "〉", "<", ">", " ", "中华人民共和国"})
    remove_all(plain, word);
  static const RE2 version("\\((?:19|20)?\\d{2}年?[^()]*\\)$|\\((?:修正|修订)[^()]*\\)$");
  RE2::Replace(&plain, version, "");
  return plain;
}

std::vector<Citation> find_citations(const Folded& folded) {
  return Reader(folded).run();
}

}  // namespace proviso::tasks
