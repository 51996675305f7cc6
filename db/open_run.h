// A run that always gets an end.
#pragma once

#include "db/database.h"

namespace proviso::db {

// begin_run() now; finish_run() when told, or as kFailed when it goes out of scope untold (an
// exception on its way). `database` must outlive it.
class OpenRun {
 public:
  OpenRun(Database& database, const RunStart& start)
      : database_(&database), id_(database.begin_run(start)) {}
  OpenRun(const OpenRun&) = delete;
  OpenRun& operator=(const OpenRun&) = delete;
  ~OpenRun();

  RunId id() const { return id_; }
  void finish(RunStatus status);

 private:
  Database* database_;
  RunId id_;
  bool open_ = true;
};

}  // namespace proviso::db
