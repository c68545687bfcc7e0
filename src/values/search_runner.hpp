/// @file
/// The value searches of one call, several at a time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "querydata/database.hpp"
#include "querydata/result.hpp"
#include "querydata/scope.hpp"
#include "values/value_search.hpp"

namespace querydata::inline v0::values {

/// Runs searches on their database. Its threads end with the call that started them.
class SearchRunner {
 public:
  /// Borrows all but the control.
  /// @param most_at_once  searches that run at the same time, the calling thread's included; 1 or 0: no other threads
  SearchRunner(Database& database, const std::vector<const PreparedSearch*>& searches, const Scope& scope,
               SearchControl control, std::size_t most_at_once);

  /// Runs every search for every phrase.
  /// @return  what all searches found for each phrase, in the order of the searches, however they ended up in time. A
  ///          search that fails, or that the deadline keeps from starting, is a warning and makes the outcome partial.
  ///          Error: `cancelled`
  [[nodiscard]] Result<std::vector<SearchOutcome>> run(const std::vector<std::string>& phrases) const;

 private:
  using Outcomes = Result<std::vector<SearchOutcome>>;
  [[nodiscard]] Outcomes run_one(const PreparedSearch& search, const std::vector<std::string>& phrases) const;

  Database& database_;
  const std::vector<const PreparedSearch*>& searches_;
  const Scope& scope_;
  SearchControl control_;
  std::size_t most_at_once_;
};

}  // namespace querydata::inline v0::values
