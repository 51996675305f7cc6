// Old word processors' files through LibreOffice, where it is installed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>

#include "ingest/file.h"
#include "ingest/find.h"
#include "ingest/reader.h"

namespace proviso::ingest {

// True for formats that need convert(): DOC and WPS, RTF, ODT.
bool needs_conversion(Format format);

// The program: $PROVISO_SOFFICE where that is set (empty: none), else soffice in $PATH; nullopt
// when there is none.
std::optional<std::filesystem::path> soffice();

// Makes a DOCX of the file open as `input` and gives it as a file that lives in memory alone. Runs
// soffice headless, with a profile of its own that is thrown away and with macros off, in a folder
// of its own under the folder for temporary files, readable by this user alone and removed at the
// end; in its own process group, which is ended after Limits::convert_seconds; files it writes end
// at Limits::max_file. Gives a reason when it is not installed, times out or makes nothing. At most
// one conversion runs at a time: LibreOffice takes a core and 300 MB each. Thread-safe.
tl::expected<std::unique_ptr<OpenFile>, std::string> convert(const OpenFile& input, Format format,
                                                             const Limits& limits,
                                                             const std::stop_token& stop);

}  // namespace proviso::ingest
