#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "ingest/picture.h"
#include "tasks/inspect/html.h"
#include "tasks/report/parts.h"

namespace proviso::tasks {
namespace {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i)
      out += at + i <= bytes.size() ? kDigits[group >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

const ingest::Page* page_numbered(const ingest::Document& document, int number) {
  const auto found = std::find_if(document.pages.begin(), document.pages.end(),
                                  [&](const ingest::Page& page) { return page.number == number; });
  return found == document.pages.end() || found->width <= 0 ? nullptr : &*found;
}

// The page from its lines: for formats that nothing here can paint.
std::string drawn_page(const ingest::Document& document, const ingest::Page& page) {
  std::string out = fmt::format("<rect width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#fff\"/>",
                                page.width, page.height);
  for (const ingest::Line& line : document.lines) {
    if (line.page != page.number || line.box.x1 <= line.box.x0) continue;
    const double height = line.box.y1 - line.box.y0;
    out += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" textLength=\"{:.1f}\" "
        "lengthAdjust=\"spacingAndGlyphs\" fill=\"#111\">{}</text>",
        line.box.x0, line.box.y1 - 0.15 * height,
        line.font_size > 0 ? static_cast<double>(line.font_size) : height,
        line.box.x1 - line.box.x0, escaped(line.text));
  }
  return out;
}

std::string rects(const db::Place& place, int page, std::string_view side) {
  std::string out;
  for (const ingest::PageBox& one : place.boxes) {
    if (one.page != page) continue;
    out += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", side,
        one.box.x0 - 1, one.box.y0 - 1, one.box.x1 - one.box.x0 + 2, one.box.y1 - one.box.y0 + 2);
  }
  return out;
}

}  // namespace

int page_of(const db::Place& place) {
  return place.boxes.empty() ? 0 : place.boxes.front().page;
}

std::set<int> pages_of(const std::vector<db::Flag>& flags) {
  std::set<int> pages;
  for (const db::Flag& flag : flags) {
    for (const ingest::PageBox& one : flag.place.boxes) pages.insert(one.page);
    if (!flag.other) continue;
    for (const ingest::PageBox& one : flag.other->boxes) pages.insert(one.page);
  }
  return pages;
}

PageImages page_images(const Reported& reported, const ingest::Document& document,
                       const std::set<int>& pages, std::size_t most, const ReportOptions& options,
                       const std::stop_token& stop) {
  PageImages images;
  if (options.mask || most == 0 || pages.empty()) return images;
  ingest::PictureWish wish;
  wish.dpi = options.dpi;
  for (const int page : pages) {
    if (wish.pages.size() < most && page_numbered(document, page) != nullptr)
      wish.pages.push_back(page);
  }
  if (document.source_kind == "ofd") {
    for (const int number : wish.pages)
      images[number] = {drawn_page(document, *page_numbered(document, number)), "", true};
    return images;
  }
  const db::DocumentSummary& summary = reported.analyzed.document;
  for (ingest::PagePicture& picture :
       ingest::page_pictures(summary.path, summary.sha256, wish, options.read, stop)) {
    PageImage& image = images[picture.page];
    image.problem = std::move(picture.problem);
    if (picture.bytes.empty()) continue;
    const ingest::Page& page = *page_numbered(document, picture.page);
    image.content = fmt::format(
        "<image width=\"{:.2f}\" height=\"{:.2f}\" preserveAspectRatio=\"none\" "
        "href=\"data:{};base64,{}\"/>",
        page.width, page.height, picture.media_type(), base64(picture.bytes));
  }
  return images;
}

void write_definitions(std::ostream& out, const PageImages& images, const std::string& prefix) {
  const bool any = std::any_of(images.begin(), images.end(),
                               [](const auto& one) { return !one.second.content.empty(); });
  if (!any) return;
  out << "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\n";
  for (const auto& [page, image] : images) {
    if (!image.content.empty())
      out << fmt::format("<g id=\"p-{}-{}\">{}</g>\n", prefix, page, image.content);
  }
  out << "</defs></svg>\n";
}

void write_gallery(std::ostream& out, const ReportOptions& options,
                   const ingest::Document& document, const std::vector<db::Flag>& flags,
                   const PageImages& images, const std::string& prefix) {
  if (images.empty()) return;
  const Words& words = options.words;
  out << fmt::format("<details class=\"pages\"><summary>{} ({})</summary>\n",
                     escaped(words.text("page_pictures")), images.size());
  for (const auto& [number, image] : images) {
    const std::string title = escaped(words.text("page_picture", std::to_string(number)));
    if (image.content.empty()) {
      out << fmt::format("<p class=\"soft\">{}: {}</p>\n", title,
                         escaped(words.text("no_picture", options.message(image.problem))));
      continue;
    }
    const ingest::Page& page = *page_numbered(document, number);
    out << fmt::format(
        "<figure><figcaption>{}{}</figcaption><svg viewBox=\"0 0 {:.2f} {:.2f}\" role=\"img\" "
        "aria-label=\"{}\"><use href=\"#p-{}-{}\"/>",
        title, image.drawn ? " – " + escaped(words.text("drawn_page")) : "", page.width,
        page.height, title, prefix, number);
    for (const db::Flag& flag : flags) {
      const std::string boxes =
          rects(flag.place, number, "a") + (flag.other ? rects(*flag.other, number, "b") : "");
      if (boxes.empty()) continue;
      out << fmt::format("<a href=\"#f-{}\"><title>{}</title>{}</a>", flag.id,
                         escaped(words.finding(flag.kind)), boxes);
    }
    out << "</svg></figure>\n";
  }
  out << "</details>\n";
}

// The part of the page around the place, at least 300 points wide, that letters stay readable.
std::string cutting(const ReportOptions& options, const ingest::Document& document,
                    const db::Place& place, std::string_view side, const PageImages& images,
                    const std::string& prefix) {
  const int number = page_of(place);
  const auto image = images.find(number);
  const ingest::Page* page = page_numbered(document, number);
  if (image == images.end() || image->second.content.empty() || page == nullptr) return {};
  ingest::Box seen{1e9, 1e9, -1e9, -1e9};
  for (const ingest::PageBox& one : place.boxes) {
    if (one.page != number) continue;
    seen = {std::min(seen.x0, one.box.x0), std::min(seen.y0, one.box.y0),
            std::max(seen.x1, one.box.x1), std::max(seen.y1, one.box.y1)};
  }
  constexpr double kMargin = 14, kLeast = 300, kTallest = 220;
  double width = std::min(std::max(seen.x1 - seen.x0 + 2 * kMargin, kLeast), page->width);
  double height = std::min({seen.y1 - seen.y0 + 2 * kMargin, kTallest, page->height});
  const double x = std::clamp((seen.x0 + seen.x1 - width) / 2, 0.0, page->width - width);
  const double y = std::clamp(seen.y0 - kMargin, 0.0, page->height - height);
  return fmt::format(
      "<svg class=\"cut\" viewBox=\"{:.1f} {:.1f} {:.1f} {:.1f}\" role=\"img\" "
      "aria-label=\"{}\"><use "
      "href=\"#p-{}-{}\"/>{}</svg>\n",
      x, y, width, height, escaped(options.words.text("page_picture", std::to_string(number))),
      prefix, number, rects(place, number, side));
}

}  // namespace proviso::tasks
