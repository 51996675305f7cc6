// One run of the worker program, seen from the parent.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "ingest/worker/protocol.h"
#include "ingest/worker/workers.h"

namespace proviso::ingest {

// Exit code with which the worker says that its address space was too small.
inline constexpr int kOutOfMemory = 12;

struct ChildEnd {
  bool closed = false;       // the closing frame came
  CloseFrame close;          // valid when closed
  int pages = -1;            // from the opening frame; -1 when it did not come
  std::string kind = "pdf";  // as the opening frame says
  bool flows = false;
  std::string trouble;   // why the child ended without a closing frame, in plain words
  bool stopped = false;  // on the caller's request
  // It ended because the process that had forked it died: no fault of the document, which is to be
  // read again. Happens twice at the most to the children of one Workers.
  bool orphaned = false;
};

// Has `workers` start a child with the open file `input` as its standard input, and hands on each
// page, member and piece of a member as it comes; `take` may say false to end the conversation.
// What the worker asks and keeps goes to `cache`, which may be null. Ends the whole group with
// SIGKILL on: no opening frame within Limits::open_seconds, no further frame within text_seconds
// (ocr_seconds after an OcrFrame), total_seconds, output over max_output (members' bytes do not
// count), a frame that is none, a stop request. Throws Error when the program cannot be started.
ChildEnd run_child(Workers& workers, const WorkerSettings& settings, int input,
                   const std::function<bool(Frame&&)>& take, OcrCache* cache,
                   const std::stop_token& stop);

}  // namespace proviso::ingest
