#include "cli/build_info.h"

#include "git_revision.h"

namespace proviso::cli {

std::string_view program_version() {
  return PROVISO_VERSION;
}
std::string_view git_revision() {
  return PROVISO_GIT_REVISION;
}
std::string_view compiler() {
  return PROVISO_COMPILER;
}
std::string_view source_directory() {
  return PROVISO_SOURCE_DIR;
}
std::string_view torch_version() {
  return PROVISO_TORCH_VERSION;
}

}  // namespace proviso::cli
