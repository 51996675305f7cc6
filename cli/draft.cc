// proviso draft
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>

#include "cli/build_info.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/page_file.h"
#include "db/continuations.h"
#include "db/database.h"
#include "db/open_run.h"
#include "tasks/continuation_json.h"
#include "tasks/draft/anchor.h"
#include "tasks/draft/draft.h"
#include "tasks/draft/record.h"
#include "tasks/explanations.h"
#include "tasks/ingest.h"
#include "tasks/inspect/inspect.h"

namespace proviso::cli {
namespace {

namespace fs = std::filesystem;
using tasks::AnchorReset;
using tasks::Slip;

struct Arguments {
  fs::path prompt, encoders;
  std::optional<std::string> out;
  tasks::DraftSettings settings;
  std::string encoder = "auto", reset = "outline";
  double threshold = 0;  // 0: the encoder's own
  bool no_constraints = false;
};

tasks::Inspected read_prompt(const fs::path& path) {
  const fs::path paths[] = {path};
  const ingest::Found found = tasks::find_input(paths);
  if (found.documents.size() != 1) {
    throw tasks::InputError(fmt::format("--prompt takes one document; {} holds {}",
                                        shown_path(path), found.documents.size()));
  }
  tasks::Inspected prompt;
  tasks::inspect(found.documents, {}, 1,
                 [&](tasks::Inspected&& inspected) { prompt = std::move(inspected); });
  if (prompt.document.text.find_first_not_of(" \n") == std::string::npos) {
    throw tasks::InputError(fmt::format("{} holds no text to continue{}{}", shown_path(path),
                                        prompt.document.reason.empty() ? "" : ": ",
                                        prompt.document.reason));
  }
  return prompt;
}

// What --encoder says; auto: the first of e5, minilm (English alone) and the reader that is there.
std::unique_ptr<tasks::TextEncoder> load_encoder(const Arguments& arguments, Context& context,
                                                 tasks::LoadedModel& loaded, bool english) {
  const fs::path folder = arguments.encoders.empty()
                              ? fs::path(source_directory()) / ".deps" / "encoders"
                              : arguments.encoders;
  std::string name = arguments.encoder;
  if (name == "auto") {
    const auto there = [&](const char* one) {
      std::error_code error;
      return fs::exists(tasks::encoder_file(folder, one), error);
    };
    name = there("e5") ? "e5" : english && there("minilm") ? "minilm" : "reader";
    if (name == "reader" && !context.settings.quiet) {
      context.err << in(
          context.language,
          "No sentence encoder here (./dev setup encoders fetches two): the "
          "reader's own states serve.\n",
          "未找到句子编码器（可用 ./dev setup encoders 获取），改用阅读模型自身的向量。\n");
    }
  }
  if (name == "none") return nullptr;
  if (name == "reader") return tasks::reader_encoder(loaded);
  std::error_code error;
  // One that is not there is told at once; one that is there takes a second to load.
  if (!fs::exists(tasks::encoder_file(folder, name), error)) {
    throw model::ModelError(
        model::ModelError::Code::kFormat,
        fmt::format(
            fmt::runtime(in(context.language,
                            "the sentence encoder {} is not here ({}): ./dev setup encoders "
                            "fetches it; --encoder reader needs none",
                            "未找到句子编码器 {}（{}）：可用 ./dev setup encoders 获取，或用 "
                            "--encoder reader，无需编码器")),
            name, shown_path(tasks::encoder_file(folder, name))));
  }
  return tasks::deferred_text_encoder(
      name, [folder, name] { return tasks::load_text_encoder(folder, name); });
}

std::string slip_in(Language language, Slip slip) {
  static constexpr std::array<std::string_view, 8> kChinese{"金额", "角色互换", "当事人", "角色",
                                                            "姓名", "重复定义", "编号",   "重复句"};
  return std::string(language == Language::kChinese ? kChinese[static_cast<std::size_t>(slip)]
                                                    : name(slip));
}

void say_check(Context& context, const tasks::AnchorCheck& check) {
  const bool chinese = context.language == Language::kChinese;
  std::string done;
  if (check.reset == AnchorReset::kPrompt)
    done = chinese ? "，已重置到提示文本" : "; reset to the prompt";
  if (check.reset == AnchorReset::kOutline)
    done =
        chinese ? "，已重置到提示文本与草稿提纲" : "; reset to the prompt and the draft's outline";
  context.err << fmt::format(
      fmt::runtime(chinese ? "\n[第 {} 词：与提示文本的相似度 {:.3f}，阈值 {:.3f}{}]\n"
                           : "\n[token {}: similarity to the prompt {:.3f}, threshold {:.3f}{}]\n"),
      check.token, check.similarity, check.threshold, done);
}

std::string_view end_in(Language language, tasks::DraftEnd end) {
  switch (end) {
    case tasks::DraftEnd::kInterrupted:
      return in(language, ", interrupted", "（已中断）");
    case tasks::DraftEnd::kSection:
      return in(language, ", to the section's end", "（至本部分结束）");
    case tasks::DraftEnd::kTokens:
      break;
  }
  return "";
}

// What follows a signature is no longer the document.
void warn_if_signed(Context& context, const tasks::Inspected& prompt) {
  const auto& sections = prompt.structure.sections;
  const bool is_signed = std::any_of(
      sections.begin(), sections.end(),
      [](const segmenter::Section& section) { return section.tag == segmenter::Tag::kSignature; });
  if (!is_signed) return;
  context.err << in(
      context.language,
      "Note: the prompt is signed already; what is drafted stands behind the signature. To draft "
      "one part anew, cut the prompt before it.\n",
      "注意：提示文本已有落款，续写内容将排在落款之后。如需重写某一部分，请先将提示文本截至该部分之"
      "前。\n");
}

std::string one_line(std::string text) {
  for (char& c : text) c = c == '\n' ? ' ' : c;
  return text;
}

void say_end(Context& context, const tasks::Draft& draft, std::int64_t id) {
  const bool chinese = context.language == Language::kChinese;
  std::size_t resets = 0;
  for (const auto& check : draft.checks) resets += check.reset != AnchorReset::kNone ? 1 : 0;
  context.err << fmt::format(
      fmt::runtime(chinese ? "\n续写 {}{}：{} 词，与提示文本比较 {} 次，重置记忆 {} 次。\n"
                           : "\nContinuation {}{}: {} tokens, compared with the prompt {} times, "
                             "memory reset {} times.\n"),
      id, end_in(context.language, draft.end), draft.tokens, draft.checks.size(), resets);
  if (!draft.mended.empty()) {
    std::string kinds;
    for (const auto& [slip, count] : draft.mended)
      kinds +=
          fmt::format("{}{} {}", kinds.empty() ? "" : ", ", slip_in(context.language, slip), count);
    context.err << fmt::format(
        fmt::runtime(chinese ? "已按提示文本修正：{}。\n" : "Replaced to fit the prompt: {}.\n"),
        kinds);
  }
  const std::string whole = draft.prompt + draft.text;
  for (const tasks::Finding& one : draft.findings) {
    const std::string why =
        tasks::explanation_in(in(context.language, "en", "zh"), one.explanation);
    context.err << fmt::format("! {} {}\n    {}\n", one.kind, one_line(why),
                               one_line(whole.substr(one.place.start, one.place.size())));
    if (one.other)
      context.err << fmt::format("    {}\n",
                                 one_line(whole.substr(one.other->start, one.other->size())));
  }
  context.err << fmt::format(
      fmt::runtime(chinese
                       ? "规则检查（金额、日期、当事人、编号、引用等）发现 {} 处矛盾；文意是否"
                         "正确、条款是否妥当，未作检查。\n"
                       : "The checks of amounts, dates, parties, numbers and references found {} "
                         "contradiction(s). Nothing checked whether the draft makes sense.\n"),
      draft.findings.size());
  const auto list = [&](const std::vector<std::string>& words, const char* english,
                        const char* zh) {
    if (words.empty()) return;
    context.err << fmt::format(
        fmt::runtime(chinese ? zh : english), words.size(),
        one_line(fmt::format("{}", fmt::join(words, chinese ? "、" : "; "))));
  };
  list(draft.unfounded_names, "! {} name(s) that the prompt does not hold: {}\n",
       "! 提示文本中没有的名称 {} 个：{}\n");
  list(draft.unfounded_clauses, "! {} reference(s) to clauses that are not there: {}\n",
       "! 引用了不存在的条款 {} 处：{}\n");
  context.err << in(
      context.language,
      "A small model wrote this: raw material, often without sense; dates, courts, rates and "
      "persons may be invented. Read every line before you use any.\n",
      "以上由小型模型生成，仅为素材，常有不通之处；日期、法院、利率、人名可能系虚构，使用前请逐行核"
      "对。\n");
}

AnchorReset reset_of(const std::string& name) {
  return name == "none"     ? AnchorReset::kNone
         : name == "prompt" ? AnchorReset::kPrompt
                            : AnchorReset::kOutline;
}

void write_out(const fs::path& file, const tasks::Draft& draft) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << draft.prompt << draft.text;
  if (!draft.text.ends_with('\n')) out << '\n';
  out.close();
  if (!out) {
    throw std::system_error(errno != 0 ? errno : ENOSPC, std::generic_category(),
                            fmt::format("{} cannot be written", shown_path(file)));
  }
}

int run(const Arguments& arguments, Context& context) {
  if (arguments.prompt.empty()) throw CLI::RequiredError("--prompt");
  if (arguments.out) check_new_file("--out", *arguments.out);
  const tasks::Inspected prompt = read_prompt(arguments.prompt);
  const auto directory = context.model_directory();
  if (!directory) {
    throw model::ModelError(model::ModelError::Code::kFormat,
                            "no model: name a model directory with --model");
  }
  db::Database database = db::Database::open(context.settings.db);  // before what takes a while
  if (!context.settings.quiet && !context.settings.json) warn_if_signed(context, prompt);
  model::set_threads(context.threads());
  tasks::LoadedModel loaded = tasks::load_model(*directory, model::Device::kCpu);
  const auto encoder = load_encoder(arguments, context, loaded, prompt.structure.language == "en");
  db::OpenRun open_run(database, context.run_start(loaded.reader.card().weights_sha256));

  tasks::DraftSettings settings = arguments.settings;
  settings.seed = context.settings.seed;
  settings.constrained = !arguments.no_constraints;
  settings.reset = reset_of(arguments.reset);
  if (arguments.threshold > 0) settings.anchor_threshold = arguments.threshold;
  tasks::DraftEvents events;
  if (!context.settings.json) {
    events.text = [&](std::string_view words) {
      context.out << words << std::flush;
      if (!context.out) throw OutputError();
    };
  }
  if (!context.settings.quiet && !context.settings.json) {
    events.check = [&](const tasks::AnchorCheck& check) { say_check(context, check); };
  }
  tasks::Draft draft;
  try {
    draft =
        tasks::draft(loaded, encoder.get(), prompt.document.text, settings, events, context.stop);
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError(error.what());
  }
  const bool interrupted = draft.end == tasks::DraftEnd::kInterrupted;
  db::Continuation stored = tasks::continuation_of(draft, settings, shown_path(arguments.prompt),
                                                   encoder ? encoder->name() : "");
  stored.run = open_run.id();
  stored.id = db::store_continuation(database, open_run.id(), stored);
  open_run.finish(interrupted ? db::RunStatus::kInterrupted : db::RunStatus::kDone);
  if (arguments.out) write_out(*arguments.out, draft);
  if (context.settings.json) {
    nlohmann::ordered_json row{{"schema_version", 1}};
    row.update(tasks::continuation_json(stored));
    context.out << row.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                << '\n';
  } else {
    if (!draft.text.ends_with('\n')) context.out << '\n';
    if (!context.settings.quiet) say_end(context, draft, stored.id);
  }
  return interrupted ? kInterrupted : kFine;
}

// --section: the name of a part, or what it is called in Chinese.
CLI::Validator part_name() {
  return CLI::Validator(
      [](std::string& word) {
        const auto part = tasks::draft_part(word);
        if (!part)
          return fmt::format("there is no part '{}'; there are {}", word,
                             fmt::join(tasks::draft_parts(), ", "));
        word = *part;
        return std::string();
      },
      "");
}

void add_sampling(CLI::App& app, tasks::DraftSettings& settings) {
  tasks::Sampling& s = settings.sampling;
  app.add_option("--temperature", s.temperature, "0: always the likeliest word; higher: bolder")
      ->check(between(0, 5));
  app.add_option("--top-k", s.top_k, "Choose among the k likeliest tokens; 0: all")
      ->check(between(0, 1000000));
  app.add_option("--top-p", s.top_p, "Choose among the likeliest that make up this share")
      ->check(between(0.0001, 1));
  app.add_option("--repetition-penalty", s.repetition_penalty,
                 "Above 1: recent tokens become less likely")
      ->check(between(1, 10));
  app.add_option("--no-repeat", s.no_repeat, "No run of so many tokens comes twice; 0: allowed")
      ->check(between(0, 1000));
}

}  // namespace

Command add_draft(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  tasks::DraftSettings& settings = arguments->settings;
  CLI::App* app = program.add_subcommand("draft", "Continue a contract or a judgment");
  app->add_option("--prompt", arguments->prompt, "The document to continue (text, DOCX, PDF)")
      ->type_name("FILE");
  app->add_option("--tokens", settings.tokens,
                  "Most tokens: ends with the last sentence that fits; the first always stands")
      ->check(between(1, 10000000));
  app->add_option("--out", arguments->out, "Write prompt and draft here, too: a new file")
      ->type_name("FILE");
  app->add_option("--section", settings.part,
                  fmt::format("Draft one part with its heading, and stop at its end: {}; or its "
                              "Chinese name (违约责任, 裁判主文)",
                              fmt::join(tasks::draft_parts(), ", ")))
      ->type_name("PART")
      ->transform(part_name());
  app->add_flag("--stop-at-section", settings.stop_at_section_end,
                "Stop where the next section begins");
  add_sampling(*app, settings);
  app->add_flag("--no-constraints", arguments->no_constraints,
                "Leave invented amounts and names, swapped roles and wrong numbers");
  app->add_option("--encoder", arguments->encoder, "What compares draft and prompt")
      ->check(CLI::IsMember({"auto", "e5", "minilm", "reader", "none"}));
  app->add_option("--encoders", arguments->encoders,
                  "Folder of the encoders (./dev setup encoders)")
      ->type_name("DIR");
  app->add_option("--anchor-every", settings.anchor_every, "Tokens between two comparisons")
      ->check(between(16, 1000000));
  app->add_option("--anchor-threshold", arguments->threshold,
                  "Similarity that asks for a reset; 0: the encoder's own")
      ->check(between(0, 1));
  app->add_option("--anchor-reset,--anchor", arguments->reset,
                  "What the memory becomes then: the prompt, or the prompt and the draft's outline")
      ->check(CLI::IsMember({"outline", "prompt", "none"}));
  app->footer(
      "The draft goes to standard output sentence by sentence and into the database with its\n"
      "settings, comparisons, resets and findings. Amounts that the prompt does not name are left\n"
      "open (【待填】, [●]); invented parties become those of the prompt; numbers go on. A draft "
      "is a\n"
      "proposal: read every line.\n\n"
      "Examples:\n"
      "  proviso draft --prompt lease.docx --tokens 2000 --out lease-draft.txt\n"
      "  proviso draft --prompt supply.txt --section liability --temperature 0.6\n"
      "  proviso draft --prompt judgment.txt --section reasoning --seed 7\n"
      "  proviso export continuations > drafts.jsonl\n");
  return {app, [arguments](Context& context) { return run(*arguments, context); }};
}

}  // namespace proviso::cli
