#include "tasks/learning/teach_provisos.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "segmenter/segmenter.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;

bool same(Span a, Span b) {
  return a.start == b.start && a.end == b.end;
}

const Proviso* label_of(const ProvisoText& text, const ProvisoQuestion& question) {
  for (const Proviso& label : text.labels) {
    if (same(label.trigger, question.trigger)) return &label;
  }
  return nullptr;
}

template <typename Spans>
std::int32_t index_of(const Spans& spans, Span wanted) {
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (same(spans[i], wanted)) return static_cast<std::int32_t>(i);
  }
  return model::kSkip;
}

// A window with its questions and answers.
struct Lesson {
  std::size_t text = 0;
  const AskedProviso* asked = nullptr;
  const Proviso* label = nullptr;
  std::vector<Span> limits;  // proposed with the labelled scope
  model::SpanWindow window;
  std::vector<std::int32_t> answers;
};

Lesson lesson_of(std::size_t index, const StudiedText& studied, const AskedProviso& asked) {
  const std::string& text = studied.text->text;
  Lesson lesson;
  lesson.text = index;
  lesson.asked = &asked;
  lesson.label = label_of(*studied.text, asked.question);
  lesson.window = asked.window;
  lesson.window.questions = first_questions(text, asked);
  lesson.answers = {model::kNoCandidate, model::kSkip};
  if (lesson.label == nullptr) return lesson;
  lesson.answers = {0, index_of(asked.question.scopes, lesson.label->scope)};
  lesson.limits = proposed_limits(text, asked.question, lesson.label->scope);
  auto second = second_questions(text, asked, lesson.label->scope, lesson.limits);
  lesson.answers.push_back(static_cast<std::int32_t>(lesson.label->kind));
  if (second.size() > 1) lesson.answers.push_back(index_of(lesson.limits, lesson.label->limits));
  for (auto& question : second) lesson.window.questions.push_back(std::move(question));
  return lesson;
}

model::SpanHead learn(const std::vector<Lesson>& lessons, const std::vector<std::size_t>& fold_of,
                      std::size_t without, std::int64_t d, const model::SpanOptions& options) {
  std::vector<model::SpanLesson> given;
  for (const Lesson& lesson : lessons) {
    if (fold_of[lesson.text] == without) continue;
    given.push_back({&lesson.window, lesson.answers});
  }
  return model::train_span_head(proviso_shape(d), given, options);
}

constexpr std::size_t kNoFold = static_cast<std::size_t>(-1);

// One in `folds` for each origin, evenly within each set.
std::vector<std::size_t> folds_of(const std::vector<StudiedText>& texts, std::size_t folds) {
  std::map<std::string, std::size_t> of_origin;
  std::map<std::string, std::size_t> next;
  std::vector<std::size_t> fold;
  for (const StudiedText& text : texts) {
    auto [at, fresh] = of_origin.try_emplace(text.text->origin, 0);
    if (fresh) at->second = next[text.text->set]++ % folds;
    fold.push_back(at->second);
  }
  return fold;
}

// A held-out decision: the scores of its proposals, which of them the rules report, which is right.
struct Decision {
  std::vector<float> scores;
  std::int32_t rules = model::kSkip, right = model::kSkip;
};
struct Report {
  double score = 0;
  bool rules = false, right = false;
};
// Of one language.
struct HeldOut {
  std::vector<Report> reports;
  std::vector<Decision> scopes, limits, kinds;
};

using HeldOuts = std::array<HeldOut, 2>;  // [chinese]

void hold_out(const Lesson& lesson, const model::SpanHead& head, HeldOuts& outs) {
  HeldOut& out = outs[lesson.asked->question.at.chinese ? 1 : 0];
  const auto scores = head.scores(lesson.window);
  const auto& rules = lesson.asked->question.rules;
  out.reports.push_back({scores[0][0], rules.has_value(), lesson.label != nullptr});
  if (lesson.label == nullptr || !rules) return;
  out.scopes.push_back(
      {scores[1], index_of(lesson.asked->question.scopes, rules->scope), lesson.answers[1]});
  out.kinds.push_back({scores[2], static_cast<std::int32_t>(rules->kind), lesson.answers[2]});
  if (scores.size() > 3)
    out.limits.push_back({scores[3], index_of(lesson.limits, rules->limits), lesson.answers[3]});
}

// The bonus at which the right proposals are likeliest, in units of the scores: a head is surer of
// texts that it has learnt from than of others, so that its scores are shrunk meanwhile.
double bonus_of(const std::vector<Decision>& decisions) {
  double best = 0, least = 0;
  bool first = true;
  for (int shrink = 1; shrink <= 12; ++shrink) {
    const double scale = shrink / 10.0;
    for (int step = 0; step <= 32; ++step) {
      const double bonus = step * 0.25;
      double loss = 0;
      for (const Decision& each : decisions) {
        if (each.right < 0) continue;
        double sum = 0, right = 0;
        for (std::size_t i = 0; i < each.scores.size(); ++i) {
          const double score =
              scale * each.scores[i] + (static_cast<std::int32_t>(i) == each.rules ? bonus : 0);
          sum += std::exp(score - 20);
          if (static_cast<std::int32_t>(i) == each.right) right = score - 20;
        }
        loss += std::log(sum) - right;
      }
      if (first || loss < least) least = loss, best = bonus / scale;
      first = false;
    }
  }
  return best;
}

// Logistic regression on (score, reported by the rules, 1) by gradient descent with a little
// shrinkage; few numbers, so that a fixed number of steps is enough.
void fit_report(const std::vector<Report>& reports, bool use_rules, ProvisoTrust& trust) {
  if (reports.empty()) return;
  double scale = 1, rules = 0, bias = 0;
  const auto n = static_cast<double>(reports.size());
  for (int step = 0; step < 4000; ++step) {
    double by_scale = 0, by_rules = 0, by_bias = 0;
    for (const Report& each : reports) {
      const double x = scale * each.score + (each.rules ? rules : 0) + bias;
      const double error = 1 / (1 + std::exp(-x)) - (each.right ? 1 : 0);
      by_scale += error * each.score;
      by_rules += each.rules ? error : 0;
      by_bias += error;
    }
    constexpr double kRate = 0.3, kShrink = 2e-3;
    scale -= kRate * (by_scale / n / 4 + kShrink * (scale - 1));
    if (use_rules) rules -= kRate * (by_rules / n + kShrink * rules);
    bias -= kRate * (by_bias / n + kShrink * bias);
  }
  trust.scale = scale;
  trust.rules = rules;
  trust.bias = bias;
}

std::array<ProvisoTrust, 2> trust_of(const std::vector<const HeldOuts*>& parts, bool use_rules) {
  std::array<ProvisoTrust, 2> trust;
  const auto add = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (std::size_t language = 0; language < trust.size(); ++language) {
    HeldOut all;
    for (const HeldOuts* part : parts) {
      const HeldOut& of = (*part)[language];
      add(all.reports, of.reports);
      add(all.scopes, of.scopes);
      add(all.limits, of.limits);
      add(all.kinds, of.kinds);
    }
    fit_report(all.reports, use_rules, trust[language]);
    if (!use_rules) continue;
    trust[language].scope = bonus_of(all.scopes);
    trust[language].limits = bonus_of(all.limits);
    trust[language].kind = bonus_of(all.kinds);
  }
  return trust;
}

std::vector<Lesson> lessons_of(const std::vector<StudiedText>& texts) {
  std::vector<Lesson> lessons;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const AskedProviso& asked : texts[i].asked)
      lessons.push_back(lesson_of(i, texts[i], asked));
  }
  return lessons;
}

}  // namespace

std::vector<StudiedText> study_provisos(const std::vector<ProvisoText>& texts,
                                        model::StateReader& reader,
                                        const segmenter::Tokenizer& tokenizer,
                                        const ProvisoReading& reading,
                                        const std::function<void(std::size_t)>& done) {
  std::vector<StudiedText> all;
  const std::int64_t d = reader.card().config.d_model;
  for (const ProvisoText& text : texts) {
    auto questions = proviso_questions(text.text, text.structure, text.rules);
    std::erase_if(questions, [&](const ProvisoQuestion& q) {
      return std::none_of(text.within.begin(), text.within.end(), [&](Span range) {
        return range.start <= q.trigger.start && q.trigger.end <= range.end;
      });
    });
    const auto segments = segmenter::make_segments(text.text, text.structure, tokenizer);
    const auto states = states_around(text.structure, segments, segments_asked(questions, segments),
                                      reader, reading);
    std::vector<const std::vector<float>*> rows;
    for (const auto& each : states) rows.push_back(&each);
    all.push_back({&text, ask(std::move(questions), segments, rows, d)});
    if (done) done(all.size());
  }
  return all;
}

CrossJudged cross_judge(const std::vector<StudiedText>& texts, std::int64_t d,
                        const ProvisoTeachingOptions& options) {
  const std::vector<std::size_t> fold_of = folds_of(texts, options.folds);
  const std::vector<Lesson> lessons = lessons_of(texts);
  const bool some_unseen = std::any_of(
      texts.begin(), texts.end(), [](const StudiedText& text) { return text.text->rules_unseen; });
  std::vector<model::SpanHead> heads;
  std::vector<HeldOuts> held_out(options.folds);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    heads.push_back(learn(lessons, fold_of, fold, d, options.head));
    for (const Lesson& lesson : lessons) {
      if (fold_of[lesson.text] != fold) continue;
      if (some_unseen && !texts[lesson.text].text->rules_unseen) continue;
      hold_out(lesson, heads.back(), held_out[fold]);
    }
  }
  CrossJudged result;
  result.found.resize(texts.size());
  std::vector<const HeldOuts*> all;
  for (const HeldOuts& part : held_out) all.push_back(&part);
  result.trust = trust_of(all, options.rules);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    std::vector<const HeldOuts*> others = all;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(fold));
    const ProvisoHead head{std::move(heads[fold]), trust_of(others, options.rules)};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (fold_of[i] != fold) continue;
      for (const AskedProviso& asked : texts[i].asked) {
        const JudgedProviso judged = judge(texts[i].text->text, asked, head);
        if (judged.score >= 0.5) result.found[i].push_back(judged);
      }
    }
  }
  return result;
}

model::SpanHead teach_provisos(const std::vector<StudiedText>& texts, std::int64_t d,
                               const ProvisoTeachingOptions& options) {
  const std::vector<std::size_t> fold_of(texts.size(), 0);
  return learn(lessons_of(texts), fold_of, kNoFold, d, options.head);
}

ProposalRecall proposal_recall(const StudiedText& text) {
  ProposalRecall recall;
  for (const Proviso& label : text.text->labels) {
    ++recall.labels;
    for (const AskedProviso& asked : text.asked) {
      if (!same(asked.question.trigger, label.trigger)) continue;
      ++recall.triggers;
      if (index_of(asked.question.scopes, label.scope) < 0) continue;
      ++recall.scopes;
      const auto limits = proposed_limits(text.text->text, asked.question, label.scope);
      recall.limits += index_of(limits, label.limits) >= 0 ? 1 : 0;
    }
  }
  return recall;
}

}  // namespace proviso::tasks
