// The worker program as mother (worker/workers.h): it forks a child for each document.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace proviso::ingest {

inline constexpr std::string_view kServe = "serve";  // the argument that makes the program a mother

// The socket on which she is asked, one packet for each child: kWithOcr or kWithoutOcr, then the
// arguments, each with a NUL behind it; with the packet come the child's input, output and answers
// (WorkerLines) and a line of its own. On that line she says the number of the process and, when it
// has ended, its wait status, four bytes each; letting go of the line ends the child and has it
// reaped.
inline constexpr int kRequests = 3;
inline constexpr std::size_t kRequestLines = 4;
inline constexpr std::size_t kLongestRequest = 1 << 16;
inline constexpr char kWithOcr = 'o', kWithoutOcr = 't';

// Serves until the parent is gone, which ends all children too; a mother's death ends them as well.
// `work` is called in each child, with its arguments; what it gives is the exit code. `prepare` is
// called before the first child, `prepare_ocr` before the first one that expects OCR: what they
// load is shared by all children that come after. Nothing of this process may have started a
// thread.
[[noreturn]] void serve(const std::function<int(std::span<const std::string_view>)>& work,
                        const std::function<void()>& prepare,
                        const std::function<void()>& prepare_ocr);

}  // namespace proviso::ingest
