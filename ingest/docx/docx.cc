#include "ingest/docx/docx.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ingest/docx/number_format.h"
#include "ingest/docx/numbering.h"
#include "ingest/package/xml.h"
#include "ingest/text/decode.h"

namespace proviso::ingest {
namespace {

// The parts that a part refers to: relation id → name, and the type's last word.
struct Relation {
  std::string target, type;
};
using Relations = std::map<std::string, Relation, std::less<>>;

Relations relations_of(Package& package, std::string_view part) {
  const std::size_t slash = part.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : part.substr(0, slash + 1));
  const std::string_view file = slash == std::string_view::npos ? part : part.substr(slash + 1);
  Relations relations;
  const auto bytes = package.read(folder + "_rels/" + std::string(file) + ".rels");
  const auto xml = bytes ? Xml::parse(*bytes) : std::nullopt;
  if (!xml) return relations;
  for (XmlNode node = xml->root().child("Relationship"); node; node = node.next("Relationship")) {
    if (node.attribute("TargetMode") == "External") continue;
    const std::string_view type = node.attribute("Type");
    relations[std::string(node.attribute("Id"))] = {resolve_part(part, node.attribute("Target")),
                                                    std::string(type.substr(type.rfind('/') + 1))};
  }
  return relations;
}

std::string main_part(Package& package) {
  for (const auto& [id, relation] : relations_of(package, "")) {
    if (relation.type == "officeDocument") return relation.target;
  }
  return "word/document.xml";
}

bool is_on(XmlNode property) {
  const std::string_view value = property.attribute("val");
  return property && value != "0" && value != "false" && value != "off" && value != "none";
}

// Signs of the fonts Wingdings and Symbol that legal forms use: boxes ticked and not.
char32_t symbol(std::string_view font, std::string_view code) {
  unsigned value = 0;
  std::from_chars(code.data(), code.data() + code.size(), value, 16);
  const unsigned low = value & 0xFF;
  if (font.starts_with("Wingdings 2")) {
    return low == 0x52 || low == 0x53 ? U'☑' : low == 0x54 || low == 0x51 ? U'☒' : U'□';
  }
  if (font.starts_with("Wingdings")) {
    constexpr std::pair<unsigned, char32_t> kSigns[] = {
        {0xFE, U'☑'}, {0xFD, U'☒'}, {0xA8, U'□'}, {0x6F, U'□'}, {0x71, U'□'},
        {0xFC, U'✓'}, {0xFB, U'✗'}, {0x6C, U'●'}, {0x6E, U'■'}, {0x75, U'◆'}};
    for (const auto& [sign, character] : kSigns) {
      if (sign == low) return character;
    }
    return U'•';
  }
  if (value >= 0xF020 && value < 0xF07F && !font.starts_with("Symbol")) return low;
  return value >= 0xE000 && value < 0xF900 ? U'•' : static_cast<char32_t>(value);
}

// One of the two kinds of notes.
struct Notes {
  std::map<std::string, XmlNode, std::less<>> by_id;
  std::vector<std::pair<std::string, std::string>> referred;  // id and mark, in order
  bool circled = false, end = false;

  std::string mark_for(std::string_view id) {
    const int value = static_cast<int>(referred.size()) + 1;
    std::string mark = circled ? format_number(value, "decimalEnclosedCircle") : superscript(value);
    if (end) mark = "⁽" + mark + "⁾";
    referred.emplace_back(id, mark);
    return mark;
  }
};

class Reader {
 public:
  Reader(Package& package, std::string main)
      : package_(package), main_(std::move(main)), relations_(relations_of(package, main_)) {}

  Flow read() {
    Flow flow;
    const XmlNode root = part(main_);
    const XmlNode body = root.child("body");
    if (!body) {
      flow.error = "broken: its main part cannot be read";
      return flow;
    }
    numbering_.emplace(of_type("numbering"), of_type("styles"));
    load_notes(footnotes_, "footnotes", "footnote");
    load_notes(endnotes_, "endnotes", "endnote");
    endnotes_.end = true;
    collect_sections(body);
    running("headerReference");
    blocks(body, 0);
    writer_.end_paragraph();
    write_notes(footnotes_);
    write_notes(endnotes_);
    comments();
    running("footerReference");
    flow.lines = writer_.take();
    flow.note = changes();
    report_doubts(flow);
    return flow;
  }

 private:
  // The root of a part, which stays in memory; none when it is not there.
  XmlNode part(const std::string& name) {
    const auto bytes = package_.read(name);
    auto xml = bytes ? Xml::parse(*bytes) : std::nullopt;
    if (!xml) {
      damaged_ |= package_.has(name);
      return {};
    }
    damaged_ |= xml->damaged();
    parts_.push_back(*std::move(xml));
    return parts_.back().root();
  }

  XmlNode of_type(std::string_view type) {
    for (const auto& [id, relation] : relations_) {
      if (relation.type == type) return part(relation.target);
    }
    return {};
  }

  void load_notes(Notes& notes, std::string_view type, std::string_view element) {
    const XmlNode root = of_type(type);
    for (XmlNode node = root.child(element); node; node = node.next(element)) {
      notes.by_id.emplace(node.attribute("id"), node);
    }
  }

  // Headers and footers by section; how notes are numbered.
  void collect_sections(XmlNode body) {
    for (XmlNode node = body.first_child(); node; node = node.next()) {
      const XmlNode section = node.name() == "sectPr" ? node : node.child("pPr").child("sectPr");
      if (!section) continue;
      sections_.push_back(section);
      note_format(section);
    }
    if (const XmlNode settings = of_type("settings")) note_format(settings);
  }

  void note_format(XmlNode node) {
    const auto circled = [](XmlNode properties) {
      return properties.child("numFmt").attribute("val").starts_with("decimalEnclosedCircle");
    };
    footnotes_.circled |= circled(node.child("footnotePr"));
    endnotes_.circled |= circled(node.child("endnotePr"));
  }

  void running(std::string_view element) {
    std::vector<std::string> done;
    for (const XmlNode section : sections_) {
      for (XmlNode node = section.child(element); node; node = node.next(element)) {
        const auto relation = relations_.find(node.attribute("id"));
        if (relation == relations_.end() ||
            std::find(done.begin(), done.end(), relation->second.target) != done.end()) {
          continue;
        }
        done.push_back(relation->second.target);
        blocks(part(relation->second.target), kFurniture);
        writer_.end_paragraph();
      }
    }
  }

  void comments() {
    const XmlNode root = of_type("comments");
    for (XmlNode node = root.child("comment"); node; node = node.next("comment")) {
      ++comment_count_;
      blocks(node, kComment);
      writer_.end_paragraph();
    }
  }

  void write_notes(Notes& notes) {
    // A note may refer to a further one.
    for (std::size_t i = 0; i < notes.referred.size(); ++i) {
      const auto [id, mark] = notes.referred[i];
      const auto note = notes.by_id.find(id);
      if (note == notes.by_id.end()) continue;
      const XmlNode content = note->second;
      notes.by_id.erase(note);  // once: a reference may be repeated without end
      writer_.text(mark + " ", kFootnote);
      blocks(content, kFootnote);
      writer_.end_paragraph();
    }
  }

  // Paragraphs, tables and what wraps them.
  void blocks(XmlNode parent, std::uint16_t flags) {
    for (XmlNode node = parent.first_child(); node; node = node.next()) {
      const std::string_view name = node.name();
      if (name == "p") {
        paragraph(node, flags);
      } else if (name == "tbl") {
        table(node, flags);
      } else if (name == "ins" || name == "moveTo") {
        blocks(node, flags | kInserted);
      } else if (name == "del" || name == "moveFrom") {
        blocks(node, flags | kDeleted);
      } else if (name == "AlternateContent") {
        blocks(node.child("Choice") ? node.child("Choice") : node.child("Fallback"), flags);
      } else if (name == "sdt") {
        blocks(node.child("sdtContent"), flags);
      } else if (name == "customXml" || name == "smartTag" || name == "txbxContent") {
        blocks(node, flags);
      }
    }
  }

  void table(XmlNode node, std::uint16_t flags) {
    writer_.begin_table();
    rows(node, flags);
    writer_.end_table();
  }

  void rows(XmlNode parent, std::uint16_t flags) {
    for (XmlNode node = parent.first_child(); node; node = node.next()) {
      if (node.name() == "tr") {
        writer_.begin_row();
        const XmlNode properties = node.child("trPr");
        std::uint16_t row_flags = flags;
        if (properties.child("del")) row_flags |= kDeleted;
        if (properties.child("ins")) row_flags |= kInserted;
        cells(node, row_flags);
      } else if (node.name() == "sdt") {
        rows(node.child("sdtContent"), flags);
      } else if (node.name() == "ins" || node.name() == "del" || node.name() == "customXml") {
        rows(node, flags);
      }
    }
  }

  void cells(XmlNode parent, std::uint16_t flags) {
    for (XmlNode node = parent.first_child(); node; node = node.next()) {
      if (node.name() == "tc") {
        writer_.begin_cell();
        blocks(node, flags);
        writer_.end_paragraph();
      } else if (node.name() == "sdt") {
        cells(node.child("sdtContent"), flags);
      } else if (node.name() == "customXml") {
        cells(node, flags);
      }
    }
  }

  void paragraph(XmlNode node, std::uint16_t flags) {
    const XmlNode properties = node.child("pPr");
    const XmlNode mark = properties.child("rPr");
    const bool deleted = bool(mark.child("del")) || bool(mark.child("moveFrom"));
    // A paragraph struck out as a whole has no number in the text that is left.
    if (!deleted && !writer_.in_paragraph()) {
      const std::string style(properties.child("pStyle").attribute("val"));
      const std::string label = numbering_->next(number_ref(properties), style);
      if (!label.empty()) {
        writer_.text(label, flags | (mark.child("ins") ? kInserted : 0));
      }
    }
    inlines(node, flags);
    if (!deleted) writer_.end_paragraph();
    std::vector<std::pair<XmlNode, std::uint16_t>> boxes = std::exchange(boxes_, {});
    if (boxes.empty()) return;
    writer_.end_paragraph();
    for (const auto& [box, box_flags] : boxes) {
      blocks(box, box_flags);
      writer_.end_paragraph();
    }
  }

  void inlines(XmlNode parent, std::uint16_t flags) {
    for (XmlNode node = parent.first_child(); node; node = node.next()) {
      const std::string_view name = node.name();
      if (name == "r") {
        run(node, flags);
      } else if (name == "ins" || name == "moveTo") {
        insertions_ += bool(node.child("r")) ? 1 : 0;
        inlines(node, flags | kInserted);
      } else if (name == "del" || name == "moveFrom") {
        deletions_ += bool(node.child("r")) ? 1 : 0;
        inlines(node, flags | kDeleted);
      } else if (name == "hyperlink" || name == "smartTag" || name == "fldSimple" ||
                 name == "customXml" || name == "bdo" || name == "dir") {
        inlines(node, flags);
      } else if (name == "sdt") {
        inlines(node.child("sdtContent"), flags);
      } else if (name == "AlternateContent") {
        inlines(node.child("Choice") ? node.child("Choice") : node.child("Fallback"), flags);
      } else if (name == "oMath" || name == "oMathPara") {
        write(node.text(), flags);
      }
    }
  }

  void run(XmlNode node, std::uint16_t flags) {
    const XmlNode properties = node.child("rPr");
    if (is_on(properties.child("vanish"))) flags |= kHidden;
    content(node, flags);
  }

  // What a run holds.
  void content(XmlNode run_node, std::uint16_t flags) {
    for (XmlNode node = run_node.first_child(); node; node = node.next()) {
      const std::string_view name = node.name();
      if (name == "t" || name == "delText") {
        write(node.text(), name == "t" ? flags : static_cast<std::uint16_t>(flags | kDeleted));
      } else if (name == "tab" || name == "ptab") {
        writer_.text("\t", flags);
      } else if (name == "br" || name == "cr") {
        if ((flags & kDeleted) == 0) writer_.end_paragraph();
      } else if (name == "noBreakHyphen") {
        writer_.text("-", flags);
      } else if (name == "sym") {
        writer_.character(symbol(node.attribute("font"), node.attribute("char")), flags);
      } else if (name == "footnoteReference" || name == "endnoteReference") {
        reference(node, name == "footnoteReference" ? footnotes_ : endnotes_, flags);
      } else if (name == "ruby") {
        inlines(node.child("rubyBase"), flags);
      } else if (name == "AlternateContent") {
        content(node.child("Choice") ? node.child("Choice") : node.child("Fallback"), flags);
      } else if (name == "drawing" || name == "pict" || name == "object") {
        drawing(node, flags);
      }
    }
  }

  void write(const std::string& text, std::uint16_t flags) {
    std::string clean = without_controls(text);
    std::replace(clean.begin(), clean.end(), '\n', ' ');
    writer_.text(clean, flags);
  }

  void reference(XmlNode node, Notes& notes, std::uint16_t flags) {
    const std::string_view id = node.attribute("id");
    if (!notes.by_id.contains(id)) return;
    if ((flags & kDeleted) != 0) return;  // its note goes with it
    const std::string_view custom = node.attribute("customMarkFollows");
    if (custom == "1" || custom == "true") {
      notes.referred.emplace_back(id, "*");
      return;
    }
    writer_.text(notes.mark_for(id), flags | kNoteMark);
  }

  // Text boxes anywhere inside, to be read behind the paragraph; large pictures, to be told of.
  void drawing(XmlNode top, std::uint16_t flags) {
    std::vector<XmlNode> open{top};
    while (!open.empty()) {
      const XmlNode node = open.back();
      open.pop_back();
      if (node.name() == "txbxContent") {
        boxes_.emplace_back(node, flags);
        continue;
      }
      if (node.name() == "extent") {
        constexpr std::int64_t kLarge = 5 * 360'000;  // 5 cm in English Metric Units
        std::int64_t width = 0, height = 0;
        const std::string_view cx = node.attribute("cx"), cy = node.attribute("cy");
        std::from_chars(cx.data(), cx.data() + cx.size(), width);
        std::from_chars(cy.data(), cy.data() + cy.size(), height);
        large_ = width >= kLarge && height >= kLarge;
      }
      if (node.name() == "blip" && std::exchange(large_, false)) ++pictures_;
      std::vector<XmlNode> children;
      if (node.name() == "AlternateContent") {
        children.push_back(node.child("Choice") ? node.child("Choice") : node.child("Fallback"));
      } else {
        for (XmlNode child = node.first_child(); child; child = child.next()) {
          children.push_back(child);
        }
      }
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }

  std::string changes() const {
    std::string note;
    const auto add = [&](const std::string& part) { note += (note.empty() ? "" : ", ") + part; };
    if (insertions_ > 0) add(fmt::format("{} insertions taken", insertions_));
    if (deletions_ > 0) add(fmt::format("{} deletions left out", deletions_));
    if (!note.empty()) note = "tracked changes: " + note;
    if (comment_count_ > 0) add(fmt::format("{} comments left out", comment_count_));
    return note;
  }

  void report_doubts(Flow& flow) const {
    const auto doubt = [&](const std::string& reason) {
      flow.status = PageStatus::kDoubtful;
      flow.reason += (flow.reason.empty() ? "" : "; ") + reason;
    };
    if (damaged_) doubt("part of the file is damaged");
    if (pictures_ > 0) doubt(fmt::format("{} large pictures were not read", pictures_));
  }

  Package& package_;
  const std::string main_;
  const Relations relations_;
  std::vector<Xml> parts_;
  std::optional<Numbering> numbering_;
  Notes footnotes_, endnotes_;
  std::vector<XmlNode> sections_;
  FlowWriter writer_;
  std::vector<std::pair<XmlNode, std::uint16_t>> boxes_;
  int insertions_ = 0, deletions_ = 0, comment_count_ = 0, pictures_ = 0;
  bool damaged_ = false, large_ = false;
};

}  // namespace

bool is_docx(const Package& package) {
  return package.has("[Content_Types].xml") &&
         (package.has("word/document.xml") || package.has("word/document2.xml") ||
          package.has("word/_rels/document.xml.rels"));
}

Flow read_docx(Package& package) {
  return Reader(package, main_part(package)).read();
}

}  // namespace proviso::ingest
