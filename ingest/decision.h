// Why a page was read the way it was: what `proviso ingest --explain` tells. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::ingest {

// Why a page's text comes from its text layer or from OCR.
enum class Ground : std::uint8_t {
  kNothing,     // neither text nor picture
  kText,        // the text layer can be trusted
  kNoHelp,      // some fonts lie about their characters, but OCR would see a substitute's letters
  kWrongFonts,  // OCR: fonts lie about their characters
  kForeignOcr,  // OCR: the text layer is invisible, somebody else's OCR of the picture
  kFewWords,    // OCR: a picture with little text
  kPicture,     // OCR: a picture without text
  kDrawn        // OCR: letters drawn as curves
};

// How a font's characters were decoded anew.
enum class Repair : std::uint8_t {
  kNone,
  kShifted,       // glyph numbers in place of characters, 29 too low
  kGbk,           // GBK bytes that the file declares as Latin-1
  kSwapped,       // UTF-16 with its bytes in the wrong order
  kSmallCapital,  // Adobe's private-use code points for small capitals and old figures
  kRadical        // Kangxi and other radicals in place of the characters
};

// What is wrong with a font's characters.
enum class Fault : std::uint8_t {
  kNone,
  kNonsense,      // private use, U+FFFD, C1 controls
  kControls,      // C0 controls
  kSwapped,       // code points that end in 00
  kHighLatin,     // accented letters and signs without plain ones
  kRareHan,       // ideographs that texts are not made of
  kOneCharacter,  // the same ideograph over and over
  kNoWords,       // too few vowels, capitals inside words
  kNoLetters,     // signs and no letters, from a font whose codes nothing explains
};

struct FontVerdict {
  std::string name;    // as in the file; empty for text drawn without a font
  int characters = 0;  // that can be seen
  Fault fault = Fault::kNone;
  Repair repair = Repair::kNone;
};

struct Decision {
  Ground ground = Ground::kNothing;
  int trusted = 0;     // characters that can be seen, in fonts without a fault; Han counts two
  int distrusted = 0;  // characters that can be seen, in faulty fonts
  int hidden = 0;      // invisible (render mode 3) or under a picture
  int covered = 0;     // under an opaque box, or in the colour of their ground
  double picture_share = 0;  // of the page under pictures, 0..1
  int pictures_read = 0;     // areas read by OCR besides the text layer
  double dpi = 0;            // of the picture that was given to OCR; 0 without OCR
  double skew = 0;           // degrees by which it was turned back
  std::string language;      // Tesseract's name of the model: "chi_sim", "eng"; empty without OCR
  std::vector<FontVerdict> fonts;  // those that draw on the page
};

// "text", "wrong_fonts", …, as in --json.
std::string_view name(Ground ground);
std::string_view name(Repair repair);
std::string_view name(Fault fault);

}  // namespace proviso::ingest
