/// @file
/// The grammar of AIP-160: text to tree, before anybody asks what its names mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"
#include "querydata/span.hpp"

namespace querydata::inline v0::knowledge {

/// `none`: a literal that stands alone.
enum class Comparator : std::uint8_t { none, equal, unequal, less, less_equal, greater, greater_equal, has };

/// "=", "!=", … Static text.
[[nodiscard]] std::string_view to_string(Comparator comparator) noexcept;

enum class SyntaxKind : std::uint8_t {
  conjunction,  ///< joined by AND
  sequence,     ///< beside each other
  disjunction,  ///< joined by OR
  negation,     ///< one child
  restriction,  ///< the left and the right side
  member,       ///< parts between points: a field, or a literal
  call,         ///< a name of parts; its children are the arguments
};

/// A piece of a name or literal.
struct SyntaxPart {
  Span span;  ///< with quotation marks where there are any
  bool quoted = false;
  bool escaped = false;  ///< a backslash is in it
};

inline constexpr std::uint32_t no_node = UINT32_MAX;

struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::member;
  Comparator comparator = Comparator::none;  ///< of a restriction
  Span span;
  std::uint32_t first_child = no_node;
  std::uint32_t next = no_node;  ///< the next child of the same parent
  std::uint32_t first_part = 0;  ///< of a member or call: parts [first_part, last_part)
  std::uint32_t last_part = 0;
};

struct SyntaxTree {
  std::vector<SyntaxNode> nodes;
  std::vector<SyntaxPart> parts;
  std::uint32_t root = no_node;  ///< none: the filter is empty
};

/// @param max_depth  parentheses and calls inside each other
/// @return  the tree, or `invalid_argument` at the byte where the grammar ends. `text` must be valid UTF-8
/// @par Cost  linear
[[nodiscard]] Result<SyntaxTree> parse_filter(std::string_view text, std::size_t max_depth);

}  // namespace querydata::inline v0::knowledge
