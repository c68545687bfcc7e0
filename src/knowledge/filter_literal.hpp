/// @file
/// Literals of a filter as values of a field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/filter_syntax.hpp"
#include "knowledge/filter_tree.hpp"

namespace querydata::inline v0::knowledge {

/// A literal with its escapes resolved.
struct Literal {
  std::string text;
  std::vector<std::size_t> stars;  ///< bytes of `text` that are `*` and not `\*`
  bool quoted = false;
  Span span;  ///< in the filter
};

/// @return  the text of one part of a name or literal. Throws sql::Failure at an escape that is none
[[nodiscard]] Literal decode(std::string_view filter, const SyntaxPart& part);

/// @param wildcards  whether `*` stands for any characters
/// @return  the value, of the type that the field has. Throws sql::Failure where the literal is none
[[nodiscard]] Operand to_operand(Literal literal, const FilterField& field, bool wildcards);

}  // namespace querydata::inline v0::knowledge
