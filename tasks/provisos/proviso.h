// Provisos (但书): a connector, what it excepts or conditions, and the rule that it limits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "segmenter/structure.h"

namespace proviso::tasks {

// What the connector does to the rule:
//   exception    a case is taken out of it, or gets another result (…除外, unless, other than)
//   condition    who uses it must do or may not do something (但不得…, provided that notice …)
//   limit        a measure or a cap (以…为限, to the extent)
//   reservation  something stays untouched by it (不影响…, without prejudice to)
//   priority     which norm governs (从其规定, notwithstanding, subject to Clause 3)
enum class ProvisoKind : std::uint8_t { kException, kCondition, kLimit, kReservation, kPriority };
inline constexpr std::array<std::string_view, 5> kProvisoKindNames{
    "exception", "condition", "limit", "reservation", "priority"};
inline std::string_view name(ProvisoKind kind) {
  return kProvisoKindNames[static_cast<std::size_t>(kind)];
}

// All spans are byte offsets in the document's text, without space or punctuation at their ends.
struct Proviso {
  segmenter::Span
      trigger;  // the opening connector alone: 但, 除, "provided that"; else the closing
  segmenter::Span scope;   // what it excepts or conditions
  segmenter::Span limits;  // the rule; empty where the section holds none before it
  ProvisoKind kind = ProvisoKind::kException;
  std::size_t parent = segmenter::kNone;  // index of the proviso in whose scope this trigger stands
  std::size_t section = segmenter::kNone;
};

// The provisos of a document in the order of their triggers. In statutes, contracts and the
// disposition of a judgment every norm counts; elsewhere in a judgment 但 is argument, and only
// what is quoted or reported as a norm counts, or a rule stated in general terms (the labelling
// guide beside tests/measure/labels/provisos defines all of it). Words and forms are data: zh.json
// and en.json of this folder. Pure, linear in the text, thread-safe.
std::vector<Proviso> find_provisos(std::string_view text, const segmenter::Structure& structure);

// The structure of a text of `size` bytes that is wholly one part of a civil judgment, by the
// part's name (segmenter::kTagNames); nothing where no part is called so.
std::optional<segmenter::Structure> one_section(std::string_view name, std::size_t size);

}  // namespace proviso::tasks
