#include <algorithm>
#include <string>
#include <utility>

#include "segmenter/segmenter.h"
#include "segmenter/utf8.h"
#include "tasks/inspect/inspect.h"

namespace proviso::tasks {
namespace {

using segmenter::Item;
using segmenter::ItemKind;
using segmenter::Party;
using segmenter::Section;
using segmenter::Span;
using segmenter::Tag;

constexpr std::size_t kMostWords = 400;      // bytes of a row: no terminal is wider
constexpr std::size_t kNumberWindow = 24;    // bytes in which an item that shows its number does so
constexpr std::string_view kTurned = " → ";  // from a reference to what it names

// The first words of text[span] on one line, spaces at their beginning left out.
std::string first_words(std::string_view text, Span span) {
  std::size_t start = span.start;
  while (start < span.end) {
    const char32_t c = segmenter::code_point(text, start);
    if (c != ' ' && c != '\n' && c != '\t' && c != U'\u3000' && c != U'\u00A0') break;
    start = segmenter::next(text, start);
  }
  std::size_t end = std::min(span.end, start + kMostWords);
  while (end < span.end && end > start && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  std::string out(text.substr(start, end - start));
  while (out.ends_with('\n') || out.ends_with(' ')) out.pop_back();
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += between;
    out += part;
  }
  return out;
}

// Where an item of this kind is what the section consists of, its kind goes without saying.
bool goes_without_saying(ItemKind kind, Tag tag) {
  switch (kind) {
    case ItemKind::kClaim:
      return tag == Tag::kClaims;
    case ItemKind::kIssue:
      return tag == Tag::kIssues;
    case ItemKind::kFinding:
      return tag == Tag::kFacts;
    case ItemKind::kDisposition:
      return tag == Tag::kDisposition || tag == Tag::kOrder;
    case ItemKind::kDefinition:
      return tag == Tag::kDefinitions;
    case ItemKind::kClause:
      return true;
    default:
      return false;
  }
}

class Outliner {
 public:
  Outliner(const Inspected& inspected, const Words& words)
      : inspected_(inspected),
        structure_(inspected.structure),
        text_(inspected.document.text),
        words_(words) {
    own_ends();
  }

  std::vector<OutlineRow> rows() {
    std::vector<std::pair<std::size_t, std::size_t>> places;  // start, party or parties + item
    const std::size_t parties = structure_.parties.size();
    for (std::size_t i = 0; i < parties; ++i)
      places.emplace_back(structure_.parties[i].span.start, i);
    for (std::size_t i = 0; i < structure_.items.size(); ++i)
      places.emplace_back(structure_.items[i].span.start, parties + i);
    std::sort(places.begin(), places.end());
    auto place = places.begin();
    for (const Section& section : structure_.sections) {
      add_section(section);
      for (; place != places.end() && place->first < section.span.end; ++place) {
        if (place->second < parties) {
          add_party(structure_.parties[place->second]);
        } else {
          add_item(place->second - parties);
        }
      }
    }
    return std::move(rows_);
  }

 private:
  // An item's own words end where the first item below it begins.
  void own_ends() {
    for (const Item& item : structure_.items) {
      own_end_.push_back(item.span.end);
      const bool below = item.parent < depth_.size();
      depth_.push_back(below ? std::min(depth_[item.parent] + 1, 20) : 1);
      if (!below || item.kind == ItemKind::kCrossReference) continue;
      if (item.span.start > structure_.items[item.parent].span.start)
        own_end_[item.parent] = std::min(own_end_[item.parent], item.span.start);
    }
  }

  int page(std::size_t offset) const { return ingest::page_at(inspected_.document, offset); }

  void add_section(const Section& section) {
    const Span shown = section.heading.size() > 0 ? section.heading : section.span;
    rows_.push_back({OutlineRow::What::kSection, 0, page(section.span.start),
                     words_.section(section.tag, section.level), first_words(text_, shown),
                     section.span});
    tag_ = section.tag;
  }

  void add_party(const Party& party) {
    std::string name = party.roles.empty() ? std::string(words_.text("no_role"))
                                           : joined(party.roles, words_.text("list"));
    std::string shown = party.name;
    if (!party.aliases.empty()) {
      shown += words_.text("open");
      shown += words_.text("short_name", joined(party.aliases, words_.text("list")));
      shown += words_.text("close");
    }
    const int at = page(party.span.start);
    rows_.push_back({OutlineRow::What::kParty, 1, at, std::move(name), shown, party.span});
    for (const std::string& representative : party.representatives)
      rows_.push_back({OutlineRow::What::kRepresentative, 2, at, "", representative, party.span});
  }

  // The item's own words, with its number in front where it does not stand there (automatic
  // numbering).
  std::string shown_item(std::size_t index) const {
    const Item& item = structure_.items[index];
    std::string out = first_words(text_, {item.span.start, own_end_[index]});
    if (!item.number.empty() &&
        std::string_view(out).substr(0, kNumberWindow + item.number.size()).find(item.number) ==
            std::string_view::npos) {
      out.insert(0, item.number + "  ");
    }
    return out;
  }

  void add_item(std::size_t index) {
    const Item& item = structure_.items[index];
    std::string shown = shown_item(index);
    if (item.kind == ItemKind::kCrossReference) {
      shown += kTurned;
      if (item.target < structure_.items.size()) {
        shown += shown_item(item.target);
      } else {
        shown += words_.text("not_found");
      }
    }
    if (!goes_without_saying(item.kind, tag_)) {
      shown.insert(0, words_.text("colon"));
      shown.insert(0, words_.of(item.kind));
    }
    rows_.push_back({OutlineRow::What::kItem, depth_[index], page(item.span.start), "",
                     std::move(shown), item.span});
  }

  const Inspected& inspected_;
  const segmenter::Structure& structure_;
  std::string_view text_;
  const Words& words_;
  std::vector<std::size_t> own_end_;  // by item
  std::vector<int> depth_;            // by item
  std::vector<OutlineRow> rows_;
  Tag tag_ = Tag::kOther;
};

}  // namespace

std::string headline(const Inspected& inspected, const Words& words) {
  const segmenter::Structure& structure = inspected.structure;
  const ingest::Document& document = inspected.document;
  std::vector<std::string> parts{std::string(words.of(structure.kind))};
  const auto add = [&](std::string part) {
    if (!part.empty()) parts.push_back(std::move(part));
  };
  add(std::string(structure.instance.empty() ? "" : words.instance(structure.instance)));
  add(structure.court);
  add(structure.case_number);
  add(std::string(structure.language.empty() ? "" : words.language_name(structure.language)));
  std::size_t doubtful = 0, unread = 0;
  for (const ingest::Page& page : document.pages) {
    doubtful += page.status == ingest::PageStatus::kDoubtful;
    unread += page.status == ingest::PageStatus::kFailed;
  }
  add(words.text("pages", std::to_string(document.pages.size())));
  if (doubtful > 0) add(words.text("doubtful", std::to_string(doubtful)));
  if (unread > 0) add(words.text("unread", std::to_string(unread)));
  return joined(parts, " · ");
}

std::vector<OutlineRow> outline(const Inspected& inspected, const Words& words) {
  return Outliner(inspected, words).rows();
}

}  // namespace proviso::tasks
