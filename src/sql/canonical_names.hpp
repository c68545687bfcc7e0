/// @file
/// Names for the tables of a statement that do not depend on those that it gives them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// `t1`, `t2`, … for the tables of a level and `q1`, … for the CTEs of a query, with the depth before the number where
/// that is not the outermost: the order of conditions changes none of them. Borrows both.
class CanonicalNames {
 public:
  CanonicalNames(const Tree& tree, const Resolution& resolution);

  /// Of a FROM item; empty for a join in parentheses.
  [[nodiscard]] std::string alias(FromId id) const;
  /// What the FROM item reads: the table's qualified name, the CTE's canonical one, else as it is written.
  [[nodiscard]] std::string table(FromId id) const;
  /// Of the CTE with that body.
  [[nodiscard]] std::string common_table(QueryId body) const;
  /// A column with its table; `?` for what SQLite reads as a string, `c1` for a column of a result.
  [[nodiscard]] std::string column(ExpressionId id) const;
  /// `t.*`
  [[nodiscard]] std::string star(ExpressionId id) const;

 private:
  void name_tables(FromId id, std::size_t depth, std::size_t& number);
  void name_common_tables();
  [[nodiscard]] const Source* source_of(FromId id) const;

  const Tree& tree_;
  const Resolution& resolution_;
  std::unordered_map<std::uint32_t, std::string> aliases_;        ///< by FromId
  std::unordered_map<std::uint32_t, std::string> common_tables_;  ///< by QueryId of their bodies
  std::unordered_map<std::uint32_t, const Source*> sources_;      ///< by FromId
  std::unordered_map<std::string, FromId> by_name_;               ///< by level and lower-case alias
};

}  // namespace querydata::inline v0::sql
