/// @file
/// A query as the tokens that count, to be laid beside the same query with other values.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "context/placeholder_pairing.hpp"
#include "querydata/dialect.hpp"
#include "querydata/span.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::context {

struct QueryPiece {
  Span span;
  sql::TokenKind kind = sql::TokenKind::error;
  bool placeholder = false;  ///< `$1` or `?`
};

/// The tokens without blanks and comments. A call of the MongoDB shell is read by the quotes of MySQL, which are its
/// own.
/// @par Cost  linear
[[nodiscard]] std::vector<QueryPiece> query_pieces(std::string_view query, Dialect dialect);

/// How many pieces from `at` on are one literal: itself, and a sign, a type or a character set before it. 0: none is.
[[nodiscard]] std::size_t literal_pieces(std::string_view query, const std::vector<QueryPiece>& pieces, std::size_t at);

/// A piece that is a placeholder; `?` have no number yet.
[[nodiscard]] Placeholder placeholder_at(const QueryPiece& piece, std::string_view query);

/// Sets what the placeholder stands for: the pieces of one literal.
void take_literal(Placeholder& placeholder, std::string_view query, std::span<const QueryPiece> literal,
                  Dialect dialect);

}  // namespace querydata::inline v0::context
