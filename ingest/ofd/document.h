// The parts of an OFD file (GB/T 33190-2016): where its pages, templates, annotations and resources
// lie. Runs in the worker.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "ingest/ofd/geometry.h"
#include "ingest/package/package.h"
#include "ingest/package/xml.h"

namespace proviso::ingest {

// True when the package holds an OFD.xml at its root.
bool is_ofd(const Package& package);

struct OfdPage {
  std::string id, part;
};

class OfdDocument {
 public:
  // Reads the entrance and all documents in it (several DocBody: their pages follow one another).
  // Gives a reason when there is none, when it is encrypted, or has no page.
  static tl::expected<OfdDocument, std::string> open(Package package);

  const std::vector<OfdPage>& pages() const { return pages_; }

  // The root element of a part; none when it is missing or damaged. Stays valid as long as the
  // result.
  std::optional<Xml> load(const std::string& part);

  // By the identifier that a page gives; empty, or no node, when there is none.
  std::string template_part(const std::string& id) const;
  int template_uses(const std::string& id) const;  // by how many pages
  std::vector<std::string> annotation_parts(const std::string& page_id) const;
  std::string picture_part(const std::string& id) const;
  XmlNode composite(const std::string& id) const;

  std::optional<std::string> read(const std::string& part) { return package_.read(part); }

  // Millimetres; the page's own area stands before it.
  const OfdBox& default_area() const { return area_; }

 private:
  explicit OfdDocument(Package package) : package_(std::move(package)) {}
  void open_body(const std::string& root);
  void load_resources(const std::string& part);
  void load_annotations(const std::string& part);
  void count_templates();

  Package package_;
  std::vector<OfdPage> pages_;
  std::map<std::string, std::string> templates_, pictures_;
  std::map<std::string, int> template_uses_;
  std::map<std::string, std::vector<std::string>> annotations_;
  std::map<std::string, XmlNode> composites_;
  std::vector<Xml> kept_;  // what composites_ points into
  OfdBox area_{0, 0, 210, 297};
};

}  // namespace proviso::ingest
