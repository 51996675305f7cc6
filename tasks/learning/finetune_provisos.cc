#include "tasks/learning/finetune_provisos.h"

#include <algorithm>
#include <chrono>

#include "model/reader.h"
#include "tasks/loaded_model.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;

bool same(Span a, Span b) {
  return a.start == b.start && a.end == b.end;
}

double f1(std::size_t right, std::size_t given, std::size_t labelled) {
  return given + labelled == 0
             ? 0
             : 2 * static_cast<double>(right) / static_cast<double>(given + labelled);
}

void count(const ProvisoText& text, const std::vector<Proviso>& found, ProvisoCounts& counts) {
  const auto labelled = [&](const Proviso& each) {
    return std::any_of(text.within.begin(), text.within.end(), [&](Span range) {
      return range.start <= each.trigger.start && each.trigger.end <= range.end;
    });
  };
  counts.labelled += text.labels.size();
  for (const Proviso& each : found) {
    if (!labelled(each)) continue;
    ++counts.given;
    for (const Proviso& label : text.labels) {
      if (!same(label.trigger, each.trigger)) continue;
      ++counts.triggers;
      if (!same(label.scope, each.scope)) break;
      ++counts.exact;
      counts.limits += same(label.limits, each.limits) ? 1 : 0;
      counts.kinds += label.kind == each.kind ? 1 : 0;
      break;
    }
  }
}

void copy_rest(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::create_directories(to);
  if (std::filesystem::equivalent(from, to)) return;
  for (const char* file : {"model.safetensors", "tokenizer.model", "calibration.json"}) {
    if (!std::filesystem::exists(from / file)) continue;
    std::filesystem::copy_file(from / file, to / file,
                               std::filesystem::copy_options::overwrite_existing);
  }
}

}  // namespace

double ProvisoCounts::trigger_f1() const {
  return f1(triggers, given, labelled);
}
double ProvisoCounts::exact_f1() const {
  return f1(exact, given, labelled);
}

ProvisoFinetuneReport finetune_provisos(const ProvisoFinetuneOptions& options,
                                        const std::function<void(std::size_t, std::size_t)>& done) {
  const auto start = std::chrono::steady_clock::now();
  model::set_threads(options.threads);
  std::vector<ProvisoText> texts;
  for (const auto& file : options.labels) {
    for (ProvisoText& text : read_proviso_texts(file)) texts.push_back(std::move(text));
  }
  model::StateReader reader = model::StateReader::load(options.model, model::Device::kCpu);
  const segmenter::Tokenizer tokenizer = load_tokenizer(options.model);
  const auto studied =
      study_provisos(texts, reader, tokenizer, options.reading, [&](std::size_t n) {
        if (done) done(n, texts.size());
      });
  const std::int64_t d = reader.card().config.d_model;
  ProvisoFinetuneReport report;
  report.texts = texts.size();
  for (const StudiedText& text : studied) {
    const ProposalRecall one = proposal_recall(text);
    report.proposals.labels += one.labels;
    report.proposals.triggers += one.triggers;
    report.proposals.scopes += one.scopes;
    report.proposals.limits += one.limits;
  }
  const CrossJudged crossed = cross_judge(studied, d, options.teaching);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    count(texts[i], texts[i].rules, report.rules);
    std::vector<Proviso> found;
    for (const JudgedProviso& each : crossed.found[i]) found.push_back(each.proviso);
    count(texts[i], found, report.head);
  }
  report.trust = crossed.trust;
  copy_rest(options.model, options.out);
  save_proviso_head(options.out, {teach_provisos(studied, d, options.teaching), crossed.trust},
                    reader);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace proviso::tasks
