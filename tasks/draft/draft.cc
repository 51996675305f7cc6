#include "tasks/draft/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "drafting_data.h"
#include "model/decoder.h"
#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"
#include "tasks/checks/checks.h"
#include "tasks/draft/anchor.h"
#include "tasks/draft/outline.h"
#include "tasks/draft/script.h"
#include "tasks/draft/unfounded.h"
#include "tasks/reader_input.h"

namespace proviso::tasks {
namespace {

using model::Decoder;
using segmenter::Structure;

constexpr std::size_t kMostSentence = 240;  // tokens; a longer one is taken as it is
// Bytes without a letter, the longest that dates, accounts and case numbers need. A small reader
// that has begun a row of figures would not leave it.
constexpr std::size_t kMostFigures = 24;

struct Part {
  std::string name, chinese, english, judgment, english_judgment, others;

  // The words that open it in a document of this kind; empty where there is no such part.
  const std::string& opening(segmenter::Kind kind, bool is_chinese) const {
    if (kind == segmenter::Kind::kContract) return is_chinese ? chinese : english;
    return kind == segmenter::Kind::kEnJudgment ? english_judgment : judgment;
  }
};

const std::vector<Part>& parts() {
  static const std::vector<Part> kParts = [] {
    std::vector<Part> out;
    for (std::string_view line : segmenter::data_lines(drafting::data::parts)) {
      std::array<std::string, 6> cells;
      for (std::string& cell : cells) {
        const std::size_t tab = std::min(line.find('\t'), line.size());
        cell = line.substr(0, tab) == "-" ? "" : std::string(line.substr(0, tab));
        line.remove_prefix(std::min(tab + 1, line.size()));
      }
      out.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]});
    }
    return out;
  }();
  return kParts;
}

// Whether `word` is one of `list`, which commas part.
bool listed(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == word) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return text.ends_with(end); });
}

// Whether a sentence is over before a piece that begins with a space: "Rent. " but not "No. ",
// "3. ", "Inc. ", "(a. ".
bool english_end(std::string_view text) {
  if (text.size() < 6 || !(text.back() == '.' || text.back() == ';')) return false;
  const std::size_t word = text.substr(0, text.size() - 1).find_last_of(" \n(");
  const std::string_view last =
      text.substr(word == std::string_view::npos ? 0 : word + 1, text.size());
  const bool lower = last.size() > 3 && last.front() >= 'a' && last.front() <= 'z';
  return lower || text.back() == ';' || last.size() > 5;
}

class Drafter {
 public:
  Drafter(LoadedModel& loaded, const TextEncoder* encoder, std::string_view prompt,
          const DraftSettings& settings, const DraftEvents& events)
      : loaded_(loaded),
        encoder_(encoder),
        settings_(settings),
        events_(events),
        text_(trimmed(prompt)),
        prompt_size_(text_.size()),
        structure_(segmenter::read_structure(text_)),
        constraints_(prompt_facts(text_, structure_)),
        decoder_(loaded.reader),
        pieces_(spelled_pieces(loaded.tokenizer)),
        sampler_(settings.sampling, settings.seed,
                 barred_pieces(pieces_, text_, constraints_.facts().chinese)),
        figures_(pieces_without_letters(pieces_)) {
    if (encoder != nullptr) {
      draft_.threshold = settings.anchor_threshold.value_or(
          default_threshold(encoder->name(), constraints_.facts().chinese));
    }
    newline_ = loaded.tokenizer.encode("\n").ids.front();
    read_prompt();
  }

  Draft run(const std::stop_token& stop) {
    if (!settings_.part.empty()) open_part();
    const std::size_t first_section = text_.size();
    while (draft_.tokens < settings_.tokens) {
      if (stop.stop_requested()) {
        draft_.end = DraftEnd::kInterrupted;
        break;
      }
      const bool line_start = text_.ends_with('\n');
      const std::vector<std::int32_t> ids = sentence(line_start);
      if (past_the_limit(ids)) break;
      begun_ = true;
      const std::string words = loaded_.tokenizer.decode(ids);
      if (stops_at_section_end() && begins_section(words, first_section)) {
        draft_.end = DraftEnd::kSection;
        break;
      }
      take(words, ids, line_start);
      look();
    }
    return finish();
  }

 private:
  static std::string trimmed(std::string_view prompt) {
    const std::size_t last = prompt.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) throw std::invalid_argument("the prompt holds no text");
    return std::string(prompt.substr(0, last + 1));
  }

  void read_prompt() {
    const auto segments = segmenter::make_segments(text_, structure_, loaded_.tokenizer);
    const model::DocumentInput input = reader_input(structure_, segments, loaded_.reader.card());
    // A contract of a hundred pages is begun in the middle: what lies before cannot be felt.
    std::size_t first = input.segments.size();
    for (std::int64_t tokens = 0; first > 0 && tokens < decoder_.reach();)
      tokens += std::ssize(input.segments[--first].ids);
    for (; first < input.segments.size(); ++first) decoder_.feed(input.segments[first]);
    tag_ = input.segments.back().tag;
    level_ = input.segments.back().level;
    after_prompt_ = decoder_.snapshot();
    // A prompt that ends a sentence is followed by a new line, another one goes on in its line.
    if (ends_with_any(text_, {"。", "；", "：", ".", ";", ":", "!", "！", "？"})) {
      text_ += '\n';
      decoder_.append(newline_);
    }
  }

  // The heading of the part that was asked for, as the document numbers its clauses.
  void open_part() {
    const auto part = std::find_if(parts().begin(), parts().end(),
                                   [&](const Part& one) { return one.name == settings_.part; });
    const bool contract = structure_.kind == segmenter::Kind::kContract;
    const std::string title =
        part == parts().end() ? "" : part->opening(structure_.kind, constraints_.facts().chinese);
    if (title.empty()) {
      throw std::invalid_argument(
          fmt::format("there is no part '{}' in a document of this kind ({})", settings_.part,
                      segmenter::name(structure_.kind)));
    }
    std::string words = text_.ends_with('\n') ? "" : "\n";
    const bool line = contract || structure_.kind == segmenter::Kind::kEnJudgment;
    words += contract ? constraints_.numbers().next_heading(title) : title;
    if (line) words += '\n';
    take(words, loaded_.tokenizer.encode(words).ids, true, true);
  }

  bool stops_at_section_end() const {
    return settings_.stop_at_section_end || !settings_.part.empty();
  }

  // Whether with `words` a section begins that did not begin before `first`.
  bool begins_section(const std::string& words, std::size_t first) const {
    if (text_.size() <= first || !text_.ends_with('\n')) return false;
    const Structure structure = segmenter::read_structure(text_ + words);
    const std::size_t start =
        structure.sections[segmenter::section_at(structure, text_.size())].span.start;
    return start >= text_.size() && start > first;
  }

  bool past_the_limit(const std::vector<std::int32_t>& ids) const {
    return begun_ && draft_.tokens + std::ssize(ids) > settings_.tokens;
  }

  // A sentence that stands; the decoder has read it.
  std::vector<std::int32_t> sentence(bool line_start) {
    std::vector<std::int32_t> ids;
    if (settings_.constrained) decoder_.snapshot(before_sentence_);
    for (int tried = 1;; ++tried) {
      ids = produce(line_start);
      if (past_the_limit(ids)) return ids;  // it will be left out
      const std::string words = loaded_.tokenizer.decode(ids);
      const std::vector<Problem> problems = constraints_.look(words, line_start);
      for (const Problem& one : problems) ++draft_.slips[one.slip];
      if (problems.empty() || !settings_.constrained) return ids;
      // A number is right or wrong, no matter what else the sentence says.
      const bool only_numbers = std::all_of(problems.begin(), problems.end(), [](const Problem& p) {
        return p.slip == Slip::kNumbering;
      });
      if (tried >= settings_.tries || only_numbers) {
        if (problems[0].slip == Slip::kRepeat) return ids;
        return mend(words, problems);
      }
      decoder_.restore(before_sentence_);
    }
  }

  std::vector<std::int32_t> mend(const std::string& words, const std::vector<Problem>& problems) {
    for (const Problem& one : problems) ++draft_.mended[one.slip];
    const std::vector<std::int32_t> ids =
        loaded_.tokenizer.encode(with_replacements(words, problems)).ids;
    decoder_.restore(before_sentence_);
    for (const std::int32_t id : ids) decoder_.append(id);
    return ids;
  }

  std::vector<std::int32_t> produce(bool line_start) {
    std::vector<std::int32_t> ids;
    std::string words;
    const std::size_t before = history_.size();
    // What goes past the limit is left out: no need to end it.
    const auto left = static_cast<std::size_t>(settings_.tokens - draft_.tokens);
    const std::size_t most = begun_ ? std::min(kMostSentence, left + 1) : kMostSentence;
    while (ids.size() < most) {
      const std::int32_t never = words.empty() && line_start ? newline_ : -1;
      const bool only_figures = letterless_end(words) >= kMostFigures;
      const std::int32_t id =
          sampler_.choose(decoder_.logits(), history_, never, only_figures ? &figures_ : nullptr);
      const std::string& piece = pieces_[static_cast<std::size_t>(id)];
      if (piece.starts_with(' ') && english_end(words)) break;
      decoder_.append(id);
      ids.push_back(id);
      history_.push_back(id);
      words += piece;
      if (id == newline_ || ends_with_any(words, {"。", "；", "！", "？"})) break;
    }
    history_.resize(before);
    return ids;
  }

  void take(const std::string& words, const std::vector<std::int32_t>& ids, bool line_start,
            bool given = false) {
    if (given) {
      for (const std::int32_t id : ids) decoder_.append(id);
    }
    constraints_.take(words, line_start);
    history_.insert(history_.end(), ids.begin(), ids.end());
    text_ += words;
    since_look_ += words;
    draft_.tokens += std::ssize(ids);
    tokens_since_look_ += std::ssize(ids);
    if (events_.text) events_.text(words);
    if (words.ends_with('\n')) retag(words);
  }

  // A line that may be a heading, or some lines without one: where in the document are we?
  void retag(std::string_view line) {
    constexpr std::size_t kHeading = 60, kLines = 12;
    if (line.size() > kHeading && ++lines_untagged_ < kLines) return;
    lines_untagged_ = 0;
    const Structure structure = segmenter::read_structure(text_);
    const auto& section = structure.sections[segmenter::section_at(structure, text_.size() - 1)];
    const auto& card = loaded_.reader.card();
    const auto number = [](const std::vector<std::string>& names, std::string_view name,
                           std::int32_t otherwise) {
      const auto found = std::find(names.begin(), names.end(), name);
      return found == names.end() ? otherwise : static_cast<std::int32_t>(found - names.begin());
    };
    const std::int32_t tag = number(card.tags, segmenter::name(section.tag), tag_),
                       level = number(card.levels, segmenter::name(section.level), level_);
    if (tag == tag_ && level == level_) return;
    tag_ = tag;
    level_ = level;
    decoder_.begin_segment(tag, level);
  }

  void look() {
    if (encoder_ == nullptr || tokens_since_look_ < settings_.anchor_every) return;
    // Not before the first look: the encoder is large, and the first sentence shall not wait.
    if (!anchor_) anchor_.emplace(*encoder_, std::string_view(text_).substr(0, prompt_size_));
    AnchorCheck check;
    check.token = draft_.tokens;
    check.similarity = anchor_->similarity(since_look_);
    check.threshold = draft_.threshold;
    check.below = check.similarity < check.threshold;
    if (check.below) check.reset = settings_.reset;
    since_look_.clear();
    tokens_since_look_ = 0;
    if (check.reset != AnchorReset::kNone) decoder_.restore(after_prompt_);
    if (check.reset == AnchorReset::kOutline) recall();
    draft_.checks.push_back(check);
    if (events_.check) events_.check(check);
  }

  // What the draft says so far, in short, behind the prompt.
  void recall() {
    std::string words = "\n";
    words += draft_outline(std::string_view(text_).substr(prompt_size_));
    std::vector<std::int32_t> ids = loaded_.tokenizer.encode(words).ids;
    const auto most = static_cast<std::size_t>(loaded_.reader.card().config.seg_len);
    for (std::size_t at = 0; at < ids.size(); at += most) {
      model::SegmentInput segment;
      segment.ids = std::span(ids).subspan(at, std::min(most, ids.size() - at));
      segment.tag = tag_;
      segment.level = level_;
      decoder_.feed(segment);
    }
  }

  Draft finish() {
    draft_.prompt = text_.substr(0, prompt_size_);
    draft_.text = text_.substr(prompt_size_);
    const Structure structure = segmenter::read_structure(text_);
    for (Finding& one : run_checks(text_, structure)) {
      const bool concerns =
          one.place.end > prompt_size_ || (one.other && one.other->end > prompt_size_);
      if (concerns) draft_.findings.push_back(std::move(one));
    }
    draft_.unfounded_names =
        unfounded_names(draft_.prompt, draft_.text, constraints_.facts().chinese);
    if (structure_.kind == segmenter::Kind::kContract)
      draft_.unfounded_clauses = unfounded_clauses(text_, prompt_size_, structure);
    return std::move(draft_);
  }

  LoadedModel& loaded_;
  const TextEncoder* encoder_;  // null: nothing is compared
  const DraftSettings& settings_;
  const DraftEvents& events_;
  std::string text_;  // prompt and draft
  std::size_t prompt_size_;
  Structure structure_;  // of the prompt
  Constraints constraints_;
  Decoder decoder_;
  std::vector<std::string> pieces_;  // the vocabulary
  Sampler sampler_;
  std::vector<bool> figures_;  // pieces without letters
  std::optional<Anchor> anchor_;
  Decoder::Snapshot after_prompt_, before_sentence_;
  std::vector<std::int32_t> history_;  // produced
  std::int32_t newline_ = 0, tag_ = 0, level_ = 0;
  std::size_t lines_untagged_ = 0;
  bool begun_ = false;  // a sentence of the draft stands
  std::string since_look_;
  std::int64_t tokens_since_look_ = 0;
  Draft draft_;
};

void check_settings(const DraftSettings& settings) {
  const Sampling& s = settings.sampling;
  if (settings.tokens < 1 || settings.anchor_every < 1 || settings.tries < 1 || s.temperature < 0 ||
      s.top_k < 0 || s.top_p <= 0 || s.top_p > 1 || s.repetition_penalty < 1 || s.no_repeat < 0) {
    throw std::invalid_argument("a setting of the draft is out of bounds");
  }
}

}  // namespace

std::string_view name(AnchorReset reset) {
  static constexpr std::array<std::string_view, 3> kNames{"none", "prompt", "outline"};
  return kNames[static_cast<std::size_t>(reset)];
}
std::string_view name(DraftEnd end) {
  static constexpr std::array<std::string_view, 3> kNames{"tokens", "section", "interrupted"};
  return kNames[static_cast<std::size_t>(end)];
}

std::span<const std::string> draft_parts() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Part& one : parts()) names.push_back(one.name);
    return names;
  }();
  return kNames;
}

std::optional<std::string> draft_part(std::string_view word) {
  for (const Part& one : parts()) {
    if (word == one.name || (!word.empty() && word == one.chinese) || listed(one.others, word))
      return one.name;
  }
  return std::nullopt;
}

Draft draft(LoadedModel& loaded, const TextEncoder* encoder, std::string_view prompt,
            const DraftSettings& settings, const DraftEvents& events, std::stop_token stop) {
  check_settings(settings);
  return Drafter(loaded, encoder, prompt, settings, events).run(stop);
}

}  // namespace proviso::tasks
