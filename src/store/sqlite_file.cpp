#include "store/sqlite_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <new>
#include <utility>

namespace querydata::inline v0::store {
namespace {

/// A `file:` URI, in which SQLite takes parameters. Every byte that could mean something else is escaped.
std::string file_uri(const std::filesystem::path& path, std::string_view parameters) {
  std::string uri = "file:";
  for (const char byte : path.string()) {
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
                       byte == '/' || byte == '.' || byte == '_' || byte == '-';
    if (plain) {
      uri += byte;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
    }
  }
  return uri.append("?").append(parameters);
}

int open_flags(Access access) {
  constexpr int common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  switch (access) {
    case Access::create:
      return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case Access::read_write:
      return common | SQLITE_OPEN_READWRITE;
    case Access::read_only:
      return common | SQLITE_OPEN_READONLY;
    case Access::immutable:
      return common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  return common;
}

ErrorCode code_of_cannot_open(int system_error, Access access) {
  // SQLite tries to read what it could not make, and what it then says is no news.
  const bool missing = system_error == ENOENT || system_error == ENOTDIR;
  if (missing) return access == Access::create ? ErrorCode::permission_denied : ErrorCode::not_found;
  if (system_error == EACCES || system_error == EPERM || system_error == EROFS) return ErrorCode::permission_denied;
  return ErrorCode::unavailable;
}

bool is_disk_full(int system_error) {
  return system_error == ENOSPC || system_error == EFBIG || system_error == EDQUOT;
}

/// The statements of the store never change, so one that SQLite does not understand means that the file does.
ErrorCode code_of(int code, int system_error, Access access) {
  if (code == SQLITE_IOERR_SHORT_READ) return ErrorCode::data_loss;
  const bool failed = (code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN;
  if (failed && is_disk_full(system_error)) return ErrorCode::resource_exhausted;
  // The log or its index can't be made longer; of a commit SQLite does not keep the system's reason.
  if (code == SQLITE_IOERR_SHMSIZE || (code == SQLITE_IOERR_WRITE && system_error != EIO))
    return ErrorCode::resource_exhausted;
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
    case SQLITE_IOERR:
      return ErrorCode::unavailable;
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return ErrorCode::permission_denied;
    case SQLITE_FULL:
    case SQLITE_TOOBIG:
      return ErrorCode::resource_exhausted;
    case SQLITE_CANTOPEN:
      return code_of_cannot_open(system_error, access);
    default:
      return ErrorCode::data_loss;
  }
}

std::string_view remedy(ErrorCode code) {
  switch (code) {
    case ErrorCode::unavailable:
      return "Another process holds its lock or the disk failed; try again.";
    case ErrorCode::permission_denied:
      return "Give this process the right to it, or open it read_only.";
    case ErrorCode::resource_exhausted:
      return "Make room on the disk, or store less in one entry.";
    case ErrorCode::not_found:
      return "Check the path, or open it read_write to make it.";
    default:
      return "Restore it from a copy, or delete it and build it anew.";
  }
}

}  // namespace

Error file_error(ErrorCode code, std::string message, const std::filesystem::path& path, std::string sqlstate) {
  Error error{code, std::move(message), {}};
  error.where.file = path.string();
  error.where.sqlstate = std::move(sqlstate);
  return error;
}

Error Connection::error(int code, std::string_view doing) const {
  if ((code & 0xFF) == SQLITE_NOMEM) throw std::bad_alloc();
  const ErrorCode kind = code_of(code, handle_ ? sqlite3_system_errno(handle_.get()) : 0, access_);
  const char* words =
      handle_ && sqlite3_extended_errcode(handle_.get()) == code ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  return file_error(kind, fmt::format("The store failed while {}: {}. {}", doing, words, remedy(kind)), path_,
                    std::string(sqlite::code_name(code)));
}

Error Connection::damage(std::string_view what) const {
  return file_error(ErrorCode::data_loss,
                    fmt::format("The store is damaged: {}. {}", what, remedy(ErrorCode::data_loss)), path_);
}

Result<Connection> Connection::open(const std::filesystem::path& path, Access access,
                                    std::chrono::milliseconds lock_wait) {
  const std::string name = access == Access::immutable ? file_uri(path, "immutable=1") : path.string();
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, open_flags(access), nullptr);
  Connection connection(handle, path, access, lock_wait);
  if (code != SQLITE_OK) return connection.error(code, "opening the file");
  sqlite3_busy_timeout(handle, static_cast<int>(lock_wait.count()));
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  const bool writes = access == Access::create || access == Access::read_write;
  const char* settings = writes ? "PRAGMA cell_size_check=ON; PRAGMA synchronous=FULL" : "PRAGMA cell_size_check=ON";
  if (auto done = connection.run(settings); !done) return done.error();
  return connection;
}

Result<void> Connection::run(const char* sql) const {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error(code, fmt::format("running \"{}\"", sql));
  return {};
}

Result<std::int64_t> Connection::number(std::string_view sql) const {
  auto statement = Statement::prepare(*this, sql);
  if (!statement) return statement.error();
  auto row = statement->step();
  if (!row) return row.error();
  if (!*row) return damage(fmt::format("\"{}\" gives no row", sql));
  return statement->number(0);
}

void Connection::checkpoint() const noexcept {
  sqlite3_busy_timeout(handle_.get(), 0);
  sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  sqlite3_busy_timeout(handle_.get(), static_cast<int>(lock_wait_.count()));
}

Result<Statement> Statement::prepare(const Connection& connection, std::string_view sql) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
  Statement statement(connection, handle);
  if (code != SQLITE_OK) return connection.error(code, fmt::format("preparing \"{}\"", sql));
  return statement;
}

Statement& Statement::bind(int index, std::int64_t number) noexcept {
  note(sqlite3_bind_int64(handle_.get(), index, number));
  return *this;
}

Statement& Statement::bind_text(int index, std::string_view text) noexcept {
  note(sqlite3_bind_text64(handle_.get(), index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(int index, std::string_view bytes) noexcept {
  // A null pointer would bind NULL.
  const void* data = bytes.empty() ? "" : bytes.data();
  note(sqlite3_bind_blob64(handle_.get(), index, data, bytes.size(), SQLITE_STATIC));
  return *this;
}

Result<bool> Statement::step() {
  const int code = binding_ == SQLITE_OK ? sqlite3_step(handle_.get()) : binding_;
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return connection_->error(code, fmt::format("running \"{}\"", sqlite3_sql(handle_.get())));
}

Result<void> Statement::finish() {
  for (;;) {
    auto row = step();
    if (!row) return row.error();
    if (!*row) break;
  }
  sqlite3_reset(handle_.get());
  return {};
}

Result<Transaction> Transaction::begin(const Connection& connection, Kind kind) {
  if (auto done = connection.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN"); !done) return done.error();
  return Transaction(connection);
}

Result<void> Transaction::commit() {
  if (auto done = connection_->run("COMMIT"); !done) return done;
  connection_ = nullptr;
  return {};
}

Transaction::~Transaction() {
  // SQLite has already rolled back after some failures, and then this one fails harmlessly.
  if (connection_ != nullptr) sqlite3_exec(connection_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace querydata::inline v0::store
