// An invented judgment with every kind of value that a document may hold, and a folder that goes
// away.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "db/database.h"

namespace proviso::db {

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "proviso-db-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Two pages, three lines (one of them furniture), two paragraphs.
inline ingest::Document sample_document(const std::string& sha256 = std::string(64, 'a')) {
  ingest::Document document;
  document.sha256 = sha256;
  document.source_kind = "pdf";
  document.status = ingest::DocumentStatus::kPartial;
  document.reason = "page 2: no text";
  document.text = "原告甲乙。\n被告给付10元。";
  ingest::Page first{
      1,           "i", 595.28, 841.89, 90, ingest::Method::kMixed, ingest::PageStatus::kDoubtful,
      "low trust", 0.7F, {}};
  ingest::Page second{
      2,         "2", 595.28, 841.89, 0, ingest::Method::kNone, ingest::PageStatus::kFailed,
      "no text", 0.0F, {}};
  document.pages = {first, second};
  ingest::Line one;
  one.text = "原告甲乙。 ";
  one.page = 1;
  one.box = {72.25, 80.5, 200, 96};
  one.source = ingest::TextSource::kOcrLayer;
  one.font_size = 15.75F;
  one.confidence = 0.93F;
  one.flags = ingest::kRepaired | ingest::kLowTrust;
  one.start = 0;
  one.end = 15;
  one.edges = {72.25F, 88, 104, 120, 136, 152.5F};
  ingest::Line furniture;
  furniture.text = "第1页";
  furniture.page = 1;
  furniture.flags = ingest::kFurniture;
  ingest::Line two = one;
  two.text = "被告给付10元。";
  two.start = 16;
  two.end = 36;
  two.edges.clear();
  document.lines = {one, furniture, two};
  document.paragraphs = {{0, 15, 0, 1}, {16, 36, 2, 3}};
  return document;
}

inline segmenter::Structure sample_structure() {
  segmenter::Structure structure;
  structure.kind = segmenter::Kind::kZhCivil;
  structure.instance = "first";
  structure.language = "zh";
  structure.court = "某县人民法院";
  structure.case_number = "（2021）测01民初1号";
  structure.sections = {
      {segmenter::Tag::kParties, segmenter::Level::kThis, {0, 16}, {0, 6}},
      {segmenter::Tag::kDisposition, segmenter::Level::kFirst, {16, 36}, {16, 16}}};
  structure.parties = {{"甲乙", {"甲"}, {"原告", "反诉被告"}, {"法定代表人：丙丁"}, {6, 12}}};
  structure.items = {{segmenter::ItemKind::kDisposition, "一", segmenter::kNone, 1, {16, 36}},
                     {segmenter::ItemKind::kClaim, "1", 0, segmenter::kNone, {16, 22}},
                     {segmenter::ItemKind::kCrossReference, "一", 0, 1, {22, 25}, 0}};
  return structure;
}

// The last character is three byte pieces that share its span.
inline std::vector<segmenter::Segment> sample_segments() {
  segmenter::Segment first;
  first.index = 0;
  first.section = 0;
  first.span = {0, 16};
  first.ids = {5, 15999, 0};
  first.token_spans = {{0, 6}, {6, 12}, {12, 16}};
  first.marks = {0, segmenter::kConnector, 0};
  first.sentences = {0};
  segmenter::Segment second;
  second.index = 1;
  second.section = 1;
  second.span = {16, 36};
  second.ids = {300, 70000, 7, 8, 9};
  second.token_spans = {{16, 28}, {28, 33}, {33, 36}, {33, 36}, {33, 36}};
  second.marks = {0, 0, 0, 0, 0};
  second.sentences = {0, 2};
  return {first, second};
}

inline Segmentation sample_segmentation() {
  return {sample_structure(), sample_segments(), std::string(64, 'b'), "0.1.0 abc"};
}

inline RunId begin(Database& database) {
  return database.begin_run(
      {"analyze", {"analyze", "a b"}, "0.1.0", "abc", std::nullopt, "seed = 1\n"});
}

}  // namespace proviso::db
