#include "tests/measure/ocr_samples.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"
#include "tests/ingest/make_pdf.h"
#include "tests/measure/typeset.h"

namespace proviso::ingest {

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

std::vector<Sample> english_samples(std::size_t most, double dpi) {
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

}  // namespace proviso::ingest
