// The bytes of a vocabulary file, and a text behind them: refused, or read into pieces that tile
// the text. The first byte says how many of the others are text.
#include "segmenter/unigram.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proviso;
  if (size == 0) return 0;
  const std::size_t behind = std::min<std::size_t>(data[0], size - 1);
  const std::string proto(data + 1, data + size - behind);
  const std::string text = fuzz::valid_utf8(data + size - behind, behind);
  const auto unigram = segmenter::Unigram::parse(proto);
  if (!unigram || !segmenter::Unigram::takes(text)) return 0;
  std::vector<segmenter::UnigramPiece> pieces;
  unigram->encode(text, pieces);
  std::size_t at = 0;
  for (const segmenter::UnigramPiece& piece : pieces) {
    fuzz::check(piece.start == at && piece.end >= at && piece.id >= 0, "pieces tile the text");
    at = piece.end;
  }
  fuzz::check(at == text.size(), "pieces reach the end of the text");
  return 0;
}
