/// @file
/// A value search of a context set, checked against a schema and ready to be run.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_items.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "querydata/scope.hpp"
#include "querydata/value_match.hpp"

namespace querydata::inline v0::values {

/// What one run of a search found. Matches have no span.
struct SearchOutcome {
  std::vector<ValueMatch> matches;
  std::vector<std::string> warnings;
  bool partial = false;  ///< it failed, or rows were cut
};

/// When a run ends early.
struct SearchControl {
  std::chrono::milliseconds max_time{10'000};  ///< of one run
  CallControl call;
};

/// Immutable; safe for concurrent calls. Borrows the schema.
class PreparedSearch {
 public:
  /// @param number  of the search in its context set, from 0: for JSON pointers and messages
  /// @return  the search, or the error of `inspect`, or `invalid_argument` for a query that is without `$value`, has
  ///          another parameter, or does not return a column of the contract; all with `where.json_pointer`
  [[nodiscard]] static Result<PreparedSearch> prepare(const ValueSearch& search, std::size_t number, Dialect dialect,
                                                      const Schema& schema,
                                                      const std::vector<std::string>& extra_functions);

  /// Whether everything that it reads is in scope.
  [[nodiscard]] bool allowed(const Scope& scope) const;

  /// Runs it with the phrase bound to `$value`. Rows that break the contract are dropped with a warning; a match's
  /// table must be in scope, too.
  /// @return  the matches; a failure of the database is a warning. Error: `cancelled`
  [[nodiscard]] Result<SearchOutcome> run(Database& database, std::string_view phrase, const Scope& scope,
                                          const SearchControl& control) const;

  /// The same for several phrases: in one statement where the engine takes the union of the runs, else one by one, so
  /// that what fails for one phrase fails for no other.
  /// @return  an outcome for each phrase; one that was cut is partial for all. Error: `cancelled`
  [[nodiscard]] Result<std::vector<SearchOutcome>> run(Database& database, const std::vector<std::string>& phrases,
                                                       const Scope& scope, const SearchControl& control) const;

  [[nodiscard]] MatchKind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::string& concept_type() const noexcept { return concept_type_; }
  /// `value search 2 ("Airport name")`
  [[nodiscard]] std::string name() const;
  /// The column whose values it returns, if that can be told; else empty names.
  [[nodiscard]] const ResultColumn& origin() const noexcept { return origin_; }

 private:
  /// Places of the contract's columns in a row.
  struct Places {
    std::size_t value = 0;
    std::size_t columns = 0;
    std::size_t concept_type = 0;
    std::size_t distance = 0;
    std::optional<std::size_t> context;
  };
  /// Table and column of the schema, or the text itself as column where it can't be told.
  struct Location {
    std::string table;
    std::string column;
    bool allowed = true;
  };
  class Reader;

  [[nodiscard]] Result<void> find_places(const std::vector<ResultColumn>& columns);
  void warn(std::string_view message, SearchOutcome& outcome) const;
  [[nodiscard]] bool takes_union(const std::vector<std::string>& contract) const;
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(Database& database, Statement statement, std::size_t phrases,
                                                      const SearchControl& control) const;
  [[nodiscard]] Result<std::vector<SearchOutcome>> run_union(Database& database,
                                                             const std::vector<std::string>& phrases,
                                                             const Scope& scope, const SearchControl& control) const;
  [[nodiscard]] Location locate(std::string_view columns, const Scope& scope) const;
  [[nodiscard]] std::pair<const Table*, const Column*> find_column(std::string_view columns) const;

  const Schema* schema_ = nullptr;
  Dialect dialect_ = Dialect::sqlite;
  std::size_t number_ = 0;
  std::string query_;
  std::string concept_type_;
  std::string sql_;                  ///< with the placeholders of the dialect
  std::size_t parameters_ = 0;       ///< how often the phrase is bound
  std::vector<std::string> union_;   ///< columns of a union of runs; empty where the dialect does not take one
  std::vector<std::string> tables_;  ///< that it reads, in reading order
  std::vector<std::string> extra_functions_;
  ResultColumn origin_;
  Places places_;
  MatchKind kind_ = MatchKind::other;
  double scale_ = 1;  ///< that brings its distances to the measure of the others
};

}  // namespace querydata::inline v0::values
