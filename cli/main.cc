// proviso: reads long legal documents and finds where they contradict themselves.
//
// All of it lies in libproviso.so beside this program. LibTorch's OpenMP reads its settings when it
// is loaded, before any main() that links it: what has to be set first is set here.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

// Threads that wait for work spin for milliseconds by default. Where other programs want the same
// cores, a document then takes eight times as long; with so few rounds nothing was lost on an idle
// machine either. What the user has set himself wins.
void let_waiting_threads_sleep() {
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) setenv("GOMP_SPINCOUNT", "1000", 0);
}

int fail(const char* cause) {
  std::fprintf(stderr,
               "proviso: libproviso.so must lie beside proviso and be loadable (%s); build or "
               "install again\n",
               cause);
  return 7;  // kOutOfResources of cli/exit_code.h
}

}  // namespace

int main(int argc, char** argv) {
  let_waiting_threads_sleep();
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string library = program.parent_path() / "libproviso.so";
  void* const loaded = dlopen(library.c_str(), RTLD_LAZY);
  if (loaded == nullptr) return fail(dlerror());
  void* const entry = dlsym(loaded, "proviso_main");
  if (entry == nullptr) return fail(dlerror());
  const int code = reinterpret_cast<int (*)(int, char**)>(entry)(argc, argv);
  // LibTorch takes 0.1 s to tear down what the kernel takes back in no time.
  _exit(code);
}
