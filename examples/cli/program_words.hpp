/// @file
/// What the library says, in the words of the program.
#pragma once

#include <string>
#include <string_view>

/// A message with the program's own options and commands where it speaks of members of the library's interface, which
/// someone at a terminal can't set.
[[nodiscard]] std::string in_program_words(std::string_view message);
