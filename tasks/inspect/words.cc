#include "tasks/inspect/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "outline_data.h"
#include "segmenter/utf8.h"

namespace proviso::tasks {
namespace {

struct Entry {
  std::string_view english, chinese, colour;
};
using Table = std::map<std::pair<std::string_view, std::string_view>, Entry>;

const Table& table() {
  static const Table built = [] {
    Table out;
    for (std::string_view line : segmenter::data_lines(outline::data::words)) {
      std::array<std::string_view, 5> fields{};
      for (std::string_view& field : fields) {
        field = line.substr(0, line.find('\t'));
        line.remove_prefix(std::min(field.size() + 1, line.size()));
      }
      out[{fields[0], fields[1]}] = {fields[2], fields[3], fields[4]};
    }
    return out;
  }();
  return built;
}

}  // namespace

std::string_view Words::word(std::string_view group, std::string_view name) const {
  const auto found = table().find({group, name});
  if (found == table().end()) return name;
  return language_ == Language::kChinese ? found->second.chinese : found->second.english;
}

std::string Words::text(std::string_view name, std::string_view value) const {
  const std::string_view pattern = word("text", name);
  const std::size_t at = pattern.find("{}");
  if (at == std::string_view::npos) return std::string(pattern);
  std::string out(pattern.substr(0, at));
  out += value;
  return out += pattern.substr(at + 2);
}

std::string Words::text(std::string_view name, std::string_view first,
                        std::string_view second) const {
  std::string out = text(name, first);
  const std::size_t at = out.find("{}", word("text", name).find("{}") + first.size());
  return at == std::string::npos ? out : out.replace(at, 2, second);
}

std::vector<std::string> Words::findings() {
  std::vector<std::string> out;
  for (const std::string_view line : segmenter::data_lines(outline::data::words)) {
    if (!line.starts_with("finding\t")) continue;
    const std::string_view rest = line.substr(line.find('\t') + 1);
    out.emplace_back(rest.substr(0, rest.find('\t')));
  }
  return out;
}

std::string Words::section(segmenter::Tag tag, segmenter::Level level) const {
  std::string out(of(tag));
  if (level == segmenter::Level::kThis) return out;
  out += text("open");
  out += of(level);
  return out += text("close");
}

std::string_view Words::colour(segmenter::Tag tag) {
  const auto found = table().find({"tag", segmenter::name(tag)});
  return found == table().end() ? "#ffffff" : found->second.colour;
}

}  // namespace proviso::tasks
