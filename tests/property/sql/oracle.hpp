/// @file
/// SQLite itself as the judge: what its authorizer is asked while it compiles a statement.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/schema.hpp"

struct sqlite3;

namespace querydata::test {

/// What a statement reads, names in lower case.
struct Reads {
  std::set<std::string> tables;
  std::set<std::pair<std::string, std::string>> columns;
  std::set<std::string> functions;
  std::set<std::string> counted;  ///< tables, and CTEs, of which no column is read: their rows are counted

  bool operator==(const Reads& other) const {
    return tables == other.tables && columns == other.columns && functions == other.functions;
  }
};

std::string show(const Reads& reads);

class Oracle {
 public:
  /// An empty database in memory, or a file, opened to read.
  explicit Oracle(const std::string& path = ":memory:");
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  void run(const std::string& script);
  /// The rows of a query, values as text, NULL as "∅".
  std::vector<std::vector<std::string>> rows(const std::string& sql);
  /// The schema, as SQLite's pragmas tell it.
  Schema schema();
  /// Compiles the statement. True if SQLite accepts it whole; then `reads` is what its authorizer was asked for.
  bool prepare(std::string_view sql, Reads& reads, std::string& error);

 private:
  sqlite3* handle_ = nullptr;
};

}  // namespace querydata::test
