/// @file
/// The connections of one database.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "db/sqlite/handle.hpp"
#include "querydata/database.hpp"

namespace querydata::inline v0::sqlite {

class ConnectionPool;

/// A connection for one thread's use, given back at the end of its life.
class Lease {
 public:
  Lease(std::shared_ptr<ConnectionPool> pool, std::unique_ptr<Connection> connection)
      : pool_(std::move(pool)), connection_(std::move(connection)) {}
  ~Lease();
  Lease(Lease&&) noexcept = default;
  Lease& operator=(Lease&&) = delete;

  [[nodiscard]] Connection& connection() const noexcept { return *connection_; }

 private:
  std::shared_ptr<ConnectionPool> pool_;
  std::unique_ptr<Connection> connection_;
};

/// Up to a number of connections to a file, opened when they are needed, or the one that the host lent. Any thread.
class ConnectionPool : public std::enable_shared_from_this<ConnectionPool> {
 public:
  [[nodiscard]] static std::shared_ptr<ConnectionPool> of_file(std::string path, const DatabaseOptions& options);
  [[nodiscard]] static std::shared_ptr<ConnectionPool> of_handle(sqlite3* handle);

  /// A free connection; waits for one as long as `control` allows.
  [[nodiscard]] Result<Lease> acquire(const CallControl& control);

  /// Whether a result keeps its connection between two calls. The host's own handle is only used during calls.
  [[nodiscard]] bool results_keep_connection() const noexcept { return !lent_; }

 private:
  friend class Lease;

  ConnectionPool(std::string path, std::size_t max_connections, std::chrono::milliseconds patience, bool lent)
      : path_(std::move(path)), max_connections_(max_connections), patience_(patience), lent_(lent) {}

  void give_back(std::unique_ptr<Connection> connection) noexcept;
  [[nodiscard]] Result<Lease> open_another(const CallControl& control);

  std::string path_;
  std::size_t max_connections_;
  std::chrono::milliseconds patience_;
  bool lent_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Connection>> idle_;  ///< guarded by mutex_
  std::size_t open_ = 0;                           ///< guarded by mutex_
};

}  // namespace querydata::inline v0::sqlite
