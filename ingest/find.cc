#include "ingest/find.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "ingest/file.h"

namespace proviso::ingest {
namespace {

namespace fs = std::filesystem;

std::string read_head(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(1024, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

class Walk {
 public:
  void path(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error || !fs::exists(status)) {
      found_.missing.push_back(path);
    } else if (fs::is_directory(status)) {
      folder(path);
    } else if (fs::is_regular_file(status)) {
      add(path);
    } else {
      found_.missing.push_back(path);
    }
  }

  Found take() { return std::move(found_); }

 private:
  void folder(const fs::path& folder_path) {
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator it(folder_path, error), end; !error && it != end;
         it.increment(error)) {
      entries.push_back(it->path());
    }
    if (error) {
      found_.missing.push_back(folder_path);
      return;
    }
    std::sort(entries.begin(), entries.end(),
              [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
    for (const fs::path& entry : entries) {
      const fs::file_status status = fs::symlink_status(entry, error);
      const std::string file_name = entry.filename().string();
      const bool passed_over = file_name.starts_with('.') || file_name.starts_with("~$");
      if (fs::is_directory(status)) {
        if (!passed_over) folder(entry);
      } else if (!passed_over && fs::is_regular_file(status) && is_document(entry)) {
        add(entry);
      } else {
        found_.ignored.push_back(entry);
      }
    }
  }

  static bool is_document(const fs::path& file) {
    return format_by_name(file) != Format::kUnknown ||
           format_by_bytes(read_head(file)) == Format::kPdf;
  }

  void add(const fs::path& file) {
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    if (seen_.insert(error ? file : real).second) found_.documents.push_back(file);
  }

  Found found_;
  std::set<fs::path> seen_;
};

}  // namespace

Format format_by_name(const fs::path& path) {
  constexpr std::array<std::pair<std::string_view, Format>, 27> kEndings{
      {{".txt", Format::kText},     {".text", Format::kText},   {".pdf", Format::kPdf},
       {".jpg", Format::kJpeg},     {".jpeg", Format::kJpeg},   {".png", Format::kPng},
       {".tif", Format::kTiff},     {".tiff", Format::kTiff},   {".bmp", Format::kBmp},
       {".gif", Format::kGif},      {".docx", Format::kDocx},   {".doc", Format::kDoc},
       {".wps", Format::kDoc},      {".ofd", Format::kOfd},     {".odt", Format::kOdt},
       {".rtf", Format::kRtf},      {".htm", Format::kHtml},    {".html", Format::kHtml},
       {".xhtml", Format::kHtml},   {".zip", Format::kZip},     {".7z", Format::kArchive},
       {".rar", Format::kArchive},  {".tar", Format::kArchive}, {".tgz", Format::kArchive},
       {".tbz2", Format::kArchive}, {".txz", Format::kArchive}, {".tzst", Format::kArchive}}};
  // "a.tar.gz"
  if (path.stem().extension() == ".tar") return Format::kArchive;
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const auto* found = std::find_if(kEndings.begin(), kEndings.end(),
                                   [&](const auto& entry) { return entry.first == ending; });
  return found == kEndings.end() ? Format::kUnknown : found->second;
}

Format format_by_bytes(std::string_view head) {
  using namespace std::string_view_literals;
  constexpr std::array<std::pair<std::string_view, Format>, 15> kMagic{
      {{"\xFF\xD8\xFF"sv, Format::kJpeg},
       {"\x89PNG\r\n\x1A\n"sv, Format::kPng},
       {"II*\0"sv, Format::kTiff},
       {"MM\0*"sv, Format::kTiff},
       {"GIF8"sv, Format::kGif},
       {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, Format::kDoc},
       {"{\\rtf"sv, Format::kRtf},
       {"<!DOCTYPE html"sv, Format::kHtml},
       {"<html"sv, Format::kHtml},
       {"<!doctype html"sv, Format::kHtml},
       {"<HTML"sv, Format::kHtml},
       {"PK\x03\x04"sv, Format::kZip},
       {"PK\x05\x06"sv, Format::kZip},
       {"7z\xBC\xAF\x27\x1C"sv, Format::kArchive},
       {"Rar!\x1A\x07"sv, Format::kArchive}}};
  if (head.size() > 262 && head.substr(257, 5) == "ustar") return Format::kArchive;
  for (const auto& [magic, format] : kMagic) {
    if (head.starts_with(magic)) return format;
  }
  return head.substr(0, 1024).find("%PDF-") != std::string_view::npos ? Format::kPdf
                                                                      : Format::kUnknown;
}

std::string_view name(Format format) {
  constexpr std::array<std::string_view, 16> kNames{
      "unknown", "text", "PDF", "JPEG", "PNG", "TIFF", "BMP", "GIF",
      "DOCX",    "DOC",  "OFD", "ODT",  "RTF", "HTML", "ZIP", "archive"};
  return kNames.at(static_cast<std::size_t>(format));
}

Format format_of(const fs::path& path, std::string_view head) {
  const Format by_bytes = format_by_bytes(head), by_name = format_by_name(path);
  if (by_bytes == Format::kZip) {
    const bool named =
        by_name == Format::kDocx || by_name == Format::kOfd || by_name == Format::kOdt;
    return named ? by_name : Format::kZip;
  }
  if (by_bytes != Format::kUnknown) return by_bytes;
  return by_name == Format::kUnknown ? Format::kText : by_name;
}

Found find_documents(std::span<const fs::path> paths) {
  Walk walk;
  for (const fs::path& path : paths) walk.path(path);
  return walk.take();
}

std::string sha256_of(const fs::path& file) {
  const OpenFile open(file);
  return sha256_of(open.fd());
}

}  // namespace proviso::ingest
