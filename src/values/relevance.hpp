/// @file
/// How much the words of a question speak of a column.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/span.hpp"
#include "values/column_words.hpp"
#include "values/question_spans.hpp"

namespace querydata::inline v0::values {

/// Borrows the names of the schema.
class Relevance {
 public:
  Relevance(const ColumnWords& names, const QuestionSpans& question);

  /// From 0 (the question names neither the column nor its table) to 1 (both, beside the span). Half is the column's:
  /// the share of its name's words that the question has, rare ones weighing more, all the more the nearer they stand
  /// to the span, most if they are one of several words inside of it; half the table's. After "from" and "to" columns
  /// of origins and destinations are named.
  /// @par Cost  words of the names times words of the question
  [[nodiscard]] double of(const std::string& table, const std::string& column, Span span) const;

  /// Letters (and a blank) of the word beside the span if it is one of the column's or its table's name: of "Sonoma
  /// county" both are said where Sonoma is a county. 0 if it is none.
  [[nodiscard]] std::size_t letters_beside(const std::string& table, const std::string& column, Span span) const;

 private:
  struct Word {
    Span span;
    std::string text;  ///< folded
    std::string stem;
  };

  [[nodiscard]] double nearness(std::string_view stem, Span span) const;
  [[nodiscard]] bool is_led_to(const std::vector<std::string>& column, Span span) const;

  const ColumnWords& names_;
  std::vector<Word> words_;
};

}  // namespace querydata::inline v0::values
