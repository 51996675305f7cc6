#include "segmenter/chinese/head.h"

#include <re2/re2.h>

#include <algorithm>

#include "segmenter/language.h"
#include "segmenter/utf8.h"

namespace proviso::segmenter::chinese {
namespace {

constexpr std::size_t kHeadLines = 12;  // court, name and number stand in the first lines

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

std::string without_spaces(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); at = next(line, at)) {
    const char32_t c = code_point(line, at);
    if (c == ' ' || c == '\t' || c == '\r' || c == U'　' || c == U'\u00A0') continue;
    out += line.substr(at, next(line, at) - at);
  }
  return out;
}

bool contains(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

struct KindWords {
  std::string_view words;
  Kind kind;
};

// By the document's own name ("民事判决书"); the first that it contains.
constexpr KindWords kByTitle[] = {
    {"调解书", Kind::kZhMediation},      {"刑事", Kind::kZhCriminal},
    {"行政", Kind::kZhAdministrative},   {"执行", Kind::kZhEnforcement},
    {"国家赔偿", Kind::kZhCompensation}, {"赔偿决定书", Kind::kZhCompensation},
    {"司法赔偿", Kind::kZhCompensation}, {"民事", Kind::kZhCivil},
    {"支付令", Kind::kZhOrder},          {"决定书", Kind::kZhOrder},
    {"通知书", Kind::kZhOrder},
};

// By the letters of the case number; the first that it contains.
constexpr KindWords kByCode[] = {
    {"刑", Kind::kZhCriminal},    {"行", Kind::kZhAdministrative}, {"赔", Kind::kZhCompensation},
    {"执", Kind::kZhEnforcement}, {"民", Kind::kZhCivil},          {"破", Kind::kZhCivil},
    {"财保", Kind::kZhCivil},     {"商", Kind::kZhCivil},          {"知", Kind::kZhCivil},
};

std::string instance_of_code(std::string_view number) {
  for (const auto& [letter, instance] : {std::pair{"申", "retrial_review"},
                                         {"监", "retrial_review"},
                                         {"再", "retrial"},
                                         {"抗", "retrial"},
                                         {"提", "retrial"},
                                         {"终", "second"},
                                         {"初", "first"}}) {
    if (contains(number, letter)) return instance;
  }
  return "";
}

std::string instance_of_words(std::string_view text) {
  const std::string_view head = text.substr(0, 6000);
  for (const auto& [words, instance] : {std::pair{"再审申请人", "retrial"},
                                        {"申请再审称", "retrial"},
                                        {"再审请求", "retrial"},
                                        {"申诉人", "retrial"},
                                        {"被上诉人", "second"},
                                        {"上诉请求", "second"},
                                        {"上诉称", "second"}}) {
    if (contains(head, words)) return instance;
  }
  return "first";
}

bool correction(std::string_view text) {
  return contains(text, "补正") && contains(text, "笔误");
}

Kind kind_of_words(std::string_view text) {
  int civil = 0;
  for (const std::string_view words :
       {"本院认为", "判决如下", "裁定如下", "查明", "诉讼请求", "案件受理费", "辩称"}) {
    civil += contains(text, words);
  }
  const std::string_view opening = text.substr(0, 6000);
  if (contains(opening, "原告") && contains(opening, "被告")) civil += 2;
  const bool charged =
      contains(text, "公诉机关") || contains(text, "人民检察院指控") || contains(text, "提起公诉");
  if (charged && contains(text, "被告人")) return Kind::kZhCriminal;
  if (civil < 2) return Kind::kOther;
  return Kind::kZhCivil;
}

void read_title_lines(std::string_view text, Head& head) {
  static const RE2 court_line("^(?:中华人民共和国)?[^，。：；、]{2,40}法院(?:赔偿委员会)?$");
  static const RE2 name_line("^[^，。：；]{0,60}?(?:判决|裁定|调解|决定|通知|支付)(?:书|令)$");
  static const RE2 number_line(
      "^[（(〔\\[][12]\\d{3}[）)〕\\]][^，。]{2,40}号(?:之[一二三四五六七八九十]{1,2})?$");
  std::string name;
  for (std::size_t line = 0, at = 0; line < kHeadLines && at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string bare = end - at < 400 ? without_spaces(text.substr(at, end - at)) : "";
    at = end + 1;
    if (name.empty() && RE2::FullMatch(bare, name_line)) {
      name = bare;
      if (const std::size_t court = bare.find("法院");
          head.court.empty() && court != std::string::npos) {
        head.court = bare.substr(0, court + std::string_view("法院").size());
      }
    } else if (head.court.empty() && RE2::FullMatch(bare, court_line)) {
      head.court = bare;
    } else if (head.case_number.empty() && RE2::FullMatch(bare, number_line)) {
      head.case_number = bare;
    }
  }
  // Web copies that lost their line ends begin "某某人民法院 民事判决书 （2018）…号 …".
  static const RE2 one_line(
      "^[\\s　]*((?:中华人民共和国)?[^，。：；、\\s]{2,40}法院)[\\s　]*([^，。：；\\s]{0,20}(?:"
      "判决|裁定|调解|决定)书)[\\s　]*"
      "([（(〔\\[][12]\\d{3}[）)〕\\]][^，。\\s]{2,30}号)");
  re2::StringPiece court, title, number;
  if (name.empty() && head.court.empty() &&
      RE2::PartialMatch(piece(text.substr(0, 600)), one_line, &court, &title, &number)) {
    head.court = std::string(court.data(), court.size());
    head.case_number = std::string(number.data(), number.size());
    name = std::string(title.data(), title.size());
  }
  head.titled = !head.court.empty() || !name.empty() || !head.case_number.empty();
  for (const auto& [words, kind] : kByTitle) {
    if (head.kind == Kind::kOther && contains(name, words)) head.kind = kind;
  }
  for (const auto& [words, kind] : kByCode) {
    if (head.kind == Kind::kOther && contains(head.case_number, words)) head.kind = kind;
  }
  if (contains(name, "裁定") && correction(text.substr(0, 6000))) head.kind = Kind::kZhCorrection;
}

}  // namespace

Head read_head(std::string_view text) {
  Head head;
  head.language = language_of(text);
  if (head.language != "zh") return head;
  read_title_lines(text, head);
  if (head.kind == Kind::kOther) head.kind = kind_of_words(text);
  if (head.kind == Kind::kOther) return head;
  head.instance = instance_of_code(head.case_number);
  if (head.instance.empty() && head.case_number.empty()) head.instance = instance_of_words(text);
  const std::string_view opening = text.substr(0, 12000);
  head.knows_second = contains(opening, "二审") || contains(opening, "终审") ||
                      contains(opening, "终字") || contains(opening, "民终") ||
                      contains(opening, "刑终") || contains(opening, "行终");
  return head;
}

LowerCourts::LowerCourts(std::string_view text, const Head& head) {
  static const RE2 judged(
      "([^，。：；、“”（）()\\s]{2,28}法院)(?:（[^）]{0,40}）)?(?:于[^，。；]{4,16})?(?:作出|"
      "作出的|制作的)?(?:的)?"
      "[（(〔\\[]\\d{4}[）)〕\\]]([^，。；（(]{2,24})号");
  const std::string_view opening = text.substr(0, 24000);
  re2::StringPiece rest = piece(opening), court, code;
  while (RE2::FindAndConsume(&rest, judged, &court, &code)) {
    const std::string instance = instance_of_code({code.data(), code.size()});
    Level level = instance == "first"     ? Level::kFirst
                  : instance == "second"  ? Level::kSecond
                  : instance == "retrial" ? Level::kRetrial
                                          : Level::kOther;
    std::string_view name(court.data(), court.size());
    for (const std::string_view lead : {"不服", "本院和", "撤销", "维持", "因"}) {
      if (const std::size_t at = name.rfind(lead); at != std::string_view::npos)
        name.remove_prefix(at + lead.size());
    }
    if (name == head.court || level == Level::kOther) continue;
    courts_.emplace_back(std::string(name), level);
  }
}

Level LowerCourts::level_of(std::string_view court) const {
  // "福建高院" stands for 福建省高级人民法院.
  std::string_view stem = court, grade;
  for (const auto& [suffix, full] :
       {std::pair<std::string_view, std::string_view>{"高院", "高级"}, {"中院", "中级"}}) {
    if (!court.ends_with(suffix)) continue;
    stem = court.substr(0, court.size() - suffix.size());
    grade = full;
  }
  for (const auto& [name, level] : courts_) {
    if (name.ends_with(court) || court.ends_with(name)) return level;
    if (!grade.empty() && contains(name, stem) && contains(name, grade)) return level;
  }
  return Level::kThis;
}

}  // namespace proviso::segmenter::chinese
