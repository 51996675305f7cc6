#include "ingest/ocr/memory.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <tesseract/baseapi.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "ingest/file.h"

namespace proviso::ingest {
namespace {

static_assert(std::endian::native == std::endian::little);

// The models that lie where Tesseract looks, by name and size.
std::string models() {
  std::string result;
  const char* prefix = std::getenv("TESSDATA_PREFIX");
  const std::filesystem::path folder =
      prefix != nullptr ? prefix : "/usr/share/tesseract-ocr/5/tessdata";
  for (const char* model : {"chi_sim", "chi_tra", "eng", "osd"}) {
    std::error_code error;
    const auto size =
        std::filesystem::file_size(folder / (std::string(model) + ".traineddata"), error);
    result += fmt::format("{}:{} ", model, error ? 0 : size);
  }
  return result;
}

class Writer {
 public:
  template <typename T>
  void put(T value) {
    const auto* bytes = reinterpret_cast<const char*>(&value);
    bytes_.append(bytes, sizeof value);
  }
  void text(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename T>
  T get() {
    T value{};
    if (rest_.size() < sizeof value) {
      good_ = false;
      return value;
    }
    rest_.copy(reinterpret_cast<char*>(&value), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const auto size = get<std::uint32_t>();
    if (!good_ || rest_.size() < size) {
      good_ = false;
      return {};
    }
    std::string result(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return result;
  }
  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

std::string to_base64(const std::string& bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0 || text.size() > (std::size_t{64} << 20)) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  // The decoder counts the padding as NULs.
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  bytes.resize(static_cast<std::size_t>(size) - padding);
  return bytes;
}

}  // namespace

std::string ocr_key(const Raster& raster) {
  static const std::string kSettings = fmt::format("ocr {} tesseract {} {}", kOcrVersion,
                                                   tesseract::TessBaseAPI::Version(), models());
  const std::string_view pixels(reinterpret_cast<const char*>(raster.pixels.data()),
                                raster.pixels.size());
  return sha256_of_bytes(
      fmt::format("{}\n{} {} {:.6f}{}\n{}", kSettings, raster.width, raster.height, raster.dpi,
                  is_negative(raster) ? " negative" : "", sha256_of_bytes(pixels)));
}

std::string encode_ocr(const OcrPage& page) {
  Writer out;
  out.put(page.confidence);
  out.put(page.skew);
  out.put(static_cast<std::uint8_t>(page.turn));
  out.text(page.language);
  out.text(page.error);
  out.put(static_cast<std::uint32_t>(page.glyphs.size()));
  for (const Glyph& glyph : page.glyphs) {
    out.put(static_cast<std::uint32_t>(glyph.character));
    for (const float value :
         {glyph.x0, glyph.y0, glyph.x1, glyph.y1, glyph.baseline, glyph.size, glyph.confidence}) {
      out.put(value);
    }
    out.put(glyph.order);
    out.put(glyph.flags);
    out.put(static_cast<std::uint8_t>(glyph.turn));
  }
  return to_base64(out.bytes());
}

std::optional<OcrPage> decode_ocr(std::string_view text) {
  const auto bytes = from_base64(text);
  if (!bytes) return std::nullopt;
  Reader in(*bytes);
  OcrPage page;
  page.confidence = in.get<float>();
  page.skew = in.get<double>();
  page.turn = static_cast<Turn>(in.get<std::uint8_t>());
  page.language = in.text();
  page.error = in.text();
  const auto count = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    Glyph glyph;
    glyph.character = in.get<std::uint32_t>();
    for (float* value : {&glyph.x0, &glyph.y0, &glyph.x1, &glyph.y1, &glyph.baseline, &glyph.size,
                         &glyph.confidence}) {
      *value = in.get<float>();
    }
    glyph.order = in.get<std::uint32_t>();
    glyph.flags = in.get<std::uint16_t>();
    glyph.turn = static_cast<Turn>(in.get<std::uint8_t>());
    glyph.source = TextSource::kOcr;
    page.glyphs.push_back(glyph);
  }
  if (!in.good() || !in.at_end() || page.turn > Turn::kSlanted) return std::nullopt;
  return page;
}

}  // namespace proviso::ingest
