#include "segmenter/clauses/frame.h"

#include <algorithm>
#include <map>
#include <string>

#include "segmenter/clauses/clause_index.h"
#include "segmenter/clauses/numbering.h"
#include "segmenter/clauses/spine.h"

namespace proviso::segmenter::clauses {
namespace {

constexpr std::size_t kHeadReach = 20000;     // bytes in which the parties begin
constexpr std::size_t kOpening = 900;         // bytes of the words that open the parties
constexpr std::size_t kCoverReach = 4000;     // from "BETWEEN" on a cover page to "This Agreement"
constexpr std::size_t kRecitalsReach = 8000;  // from the parties to the recitals
constexpr std::size_t kLeadInReach = 12000;
constexpr std::size_t kProse = 100;        // bytes: a line of prose is longer
constexpr std::size_t kSignsReach = 400;   // bytes of a line in which a signature block begins
constexpr std::size_t kBlockReach = 1500;  // of a block at the end of a paragraph
constexpr std::size_t kListed = 120;       // between two entries of a list of schedules
constexpr std::size_t kNamesReach = 250;   // of the names in it before "By:"

class FrameReader {
 public:
  FrameReader(const CandidateIndex& all, const Form& form)
      : text_(all.text()), lines_(all.lines()), form_(form), all_(all) {}

  Frame read() {
    start_ = behind_preface();
    candidates_ = all_.in({start_, std::min(start_ + kHeadReach, text_.size())});
    main_list(start_);
    out_.parties = parties();
    const std::size_t body = head();
    if (body > list_.start) main_list(body);  // recitals were numbered
    stretches(body);
    return std::move(out_);
  }

 private:
  std::string_view words(const Line& line) const {
    return text_.substr(line.span.start, line.span.size());
  }

  // A match outside the table of contents.
  std::optional<Span> find_text(const RE2& pattern, std::size_t from, std::size_t to) const {
    while (const auto found = find(text_, pattern, from, to)) {
      const std::size_t line = line_from(lines_, found->start + 1);
      if (line == 0 || lines_[line - 1].kind == LineKind::kText) return found;
      // The match may be empty.
      from = std::max({found->end, lines_[line - 1].span.end, from + 1});
      while (from < text_.size() && (static_cast<unsigned char>(text_[from]) & 0xC0) == 0x80)
        ++from;
    }
    return std::nullopt;
  }

  std::size_t parties() const {
    const std::size_t clause = first_clause(start_);
    const std::size_t limit = std::min(start_ + kHeadReach, clause + 1);
    const auto agreement = opening(start_, limit);
    const auto other = find_text(form_["parties_other"], start_, limit);
    const auto letter = find_text(form_["addressee"], start_, limit);
    if (letter && (!agreement || letter->start < agreement->start)) return addressee(letter->start);
    if (!agreement && !other) return clause < text_.size() ? clause : after_title();
    // The parties stand above "This Agreement" on a cover page too, but no recitals between.
    const bool cover = agreement && other && other->start < agreement->start &&
                       agreement->start - other->start < kCoverReach &&
                       !find_text(form_["recitals"], other->start, agreement->start);
    if (agreement && (!other || other->start > agreement->start || cover)) {
      return agreement->start;
    }
    return other->start;
  }

  // A model contract may begin with notes on its use, numbered as clauses are.
  std::size_t behind_preface() const {
    const auto note = find(text_, form_["preface"], 0, kHeadReach);
    if (!note) return 0;
    for (std::size_t i = line_from(lines_, note->end); i < lines_.size(); ++i) {
      if (lines_[i].kind != LineKind::kText || lines_[i].span.size() > kProse) continue;
      const bool numbered =
          contract_numbering().match(text_, lines_[i].span.start, false).has_value();
      if (starts(lines_[i], "part_line") || (!numbered && starts(lines_[i], "title_line"))) {
        return lines_[i].span.start;
      }
    }
    return 0;
  }

  // No party is named: the title is the first lines that are headings.
  std::size_t after_title() const {
    for (const Line& line : lines_) {
      if (line.kind != LineKind::kText || line.span.start < start_) continue;
      if (line.span.size() > kProse || contract_numbering().match(text_, line.span.start, false)) {
        return line.span.start;
      }
    }
    return 0;
  }

  // Where the words that name the parties begin: looked for at the places of the gate alone, as the
  // pattern is costly.
  std::optional<Span> opening(std::size_t from, std::size_t to) const {
    to = std::min(to, text_.size());
    while (const auto gate = find_text(form_["parties_gate"], from, to)) {
      std::size_t start = gate->start;
      while (start < to && (text_[start] == ' ' || text_[start] == '\t')) ++start;
      if (const auto found =
              find(text_, form_["parties"], start, std::min(start + kOpening, text_.size()))) {
        // SERVICE AGREEMENT This Agreement is made …: the title stands before, in the same line.
        const std::string_view first = text_.substr(found->start, 4);
        if (first == "This" || first == "THIS") return found;
        const auto own = find(text_, form_["parties_own"], found->start + 1, found->end);
        return own && own->start < found->start + kProse ? own : found;
      }
      from = std::max(gate->end, start + 1);
      while (from < to && (static_cast<unsigned char>(text_[from]) & 0xC0) == 0x80) ++from;
    }
    return std::nullopt;
  }

  // The address above "Dear Mr X:" belongs to it.
  std::size_t addressee(std::size_t start) const {
    const std::string_view here = text_.substr(start, 60);
    std::size_t end = here.find_first_of(" :,\n", 5);
    const std::string_view name = here.substr(5, end == std::string_view::npos ? end : end - 5);
    const std::size_t line = line_from(lines_, start);
    if (line > 0 && lines_[line - 1].span.end > start && name.size() > 2) {  // in one line
      const std::size_t from = start - std::min(start, kOpening);
      const std::size_t at = text_.substr(from, start - from).rfind(name);
      return at == std::string_view::npos ? start : from + at;
    }
    for (std::size_t back = 1; back <= 6 && back <= line && name.size() > 2; ++back) {
      if (words(lines_[line - back]).find(name) != std::string_view::npos) {
        return lines_[line - back].span.start;
      }
    }
    return start;
  }

  // Finds the recitals; gives the place where the clauses may begin.
  std::size_t head() {
    std::size_t clause = first_clause(out_.parties);
    if (clause == out_.parties) return clause;  // no party is named before the first clause
    const std::size_t from = std::min(out_.parties + 1, text_.size());
    clause = first_clause(from);
    auto lead_in = find_text(form_["strong_lead_in"], from, from + kLeadInReach);
    // "… agree as follows: 1. …" goes before a NOW, THEREFORE of some paper behind the clauses.
    if (!lead_in || lead_in->start > clause) {
      const auto plain = find_text(form_["lead_in"], from, std::min(clause, from + kLeadInReach));
      if (plain) lead_in = plain;
    }
    const std::size_t limit = lead_in ? lead_in->end : clause;
    const auto recitals =
        find_text(form_["recitals"], from, std::min(limit, from + kRecitalsReach));
    if (recitals) {
      out_.recitals = recitals->start;
    } else {
      out_.recitals = purpose(from, limit);
    }
    if (out_.recitals == kNone && lead_in &&
        find(text_, form_["strong_lead_in"], lead_in->start, lead_in->end)) {
      out_.recitals = lead_in->start;
    }
    if (!lead_in)
      return out_.recitals == kNone ? from : clause < text_.size() ? clause : out_.recitals;
    return lead_in_end(*lead_in);
  }

  std::size_t lead_in_end(Span lead_in) const {
    const std::size_t line_end = std::min(text_.find('\n', lead_in.start), text_.size());
    const auto end = find(text_, form_["lead_in_end"], lead_in.start, line_end);
    const std::size_t out = end && end->end <= line_end ? end->end : line_end;
    return list_.start > lead_in.end ? std::min(out, list_.start) : out;
  }

  // The first mark that looks like that of the first clause.
  std::size_t first_clause(std::size_t from) const {
    const Numbering& numbering = contract_numbering();
    for (const Candidate& one : candidates_) {
      if (one.mark.span.start < from) continue;
      const Style& style = numbering.styles()[one.mark.readings[0].style];
      if (style.rank == 0 && !style.open.empty()) continue;  // 第一部分: a paper, no clause
      if (style.heading_only && one.line == 0) continue;     // the number of the first page
      if (!style.top || style.value == Value::kLetterUpper || one.mark.path[0] > 2) continue;
      const bool apart = one.before == Before::kLine ||
                         (one.starts_sentence && one.after[0] != kNone &&
                          (one.before == Before::kStop || one.before == Before::kColon));
      if (!apart) continue;
      if (list_.start < from || list_.start == kNone) return one.mark.span.start;
      // Recitals and parties may bear numbers like those of the main list.
      return list_styles_[one.mark.readings[0].style] ? list_.start
                                                      : std::min(one.mark.span.start, list_.start);
    }
    return list_.start >= from ? std::min(list_.start, text_.size()) : text_.size();
  }

  // The first unnumbered line behind the parties that states a purpose.
  std::size_t purpose(std::size_t from, std::size_t limit) const {
    for (std::size_t i = line_from(lines_, from); i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      if (line.span.start >= limit || line.span.start > from + kRecitalsReach) break;
      if (line.kind == LineKind::kText && line.span.size() > kProse &&
          find(text_, form_["purpose"], line.span.start,
               std::min({line.span.end, limit, line.span.start + 300}))) {
        return line.span.start;
      }
    }
    return kNone;
  }

  // Where the main list of the document begins and ends.
  void main_list(std::size_t body) {
    list_ = {kNone, 0};
    const Span rest{body, text_.size()};
    const std::vector<Candidate> candidates = all_.in(rest);
    const Spine spine(text_, rest, candidates, contract_numbering());
    if (spine.empty()) return;
    for (std::size_t i = 0; i < list_styles_.size(); ++i) {
      list_styles_[i] = spine.has_style(static_cast<std::uint8_t>(i));
    }
    list_ = {candidates[spine.first()].mark.span.start, candidates[spine.last()].mark.span.start};
  }

  // --- body, signatures, schedules -------------------------------------------------------------

  void stretches(std::size_t body) {
    out_.stretches.push_back({Region::kBody, {body, text_.size()}});
    for (std::size_t i = line_from(lines_, body + 1) > 0 ? line_from(lines_, body + 1) - 1 : 0;
         i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      if (line.kind != LineKind::kText || line.span.end <= body) continue;
      if (line.span.start >= body) begin_line(i);
      if (line.span.size() > kProse) inside(line, std::max(body, line.span.start));
    }
  }

  Region now() const { return out_.stretches.back().region; }

  void cut(Region region, std::size_t at) {
    Stretch& last = out_.stretches.back();
    if (last.span.start >= at) {
      last.region = region;
      return;
    }
    last.span.end = at;
    out_.stretches.push_back({region, {at, text_.size()}});
  }

  bool starts(const Line& line, const char* pattern) const {
    const std::string_view head = words(line).substr(0, 400);
    return form_[pattern].Match(re2::StringPiece(head.data(), head.size()), 0, head.size(),
                                RE2::ANCHOR_START, nullptr, 0);
  }

  void begin_line(std::size_t i) {
    const Line& line = lines_[i];
    if (starts(line, "schedule_line") && is_schedule(i)) {
      cut(Region::kSchedule, line.span.start);
      note_schedule(line.span.start);
    } else if ((now() == Region::kBody && signs(i)) ||
               (now() == Region::kSchedule && !signed_ && starts(line, "signature_line"))) {
      cut(Region::kSignature, signature_start(i));
      signed_ = true;
    } else if (now() == Region::kBody && line.span.size() <= kProse && starts(line, "body_part")) {
      out_.stretches.back().span.end = line.span.start;
      out_.stretches.push_back({Region::kBody, {line.span.start, text_.size()}});
    } else if (now() == Region::kSignature && (is_part(line) || begins_body(i))) {
      cut(Region::kBody, line.span.start);
    } else if (now() == Region::kSignature && is_paper(i)) {
      cut(Region::kSchedule, line.span.start);
    }
  }

  bool signs(std::size_t i) const {
    const Line& line = lines_[i];
    const auto mark = contract_numbering().match(text_, line.span.start, false);
    if (mark && !contract_numbering().styles()[mark->readings[0].style].word.empty()) return false;
    if (starts(line, "witness_line")) return true;
    if (in_main_list(line.span.start)) return false;
    if (starts(line, "signature_line")) return true;
    return find(text_, form_["signature_block"], line.span.start,
                std::min(line.span.end, line.span.start + 400))
        .has_value();
  }

  // More clauses of the main list follow.
  bool in_main_list(std::size_t at) const { return list_.start < at && at < list_.end; }

  // A signature block begins with the names of those who sign.
  std::size_t signature_start(std::size_t i) const {
    std::size_t start = i;
    if (!starts(lines_[i], "signature_line")) {
      const auto block =
          find(text_, form_["signature_block"], lines_[i].span.start, lines_[i].span.end);
      const auto witness =
          find(text_, form_["signature_inside"], lines_[i].span.start, lines_[i].span.end);
      if (witness && block && witness->start < block->start) return witness->start;
      if (block && block->start > lines_[i].span.start + kProse) return block->start;
      while (start > 0 && i - start < 3) {
        const Line& before = lines_[start - 1];
        if (before.kind != LineKind::kText || before.span.size() > kProse ||
            before.span.start <= out_.stretches.back().span.start ||
            !find(text_, form_["company"], before.span.start, before.span.end) ||
            contract_numbering().match(text_, before.span.start, false)) {
          break;
        }
        --start;
      }
    }
    return lines_[start].span.start;
  }

  // A line before that goes on here makes "Exhibit A" a reference.
  bool is_schedule(std::size_t i) const {
    std::size_t before = i;
    while (before > 0 && lines_[before - 1].kind != LineKind::kText) --before;
    if (before == 0) return true;
    const std::string_view last = words(lines_[before - 1]);
    if (contract_numbering().joins(last)) return false;
    if (now() == Region::kBody && !signed_ && !starts(lines_[i], "schedule_in_body")) return false;
    return now() != Region::kBody || !last.ends_with(',');
  }

  // Signatures on the first page: the clauses follow.
  bool begins_body(std::size_t i) const {
    const Span line = lines_[i].span;
    const std::size_t so_far = out_.stretches.back().span.start;
    if (so_far * 10 > text_.size() * 3) return false;
    const auto mark = contract_numbering().match(text_, line.start, false);
    if (!mark || mark->path[0] != 1 || mark->depth != 1) return false;
    const Style& style = contract_numbering().styles()[mark->readings[0].style];
    return style.top && !style.heading_only && line.size() > mark->span.size() + 3 &&
           text_.size() - line.start > so_far;
  }

  bool is_part(const Line& line) const {
    if (starts(line, "part_line")) return true;
    const auto mark = contract_numbering().match(text_, line.span.start, false);
    return mark && contract_numbering().styles()[mark->readings[0].style].rank == 0;
  }

  // Another paper behind the signatures: a heading in capitals, no name, and prose below.
  bool is_paper(std::size_t i) const {
    const std::string_view head = words(lines_[i]);
    if (head.size() > kProse || head.size() < 6 || i + 1 >= lines_.size()) return false;
    std::size_t letters = 0;
    for (const char c : head) {
      if (c >= 'a' && c <= 'z') return false;
      letters += c >= 'A' && c <= 'Z';
    }
    if (letters * 3 < head.size() * 2) return false;
    if (find(text_, form_["company"], lines_[i].span.start, lines_[i].span.end)) return false;
    return lines_[i + 1].span.size() > kProse &&
           !find(text_, form_["signature_block"], lines_[i + 1].span.start, lines_[i + 1].span.end);
  }

  // Signatures on the first page, and the main list behind them in the middle of a line.
  bool begins_list(const Line& line) const {
    const std::size_t so_far = out_.stretches.back().span.start;
    return now() == Region::kSignature && line.span.start <= list_.start &&
           list_.start < line.span.end && so_far < list_.start && so_far * 10 <= text_.size() * 3;
  }

  // Paragraphs that were run together hold the beginnings of several sections.
  void inside(const Line& line, std::size_t from) {
    if (begins_list(line)) {
      cut(Region::kBody, list_.start);
      signed_ = false;
      from = list_.start;
    }
    if (now() == Region::kBody || (now() == Region::kSchedule && !signed_)) {
      if (const auto at = find(text_, form_["signature_inside"], from, line.span.end)) {
        cut(Region::kSignature, at->start);
        signed_ = true;
        from = at->end;
      } else if (const std::size_t names = block_inside(line, from);
                 now() == Region::kBody && names != kNone) {
        cut(Region::kSignature, names);
        signed_ = true;
        from = line.span.end;
      }
    }
    if (!signed_) return;
    std::size_t before = kNone;
    for (auto at = find(text_, form_["schedule_inside"], from, line.span.end); at;) {
      const auto next = find(text_, form_["schedule_inside"], at->end, line.span.end);
      const bool near = (next && next->start - at->start < kListed) ||
                        (before != kNone && at->start - before < kListed);
      const bool listed = near && now() != Region::kSchedule;
      if (!listed && comes_next(at->start)) {
        cut(Region::kSchedule, at->start);
        note_schedule(at->start);
      }
      before = at->start;
      at = next;
    }
  }

  // The word and label of the schedule that begins at `start`: "exhibit", "A".
  std::pair<std::string, std::string> schedule_name(std::size_t start) const {
    for (const std::string_view lead : {"THIS IS ", "This is "}) {
      if (text_.substr(start, lead.size()) == lead) start += lead.size();
    }
    const std::size_t end = std::min(start + kProse, text_.size());
    const auto label = find(text_, form_["schedule_label"], start, end);
    if (!label) return {};
    std::string word;
    for (const char c : text_.substr(start, label->start - start)) {
      if (std::isalpha(static_cast<unsigned char>(c))) word += static_cast<char>(std::toupper(c));
    }
    return {word, plain_number(text_.substr(label->start, label->size()))};
  }

  void note_schedule(std::size_t start) {
    const auto [word, label] = schedule_name(start);
    if (label.empty()) return;
    schedules_[word] = label;
    last_label_ = label;
  }

  // In a paragraph that was run together the labels of schedules must follow one another: A, B; 1,
  // 2. Else it is a reference, or the head of a page.
  bool comes_next(std::size_t start) const {
    const auto [word, label] = schedule_name(start);
    const std::string_view before =
        text_.substr(start - std::min<std::size_t>(start, 40), std::min<std::size_t>(start, 40));
    if (label.empty() || contract_numbering().joins(before) || before.ends_with(", ")) return false;
    const auto last = schedules_.find(word);
    if (last == schedules_.end()) {
      return label == "A" || label == "1" ||
             (label.size() == 1 && last_label_.size() == 1 && label[0] == last_label_[0] + 1);
    }
    const auto digits = [](const std::string& one) {
      return one.size() < 4 && one.find_first_not_of("0123456789") == std::string::npos;
    };
    if (digits(label) && digits(last->second)) {
      const int step = std::stoi(label) - std::stoi(last->second);
      return step == 1 || step == 2;
    }
    return label.size() == 1 && last->second.size() == 1 && label[0] > last->second[0] &&
           label[0] <= last->second[0] + 2;
  }

  // The names above a signature block at the end of a paragraph that runs into it; kNone where
  // there is none.
  std::size_t block_inside(const Line& line, std::size_t from) const {
    if (line.span.size() <= kSignsReach) return kNone;
    from = std::max(from, line.span.end - std::min(line.span.size(), kBlockReach));
    while ((static_cast<unsigned char>(text_[from]) & 0xC0) == 0x80) ++from;
    const auto block = find(text_, form_["signature_block"], from, line.span.end);
    if (!block || block->start <= from || block->start - line.span.start <= kSignsReach ||
        in_main_list(block->start) || list_.end + kNamesReach > block->start) {
      return kNone;  // the last clause may hold nothing but signatures
    }
    const std::size_t reach = std::max(from, block->start - std::min(block->start, kNamesReach));
    std::size_t start = kNone;  // behind the last sentence, which is not the Inc. of a name
    for (std::size_t at = reach; at + 2 < block->start; ++at) {
      if (text_[at] != '.' || text_[at + 1] != ' ') continue;
      const bool prose = text_[at - 1] >= 'a' && text_[at - 1] <= 'z';
      const std::size_t word = text_.find_last_of(' ', at);
      if (prose && word != std::string_view::npos && text_[word + 1] >= 'a' &&
          text_[word + 1] <= 'z') {
        start = at + 2;
      }
    }
    return start == kNone ? block->start : start;
  }

  std::string_view text_;
  const std::vector<Line>& lines_;
  const Form& form_;
  const CandidateIndex& all_;
  Frame out_;
  std::vector<Candidate> candidates_;  // of the head
  std::vector<bool> list_styles_ = std::vector<bool>(contract_numbering().styles().size(), false);
  Span list_{kNone, 0};    // from the first mark of the main list to its last
  std::size_t start_ = 0;  // behind a preface
  bool signed_ = false;
  std::map<std::string, std::string> schedules_;  // the last label of each word: EXHIBIT, C
  std::string last_label_;                        // of any word
};

}  // namespace

Frame read_frame(const CandidateIndex& candidates, const Form& form) {
  return FrameReader(candidates, form).read();
}

}  // namespace proviso::segmenter::clauses
