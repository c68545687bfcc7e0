/// @file
/// What requests to a knowledge base share: limits and page tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0::knowledge {

inline constexpr std::size_t most_characters = 500;  ///< code points of a query, a filter or a name

/// `invalid_argument` for a query that is empty, too long or not UTF-8.
[[nodiscard]] Result<void> check_query(std::string_view query);
/// `invalid_argument` for a name of another form than "documents/…", too long or not UTF-8.
[[nodiscard]] Result<void> check_name(std::string_view name);

/// A token that belongs to a request, told by a hash of it, and says where its next page begins.
[[nodiscard]] std::string page_token(std::uint64_t request, std::string_view next);
/// Where the page begins; `invalid_argument` for the token of another request.
[[nodiscard]] Result<std::string_view> next_of(std::string_view token, std::uint64_t request);
/// The same of pages that begin at a number; 0 for the empty token.
[[nodiscard]] Result<std::size_t> offset_of(std::string_view token, std::uint64_t request);

}  // namespace querydata::inline v0::knowledge
