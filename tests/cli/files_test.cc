#include "cli/files.h"

#include <gtest/gtest.h>

#include <system_error>

#include "cli/page_file.h"

namespace proviso::cli {
namespace {

TEST(ShownPath, ANameGivesTheTerminalNoOrders) {
  EXPECT_EQ(shown_path("new\nline\033[31m.txt"), "new\\x0aline\\x1b[31m.txt");
  EXPECT_EQ(shown_path("判决书 一.txt"), "判决书 一.txt");
}

TEST(PageFiles, ADeviceIsNotReadToItsEnd) {
  PageFile page("--out", "/dev/full");
  page.out() << "<!doctype html>";
  EXPECT_THROW(page.finish(), std::system_error);
}

}  // namespace
}  // namespace proviso::cli
