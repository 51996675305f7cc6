#include "ingest/document.h"

namespace proviso::ingest {}
