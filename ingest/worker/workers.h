// Where worker processes come from, seen from the parent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace proviso::ingest {

// One child with its process group. The destructor ends and reaps it.
class WorkerProcess {
 public:
  struct End {
    int status = 0;         // as of waitpid()
    bool orphaned = false;  // the process that forked it has died: no fault of its document
  };

  virtual ~WorkerProcess() = default;
  // SIGKILL to the whole group. From any thread, until wait_shortly() is called.
  virtual void end() = 0;
  // Gives a child that has closed its output two seconds to exit by itself; then ends it.
  virtual End wait_shortly() = 0;
};

// The child's descriptors. Copies are made: the caller closes his.
struct WorkerLines {
  int input = -1;    // becomes its standard input
  int output = -1;   // its standard output
  int answers = -1;  // kAnswers of protocol.h
};

// Starts proviso-worker for one document after another. Dynamic linking costs more than a short
// document does: where many are to be read, the program is started once as a *mother*
// (worker/serve.h), which has linked and loaded what every document needs, and forks a child for
// each; the child takes on its limits after that, and no document comes near the mother. When she
// dies a second time, each further child is started as a program of its own. Thread-safe.
class Workers {
 public:
  // Starts nothing yet. `many`: whether a mother is worth her while.
  explicit Workers(std::filesystem::path program, bool many = false);
  ~Workers();  // all its processes must have been given back
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // A child in a process group of its own, with OMP_THREAD_LIMIT=1 and standard error on /dev/null.
  // `seconds`: how long a mother may take to fork it. Throws Error when the program cannot be
  // started.
  std::unique_ptr<WorkerProcess> start(const std::vector<std::string>& arguments,
                                       const WorkerLines& lines, int seconds);

  // Some document needs OCR: from now on children are forked with Tesseract's models loaded.
  void expect_ocr();

 private:
  class Mother;
  std::shared_ptr<Mother> mother();
  void lost(const std::shared_ptr<Mother>& mother);

  const std::filesystem::path program_;
  std::mutex mutex_;
  std::shared_ptr<Mother> mother_;
  int lives_ = 0;  // mothers that may still be started
  bool ocr_ = false;
};

}  // namespace proviso::ingest
