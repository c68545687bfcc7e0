#include "db/sqlite/handle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <thread>

#include "sql/lexer.hpp"

namespace querydata::inline v0::sqlite {

namespace {

struct CodeInfo {
  int code;
  std::string_view name;
  ErrorCode kind;
  std::string_view remedy;  ///< what the caller can do, may be empty
};

constexpr CodeInfo codes[] = {
    {SQLITE_ERROR, "SQLITE_ERROR", ErrorCode::invalid_argument, "correct the statement"},
    {SQLITE_INTERNAL, "SQLITE_INTERNAL", ErrorCode::internal, ""},
    {SQLITE_PERM, "SQLITE_PERM", ErrorCode::permission_denied, "check the rights on the file"},
    {SQLITE_ABORT, "SQLITE_ABORT", ErrorCode::aborted, "run it again"},
    {SQLITE_BUSY, "SQLITE_BUSY", ErrorCode::unavailable, "another connection is writing; try again"},
    {SQLITE_LOCKED, "SQLITE_LOCKED", ErrorCode::unavailable, "another statement is writing; try again"},
    {SQLITE_NOMEM, "SQLITE_NOMEM", ErrorCode::resource_exhausted, "the memory is used up"},
    {SQLITE_READONLY, "SQLITE_READONLY", ErrorCode::failed_precondition,
     "the file needs a repair that a reader may not make; open it once with the program that writes it"},
    {SQLITE_INTERRUPT, "SQLITE_INTERRUPT", ErrorCode::cancelled, "the owner of the handle interrupted it"},
    {SQLITE_IOERR, "SQLITE_IOERR", ErrorCode::unavailable, "check the disk and the file system"},
    {SQLITE_CORRUPT, "SQLITE_CORRUPT", ErrorCode::data_loss, "restore the file from a copy"},
    {SQLITE_NOTFOUND, "SQLITE_NOTFOUND", ErrorCode::internal, ""},
    {SQLITE_FULL, "SQLITE_FULL", ErrorCode::resource_exhausted, "make room for temporary files"},
    {SQLITE_CANTOPEN, "SQLITE_CANTOPEN", ErrorCode::unavailable,
     "check that the file and its directory may be read; a file in WAL mode also needs its -shm and -wal files or a "
     "directory where they may be made"},
    {SQLITE_PROTOCOL, "SQLITE_PROTOCOL", ErrorCode::unavailable, "try again"},
    {SQLITE_SCHEMA, "SQLITE_SCHEMA", ErrorCode::aborted, "the schema changed; run it again"},
    {SQLITE_TOOBIG, "SQLITE_TOOBIG", ErrorCode::resource_exhausted,
     "a text or blob is longer than 64 MiB; leave its column out"},
    {SQLITE_CONSTRAINT, "SQLITE_CONSTRAINT", ErrorCode::invalid_argument, ""},
    {SQLITE_MISMATCH, "SQLITE_MISMATCH", ErrorCode::invalid_argument, "bind a value of the right type"},
    {SQLITE_MISUSE, "SQLITE_MISUSE", ErrorCode::internal, ""},
    {SQLITE_NOLFS, "SQLITE_NOLFS", ErrorCode::unimplemented, ""},
    {SQLITE_AUTH, "SQLITE_AUTH", ErrorCode::permission_denied, "write one SELECT"},
    {SQLITE_RANGE, "SQLITE_RANGE", ErrorCode::invalid_argument, "bind as many values as there are placeholders"},
    {SQLITE_NOTADB, "SQLITE_NOTADB", ErrorCode::data_loss, "name a SQLite database"},
};

const CodeInfo& info_of(int code) noexcept {
  const int primary = code & 0xFF;
  const auto* info = std::find_if(std::begin(codes), std::end(codes),
                                  [primary](const CodeInfo& known) { return known.code == primary; });
  static constexpr CodeInfo unknown{0, "SQLITE_UNKNOWN", ErrorCode::unknown, ""};
  return info != std::end(codes) ? *info : unknown;
}

/// SQLite has one code for all that is wrong with a statement; names that do not exist are told apart by its words.
ErrorCode kind_of(const CodeInfo& info, std::string_view message) noexcept {
  return info.code == SQLITE_ERROR && message.starts_with("no such ") ? ErrorCode::not_found : info.kind;
}

int on_progress(void* watch) {
  return static_cast<Watch*>(watch)->expired() ? 1 : 0;
}

/// Waits a little for a lock of another connection; 0 gives up.
int on_busy(void* context, int attempts) {
  auto& connection = *static_cast<Connection*>(context);
  if (connection.watch == nullptr || connection.watch->expired()) return 0;
  const auto now = Deadline::Clock::now();
  if (attempts == 0) connection.busy_since = now;
  if (now - connection.busy_since >= connection.patience) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(attempts + 1, 10)));
  return 1;
}

/// Instructions of SQLite's machine between two looks at the watch: well below a millisecond.
constexpr int instructions_between_looks = 1000;

}  // namespace

Connection::~Connection() {
  if (owned) sqlite3_close(handle);
}

WatchGuard::WatchGuard(Connection& connection, Watch& watch) noexcept
    : connection_(connection), longest_before_(sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, -1)) {
  sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, std::min(longest_before_, longest_value));
  watch.resume();
  connection.watch = &watch;
  sqlite3_progress_handler(connection.handle, instructions_between_looks, on_progress, &watch);
  if (connection.owned) sqlite3_busy_handler(connection.handle, on_busy, &connection);
}

WatchGuard::~WatchGuard() {
  sqlite3_limit(connection_.handle, SQLITE_LIMIT_LENGTH, longest_before_);
  sqlite3_progress_handler(connection_.handle, 0, nullptr, nullptr);
  connection_.watch->pause();
  connection_.watch = nullptr;
}

std::string_view code_name(int code) noexcept {
  return info_of(code).name;
}

Error error_of(const Connection& connection, int code, std::string_view doing) {
  if (code == SQLITE_NOMEM) throw std::bad_alloc();
  const auto& info = info_of(code);
  const auto reason = connection.watch != nullptr ? connection.watch->reason() : Watch::Reason::none;
  // More time would not have helped where someone else holds the file.
  const bool busy = info.code == SQLITE_BUSY && reason != Watch::Reason::max_time;
  if (reason != Watch::Reason::none && (info.code == SQLITE_INTERRUPT || busy)) {
    constexpr std::string_view waiting = ", waiting for another connection that is writing";
    return connection.watch->error(std::string(doing).append(info.code == SQLITE_BUSY ? waiting : ""));
  }
  const std::string_view message = sqlite3_errmsg(connection.handle);
  Error error{kind_of(info, message), fmt::format("SQLite failed while {}: {}", doing, message), {}};
  if (!info.remedy.empty()) error.message.append("; ").append(info.remedy);
  error.where.sqlstate = info.name;
  if (const char* file = sqlite3_db_filename(connection.handle, "main")) error.where.file = file;
  if (const int offset = sqlite3_error_offset(connection.handle); offset >= 0)
    error.where.byte_offset = static_cast<std::size_t>(offset);
  return error;
}

Result<StatementHandle> prepare(const Connection& connection, std::string_view sql, std::string_view doing) {
  if (sql.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
      sql.find('\0') != std::string_view::npos) {
    return Error{ErrorCode::invalid_argument, "the statement is too long or holds a NUL byte; correct it", {}};
  }
  sqlite3_stmt* compiled = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v2(connection.handle, sql.data(), static_cast<int>(sql.size()), &compiled, &tail);
  StatementHandle statement(compiled);
  if (code != SQLITE_OK) return error_of(connection, code, doing);
  if (!statement) return Error{ErrorCode::invalid_argument, "the statement is empty; write one SELECT", {}};
  const auto rest = sql.substr(static_cast<std::size_t>(tail - sql.data()));
  for (const sql::Token& token : sql::tokenize(rest, Dialect::sqlite)) {
    if (token.is_trivia() || token.span.of(rest) == ";") continue;
    Error error{ErrorCode::invalid_argument, "something follows the statement; give one statement at a time", {}};
    error.where.byte_offset = sql.size() - rest.size() + token.span.begin;
    return error;
  }
  return statement;
}

std::size_t size_of(sqlite3_stmt* statement, int column) {
  return static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
}

std::string text_of(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  if (text == nullptr) {
    if (sqlite3_column_type(statement, column) != SQLITE_NULL) throw std::bad_alloc();
    return {};
  }
  return {text, size_of(statement, column)};
}

Result<CatalogueQuery> CatalogueQuery::create(const Connection& connection, std::string_view sql) {
  auto statement = prepare(connection, sql, "reading the catalogue");
  if (!statement) return std::move(statement).error();
  return CatalogueQuery(connection, *std::move(statement));
}

Result<void> CatalogueQuery::run(std::initializer_list<std::string_view> parameters,
                                 const std::function<void(sqlite3_stmt*)>& on_row) {
  auto* statement = statement_.get();
  int code = SQLITE_OK;
  int number = 0;
  for (const auto parameter : parameters) {
    if (code == SQLITE_OK)
      code = sqlite3_bind_text64(statement, ++number, parameter.data(), parameter.size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  if (code == SQLITE_OK) {
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) on_row(statement);
  }
  Result<void> result;
  if (code != SQLITE_DONE) result = error_of(*connection_, code, "reading the catalogue");
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return result;
}

Result<void> run(const Connection& connection, std::string_view sql) {
  auto query = CatalogueQuery::create(connection, sql);
  if (!query) return std::move(query).error();
  return query->run({}, [](sqlite3_stmt*) {});
}

}  // namespace querydata::inline v0::sqlite
