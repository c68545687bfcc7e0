/// @file
/// What a language model has to know of a database in order to write the query for one question, and no more.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/dialect.hpp"
#include "querydata/join.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/schema_formats.hpp"
#include "querydata/scope.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

struct GroundOptions {
  /// What `Grounding::text` may take. A token is taken for four bytes, rounded up: English text and SQL take about that
  /// in the usual tokenizers, other scripts up to twice as many.
  std::size_t max_tokens = 2000;
  SchemaFormat format = SchemaFormat::m_schema;  ///< or `ddl`; others are `invalid_argument`
  std::size_t max_tables = 10;
  std::size_t max_templates = 5;
  std::size_t max_facets = 5;
  std::size_t max_values = 10;
  std::size_t max_samples = 3;  ///< of a column, where the schema has some
  std::size_t max_text_bytes =
      200;  ///< of one description, value or sentence that comes from the database or context set
  std::optional<std::chrono::system_clock::time_point> now;  ///< as `PlanOptions::now`
  Scope scope;                                               ///< nothing outside of it is told
  CallControl control;
};

/// A template that resembles the question.
struct GroundedTemplate {
  std::size_t index = 0;  ///< in the planner's context set
  std::string id;
  std::string intent;     ///< with placeholders for its values
  std::string sql;        ///< with placeholders for its values
  double confidence = 0;  ///< that it is what the question asks, 0 … 1
};

/// A condition that may belong to the question.
struct GroundedFacet {
  std::size_t index = 0;
  std::string intent;
  std::string sql;
};

/// The parts are those that `text` holds, in its order.
struct Grounding {
  std::string question;
  Dialect dialect = Dialect::sqlite;
  std::string text;                         ///< for a prompt, question included
  std::size_t tokens = 0;                   ///< of `text`, see `GroundOptions::max_tokens`
  std::vector<std::string> rules;           ///< of the dialect, a sentence each
  Schema schema;                            ///< linked tables with linked columns, the best first
  std::vector<Join> joins;                  ///< between them
  std::vector<ValueMatch> values;           ///< stored values that the question names, best first
  std::vector<GroundedTemplate> templates;  ///< best first
  std::vector<GroundedFacet> facets;        ///< best first
  std::vector<std::string> left_out;        ///< what the budget had no room for: "2 templates"
  /// JSON Schema (draft 2020-12) of a query over `schema` as an object; docs/language-models.md describes it.
  std::string json_schema;
  std::string grammar;  ///< GBNF, as llama.cpp reads it, of SELECT statements over `schema`
  std::vector<std::string> warnings;
  bool partial = false;  ///< the deadline cut the search, or a value search failed
};

/// Tokens that a text is taken for: a quarter of its bytes, rounded up.
[[nodiscard]] constexpr std::size_t approximate_tokens(std::string_view text) noexcept {
  return text.size() / 4 + (text.size() % 4 == 0 ? 0 : 1);
}

/// Members as in the struct, `json_schema` as an object, `schema` as `to_json(Schema)`. Deterministic.
[[nodiscard]] QUERYDATA_API std::string to_json(const Grounding& grounding);

}  // namespace querydata::inline v0
