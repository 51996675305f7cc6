// `proviso finetune --provisos`: teaches the proviso head from labelled texts over a reader that
// stays as it is (tasks/provisos/judge.h).
//
// Labels, JSON Lines: {"document": PATH | "text": …, "provisos": [{"trigger", "scope", "limits",
// "kind"}], "within": [[start, end], …], "section": …, "rules": […], "rules_unseen": …, "set": …}.
// Spans are [start, end) in bytes of the text, or quotes as in labels.h. `within`: what was
// labelled, absent: all of it; every connector there that no label names is a labelled negative.
// `section`: the text is one such section of a judgment; else its structure is read. `rules`: what
// the rules said of it, in the fields of `provisos`; absent: what they say now. `rules_unseen`: the
// rules were not written after this text, so that their answer tells how far they can be trusted
// (by default where `rules` stands); their bonus is fitted to such texts, where there are any.
// `set` names a group in reports.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/state_reader.h"
#include "segmenter/structure.h"
#include "segmenter/tokenizer.h"
#include "tasks/provisos/judge.h"

namespace proviso::tasks {

struct ProvisoText {
  std::string origin;  // texts of one origin stay in one fold
  std::string set;
  std::string text;
  segmenter::Structure structure;
  std::vector<segmenter::Span> within;
  std::vector<Proviso> labels, rules;  // by trigger
  bool rules_unseen = false;           // the rules were not written after this text
};

// Throws CorpusError with file and line.
std::vector<ProvisoText> read_proviso_texts(const std::filesystem::path& file);

// The questions of a text within what was labelled, with their token states.
struct StudiedText {
  const ProvisoText* text = nullptr;
  std::vector<AskedProviso> asked;
};

// Throws model::ModelError.
std::vector<StudiedText> study_provisos(const std::vector<ProvisoText>& texts,
                                        model::StateReader& reader,
                                        const segmenter::Tokenizer& tokenizer,
                                        const ProvisoReading& reading,
                                        const std::function<void(std::size_t)>& done = {});

struct ProvisoTeachingOptions {
  model::SpanOptions head;
  std::size_t folds = 5;  // by which the trust in the rules is fitted
  bool rules = true;      // false, an ablation: the head decides without what the rules report
};

// What the head says of each text when it has learnt from the other folds alone; scores of these
// answers also fit the trust.
struct CrossJudged {
  std::vector<std::vector<JudgedProviso>> found;  // [text]
  std::array<ProvisoTrust, 2> trust;              // [chinese], fitted to all folds
};
CrossJudged cross_judge(const std::vector<StudiedText>& texts, std::int64_t d,
                        const ProvisoTeachingOptions& options);

// The head taught on all of them; its trust comes from cross_judge().
model::SpanHead teach_provisos(const std::vector<StudiedText>& texts, std::int64_t d,
                               const ProvisoTeachingOptions& options);

// How many labels have their trigger, scope and rule among the proposals: what the head can reach.
struct ProposalRecall {
  std::size_t labels = 0, triggers = 0, scopes = 0, limits = 0;
};
ProposalRecall proposal_recall(const StudiedText& text);

}  // namespace proviso::tasks
