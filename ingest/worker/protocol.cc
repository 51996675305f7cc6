#include "ingest/worker/protocol.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace proviso::ingest {
namespace {

using nlohmann::json;

// Hundredths of a point: what a float of JSON would cost in bytes and time is not needed.
int hundredths(double points) {
  return static_cast<int>(std::lround(std::clamp(points, -1e6, 1e6) * 100));
}
double from_hundredths(const json& value) {
  return value.get<int>() / 100.0;
}

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json to_json(const PageLine& page_line) {
  const Line& line = page_line.line;
  json edges = json::array();
  for (const float edge : line.edges) edges.push_back(hundredths(edge));
  const bool drawn = line.box.x1 > line.box.x0 || line.box.y1 > line.box.y0;
  if (!drawn && edges.empty()) {
    return {{"t", line.text}, {"f", line.flags}, {"j", page_line.joined ? 1 : 0}};
  }
  return {{"t", line.text},
          {"b",
           {hundredths(line.box.x0), hundredths(line.box.y0), hundredths(line.box.x1),
            hundredths(line.box.y1)}},
          {"s", static_cast<int>(line.source)},
          {"z", hundredths(line.font_size)},
          {"c", hundredths(line.confidence)},
          {"f", line.flags},
          {"k", page_line.column},
          {"w", page_line.row},
          {"l", page_line.cell},
          {"u", page_line.under_rule},
          {"e", std::move(edges)}};
}

std::size_t code_points(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(),
                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

template <typename Enum>
Enum enum_from(const json& value, int last) {
  const int number = value.get<int>();
  if (number < 0 || number > last) throw std::out_of_range("enumerator");
  return static_cast<Enum>(number);
}

PageLine line_from(const json& value, int page) {
  PageLine page_line;
  Line& line = page_line.line;
  line.text = value.at("t").get<std::string>();
  line.page = page;
  line.flags = value.at("f").get<std::uint16_t>();
  if (value.contains("j")) {
    page_line.joined = value["j"].get<int>() != 0;
    return page_line;
  }
  const json& box = value.at("b");
  line.box = {from_hundredths(box.at(0)), from_hundredths(box.at(1)), from_hundredths(box.at(2)),
              from_hundredths(box.at(3))};
  line.source = enum_from<TextSource>(value.at("s"), 2);
  line.font_size = static_cast<float>(from_hundredths(value.at("z")));
  line.confidence = static_cast<float>(from_hundredths(value.at("c")));
  page_line.column = value.at("k").get<int>();
  page_line.row = value.at("w").get<int>();
  page_line.cell = value.at("l").get<int>();
  page_line.under_rule = value.at("u").get<bool>();
  for (const json& edge : value.at("e")) {
    line.edges.push_back(static_cast<float>(from_hundredths(edge)));
  }
  // One for each character and the end of the last: with others no place on paper can be told.
  if (line.edges.size() != code_points(line.text) + 1) line.edges.clear();
  return page_line;
}

json to_json(const Decision& decision) {
  json fonts = json::array();
  for (const FontVerdict& font : decision.fonts) {
    fonts.push_back(
        {font.name, font.characters, static_cast<int>(font.fault), static_cast<int>(font.repair)});
  }
  return {{"ground", static_cast<int>(decision.ground)},
          {"trusted", decision.trusted},
          {"distrusted", decision.distrusted},
          {"hidden", decision.hidden},
          {"covered", decision.covered},
          {"pictures", hundredths(decision.picture_share)},
          {"read", decision.pictures_read},
          {"dpi", hundredths(decision.dpi)},
          {"skew", hundredths(decision.skew)},
          {"language", decision.language},
          {"fonts", std::move(fonts)}};
}

Decision decision_from(const json& value) {
  Decision decision;
  decision.ground = enum_from<Ground>(value.at("ground"), 7);
  decision.trusted = value.at("trusted").get<int>();
  decision.distrusted = value.at("distrusted").get<int>();
  decision.hidden = value.at("hidden").get<int>();
  decision.covered = value.at("covered").get<int>();
  decision.picture_share = from_hundredths(value.at("pictures"));
  decision.pictures_read = value.at("read").get<int>();
  decision.dpi = from_hundredths(value.at("dpi"));
  decision.skew = from_hundredths(value.at("skew"));
  decision.language = value.at("language").get<std::string>();
  for (const json& font : value.at("fonts")) {
    decision.fonts.push_back({font.at(0).get<std::string>(), font.at(1).get<int>(),
                              enum_from<Fault>(font.at(2), 8), enum_from<Repair>(font.at(3), 5)});
  }
  return decision;
}

constexpr std::size_t kArguments = 15;     // but for pictures
constexpr std::size_t kLongest = 100'000;  // bytes of one argument; Linux allows 128 KiB

// The pages, the resolution, the format, then marks, each argument as many as it holds.
void add_picture(std::vector<std::string>& arguments, const PictureWish& wish) {
  std::string pages;
  for (const int page : wish.pages) pages += std::to_string(page) + " ";
  arguments.insert(arguments.end(), {pages, std::to_string(wish.dpi), wish.png ? "png" : "any"});
  std::string marks;
  for (const PictureMark& mark : wish.marks) {
    for (const double edge : {mark.box.x0, mark.box.y0, mark.box.x1, mark.box.y1})
      marks += std::to_string(hundredths(edge)) + " ";
    marks += std::to_string(mark.page) + " " + std::to_string(mark.rgb) + " ";
    if (marks.size() > kLongest) arguments.push_back(std::exchange(marks, ""));
  }
  if (!marks.empty()) arguments.push_back(marks);
}

PictureWish picture_from(std::span<const std::string_view> arguments) {
  if (arguments.size() < 3) throw std::invalid_argument("pictures of which pages?");
  PictureWish wish;
  std::istringstream pages{std::string(arguments[0])};
  for (int page = 0; pages >> page;) wish.pages.push_back(page);
  wish.dpi = std::stod(std::string(arguments[1]));
  wish.png = arguments[2] == "png";
  for (const std::string_view argument : arguments.subspan(3)) {
    std::istringstream marks{std::string(argument)};
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    PictureMark mark;
    while (marks >> x0 >> y0 >> x1 >> y1 >> mark.page >> mark.rgb) {
      mark.box = {x0 / 100.0, y0 / 100.0, x1 / 100.0, y1 / 100.0};
      wish.marks.push_back(mark);
    }
  }
  return wish;
}

PageLines page_from(const json& value) {
  PageLines result;
  const json& facts = value.at("page");
  Page& page = result.page;
  page.number = facts.at("number").get<int>();
  page.label = facts.at("label").get<std::string>();
  page.width = from_hundredths(facts.at("width"));
  page.height = from_hundredths(facts.at("height"));
  page.rotation = facts.at("rotation").get<int>();
  page.method = enum_from<Method>(facts.at("method"), 3);
  page.status = enum_from<PageStatus>(facts.at("status"), 2);
  page.reason = facts.at("reason").get<std::string>();
  page.confidence = static_cast<float>(from_hundredths(facts.at("confidence")));
  page.decision = decision_from(facts.at("decision"));
  result.turn = enum_from<Turn>(facts.at("turn"), 4);
  for (const json& line : value.at("lines")) result.lines.push_back(line_from(line, page.number));
  return result;
}

}  // namespace

std::vector<std::string> to_arguments(const WorkerSettings& settings) {
  const Limits& limits = settings.limits;
  std::vector<std::string> arguments{std::to_string(limits.address_space),
                                     std::to_string(limits.text_cpu_seconds),
                                     std::to_string(limits.ocr_cpu_seconds),
                                     std::to_string(limits.max_pages),
                                     std::to_string(limits.max_page_glyphs),
                                     std::to_string(limits.max_megapixels),
                                     settings.ocr ? "ocr" : "text",
                                     std::to_string(settings.first_page),
                                     std::to_string(static_cast<int>(settings.format)),
                                     std::to_string(static_cast<int>(settings.task)),
                                     settings.member,
                                     std::to_string(limits.max_unpacked),
                                     std::to_string(limits.max_members),
                                     std::to_string(limits.max_file),
                                     settings.recall ? "recall" : "anew"};
  if (settings.task == WorkerTask::kPictures) add_picture(arguments, settings.picture);
  return arguments;
}

WorkerSettings from_arguments(std::span<const std::string_view> arguments) {
  if (arguments.empty()) return {};
  if (arguments.size() < kArguments) throw std::invalid_argument("fifteen arguments are needed");
  const auto text = [&](std::size_t i) { return std::string(arguments[i]); };
  WorkerSettings settings;
  settings.limits.address_space = std::stoull(text(0));
  settings.limits.text_cpu_seconds = std::stoi(text(1));
  settings.limits.ocr_cpu_seconds = std::stoi(text(2));
  settings.limits.max_pages = std::stoi(text(3));
  settings.limits.max_page_glyphs = std::stoi(text(4));
  settings.limits.max_megapixels = std::stod(text(5));
  settings.ocr = arguments[6] == "ocr";
  settings.first_page = std::stoi(text(7));
  settings.format = static_cast<Format>(std::stoi(text(8)));
  settings.task = static_cast<WorkerTask>(std::stoi(text(9)));
  settings.member = text(10);
  settings.limits.max_unpacked = std::stoull(text(11));
  settings.limits.max_members = std::stoi(text(12));
  settings.limits.max_file = std::stoull(text(13));
  settings.recall = arguments[14] == "recall";
  if (settings.task == WorkerTask::kPictures) {
    settings.picture = picture_from(arguments.subspan(kArguments));
  } else if (arguments.size() != kArguments) {
    throw std::invalid_argument("fifteen arguments are needed");
  }
  return settings;
}

std::string encode(const OpenFrame& frame) {
  return dump({{"open", {{"pages", frame.pages}, {"kind", frame.kind}, {"flows", frame.flows}}}});
}

std::string encode(const OcrFrame& frame) {
  return dump({{"ocr", frame.page}});
}

std::string encode(const CloseFrame& frame) {
  return dump({{"close", {{"error", frame.error}, {"note", frame.note}}}});
}

std::string encode(const MemberFrame& frame) {
  return dump(
      {{"member", {{"name", frame.name}, {"sha256", frame.sha256}, {"problem", frame.problem}}}});
}

std::string encode(const BytesFrame& frame) {
  return std::string(1, '\0') + frame.bytes;
}

std::string encode(const RecallFrame& frame) {
  return dump({{"recall", frame.key}});
}

std::string encode(const KeepFrame& frame) {
  return dump({{"keep", {{"key", frame.key}, {"value", frame.value}}}});
}

std::string encode(const PageLines& frame) {
  json lines = json::array();
  for (const PageLine& line : frame.lines) lines.push_back(to_json(line));
  const Page& page = frame.page;
  return dump({{"page",
                {{"number", page.number},
                 {"label", page.label},
                 {"width", hundredths(page.width)},
                 {"height", hundredths(page.height)},
                 {"rotation", page.rotation},
                 {"method", static_cast<int>(page.method)},
                 {"status", static_cast<int>(page.status)},
                 {"reason", page.reason},
                 {"confidence", hundredths(page.confidence)},
                 {"decision", to_json(page.decision)},
                 {"turn", static_cast<int>(frame.turn)}}},
               {"lines", std::move(lines)}});
}

std::string with_length(const std::string& content) {
  std::string frame;
  frame.reserve(content.size() + 4);
  for (int shift = 0; shift < 32; shift += 8) {
    frame.push_back(static_cast<char>((content.size() >> shift) & 0xFF));
  }
  return frame += content;
}

std::optional<Frame> decode_frame(std::string_view text) {
  if (text.starts_with('\0')) return BytesFrame{std::string(text.substr(1))};
  try {
    const json value = json::parse(text);
    const auto string = [](const json& object, const char* key) {
      return object.at(key).get<std::string>();
    };
    if (value.contains("page")) return page_from(value);
    if (value.contains("open")) {
      const json& open = value["open"];
      return OpenFrame{open.at("pages").get<int>(), string(open, "kind"),
                       open.at("flows").get<bool>()};
    }
    if (value.contains("ocr")) return OcrFrame{value["ocr"].get<int>()};
    if (value.contains("member")) {
      const json& member = value["member"];
      return MemberFrame{string(member, "name"), string(member, "sha256"),
                         string(member, "problem")};
    }
    if (value.contains("recall")) return RecallFrame{string(value, "recall")};
    if (value.contains("keep")) {
      return KeepFrame{string(value["keep"], "key"), string(value["keep"], "value")};
    }
    return CloseFrame{string(value.at("close"), "error"), string(value["close"], "note")};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<std::string_view> FrameBuffer::next() {
  if (at_ > 0) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  if (buffer_.size() < 4) return std::nullopt;
  std::uint32_t length = 0;
  for (int i = 3; i >= 0; --i) {
    length = length << 8 | static_cast<unsigned char>(buffer_[static_cast<std::size_t>(i)]);
  }
  too_long_ = length > kMaxFrame;
  if (too_long_ || buffer_.size() - 4 < length) return std::nullopt;
  at_ = 4 + std::size_t{length};
  return std::string_view(buffer_).substr(4, length);
}

}  // namespace proviso::ingest
