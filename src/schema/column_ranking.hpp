/// @file
/// Which columns a question needs, judged one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/evidence.hpp"

namespace querydata::inline v0::schema {

/// How near a column is to the question by meaning.
struct ColumnSimilarity {
  std::uint32_t table = 0;
  std::uint32_t column = 0;  ///< within the table
  double similarity = 0;
};
/// By table, then column.
using ColumnSimilarities = std::vector<ColumnSimilarity>;

/// The words of a question by their places, to find names that stand in it whole.
class QuestionWords {
 public:
  /// Borrows the text.
  explicit QuestionWords(std::string_view question);

  /// Whether the words of the identifier stand in the question one behind the other, in any case and inflection. Names
  /// of one letter do not.
  [[nodiscard]] bool holds(std::string_view name) const;
  /// Whether the question holds the name as the schema spells it, and no ordinary word is spelled so: "cardId",
  /// "first_name", "A11", "Free Meals (5-17)".
  [[nodiscard]] bool spells(std::string_view name) const;

 private:
  std::string_view text_;
  std::vector<std::string> stems_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> places_;
};

/// What the ranking looks at in a column.
struct ColumnFeatures {
  double words = 0;        ///< Σ over the question's words of how well they fit the name, in units of idf
  double coverage = 0;     ///< share of the name that the question holds
  bool whole = false;      ///< the name stands in the question whole
  bool spelled = false;    ///< … as the schema spells it
  double description = 0;  ///< Σ over the question's words of how well they fit the description
  double meaning = 0;      ///< similarity of meaning as a share of the best column's
  double value = 0;        ///< strength of a linked value
  double described = 0;    ///< 1: the best column for a description
  std::size_t place = 0;   ///< of the table, 0 the best; tables of the same score share one
  bool route = false;      ///< the table is needed, not only near
  bool name = false;       ///< says what the row is called
};

/// The probability that the column is needed, comparable within one question.
[[nodiscard]] double column_score(const ColumnFeatures& features);

/// Whether the column's name says what a row is called ("name", "title"), so that it is asked for without being named.
[[nodiscard]] bool names_row(const Column& column);

}  // namespace querydata::inline v0::schema
