/// @file
/// Words that are spelled as they are meant.
#pragma once

#include <string_view>

namespace querydata::inline v0::plan {

/// Whether the folded word is one that the static model inside the library knows whole: an English word or a well-known
/// name, and so no typing error of another one. False for words of fewer than five letters, and for all in a build
/// without the model. Any thread.
/// @par Cost  the length of the word; the first call reads the model
[[nodiscard]] bool is_known_word(std::string_view folded);

}  // namespace querydata::inline v0::plan
