/// @file
/// Literals that placeholders may take the place of.
#pragma once

#include <vector>

#include "sql/tree.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0::sql {

/// The literals that `extract_parameters` replaces, and TRUE and FALSE, in reading order. Not NULL, and none that
/// engines compare by their text.
[[nodiscard]] std::vector<Literal> replaceable_literals(const Tree& tree);

}  // namespace querydata::inline v0::sql
