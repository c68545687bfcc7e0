#include "db/sqlite/connection_pool.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "db/sqlite/functions.hpp"

namespace querydata::inline v0::sqlite {

namespace {

/// A cancel token can't wake a waiting thread, so it is looked at this often.
constexpr std::chrono::milliseconds look_at_cancel{5};

Error file_error(ErrorCode code, const std::string& path, std::string_view problem) {
  Error error{code, fmt::format("{} {}", path, problem), {}};
  error.where.file = path;
  return error;
}

/// What the file system says, without opening the file: closing it again would drop the locks that the host holds on it
/// through SQLite (fcntl locks belong to the process).
Result<void> check_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    if (errno == EACCES)
      return file_error(ErrorCode::permission_denied, path, "may not be looked at; check the rights on its directory");
    return file_error(ErrorCode::not_found, path, "does not exist or can't be reached; check the path");
  }
  if (S_ISDIR(status.st_mode))
    return file_error(ErrorCode::invalid_argument, path, "is a directory; name the database file in it");
  if (!S_ISREG(status.st_mode))
    return file_error(ErrorCode::invalid_argument, path, "is no regular file; name a SQLite database");
  return {};
}

void harden(sqlite3* handle) noexcept {
  for (const int setting : {SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE})
    sqlite3_db_config(handle, setting, 1, nullptr);
  for (const int setting :
       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_WRITABLE_SCHEMA,
        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER})
    sqlite3_db_config(handle, setting, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_value);
}

/// The error of a failed opening. `connection` may have no handle.
Error open_error(const Connection& connection, const std::string& path, int code) {
  if (connection.handle == nullptr) throw std::bad_alloc();
  if (sqlite3_system_errno(connection.handle) == EACCES)
    return file_error(ErrorCode::permission_denied, path, "may not be read; check the rights on it and its directory");
  auto error = error_of(connection, code, "opening the database " + path);
  error.where.file = path;
  return error;
}

/// Opens `path` for reading. It begins with '/' or "./", so that SQLite takes it for neither a URI nor ":memory:".
Result<std::unique_ptr<Connection>> open_connection(const std::string& path, std::chrono::milliseconds patience) {
  if (auto checked = check_file(path); !checked) return std::move(checked).error();
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle,
                                   SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nullptr);
  auto connection = std::make_unique<Connection>(handle, true, patience);
  if (code != SQLITE_OK) return open_error(*connection, path, code);
  sqlite3_extended_result_codes(handle, 1);
  harden(handle);
  return connection;
}

/// The first look into the file, which tells whether it is a database.
Result<void> begin_session(Connection& connection, const std::string& path, const CallControl& control) {
  if (auto registered = register_functions(connection); !registered) return registered;
  Watch watch(control);
  const WatchGuard guard(connection, watch);
  for (const auto* sql : {"PRAGMA query_only=1", "PRAGMA schema_version"}) {
    if (auto done = run(connection, sql); !done) {
      auto error = std::move(done).error();
      error.message = fmt::format("{}: {}", path, error.message);
      error.where.file = path;
      return error;
    }
  }
  return {};
}

}  // namespace

Lease::~Lease() {
  if (connection_) pool_->give_back(std::move(connection_));
}

std::shared_ptr<ConnectionPool> ConnectionPool::of_file(std::string path, const DatabaseOptions& options) {
  return std::shared_ptr<ConnectionPool>(
      new ConnectionPool(std::move(path), options.max_connections, options.connect_timeout, false));
}

std::shared_ptr<ConnectionPool> ConnectionPool::of_handle(sqlite3* handle) {
  std::shared_ptr<ConnectionPool> pool(new ConnectionPool({}, 1, {}, true));
  pool->idle_.push_back(std::make_unique<Connection>(handle, false, std::chrono::milliseconds{}));
  pool->open_ = 1;
  return pool;
}

Result<Lease> ConnectionPool::acquire(const CallControl& control) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (auto checked = control.check("waiting for a database connection"); !checked) return std::move(checked).error();
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return Lease(shared_from_this(), std::move(connection));
    }
    if (open_ < max_connections_) break;
    freed_.wait_for(lock, std::min<Deadline::Clock::duration>(control.deadline.left(), look_at_cancel));
  }
  ++open_;
  idle_.reserve(open_);  // so that giving back can't fail
  lock.unlock();
  return open_another(control);
}

Result<Lease> ConnectionPool::open_another(const CallControl& control) {
  auto connection = open_connection(path_, patience_);
  auto begun = connection ? begin_session(**connection, path_, control) : Result<void>(std::move(connection).error());
  if (begun) return Lease(shared_from_this(), *std::move(connection));
  {
    const std::lock_guard lock(mutex_);
    --open_;
  }
  freed_.notify_one();
  return std::move(begun).error();
}

void ConnectionPool::give_back(std::unique_ptr<Connection> connection) noexcept {
  {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(connection));
  }
  freed_.notify_one();
}

}  // namespace querydata::inline v0::sqlite
