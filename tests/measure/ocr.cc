// Sets invented judgments as pages, spoils their pictures the way scanners and stamps do, reads
// them and counts the wrong characters.
//
//   measure_ocr [--kinds clean,blur,…] [--languages Chinese,English] [--pages N] [--dpi N]
//               [--font NAME] [--keep FILE] [--errors]
//   measure_ocr --pictures FOLDER       writes the Chinese pages and what they say
//
// For Chinese the error rate is the edit distance over the Han characters alone, for English over
// all characters, runs of white space counted as one space; figures are counted on their own. Fonts
// are the machine's: the table names them. What a page gave is added to FILE at once; a later run
// of the same program takes it from there, so a run that was broken off goes on where it was.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ingest/find.h"
#include "ingest/layout/assemble.h"
#include "ingest/layout/lines.h"
#include "ingest/layout/script.h"
#include "ingest/ocr/ocr.h"
#include "ingest/text/decode.h"
#include "tests/measure/ocr_samples.h"
#include "tests/measure/scanner.h"
#include "tests/measure/typeset.h"

namespace proviso::ingest {
namespace {

using nlohmann::json;

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
  double worst = 0, seconds = 0, processor = 0, confidence = 0;

  void add(const Counts& page) {
    wrong += page.wrong, all += page.all;
    figures_wrong += page.figures_wrong, figures += page.figures;
    flagged += page.flagged, pages += page.pages;
    worst = std::max(worst, page.worst);
    seconds += page.seconds, processor += page.processor, confidence += page.confidence;
  }
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Counts, wrong, all, figures_wrong, figures, flagged, pages,
                                   worst, seconds, processor, confidence)

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

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
  const double processor = processor_seconds();
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
  counts.processor += processor_seconds() - processor;
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

// ---- what pages gave, kept in a file

// By what decides it: the program, the page, how it is set and spoiled.
class Kept {
 public:
  explicit Kept(const std::string& file) : file_(file) {
    if (file.empty()) return;
    program_ = sha256_of(std::filesystem::read_symlink("/proc/self/exe"));
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      const json row = json::parse(line, nullptr, false);
      if (!row.is_object() || row.value("program", "") != program_) continue;  // or cut off
      counts_[row.at("page").get<std::string>()] = row.at("counts").get<Counts>();
    }
  }
  std::optional<Counts> find(const std::string& page) const {
    const auto found = counts_.find(page);
    return found == counts_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& page, const Counts& counts) {
    if (file_.empty()) return;
    std::ofstream(file_, std::ios::app)
        << json{{"program", program_}, {"page", page}, {"counts", counts}}.dump() << std::endl;
  }

 private:
  std::string file_, program_;
  std::map<std::string, Counts> counts_;
};

// ---- the run

struct Options {
  std::string kinds = "clean,blur,noise,jpeg35,skew1,skew3,skew5,seal,all";
  std::string languages = "Chinese,English";
  std::size_t most = 100;
  double dpi = 200;
  std::string font = "Noto#20Serif#20CJK#20SC";
  std::string keep, pictures;
  bool show = false;
};

// nullopt: not understood.
std::optional<Options> options_from(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--errors") {
      options.show = true;
      continue;
    }
    if (i + 1 == arguments.size()) return std::nullopt;
    const std::string& value = arguments[++i];
    if (name == "--kinds") {
      options.kinds = value;
    } else if (name == "--languages") {
      options.languages = value;
    } else if (name == "--pages") {
      options.most = std::stoul(value);
    } else if (name == "--font") {
      options.font = value;
    } else if (name == "--dpi") {
      options.dpi = std::stod(value);
    } else if (name == "--keep") {
      options.keep = value;
    } else if (name == "--pictures") {
      options.pictures = value;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

std::vector<std::string> parted(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    parts.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

void write_pictures(const Options& options) {
  int number = 0;
  for (const auto& sample : chinese_samples(options.most, options.dpi, options.font)) {
    const std::string stem = fmt::format("page-{:02}", ++number);
    const std::filesystem::path folder = options.pictures;
    write_png(sample.picture, folder / (stem + ".png"));
    std::ofstream(folder / (stem + ".txt")) << utf8(sample.text) << "\n";
  }
}

// Says on standard error how far the run is and how long it will take.
class Progress {
 public:
  explicit Progress(std::size_t pages) : left_(pages) {}
  void read(double seconds) {
    seconds_ += seconds, ++read_;
    say();
  }
  void passed() { say(); }

 private:
  void say() {
    --left_;
    if (read_ == 0) return;
    const double a_page = seconds_ / static_cast<double>(read_);
    fmt::print(stderr, "\r{} pages left, {:.1f} s a page, about {:.0f} min  ", left_, a_page,
               static_cast<double>(left_) * a_page / 60);
  }
  std::size_t left_, read_ = 0;
  double seconds_ = 0;
};

void print_head() {
  fmt::print("{:<9} {:<8} {:>5} {:>7} {:>8} {:>8} {:>10} {:>8} {:>6} {:>7} {:>11}\n", "language",
             "kind", "pages", "chars", "CER %", "worst %", "figures", "flagged", "conf", "s/page",
             "processor s");
}

void print_row(const std::string& language, const std::string& kind, const Counts& counts) {
  const auto pages = static_cast<double>(std::max<std::size_t>(counts.pages, 1));
  const auto all = static_cast<double>(std::max<std::size_t>(counts.all, 1));
  fmt::print("{:<9} {:<8} {:>5} {:>7} {:>8.2f} {:>8.2f} {:>10} {:>8} {:>6.2f} {:>7.2f} {:>11.2f}\n",
             language, kind, counts.pages, counts.all,
             100.0 * static_cast<double>(counts.wrong) / all, counts.worst,
             fmt::format("{}/{}", counts.figures_wrong, counts.figures), counts.flagged,
             counts.confidence / pages, counts.seconds / pages, counts.processor / pages);
  std::fflush(stdout);
}

int run(const std::vector<std::string>& arguments) {
  const auto options = options_from(arguments);
  if (!options) {
    fmt::print(
        stderr,
        "usage: measure_ocr [--kinds clean,blur,…] [--languages Chinese,English] [--pages N] "
        "[--dpi N] [--font NAME] [--keep FILE] [--errors]\n");
    return 2;
  }
  if (!options->pictures.empty()) {
    write_pictures(*options);
    return 0;
  }
  std::vector<std::pair<std::string, std::vector<Sample>>> languages;
  std::size_t pages = 0;
  const std::vector<std::string> kinds = parted(options->kinds);
  for (const std::string& language : parted(options->languages)) {
    languages.emplace_back(language,
                           language == "English"
                               ? english_samples(options->most, options->dpi)
                               : chinese_samples(options->most, options->dpi, options->font));
    pages += kinds.size() * languages.back().second.size();
  }
  Kept kept(options->keep);
  Progress progress(pages);
  print_head();
  Ocr ocr;
  for (const auto& [language, samples] : languages) {
    for (const std::string& kind : kinds) {
      Counts counts;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const std::string page = fmt::format("{} {} page {} of {} in {} at {} dpi", language, kind,
                                             i + 1, samples.size(), options->font, options->dpi);
        if (const auto known = options->show ? std::nullopt : kept.find(page)) {
          counts.add(*known);
          progress.passed();
          continue;
        }
        Counts one;
        const auto seed = static_cast<unsigned>(i + 1);
        count(samples[i], read(ocr, spoiled(samples[i].picture, kind, seed), options->show, one),
              options->show, one);
        kept.keep(page, one);
        counts.add(one);
        progress.read(one.seconds);
      }
      fmt::print(stderr, "\r{:60}\r", "");
      print_row(language, kind, counts);
    }
  }
  return 0;
}

}  // namespace
}  // namespace proviso::ingest

int main(int argc, char** argv) {
  return proviso::ingest::run(std::vector<std::string>(argv + 1, argv + argc));
}
