-- Version 7: what a document was read with, so that a changed setting is seen.
-- JSON, {"ocr": true|false}: whether pages without a text layer that can be trusted were read by OCR.
ALTER TABLE documents ADD COLUMN read_with TEXT;
UPDATE documents SET read_with = CASE WHEN EXISTS (
  SELECT 1 FROM pages WHERE document = documents.id AND reason LIKE '%which is switched off%')
  THEN '{"ocr":false}' ELSE '{"ocr":true}' END;
