#include "ingest/ofd/document.h"

#include <algorithm>
#include <set>

namespace proviso::ingest {
namespace {

constexpr std::size_t kMostPages = 100'000;

std::string located(const std::string& from, XmlNode node) {
  return resolve_part(from, node.text());
}

}  // namespace

bool is_ofd(const Package& package) {
  return package.has("OFD.xml");
}

std::optional<Xml> OfdDocument::load(const std::string& part) {
  const auto bytes = package_.read(part);
  return bytes ? Xml::parse(*bytes) : std::nullopt;
}

tl::expected<OfdDocument, std::string> OfdDocument::open(Package package) {
  OfdDocument document(std::move(package));
  if (document.package_.has("Encryptions.xml"))
    return tl::unexpected<std::string>("needs a password");
  const auto entrance = document.load("OFD.xml");
  if (!entrance) return tl::unexpected<std::string>("broken: OFD.xml cannot be read");
  for (XmlNode body = entrance->root().child("DocBody"); body; body = body.next("DocBody")) {
    document.open_body(located("OFD.xml", body.child("DocRoot")));
  }
  if (document.pages_.empty()) return tl::unexpected<std::string>("no pages");
  document.count_templates();
  return document;
}

void OfdDocument::open_body(const std::string& root) {
  const auto xml = load(root);
  if (!xml) return;
  const XmlNode common = xml->root().child("CommonData");
  if (const auto area = box(common.child("PageArea").child("PhysicalBox").text())) area_ = *area;
  for (XmlNode node = common.first_child(); node; node = node.next()) {
    if (node.name() == "PublicRes" || node.name() == "DocumentRes") {
      load_resources(located(root, node));
    } else if (node.name() == "TemplatePage") {
      templates_[std::string(node.attribute("ID"))] = resolve_part(root, node.attribute("BaseLoc"));
    }
  }
  for (XmlNode page = xml->root().child("Pages").child("Page"); page; page = page.next("Page")) {
    if (pages_.size() >= kMostPages) break;
    pages_.push_back(
        {std::string(page.attribute("ID")), resolve_part(root, page.attribute("BaseLoc"))});
  }
  if (const XmlNode annotations = xml->root().child("Annotations")) {
    load_annotations(located(root, annotations));
  }
}

void OfdDocument::load_resources(const std::string& part) {
  auto xml = load(part);
  if (!xml) return;
  const std::string base(xml->root().attribute("BaseLoc"));
  for (XmlNode group = xml->root().first_child(); group; group = group.next()) {
    for (XmlNode node = group.first_child(); node; node = node.next()) {
      const std::string id(node.attribute("ID"));
      if (node.name() == "MultiMedia") {
        const std::string file = node.child("MediaFile").text();
        // Producers differ in what the file's place is counted from.
        std::string place = resolve_part(part, base + "/" + file);
        if (!package_.has(place)) place = resolve_part(part, file);
        if (package_.has(place)) pictures_[id] = place;
      } else if (node.name() == "CompositeGraphicUnit") {
        composites_[id] = node;
      }
    }
  }
  kept_.push_back(*std::move(xml));
}

void OfdDocument::load_annotations(const std::string& part) {
  const auto xml = load(part);
  if (!xml) return;
  for (XmlNode page = xml->root().child("Page"); page; page = page.next("Page")) {
    annotations_[std::string(page.attribute("PageID"))].push_back(
        located(part, page.child("FileLoc")));
  }
}

// What serves several pages is letterhead, what serves one is a form.
void OfdDocument::count_templates() {
  if (templates_.empty() || pages_.size() < 2) return;
  constexpr std::size_t kEnough = 200;
  for (std::size_t i = 0; i < std::min(pages_.size(), kEnough); ++i) {
    const auto xml = load(pages_[i].part);
    if (!xml) continue;
    std::set<std::string> used;
    for (XmlNode node = xml->root().child("Template"); node; node = node.next("Template")) {
      used.emplace(node.attribute("TemplateID"));
    }
    for (const std::string& id : used) ++template_uses_[id];
  }
}

std::string OfdDocument::template_part(const std::string& id) const {
  const auto found = templates_.find(id);
  return found == templates_.end() ? std::string() : found->second;
}

int OfdDocument::template_uses(const std::string& id) const {
  const auto found = template_uses_.find(id);
  return found == template_uses_.end() ? 1 : found->second;
}

std::vector<std::string> OfdDocument::annotation_parts(const std::string& page_id) const {
  const auto found = annotations_.find(page_id);
  return found == annotations_.end() ? std::vector<std::string>() : found->second;
}

std::string OfdDocument::picture_part(const std::string& id) const {
  const auto found = pictures_.find(id);
  return found == pictures_.end() ? std::string() : found->second;
}

XmlNode OfdDocument::composite(const std::string& id) const {
  const auto found = composites_.find(id);
  return found == composites_.end() ? XmlNode() : found->second;
}

}  // namespace proviso::ingest
