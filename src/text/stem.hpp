/// @file
/// Word stems.
#pragma once

#include <string>
#include <string_view>

namespace querydata::inline v0::text {

/// The stem of one folded English word (Snowball English, "Porter 2"). Words of other languages come back nearly as
/// they are; a "word" longer than 64 bytes comes back unchanged. Any thread.
[[nodiscard]] std::string stem(std::string_view folded_word);

}  // namespace querydata::inline v0::text
