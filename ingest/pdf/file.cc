#include "ingest/pdf/file.h"

#include <Catalog.h>
#include <Error.h>
#include <ErrorCodes.h>
#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>
#include <SplashOutputDev.h>
#include <Stream.h>
#include <UTF.h>
#include <goo/GooString.h>
#include <goo/gmem.h>
#include <splash/SplashBitmap.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "ingest/pdf/content_device.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

// What Poppler reports while it works. Its callback takes no argument of ours, hence the one
// variable of the thread.
struct Reports {
  int syntax_errors = 0;
  bool missing_cmap = false;
};

thread_local Reports* current_reports = nullptr;

void report(ErrorCategory category, Goffset /*position*/, const char* message) {
  if (current_reports == nullptr) return;
  if (std::strstr(message, "CMap") != nullptr || std::strstr(message, "language pack") != nullptr ||
      std::strstr(message, "character collection") != nullptr) {
    current_reports->missing_cmap = true;
  } else if (category == errSyntaxError) {
    ++current_reports->syntax_errors;
  }
}

class Listening {
 public:
  explicit Listening(Reports& reports) { current_reports = &reports; }
  ~Listening() { current_reports = nullptr; }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
};

std::string utf8_of(const GooString& text) {
  Unicode* units = nullptr;
  const int length = TextStringToUCS4(text.toStr(), &units);
  std::string utf8;
  for (int i = 0; i < length; ++i) {
    if (units[i] >= 0x20) append_utf8(utf8, static_cast<char32_t>(units[i]));
  }
  gfree(units);
  return utf8;
}

bool is_full(void* device) {
  return static_cast<ContentDevice*>(device)->full();
}

}  // namespace

struct PdfFile::State {
  std::unique_ptr<PDFDoc> doc;
  bool recovered = false;
};

PdfFile::PdfFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
PdfFile::PdfFile(PdfFile&&) noexcept = default;
PdfFile& PdfFile::operator=(PdfFile&&) noexcept = default;
PdfFile::~PdfFile() = default;

tl::expected<PdfFile, std::string> PdfFile::open(std::string_view bytes,
                                                 const std::string& data_dir) {
  if (!globalParams || !data_dir.empty()) {
    globalParams = std::make_unique<GlobalParams>(data_dir.empty() ? nullptr : data_dir.c_str());
  }
  setErrorCallback(&report);
  auto state = std::make_unique<State>();
  State* const raw = state.get();
  // PDFDoc takes ownership of the stream; Poppler offers no other way.
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
  auto* stream =
      new MemStream(bytes.data(), 0, static_cast<Goffset>(bytes.size()), Object(objNull));
  state->doc =
      std::make_unique<PDFDoc>(stream, std::optional<GooString>{}, std::optional<GooString>{},
                               nullptr, [raw] { raw->recovered = true; });
  if (!state->doc->isOk()) {
    switch (state->doc->getErrorCode()) {
      case errEncrypted:
        return tl::unexpected(std::string("needs a password"));
      case errBadCatalog:
        return tl::unexpected(std::string("broken: the list of pages cannot be read"));
      default:
        return tl::unexpected(std::string("broken: not readable as a PDF"));
    }
  }
  if (state->doc->getNumPages() <= 0) return tl::unexpected(std::string("no pages"));
  return PdfFile(std::move(state));
}

int PdfFile::pages() const {
  return state_->doc->getNumPages();
}
bool PdfFile::recovered() const {
  return state_->recovered;
}
bool PdfFile::is_xfa() const {
  return state_->doc->getCatalog()->getFormType() == Catalog::XfaForm;
}

bool PdfFile::has_page(int number) const {
  auto* const page = state_->doc->getPage(number);
  return page != nullptr && page->isOk();
}

PageFrame PdfFile::frame(int number) const {
  PageFrame frame;
  frame.rotation = ((state_->doc->getPageRotate(number) % 360) + 360) % 360;
  frame.width = std::abs(state_->doc->getPageCropWidth(number));
  frame.height = std::abs(state_->doc->getPageCropHeight(number));
  if (frame.rotation == 90 || frame.rotation == 270) std::swap(frame.width, frame.height);
  GooString label;
  if (state_->doc->getCatalog()->indexToLabel(number - 1, &label)) frame.label = utf8_of(label);
  if (frame.label.empty()) frame.label = std::to_string(number);
  return frame;
}

PageContent PdfFile::content(int number, int max_glyphs) const {
  const PageFrame at = frame(number);
  ContentDevice device(at.width, at.height, max_glyphs);
  Reports reports;
  {
    const Listening listening(reports);
    state_->doc->displayPage(&device, number, 72, 72, 0, false, true, false, &is_full, &device);
  }
  PageContent content = device.take();
  content.syntax_errors = reports.syntax_errors;
  content.missing_cmap = reports.missing_cmap;
  return content;
}

Raster PdfFile::render(int number, double dpi) const {
  SplashColor white = {255, 255, 255};
  SplashOutputDev device(splashModeRGB8, 4, false, white);
  device.setFontAntialias(true);
  device.setVectorAntialias(true);
  device.startDoc(state_->doc.get());
  state_->doc->displayPage(&device, number, dpi, dpi, 0, false, true, false);
  Raster raster;
  SplashBitmap* bitmap = device.getBitmap();
  if (bitmap == nullptr || bitmap->getDataPtr() == nullptr) return raster;
  raster.dpi = dpi;
  raster.width = bitmap->getWidth();
  raster.height = bitmap->getHeight();
  raster.pixels.resize(static_cast<std::size_t>(raster.width) *
                       static_cast<std::size_t>(raster.height));
  for (int y = 0; y < raster.height; ++y) {
    const std::uint8_t* row = bitmap->getDataPtr() + std::ptrdiff_t{y} * bitmap->getRowSize();
    std::uint8_t* out = raster.pixels.data() + std::ptrdiff_t{y} * raster.width;
    for (int x = 0; x < raster.width; ++x) out[x] = row[3 * x];
  }
  return raster;
}

}  // namespace proviso::ingest
