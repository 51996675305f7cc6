#include "segmenter/clauses/contract.h"

#include <algorithm>
#include <unordered_map>

#include "segmenter/clauses/clause_index.h"
#include "segmenter/clauses/definitions.h"
#include "segmenter/clauses/form.h"
#include "segmenter/clauses/frame.h"
#include "segmenter/clauses/heading.h"
#include "segmenter/clauses/lines.h"
#include "segmenter/clauses/party_names.h"
#include "segmenter/clauses/references.h"
#include "segmenter/clauses/tree.h"
#include "segmenter/clauses/wrapped.h"
#include "segmenter/language.h"

namespace proviso::segmenter::clauses {
namespace {

class ContractReader {
 public:
  ContractReader(std::string_view text, const Form& form)
      : text_(text),
        form_(form),
        lines_(read_lines(text, &form["furniture"], &form["contents"])),
        candidates_(text, lines_, contract_numbering()) {}

  Structure read(std::string language) {
    const Frame frame = read_frame(candidates_, form_);
    out_.kind = Kind::kContract;
    out_.language = std::move(language);
    head(frame);
    for (const Stretch& stretch : frame.stretches) {
      if (stretch.region == Region::kBody) body(stretch.span);
      if (stretch.region == Region::kSchedule) schedule(stretch.span);
      if (stretch.region == Region::kSignature) {
        section(Tag::kSignature, own_mark(stretch.span.start), {});
      }
    }
    close();
    parties();
    terms_and_references(frame);
    return std::move(out_);
  }

 private:
  void parties() {
    for (const Section& section : out_.sections) {
      if (section.tag != Tag::kParties) continue;
      out_.parties = out_.language == "zh" ? chinese_parties(text_, section.span, form_)
                                           : english_parties(text_, section.span, form_);
    }
  }

  // What stands before the clauses defines, but it refers to no clause by its own number.
  void terms_and_references(const Frame& frame) {
    const ClauseIndex index(text_, out_.items);
    const Span all{frame.parties, text_.size()};
    std::vector<Item> found =
        read_definitions(text_, {0, text_.size()}, form_, index, gathered_definitions());
    std::vector<std::size_t> starts;
    for (const Item& item : out_.items) starts.push_back(item.span.start);
    std::sort(starts.begin(), starts.end());
    std::vector<Item> references = read_references(text_, all, form_, index, starts);
    found.insert(found.end(), references.begin(), references.end());
    for (Item& item : found) {
      item.section = section_at(out_, item.span.start);
      out_.items.push_back(std::move(item));
    }
  }

  // Where terms may stand in the clauses that gather definitions.
  std::vector<std::size_t> gathered_definitions() const {
    std::vector<std::size_t> out;
    for (const Section& one : out_.sections) {
      if (one.tag != Tag::kDefinitions) continue;
      for (std::size_t i = line_from(lines_, std::max(one.heading.end, one.span.start));
           i < lines_.size() && lines_[i].span.start < one.span.end; ++i) {
        if (lines_[i].kind == LineKind::kText) out.push_back(lines_[i].span.start);
      }
    }
    for (const Item& item : out_.items) {
      if (out_.sections[item.section].tag != Tag::kDefinitions) continue;
      const auto mark = contract_numbering().match(text_, item.span.start, false);
      if (mark && item.span.start >= out_.sections[item.section].heading.end) {
        out.push_back(mark->span.end);
      }
    }
    return out;
  }

  void section(Tag tag, std::size_t start, Span heading) {
    if (!out_.sections.empty() && out_.sections.back().span.start >= start) {
      out_.sections.back().tag = tag;
      out_.sections.back().heading = heading;
      return;
    }
    if (tag == Tag::kSignature && !out_.sections.empty() && out_.sections.back().tag == tag) return;
    out_.sections.push_back({tag, Level::kThis, {start, start}, heading});
  }

  void head(const Frame& frame) {
    section(frame.parties > 0 ? Tag::kTitle : Tag::kParties, 0, {});
    if (frame.parties > 0) section(Tag::kParties, frame.parties, {});
    if (frame.recitals != kNone) section(Tag::kRecitals, frame.recitals, {});
  }

  // IN WITNESS under a number of its own ("18.", "7.9 Counterparts"): the signatures begin there.
  std::size_t own_mark(std::size_t start) const {
    if (out_.items.empty()) return start;
    const Item& last = out_.items.back();
    if (last.number.empty() || last.span.start >= start || start - last.span.start > 80) {
      return start;
    }
    const auto mark = contract_numbering().match(text_, last.span.start, false);
    if (!mark || mark->span.end > start) return start;
    std::string_view between = text_.substr(mark->span.end, start - mark->span.end);
    between.remove_suffix(between.size() - (between.find_last_not_of(" \t\n") + 1));
    const bool bare = between.find_first_not_of(" \t") == std::string_view::npos;
    return bare || is_heading_line(between) ? last.span.start : start;
  }

  // The clauses of a body: each that stands at the top is a section.
  void body(Span part) {
    part.start = part_head(part);
    std::vector<Clause> tree = read_tree(candidates_, part);
    drop_lists_before_first(tree);
    if (const std::size_t start = behind_recitals(tree); start != kNone && part.start < start) {
      part.start = start;
      tree = read_tree(candidates_, part);
      drop_lists_before_first(tree);
    }
    const std::size_t tops = count_tops(tree);
    if ((tops < 2 || is_one_list(tree, part)) && bare_body(part, tree)) return;
    if (tops == 0) plain_body(part);
    const std::size_t base = out_.items.size();
    for (std::size_t i = 0; i < tree.size(); ++i) {
      if (is_section(tree, i)) open_clause(tree, i);
      add_item(tree[i], base, kNone);
    }
  }

  // A contract of several papers: the name of one is a title, its own parties and purpose may
  // follow. Gives where its clauses may begin.
  std::size_t part_head(Span part) {
    std::size_t i = line_from(lines_, part.start);
    if (i >= lines_.size() || lines_[i].span.start >= part.end || !line_matches(i, "body_part")) {
      return part.start;
    }
    section(Tag::kTitle, lines_[i].span.start, {});
    std::size_t start = lines_[i].span.end;
    Tag last = Tag::kTitle;
    for (++i; i < lines_.size() && lines_[i].span.start < part.end; ++i) {
      const Span line = lines_[i].span;
      if (contract_numbering().match(text_, line.start, false)) break;
      Tag tag = last;
      if (line_matches(i, "side_line")) {
        tag = Tag::kParties;
      } else if (last != Tag::kRecitals && line_matches(i, "recitals")) {
        tag = Tag::kRecitals;
      }
      if (tag != last) section(tag, line.start, {});
      last = tag;
      start = line.end;
    }
    return std::min(start, part.end);
  }

  bool line_matches(std::size_t i, const char* pattern) const {
    const re2::StringPiece words(text_.data() + lines_[i].span.start, lines_[i].span.size());
    return form_[pattern].Match(words, 0, words.size(), RE2::ANCHOR_START, nullptr, 0);
  }

  // Neither numbers nor headings: one clause, from the paragraph behind the lead-in on.
  void plain_body(Span part) {
    const std::size_t line = line_from(lines_, part.start);
    if (line < lines_.size() && lines_[line].span.start < part.end) {
      section(Tag::kClause, lines_[line].span.start, {});
    }
  }

  bool is_top(const Clause& clause) const {
    return contract_numbering().styles()[clause.reading.style].top;
  }

  // Parts (PART I, 第一部分) are no sections: the clauses in them are.
  bool is_section(const std::vector<Clause>& tree, std::size_t i) const {
    if (!is_top(tree[i])) return false;
    const std::size_t parent = tree[i].parent;
    return parent == kNone || (tree[parent].parent == kNone && is_part(tree[parent]));
  }

  bool is_part(const Clause& clause) const {
    return contract_numbering().styles()[clause.reading.style].rank == 0;
  }

  std::size_t count_tops(const std::vector<Clause>& tree) const {
    return static_cast<std::size_t>(std::count_if(tree.begin(), tree.end(), [&](const Clause& one) {
      return one.parent == kNone && is_top(one);
    }));
  }

  // The numbers stand close together, in one clause of many that have headings without numbers.
  bool is_one_list(const std::vector<Clause>& tree, Span part) const {
    std::size_t first = kNone, last = 0, small = 0, titled = 0, tops = 0;
    for (const Clause& one : tree) {
      if (one.parent != kNone || !is_top(one)) continue;
      if (!contract_numbering().styles()[one.reading.style].word.empty()) return false;
      first = std::min(first, one.span.start);
      last = one.span.start;
      ++tops;
      std::size_t at = one.mark.span.end;
      while (at < text_.size() && text_[at] == ' ') ++at;
      small += at < text_.size() && text_[at] >= 'a' && text_[at] <= 'z';
      titled += heading_of(text_, lines_, one.mark.span, one.span.end).size() > 0;
    }
    if (tops < 3 || titled * 2 > tops || part.size() == 0) return false;
    const std::size_t spread = last - first;
    if (spread * 5 > part.size() * 3) return false;
    const std::vector<Span> headings = bare_headings(text_, lines_, part, form_["run_in_heading"]);
    const auto ahead = std::count_if(headings.begin(), headings.end(),
                                     [&](Span one) { return one.start + 400 < first; });
    if (spread * 5 > part.size() * 2 && small * 2 <= tops && ahead < 4) return false;
    std::size_t apart = 0;
    for (const Span& one : headings) {
      apart += one.start + 400 < first || one.start > last;
    }
    return apart >= 4 && headings.size() < part.size() / 150;
  }

  // Numbered recitals (A, B, C; 1, 2) before the clauses 1, 2, 3 …, which then seem to hang under
  // the last of them: where the clauses begin; kNone where they do not.
  std::size_t behind_recitals(const std::vector<Clause>& tree) const {
    if (out_.sections.back().tag != Tag::kRecitals) return kNone;
    // NOW, THEREFORE … has closed the recitals already.
    const std::size_t recitals = out_.sections.back().span.start;
    const std::size_t first = tree.empty() ? recitals : tree.front().span.start;
    if (find(text_, form_["strong_lead_in"], recitals, first)) return kNone;
    std::size_t last = kNone, roots = 0;
    for (std::size_t i = 0; i < tree.size(); ++i) {
      if (tree[i].parent != kNone) continue;
      ++roots;
      last = i;
    }
    if (last == kNone || roots > 15) return kNone;
    std::size_t first_child = kNone, children = 0;
    for (std::size_t i = 0; i < tree.size(); ++i) {
      if (tree[i].parent == kNone || tree[tree[i].parent].parent != kNone || !is_top(tree[i]))
        continue;
      if (tree[i].parent != last) return kNone;  // an earlier one has clauses of its own
      if (first_child == kNone) first_child = i;
      ++children;
    }
    const bool starts = first_child != kNone && tree[first_child].mark.depth == 1 &&
                        tree[first_child].reading.value == 1;
    return starts && children >= 4 && children > roots / 2 ? tree[first_child].span.start : kNone;
  }

  // Lists in front of the first clause number parties or recitals.
  void drop_lists_before_first(std::vector<Clause>& tree) const {
    if (count_tops(tree) == 0) return;
    std::size_t first = 0;
    while (!(tree[first].parent == kNone && is_top(tree[first]))) ++first;
    tree.erase(tree.begin(), tree.begin() + static_cast<std::ptrdiff_t>(first));
    for (Clause& clause : tree) {
      if (clause.parent != kNone) clause.parent -= first;
    }
  }

  void open_clause(const std::vector<Clause>& tree, std::size_t i) {
    const Clause& clause = tree[i];
    const bool has_child = i + 1 < tree.size() && tree[i + 1].parent == i;
    const std::size_t end = has_child ? tree[i + 1].span.start : clause.span.end;
    Span heading;
    if (clause.mark.span.size() > 0) {
      heading = heading_of(text_, lines_, clause.mark.span, end);
    } else if (end > clause.span.start) {  // the number is missing
      heading = {clause.span.start, trimmed_end(text_, lines_, clause.span.start, end)};
    }
    std::size_t start = clause.span.start;
    if (heading.size() == 0 && clause.mark.span.size() > 0) {
      const std::size_t from = i > 0 ? tree[i - 1].mark.span.end : out_.sections.back().span.start;
      const std::size_t title = title_before(text_, lines_, from, start);
      if (title != kNone && title > out_.sections.back().span.start) {
        start = title;
        heading = {title, clause.mark.span.start};
        while (text_[heading.end - 1] == ' ' || text_[heading.end - 1] == '\n') --heading.end;
      }
    }
    // The heading of a part stands with the first clause in it.
    const std::size_t parent = clause.parent;
    const bool first =
        parent != kNone && parent + 1 == i && tree[i].span.start - tree[parent].span.start <= 200;
    section(tag_of(tree, i, heading), first ? tree[parent].span.start : start, heading);
  }

  Tag tag_of(const std::vector<Clause>& tree, std::size_t i, Span heading) const {
    const std::string_view words = text_.substr(heading.start, heading.size());
    if (!words.empty() && matches(words, "definitions") && !matches(words, "not_definitions")) {
      return Tag::kDefinitions;
    }
    const std::string_view begins = text_.substr(tree[i].mark.span.end, 60);
    if (words.empty() && matches(begins, "definitions_run_in")) return Tag::kDefinitions;
    if (!words.empty() && out_.sections.size() <= 1 &&
        find(text_, form_["parties"], heading.end + 1, tree[i].span.end)
                .value_or(Span{kNone, 0})
                .start <= heading.end + 3) {
      return Tag::kParties;  // ARTICLE 1 PREAMBLE. This Agreement is made between …
    }
    if (!words.empty() && matches(words, "recitals_heading") && out_.sections.size() <= 3 &&
        out_.sections.back().tag != Tag::kRecitals && out_.sections.back().tag != Tag::kClause) {
      return Tag::kRecitals;
    }
    if (!words.empty() && matches(words, "signature_heading") &&
        find(text_, form_["signature_block"], heading.end, tree[i].span.end) &&
        tree[i].span.size() < 2000) {
      return Tag::kSignature;
    }
    std::size_t children = 0, defining = 0;
    for (std::size_t k = i + 1; words.empty() && k < tree.size() && tree[k].parent != kNone; ++k) {
      if (tree[k].parent != i) continue;
      ++children;
      defining += matches(text_.substr(tree[k].mark.span.end, 60), "quoted_term");
    }
    return children >= 3 && defining * 3 >= children * 2 ? Tag::kDefinitions : Tag::kClause;
  }

  bool matches(std::string_view words, const char* pattern) const {
    return RE2::PartialMatch(re2::StringPiece(words.data(), words.size()), form_[pattern]);
  }

  // A contract that numbers nothing: its headings are its clauses.
  bool bare_body(Span part, const std::vector<Clause>& tree) {
    const std::vector<Span> headings = bare_headings(text_, lines_, part, form_["run_in_heading"]);
    if (headings.size() < 3) return false;
    std::size_t next = 0;
    std::vector<std::size_t> places(tree.size(), kNone);
    // Numbered clauses before the first heading stand for themselves.
    for (const std::size_t base = out_.items.size();
         next < tree.size() && tree[next].span.start < headings.front().start; ++next) {
      if (is_section(tree, next)) open_clause(tree, next);
      add_item(tree[next], base, kNone);
      out_.items.back().span.end = std::min(out_.items.back().span.end, headings.front().start);
    }
    for (std::size_t i = 0; i < headings.size(); ++i) {
      const Span heading = headings[i];
      const std::size_t end = i + 1 < headings.size() ? headings[i + 1].start : part.end;
      const std::string_view words = text_.substr(heading.start, heading.size());
      section(matches(words, "definitions") ? Tag::kDefinitions : Tag::kClause, heading.start,
              heading);
      const std::size_t own = out_.items.size();
      out_.items.push_back({ItemKind::kClause,
                            "",
                            kNone,
                            kNone,
                            {heading.start, trimmed_end(text_, lines_, heading.end, end)},
                            kNone});
      for (; next < tree.size() && tree[next].span.start < end; ++next) {
        if (tree[next].span.start < heading.start) continue;
        places[next] = out_.items.size();
        Span span = tree[next].span;
        span.end = std::min(span.end, out_.items[own].span.end);
        const std::size_t parent = tree[next].parent == kNone ||
                                           places[tree[next].parent] == kNone ||
                                           places[tree[next].parent] < own
                                       ? own
                                       : places[tree[next].parent];
        out_.items.push_back({ItemKind::kClause, number(tree[next]), parent, kNone, span, kNone});
      }
    }
    return true;
  }

  std::string number(const Clause& clause) const {
    std::string out(text_.substr(clause.mark.number.start, clause.mark.number.size()));
    if (clause.mark.sub != 0) {
      const std::size_t from = clause.mark.span.end;
      const std::string_view mark =
          text_.substr(clause.mark.span.start, from - clause.mark.span.start);
      out += mark.substr(mark.find("之"));
    }
    return out;
  }

  void add_item(const Clause& clause, std::size_t base, std::size_t under) {
    out_.items.push_back({ItemKind::kClause, number(clause),
                          clause.parent == kNone ? under : base + clause.parent, kNone, clause.span,
                          kNone});
  }

  void schedule(Span part) {
    const std::size_t line_end = std::min(text_.find('\n', part.start), text_.size());
    const std::size_t head_end = std::min({line_end, part.end, part.start + 120});
    const auto label = find(text_, form_["schedule_label"], part.start, head_end);
    Span heading{part.start, std::min(line_end, part.end)};
    if (heading.size() > 120) heading = {};
    section(Tag::kSchedule, part.start, heading);
    const std::size_t own = out_.items.size();
    out_.items.push_back(
        {ItemKind::kClause,
         label ? std::string(text_.substr(label->start, label->size())) : std::string(),
         kNone,
         kNone,
         {part.start, trimmed_end(text_, lines_, part.start, part.end)},
         kNone});
    const std::size_t start = label ? label->end : head_end;
    const std::vector<Clause> tree = read_tree(candidates_, {start, part.end});
    for (const Clause& clause : tree) add_item(clause, own + 1, own);
  }

  // Sections tile the text; every item learns its section.
  void close() {
    for (std::size_t i = 0; i < out_.sections.size(); ++i) {
      out_.sections[i].span.end =
          i + 1 < out_.sections.size() ? out_.sections[i + 1].span.start : text_.size();
    }
    for (Item& item : out_.items) item.section = section_at(out_, item.span.start);
  }

  std::string_view text_;
  const Form& form_;
  std::vector<Line> lines_;
  CandidateIndex candidates_;
  Structure out_;
};

}  // namespace

std::optional<Structure> read_contract(std::string_view text) {
  std::string language = language_of(text);
  const Form& form = language == "zh" ? chinese_contract() : english_contract();
  if (!form.fits(text)) return std::nullopt;
  const std::string joined = unwrapped(text);
  return ContractReader(joined.empty() ? text : joined, form).read(std::move(language));
}

}  // namespace proviso::segmenter::clauses
