#include "ingest/text/html.h"

#include <libxml/HTMLparser.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ingest/layout/script.h"
#include "ingest/text/decode.h"
#include "ingest_data.h"

namespace proviso::ingest {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
         c == '-' || c == '_';
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return result;
}

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool ends_paragraph(std::string_view name) {
  constexpr std::array<std::string_view, 38> kBlocks{
      "p",       "div",      "br",     "h1",      "h2",         "h3",     "h4",   "h5",
      "h6",      "li",       "ul",     "ol",      "hr",         "center", "dl",   "dt",
      "dd",      "pre",      "body",   "section", "article",    "main",   "nav",  "header",
      "footer",  "aside",    "form",   "address", "blockquote", "figure", "html", "head",
      "caption", "fieldset", "legend", "title",   "figcaption", "details"};
  return is_one_of(name, kBlocks);
}

// Their content is no text of the page.
bool is_dropped(std::string_view name) {
  constexpr std::array<std::string_view, 13> kDropped{
      "script", "style",    "template", "iframe", "object", "select", "textarea",
      "button", "noframes", "svg",      "canvas", "audio",  "video"};
  return is_one_of(name, kDropped);
}

bool is_around(std::string_view name) {
  constexpr std::array<std::string_view, 4> kAround{"title", "nav", "footer", "aside"};
  return is_one_of(name, kAround);
}

// Elements without an end tag.
bool is_void(std::string_view name) {
  constexpr std::array<std::string_view, 14> kVoid{"br",   "hr",    "img",    "input", "meta",
                                                   "link", "area",  "base",   "col",   "embed",
                                                   "wbr",  "param", "source", "keygen"};
  return is_one_of(name, kVoid);
}

// "charset=…" in the first bytes of the page.
std::string named_charset(std::string_view bytes) {
  const std::string head = lower(bytes.substr(0, 4096));
  const std::size_t at = head.find("charset");
  if (at == std::string::npos) return {};
  const std::size_t from = head.find_first_not_of(" \t\r\n=\"'", at + 7);
  if (from == std::string::npos) return {};
  return head.substr(from, head.find_first_of(" \t\r\n\"'>/;", from) - from);
}

// The character of "&…;" at the front of `text`, which is taken off; '&' alone is itself.
char32_t take_entity(std::string_view& text) {
  const std::size_t end = text.substr(0, 12).find(';');
  const std::string_view body = end == std::string_view::npos ? "" : text.substr(1, end - 1);
  char32_t c = 0;
  if (body.starts_with('#')) {
    const bool hex = body.size() > 1 && (body[1] == 'x' || body[1] == 'X');
    const std::string digits(body.substr(hex ? 2 : 1));
    const bool good = !digits.empty() &&
                      digits.find_first_not_of(hex ? "0123456789abcdefABCDEF" : "0123456789") ==
                          std::string::npos;
    if (good)
      c = static_cast<char32_t>(std::min(std::stoull(digits, nullptr, hex ? 16 : 10), 0x110000ULL));
    // Windows-1252, which is what pages mean by them.
    constexpr std::array<char32_t, 32> kWindows{
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
    if (c >= 0x80 && c < 0xA0) c = kWindows.at(c - 0x80);
    if (good && (c < 0x20 || c == 0x7F || c == 0xFEFF)) c = ' ';
  } else if (!body.empty()) {
    const std::string entity_name(body);
    const htmlEntityDesc* entity =
        htmlEntityLookup(reinterpret_cast<const xmlChar*>(entity_name.c_str()));
    if (entity != nullptr) c = entity->value;
  }
  text.remove_prefix(c == 0 ? 1 : end + 1);
  return c == 0 ? U'&' : c;
}

const std::vector<std::unique_ptr<RE2>>& web_lines() {
  static const std::vector<std::unique_ptr<RE2>> kPatterns = [] {
    std::vector<std::unique_ptr<RE2>> patterns;
    std::string_view rest = data::web_lines;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (!line.empty() && line.front() != '#') {
        patterns.push_back(std::make_unique<RE2>(re2::StringPiece(line.data(), line.size())));
      }
    }
    return patterns;
  }();
  return kPatterns;
}

bool is_web_line(std::string_view text) {
  text = trim(text);
  if (text.size() > 600) return false;
  const re2::StringPiece piece(text.data(), text.size());
  const auto& patterns = web_lines();
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const auto& pattern) { return RE2::FullMatch(piece, *pattern); });
}

struct Tag {
  std::string name;  // lower case
  bool end = false, closed = false, hidden = false;
};

// "font-size:0" and "font-size:0px", and not "font-size:0.9em". Attributes come without spaces.
bool is_nought(std::string_view attributes, std::string_view property) {
  const std::size_t at = attributes.find(property);
  if (at == std::string_view::npos) return false;
  const std::size_t behind = at + property.size();
  return behind == attributes.size() ||
         std::string_view(";\"'pre%!").find(attributes[behind]) != std::string_view::npos;
}

// "<…>" at the front of `text`, which is taken off; an empty name for comments and declarations. A
// tag that never ends takes all the rest, as in a browser.
Tag take_tag(std::string_view& text) {
  Tag tag;
  if (text.starts_with("<!--")) {
    const std::size_t end = text.find("-->", 4);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 3);
    return tag;
  }
  std::size_t at = 1;
  tag.end = text.size() > 1 && text[1] == '/';
  if (tag.end) ++at;
  const std::size_t name_at = at;
  while (at < text.size() && is_name_byte(text[at])) ++at;
  tag.name = lower(text.substr(name_at, std::min<std::size_t>(at - name_at, 32)));
  const std::size_t attributes_at = at;
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') && text[at - 1] == '=') {
      quote = c;
    } else if (c == '>') {
      break;
    }
  }
  if (at < text.size()) {
    tag.closed = text[at - 1] == '/';
    std::string attributes =
        lower(text.substr(attributes_at, std::min<std::size_t>(at - attributes_at, 2000)));
    attributes.erase(std::remove(attributes.begin(), attributes.end(), ' '), attributes.end());
    tag.hidden = attributes.find("display:none") != std::string::npos ||
                 attributes.find("visibility:hidden") != std::string::npos ||
                 is_nought(attributes, "font-size:0") || is_nought(attributes, "opacity:0") ||
                 attributes == "hidden" || attributes.find("\"hidden") != std::string::npos;
  }
  text.remove_prefix(std::min(at + 1, text.size()));
  return tag;
}

class WebPage {
 public:
  explicit WebPage(std::string_view text) : rest_(text) {}

  std::vector<PageLine> read() {
    while (!rest_.empty()) {
      if (at_markup()) {
        tag(take_tag(rest_));
      } else if (rest_.front() == '&') {
        add(take_entity(rest_));
      } else {
        add_text();
      }
    }
    end_paragraph();
    return writer_.take();
  }

 private:
  struct Open {
    std::string name;
    std::uint16_t flags;
  };
  bool at_markup() const {
    if (rest_.front() != '<' || rest_.size() < 2) return false;
    const char c = rest_[1];
    return c == '/' || c == '!' || c == '?' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  void add_text() {
    const std::size_t end = std::min(rest_.find_first_of("<&", 1), rest_.size());
    const std::string_view piece = rest_.substr(0, end);
    for (std::size_t i = 0; i < piece.size();) {
      if (is_blank(piece[i])) {
        if (preformatted_ > 0 && piece[i] == '\n') {
          end_paragraph();
        } else {
          space_ = true;
          broken_ |= piece[i] == '\n';
        }
        ++i;
        continue;
      }
      std::size_t next = i + 1;
      while (next < piece.size() && !is_blank(piece[next])) ++next;
      add_word(piece.substr(i, next - i));
      i = next;
    }
    rest_.remove_prefix(end);
  }

  void add(char32_t c) {
    if (c == '\n' || c == '\t') c = ' ';
    std::string utf8;
    append_utf8(utf8, c);
    add_word(utf8);
  }

  void add_word(std::string_view word) {
    const std::uint16_t now = flags();
    if (!paragraph_.empty() && paragraph_flags_ != now) end_paragraph();
    if (space_ && !paragraph_.empty() && !(broken_ && is_wide(last_) && begins_wide(word))) {
      paragraph_.push_back(' ');
    }
    space_ = broken_ = false;
    paragraph_flags_ = now;
    paragraph_ += word;
    std::size_t at = word.size();
    while (at > 0 && (static_cast<unsigned char>(word[--at]) & 0xC0) == 0x80) {
    }
    const std::u32string last = to_utf32(word.substr(at));
    last_ = last.empty() ? 0 : last.back();
  }

  static bool begins_wide(std::string_view word) {
    const std::u32string first = to_utf32(word.substr(0, 4));
    return !first.empty() && is_wide(first.front());
  }

  std::uint16_t flags() const { return open_.empty() ? std::uint16_t{0} : open_.back().flags; }

  void end_paragraph() {
    space_ = broken_ = false;
    const bool web = !paragraph_.empty() && is_web_line(paragraph_);
    writer_.text(paragraph_, static_cast<std::uint16_t>(paragraph_flags_ | (web ? kFurniture : 0)));
    writer_.end_paragraph();
    paragraph_.clear();
  }

  void tag(const Tag& tag) {
    if (tag.name.empty()) return;
    if (!tag.end && is_dropped(tag.name)) {
      if (!tag.closed) skip_to_end_of(tag.name);
      return;
    }
    if (tag.name == "table") {
      end_paragraph();
      tag.end ? writer_.end_table() : writer_.begin_table();
    } else if (tag.name == "tr") {
      end_paragraph();
      writer_.begin_row();
    } else if (tag.name == "td" || tag.name == "th") {
      end_paragraph();
      if (!tag.end) writer_.begin_cell();
    } else if (ends_paragraph(tag.name)) {
      end_paragraph();
      if (tag.name == "pre") preformatted_ = std::max(0, preformatted_ + (tag.end ? -1 : 1));
    }
    nest(tag);
  }

  // Keeps account of what lies in elements that are hidden or around the document.
  void nest(const Tag& tag) {
    if (tag.closed || is_void(tag.name)) return;
    if (!tag.end) {
      std::uint16_t inherited = flags();
      if (tag.hidden) inherited |= kHidden;
      if (is_around(tag.name)) inherited |= kFurniture;
      if (inherited != 0) open_.push_back({tag.name, inherited});
      return;
    }
    // Only elements under a flagged one are on the stack, so end tags of others change nothing.
    constexpr std::size_t kLookBack = 32;
    for (std::size_t i = open_.size(); i-- > 0 && i + kLookBack >= open_.size();) {
      if (open_[i].name == tag.name) {
        open_.resize(i);
        return;
      }
    }
  }

  void skip_to_end_of(const std::string& name) {
    const std::string end = "</" + name;
    const auto found = std::search(
        rest_.begin(), rest_.end(), end.begin(), end.end(),
        [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
    rest_.remove_prefix(static_cast<std::size_t>(found - rest_.begin()));
    if (!rest_.empty()) take_tag(rest_);
  }

  std::string_view rest_;
  std::string paragraph_;
  std::uint16_t paragraph_flags_ = 0;
  char32_t last_ = 0;
  bool space_ = false, broken_ = false;
  int preformatted_ = 0;
  std::vector<Open> open_;
  FlowWriter writer_;
};

}  // namespace

Flow read_html(std::string_view bytes) {
  const Decoded decoded = decode_as(bytes, named_charset(bytes));
  Flow flow;
  flow.lines = WebPage(decoded.text).read();
  if (decoded.replaced > 0) {
    flow.status = PageStatus::kDoubtful;
    flow.reason = std::to_string(decoded.replaced) +
                  " faulty byte sequence(s) replaced while decoding " +
                  std::string(name(decoded.encoding));
  }
  return flow;
}

}  // namespace proviso::ingest
