/// @file
/// Years that one date lends to its neighbour.
#pragma once

#include <vector>

#include "text/dates.hpp"
#include "text/token_reader.hpp"

namespace querydata::inline v0::text {

/// "from January to March 2021", "Q1, Q2 and Q3 of 2020": a date whose year was assumed takes the year of the date
/// beside it, or the one before or after where it would else stand on the wrong side of it.
void share_years(const TokenReader& tokens, std::vector<DateMention>& mentions);

}  // namespace querydata::inline v0::text
