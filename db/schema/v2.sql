-- Version 2: what OCR has read, so that a run that was killed, or other settings, need not read it again.

CREATE TABLE ocr_cache (
  key   TEXT PRIMARY KEY,                -- hash of the picture and of all that decides how it is read
  value BLOB NOT NULL                    -- zstd
) STRICT, WITHOUT ROWID;
