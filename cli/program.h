// The program without its process: arguments in, exit code out.
#pragma once

#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

namespace proviso::cli {

// Runs one command. `arguments` are argv without the program's name. Never throws.
int run_program(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
                std::stop_token stop);

}  // namespace proviso::cli
