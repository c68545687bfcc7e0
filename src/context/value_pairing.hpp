/// @file
/// Which values of a query a sentence speaks of: what becomes a parameter, and where it is said.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "context/query_values.hpp"
#include "context/spoken_values.hpp"

namespace querydata::inline v0::context {

/// One parameter.
struct PairedValue {
  std::vector<std::size_t> values;  ///< places in the query, ascending; equal texts
  std::vector<Mention> mentions;    ///< ascending; parameters that one phrase gives share them all
};

struct Pairing {
  std::vector<PairedValue> parameters;  ///< by first place in the query
  std::vector<std::string> kept;        ///< by value: why it stays, where it is said or is a text; else empty
};

/// Pairs the values of a query with what a sentence says.
///
/// The longest phrases come first, exact ones before inflected ones. Equal texts are one parameter wherever they stand;
/// equal numbers are one only as far as the sentence says them fewer times than the query compares columns with them.
/// A period ("March 2024", "the 1990s") takes both bounds of a column that make it. A number of a LIMIT needs words of
/// a ranking where it could belong to a comparison as well, and 1 needs them always.
/// Values of more than `longest_said` bytes are not looked for.
/// @par Cost  n log n in the words and values, and the places where a word stands that a value is told by: the rarest
/// of its words
[[nodiscard]] Pairing pair_values(const std::vector<QueryValue>& values, const Sentence& sentence);

}  // namespace querydata::inline v0::context
