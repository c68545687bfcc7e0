/// @file
/// Whether a call of the MongoDB shell only reads.
#pragma once

#include <string_view>

namespace querydata::inline v0::context {

/// Whether a text is a call of the MongoDB shell ("db.orders.find(…)").
[[nodiscard]] bool is_shell_call(std::string_view text);

/// What keeps a shell call from being one that only reads, wherever it stands: a method or function that is not known
/// to read, an operator that writes or runs code (however its name is spelt), a second statement, JavaScript. Else
/// empty.
/// @return  the first of them: a part of the text, or static text
/// @par Cost  linear
[[nodiscard]] std::string_view shell_write(std::string_view text);

}  // namespace querydata::inline v0::context
