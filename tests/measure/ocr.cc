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
#include <ft2build.h>
#include FT_FREETYPE_H
#include <leptonica/allheaders.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "ingest/layout/assemble.h"
#include "ingest/layout/lines.h"
#include "ingest/layout/script.h"
#include "ingest/ocr/ocr.h"
#include "ingest/pdf/file.h"
#include "ingest/text/decode.h"
#include "tests/ingest/make_pdf.h"

namespace proviso::ingest {
namespace {

struct ColorPage {
  int width = 0, height = 0;
  double dpi = 200;
  std::vector<std::uint8_t> pixels;  // red, green, blue
};

struct Sample {
  std::u32string text;  // what is printed, without spaces (Chinese) or with single ones
  ColorPage picture;
  bool chinese = true;
};

// ---- setting

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) append_utf8(bytes, c);
  return bytes;
}

float width_of(char32_t c) {
  return c < 0x80 ? 0.636F : 1.0F;  // of DejaVu Serif's figures
}

// One line with its first character at x: Chinese and ASCII in fonts of their own.
void set_chinese(MakePdf& pdf, float x, float y, float size, std::u32string_view line) {
  for (std::size_t first = 0; first < line.size();) {
    std::size_t end = first;
    const bool ascii = line[first] < 0x80;
    while (end < line.size() && (line[end] < 0x80) == ascii && (!ascii || end == first)) ++end;
    const std::string part = utf8(line.substr(first, end - first));
    if (!ascii) {
      pdf.chinese(x, y, size, part);
    } else if (part != " ") {
      pdf.latin(x, y, size, part == "(" || part == ")" ? "\\" + part : part);
    }
    for (std::size_t i = first; i < end; ++i) x += width_of(line[i]) * size;
    first = end;
  }
}

// A Latin font of the machine, embedded, so that letters stand at their own widths.
constexpr const char* kLatinFont = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf";

void embed_latin(MakePdf& pdf) {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) != 0) return;
  if (FT_New_Face(library, kLatinFont, 0, &face) == 0) {
    std::string widths;
    for (unsigned c = 32; c < 256; ++c) {
      FT_Load_Char(face, c, FT_LOAD_NO_SCALE);
      widths += fmt::format("{} ", face->glyph->metrics.horiAdvance * 1000 / face->units_per_EM);
    }
    const std::string file = bytes_of(kLatinFont);
    pdf.latin_font = fmt::format(
        "<</Type/Font/Subtype/TrueType/BaseFont/Serif/Encoding/WinAnsiEncoding/FirstChar 32"
        "/LastChar 255/Widths[{}]/FontDescriptor<</Type/FontDescriptor/FontName/Serif/Flags 32"
        "/FontBBox[-700 -350 1700 1100]/Ascent 940/Descent -240/CapHeight 730/ItalicAngle 0/StemV "
        "80"
        "/FontFile2 {} 0 R>>>>",
        widths, pdf.first_more());
    pdf.more.push_back(fmt::format("<</Length {}/Length1 {}>>stream\n{}\nendstream", file.size(),
                                   file.size(), file));
    FT_Done_Face(face);
  }
  FT_Done_FreeType(library);
}

ColorPage render(MakePdf pdf, double dpi, const std::string& font = "Noto#20Serif#20CJK#20SC") {
  pdf.chinese_font = font;
  embed_latin(pdf);
  const std::string bytes = pdf.bytes();
  const auto file = PdfFile::open(bytes);
  ColorPage page;
  page.dpi = dpi;
  page.pixels = file->render_color(1, dpi, page.width, page.height);
  return page;
}

std::vector<std::u32string> wrapped(std::u32string_view paragraph, float width, bool chinese) {
  std::vector<std::u32string> lines;
  std::u32string line = chinese ? U"　　" : U"";
  float used = chinese ? 2 : 0;
  for (std::size_t i = 0; i < paragraph.size(); ++i) {
    const float next = width_of(paragraph[i]);
    if (chinese && used + next > width && !is_closing(paragraph[i])) {
      lines.push_back(std::exchange(line, {}));
      used = 0;
    }
    line.push_back(paragraph[i]);
    used += next;
  }
  lines.push_back(line);
  return lines;
}

std::vector<Sample> chinese_samples(std::size_t most, double dpi, const std::string& font) {
  std::vector<Sample> samples;
  const std::filesystem::path folder = std::filesystem::path(PROVISO_SOURCE_DIR) / "samples";
  for (const char* name : {"traffic.txt", "sale-gb18030.txt"}) {
    const std::u32string text = to_utf32(decode(bytes_of(folder / name)).text);
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

std::vector<Sample> english_samples(double dpi) {
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
  for (std::size_t first = 0; first < lines.size();) {
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

// ---- spoiling

using PixPointer = std::unique_ptr<Pix, void (*)(Pix*)>;

PixPointer own(Pix* pix) {
  return {pix, [](Pix* p) { pixDestroy(&p); }};
}

PixPointer to_pix(const ColorPage& page) {
  PixPointer pix = own(pixCreate(page.width, page.height, 32));
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const std::uint8_t* p = page.pixels.data() + 3 * (std::ptrdiff_t{y} * page.width + x);
      pixSetRGBPixel(pix.get(), x, y, p[0], p[1], p[2]);
    }
  }
  return pix;
}

ColorPage from_pix(Pix* pix, double dpi) {
  ColorPage page;
  page.dpi = dpi;
  page.width = pixGetWidth(pix);
  page.height = pixGetHeight(pix);
  page.pixels.resize(static_cast<std::size_t>(page.width) * static_cast<std::size_t>(page.height) *
                     3);
  std::size_t at = 0;
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      l_int32 r = 0, g = 0, b = 0;
      pixGetRGBPixel(pix, x, y, &r, &g, &b);
      page.pixels[at++] = static_cast<std::uint8_t>(r);
      page.pixels[at++] = static_cast<std::uint8_t>(g);
      page.pixels[at++] = static_cast<std::uint8_t>(b);
    }
  }
  return page;
}

ColorPage blurred(const ColorPage& page, float sigma) {
  const PixPointer pix = to_pix(page);
  L_Kernel* kernel = makeGaussianKernel(3, 3, sigma, 1.0F);
  const PixPointer result = own(pixConvolveRGB(pix.get(), kernel));
  kernelDestroy(&kernel);
  return from_pix(result.get(), page.dpi);
}

ColorPage noisy(ColorPage page, double sigma, std::mt19937& random) {
  std::normal_distribution<double> noise(0, sigma);
  for (std::size_t i = 0; i + 2 < page.pixels.size(); i += 3) {
    const double n = noise(random);
    for (std::size_t k = i; k < i + 3; ++k) {
      page.pixels[k] = static_cast<std::uint8_t>(std::clamp(page.pixels[k] + n, 0.0, 255.0));
    }
  }
  return page;
}

ColorPage through_jpeg(const ColorPage& page, int quality) {
  const PixPointer pix = to_pix(page);
  l_uint8* data = nullptr;
  std::size_t size = 0;
  pixWriteMemJpeg(&data, &size, pix.get(), quality, 0);
  const PixPointer result = own(pixReadMemJpeg(data, size, 0, 1, nullptr, 0));
  lept_free(data);
  return from_pix(result.get(), page.dpi);
}

ColorPage skewed(const ColorPage& page, double degrees) {
  const PixPointer pix = to_pix(page);
  const auto angle = static_cast<float>(degrees * std::acos(-1.0) / 180);
  const PixPointer result =
      own(pixRotate(pix.get(), angle, L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0));
  return from_pix(result.get(), page.dpi);
}

// A ring with a star, as thick as a company's seal, over the lower right of the text: paper becomes
// red, print stays dark.
ColorPage sealed(ColorPage page) {
  const double cx = page.width * 0.62, cy = page.height * 0.6, radius = 20.5 / 25.4 * page.dpi;
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const double dx = x - cx, dy = y - cy, r = std::hypot(dx, dy), a = std::atan2(dy, dx);
      const bool ring = r < radius && r > radius * 0.93;
      const double star = 0.28 * radius * (0.75 + 0.25 * std::cos(5 * (a + 1.5708)));
      const double spoke = std::fmod(a * 18 / 3.1416 + 72, 2.0);
      const bool letters = r > 0.62 * radius && r < 0.86 * radius && spoke < 1.1 && a < 2.6 &&
                           a > -3.1 && std::fmod(r, 9.0) < 5;
      if (!ring && !(r < star) && !letters) continue;
      std::uint8_t* p = page.pixels.data() + 3 * (std::ptrdiff_t{y} * page.width + x);
      p[0] = static_cast<std::uint8_t>(p[0] * 215 / 255);
      p[1] = static_cast<std::uint8_t>(p[1] * 40 / 255);
      p[2] = static_cast<std::uint8_t>(p[2] * 45 / 255);
    }
  }
  return page;
}

ColorPage spoiled(const ColorPage& page, const std::string& kind, unsigned seed) {
  std::mt19937 random(seed);
  if (kind == "blur") return blurred(page, 1.1F);
  if (kind == "noise") return noisy(page, 22, random);
  if (kind == "jpeg35") return through_jpeg(page, 35);
  if (kind == "skew1") return skewed(page, 1);
  if (kind == "skew3") return skewed(page, -3);
  if (kind == "skew5") return skewed(page, 5);
  if (kind == "seal") return sealed(page);
  if (kind == "all") {
    const double degrees = std::uniform_real_distribution<double>(-5, 5)(random);
    return through_jpeg(noisy(blurred(skewed(sealed(page), degrees), 0.9F), 12, random), 35);
  }
  return page;
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
        pixWrite((folder / (stem + ".png")).c_str(), to_pix(sample.picture).get(), IFF_PNG);
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
                            english = english_samples(dpi);
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
