#include "tasks/provisos/judge.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "segmenter/segmenter.h"
#include "tasks/reader_input.h"

namespace proviso::tasks {
namespace {

using segmenter::Segment;
using segmenter::Span;
using std::string_view;

constexpr const char* kFile = "provisos.safetensors";
constexpr std::size_t kMostTokens = 768;  // of a window

static_assert(kProvisoFacts == model::kSpanFacts);

bool same(Span a, Span b) {
  return a.start == b.start && a.end == b.end;
}

// What a question is read from: the sentence before, where it stands near, and its own.
Span window_of(const ProvisoQuestion& q) {
  const Limb& limb = q.at.limb;
  const std::size_t start = limb.before.size() > 0 ? limb.before.start : limb.span.start;
  return {start, limb.span.end};
}

model::TokenRange tokens_in(const std::vector<Span>& tokens, Span span) {
  std::size_t begin = 0, end = tokens.size();
  while (begin + 1 < tokens.size() && tokens[begin].end <= span.start) ++begin;
  while (end > begin + 1 && tokens[end - 1].start >= span.end) --end;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

model::SpanShape proviso_shape(std::int64_t d) {
  return {d, {0, 1, 2, 3, 3, 3, 3, 3}};
}

std::optional<ProvisoHead> load_proviso_head(const std::filesystem::path& dir,
                                             const model::StateReader& reader) {
  if (!holds_proviso_head(dir)) return std::nullopt;
  model::SpanHead head = model::SpanHead::load(dir / kFile);
  const auto wrong = [&](const std::string& cause) {
    return model::ModelError(model::ModelError::Code::kIncompatible,
                             (dir / kFile).string() + ": " + cause +
                                 ". Teach it again (proviso finetune --provisos) or remove it.");
  };
  if (head.shape() != proviso_shape(reader.card().config.d_model))
    throw wrong("its shape is not the reader's");
  if (head.setting("reader") != reader.fingerprint())
    throw wrong("it was taught over another reader");
  std::array<ProvisoTrust, 2> trust;
  try {
    const auto stored = nlohmann::json::parse(head.setting("trust").value_or(""));
    for (std::size_t language = 0; language < trust.size(); ++language) {
      const auto& of = stored.at(language);
      trust[language] = {of.at("scale"), of.at("bias"),   of.at("rules"),
                         of.at("scope"), of.at("limits"), of.at("kind")};
    }
  } catch (const nlohmann::json::exception&) {
    throw wrong("its metadata are damaged");
  }
  return ProvisoHead{std::move(head), trust};
}

void save_proviso_head(const std::filesystem::path& dir, const ProvisoHead& head,
                       const model::StateReader& reader) {
  nlohmann::json trust = nlohmann::json::array();
  for (const ProvisoTrust& t : head.trust)
    trust.push_back({{"scale", t.scale},
                     {"bias", t.bias},
                     {"rules", t.rules},
                     {"scope", t.scope},
                     {"limits", t.limits},
                     {"kind", t.kind}});
  head.head.save(dir / kFile, {{"reader", reader.fingerprint()}, {"trust", trust.dump()}});
}

std::vector<bool> segments_asked(std::span<const ProvisoQuestion> questions,
                                 std::span<const Segment> segments) {
  std::vector<bool> asked(segments.size(), false);
  for (const ProvisoQuestion& question : questions) {
    const Span window = window_of(question);
    if (segments.empty()) break;
    for (std::size_t i = segmenter::segment_at(segments, window.start);
         i < segments.size() && segments[i].span.start < window.end; ++i)
      asked[i] = true;
  }
  return asked;
}

std::vector<AskedProviso> ask(std::vector<ProvisoQuestion> questions,
                              std::span<const Segment> segments,
                              std::span<const std::vector<float>* const> states, std::int64_t d) {
  std::vector<AskedProviso> all;
  for (ProvisoQuestion& question : questions) {
    AskedProviso asked;
    const Span window = window_of(question);
    for (std::size_t i = segments.empty() ? 0 : segmenter::segment_at(segments, window.start);
         i < segments.size() && segments[i].span.start < window.end; ++i) {
      const Segment& segment = segments[i];
      for (std::size_t t = 0; t < segment.ids.size(); ++t) {
        const Span token = segment.token_spans[t];
        if (token.end <= window.start || token.start >= window.end) continue;
        const auto row =
            states[i]->begin() + static_cast<std::ptrdiff_t>(t * static_cast<std::size_t>(d));
        asked.tokens.push_back(token);
        asked.window.rows.insert(asked.window.rows.end(), row, row + d);
      }
    }
    if (asked.tokens.empty()) continue;
    if (asked.tokens.size() > kMostTokens) {
      const auto surplus = static_cast<std::ptrdiff_t>(asked.tokens.size() - kMostTokens);
      asked.tokens.erase(asked.tokens.begin(), asked.tokens.begin() + surplus);
      asked.window.rows.erase(asked.window.rows.begin(), asked.window.rows.begin() + surplus * d);
    }
    asked.question = std::move(question);
    all.push_back(std::move(asked));
  }
  return all;
}

std::vector<std::vector<float>> states_around(const segmenter::Structure& structure,
                                              std::span<const Segment> segments,
                                              const std::vector<bool>& asked,
                                              model::StateReader& reader,
                                              const ProvisoReading& reading) {
  std::vector<std::vector<float>> states(segments.size());
  if (!reading.read) {
    const auto d = static_cast<std::size_t>(reader.card().config.d_model);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (asked[i]) states[i].resize(segments[i].ids.size() * d);
    }
    return states;
  }
  const model::DocumentInput whole = reader_input(structure, segments, reader.card());
  std::vector<model::StatesInput> parts;
  std::vector<std::size_t> begins;
  std::size_t end = 0;  // of the part in hand
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (!asked[i]) continue;
    std::size_t begin = i - std::min(i, reading.context);
    if (parts.empty() || begin > end) {
      parts.emplace_back();
      begins.push_back(begin);
    } else {
      begin = end;
    }
    for (; begin <= i; ++begin) {
      parts.back().document.segments.push_back(whole.segments[begin]);
      parts.back().wanted.push_back(asked[begin]);
    }
    end = i + 1;
  }
  auto read = reader.read(parts, reading.states);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t i = 0; i < read[p].size(); ++i) {
      if (!read[p][i].empty()) states[begins[p] + i] = std::move(read[p][i]);
    }
  }
  return states;
}

std::vector<model::SpanQuestion> first_questions(string_view text, const AskedProviso& asked) {
  const ProvisoQuestion& q = asked.question;
  const model::TokenRange trigger = tokens_in(asked.tokens, q.trigger);
  std::vector<model::SpanQuestion> questions(2);
  questions[0].trigger = questions[1].trigger = trigger;
  questions[0].maybe_none = true;
  questions[0].candidates.push_back(
      {kReportOutput, tokens_in(asked.tokens, q.at.limb.span), report_facts(text, q)});
  for (std::size_t i = 0; i < q.scopes.size(); ++i) {
    questions[1].candidates.push_back(
        {kScopeOutput, tokens_in(asked.tokens, q.scopes[i]), scope_facts(text, q, i)});
  }
  return questions;
}

std::vector<model::SpanQuestion> second_questions(string_view text, const AskedProviso& asked,
                                                  Span scope, const std::vector<Span>& limits) {
  const ProvisoQuestion& q = asked.question;
  std::vector<model::SpanQuestion> questions(1);
  questions[0].trigger = tokens_in(asked.tokens, q.trigger);
  const model::TokenRange range = tokens_in(asked.tokens, scope);
  for (std::uint32_t kind = 0; kind < kProvisoKindNames.size(); ++kind) {
    questions[0].candidates.push_back(
        {kKindOutput + kind, range, kind_facts(text, q, scope, static_cast<ProvisoKind>(kind))});
  }
  if (limits.empty()) return questions;
  questions.emplace_back();
  questions[1].trigger = questions[0].trigger;
  for (const Span& each : limits) {
    questions[1].candidates.push_back(
        {kLimitsOutput, tokens_in(asked.tokens, each), limits_facts(text, q, scope, each)});
  }
  return questions;
}

JudgedProviso judge(string_view text, const AskedProviso& asked, const ProvisoHead& head) {
  const ProvisoQuestion& q = asked.question;
  const ProvisoTrust& trust = head.trust[q.at.chinese ? 1 : 0];
  model::SpanWindow window = asked.window;
  window.questions = first_questions(text, asked);
  const auto first = head.head.scores(window);
  JudgedProviso result;
  const double sure = trust.scale * first[0][0] + trust.bias + (q.rules ? trust.rules : 0);
  result.score = 1 / (1 + std::exp(-sure));
  if (result.score < 0.5) return result;
  const auto best = [](const std::vector<float>& scores, const auto& bonus) {
    std::size_t at = 0;
    double most = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double score = scores[i] + bonus(i);
      if (i == 0 || score > most) most = score, at = i;
    }
    return at;
  };
  Proviso& found = result.proviso;
  found.trigger = q.trigger;
  found.section = q.at.section;
  found.scope = q.scopes[best(first[1], [&](std::size_t i) {
    return q.rules && same(q.scopes[i], q.rules->scope) ? trust.scope : 0;
  })];
  const std::vector<Span> limits = proposed_limits(text, q, found.scope);
  window.questions = second_questions(text, asked, found.scope, limits);
  const auto second = head.head.scores(window);
  found.kind = static_cast<ProvisoKind>(best(second[0], [&](std::size_t i) {
    return q.rules && static_cast<std::size_t>(q.rules->kind) == i ? trust.kind : 0;
  }));
  if (!limits.empty()) {
    found.limits = limits[best(second[1], [&](std::size_t i) {
      return q.rules && same(limits[i], q.rules->limits) ? trust.limits : 0;
    })];
  }
  return result;
}

bool holds_proviso_head(const std::filesystem::path& dir) {
  return std::filesystem::exists(dir / kFile);
}

std::unique_ptr<ProvisoModel> load_proviso_model(const std::filesystem::path& dir,
                                                 LoadedModel& loaded) {
  model::StateReader reader = model::StateReader::over(loaded.reader);
  std::optional<ProvisoHead> head = load_proviso_head(dir, reader);
  if (!head) return nullptr;
  return std::make_unique<ProvisoModel>(
      ProvisoModel{std::move(reader), loaded.tokenizer, std::move(*head)});
}

std::vector<JudgedProviso> judged_provisos(string_view text, const segmenter::Structure& structure,
                                           ProvisoModel& model) {
  std::vector<ProvisoQuestion> questions =
      proviso_questions(text, structure, find_provisos(text, structure));
  const auto segments = segmenter::make_segments(text, structure, model.tokenizer);
  const auto states =
      states_around(structure, segments, segments_asked(questions, segments), model.reader, {});
  std::vector<const std::vector<float>*> rows;
  for (const auto& each : states) rows.push_back(&each);
  std::vector<JudgedProviso> judged;
  std::vector<Proviso> found;
  for (const AskedProviso& asked :
       ask(std::move(questions), segments, rows, model.reader.card().config.d_model)) {
    const JudgedProviso one = judge(text, asked, model.head);
    if (one.score < 0.5) continue;
    judged.push_back(one);
    found.push_back(one.proviso);
  }
  // Questions come in the order of their triggers: nesting leaves the places as they are.
  order_and_nest(found);
  for (std::size_t i = 0; i < found.size(); ++i) judged[i].proviso = found[i];
  return judged;
}

}  // namespace proviso::tasks
