/// @file
/// Which tables of a level an outer join may fill with NULLs.
#pragma once

#include <optional>
#include <vector>

#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// The outer join on whose optional side a FROM item stands.
struct OptionalSide {
  FromId join;                ///< the item whose ON decides which rows match
  std::vector<FromId> items;  ///< the tables of that side, as `flat_from` has them
  bool one_join = true;       ///< else several outer joins may leave it out, or one that leaves out both sides
};

/// @return  the side, or nothing for an item whose rows are always there
[[nodiscard]] std::optional<OptionalSide> optional_side(const Tree& tree, SelectId select, FromId item);

}  // namespace querydata::inline v0::sql
