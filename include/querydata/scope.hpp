/// @file
/// What a caller may see.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "querydata/schema.hpp"

namespace querydata::inline v0 {

/// Limits what a call reads and tells. Names match without regard to the case of ASCII letters. Empty optionals allow
/// everything.
struct Scope {
  std::optional<std::vector<std::string>> tables;   ///< qualified or bare table names
  std::optional<std::vector<std::string>> columns;  ///< "table.column"

  [[nodiscard]] QUERYDATA_API bool allows(const Table& table) const noexcept;
  [[nodiscard]] QUERYDATA_API bool allows(const Table& table, const Column& column) const noexcept;
  /// The part of a schema that is in scope; keys that lead out of it are dropped.
  [[nodiscard]] QUERYDATA_API Schema apply(const Schema& schema) const;
};

}  // namespace querydata::inline v0
