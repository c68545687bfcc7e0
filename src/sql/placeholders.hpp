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
#include "querydata/sql.hpp"

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
/// @param spans  of the placeholders, in reading order
/// @return  the placeholders, or `invalid_argument` where bare `?` and numbered placeholders are mixed
/// @par Cost  n log n in the placeholders
[[nodiscard]] Result<Placeholders> number_placeholders(std::string_view sql, std::span<const Span> spans);

/// The same of a text.
/// @return  also `invalid_argument` for a text that does not lex, `unimplemented` for mongodb
[[nodiscard]] Result<Placeholders> find_placeholders(std::string_view sql, Dialect dialect);

/// A placeholder of that number, from 1 on: "$1", "?".
[[nodiscard]] std::string placeholder_text(std::size_t number, PlaceholderStyle style);

/// `sql` with the placeholder of the parameter's number in the place of each use; uses in reading order. Blanks are
/// added where a placeholder would run into a word.
[[nodiscard]] std::string with_placeholders(std::string_view sql, std::span<const Placeholder> uses,
                                            PlaceholderStyle style);

}  // namespace querydata::inline v0::sql
