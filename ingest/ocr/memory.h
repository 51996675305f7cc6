// What OCR has read before need not be read again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ingest/ocr/ocr.h"

namespace proviso::ingest {

// Raise it whenever the same picture would be read otherwise by this program than by the one
// before: settings of Tesseract, choice of language, preparation of the picture, clean-up of its
// result.
inline constexpr int kOcrVersion = 4;

// Where results are kept from run to run.
class OcrMemory {
 public:
  virtual ~OcrMemory() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const std::string& value) = 0;
};

// Names a picture (its pixels, size and resolution) and all that decides how it is read:
// kOcrVersion, Tesseract's version, and the size of the models installed. 64 hex digits.
std::string ocr_key(const Raster& raster);

// A page as text of ASCII, and back, bit for bit; nullopt for anything that encode_ocr() does not
// give.
std::string encode_ocr(const OcrPage& page);
std::optional<OcrPage> decode_ocr(std::string_view text);

}  // namespace proviso::ingest
