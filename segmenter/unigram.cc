#include "segmenter/unigram.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "segmenter/utf8.h"

namespace proviso::segmenter {
namespace {

constexpr std::string_view kSpaceMark = "\u2581";

// ---- the file: a protocol buffer, of which a dozen fields matter

struct Field {
  std::uint64_t number = 0;
  int wire = 0;              // 0: varint, 1: eight bytes, 2: bytes, 5: four bytes
  std::uint64_t varint = 0;  // of wire 0
  std::string_view bytes;    // of the others
};

class ProtoReader {
 public:
  explicit ProtoReader(std::string_view bytes) : rest_(bytes) {}

  // The next field; nothing at the end or where the bytes are no message (then broken() is true).
  std::optional<Field> next() {
    if (rest_.empty()) return std::nullopt;
    Field field;
    const std::uint64_t key = varint();
    field.number = key >> 3;
    field.wire = static_cast<int>(key & 7);
    switch (field.wire) {
      case 0:
        field.varint = varint();
        break;
      case 1:
        field.bytes = take(8);
        break;
      case 2:
        field.bytes = take(varint());
        break;
      case 5:
        field.bytes = take(4);
        break;
      default:
        broken_ = true;
    }
    if (broken_) return std::nullopt;
    return field;
  }
  bool broken() const { return broken_; }

 private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    broken_ = true;
    return 0;
  }
  std::string_view take(std::uint64_t size) {
    broken_ = broken_ || size > rest_.size();
    const std::string_view out = rest_.substr(0, broken_ ? 0 : size);
    rest_.remove_prefix(out.size());
    return out;
  }
  std::string_view rest_;
  bool broken_ = false;
};

float float_of(std::string_view four) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 4; ++i)
    bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(four[i])) << (8 * i);
  return std::bit_cast<float>(bits);
}

// sentencepiece_model.proto: SentencePiece.Type, TrainerSpec.ModelType.
enum Type : std::uint64_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };
constexpr std::uint64_t kUnigramModel = 1;

struct Piece {
  std::string text;
  float score = 0;
  std::uint64_t type = kNormal;
};

struct Model {
  std::vector<Piece> pieces;
  std::uint64_t model_type = kUnigramModel;
  bool byte_fallback = false, whitespace_suffix = false;
  std::string_view character_map;
  bool dummy_prefix = true, remove_whitespace = true, escape_whitespace = true;
};

bool read_piece(std::string_view bytes, Piece& piece) {
  ProtoReader reader(bytes);
  while (const auto field = reader.next()) {
    if (field->number == 1 && field->wire == 2) piece.text = std::string(field->bytes);
    if (field->number == 2 && field->wire == 5) piece.score = float_of(field->bytes);
    if (field->number == 3 && field->wire == 0) piece.type = field->varint;
  }
  return !reader.broken();
}

bool read_trainer(std::string_view bytes, Model& model) {
  ProtoReader reader(bytes);
  while (const auto field = reader.next()) {
    if (field->number == 3) model.model_type = field->varint;
    if (field->number == 24) model.whitespace_suffix = field->varint != 0;
    if (field->number == 35) model.byte_fallback = field->varint != 0;
  }
  return !reader.broken();
}

bool read_normalizer(std::string_view bytes, Model& model) {
  ProtoReader reader(bytes);
  while (const auto field = reader.next()) {
    if (field->number == 2) model.character_map = field->bytes;
    if (field->number == 3) model.dummy_prefix = field->varint != 0;
    if (field->number == 4) model.remove_whitespace = field->varint != 0;
    if (field->number == 5) model.escape_whitespace = field->varint != 0;
  }
  return !reader.broken();
}

std::optional<Model> read_model(std::string_view proto) {
  Model model;
  ProtoReader reader(proto);
  bool sound = true;
  while (const auto field = reader.next()) {
    if (field->wire != 2) continue;
    if (field->number == 1) {
      sound = sound && read_piece(field->bytes, model.pieces.emplace_back());
    } else if (field->number == 2) {
      sound = sound && read_trainer(field->bytes, model);
    } else if (field->number == 3) {
      sound = sound && read_normalizer(field->bytes, model);
    }
  }
  if (!sound || reader.broken()) return std::nullopt;
  return model;
}

// "▁the" as it stands in a text: " the".
std::string spaced(std::string_view piece) {
  std::string out;
  for (std::size_t at = 0; at < piece.size();) {
    const bool mark = piece.compare(at, kSpaceMark.size(), kSpaceMark) == 0;
    out += mark ? ' ' : piece[at];
    at += mark ? kSpaceMark.size() : 1;
  }
  return out;
}

// "<0x0A>": 10; -1 for anything else.
int byte_of(std::string_view piece) {
  if (piece.size() != 6 || !piece.starts_with("<0x") || piece.back() != '>') return -1;
  int value = 0;
  for (const char c : piece.substr(3, 2)) {
    const std::size_t digit = std::string_view("0123456789ABCDEF").find(c);
    if (digit == std::string_view::npos) return -1;
    value = value * 16 + static_cast<int>(digit);
  }
  return value;
}

}  // namespace

PieceTrie::PieceTrie(const std::vector<std::string>& keys,
                     const std::vector<std::int32_t>& values) {
  std::vector<std::size_t> order(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  units_.resize(512);
  units_[kRoot].parent = kRoot;
  // A node with its keys [first, last) of `order`, all equal in their first `depth` bytes.
  struct Open {
    std::uint32_t node;
    std::size_t first, last, depth;
  };
  std::vector<Open> open{{kRoot, 0, order.size(), 0}};
  std::size_t free_from = 1;    // all units below are taken
  std::size_t search_from = 1;  // nearly all below are
  for (std::size_t done = 0; done < open.size(); ++done) {
    Open at = open[done];
    if (at.first < at.last && keys[order[at.first]].size() == at.depth)
      units_[at.node].value = values[order[at.first++]];
    std::vector<Open> children;
    std::vector<std::uint32_t> bytes;
    for (std::size_t i = at.first; i < at.last;) {
      const auto byte = static_cast<unsigned char>(keys[order[i]][at.depth]);
      std::size_t end = i;
      while (end < at.last && static_cast<unsigned char>(keys[order[end]][at.depth]) == byte) ++end;
      children.push_back({0, i, end, at.depth + 1});
      bytes.push_back(byte);
      i = end;
    }
    while (free_from < units_.size() && units_[free_from].parent != kNowhere) ++free_from;
    // Below a leaf nothing is looked for, but step() looks: base 0 is the root's own row.
    if (children.empty()) continue;
    // The first row where all children fit. Where hardly any unit was free on the way, later
    // searches begin behind: a few units stay empty, and the whole is built in linear time.
    if (free_from > search_from) search_from = free_from;
    const std::size_t from = std::max<std::size_t>(search_from, bytes.front() + 1);
    const auto taken = [&](std::uint32_t byte, std::size_t row) {
      return units_[row + byte].parent != kNowhere;
    };
    std::size_t base = from - bytes.front(), full = 0;
    for (;; ++base) {
      if (base + 256 >= units_.size()) units_.resize(units_.size() * 2);
      full += taken(bytes.front(), base) ? 1 : 0;
      if (std::none_of(bytes.begin(), bytes.end(),
                       [&](std::uint32_t byte) { return taken(byte, base); }))
        break;
    }
    const std::size_t passed = base + bytes.front() - from;
    if (passed > 16 && full * 20 >= passed * 19) search_from = base + bytes.front();
    units_[at.node].base = static_cast<std::uint32_t>(base);
    for (std::size_t i = 0; i < children.size(); ++i) {
      children[i].node = static_cast<std::uint32_t>(base + bytes[i]);
      units_[children[i].node].parent = at.node;
      open.push_back(children[i]);
    }
  }
}

std::optional<Unigram> Unigram::parse(std::string_view proto) {
  const std::optional<Model> model = read_model(proto);
  if (!model || model->model_type != kUnigramModel || !model->byte_fallback ||
      model->whitespace_suffix || !model->character_map.empty() || model->dummy_prefix ||
      model->remove_whitespace || !model->escape_whitespace) {
    return std::nullopt;
  }
  constexpr float kUnknownPenalty = 10;  // kUnkPenalty of the library's unigram_model.cc
  float least = std::numeric_limits<float>::max(), most = std::numeric_limits<float>::lowest();
  for (const Piece& piece : model->pieces) {
    if (piece.type != kNormal) continue;
    least = std::min(least, piece.score);
    most = std::max(most, piece.score);
  }
  std::vector<std::string> keys;
  std::vector<std::int32_t> values;
  std::vector<double> scores;
  std::array<std::int32_t, 256> bytes{};
  bytes.fill(-1);
  for (std::size_t id = 0; id < model->pieces.size(); ++id) {
    const Piece& piece = model->pieces[id];
    scores.push_back(static_cast<double>(piece.score));
    if (piece.type == kByte) {
      const int byte = byte_of(piece.text);
      if (byte >= 0) bytes[static_cast<std::size_t>(byte)] = static_cast<std::int32_t>(id);
    }
    if (piece.text.empty() || (piece.type != kNormal && piece.type != kUserDefined)) continue;
    // One given by the user is always chosen; the library reckons in double here.
    if (piece.type == kUserDefined)
      scores.back() = static_cast<double>(static_cast<float>(piece.text.size()) * most) - 0.1;
    keys.push_back(spaced(piece.text));
    values.push_back(static_cast<std::int32_t>(id));
  }
  std::vector<std::string> distinct = keys;
  std::sort(distinct.begin(), distinct.end());
  const bool twice = std::adjacent_find(distinct.begin(), distinct.end()) != distinct.end();
  if (twice || std::find(bytes.begin(), bytes.end(), -1) != bytes.end()) return std::nullopt;
  const float unknown = least - kUnknownPenalty;
  return Unigram(PieceTrie(keys, values), std::move(scores), bytes, static_cast<double>(unknown));
}

// Viterbi over the ends of pieces, as EncodeOptimized of the library: sums are made in double and
// kept in float, and a later path must be truly better.
void Unigram::encode(std::string_view text, std::vector<UnigramPiece>& out) const {
  constexpr std::int32_t kNoPiece = -1;
  struct End {
    float score = 0;
    std::uint32_t length = 0;  // of the last piece, in bytes; 0: not reached
    std::int32_t id = kNoPiece;
  };
  std::vector<End> ends(text.size() + 1);
  const auto reach = [](End& end, double score, std::size_t length, std::int32_t id) {
    if (end.length != 0 && !(score > static_cast<double>(end.score))) return;
    end = {static_cast<float>(score), static_cast<std::uint32_t>(length), id};
  };
  for (std::size_t start = 0; start < text.size();) {
    const auto here = static_cast<double>(ends[start].score);
    const std::size_t character = next(text, start) - start;
    bool single = false;
    std::uint32_t node = PieceTrie::kRoot;
    for (std::size_t at = start; at < text.size();) {
      node = trie_.step(node, static_cast<unsigned char>(text[at]));
      if (node == PieceTrie::kNowhere) break;
      ++at;
      const std::int32_t id = trie_.value(node);
      if (id < 0) continue;
      reach(ends[at], scores_[static_cast<std::size_t>(id)] + here, at - start, id);
      single = single || at - start == character;
    }
    if (!single) reach(ends[start + character], unknown_ + here, character, kNoPiece);
    start += character;
  }
  const std::size_t before = out.size();
  for (std::size_t end = text.size(); end > 0;) {
    const std::size_t start = end - ends[end].length;
    if (ends[end].id != kNoPiece) {
      out.push_back({ends[end].id, start, end});
    } else {
      // The last byte's piece covers the character.
      for (std::size_t at = end; at > start; --at) {
        const std::int32_t id = bytes_[static_cast<unsigned char>(text[at - 1])];
        out.push_back(at == end ? UnigramPiece{id, start, end} : UnigramPiece{id, start, start});
      }
    }
    end = start;
  }
  std::reverse(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
}

}  // namespace proviso::segmenter
