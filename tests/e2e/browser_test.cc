// The report in a real browser: Chromium of Debian, where it is installed (`./dev test browser`
// sees to that), else skipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/e2e/program.h"

namespace proviso::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

fs::path browser() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser"}) {
    if (fs::exists(path)) return path;
  }
  return {};
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What the browser makes of the page, and on `err` what its console says.
Output open_page(const Desk& desk, const std::string& name) {
  return desk.run(
      {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
       "--user-data-dir=" + (desk / "profile").string(), "--enable-logging=stderr",
       "--virtual-time-budget=4000", "--dump-dom", "file://" + (desk / name).string()},
      {.program = browser()});
}

// The report with another script behind its own: it does what a reader does and writes what he then
// sees into the page. The page's policy would not let it run, so the copy has none.
std::string with_reader(std::string page, const std::string& reader) {
  const std::size_t policy = page.find("<meta http-equiv");
  page.erase(policy, page.find('>', policy) + 1 - policy);
  const std::string script =
      "<script>const said = []; const say = (what) => said.push(String(what));\n"
      "const key = (k) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
      "{key: k, bubbles: true}));\n"
      "const at = () => document.activeElement.closest('.card')?.dataset.kind || '-';\n" +
      reader + "\ndocument.title = 'said:' + said.join('|');</script>\n";
  return page.insert(page.rfind("</body>"), script);
}

class Browser : public ::testing::Test {
 protected:
  void SetUp() override {
    if (browser().empty()) GTEST_SKIP() << "no Chromium here";
    desk_.write("in/a.txt", contradicting_judgment(2));
    fs::copy(PROVISO_SOURCE_DIR "/samples/loan.pdf", desk_ / "in/loan.pdf");
    ASSERT_EQ(desk_.run({"analyze", "in", "--no-model"}).code, 0);
    const Output made = desk_.run({"report", "--out", "r.html", "--lang", "zh"});
    ASSERT_EQ(made.code, 0) << made.err;
  }
  // What `reader` says, joined by '|'.
  std::string read(const std::string& reader) {
    desk_.write("read.html", with_reader(bytes_of(desk_ / "r.html"), reader));
    const Output output = open_page(desk_, "read.html");
    EXPECT_THAT(output.err, Not(HasSubstr("CONSOLE"))) << output.err;
    const std::size_t start = output.out.find("<title>said:");
    if (start == std::string::npos) return "the script failed: " + output.err;
    const std::size_t from = start + std::string("<title>said:").size();
    return output.out.substr(from, output.out.find("</title>", from) - from);
  }
  Desk desk_;
};

TEST_F(Browser, OpensItWithoutAnErrorAndWithoutBreakingItsPolicy) {
  const Output output = open_page(desk_, "r.html");
  EXPECT_EQ(output.code, 0);
  EXPECT_THAT(output.err, Not(HasSubstr("CONSOLE"))) << output.err;
  EXPECT_THAT(output.out, HasSubstr("<html lang=\"zh\" class=\"js\">")) << "its script ran";
  EXPECT_THAT(output.out, HasSubstr("data:image/"));
}

TEST_F(Browser, DoesNotRunAScriptThatIsNotTheReports) {
  std::string page = bytes_of(desk_ / "r.html");
  page.insert(page.rfind("</body>"), "<script>document.title = 'taken over'</script>");
  desk_.write("attacked.html", page);
  const Output output = open_page(desk_, "attacked.html");
  EXPECT_THAT(output.out, Not(HasSubstr("<title>taken over")));
  EXPECT_THAT(output.err, HasSubstr("Content Security Policy"));
}

TEST_F(Browser, FiltersByKind) {
  EXPECT_EQ(read("const shown = () => [...document.querySelectorAll('.card')]"
                 ".filter((c) => c.checkVisibility()).map((c) => c.dataset.kind);\n"
                 "const all = shown().length;\n"
                 "const box = document.querySelector('input[data-of=kind][value=amount]');\n"
                 "say(shown().includes('amount')); box.click(); say(shown().includes('amount'));\n"
                 "say(shown().length < all && shown().length > 0);\n"
                 "say(document.querySelector('#count').textContent === `显示 ${shown().length} / "
                 "${all} 处`);\n"
                 "document.querySelector('#reset').click(); say(shown().length === all);"),
            "true|false|true|true|true");
}

TEST_F(Browser, GoesFromFindingToBothPlacesAndBackByKeys) {
  EXPECT_EQ(
      read("key('j'); say(document.activeElement.classList.contains('card'));\n"
           "const first = document.activeElement; key('j');\n"
           "say(document.activeElement !== first); key('k');\n"
           "say(document.activeElement === first); key('Enter');\n"
           "const id = first.dataset.id, now = (s) => [...document.querySelectorAll(`[data-f~="
           "\"${id}-${s}\"]`)].every((r) => r.classList.contains('now') && r.checkVisibility());\n"
           "say(now('a') && now('b')); say(document.activeElement.dataset.f.includes(id + '-a'));\n"
           "key('x'); say(document.activeElement.dataset.f.includes(id + '-b'));\n"
           "key('Escape'); say(document.activeElement === first);\n"
           "say(document.querySelectorAll('.now').length);"),
      "true|true|true|true|true|true|true|0");
}

TEST_F(Browser, LeadsFromAFindingToThePassagesItRestsOn) {
  EXPECT_EQ(read("const go = document.querySelector('.rests a.go'); say(go !== null); go.click();\n"
                 "const runs = [...document.querySelectorAll(`[data-f~=\"${go.dataset.id}-"
                 "${go.dataset.side}\"]`)];\n"
                 "say(runs.length > 0 && runs.every((r) => r.classList.contains('now') && "
                 "r.checkVisibility()));\n"
                 "key('Escape'); say(document.activeElement.dataset.id === go.dataset.id);"),
            "true|true|true");
}

TEST_F(Browser, CollectsVerdictsThatReviewTakes) {
  const std::string said = read(
      "key('j'); const id = document.activeElement.dataset.id; key('d');\n"
      "const note = document.querySelector('.card input[type=text]');\n"
      "note.value = '分期'; note.dispatchEvent(new Event('input'));\n"
      "say(document.querySelector('#lines').value.trim());");
  EXPECT_THAT(said, HasSubstr("\"verdict\":\"dismissed\",\"note\":\"分期\""));
  desk_.write("v.jsonl", said + "\n");
  EXPECT_EQ(desk_.run({"review", "--from", "v.jsonl"}).code, 0);
  EXPECT_EQ(desk_.export_rows("decisions").size(), 1U);
}

}  // namespace
}  // namespace proviso::e2e
