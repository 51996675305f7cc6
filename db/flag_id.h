// The name of a flag that survives re-analysis and small edits elsewhere in the document. Pure
// functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/records.h"

namespace proviso::db {

// `text` (UTF-8) as quotes are compared: NFKC with case folded (full-width digits and letters
// become the plain ones), white space removed.
std::string fold(std::string_view text);

// Lower-case hex of the SHA-256 of `bytes`.
std::string sha256_hex(std::string_view bytes);

// Sets Flag::id of all flags of one document: the first 16 hex digits of SHA-256 over the lineage
// (sha256 of the document's first version) and the fingerprint: kind, folded quotes, section tags,
// and an ordinal that counts flags alike in all of these, in the order given.
void assign_ids(std::string_view lineage, std::vector<Flag>& flags);

}  // namespace proviso::db
