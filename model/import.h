// A Hugging Face TransfoXLLMHeadModel checkpoint as a model of ours.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/config.h"

namespace proviso::model {

struct Imported {
  ModelCard card;
  std::vector<std::string> left_out;  // one sentence each: what has no place in our model
};

// Reads FROM/config.json and FROM/model.safetensors (save_pretrained of transformers 4.35; F32,
// F16, BF16 or F64) and writes TO/model.safetensors in fp32. The model has one tag, level and mark,
// all without effect, no kinds, no tokenizer, and the initial memory of zeros that the original
// has: it gives the original's hidden states and losses within rounding. A segment holds up to
// `seg_len` tokens. Throws ModelError: kFormat for unreadable or damaged files and where TO holds a
// model already, kIncompatible for another kind of model, unknown options, missing or misshapen
// tensors (all in one message). Writes nothing then.
Imported import_hugging_face(const std::filesystem::path& from, const std::filesystem::path& to,
                             std::int64_t seg_len = 384);

}  // namespace proviso::model
