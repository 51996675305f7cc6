// What the pages for a browser have in common.
#pragma once

#include <string>
#include <string_view>

namespace proviso::tasks {

// `text` as HTML shows it: what a browser would take for markup is escaped, control characters,
// which no page may hold, are spaces. Fit for the value of an attribute in quotes too.
std::string escaped(std::string_view text);

// tasks/inspect/page.css and, for each tag of a section, the class "t-TAG" with its colour
// (Words::colour) on light ground and a dark one of the same hue where the reader prefers dark.
std::string page_styles();

// `colour` ("#rrggbb") mixed into the dark ground of the page.
std::string dark_colour(std::string_view colour);

}  // namespace proviso::tasks
