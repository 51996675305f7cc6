#include "ingest/package/xml.h"

#include <libxml/parser.h>
#include <libxml/tree.h>

#include <cstring>
#include <limits>

namespace proviso::ingest {
namespace {

const xmlNode* as_node(const void* node) {
  return static_cast<const xmlNode*>(node);
}

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view()
                         : std::string_view(reinterpret_cast<const char*>(text));
}

// Without a prefix: one that the file forgot to declare is left in the name.
std::string_view local(const xmlChar* name) {
  const std::string_view whole = view(name);
  return whole.substr(whole.rfind(':') + 1);
}

const xmlNode* element_from(const xmlNode* node) {
  while (node != nullptr && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

const xmlAttr* find_attribute(const xmlNode* node, std::string_view name) {
  if (node == nullptr) return nullptr;
  for (const xmlAttr* attribute = node->properties; attribute != nullptr;
       attribute = attribute->next) {
    if (local(attribute->name) == name) return attribute;
  }
  return nullptr;
}

}  // namespace

std::string_view XmlNode::name() const {
  return node_ == nullptr ? std::string_view() : local(as_node(node_)->name);
}

std::string_view XmlNode::attribute(std::string_view attribute_name) const {
  const xmlAttr* attribute = find_attribute(as_node(node_), attribute_name);
  const xmlNode* text = attribute == nullptr ? nullptr : attribute->children;
  return text == nullptr || text->type != XML_TEXT_NODE ? std::string_view() : view(text->content);
}

bool XmlNode::has_attribute(std::string_view attribute_name) const {
  return find_attribute(as_node(node_), attribute_name) != nullptr;
}

std::string XmlNode::text() const {
  std::string result;
  if (node_ == nullptr) return result;
  const xmlNode* const top = as_node(node_);
  const xmlNode* node = top->children;
  while (node != nullptr) {
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
      result += view(node->content);
    }
    if (node->type == XML_ELEMENT_NODE && node->children != nullptr) {
      node = node->children;
      continue;
    }
    while (node != top && node->next == nullptr) node = node->parent;
    if (node == top) break;
    node = node->next;
  }
  return result;
}

XmlNode XmlNode::first_child() const {
  return XmlNode(node_ == nullptr ? nullptr : element_from(as_node(node_)->children));
}

XmlNode XmlNode::next() const {
  return XmlNode(node_ == nullptr ? nullptr : element_from(as_node(node_)->next));
}

XmlNode XmlNode::child(std::string_view child_name) const {
  XmlNode node = first_child();
  while (node && node.name() != child_name) node = node.next();
  return node;
}

XmlNode XmlNode::next(std::string_view next_name) const {
  XmlNode node = next();
  while (node && node.name() != next_name) node = node.next();
  return node;
}

Xml::Xml(void* document, bool damaged)
    : document_(document, [](void* d) { xmlFreeDoc(static_cast<xmlDoc*>(d)); }),
      damaged_(damaged) {}

std::optional<Xml> Xml::parse(std::string_view bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return std::nullopt;
  const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> context(xmlNewParserCtxt(),
                                                                             &xmlFreeParserCtxt);
  if (!context) throw std::bad_alloc();
  xmlDoc* document = xmlCtxtReadMemory(
      context.get(), bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr,
      XML_PARSE_NONET | XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
          XML_PARSE_COMPACT | XML_PARSE_NOCDATA);
  if (document == nullptr) return std::nullopt;
  Xml xml(document, context->wellFormed == 0);
  if (!xml.root()) return std::nullopt;
  return xml;
}

XmlNode Xml::root() const {
  return XmlNode(xmlDocGetRootElement(static_cast<xmlDoc*>(document_.get())));
}

}  // namespace proviso::ingest
