// A long statute that nobody has enacted, set as a browser prints it and as a word processor does,
// reads back as the same text.
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "ingest/reader.h"
#include "tests/ingest/set_book.h"
#include "tests/ingest/temporary_folder.h"

namespace proviso::ingest {
namespace {

std::u32string joined(std::initializer_list<std::u32string_view> parts) {
  std::u32string text;
  for (const std::u32string_view part : parts) text.append(part);
  return text;
}

std::u32string numeral(int n) {
  constexpr std::u32string_view kDigits = U"零一二三四五六七八九";
  std::u32string text;
  const auto add = [&](int digit) { text.push_back(kDigits[static_cast<std::size_t>(digit)]); };
  if (n >= 100) add(n / 100), text.push_back(U'百');
  if (n % 100 >= 10) {
    if (n >= 20) add(n / 10 % 10);
    text.push_back(U'十');
  } else if (n > 100 && n % 100 > 0) {
    text.push_back(U'零');
  }
  if (n % 10 > 0) add(n % 10);
  return text;
}

// Chapters of articles, some with a second paragraph and numbered items.
std::vector<std::u32string> statute(int articles) {
  constexpr std::array<std::u32string_view, 12> kPhrases{
      U"船舶所有人应当", U"在三十日内",  U"向登记机关", U"申请登记",     U"未经登记的",
      U"不得对抗",       U"善意第三人",  U"但是",       U"法律另有规定", U"当事人另有约定的除外",
      U"造成损失的",     U"承担赔偿责任"};
  std::mt19937 draw(7);
  const auto sentence = [&] {
    std::u32string text;
    for (std::size_t i = 0, n = 4 + draw() % 8; i < n; ++i) {
      text += kPhrases[draw() % kPhrases.size()];
      text += i + 1 == n ? U'。' : draw() % 3 == 0 ? U'，' : U'的';
    }
    return text;
  };
  std::vector<std::u32string> paragraphs{U"内河船舶登记法"};
  for (int i = 1; i <= articles; ++i) {
    if (i % 12 == 1) paragraphs.push_back(joined({U"第", numeral(i / 12 + 1), U"章　船舶登记"}));
    const std::u32string first = sentence();
    paragraphs.push_back(joined({U"第", numeral(i), U"条　", first, sentence()}));
    if (draw() % 3 == 0) paragraphs.push_back(sentence());
    if (draw() % 4 == 0) {
      for (int item = 1; item <= 3; ++item) {
        paragraphs.push_back(joined({U"（", numeral(item), U"）", sentence()}));
      }
    }
  }
  return paragraphs;
}

class TwoSettings : public Folder {};

TEST_F(TwoSettings, OfOneStatuteGiveOneText) {
  constexpr int kArticles = 150;
  const std::vector<std::u32string> paragraphs = statute(kArticles);
  std::string whole;
  for (const std::u32string& paragraph : paragraphs) whole += utf8(paragraph);
  const Book browser{12, 52, 19, 33, 29, "内河船舶登记法　网页打印", 0, 7};
  const Book word_processor{14, 60, 24, 24, 23, "", 1.2, 0};
  for (const Book& book : {browser, word_processor}) {
    const Document document = read(put("book.pdf", set_book(paragraphs, book)), {});
    ASSERT_EQ(document.status, DocumentStatus::kOk) << document.reason;
    EXPECT_EQ(without_spaces(document.text), without_spaces(whole));
    // Every article begins a paragraph, in its order.
    int next = 1;
    for (const Paragraph& p : document.paragraphs) {
      const std::string text = document.text.substr(p.start, p.end - p.start);
      if (text.starts_with(utf8(joined({U"第", numeral(next), U"条"})))) ++next;
    }
    EXPECT_EQ(next, kArticles + 1);
  }
}

}  // namespace
}  // namespace proviso::ingest
