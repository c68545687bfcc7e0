/// @file
/// Questions with the stored values that their published queries compare with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/schema.hpp"
#include "querydata/span.hpp"
#include "querydata/value_match.hpp"
#include "random_numbers.hpp"

/// A text that the query compares a column with.
struct GoldLiteral {
  std::string value;
  std::string column;                   ///< "table.column"
  bool pattern = false;                 ///< of LIKE
  bool same_case = false;               ///< the question has it letter for letter
  bool asked = false;                   ///< the column holds it and the question says it: it is one to find
  bool words = false;                   ///< the question says it as words of their own, not inside of words
  std::vector<querydata::Span> places;  ///< where the question says it
};

struct MentionQuestion {
  std::string text;
  std::string database;
  std::vector<GoldLiteral> literals;
};

/// The records of a file, plain or gzip: the question in the member `wording`, `db_id`, `gold_values` with `value`,
/// `op`, `column`, `in_question` and `in_db`. Values that are no texts are left out. A literal's places are words of
/// their own if the question has it so; only such are asked for; case and a pattern's wildcards count for nothing.
/// Throws `querydata::Exception` for a file of another form.
[[nodiscard]] std::vector<MentionQuestion> read_mention_questions(const std::string& path, const std::string& wording);

/// Whether the link is the literal's value in its column, or in one that a declared foreign key joins with it. Of a
/// pattern every value is right that it matches.
[[nodiscard]] bool is_meant_by(const GoldLiteral& literal, const querydata::ValueMatch& link,
                               const querydata::Schema& schema);

/// Misspells each literal to be found by one edit wherever the question says it, and drops from those to be found the
/// ones that can't be misspelt or are parts of words.
void misspell_literals(MentionQuestion& question, RandomNumbers& random);
