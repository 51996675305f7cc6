// Sets invented judgments as pages, spoils their pictures the way scanners and stamps do, reads
// them and counts the wrong characters.
//
//   measure_ocr [--kinds clean,blur,…] [--pages N] [--dpi N] [--font NAME] [--errors]
//   measure_ocr --pictures FOLDER       writes the Chinese pages and what they say
//
// For Chinese the error rate is the edit distance over the Han characters alone, for English over
// all characters, runs of white space counted as one space; figures are counted on their own. Fonts
// are the machine's: the table names them.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "ingest/layout/assemble.h"
#include "ingest/layout/lines.h"
#include "ingest/layout/script.h"
#include "ingest/ocr/ocr.h"
#include "ingest/text/decode.h"
#include "tests/ingest/make_pdf.h"
#include "tests/measure/scanner.h"
#include "tests/measure/typeset.h"

namespace proviso::ingest {
namespace {

struct Sample {
  std::u32string text;  // what is printed, without spaces (Chinese) or with single ones
  ColorPage picture;
  bool chinese = true;
};

// ---- setting

std::vector<Sample> chinese_samples(std::size_t most, double dpi, const std::string& font) {
  std::vector<Sample> samples;
  const std::filesystem::path folder = std::filesystem::path(PROVISO_SOURCE_DIR) / "samples";
  for (const char* name : {"traffic.txt", "sale-gb18030.txt"}) {
    const std::u32string text = to_utf32(decode(bytes_of((folder / name).string())).text);
    std::vector<std::u32string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(U'\n', at), text.size());
      if (end > at) {
        for (auto& line : wrapped(std::u32string_view(text).substr(at, end - at), 28, true)) {
          lines.push_back(std::move(line));
        }
      }
      at = end + 1;
    }
    const float sizes[] = {14, 12, 15};
    for (std::size_t first = 0, k = 0; first < lines.size() && samples.size() < most; ++k) {
      const float size = sizes[k % 3];
      Sample sample;
      MakePdf pdf;
      pdf.page();
      const std::size_t end = std::min(first + 22, lines.size());
      for (std::size_t i = first; i < end; ++i) {
        set_chinese(pdf, 40, 60 + 27 * static_cast<float>(i - first), size, lines[i]);
        for (const char32_t c : lines[i]) {
          if (!is_space(c)) sample.text.push_back(c);
        }
      }
      sample.picture = render(pdf, dpi, font);
      samples.push_back(std::move(sample));
      first = end;
    }
  }
  return samples;
}

std::vector<Sample> english_samples(double dpi, std::size_t most) {
  std::vector<std::string> lines;
  std::ifstream in(std::filesystem::path(PROVISO_SOURCE_DIR) / "tests/measure/ocr_english.txt");
  for (std::string paragraph; std::getline(in, paragraph);) {
    std::string line;
    for (std::size_t at = 0; at < paragraph.size();) {
      const std::size_t end = std::min(paragraph.find(' ', at), paragraph.size());
      const std::string word = paragraph.substr(at, end - at);
      if (line.size() + word.size() > 68) lines.push_back(std::exchange(line, {}));
      line += (line.empty() ? "" : " ") + word;
      at = end + 1;
    }
    lines.push_back(line);
  }
  std::vector<Sample> samples;
  for (std::size_t first = 0; first < lines.size() && samples.size() < most;) {
    Sample sample;
    sample.chinese = false;
    MakePdf pdf;
    pdf.page();
    const std::size_t end = std::min<std::size_t>(first + 36, lines.size());
    for (std::size_t i = first; i < end; ++i) {
      std::string text, shown = lines[i];
      for (const char32_t c : to_utf32(lines[i])) {
        if (c == U'£') {
          text += "\\243";
        } else {
          if (c == '(' || c == ')') text += "\\";
          append_utf8(text, c);
        }
      }
      pdf.latin(40, 50 + 17 * static_cast<float>(i - first), 10.5, text);
      if (!sample.text.empty()) sample.text += U" ";
      sample.text += to_utf32(lines[i]);
    }
    sample.picture = render(pdf, dpi);
    samples.push_back(std::move(sample));
    first = end;
  }
  return samples;
}

// ---- counting

std::size_t distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t next =
          std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = std::exchange(row[j], next);
    }
  }
  return row[b.size()];
}

template <typename Keep>
std::u32string only(const std::u32string& text, Keep keep) {
  std::u32string result;
  for (const char32_t c : text) {
    if (keep(c)) result.push_back(c);
  }
  return result;
}

std::u32string with_single_spaces(const std::u32string& text) {
  std::u32string result;
  for (const char32_t c : text) {
    const bool space = is_space(c) || c == '\n';
    if (space && (result.empty() || result.back() == ' ')) continue;
    result.push_back(space ? ' ' : c == U'’' || c == U'‘' ? '\'' : c);
  }
  return result;
}

struct Counts {
  std::size_t wrong = 0, all = 0, figures_wrong = 0, figures = 0, flagged = 0, pages = 0;
  double worst = 0, seconds = 0, confidence = 0;
};

// The characters as they came, the unsure ones with their confidence.
void show_doubts(const OcrPage& page) {
  std::string text;
  for (std::size_t i = 0; i < page.glyphs.size(); ++i) {
    append_utf8(text, page.glyphs[i].character);
    if (i < page.sure.size() && page.sure[i] < 0.97F && page.glyphs[i].character > 0x20) {
      text += fmt::format("[{:.0f}]", 100 * page.sure[i]);
    }
  }
  fmt::print("---- turned level by {:.2f} degrees\n---- doubts\n{}\n", page.skew, text);
}

std::u32string read(Ocr& ocr, const ColorPage& page, bool show, Counts& counts) {
  const auto start = std::chrono::steady_clock::now();
  const Raster raster = grey_without_seals(
      {page.pixels.data(), page.width, page.height, std::ptrdiff_t{3} * page.width, page.dpi});
  const OcrPage got = ocr.read(raster);
  if (show) show_doubts(got);
  PageLines lines;
  lines.page.number = 1;
  lines.page.method = Method::kOcr;
  lines.page.width = page.width * 72 / page.dpi;
  lines.page.height = page.height * 72 / page.dpi;
  lines.page.decision.skew = got.skew;
  Sheet sheet;
  sheet.width = lines.page.width;
  sheet.height = lines.page.height;
  lay_out(lines, got.glyphs, sheet);
  const Document document = assemble({lines});
  counts.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  counts.confidence += got.confidence;
  for (const Line& line : document.lines) counts.flagged += (line.flags & kLowTrust) != 0 ? 1 : 0;
  return to_utf32(document.text);
}

void count(const Sample& sample, const std::u32string& got, bool show, Counts& counts) {
  std::u32string wanted = sample.text, found = got;
  if (sample.chinese) {
    wanted = only(wanted, is_han);
    found = only(found, is_han);
  } else {
    wanted = with_single_spaces(wanted);
    found = with_single_spaces(found);
  }
  const std::size_t wrong = distance(wanted, found);
  counts.wrong += wrong;
  counts.all += wanted.size();
  counts.worst =
      std::max(counts.worst, 100.0 * static_cast<double>(wrong) /
                                 static_cast<double>(std::max<std::size_t>(wanted.size(), 1)));
  const std::u32string figures = only(sample.text, is_digit);
  counts.figures += figures.size();
  counts.figures_wrong += distance(figures, only(got, is_digit));
  ++counts.pages;
  if (show) fmt::print("---- wanted\n{}\n---- read\n{}\n", utf8(sample.text), utf8(got));
}

int run(const std::vector<std::string>& arguments) {
  std::string kinds = "clean,blur,noise,jpeg35,skew1,skew3,skew5,seal,all";
  std::size_t most = 100;
  bool show = false;
  double dpi = 200;
  std::string font = "Noto#20Serif#20CJK#20SC";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool more = i + 1 < arguments.size();
    if (arguments[i] == "--kinds" && more) {
      kinds = arguments[++i];
    } else if (arguments[i] == "--pages" && more) {
      most = std::stoul(arguments[++i]);
    } else if (arguments[i] == "--font" && more) {
      font = arguments[++i];
    } else if (arguments[i] == "--dpi" && more) {
      dpi = std::stod(arguments[++i]);
    } else if (arguments[i] == "--pictures" && more) {
      const std::filesystem::path folder = arguments[++i];
      int number = 0;
      for (const auto& sample : chinese_samples(most, dpi, font)) {
        const std::string stem = fmt::format("page-{:02}", ++number);
        write_png(sample.picture, folder / (stem + ".png"));
        std::ofstream(folder / (stem + ".txt")) << utf8(sample.text) << "\n";
      }
      return 0;
    } else if (arguments[i] == "--errors") {
      show = true;
    } else {
      fmt::print(stderr,
                 "usage: measure_ocr [--kinds clean,blur,…] [--pages N] [--dpi N] [--font NAME] "
                 "[--errors]\n");
      return 2;
    }
  }
  const std::vector<Sample> chinese = chinese_samples(most, dpi, font),
                            english = english_samples(dpi, most);
  fmt::print("{:<9} {:<8} {:>5} {:>7} {:>8} {:>8} {:>10} {:>8} {:>6} {:>7}\n", "language", "kind",
             "pages", "chars", "CER %", "worst %", "figures", "flagged", "conf", "s/page");
  Ocr ocr;
  for (const auto* samples : {&chinese, &english}) {
    for (std::size_t at = 0; at < kinds.size();) {
      const std::size_t end = std::min(kinds.find(',', at), kinds.size());
      const std::string kind = kinds.substr(at, end - at);
      at = end + 1;
      Counts counts;
      for (std::size_t i = 0; i < samples->size(); ++i) {
        const Sample& sample = (*samples)[i];
        const auto seed = static_cast<unsigned>(i + 1);
        count(sample, read(ocr, spoiled(sample.picture, kind, seed), show, counts), show, counts);
      }
      const auto pages = static_cast<double>(std::max<std::size_t>(counts.pages, 1));
      fmt::print("{:<9} {:<8} {:>5} {:>7} {:>8.2f} {:>8.2f} {:>10} {:>8} {:>6.2f} {:>7.2f}\n",
                 samples == &chinese ? "Chinese" : "English", kind, counts.pages, counts.all,
                 100.0 * static_cast<double>(counts.wrong) / static_cast<double>(counts.all),
                 counts.worst, fmt::format("{}/{}", counts.figures_wrong, counts.figures),
                 counts.flagged, counts.confidence / pages, counts.seconds / pages);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace proviso::ingest

int main(int argc, char** argv) {
  return proviso::ingest::run(std::vector<std::string>(argv + 1, argv + argc));
}
