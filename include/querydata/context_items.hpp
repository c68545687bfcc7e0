/// @file
/// What a context set is made of. The format is described in docs/context-set-format.md.
///
/// An empty text stands for a member that is missing. `extra` holds what the other members of a struct do not: a JSON
/// object with the members that the format does not know, and before them the known ones that are there but empty; or
/// empty. `write` puts all of it back.
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
  std::string intent;                ///< what it asks, usually fuller; where empty, `nl_query` stands for it
  std::string manifest;              ///< `intent` with "a given <type>" for the values
  std::string parameterized_intent;  ///< `intent` with placeholders for the values
  std::string parameterized_sql;     ///< `sql` with placeholders for the values
  std::string extra;
  std::string parameterized_extra;  ///< as `extra`, of the object `parameterized`; "{}" where it is there but empty

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
