/// @file
/// The words in a name of a table or column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::text {

/// The folded words of an identifier: cut at everything that is no letter, mark or digit, before a capital that begins
/// a word, and between letters and digits. "airportCode_id2" is airport, code, id, 2; "HTTPServer" is http, server;
/// "userIDs" is user, ids; "2nd_name" is 2nd, name. O(n), any bytes.
[[nodiscard]] std::vector<std::string> split_identifier(std::string_view identifier);

}  // namespace querydata::inline v0::text
