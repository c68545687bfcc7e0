/// @file
/// Whether the placeholders of a query and of its sentence belong together.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "context/query_checks.hpp"

namespace querydata::inline v0::context {

/// The sentence of a template or facet, with its values and without.
struct Sentences {
  std::string_view intent;
  std::string_view parameterized_intent;
  std::string pointer;  ///< of the latter
};

/// Reports placeholders that stand inside literals of the general form.
/// @return  whether there is one
bool check_marks_in_literals(QueryChecks& checks, const QueryText& literal, const QueryText& general,
                             const Sentences& sentences, const QueryReading& reading);

/// Reports numbers that do not agree, values of another kind on the two sides, and forms that do not give each other
/// back when they are filled.
/// @param found  of `general`
/// @param dialect  of `general` where it was parsed
void check_placeholders(QueryChecks& checks, const QueryText& literal, const QueryText& general,
                        const Sentences& sentences, const QueryPlaceholders& found, std::optional<Dialect> dialect);

}  // namespace querydata::inline v0::context
