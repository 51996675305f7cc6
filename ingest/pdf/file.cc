#include "ingest/pdf/file.h"

#include <Annot.h>
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

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <ctime>
#include <iterator>
#include <utility>

#include "ingest/pdf/content_device.h"
#include "ingest/pdf/repair.h"
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

double cpu_seconds_used() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

bool is_late(void* deadline) {
  return cpu_seconds_used() > *static_cast<double*>(deadline);
}

// A page painted on white paper; none when it took too long.
class Painting {
 public:
  Painting(PDFDoc& doc, int number, double dpi, double cpu_seconds)
      : device_(splashModeRGB8, 4, false, white()), deadline_(cpu_seconds_used() + cpu_seconds) {
    device_.setFontAntialias(true);
    device_.setVectorAntialias(true);
    device_.startDoc(&doc);
    doc.displayPage(&device_, number, dpi, dpi, 0, false, true, false, &is_late, &deadline_);
  }

  SplashBitmap* bitmap() {
    SplashBitmap* bitmap = device_.getBitmap();
    const bool there = bitmap != nullptr && bitmap->getDataPtr() != nullptr;
    return there && !is_late(&deadline_) ? bitmap : nullptr;
  }

 private:
  SplashColorPtr white() {
    std::fill(std::begin(white_), std::end(white_), std::uint8_t{255});
    return white_;
  }
  SplashColor white_{};
  SplashOutputDev device_;
  double deadline_;
};

bool is_full(void* device) {
  return static_cast<ContentDevice*>(device)->full();
}

// Called before each annotation is drawn, which is after the page itself.
bool enter_annotation(Annot* annotation, void* device) {
  std::uint16_t flags = 0;
  switch (annotation->getType()) {
    case Annot::typeStamp:
    case Annot::typeWatermark:
      flags = kStamp;
      break;
    case Annot::typeText:
    case Annot::typeFreeText:
    case Annot::typePopup:
      flags = kComment;
      break;
    default:  // form fields say what the document says
      break;
  }
  static_cast<ContentDevice*>(device)->flag_what_follows(flags);
  return true;
}

// Where a file breaks off before its trailer (a download that stopped), nothing says which object
// is its catalog: a trailer that does; empty where no catalog is left either, or the lost trailer
// held the way to decrypt it.
std::string lost_trailer(std::string_view bytes) {
  constexpr std::size_t kFar = 4096;
  if (bytes.find("/Standard") != std::string_view::npos) return {};
  for (std::size_t at = bytes.rfind("/Catalog"); at != std::string_view::npos && at > 0;
       at = bytes.rfind("/Catalog", at - 1)) {
    const std::string_view before = bytes.substr(at > kFar ? at - kFar : 0, std::min(at, kFar));
    std::size_t word = before.rfind("obj");
    if (word == std::string_view::npos) continue;
    std::string numbers;  // "12 0", from behind
    const auto take = [&](auto is) {
      while (word > 0 && is(static_cast<unsigned char>(before[word - 1]))) {
        numbers.push_back(before[--word]);
      }
    };
    const auto space = [](unsigned char c) { return std::isspace(c) != 0; };
    const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    take(space), take(digit), take(space), take(digit);
    std::reverse(numbers.begin(), numbers.end());
    if (numbers.empty() || !digit(static_cast<unsigned char>(numbers.front()))) continue;
    return "\ntrailer\n<</Root " + numbers + "R>>\nstartxref\n0\n%%EOF\n";
  }
  return {};
}

std::unique_ptr<PDFDoc> open_document(std::string_view bytes, bool& recovered) {
  // PDFDoc takes ownership of the stream; Poppler offers no other way.
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
  auto* stream =
      new MemStream(bytes.data(), 0, static_cast<Goffset>(bytes.size()), Object(objNull));
  return std::make_unique<PDFDoc>(stream, std::optional<GooString>{}, std::optional<GooString>{},
                                  nullptr, [&recovered] { recovered = true; });
}

}  // namespace

struct PdfFile::State {
  std::string mended;  // the file with a trailer of ours; empty where its own was good
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
  state->doc = open_document(bytes, state->recovered);
  if (!state->doc->isOk() && state->doc->getErrorCode() != errEncrypted) {
    if (const std::string trailer = lost_trailer(bytes); !trailer.empty()) {
      state->mended.assign(bytes).append(trailer);
      state->doc = open_document(state->mended, state->recovered);
      state->recovered = true;
    }
  }
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
    state_->doc->displayPage(&device, number, 72, 72, 0, false, true, false, &is_full, &device,
                             &enter_annotation, &device);
  }
  PageContent content = device.take();
  repair_fonts(content);
  content.syntax_errors = reports.syntax_errors;
  content.missing_cmap = reports.missing_cmap;
  return content;
}

Raster PdfFile::render(int number, double dpi, double cpu_seconds) const {
  Painting painting(*state_->doc, number, dpi, cpu_seconds);
  SplashBitmap* bitmap = painting.bitmap();
  if (bitmap == nullptr) return {};
  return grey_without_seals(
      {bitmap->getDataPtr(), bitmap->getWidth(), bitmap->getHeight(), bitmap->getRowSize(), dpi});
}

std::vector<std::uint8_t> PdfFile::render_color(int number, double dpi, int& width,
                                                int& height) const {
  Painting painting(*state_->doc, number, dpi, 60);
  SplashBitmap* bitmap = painting.bitmap();
  if (bitmap == nullptr) return {};
  width = bitmap->getWidth();
  height = bitmap->getHeight();
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* row = bitmap->getDataPtr() + std::ptrdiff_t{y} * bitmap->getRowSize();
    pixels.insert(pixels.end(), row, row + std::ptrdiff_t{3} * width);
  }
  return pixels;
}

}  // namespace proviso::ingest
