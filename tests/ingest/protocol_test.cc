#include "ingest/worker/protocol.h"

#include <gtest/gtest.h>

#include "tests/ingest/set_text.h"

namespace proviso::ingest {
namespace {

TEST(Protocol, APageComesOutAsItWentIn) {
  PageLines page = set_page(7, {set_line(7, 100, 120.25F, "被告\"支付\"货款\n")});
  page.page.label = "vii";
  page.page.rotation = 90;
  page.page.status = PageStatus::kDoubtful;
  page.page.reason = "OCR is unsure";
  page.page.method = Method::kOcr;
  page.page.confidence = 0.5F;
  page.lines[0].line.flags = kStamp | kLowTrust;
  page.lines[0].line.source = TextSource::kOcrLayer;
  page.lines[0].column = 2;
  const auto frame = decode_frame(encode(page));
  ASSERT_TRUE(frame && std::holds_alternative<PageLines>(*frame));
  const PageLines& back = std::get<PageLines>(*frame);
  EXPECT_EQ(back.page.number, 7);
  EXPECT_EQ(back.page.label, "vii");
  EXPECT_EQ(back.page.rotation, 90);
  EXPECT_EQ(back.page.status, PageStatus::kDoubtful);
  EXPECT_EQ(back.page.reason, "OCR is unsure");
  EXPECT_EQ(back.page.method, Method::kOcr);
  EXPECT_FLOAT_EQ(back.page.confidence, 0.5F);
  ASSERT_EQ(back.lines.size(), 1u);
  const Line &line = back.lines[0].line, &sent = page.lines[0].line;
  EXPECT_EQ(line.text, sent.text);
  EXPECT_EQ(line.page, 7);
  EXPECT_EQ(line.flags, sent.flags);
  EXPECT_EQ(line.source, sent.source);
  EXPECT_EQ(back.lines[0].column, 2);
  EXPECT_EQ(line.edges, sent.edges);
  EXPECT_DOUBLE_EQ(line.box.y0, 120.25);
}

TEST(Protocol, SettingsComeOutAsTheyWentIn) {
  WorkerSettings settings;
  settings.limits.address_space = 123456789;
  settings.limits.max_pages = 17;
  settings.ocr = false;
  settings.first_page = 5;
  const std::vector<std::string> arguments = to_arguments(settings);
  const std::vector<std::string_view> views(arguments.begin(), arguments.end());
  const WorkerSettings back = from_arguments(views);
  EXPECT_EQ(back.limits.address_space, 123456789u);
  EXPECT_EQ(back.limits.max_pages, 17);
  EXPECT_FALSE(back.ocr);
  EXPECT_EQ(back.first_page, 5);
  EXPECT_THROW(from_arguments(std::span(views).first(3)), std::invalid_argument);
}

TEST(Protocol, FramesArriveInPiecesOfAnySize) {
  const std::string stream =
      with_length(encode(OpenFrame{3})) + with_length(encode(CloseFrame{"", "note"}));
  FrameBuffer buffer;
  int frames = 0;
  for (const char byte : stream) {
    buffer.append({&byte, 1});
    while (const auto content = buffer.next()) {
      EXPECT_TRUE(decode_frame(*content));
      ++frames;
    }
  }
  EXPECT_EQ(frames, 2);
}

TEST(Protocol, NonsenseIsNoFrame) {
  EXPECT_FALSE(decode_frame("hello"));
  EXPECT_FALSE(decode_frame("{}"));
  EXPECT_FALSE(decode_frame(R"({"page":{"number":"one"},"lines":[]})"));
  EXPECT_FALSE(decode_frame(R"({"open":{}})"));
  FrameBuffer buffer;
  buffer.append("\xFF\xFF\xFF\xFFrubbish");
  EXPECT_FALSE(buffer.next());
  EXPECT_TRUE(buffer.too_long());
}

}  // namespace
}  // namespace proviso::ingest
