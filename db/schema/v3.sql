-- What a cross reference names: the place of an item in its document, NULL for other items and where
-- it was not found.
ALTER TABLE items ADD COLUMN target INTEGER;
