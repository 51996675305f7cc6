// Reads a folder of PDFs and sets what came out against what a right extraction holds. The
// expectations name files by SHA-256 and text by length and SHA-256, so that no word of those
// documents lies in the repository.
//
//   measure_pdfs FOLDER EXPECTATIONS.json [--only PART] [--dump DIRECTORY] [--jobs N] [--no-ocr]
//   measure_pdfs --hash < phrases       one phrase a line; prints each as [length, "sha256"]
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "ingest/find.h"
#include "ingest/layout/script.h"
#include "ingest/reader.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr);
  std::string hex;
  for (unsigned int i = 0; i < length; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

// What phrases are compared in: NFKC without any white space. Where spaces matter a phrase is
// given with '_' for each space and compared in the text as it is.
std::u32string folded(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  std::string bytes;
  nfkc->normalize(icu::UnicodeString::fromUTF8(text), status).toUTF8String(bytes);
  std::u32string result;
  for (const char32_t c : to_utf32(bytes)) {
    if (!is_space(c) && c != '\n' && c != '\t') result.push_back(c);
  }
  return result;
}

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) append_utf8(bytes, c);
  return bytes;
}

struct Phrase {
  bool exact = false;  // compared with spaces
  std::size_t length = 0;
  std::string sha256;

  static Phrase from(const json& value) {
    return {value.size() > 2 && value[2] == "exact", value[0].get<std::size_t>(),
            value[1].get<std::string>()};
  }
};

// Text in which phrases are looked for.
class Searched {
 public:
  explicit Searched(std::string_view text) : folded_(folded(text)), exact_(to_utf32(text)) {
    std::replace(exact_.begin(), exact_.end(), U' ', U'_');
  }
  // Where the phrase begins at or behind `from`; npos where it is not there.
  std::size_t find(const Phrase& phrase, std::size_t from = 0) const {
    const std::u32string& text = phrase.exact ? exact_ : folded_;
    for (std::size_t at = from; at + phrase.length <= text.size(); ++at) {
      if (sha256_hex(utf8(std::u32string_view(text).substr(at, phrase.length))) == phrase.sha256) {
        return at;
      }
    }
    return std::string::npos;
  }
  bool has(const Phrase& phrase) const { return find(phrase) != std::string::npos; }

 private:
  std::u32string folded_, exact_;
};

struct Score {
  int pages = 0, methods_right = 0, methods_judged = 0, lost = 0, needless = 0;
  int phrases_right = 0, phrases = 0, order_errors = 0, flags_right = 0, flags = 0;
  int statuses_right = 0, statuses = 0;
  std::vector<std::string> wrong;

  void operator+=(const Score& other) {
    pages += other.pages;
    methods_right += other.methods_right;
    methods_judged += other.methods_judged;
    lost += other.lost;
    needless += other.needless;
    phrases_right += other.phrases_right;
    phrases += other.phrases;
    order_errors += other.order_errors;
    flags_right += other.flags_right;
    flags += other.flags;
    statuses_right += other.statuses_right;
    statuses += other.statuses;
  }
};

// "3" or "3-7".
std::pair<int, int> page_range(const std::string& text) {
  const std::size_t dash = text.find('-');
  const int first = std::stoi(text);
  return {first, dash == std::string::npos ? first : std::stoi(text.substr(dash + 1))};
}

void judge_methods(const Document& document, const json& expected, Score& score) {
  for (const auto& [range, methods] : expected.items()) {
    const auto [first, last] = page_range(range);
    for (const Page& page : document.pages) {
      if (page.number < first || page.number > last) continue;
      const std::string method(name(page.method));
      const auto is = [&](std::string_view one) {
        return std::find(methods.begin(), methods.end(), one) != methods.end();
      };
      ++score.methods_judged;
      if (is(method)) {
        ++score.methods_right;
        continue;
      }
      const bool wants_ocr = is("ocr") || is("mixed");
      score.lost += wants_ocr && (method == "text" || method == "none") ? 1 : 0;
      score.needless += !wants_ocr && method == "ocr" ? 1 : 0;
      score.wrong.push_back(
          fmt::format("page {}: {} instead of {}", page.number, method, methods.dump()));
    }
  }
}

void judge_phrases(const Document& document, const json& expected, Score& score) {
  const Searched text(document.text);
  std::size_t number = 0;
  for (const json& phrase : expected.value("has", json::array())) {
    ++score.phrases;
    ++number;
    if (text.has(Phrase::from(phrase))) {
      ++score.phrases_right;
    } else {
      score.wrong.push_back(fmt::format("phrase {} is missing", number));
    }
  }
  number = 0;
  for (const json& phrase : expected.value("not", json::array())) {
    ++score.phrases;
    ++number;
    if (!text.has(Phrase::from(phrase))) {
      ++score.phrases_right;
    } else {
      score.wrong.push_back(fmt::format("phrase {} of those kept out stands in the text", number));
    }
  }
  number = 0;
  for (const json& sequence : expected.value("order", json::array())) {
    ++number;
    std::size_t at = 0;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      at = text.find(Phrase::from(sequence[i]), at);
      if (at != std::string::npos) continue;
      ++score.order_errors;
      score.wrong.push_back(fmt::format("order {}: item {} is not in its place", number, i + 1));
      break;
    }
  }
}

void judge_flags(const Document& document, const json& expected, Score& score) {
  for (const json& one : expected) {
    ++score.flags;
    const std::string flag = one.at("flag");
    const bool found =
        std::any_of(document.lines.begin(), document.lines.end(), [&](const Line& line) {
          const auto names = flag_names(line.flags);
          if (std::find(names.begin(), names.end(), flag) == names.end()) return false;
          return !one.contains("phrase") || Searched(line.text).has(Phrase::from(one.at("phrase")));
        });
    if (found == one.value("there", true)) {
      ++score.flags_right;
    } else {
      score.wrong.push_back(fmt::format("{} line flagged {}", found ? "a" : "no", flag));
    }
  }
}

Score judge(const Document& document, const json& expected) {
  Score score;
  score.pages = static_cast<int>(document.pages.size());
  ++score.statuses;
  const std::string status(name(document.status));
  const json& wanted = expected.at("status");
  const bool right = std::find(wanted.begin(), wanted.end(), status) != wanted.end() &&
                     document.reason.find(expected.value("reason", "")) != std::string::npos &&
                     (!expected.contains("pages") ||
                      expected["pages"].get<std::size_t>() == document.pages.size());
  if (right) {
    ++score.statuses_right;
  } else {
    score.wrong.push_back(
        fmt::format("status {} \"{}\", {} pages", status, document.reason, document.pages.size()));
  }
  judge_methods(document, expected.value("methods", json::object()), score);
  judge_phrases(document, expected, score);
  judge_flags(document, expected.value("flags", json::array()), score);
  return score;
}

void dump(const Document& document, const fs::path& file) {
  std::ofstream out(file);
  out << fmt::format("status {} reason {}\n", name(document.status), document.reason);
  for (const Page& page : document.pages) {
    out << fmt::format("== page {} ({}) {:.0f}x{:.0f} rot {} method {} status {} conf {:.2f} {}\n",
                       page.number, page.label, page.width, page.height, page.rotation,
                       name(page.method), name(page.status), page.confidence, page.reason);
    for (const Line& line : document.lines) {
      if (line.page != page.number) continue;
      out << fmt::format("  [{:.0f} {:.0f} {:.0f} {:.0f} z{:.1f} c{:.2f} {} {}]{} {}\n",
                         line.box.x0, line.box.y0, line.box.x1, line.box.y1, line.font_size,
                         line.confidence, name(line.source), fmt::join(flag_names(line.flags), ","),
                         line.start == kNowhere ? " -" : "", line.text);
    }
  }
  out << "== text\n" << document.text << "\n";
}

int print_hashes() {
  for (std::string line; std::getline(std::cin, line);) {
    const bool exact = line.find('_') != std::string::npos;
    const std::u32string phrase = exact ? to_utf32(line) : folded(line);
    fmt::print("[{}, \"{}\"{}]\n", phrase.size(), sha256_hex(utf8(phrase)),
               exact ? ", \"exact\"" : "");
  }
  return 0;
}

void print_row(const std::string& title, const Score& score, double seconds,
               std::string_view status) {
  fmt::print("{:<44} {:>5} {:>9} {:>4} {:>8} {:>9} {:>5} {:>7} {:>7.1f}  {}\n", title.substr(0, 44),
             score.pages, fmt::format("{}/{}", score.methods_right, score.methods_judged),
             score.lost, score.needless, fmt::format("{}/{}", score.phrases_right, score.phrases),
             score.order_errors, fmt::format("{}/{}", score.flags_right, score.flags), seconds,
             status);
}

// `only`: parts of names, parted by commas; one of them has to be there.
bool matches(const std::string& file, const std::string& only) {
  if (only.empty()) return true;
  for (std::size_t at = 0; at <= only.size();) {
    const std::size_t end = std::min(only.find(',', at), only.size());
    if (file.find(only.substr(at, end - at)) != std::string::npos) return true;
    at = end + 1;
  }
  return false;
}

int run(const std::vector<std::string>& arguments) {
  std::string only, dump_to;
  int jobs = 1;
  ReadOptions options;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool more = i + 1 < arguments.size();
    if (arguments[i] == "--hash") return print_hashes();
    if (arguments[i] == "--only" && more) {
      only = arguments[++i];
    } else if (arguments[i] == "--dump" && more) {
      dump_to = arguments[++i];
    } else if (arguments[i] == "--no-ocr") {
      options.ocr = false;
    } else if (arguments[i] == "--jobs" && more) {
      jobs = std::stoi(arguments[++i]);
    } else {
      names.push_back(arguments[i]);
    }
  }
  if (names.size() != 2) {
    fmt::print(stderr, "usage: measure_pdfs FOLDER EXPECTATIONS.json [--only PART] [--dump DIR]\n");
    return 2;
  }
  const json expectations = json::parse(std::ifstream(names[1]));
  const std::vector<fs::path> roots{names[0]};
  std::vector<fs::path> files;
  for (const fs::path& file : find_documents(roots).documents) {
    if (file.extension() == ".pdf" && matches(file.string(), only)) {
      files.push_back(file);
    }
  }
  if (!dump_to.empty()) fs::create_directories(dump_to);
  fmt::print("{:<44} {:>5} {:>9} {:>4} {:>8} {:>9} {:>5} {:>7} {:>7}  {}\n", "file", "pages",
             "method", "lost", "needless", "phrases", "order", "flags", "s", "status");
  Score total;
  auto last = std::chrono::steady_clock::now();
  read_all(files, options, jobs, [&](std::size_t index, Document&& document) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last).count();
    last = now;
    const std::string file = files[index].filename().string();
    if (!dump_to.empty()) dump(document, fs::path(dump_to) / (file + ".txt"));
    Score score;
    score.pages = static_cast<int>(document.pages.size());
    const bool known = expectations.contains(document.sha256);
    if (known) score = judge(document, expectations[document.sha256]);
    total += score;
    print_row(file, score, seconds,
              fmt::format("{}{}{}{}", name(document.status), document.reason.empty() ? "" : ": ",
                          document.reason, known ? "" : " (nothing expected)"));
    for (const std::string& wrong : score.wrong) fmt::print("    {}\n", wrong);
    std::fflush(stdout);
  });
  print_row("all", total, 0,
            fmt::format("{}/{} statuses right", total.statuses_right, total.statuses));
  return 0;
}

}  // namespace
}  // namespace proviso::ingest

int main(int argc, char** argv) {
  return proviso::ingest::run(std::vector<std::string>(argv + 1, argv + argc));
}
