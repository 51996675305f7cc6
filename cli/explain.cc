#include "cli/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "cli/files.h"
#include "cli/messages.h"

namespace proviso::cli {
namespace {

using ingest::Decision;
using ingest::Fault;
using ingest::FontVerdict;
using ingest::Ground;
using ingest::Method;
using ingest::Repair;

std::string choice(Language language, const ingest::Page& page) {
  const Decision& why = page.decision;
  const std::string read =
      why.dpi > 0 ? fmt::format(fmt::runtime(in(language, " at {:.0f} dpi by the model {}",
                                                "，分辨率 {:.0f} dpi，模型 {}")),
                                why.dpi, why.language.empty() ? "-" : why.language)
                  : "";
  switch (page.method) {
    case Method::kText:
      return std::string(in(language, "the file's own text", "采用文件自带文字"));
    case Method::kOcr:
      return std::string(in(language, "OCR of the whole page", "整页文字识别")) + read;
    case Method::kMixed:
      return std::string(in(language, "the file's own text and OCR of pictures beside it",
                            "采用文件自带文字，并识别其旁的图片")) +
             read;
    default:
      return std::string(in(language, "nothing to read", "无可读内容"));
  }
}

std::string ground(Language language, const Decision& why) {
  const double share = 100 * why.picture_share;
  switch (why.ground) {
    case Ground::kNothing:
      return std::string(
          in(language, "the page has neither text nor pictures", "页面既无文字也无图片"));
    case Ground::kText:
      return fmt::format(
          fmt::runtime(in(language,
                          "{} characters can be seen and trusted (an ideograph counts two)",
                          "可见且可信的字符计 {} 个（汉字按两个计）")),
          why.trusted);
    case Ground::kNoHelp:
      return fmt::format(
          fmt::runtime(
              in(language,
                 "{} characters come from fonts with a wrong character map, but those fonts "
                 "are not in the file: OCR would only see a substitute's letters",
                 "{} 个字符的字体编码有误，但字体未嵌入文件，识别图像只会看到替代字体")),
          why.distrusted);
    case Ground::kWrongFonts:
      return fmt::format(
          fmt::runtime(in(language,
                          "{} of {} characters come from fonts with a wrong character "
                          "map",
                          "{1} 个字符中有 {0} 个的字体编码有误")),
          why.distrusted, why.distrusted + why.trusted);
    case Ground::kForeignOcr:
      return fmt::format(
          fmt::runtime(
              in(language,
                 "the file's text is invisible ({} characters) and lies under a picture: "
                 "somebody else's OCR, which is kept aside",
                 "文件自带文字（{} 个字符）不可见、压在图片之下，系他人的识别结果，另存备查")),
          why.hidden + why.covered);
    case Ground::kFewWords:
      return fmt::format(
          fmt::runtime(in(language,
                          "pictures cover {:.0f} % of the page, and only {} characters "
                          "stand beside them",
                          "图片占页面 {:.0f} %，其外仅有 {} 个字符")),
          share, why.trusted);
    case Ground::kPicture:
      return fmt::format(fmt::runtime(in(language, "a picture without text ({:.0f} % of the page)",
                                         "只有图片、没有文字（占页面 {:.0f} %）")),
                         share);
    default:
      return std::string(
          in(language, "letters drawn as curves, without text", "文字以曲线绘成，没有文字层"));
  }
}

std::string fault(Language language, Fault fault) {
  switch (fault) {
    case Fault::kNonsense:
      return std::string(in(language, "code points that are no characters", "码位不是字符"));
    case Fault::kControls:
      return std::string(in(language, "control characters", "控制字符"));
    case Fault::kSwapped:
      return std::string(in(language, "bytes in the wrong order", "字节次序颠倒"));
    case Fault::kHighLatin:
      return std::string(
          in(language, "accents and signs without plain letters", "只有带符号字母而无普通字母"));
    case Fault::kRareHan:
      return std::string(in(language, "ideographs that texts are not made of", "多为罕用汉字"));
    case Fault::kOneCharacter:
      return std::string(in(language, "the same ideograph over and over", "同一汉字反复出现"));
    case Fault::kNoWords:
      return std::string(in(language, "letters that make no words", "字母不成词"));
    default:
      return std::string(in(language, "signs in place of letters", "以符号代替字母"));
  }
}

std::string repair(Language language, Repair repair) {
  switch (repair) {
    case Repair::kShifted:
      return std::string(
          in(language, "glyph numbers, shifted back by 29", "字形号，已移位 29 还原"));
    case Repair::kGbk:
      return std::string(
          in(language, "GBK that was declared Latin-1", "GBK 被误标为 Latin-1，已还原"));
    case Repair::kSwapped:
      return std::string(in(language, "UTF-16 with swapped bytes", "UTF-16 字节颠倒，已还原"));
    case Repair::kSmallCapital:
      return std::string(
          in(language, "private code points of small capitals", "私用区小型大写字母，已还原"));
    default:
      return std::string(in(language, "radicals in place of ideographs", "部首码位，已还原为汉字"));
  }
}

using Counts = std::map<std::string_view, std::size_t>;

Counts count_flags(const ingest::Document& document, int page) {
  Counts counts;
  for (const ingest::Line& line : document.lines) {
    if (line.page != page) continue;
    for (const std::string_view flag : ingest::flag_names(line.flags)) ++counts[flag];
  }
  return counts;
}

std::string flag_name(Language language, std::string_view flag) {
  static const std::map<std::string_view, std::pair<std::string_view, std::string_view>> kNames = {
      {"furniture", {"running heads, page and line numbers", "页眉、页码、行号"}},
      {"hidden", {"invisible", "不可见"}},
      {"covered", {"covered", "被遮盖"}},
      {"white", {"in the colour of the paper", "与纸同色"}},
      {"stamp", {"turned or stamped", "横置或加盖"}},
      {"watermark", {"watermark", "水印"}},
      {"repaired", {"decoded anew", "重新解码"}},
      {"low_trust", {"doubtful", "存疑"}},
      {"footnote", {"footnotes", "脚注"}},
      {"inserted", {"put in by a tracked change", "修订插入"}},
      {"deleted", {"struck out", "修订删除"}},
      {"comment", {"comments", "批注"}}};
  const auto found = kNames.find(flag);
  return found == kNames.end()
             ? std::string(flag)
             : std::string(in(language, found->second.first, found->second.second));
}

nlohmann::ordered_json as_json(const std::filesystem::path& path, const ingest::Document& document,
                               const ingest::Page& page) {
  const Decision& why = page.decision;
  nlohmann::ordered_json fonts = nlohmann::ordered_json::array();
  for (const FontVerdict& font : why.fonts) {
    fonts.push_back({{"name", font.name},
                     {"characters", font.characters},
                     {"fault", ingest::name(font.fault)},
                     {"repair", ingest::name(font.repair)}});
  }
  nlohmann::ordered_json lines = nlohmann::ordered_json::object();
  for (const auto& [flag, count] : count_flags(document, page.number))
    lines[std::string(flag)] = count;
  return {{"schema_version", 1},
          {"document", path.string()},
          {"page", page.number},
          {"method", ingest::name(page.method)},
          {"status", ingest::name(page.status)},
          {"reason", page.reason},
          {"ground", ingest::name(why.ground)},
          {"trusted", why.trusted},
          {"distrusted", why.distrusted},
          {"hidden", why.hidden},
          {"covered", why.covered},
          {"picture_share", why.picture_share},
          {"pictures_read", why.pictures_read},
          {"dpi", why.dpi},
          {"skew", why.skew},
          {"language", why.language},
          {"confidence", page.confidence},
          {"fonts", std::move(fonts)},
          {"flags", std::move(lines)}};
}

// How many lines of the page bear which flag, and why the page is doubtful.
void print_lines(Context& context, const ingest::Document& document, const ingest::Page& page) {
  const Language language = context.language;
  std::string lines;
  for (const auto& [flag, count] : count_flags(document, page.number)) {
    lines += fmt::format("{}{} {}", lines.empty() ? "" : in(language, ", ", "，"), count,
                         flag_name(language, flag));
  }
  if (!lines.empty()) {
    context.out << fmt::format("    {}{}\n", in(language, "lines: ", "行："), lines);
  }
  if (!page.reason.empty()) context.out << "    " << message_in(language, page.reason) << '\n';
}

// Pages of other formats need no choice; pictures in them may have been read.
void print_plain_page(Context& context, const ingest::Document& document,
                      const ingest::Page& page) {
  const Language language = context.language;
  const bool ocr = page.method == Method::kOcr || page.method == Method::kMixed;
  const bool flowing = page.width == 0;  // one page, and no number printed on it
  if (!flowing) {
    context.out << fmt::format(fmt::runtime(in(language, "  page {}: {}", "  第 {} 页：{}")),
                               page.number, choice(language, page));
    if (ocr) {
      context.out << fmt::format(
          fmt::runtime(in(language, ", confidence {:.2f}", "，置信度 {:.2f}")), page.confidence);
    }
    context.out << '\n';
  }
  print_lines(context, document, page);
}

void print_page(Context& context, const ingest::Document& document, const ingest::Page& page) {
  const Language language = context.language;
  const Decision& why = page.decision;
  std::ostream& out = context.out;
  out << fmt::format(fmt::runtime(in(language, "  page {}: {}", "  第 {} 页：{}")), page.number,
                     choice(language, page));
  if (page.method == Method::kOcr || page.method == Method::kMixed) {
    out << fmt::format(fmt::runtime(in(language, ", confidence {:.2f}", "，置信度 {:.2f}")),
                       page.confidence);
  }
  out << fmt::format("\n    {}{}\n", in(language, "because ", "理由："), ground(language, why));
  if (why.skew != 0) {
    out << fmt::format(fmt::runtime(in(language, "    turned level by {:.1f} degrees\n",
                                       "    已校正倾斜 {:.1f} 度\n")),
                       why.skew);
  }
  for (const FontVerdict& font : why.fonts) {
    if (font.fault == Fault::kNone && font.repair == Repair::kNone) continue;
    const std::string what =
        font.fault != Fault::kNone ? fault(language, font.fault) : repair(language, font.repair);
    out << fmt::format(fmt::runtime(in(language, "    font {} ({} characters): {}\n",
                                       "    字体 {}（{} 个字符）：{}\n")),
                       font.name.empty() ? "-" : shown_path(font.name), font.characters, what);
  }
  print_lines(context, document, page);
}

}  // namespace

void explain(Context& context, const std::filesystem::path& path,
             const ingest::Document& document) {
  if (context.settings.json) {
    for (const ingest::Page& page : document.pages) {
      context.out << as_json(path, document, page)
                         .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    }
    return;
  }
  context.out << shown_path(path) << '\n';
  if (!document.reason.empty()) {
    context.out << "  " << message_in(context.language, document.reason) << '\n';
  }
  if (document.source_kind != "pdf") {
    context.out << "  "
                << in(context.language, "read as it is: only PDF pages need a choice",
                      "按原样读取：只有 PDF 页面需要选择")
                << '\n';
    for (const ingest::Page& page : document.pages) print_plain_page(context, document, page);
    return;
  }
  for (const ingest::Page& page : document.pages) print_page(context, document, page);
}

}  // namespace proviso::cli
