// Names of people and organisations as written: how near two spellings are, what hides a name.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// The code points of a text, each a piece of it.
std::vector<std::string_view> characters(std::string_view text);

// Characters to put in, take out or replace to make one of the other.
std::size_t edit_distance(const std::vector<std::string_view>& a,
                          const std::vector<std::string_view>& b);

// Whether the two differ by one pair of neighbours that stand the other way round.
bool neighbours_exchanged(const std::vector<std::string_view>& a,
                          const std::vector<std::string_view>& b);

// How often `words` stands in `text`, without overlap.
std::size_t count(std::string_view text, std::string_view words);

// Whether the court has hidden characters of the name (某, ×, *).
bool masked(std::string_view name);

// Whether the name ends as those of organisations do (words/people.txt, "organisation").
bool organisation(std::string_view name);

// Whether a role as written (原审原告, 反诉被告) holds the role word; 被上诉人 does not hold
// 上诉人.
bool holds_role(std::string_view role, std::string_view word);

// Whether the words may be the name of a person or an organisation and are no phrase (应承担,
// 提交证据): no verb stands in them, and of the characters that names rarely hold
// (words/people.txt, "no_name") none, or one behind a common family name. Of an organisation the
// first two characters are judged; masks (张某) count as characters of a name.
bool may_be_name(std::string_view name);

// Whether the words begin with a family name that is often one.
bool begins_with_family_name(std::string_view name);

}  // namespace proviso::tasks
