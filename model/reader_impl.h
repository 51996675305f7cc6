// What a Reader holds. Internal to model/.
#pragma once

#include "model/packed_weights.h"
#include "model/reader.h"
#include "model/weights.h"

namespace proviso::model {

struct Reader::Impl {
  ModelCard card;
  Weights weights;
  PackedStore packed;
};

}  // namespace proviso::model
