#include "db/continuations.h"

namespace proviso::db {

std::int64_t store_continuation(Database& database, RunId run, const Continuation& continuation) {
  Connection& connection = database.connection();
  Transaction transaction(connection);
  Statement(connection,
            "INSERT INTO continuations (run, prompt_path, prompt_sha256, prompt, text, tokens, "
            "ended, settings, slips, findings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(run, continuation.prompt_path, continuation.prompt_sha256, continuation.prompt,
            continuation.text, continuation.tokens, continuation.ended, continuation.settings,
            continuation.slips, continuation.findings)
      .run();
  const std::int64_t id = connection.last_insert_rowid();
  Statement insert(connection, "INSERT INTO anchors VALUES (?, ?, ?, ?, ?)");
  std::int64_t ordinal = 0;
  for (const AnchorLook& one : continuation.anchors)
    insert.bind(id, ordinal++, one.token, one.similarity, one.reset).run();
  transaction.commit();
  return id;
}

std::vector<Continuation> continuations(Database& database, std::optional<RunId> run) {
  Connection& connection = database.connection();
  Statement row(connection,
                "SELECT id, run, prompt_path, prompt_sha256, prompt, text, tokens, ended, "
                "settings, slips, findings FROM continuations WHERE ?1 IS NULL OR run = ?1 "
                "ORDER BY id");
  row.bind(run);
  std::vector<Continuation> all;
  while (row.step()) {
    Continuation one;
    one.id = row.integer(0);
    one.run = row.integer(1);
    one.prompt_path = row.text(2);
    one.prompt_sha256 = row.text(3);
    one.prompt = row.text(4);
    one.text = row.text(5);
    one.tokens = row.integer(6);
    one.ended = row.text(7);
    one.settings = row.text(8);
    one.slips = row.text(9);
    one.findings = row.text(10);
    all.push_back(std::move(one));
  }
  for (Continuation& one : all) {
    Statement look(connection,
                   "SELECT token, similarity, reset FROM anchors WHERE continuation = ? ORDER BY "
                   "ordinal");
    look.bind(one.id);
    while (look.step())
      one.anchors.push_back({look.integer(0), look.real(1), std::string(look.text(2))});
  }
  return all;
}

}  // namespace proviso::db
