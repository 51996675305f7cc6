-- Version 4: what people decided about flags. A decision hangs on the document's line of versions and on what the flag
-- said, not on a run or an offset: db/decisions.h finds it again among the flags of a later run.

CREATE TABLE decisions (
  lineage    TEXT NOT NULL,              -- documents.lineage
  flag       TEXT NOT NULL,              -- the flag's id when it was decided
  verdict    TEXT NOT NULL CHECK (verdict IN ('confirmed', 'dismissed')),
  note       TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  kind       TEXT NOT NULL,
  places     TEXT NOT NULL,              -- JSON: one or two of {"quote", "section", "before", "after"}, folded
  PRIMARY KEY (lineage, flag)
) STRICT, WITHOUT ROWID;

-- For ids that people type.
CREATE INDEX flags_id ON flags (id, document);
