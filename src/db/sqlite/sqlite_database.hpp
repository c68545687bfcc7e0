/// @file
/// The Database of SQLite.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "db/sqlite/connection_pool.hpp"
#include "querydata/database.hpp"

namespace querydata::inline v0::sqlite {

class Snapshot;
class SqliteRows;

/// Opens the file at `path`, which is taken as it is: no part of it is read as URI parameters.
[[nodiscard]] Result<std::shared_ptr<Database>> open(std::string_view path, const DatabaseOptions& options);

class SqliteDatabase final : public Database {
 public:
  SqliteDatabase(std::shared_ptr<ConnectionPool> pool, const DatabaseOptions& options);

  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::sqlite; }
  [[nodiscard]] Result<Schema> read_schema(const CallControl& control) override;
  [[nodiscard]] Result<std::vector<CountedValue>> distinct_values(std::string_view table, std::string_view column,
                                                                  std::size_t limit,
                                                                  const CallControl& control) override;
  [[nodiscard]] Result<std::unique_ptr<Rows>> scan_distinct_values(std::string_view table, std::string_view column,
                                                                   std::size_t limit,
                                                                   const CallControl& control) override;
  [[nodiscard]] Result<void> check(const Statement& statement, const CallControl& control) override;
  [[nodiscard]] Result<std::vector<std::string>> full_scans(const Statement& statement,
                                                            const CallControl& control) override;
  [[nodiscard]] Result<std::unique_ptr<Rows>> execute(const Statement& statement, const Limits& limits,
                                                      const CallControl& control) override;

 private:
  using SharedSchema = std::shared_ptr<const Schema>;

  [[nodiscard]] Result<SharedSchema> current_schema(const Connection& connection, const Snapshot& snapshot);
  [[nodiscard]] Result<SharedSchema> shared_schema(const CallControl& control);
  [[nodiscard]] Result<void> run(SqliteRows& rows, const Statement& statement);

  std::shared_ptr<ConnectionPool> pool_;
  InspectOptions inspect_options_;
  std::mutex mutex_;
  SharedSchema schema_;               ///< guarded by mutex_
  std::int64_t schema_version_ = -1;  ///< of schema_; guarded by mutex_
};

}  // namespace querydata::inline v0::sqlite
