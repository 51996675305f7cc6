-- What `proviso draft` wrote: a prompt and its continuation. settings and findings are JSON; offsets in findings are
-- bytes of prompt || text.
CREATE TABLE continuations (
  id            INTEGER PRIMARY KEY,
  run           INTEGER NOT NULL REFERENCES runs (id),
  prompt_path   TEXT NOT NULL,
  prompt_sha256 TEXT NOT NULL,           -- of the prompt's text
  prompt        TEXT NOT NULL,
  text          TEXT NOT NULL,
  tokens        INTEGER NOT NULL,
  ended         TEXT NOT NULL CHECK (ended IN ('tokens', 'section', 'interrupted')),
  settings      TEXT NOT NULL,           -- JSON object
  slips         TEXT NOT NULL,           -- JSON object: what was mended, by kind
  findings      TEXT NOT NULL            -- JSON array
) STRICT;
CREATE INDEX continuations_run ON continuations (run);

-- Each look of the sentence encoder at the draft, and what was done.
CREATE TABLE anchors (
  continuation INTEGER NOT NULL REFERENCES continuations (id),
  ordinal      INTEGER NOT NULL,
  token        INTEGER NOT NULL,         -- produced so far
  similarity   REAL NOT NULL,
  reset        TEXT NOT NULL CHECK (reset IN ('none', 'prompt', 'outline')),
  PRIMARY KEY (continuation, ordinal)
) STRICT, WITHOUT ROWID;
