// Which files are documents.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::ingest {

// What a file is, by its first bytes where they tell, else by the end of its name. kImage: JPEG,
// PNG, TIFF, BMP, GIF.
enum class Format {
  kUnknown,
  kText,
  kPdf,
  kJpeg,
  kPng,
  kTiff,
  kBmp,
  kGif,
  kDocx,
  kDoc,
  kOfd,
  kOdt,
  kRtf,
  kHtml,
  kZip,     // an archive, or a DOCX, OFD or ODT: what it holds tells
  kArchive  // 7z, RAR, tar and compressed tar
};

// By the end of the name, without regard to case; kUnknown for any other.
Format format_by_name(const std::filesystem::path& path);

// By the first bytes of the file (1 KiB is enough: "%PDF-" may stand anywhere in it); kUnknown
// where they do not tell.
Format format_by_bytes(std::string_view head);

// "PDF", "JPEG", "DOCX", …
std::string_view name(Format format);

// What the bytes of a file of this name, which begins with `head`, are taken for: bytes win over
// the name, but that a name says which kind of zip file it is. kText where neither tells.
Format format_of(const std::filesystem::path& path, std::string_view head);

// A document inside an archive. Its path is the archive's, '/', and its name in there.
struct Member {
  std::string sha256;   // of its bytes; empty where it cannot be read
  std::string problem;  // why not, in plain words
};

struct Found {
  std::vector<std::filesystem::path>
      documents;            // in the order of the PATHs; inside a folder sorted by name, byte-wise
  std::vector<std::filesystem::path>
      ignored;  // files in folders that are no documents, symbolic links, archives without documents
  std::vector<std::filesystem::path> missing;  // PATHs that do not exist or cannot be looked at
  // Of those documents that lie in archives, or are archives that cannot be opened
  // (archive/listing.h fills it).
  std::map<std::filesystem::path, Member> members;
};

// Walks the PATHs that a user typed. A folder gives all files under it that have a known ending or
// begin like a PDF; names that begin with '.' or "~$" are ignored, symbolic links inside a folder
// are never followed. A file named by the user is a document whatever it is called. A file reached
// twice counts once. Archives are documents here: expand_archives() (archive/listing.h) puts their
// members in their place. Paths are returned as reached (not made absolute). Does not throw for
// what it finds on the disk: a folder that may not be opened is among `missing`.
Found find_documents(std::span<const std::filesystem::path> paths);

// SHA-256 of the file's bytes as 64 lower-case hex digits. Throws std::system_error when the file
// cannot be read.
std::string sha256_of(const std::filesystem::path& file);

}  // namespace proviso::ingest
