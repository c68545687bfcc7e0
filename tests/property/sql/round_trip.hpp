/// @file
/// What must hold of every statement that is understood: its values go out and come back.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "property/sql/words.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

/// Values taken out and put back give the same tokens; without them it is the same query.
inline void check_values(const std::string& sql, Dialect dialect, const Schema* schema,
                         const InspectOptions& options = {}) {
  const auto taken = extract_parameters(sql, dialect, placeholder_style(dialect));
  REQUIRE(taken);
  CAPTURE(taken->sql);
  const auto filled = fill_parameters(taken->sql, dialect, taken->values);
  REQUIRE_MESSAGE(filled, to_string(filled.error()));
  CHECK(words_of(*filled, dialect) == words_of(sql, dialect));
  const auto before = normal_form(sql, dialect, schema, options);
  const auto after = normal_form(taken->sql, dialect, schema, options);
  REQUIRE(before);
  REQUIRE_MESSAGE(after, to_string(after.error()));
  CHECK(*before == *after);
}

}  // namespace querydata::test
