#include "db/sqlite/rows.hpp"

#include <cstring>
#include <new>

namespace querydata::inline v0::sqlite {

namespace {

constexpr std::string_view reading = "reading rows";

Blob blob_of(sqlite3_stmt* statement, int column) {
  Blob blob;
  const void* bytes = sqlite3_column_blob(statement, column);
  blob.bytes.resize(size_of(statement, column));
  if (!blob.bytes.empty()) std::memcpy(blob.bytes.data(), bytes, blob.bytes.size());
  return blob;
}

Value value_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT:
      return text_of(statement, column);
    case SQLITE_BLOB:
      return blob_of(statement, column);
    default:
      return Null{};
  }
}

std::size_t value_size(sqlite3_stmt* statement, int column) {
  const int type = sqlite3_column_type(statement, column);
  return type == SQLITE_TEXT || type == SQLITE_BLOB ? size_of(statement, column) : sizeof(std::int64_t);
}

}  // namespace

SqliteRows::SqliteRows(std::shared_ptr<ConnectionPool> pool, Lease lease, const Limits& limits,
                       const CallControl& control)
    : pool_(std::move(pool)), lease_(std::move(lease)), limits_(limits), watch_(control, limits.max_time) {}

SqliteRows::~SqliteRows() {
  if (!statement_ || lease_) return;
  // To free the statement is a use of the lent handle, which is one thread's at a time.
  try {
    const auto lease = pool_->acquire({});
    statement_.reset();
  } catch (const std::bad_alloc&) {
    statement_.reset();
  }
}

Result<void> SqliteRows::take_connection() {
  if (lease_) return {};
  auto lease = pool_->acquire(watch_.control());
  if (!lease) return std::move(lease).error();
  lease_.emplace(*std::move(lease));
  return {};
}

void SqliteRows::pause() {
  if (!statement_ || !pool_->results_keep_connection()) lease_.reset();
}

Result<void> SqliteRows::begin(StatementHandle statement, std::vector<ResultColumn> columns) {
  statement_ = std::move(statement);
  columns_ = std::move(columns);
  state_ = State::between_rows;
  return step();
}

Result<bool> SqliteRows::next(std::vector<Value>& row) {
  if (state_ == State::failed) return *error_;
  if (state_ == State::ended) return false;
  if (auto taken = take_connection(); !taken) return std::move(taken).error();
  auto result = next_row(row);
  pause();
  return result;
}

Result<bool> SqliteRows::next_row(std::vector<Value>& row) {
  const WatchGuard guard(connection(), watch_);
  if (watch_.expired()) return stopped(watch_.error(reading));
  if (state_ == State::between_rows) {
    if (auto stepped = step(); !stepped) return stopped(std::move(stepped).error());
    if (state_ == State::ended) return end(Cut::none);
  }
  if (rows_ == limits_.max_rows) return end(Cut::rows);
  if (!fits()) return end(Cut::bytes);
  take(row);
  return true;
}

Result<void> SqliteRows::step() {
  const int code = sqlite3_step(statement_.get());
  state_ = code == SQLITE_ROW ? State::on_row : State::ended;
  if (code == SQLITE_ROW) return {};
  Result<void> result;
  if (code != SQLITE_DONE) result = error_of(connection(), code, reading);
  statement_.reset();
  return result;
}

/// The statement's own time limit cuts the rows; everything else is an error.
Result<bool> SqliteRows::stopped(Error error) {
  if (watch_.reason() == Watch::Reason::max_time && rows_ > 0) return end(Cut::time);
  statement_.reset();
  state_ = State::failed;
  error_ = std::move(error);
  return *error_;
}

Result<bool> SqliteRows::end(Cut cut) {
  statement_.reset();
  state_ = State::ended;
  cut_ = cut;
  return false;
}

bool SqliteRows::fits() const {
  std::size_t bytes = bytes_;
  for (int column = 0; column < sqlite3_column_count(statement_.get()); ++column) {
    bytes += value_size(statement_.get(), column);
    if (bytes > limits_.max_bytes) return false;
  }
  return true;
}

void SqliteRows::take(std::vector<Value>& row) {
  row.clear();
  for (int column = 0; column < sqlite3_column_count(statement_.get()); ++column) {
    bytes_ += value_size(statement_.get(), column);
    row.push_back(value_of(statement_.get(), column));
  }
  ++rows_;
  state_ = State::between_rows;
}

}  // namespace querydata::inline v0::sqlite
