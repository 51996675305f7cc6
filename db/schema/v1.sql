-- Version 1. Offsets are bytes of documents.text, [start, end). NULL offsets: the row has no share of the text.
-- Boxes are points, origin top left. Times are UTC, ISO 8601.

CREATE TABLE runs (
  id            INTEGER PRIMARY KEY,
  command       TEXT NOT NULL,
  arguments     TEXT NOT NULL,           -- JSON array
  version       TEXT NOT NULL,
  revision      TEXT NOT NULL,
  model_sha256  TEXT,                    -- NULL: ran without a model
  configuration TEXT NOT NULL,           -- TOML, as --dump-config prints it
  started_at    TEXT NOT NULL,
  finished_at   TEXT,                    -- NULL: running or killed
  status        TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'interrupted'))
) STRICT;

CREATE TABLE documents (
  id               INTEGER PRIMARY KEY,
  sha256           TEXT NOT NULL UNIQUE, -- of the file's bytes
  source_kind      TEXT NOT NULL,
  status           TEXT NOT NULL,
  reason           TEXT NOT NULL,
  text             TEXT NOT NULL,
  kind             TEXT NOT NULL,
  instance         TEXT NOT NULL,
  language         TEXT NOT NULL,
  court            TEXT NOT NULL,
  case_number      TEXT NOT NULL,
  segmented_by     TEXT NOT NULL,        -- version and revision of the program that made sections and segments
  tokenizer_sha256 TEXT,                 -- NULL: no segments yet
  lineage          TEXT NOT NULL,        -- sha256 of the first version
  supersedes       INTEGER UNIQUE REFERENCES documents (id),
  run              INTEGER NOT NULL REFERENCES runs (id)
) STRICT;
CREATE INDEX documents_lineage ON documents (lineage);
CREATE INDEX documents_case ON documents (case_number, court) WHERE case_number <> '';

CREATE TABLE paths (
  path     TEXT NOT NULL,
  document INTEGER NOT NULL REFERENCES documents (id),
  current  INTEGER NOT NULL CHECK (current IN (0, 1)), -- 0: the file at this path is another document now
  run      INTEGER NOT NULL REFERENCES runs (id),      -- that saw it last
  PRIMARY KEY (path, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX paths_document ON paths (document);

CREATE TABLE pages (
  document   INTEGER NOT NULL REFERENCES documents (id),
  number     INTEGER NOT NULL,
  label      TEXT NOT NULL,
  width      REAL NOT NULL,
  height     REAL NOT NULL,
  rotation   INTEGER NOT NULL,
  method     TEXT NOT NULL,
  status     TEXT NOT NULL,
  reason     TEXT NOT NULL,
  confidence REAL NOT NULL,
  PRIMARY KEY (document, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE lines (
  document   INTEGER NOT NULL REFERENCES documents (id),
  line       INTEGER NOT NULL,
  page       INTEGER NOT NULL,
  text       TEXT NOT NULL,
  x0         REAL NOT NULL,
  y0         REAL NOT NULL,
  x1         REAL NOT NULL,
  y1         REAL NOT NULL,
  source     TEXT NOT NULL,
  font_size  REAL NOT NULL,
  confidence REAL NOT NULL,
  flags      INTEGER NOT NULL,           -- bits of ingest::LineFlag
  start      INTEGER,
  end        INTEGER,
  edges      BLOB NOT NULL,              -- float32, little endian
  PRIMARY KEY (document, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE paragraphs (
  document   INTEGER NOT NULL REFERENCES documents (id),
  paragraph  INTEGER NOT NULL,
  start      INTEGER NOT NULL,
  end        INTEGER NOT NULL,
  first_line INTEGER NOT NULL,
  last_line  INTEGER NOT NULL,           -- one past the last
  PRIMARY KEY (document, paragraph)
) STRICT, WITHOUT ROWID;

CREATE TABLE sections (
  document      INTEGER NOT NULL REFERENCES documents (id),
  section       INTEGER NOT NULL,
  tag           TEXT NOT NULL,
  level         TEXT NOT NULL,
  start         INTEGER NOT NULL,
  end           INTEGER NOT NULL,
  heading_start INTEGER NOT NULL,
  heading_end   INTEGER NOT NULL,
  PRIMARY KEY (document, section)
) STRICT, WITHOUT ROWID;

CREATE TABLE parties (
  document        INTEGER NOT NULL REFERENCES documents (id),
  party           INTEGER NOT NULL,
  name            TEXT NOT NULL,
  aliases         TEXT NOT NULL,         -- JSON arrays of strings
  roles           TEXT NOT NULL,
  representatives TEXT NOT NULL,
  start           INTEGER NOT NULL,
  end             INTEGER NOT NULL,
  PRIMARY KEY (document, party)
) STRICT, WITHOUT ROWID;

CREATE TABLE items (
  document INTEGER NOT NULL REFERENCES documents (id),
  item     INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  number   TEXT NOT NULL,
  parent   INTEGER,
  section  INTEGER,
  start    INTEGER NOT NULL,
  end      INTEGER NOT NULL,
  PRIMARY KEY (document, item)
) STRICT, WITHOUT ROWID;

CREATE TABLE segments (
  document INTEGER NOT NULL REFERENCES documents (id),
  segment  INTEGER NOT NULL,
  section  INTEGER NOT NULL,
  start    INTEGER NOT NULL,
  end      INTEGER NOT NULL,
  tokens   INTEGER NOT NULL,
  data     BLOB NOT NULL,                -- ids, spans, marks and sentences: db/segment_blob.h
  PRIMARY KEY (document, segment)
) STRICT, WITHOUT ROWID;

-- What a run did to a document: one row for each document it analysed, with flags or without.
CREATE TABLE analyses (
  run           INTEGER NOT NULL REFERENCES runs (id),
  document      INTEGER NOT NULL REFERENCES documents (id),
  checks        TEXT NOT NULL,           -- JSON array: the checks that ran
  segments      INTEGER NOT NULL,        -- of the document
  segments_read INTEGER NOT NULL,        -- by the model
  PRIMARY KEY (run, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX analyses_document ON analyses (document, run);

CREATE TABLE scores (
  run        INTEGER NOT NULL,
  document   INTEGER NOT NULL,
  segment    INTEGER NOT NULL,
  score      REAL NOT NULL,
  depends_on TEXT NOT NULL,              -- JSON: [{"segment", "weight"}]
  PRIMARY KEY (run, document, segment),
  FOREIGN KEY (run, document) REFERENCES analyses (run, document)
) STRICT, WITHOUT ROWID;

-- Each row carries its quotes, tags and boxes, so that it stays readable when sections and segments are made anew.
CREATE TABLE flags (
  run           INTEGER NOT NULL,
  document      INTEGER NOT NULL,
  flag          INTEGER NOT NULL,
  id            TEXT NOT NULL,           -- db/flag_id.h
  kind          TEXT NOT NULL,
  severity      TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'note')),
  score         REAL NOT NULL,
  "check"       TEXT NOT NULL,
  explanation   TEXT NOT NULL,
  quote         TEXT NOT NULL,
  section       TEXT NOT NULL,
  level         TEXT NOT NULL,
  segment       INTEGER,
  start         INTEGER NOT NULL,
  end           INTEGER NOT NULL,
  boxes         TEXT NOT NULL,           -- JSON: [{"page", "box": [x0, y0, x1, y1]}]
  other_quote   TEXT,                    -- NULL, like the other_… below: nothing to set it against
  other_section TEXT,
  other_level   TEXT,
  other_segment INTEGER,
  other_start   INTEGER,
  other_end     INTEGER,
  other_boxes   TEXT,
  PRIMARY KEY (run, document, flag),
  FOREIGN KEY (run, document) REFERENCES analyses (run, document)
) STRICT, WITHOUT ROWID;
