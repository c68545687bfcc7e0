/// @file
/// Whether two statements give the same rows, on a database and on copies of it with other contents.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "querydata/database.hpp"

/// Rows of statements on the database and its copies, each statement run once on each.
class RowJudge {
 public:
  /// @param databases  at least one, all with one schema
  explicit RowJudge(std::vector<std::shared_ptr<querydata::Database>> databases) : databases_(std::move(databases)) {}

  /// Whether a gold query can be judged by: it compiles and ends in time on every database.
  /// @return  success, or why not
  querydata::Result<void> runs(const std::string& gold);

  /// Whether a statement gives the rows of the gold query everywhere; their order counts where the gold query has one.
  bool same(const std::string& gold, const querydata::Statement& statement);

 private:
  struct Rows {
    std::vector<std::string> rows;
    std::vector<std::string> sorted;
  };

  bool is_ordered(const std::string& gold);
  const querydata::Result<Rows>& rows(const querydata::Statement& statement, std::size_t database);
  static querydata::Result<Rows> run(const querydata::Statement& statement, querydata::Database& database);

  std::vector<std::shared_ptr<querydata::Database>> databases_;
  std::optional<querydata::Schema> schema_;
  std::map<std::string, bool> ordered_;
  std::map<std::string, querydata::Result<Rows>> known_;
};
