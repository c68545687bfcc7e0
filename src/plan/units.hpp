/// @file
/// Units of measure in sentences and names.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "plan/lexicon.hpp"
#include "plan/utterance.hpp"

namespace querydata::inline v0::plan {

/// Words [first, last) that name a unit.
struct UnitUse {
  Unit unit;
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The units of a sentence in order, the longest phrase at each place: "nautical miles" is not "miles".
[[nodiscard]] std::vector<UnitUse> find_units(const std::vector<Word>& words);

/// The units in a name: "delay_minutes".
[[nodiscard]] std::vector<Unit> units_of_name(std::string_view identifier);

/// The unit that a currency sign right before byte `at` names, or nothing.
[[nodiscard]] const Unit* sign_before(std::string_view text, std::size_t at);

}  // namespace querydata::inline v0::plan
