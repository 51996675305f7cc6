// Whose law it is, for the names that governing-law clauses have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proviso::tasks::contract {

// Whether two laws, named in small letters ("new york", "england and wales", "scotland"), are one
// or one lies in the other (Ontario in Canada); nothing where one of them is not known.
std::optional<bool> one_law(std::string_view a, std::string_view b);

// The law that Chinese words name (中华人民共和国香港特别行政区 is 香港's); empty where none is
// known.
std::string law_named_in_chinese(std::string_view words);

}  // namespace proviso::tasks::contract
