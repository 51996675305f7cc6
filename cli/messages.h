// Messages in the user's language. The rooms speak English; what a user meets often is said in
// Chinese too, by the table cli/messages/zh.txt.
#pragma once

#include <string>
#include <string_view>

#include "cli/language.h"

namespace proviso::cli {

// `english`, a message of this program, in `language`. What stands in place of {1}, {2}, … of a
// known message (names of files, numbers) is put into the Chinese one, itself translated where it
// is a message. An unknown message stays English.
std::string message_in(Language language, std::string_view english);

}  // namespace proviso::cli
