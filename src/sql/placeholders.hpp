/// @file
/// The placeholders of a statement, whatever their form, and the parameters that they stand for.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/span.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

struct Placeholder {
  Span span;
  std::size_t parameter = 0;  ///< index into `Placeholders::names`
};

struct Placeholders {
  std::vector<Placeholder> uses;   ///< in reading order
  std::vector<std::string> names;  ///< of the parameters: numbered ones by number, then the others by first use
};

/// Numbers the parameters: `$1` and `?1` by their number, names and bare `?` by first use; equal names are one
/// parameter, each `?` is one of its own.
/// @return  the placeholders, or `invalid_argument` where bare `?` and numbered placeholders are mixed
/// @par Cost  n log n in the placeholders
[[nodiscard]] Result<Placeholders> number_placeholders(std::string_view sql, std::span<const Token> tokens);

}  // namespace querydata::inline v0::sql
