/// @file
/// Words that English has.
#pragma once

#include <string_view>

namespace querydata::inline v0::search {

/// Whether the folded word is one that the static model inside the library knows whole: an English word, a well-known
/// name, or, of words of fewer than five letters, a piece of other words. False for all in a build without the model.
/// Any thread.
/// @par Cost  the length of the word; the first call reads the model
[[nodiscard]] bool knows_whole(std::string_view folded);

}  // namespace querydata::inline v0::search
