/// @file
/// Word stems.
#pragma once

#include <string>
#include <string_view>

namespace querydata::inline v0::text {

/// The stem of one folded English word (Snowball English, "Porter 2"). Words of other languages come back nearly as
/// they are; a "word" longer than 64 bytes comes back unchanged. Any thread.
[[nodiscard]] std::string stem(std::string_view folded_word);

/// The stem by the Snowball algorithm of that name ("german"), in lower case; the word itself where there is none of
/// that name. Otherwise as above.
[[nodiscard]] std::string stem(std::string_view folded_word, std::string_view algorithm);

}  // namespace querydata::inline v0::text
