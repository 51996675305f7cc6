// What the kernel keeps the worker from, beyond limits of memory and time.
#pragma once

#include <string>

namespace proviso::ingest {

// What can be had here. Older kernels, and containers that forbid it, have less; the worker then
// runs with what there is.
struct Sandbox {
  bool system_calls = false;  // a seccomp filter
  int files = 0;              // the version of Landlock's interface; 0: none
};
Sandbox sandbox_of_this_kernel();

// "seccomp, Landlock 4", "none (…)": for people.
std::string describe(const Sandbox& sandbox);

// From here on the calling process may not: start programs, threads or processes, open a socket,
// open a file for writing or create, rename, link or remove one, signal or trace another process,
// make memory executable. It may read files under /usr, /lib, /etc/fonts, the fonts and font caches
// of the user, Tesseract's data ($TESSDATA_PREFIX), and what is open already. A forbidden call
// fails with EPERM (Landlock: EACCES) and the library copes or the worker ends. Cannot be undone.
// Says what took effect.
Sandbox enter_sandbox();

}  // namespace proviso::ingest
