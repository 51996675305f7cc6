// What this program is, fixed when it was built.
#pragma once

#include <string>
#include <string_view>

namespace proviso::cli {

std::string_view program_version();  // "0.1.0"
std::string_view git_revision();     // "4c0b0118e2f1", "…-dirty"; "unknown" outside a repository
std::string_view compiler();         // "GNU 12.2.0"
std::string_view source_directory();
std::string_view torch_version();

}  // namespace proviso::cli
