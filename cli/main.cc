// proviso: reads long legal documents and finds where they contradict themselves.
#include <iostream>
#include <locale>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const proviso::cli::Interrupts interrupts;
  return proviso::cli::run_program(std::vector<std::string>(argv + 1, argv + argc), std::cout,
                                   std::cerr, interrupts.token());
}
