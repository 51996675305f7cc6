// DIR/model.safetensors: weights and the facts kept with them. Internal to model/.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <string>
#include <vector>

#include "model/config.h"
#include "model/safetensors.h"
#include "model/trainer.h"
#include "model/weights.h"

namespace proviso::model {

struct LoadedModel {
  ModelCard card;
  Weights weights;  // CPU, fp32, no gradient
};

// Throws ModelError: kFormat for a damaged file or weights that are not numbers, kIncompatible for
// another format version, a configuration out of bounds or tensors that do not match it (all
// differences in one message).
LoadedModel load_model(const std::filesystem::path& dir);

// Card and weights in the metadata and tensors of `file`, checked as by load_model(). Other tensors
// may stand there too unless `alone`.
LoadedModel model_in(const SafetensorsFile& file, const std::string& where, bool alone);

// What a model's file holds. `keep` holds the bytes that the tensors point at.
Metadata card_metadata(const ModelCard& card);
std::vector<TensorBytes> weight_tensors(Weights& weights, const ReaderConfig& config,
                                        Precision precision, std::vector<at::Tensor>& keep);

// Writes DIR/model.safetensors, makes DIR. Returns the file's SHA-256.
std::string save_model(const std::filesystem::path& dir, const ModelCard& card, Weights& weights,
                       Precision precision);

// Makes `dir` and its parents. Throws ModelError.
void make_folder(const std::filesystem::path& dir);

// Counts of names and config agree and all sizes are sane, else ModelError kIncompatible; `where`
// begins the message.
void check_card(const ModelCard& card, const std::string& where);
// The same of the configuration alone.
void check_config(const ReaderConfig& config, const std::string& where);

// Tensors to and from a container. `keep` holds the bytes that the result points at.
TensorBytes tensor_bytes(const std::string& name, const at::Tensor& tensor,
                         std::vector<at::Tensor>& keep);
at::Tensor to_tensor(const TensorBytes& bytes);

}  // namespace proviso::model
