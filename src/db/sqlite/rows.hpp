/// @file
/// A result of SQLite.
#pragma once

#include <optional>
#include <vector>

#include "db/sqlite/connection_pool.hpp"
#include "querydata/database.hpp"

namespace querydata::inline v0::sqlite {

/// Owns its statement, and its connection until the end of the rows. A connection that the host lent is given back
/// after each call and taken again for the next one.
class SqliteRows final : public Rows {
 public:
  SqliteRows(std::shared_ptr<ConnectionPool> pool, Lease lease, const Limits& limits, const CallControl& control);
  ~SqliteRows() override;

  [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept override { return columns_; }
  [[nodiscard]] Result<bool> next(std::vector<Value>& row) override;
  [[nodiscard]] Cut cut() const noexcept override { return cut_; }

  [[nodiscard]] Watch& watch() noexcept { return watch_; }
  /// Precondition: no call of `pause` since the construction.
  [[nodiscard]] Connection& connection() noexcept { return lease_->connection(); }
  /// Takes the statement and moves it to its first row. Precondition: a WatchGuard with this object's watch.
  [[nodiscard]] Result<void> begin(StatementHandle statement, std::vector<ResultColumn> columns);
  /// Gives the connection back if it is not needed until the next call.
  void pause();

 private:
  /// Where the statement stands.
  enum class State : std::uint8_t { on_row, between_rows, ended, failed };

  [[nodiscard]] Result<void> take_connection();
  [[nodiscard]] Result<bool> next_row(std::vector<Value>& row);
  [[nodiscard]] Result<void> step();
  [[nodiscard]] Result<bool> stopped(Error error);
  [[nodiscard]] bool fits() const;
  void take(std::vector<Value>& row);
  Result<bool> end(Cut cut);

  std::shared_ptr<ConnectionPool> pool_;
  std::optional<Lease> lease_;
  StatementHandle statement_;
  std::vector<ResultColumn> columns_;
  Limits limits_;
  Watch watch_;
  State state_ = State::ended;
  std::optional<Error> error_;
  Cut cut_ = Cut::none;
  std::size_t rows_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace querydata::inline v0::sqlite
