// An XML part of a package as a tree. The only door to libxml2's tree; runs in the worker.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace proviso::ingest {

// An element. Names are local names: producers of OFD and DOCX differ in their name spaces and
// prefixes. Valid as long as its Xml. Copies are cheap.
class XmlNode {
 public:
  XmlNode() = default;  // no element: false, no children, no attributes
  explicit operator bool() const { return node_ != nullptr; }

  std::string_view name() const;
  // The first attribute of that local name; empty where there is none.
  std::string_view attribute(std::string_view name) const;
  bool has_attribute(std::string_view name) const;
  // All text below the element.
  std::string text() const;

  XmlNode first_child() const;  // elements alone
  XmlNode next() const;
  XmlNode child(std::string_view name) const;  // the first of that name
  XmlNode next(std::string_view name) const;

 private:
  friend class Xml;
  explicit XmlNode(const void* node) : node_(node) {}
  const void* node_ = nullptr;
};

class Xml {
 public:
  // Parses without network, external entities or expansion of entities; elements nest at most 256
  // deep. A damaged file gives what stands before the damage. nullopt when there is no root
  // element.
  static std::optional<Xml> parse(std::string_view bytes);
  XmlNode root() const;
  bool damaged() const { return damaged_; }

 private:
  explicit Xml(void* document, bool damaged);
  std::unique_ptr<void, void (*)(void*)> document_;
  bool damaged_ = false;
};

}  // namespace proviso::ingest
