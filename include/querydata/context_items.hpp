/// @file
/// What a context set is made of. The format is described in docs/context-set-format.md.
#pragma once

#include <string>

namespace querydata::inline v0 {

/// One whole question and the one whole query that answers it, with their values replaced by placeholders.
///
/// Placeholders are `$1`, `$2`, … (bound by number) or `?` (paired with the values that `intent` and `sql` hold in
/// their place), whatever the dialect.
struct Template {
  std::string nl_query;              ///< a sample question
  std::string sql;                   ///< the query that answers it
  std::string intent;                ///< what it asks, usually fuller; `nl_query` where the file has none
  std::string manifest;              ///< `intent` with "a given <type>" for the values
  std::string parameterized_intent;  ///< `intent` with placeholders for the values
  std::string parameterized_sql;     ///< `sql` with placeholders for the values
  std::string extra;                 ///< members of the item that the format does not know, a JSON object or empty
  std::string parameterized_extra;   ///< the same of its `parameterized` object

  bool operator==(const Template&) const = default;
};

/// A condition that questions add to a template: "orders over 50 euros".
struct Facet {
  std::string sql_snippet;  ///< a predicate whose columns are qualified with their table's name
  std::string intent;
  std::string manifest;
  std::string parameterized_intent;
  std::string parameterized_sql_snippet;
  std::string extra;
  std::string parameterized_extra;

  bool operator==(const Facet&) const = default;
};

/// A query that finds the stored values that a phrase, bound to `$value`, may mean. Its rows hold `value`, `columns`,
/// `concept_type`, `distance` (0 the same … 1 unrelated) and usually `context`.
struct ValueSearch {
  std::string query;
  std::string concept_type;
  std::string description;
  std::string extra;

  bool operator==(const ValueSearch&) const = default;
};

}  // namespace querydata::inline v0
