// What a mother of workers (serve.h) does before the first document, so that no child has to.
#pragma once

#include "ingest/ocr/ocr.h"

namespace proviso::ingest {

// Reads a document of one page that is built in, in Chinese and Latin: loads Poppler's settings and
// its character maps of GB1, the tables of characters, the locale. Starts no thread.
void warm_up();

// Loads Tesseract's models and has the built-in page drawn: the fonts of the machine are found and
// listed. Starts no thread where OMP_THREAD_LIMIT is 1.
void warm_up_ocr(Ocr& ocr);

}  // namespace proviso::ingest
