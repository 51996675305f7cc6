// `proviso inspect --page N --png OUT`.
#pragma once

#include <filesystem>

#include "cli/command.h"

namespace proviso::cli {

struct OverlayArguments {
  std::filesystem::path document, png;
  int page = 1;
  double dpi = 150;
  bool ocr = true;
};

// Writes the picture of a page with a box around each line, coloured by how it was read, and prints
// what each colour means and how many lines have it. Throws tasks::InputError where there is no
// such page or no picture of it.
int run_overlay(const OverlayArguments& arguments, Context& context);

}  // namespace proviso::cli
