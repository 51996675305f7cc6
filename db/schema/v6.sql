-- Version 6: provisos (但书), kept per run as flags are. A row of proviso_readings without provisos says: looked for, none
-- found. Offsets are bytes of documents.text; each row carries its quotes, tags and boxes, so that it stays readable when
-- the document is read anew.
CREATE TABLE proviso_readings (
  run      INTEGER NOT NULL REFERENCES runs (id),
  document INTEGER NOT NULL REFERENCES documents (id), -- one version of a document, by its bytes
  PRIMARY KEY (run, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX proviso_readings_document ON proviso_readings (document, run);

CREATE TABLE provisos (
  run           INTEGER NOT NULL,
  document      INTEGER NOT NULL,
  proviso       INTEGER NOT NULL,        -- from 0, in the order of the triggers
  parent        INTEGER,                 -- the proviso of this reading in whose scope this one stands
  kind          TEXT NOT NULL CHECK (kind IN ('exception', 'condition', 'limit', 'reservation', 'priority')),
  source        TEXT NOT NULL CHECK (source IN ('rules', 'model')), -- who decided that it is one
  score         REAL NOT NULL,
  section       TEXT NOT NULL,
  level         TEXT NOT NULL,
  "trigger"     TEXT NOT NULL,
  trigger_start INTEGER NOT NULL,
  trigger_end   INTEGER NOT NULL,
  scope         TEXT NOT NULL,
  scope_start   INTEGER NOT NULL,
  scope_end     INTEGER NOT NULL,
  limits        TEXT,                    -- NULL, like its offsets: the rule stands elsewhere
  limits_start  INTEGER,
  limits_end    INTEGER,
  boxes         TEXT NOT NULL,           -- JSON, of trigger and scope: [{"page", "box": [x0, y0, x1, y1]}]
  PRIMARY KEY (run, document, proviso),
  FOREIGN KEY (run, document) REFERENCES proviso_readings (run, document),
  FOREIGN KEY (run, document, parent) REFERENCES provisos (run, document, proviso) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
