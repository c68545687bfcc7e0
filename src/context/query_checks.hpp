/// @file
/// What the checks of a set's queries share: how a text is read, and what is wrong with it alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "context/findings.hpp"
#include "context/names.hpp"
#include "context/placeholders.hpp"
#include "context/query_reader.hpp"
#include "context/query_values.hpp"
#include "context/value_search_rows.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// One text of a set that is a query.
struct QueryText {
  std::string_view text;
  std::string pointer;
  QueryForm form = QueryForm::query;
  bool is_value_search = false;  ///< which may call more functions
};

/// For one set, one thread.
class QueryChecks {
 public:
  QueryChecks(const ContextSet& set, const CheckOptions& options, Findings& findings);

  /// What was understood of a text.
  struct Read {
    std::optional<QueryReading> reading;  ///< none of a shell call
    QueryPlaceholders placeholders;

    [[nodiscard]] bool is_parsed() const noexcept { return reading && reading->tree; }
  };
  /// Reads a query and reports what is wrong with it alone; nothing if it is not worth a second look.
  std::optional<Read> read(const QueryText& query);

  void add(const QueryText& query, QueryFault fault);

  [[nodiscard]] const CheckOptions& options() const noexcept { return options_; }
  /// Those that value searches are judged by.
  [[nodiscard]] const CheckOptions& search_options() const noexcept { return search_options_; }
  [[nodiscard]] Findings& findings() noexcept { return findings_; }
  /// Whether a value search of the set gives values of that column for phrases of another one: ids or codes for names.
  /// Without a schema such a search may do so for any column.
  [[nodiscard]] bool is_translated_to(const Subject& subject);
  /// Whether the queries are calls of the MongoDB shell.
  [[nodiscard]] bool is_shell() const noexcept { return shell_; }

 private:
  std::optional<Read> read_shell_call(const QueryText& query);
  void check_tree(const QueryText& query, const sql::Tree& tree);
  void check_condition(const QueryText& query, const sql::Tree& tree);
  /// The fault that was found in the names of a query, or else one in its literals.
  void report(const QueryText& query, const sql::Tree& tree, std::optional<QueryFault> fault);
  void check_inner_columns(const QueryText& query, const sql::Tree& tree, const ConditionTables& tables);

  /// The columns of `is_translated_to`.
  const std::vector<ValueColumn>& translations();

  const ContextSet& set_;
  const CheckOptions& options_;
  CheckOptions search_options_;
  Findings& findings_;
  bool shell_;
  Dialect likely_ = Dialect::sqlite;  ///< that read the query before
  KnownNames known_;
  std::unique_ptr<sql::StatementResolver> resolver_;      ///< of `options_`
  std::optional<std::vector<ValueColumn>> translations_;  ///< once they were asked for
};

}  // namespace querydata::inline v0::context
