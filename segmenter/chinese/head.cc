#include "segmenter/chinese/head.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "segmenter/language.h"
#include "segmenter/utf8.h"
#include "segmenter_data.h"

namespace proviso::segmenter::chinese {
namespace {

constexpr std::size_t kHeadLines = 12;       // court, name and number stand in the first lines
constexpr std::size_t kWholeText = 1 << 20;  // bytes looked at for words, where there is no title

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

// grammar/zh_kinds.json.
struct Kinds {
  std::unique_ptr<RE2> name_line, court_line, number_line;
  std::vector<std::pair<std::string, Kind>> names, codes;
  std::vector<std::pair<std::string, std::string>> instances, instance_words;
  std::vector<std::string> correction, civil_words, criminal_words, second_below;
};

std::unique_ptr<RE2> compiled(const nlohmann::json& json, const char* key) {
  auto pattern = std::make_unique<RE2>(json.at(key).get<std::string>());
  if (!pattern->ok()) {
    throw std::runtime_error(fmt::format("zh_kinds.json, {}: {}", key, pattern->error()));
  }
  return pattern;
}

Kind kind_named(std::string_view wanted) {
  const auto found = std::find(kKindNames.begin(), kKindNames.end(), wanted);
  if (found == kKindNames.end()) {
    throw std::runtime_error(fmt::format("zh_kinds.json: unknown kind '{}'", wanted));
  }
  return static_cast<Kind>(found - kKindNames.begin());
}

const Kinds& kinds() {
  static const Kinds built = [] {
    const auto json = nlohmann::json::parse(data::zh_kinds, nullptr, true, true);
    Kinds out;
    out.name_line = compiled(json, "name_line");
    out.court_line = compiled(json, "court_line");
    out.number_line = compiled(json, "number_line");
    for (const auto& entry : json.at("names"))
      out.names.emplace_back(entry[0], kind_named(entry[1].get<std::string>()));
    for (const auto& entry : json.at("codes"))
      out.codes.emplace_back(entry[0], kind_named(entry[1].get<std::string>()));
    for (const auto& entry : json.at("instances")) out.instances.emplace_back(entry[0], entry[1]);
    for (const auto& entry : json.at("instance_words"))
      out.instance_words.emplace_back(entry[0], entry[1]);
    json.at("correction").get_to(out.correction);
    json.at("civil_words").get_to(out.civil_words);
    json.at("criminal_words").get_to(out.criminal_words);
    json.at("second_below").get_to(out.second_below);
    return out;
  }();
  return built;
}

bool contains_any(std::string_view text, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return contains(text, word); });
}

// The letters of a case number behind the court's own: "（2021）豫0927民初89号" gives "民初",
// "（2007）甲民初字第399号" gives "甲民初字".
std::string_view code_letters(std::string_view number) {
  std::size_t end = number.rfind("号");
  if (end == std::string_view::npos) end = number.size();
  const auto serial = [](char c) { return (c >= '0' && c <= '9') || c == '-'; };
  while (end > 0 && serial(number[end - 1])) --end;
  std::string_view letters = number.substr(0, end);
  if (letters.ends_with("第")) letters.remove_suffix(std::string_view("第").size());
  std::size_t start = letters.size();
  while (start > 0 && static_cast<unsigned char>(letters[start - 1]) >= 0x80) --start;
  return letters.substr(start);
}

std::string instance_of_code(std::string_view number) {
  const std::string_view letters = code_letters(number);
  for (const auto& [letter, instance] : kinds().instances) {
    if (contains(letters, letter)) return instance;
  }
  return "";
}

std::string instance_of_words(std::string_view text) {
  const std::string_view opening = text.substr(0, 6000);
  for (const auto& [words, instance] : kinds().instance_words) {
    if (contains(opening, words)) return instance;
  }
  return "";
}

bool correction(std::string_view text) {
  const std::vector<std::string>& words = kinds().correction;
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return contains(text, word); });
}

Kind kind_of_words(std::string_view text) {
  const std::string_view opening = text.substr(0, kWholeText);
  std::size_t civil = 0;
  for (const std::string& words : kinds().civil_words) civil += contains(opening, words);
  const std::string_view head = text.substr(0, 6000);
  if (contains(head, "原告") && contains(head, "被告")) civil += 2;
  if (contains_any(opening, kinds().criminal_words) && contains(opening, "被告人")) {
    return Kind::kZhCriminal;
  }
  return civil < 2 ? Kind::kOther : Kind::kZhCivil;
}

void name_kind(std::string_view name, std::string_view text, Head& head) {
  for (const auto& [words, kind] : kinds().names) {
    if (head.kind == Kind::kOther && contains(name, words)) head.kind = kind;
  }
  const std::string_view letters = code_letters(head.case_number);
  for (const auto& [words, kind] : kinds().codes) {
    if (head.kind == Kind::kOther && contains(letters, words)) head.kind = kind;
  }
  if (contains(name, "裁定") && correction(text.substr(0, 6000))) head.kind = Kind::kZhCorrection;
}

// Web copies that lost their line ends begin "某某人民法院 民事判决书 （2018）…号 …".
std::string read_one_line(std::string_view text, Head& head) {
  static const RE2 one_line(
      "^[\\s　]*((?:中华人民共和国)?[^，。：；、\\s]{2,40}法院)[\\s　]*([^，。：；\\s]{0,20}(?:"
      "判决|裁定|调解|决定)书)[\\s　]*"
      "([（(〔\\[][12]\\d{3}[）)〕\\]][^，。\\s]{2,30}号)");
  re2::StringPiece court, title, number;
  if (!RE2::PartialMatch(piece(text.substr(0, 600)), one_line, &court, &title, &number)) return {};
  head.court = std::string(court.data(), court.size());
  head.case_number = std::string(number.data(), number.size());
  return std::string(title.data(), title.size());
}

void read_title_lines(std::string_view text, Head& head) {
  std::string name;
  std::size_t last = 0;  // the last line that was one of the three
  constexpr std::size_t kBetween = 3;
  for (std::size_t line = 0, at = 0; line < kHeadLines && at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string bare = end - at < 400 ? without_spaces(text.substr(at, end - at)) : "";
    at = end + 1;
    const auto found = [&] {
      if (head.title_end == 0 || line - last <= kBetween)
        head.title_end = std::min(at, text.size());
      last = line;
    };
    const bool named =
        bare.ends_with("书") || bare.ends_with("令") || bare.ends_with("）") || bare.ends_with(")");
    if (name.empty() && named && RE2::FullMatch(bare, *kinds().name_line)) {
      name = bare;
      found();
      if (const std::size_t court = bare.find("法院");
          head.court.empty() && court != std::string::npos) {
        head.court = bare.substr(0, court + std::string_view("法院").size());
      }
    } else if (head.court.empty() && contains(bare, "法院") &&
               RE2::FullMatch(bare, *kinds().court_line)) {
      head.court = bare;
      found();
    } else if (head.case_number.empty() && contains(bare, "号") &&
               RE2::FullMatch(bare, *kinds().number_line)) {
      head.case_number = bare;
      found();
    }
  }
  if (name.empty() && head.court.empty()) name = read_one_line(text, head);
  head.named = !name.empty();
  head.titled = !head.court.empty() || !name.empty() || !head.case_number.empty();
  name_kind(name, text, head);
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
  head.knows_second = contains_any(opening, kinds().second_below);
  return head;
}

namespace {

// The name that ends before `at`: as far back as a court's name may reach.
std::string_view court_before(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 28;  // characters, 法院 not counted
  constexpr std::u32string_view kStops = U"，。：；、“”（）() \t\r\n　";
  std::size_t begin = at;
  for (std::size_t count = 0; begin > 0 && count < kLongest; ++count) {
    const std::size_t one = previous(text, begin);
    if (kStops.find(code_point(text, one)) != std::u32string_view::npos) break;
    begin = one;
  }
  return text.substr(begin, at - begin);
}

}  // namespace

LowerCourts::LowerCourts(std::string_view text, const Head& head) {
  static const RE2 judged(
      "(?:（[^）]{0,40}）)?(?:于[^，。；]{4,16})?(?:作出|作出的|制作的)?(?:的)?"
      "[（(〔\\[]\\d{4}[）)〕\\]]([^，。；（(]{2,24})号");
  constexpr std::string_view kCourt = "法院";
  constexpr std::size_t kNumber = 400;  // bytes that a case number behind the name may take
  const std::string_view opening = text.substr(0, 24000);
  for (std::size_t at = 0; (at = opening.find(kCourt, at)) != std::string_view::npos;) {
    const std::size_t behind = at + kCourt.size();
    std::string_view name = court_before(opening, at);
    const std::string_view rest = opening.substr(behind, kNumber);
    at = behind;
    re2::StringPiece groups[2];
    if (name.size() < 6 || !judged.Match(piece(rest), 0, rest.size(), RE2::ANCHOR_START, groups, 2))
      continue;
    name = std::string_view(name.data(), name.size() + kCourt.size());
    at = behind + static_cast<std::size_t>(groups[0].size());
    const std::string instance = instance_of_code({groups[1].data(), groups[1].size()});
    Level level = instance == "first"     ? Level::kFirst
                  : instance == "second"  ? Level::kSecond
                  : instance == "retrial" ? Level::kRetrial
                                          : Level::kOther;
    for (const std::string_view lead : {"不服", "本院和", "撤销", "维持", "因"}) {
      if (const std::size_t begin = name.rfind(lead); begin != std::string_view::npos)
        name.remove_prefix(begin + lead.size());
    }
    if (name == head.court || level == Level::kOther) continue;
    courts_.emplace_back(std::string(name), level);
  }
}

bool LowerCourts::knows(Level level) const {
  return std::any_of(courts_.begin(), courts_.end(),
                     [&](const auto& court) { return court.second == level; });
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
