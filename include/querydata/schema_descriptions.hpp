/// @file
/// What a question needs, described in general words: input for `SchemaGraph::find` besides or instead of the question.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/language_model.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// Sentences about the tables and columns that an answer would need; the most important first.
struct SchemaDescriptions {
  std::vector<std::string> tables;   ///< "Customers and where they live"
  std::vector<std::string> columns;  ///< "The date on which an order was placed"
  bool operator==(const SchemaDescriptions&) const = default;
};

struct DescribeOptions {
  std::size_t max_tables = 5;   ///< further ones are dropped
  std::size_t max_columns = 5;  ///< further ones are dropped
  CallControl control;
};

/// Has the model describe the tables and columns that the question needs: in general words, without values of the
/// question. Its answer is the JSON object `{"tables":["…"],"columns":["…"]}`, with other text around it or without;
/// the last such object counts. The method is the first step of QueryWeaver's `find`.
/// @return  the descriptions, at least one; or `invalid_argument` (an empty question, no model), `failed_precondition`
///          for an answer of another form, the model's own error, `cancelled`, `deadline_exceeded`
/// @par Threads  any, if the model may be called from any
[[nodiscard]] QUERYDATA_API Result<SchemaDescriptions> describe(std::string_view question, const LanguageModel& model,
                                                                const DescribeOptions& options = {});

}  // namespace querydata::inline v0
