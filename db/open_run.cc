#include "db/open_run.h"

namespace proviso::db {

OpenRun::~OpenRun() {
  if (!open_) return;
  try {
    database_->finish_run(id_, RunStatus::kFailed);
  } catch (const DbError&) {
    // The database is what failed; the run stays "running", as after a crash.
  }
}

void OpenRun::finish(RunStatus status) {
  database_->finish_run(id_, status);
  open_ = false;
}

}  // namespace proviso::db
