/// @file
/// Which columns of two tables belong together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/dialect.hpp"
#include "querydata/export.hpp"

namespace querydata::inline v0 {

/// Where a join is known from, the surest first.
enum class JoinProvenance : std::uint8_t { declared, view, user, inferred };

/// "declared", "view", "user" or "inferred". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(JoinProvenance provenance) noexcept;

/// How many rows of `Join::table` meet how many of `Join::referenced_table`, as the keys say. A table without any key
/// is taken to be unique in what others refer to.
enum class Cardinality : std::uint8_t { many_to_one, one_to_one, one_to_many, many_to_many };

/// "many_to_one", "one_to_one", "one_to_many" or "many_to_many". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(Cardinality cardinality) noexcept;

/// A joinable key pair: `table.columns[i] = referenced_table.referenced_columns[i]` for all i.
struct Join {
  std::string table;
  std::vector<std::string> columns;
  std::string referenced_table;
  std::vector<std::string> referenced_columns;
  JoinProvenance provenance = JoinProvenance::declared;
  double confidence = 1.0;                             ///< 0 … 1
  Cardinality cardinality = Cardinality::many_to_one;  ///< of a graph's joins; what is given to a graph is not read
  std::string source = {};                             ///< the view that it was read from, else empty
  bool operator==(const Join&) const = default;
};

/// The join condition with quoted names: `"order"."town_id" = "town"."id"`.
[[nodiscard]] QUERYDATA_API std::string condition(const Join& join, Dialect dialect);

}  // namespace querydata::inline v0
