/// @file
/// What in a schema the words and values of a question meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "querydata/value_match.hpp"
#include "schema/name_index.hpp"
#include "schema/question_terms.hpp"

namespace querydata::inline v0::schema {

/// What one word (or one linked value) of the question has to do with one table. Strengths are in units of idf.
struct TableMatch {
  std::uint32_t table = 0;
  double lexical = 0;                  ///< BM25F of the table
  double name = 0;                     ///< best match of the table's name
  double best = 0;                     ///< best match of any name, description or value of the table or its columns
  std::uint32_t element = UINT32_MAX;  ///< where that is; UINT32_MAX: in a linked value
  bool whole_name = false;             ///< the word is the whole of the table's name
};

struct ElementMatch {
  std::uint32_t element = 0;
  double strength = 0;
};

/// A linked value whose table and column were found in the schema.
struct LinkedValue {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  const ValueMatch* match = nullptr;

  /// 0 … as much as a rare word.
  [[nodiscard]] double strength() const noexcept;
};

/// A word or a value of the question and what it meets.
struct TermMatches {
  Span span;
  std::string word;                    ///< as written; "" for a value
  std::vector<TableMatch> tables;      ///< by table, each once
  std::vector<ElementMatch> elements;  ///< by element, hence by table; none for a value

  /// What it meets in a table; null: nothing. O(log tables)
  [[nodiscard]] const TableMatch* in(std::uint32_t table) const noexcept;
};

/// Words in the order of the question, then one entry for each span of a linked value.
using Evidence = std::vector<TermMatches>;

/// Says which tables and columns may be looked at; `NameElement::no_column` stands for the table itself.
using Visible = std::function<bool(std::uint32_t table, std::uint32_t column)>;

/// Looks every word up: its stem, similar spellings, abbreviations. A name of several words counts as far as the
/// question holds all of them, weighted by their idf.
/// @param values   all visible
/// @param visible  null: everything
/// @par Cost  O(postings of the words and of those similar to them)
[[nodiscard]] Evidence gather_evidence(const NameIndex& index, const std::vector<QuestionTerm>& terms,
                                       const std::vector<LinkedValue>& values, const Visible& visible);

}  // namespace querydata::inline v0::schema
