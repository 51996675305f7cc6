// Which segments each lane reads at each step: whole documents in order, one after another;
// documents are shuffled anew for every pass, segments never.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/trainer.h"
#include "tasks/learning/prepared.h"

namespace proviso::tasks {

class Lanes {
 public:
  struct Limits {
    std::size_t lanes = 8;
    std::size_t segments = 1;  // most a lane brings to one step (TrainOptions::bptt_segments)
    std::size_t tokens = 384;  // no further segment joins a lane's step once this would be passed,
                               // so that a step's size hardly depends on how short segments are
  };

  // `order(pass)` gives the documents of one pass; must not be empty. `documents` must outlive the
  // lanes.
  Lanes(std::span<const PreparedDocument> documents,
        std::function<std::vector<std::uint32_t>(std::uint64_t pass)> order, const Limits& limits);

  // The next step's input. Views into the documents.
  std::vector<model::LaneInput> next();

  // Passes begun so far, from 0, with the share of the present one.
  double passes() const;

  // Where the lanes stand, as text; restore() goes there. Requires the same documents, order and
  // limits.
  std::string state() const;
  void restore(const std::string& state);

 private:
  struct Place {
    std::uint32_t document = 0, segment = 0;
    bool fresh = true;  // a document must be fetched
  };

  std::uint32_t next_document();

  std::span<const PreparedDocument> documents_;
  std::function<std::vector<std::uint32_t>(std::uint64_t)> order_;
  Limits limits_;
  std::vector<Place> places_;
  std::uint64_t pass_ = 0;
  std::vector<std::uint32_t> queue_;
  std::size_t position_ = 0;
};

}  // namespace proviso::tasks
