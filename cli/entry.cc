// The way from cli/main.cc into libproviso.so.
#include <iostream>
#include <locale>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "cli/program.h"

// What main() would be. Everything written is flushed and every file closed when it returns; the
// caller may end the process without destructors.
extern "C" int proviso_main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  int code = 0;
  {
    const proviso::cli::Interrupts interrupts;
    code = proviso::cli::run_program(std::vector<std::string>(argv + 1, argv + argc), std::cout,
                                     std::cerr, interrupts.token());
  }
  std::cout.flush();
  std::cerr.flush();
  return code;
}
