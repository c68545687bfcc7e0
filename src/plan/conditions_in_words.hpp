/// @file
/// Conditions of a statement as someone would say them.
#pragma once

#include <string>
#include <vector>

#include "querydata/sql.hpp"
#include "querydata/statement.hpp"
#include "sql/analysis.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::plan {

/// What must hold of a statement's rows, in reading order: the conditions that AND joins in WHERE and HAVING at every
/// level, and those of joins that compare a column with values. Those that only connect two columns are none.
[[nodiscard]] std::vector<sql::ExpressionId> conditions_of(const sql::Tree& tree, const sql::Resolution& resolution);

class ConditionWords {
 public:
  /// All borrowed.
  ConditionWords(const Statement& statement, const sql::Tree& tree, const sql::Resolution& resolution,
                 const std::vector<ParameterUse>& parameters);

  /// The condition's text with its values as literals.
  [[nodiscard]] std::string sql(sql::ExpressionId condition) const;

  /// `author.country is "Atlantis"`, `book.pages is from 100 to 200`; the SQL where it is no comparison of a column
  /// with values.
  [[nodiscard]] std::string of(sql::ExpressionId condition) const;

 private:
  [[nodiscard]] std::string value_words(sql::ExpressionId value) const;
  [[nodiscard]] const Value* bound(sql::ExpressionId parameter) const;

  const Statement& statement_;
  const sql::Tree& tree_;
  const std::vector<ParameterUse>& parameters_;
  std::vector<sql::Comparison> comparisons_;
};

}  // namespace querydata::inline v0::plan
