// What the segmenter hands on: the legal structure of one document and its segments. Plain data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::segmenter {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// [start, end) in bytes of ingest::Document::text; both on code-point boundaries.
struct Span {
  std::size_t start = 0, end = 0;
  friend bool operator==(const Span&, const Span&) = default;
  std::size_t size() const { return end - start; }
};

// Section tags. Names are stable: the model file stores names, so an id may move between versions
// of the program.
enum class Tag : std::uint8_t {
  // judgments
  kTitle,
  kCaseNumber,
  kParties,
  kProcedure,
  kClaims,
  kDefence,
  kThirdParty,
  kEvidence,
  kFacts,
  kReasoning,
  kBasis,
  kDisposition,
  kCosts,
  kNotice,
  kSignature,
  kAppendix,
  // contracts (also kTitle, kParties, kSignature)
  kRecitals,
  kDefinitions,
  kClause,
  kSchedule,
  // English judgments (also kDissent … kFootnotes)
  kFront,
  kBackground,
  kIssues,
  kLaw,
  kSubmissions,
  kAnalysis,
  kConclusion,
  kOrder,
  kDissent,
  kFootnotes,
  kOther,
};
inline constexpr std::array<std::string_view, 31> kTagNames{
    "title",       "case_number", "parties",    "procedure",  "claims",   "defence",
    "third_party", "evidence",    "facts",      "reasoning",  "basis",    "disposition",
    "costs",       "notice",      "signature",  "appendix",   "recitals", "definitions",
    "clause",      "schedule",    "front",      "background", "issues",   "law",
    "submissions", "analysis",    "conclusion", "order",      "dissent",  "footnotes",
    "other"};

// Whose claims, answers, finding, reasoning or disposition a section holds.
enum class Level : std::uint8_t { kThis, kFirst, kSecond, kRetrial, kOther };
inline constexpr std::array<std::string_view, 5> kLevelNames{"this", "first", "second", "retrial",
                                                             "other"};

enum class Kind : std::uint8_t {
  kZhCivil,
  kZhCriminal,
  kZhAdministrative,
  kZhEnforcement,
  kZhCompensation,
  kZhMediation,
  kZhCorrection,
  kZhOrder,
  kEnJudgment,
  kContract,
  kStatute,
  kOther,
};
inline constexpr std::array<std::string_view, 12> kKindNames{
    "zh_civil",        "zh_criminal",  "zh_administrative", "zh_enforcement",
    "zh_compensation", "zh_mediation", "zh_correction",     "zh_order",
    "en_judgment",     "contract",     "statute",           "other"};

inline std::string_view name(Tag tag) {
  return kTagNames[static_cast<std::size_t>(tag)];
}
inline std::string_view name(Level level) {
  return kLevelNames[static_cast<std::size_t>(level)];
}
inline std::string_view name(Kind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

// Sections are ordered and gap-free: the first starts at 0, each starts where the one before ends,
// the last ends at text.size(). A paragraph's '\n' belongs to the section of the paragraph it
// closes.
struct Section {
  Tag tag = Tag::kOther;
  Level level = Level::kThis;
  Span span;
  Span heading;  // the title line's own text; empty span where there is none
};

// One party of the case. `roles` are as written, this instance first: {"上诉人", "原审被告"}.
struct Party {
  std::string name;
  std::vector<std::string> aliases;  // introduced by 以下简称 or ("Supplier")
  std::vector<std::string> roles;
  std::vector<std::string> representatives;  // "法定代表人：…" as {kind}：{name}
  Span span;                                 // the name where the head introduces it
};

enum class ItemKind : std::uint8_t {
  kClaim,
  kIssue,
  kFinding,
  kDisposition,
  kClause,
  kDefinition,
  kCrossReference,
  kParagraph
};
inline constexpr std::array<std::string_view, 8> kItemKindNames{
    "claim",  "issue",      "finding",         "disposition",
    "clause", "definition", "cross_reference", "paragraph"};
inline std::string_view name(ItemKind kind) {
  return kItemKindNames[static_cast<std::size_t>(kind)];
}

// A numbered (or single, then number is empty) item with its own span, mark included.
struct Item {
  ItemKind kind = ItemKind::kDisposition;
  std::string number;           // "1", "一", "2.3(a)" as written without brackets and stops
  std::size_t parent = kNone;   // index into Structure::items
  std::size_t section = kNone;  // index into Structure::sections
  Span span;
  std::size_t target = kNone;  // of a cross reference: the item that it names, where it was found
};

struct Structure {
  Kind kind = Kind::kOther;
  std::string instance;  // "first", "second", "retrial", "retrial_review" or empty
  std::string language;  // "zh", "en" or empty
  std::string court;
  std::string case_number;  // as written
  std::vector<Section> sections;
  std::vector<Party> parties;
  std::vector<Item> items;
};

// Bits of Segment::marks.
enum Mark : std::uint8_t { kConnector = 1 << 0 };

// At most kMaxTokens tokens, inside one section. Segments in order tile the text's tokens.
struct Segment {
  static constexpr std::size_t kMaxTokens = 384;
  std::uint32_t index = 0;
  std::uint32_t section = 0;  // index into Structure::sections
  Span span;
  std::vector<std::int32_t> ids;
  std::vector<Span> token_spans;    // one per id, tiling `span`
  std::vector<std::uint8_t> marks;  // one per id
  std::vector<std::uint32_t>
      sentences;  // token index at which each sentence (or rest of one) starts; first is 0
};

// Index of the section that holds byte `offset`; the last one for offset == text.size(). Requires a
// section.
std::size_t section_at(const Structure& structure, std::size_t offset);

// Place in `segments` (in order, at least one) of the one that holds byte `offset`: the last that
// does not start behind it, else the first.
std::size_t segment_at(std::span<const Segment> segments, std::size_t offset);

}  // namespace proviso::segmenter
