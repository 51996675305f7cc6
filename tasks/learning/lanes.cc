#include "tasks/learning/lanes.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tasks/learning/corpus.h"

namespace proviso::tasks {

Lanes::Lanes(std::span<const PreparedDocument> documents,
             std::function<std::vector<std::uint32_t>(std::uint64_t)> order, const Limits& limits)
    : documents_(documents), order_(std::move(order)), limits_(limits), places_(limits.lanes) {
  queue_ = order_(0);
  if (queue_.empty()) throw CorpusError("the corpus holds no document to train on");
}

std::uint32_t Lanes::next_document() {
  for (;;) {
    if (position_ == queue_.size()) {
      queue_ = order_(++pass_);
      position_ = 0;
      if (queue_.empty()) continue;  // a pass that a weight far below 1 leaves empty
    }
    const std::uint32_t document = queue_[position_++];
    if (!documents_[document].segments.empty()) return document;
  }
}

std::vector<model::LaneInput> Lanes::next() {
  std::vector<model::LaneInput> lanes(limits_.lanes);
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    Place& place = places_[l];
    if (place.fresh) {
      place = {next_document(), 0, false};
      lanes[l].reset = true;
    }
    const PreparedDocument& document = documents_[place.document];
    std::size_t tokens = 0;
    while (place.segment < document.segments.size() &&
           lanes[l].segments.size() < limits_.segments) {
      const PreparedSegment& segment = document.segments[place.segment];
      const std::size_t size = segment.last - segment.first;
      if (!lanes[l].segments.empty() && tokens + size > limits_.tokens) break;
      lanes[l].segments.push_back(document.train_segment(place.segment++));
      tokens += size;
    }
    place.fresh = place.segment == document.segments.size();
  }
  return lanes;
}

double Lanes::passes() const {
  return static_cast<double>(pass_) +
         static_cast<double>(position_) / static_cast<double>(queue_.size());
}

std::string Lanes::state() const {
  nlohmann::json lanes = nlohmann::json::array();
  for (const Place& place : places_) lanes.push_back({place.document, place.segment, place.fresh});
  return nlohmann::json{{"pass", pass_}, {"position", position_}, {"lanes", lanes}}.dump();
}

void Lanes::restore(const std::string& state) {
  const auto json = nlohmann::json::parse(state, nullptr, false);
  const auto fail = [] {
    return CorpusError(
        "the checkpoint's place in the corpus does not fit; give the corpus, tokenizer and seed it "
        "was made with");
  };
  try {
    pass_ = json.at("pass").get<std::uint64_t>();
    queue_ = order_(pass_);
    position_ = json.at("position").get<std::size_t>();
    if (position_ > queue_.size() || json.at("lanes").size() != places_.size()) throw fail();
    for (std::size_t l = 0; l < places_.size(); ++l) {
      const auto& lane = json.at("lanes").at(l);
      places_[l] = {lane.at(0).get<std::uint32_t>(), lane.at(1).get<std::uint32_t>(),
                    lane.at(2).get<bool>()};
      if (places_[l].document >= documents_.size() ||
          places_[l].segment > documents_[places_[l].document].segments.size())
        throw fail();
    }
  } catch (const nlohmann::json::exception&) {
    throw fail();
  }
}

}  // namespace proviso::tasks
