#include "cli/exit_code.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <new>
#include <system_error>

#include "cli/settings.h"
#include "db/error.h"
#include "ingest/reader.h"
#include "model/error.h"
#include "segmenter/tokenizer.h"
#include "tasks/ingest.h"
#include "tasks/learning/corpus.h"

namespace proviso::cli {
namespace {

ExitCode code_of(model::ModelError::Code code) {
  switch (code) {
    case model::ModelError::Code::kOutOfMemory:
    case model::ModelError::Code::kDevice:
      return kOutOfResources;
    case model::ModelError::Code::kDiverged:
      return kUsage;
    default:
      return kModelIncompatible;
  }
}

Failure system_failure(const std::system_error& error) {
  const std::error_code code = error.code();
  const bool resources =
      code == std::errc::not_enough_memory || code == std::errc::resource_unavailable_try_again ||
      code == std::errc::no_space_on_device || code == std::errc::too_many_files_open;
  return {resources ? kOutOfResources : kInputUnreadable, error.what()};
}

}  // namespace

bool reader_went_away() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

std::span<const ExitMeaning> exit_table() {
  static constexpr std::array<ExitMeaning, 10> kTable{{
      {kFine, "fine"},
      {kConditionNotMet, "ran, but the condition asked for is not met"},
      {kUsage, "wrong usage or configuration"},
      {kSomeFailed, "finished, some documents could not be read"},
      {kInputUnreadable, "input unreadable: missing path, nothing readable, no documents at all"},
      {kModelIncompatible, "model missing, or its format does not fit"},
      {kDatabase, "database: of another program, newer, locked, damaged, disk full"},
      {kOutOfResources,
       "out of memory, device or room for the results; a part of the program is missing"},
      {kBug, "a bug of the program"},
      {kInterrupted, "interrupted; the work so far is kept"},
  }};
  return kTable;
}

Failure explain(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const CLI::ParseError& e) {
    return {kUsage, fmt::format("{} (see --help)", e.what())};
  } catch (const ingest::Error& e) {
    return {kOutOfResources, e.what()};
  } catch (const ConfigError& e) {
    return {kUsage, e.what()};
  } catch (const tasks::InputError& e) {
    return {kInputUnreadable, e.what()};
  } catch (const db::DbError& e) {
    return {kDatabase, e.what()};
  } catch (const model::ModelError& e) {
    return {code_of(e.code()), e.what()};
  } catch (const segmenter::TokenizerError& e) {
    return {kModelIncompatible, e.what()};
  } catch (const tasks::CorpusError& e) {
    return {kInputUnreadable, e.what()};
  } catch (const std::bad_alloc&) {
    return {kOutOfResources, "out of memory; give fewer --threads or smaller documents"};
  } catch (const OutputError&) {
    if (reader_went_away()) return {kFine, ""};
    return {kOutOfResources, "the results cannot be written to standard output; is the disk full?"};
  } catch (const std::system_error& e) {
    return system_failure(e);
  } catch (const std::exception& e) {
    return {kBug, fmt::format("internal error, please report it: {}", e.what())};
  } catch (...) {
    return {kBug, "internal error, please report it"};
  }
}

}  // namespace proviso::cli
