#include "db/sqlite/sqlite_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/utf8.hpp"
#include "db/sqlite/authorizer.hpp"
#include "db/sqlite/functions.hpp"
#include "db/sqlite/rows.hpp"
#include "db/sqlite/schema_reader.hpp"
#include "querydata/sqlite.hpp"
#include "sql/functions.hpp"

namespace querydata::inline v0::sqlite {

/// One state of the database from the reading of its schema to the first row. A transaction that the host has begun
/// on its own handle is such a state already.
class Snapshot {
 public:
  [[nodiscard]] static Result<Snapshot> begin(const Connection& connection);
  ~Snapshot();
  Snapshot(Snapshot&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Snapshot& operator=(Snapshot&&) = delete;

  [[nodiscard]] bool is_of_host() const noexcept { return handle_ == nullptr; }

 private:
  explicit Snapshot(sqlite3* handle) : handle_(handle) {}

  sqlite3* handle_;  ///< null: the host ends the transaction
};

namespace {

/// Whether a statement of the host's stands in the middle of its writing ("INSERT … RETURNING").
bool is_writing(sqlite3* handle) noexcept {
  for (auto* statement = sqlite3_next_stmt(handle, nullptr); statement != nullptr;
       statement = sqlite3_next_stmt(handle, statement)) {
    if (sqlite3_stmt_busy(statement) != 0 && sqlite3_stmt_readonly(statement) == 0) return true;
  }
  return false;
}

}  // namespace

Result<Snapshot> Snapshot::begin(const Connection& connection) {
  if (sqlite3_get_autocommit(connection.handle) == 0) return Snapshot(nullptr);
  if (!connection.owned && is_writing(connection.handle)) {
    return Error{ErrorCode::failed_precondition,
                 "a statement on the lent handle is still writing; step it to its end or reset it first",
                 {}};
  }
  if (auto done = sqlite::run(connection, "BEGIN"); !done) return std::move(done).error();
  return Snapshot(connection.handle);
}

Snapshot::~Snapshot() {
  if (handle_ == nullptr || sqlite3_get_autocommit(handle_) != 0) return;
  // A statement that stands on a row keeps reading its state after this. Nothing was written that could be lost.
  if (sqlite3_exec(handle_, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
    sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

namespace {

/// The number that changes with the schema, once SQLite has read that schema itself: a statement that is compiled now
/// will not be compiled again when it runs.
Result<std::int64_t> schema_version(const Connection& connection) {
  auto query = CatalogueQuery::create(connection, "PRAGMA main.schema_version");
  if (!query) return std::move(query).error();
  std::int64_t version = 0;
  auto done = query->run({}, [&](sqlite3_stmt* row) { version = sqlite3_column_int64(row, 0); });
  if (done) done = sqlite::run(connection, "SELECT 1 FROM main.sqlite_schema LIMIT 1");
  if (!done) return std::move(done).error();
  return version;
}

/// The first use of a table function declares a table of its name, which the authorizer would refuse.
Result<void> connect_table_functions(const Connection& connection, const StatementInfo& info, const Schema& schema) {
  for (const auto& name : info.functions) {
    const auto* function = sql::find_function(name, Dialect::sqlite);
    if (function == nullptr || function->kind != sql::FunctionKind::table || schema.find_table(name) != nullptr)
      continue;
    const auto sql = fmt::format("SELECT 1 FROM {} LIMIT 0", quote_identifier(name, Dialect::sqlite));
    if (prepare(connection, sql, "connecting a table function")) continue;
    return Error{ErrorCode::not_found,
                 fmt::format("the SQLite of this process has no table function {}; build it in, or write the rows with "
                             "WITH RECURSIVE",
                             name),
                 {}};
  }
  return {};
}

/// A virtual table compiles statements of its own when it is first used, which the authorizer would refuse.
void connect_virtual_tables(const Connection& connection, const Schema& schema) {
  for (const auto& table : schema.tables) {
    if (table.kind != TableKind::virtual_table) continue;
    const auto sql = fmt::format("SELECT 1 FROM main.{} LIMIT 0", quote_identifier(table.name, Dialect::sqlite));
    // One that can't be connected fails where a statement uses it.
    static_cast<void>(prepare(connection, sql, "connecting a virtual table"));
  }
}

Error refused(ErrorCode code, std::string message) {
  return {code, std::move(message), {}};
}

/// Compiles a statement that must be a plain query, asking `permit` for everything that it touches.
Result<StatementHandle> compile(const Connection& connection, std::string_view sql, Permit& permit) {
  const AuthorizerGuard guard(connection.handle, permit);
  auto statement = prepare(connection, sql, "compiling the statement");
  if (!permit.refusal.empty()) {
    return refused(ErrorCode::permission_denied,
                   fmt::format("the statement is not allowed: {}; write one SELECT over the tables of the schema",
                               permit.refusal));
  }
  if (!statement) return statement;
  // Some statements that do nothing yet, as REINDEX without an index, ask for nothing and are told by their lack of
  // columns.
  if (sqlite3_stmt_readonly(statement->get()) == 0 || sqlite3_column_count(statement->get()) == 0)
    return refused(ErrorCode::permission_denied, "the statement is not read-only; write one SELECT");
  return statement;
}

// Binding.

Error bad_parameter(int number, std::string_view problem) {
  return refused(ErrorCode::invalid_argument, fmt::format("parameter {} {}", number, problem));
}

/// SQLite takes `$7` for a name and numbers it by its place, which would bind the wrong value.
Result<void> check_parameter_names(sqlite3_stmt* statement) {
  for (int number = 1; number <= sqlite3_bind_parameter_count(statement); ++number) {
    const char* name = sqlite3_bind_parameter_name(statement, number);
    if (name != nullptr && name[0] == '$' && name[1] >= '0' && name[1] <= '9' && std::to_string(number) != name + 1)
      return bad_parameter(number, fmt::format("is written {}; write ?{} in SQLite", name, name + 1));
  }
  return {};
}

struct Bind {
  sqlite3_stmt* statement;
  int number;

  int operator()(Null) const { return sqlite3_bind_null(statement, number); }
  int operator()(bool value) const { return sqlite3_bind_int(statement, number, value ? 1 : 0); }
  int operator()(std::int64_t value) const { return sqlite3_bind_int64(statement, number, value); }
  int operator()(double value) const { return sqlite3_bind_double(statement, number, value); }
  int operator()(const std::string& value) const {
    return sqlite3_bind_text64(statement, number, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  int operator()(const Blob& value) const {
    // A null pointer would bind NULL.
    return value.bytes.empty()
               ? sqlite3_bind_zeroblob(statement, number, 0)
               : sqlite3_bind_blob64(statement, number, value.bytes.data(), value.bytes.size(), SQLITE_TRANSIENT);
  }
};

Result<void> check_value(const Value& value, int number) {
  const auto* text = std::get_if<std::string>(&value);
  if (text != nullptr && find_invalid_utf8(*text)) return bad_parameter(number, "is not UTF-8; bind bytes as a blob");
  const auto* real = std::get_if<double>(&value);
  if (real != nullptr && std::isnan(*real)) return bad_parameter(number, "is not a number (NaN); bind NULL instead");
  return {};
}

Result<void> bind_all(const Connection& connection, sqlite3_stmt* statement, const std::vector<Value>& values) {
  const auto wanted = static_cast<std::size_t>(sqlite3_bind_parameter_count(statement));
  if (wanted != values.size()) {
    return refused(ErrorCode::invalid_argument,
                   fmt::format("the statement has {} parameters but {} values are given", wanted, values.size()));
  }
  if (auto named = check_parameter_names(statement); !named) return named;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (auto checked = check_value(values[i], number); !checked) return checked;
    const int code = std::visit(Bind{statement, number}, values[i]);
    if (code != SQLITE_OK) return error_of(connection, code, fmt::format("binding parameter {}", number));
  }
  return {};
}

InspectOptions inspect_options_of(const DatabaseOptions& options) {
  InspectOptions inspect;
  inspect.extra_functions = options.extra_functions;
  for (const auto name : function_names()) inspect.extra_functions.emplace_back(name);
  return inspect;
}

Error wrong_dialect(Dialect dialect) {
  return refused(ErrorCode::invalid_argument,
                 fmt::format("the statement is written for {}, the database speaks sqlite", to_string(dialect)));
}

}  // namespace

SqliteDatabase::SqliteDatabase(std::shared_ptr<ConnectionPool> pool, const DatabaseOptions& options)
    : pool_(std::move(pool)), inspect_options_(inspect_options_of(options)) {}

Result<SqliteDatabase::SharedSchema> SqliteDatabase::current_schema(const Connection& connection,
                                                                    const Snapshot& snapshot) {
  const auto version = schema_version(connection);
  if (!version) return version.error();
  // The host may roll its transaction back and make another schema that gets the same number.
  const bool may_keep = !snapshot.is_of_host();
  if (may_keep) {
    const std::lock_guard lock(mutex_);
    if (schema_ && schema_version_ == *version) return schema_;
  }
  auto read = sqlite::read_schema(connection);
  if (!read) return std::move(read).error();
  auto schema = std::make_shared<const Schema>(*std::move(read));
  if (may_keep) {
    const std::lock_guard lock(mutex_);
    schema_ = schema;
    schema_version_ = *version;
  }
  return SharedSchema(std::move(schema));
}

Result<SqliteDatabase::SharedSchema> SqliteDatabase::shared_schema(const CallControl& control) {
  auto lease = pool_->acquire(control);
  if (!lease) return std::move(lease).error();
  Watch watch(control);
  const WatchGuard guard(lease->connection(), watch);
  const auto snapshot = Snapshot::begin(lease->connection());
  if (!snapshot) return snapshot.error();
  return current_schema(lease->connection(), *snapshot);
}

Result<Schema> SqliteDatabase::read_schema(const CallControl& control) {
  const auto schema = shared_schema(control);
  if (!schema) return schema.error();
  return **schema;
}

Result<void> SqliteDatabase::check(const Statement& statement, const CallControl& control) {
  if (statement.dialect != Dialect::sqlite) return wrong_dialect(statement.dialect);
  auto lease = pool_->acquire(control);
  if (!lease) return std::move(lease).error();
  auto& connection = lease->connection();
  Watch watch(control);
  const WatchGuard guard(connection, watch);
  const auto snapshot = Snapshot::begin(connection);
  if (!snapshot) return snapshot.error();
  const auto schema = current_schema(connection, *snapshot);
  if (!schema) return schema.error();
  connect_virtual_tables(connection, **schema);
  if (const auto info = inspect(statement.sql, Dialect::sqlite, **schema, inspect_options_))
    static_cast<void>(connect_table_functions(connection, *info, **schema));
  Permit permit;
  auto compiled = compile(connection, statement.sql, permit);
  return compiled ? Result<void>() : std::move(compiled).error();
}

namespace {

/// The name behind "SCAN " in a line of EXPLAIN QUERY PLAN: "SCAN o", "SCAN orders USING COVERING INDEX i", in older
/// versions "SCAN TABLE orders AS o". Empty for other lines.
std::string_view scanned_name(std::string_view line) {
  constexpr std::string_view scan = "SCAN ";
  if (!line.starts_with(scan)) return {};
  line.remove_prefix(scan.size());
  for (const std::string_view end : {" USING ", " VIRTUAL TABLE "}) line = line.substr(0, line.find(end));
  constexpr std::string_view as = " AS ";
  if (const auto found = line.find(as); found != std::string_view::npos) return line.substr(found + as.size());
  constexpr std::string_view table = "TABLE ";
  if (line.starts_with(table)) line.remove_prefix(table.size());
  return line;
}

void add_scanned(std::string_view name, const StatementInfo& info, std::vector<std::string>& tables) {
  for (const TableUse& use : info.tables) {
    const std::string_view bare = std::string_view(use.table).substr(use.table.rfind('.') + 1);
    const bool same = sqlite3_strnicmp(use.alias.c_str(), name.data(), static_cast<int>(name.size())) == 0 &&
                      use.alias.size() == name.size();
    if (same || bare == name) tables.push_back(use.table);
  }
}

}  // namespace

Result<std::vector<std::string>> SqliteDatabase::full_scans(const Statement& statement, const CallControl& control) {
  if (statement.dialect != Dialect::sqlite) return wrong_dialect(statement.dialect);
  auto lease = pool_->acquire(control);
  if (!lease) return std::move(lease).error();
  auto& connection = lease->connection();
  Watch watch(control);
  const WatchGuard guard(connection, watch);
  const auto snapshot = Snapshot::begin(connection);
  if (!snapshot) return snapshot.error();
  const auto schema = current_schema(connection, *snapshot);
  if (!schema) return schema.error();
  const auto info = inspect(statement.sql, Dialect::sqlite, **schema, inspect_options_);
  if (!info) return info.error();
  connect_virtual_tables(connection, **schema);
  if (auto connected = connect_table_functions(connection, *info, **schema); !connected) return connected.error();
  Permit permit(*info, **schema);
  auto compiled = compile(connection, "EXPLAIN QUERY PLAN " + statement.sql, permit);
  if (!compiled) return std::move(compiled).error();
  std::vector<std::string> tables;
  constexpr int detail = 3;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(compiled->get())) == SQLITE_ROW)
    add_scanned(scanned_name(text_of(compiled->get(), detail)), *info, tables);
  if (code != SQLITE_DONE) return error_of(connection, code, "asking for the plan");
  std::ranges::sort(tables);
  const auto repeated = std::ranges::unique(tables);
  tables.erase(repeated.begin(), repeated.end());
  return tables;
}

Result<std::unique_ptr<Rows>> SqliteDatabase::execute(const Statement& statement, const Limits& limits,
                                                      const CallControl& control) {
  if (statement.dialect != Dialect::sqlite) return wrong_dialect(statement.dialect);
  auto lease = pool_->acquire(control);
  if (!lease) return std::move(lease).error();
  auto rows = std::make_unique<SqliteRows>(pool_, *std::move(lease), limits, control);
  if (auto done = run(*rows, statement); !done) return std::move(done).error();
  rows->pause();
  return std::unique_ptr<Rows>(std::move(rows));
}

Result<void> SqliteDatabase::run(SqliteRows& rows, const Statement& statement) {
  auto& connection = rows.connection();
  const WatchGuard guard(connection, rows.watch());
  const auto snapshot = Snapshot::begin(connection);
  if (!snapshot) return snapshot.error();
  const auto schema = current_schema(connection, *snapshot);
  if (!schema) return schema.error();
  auto info = inspect(statement.sql, Dialect::sqlite, **schema, inspect_options_);
  if (!info) return std::move(info).error();
  connect_virtual_tables(connection, **schema);
  if (auto connected = connect_table_functions(connection, *info, **schema); !connected) return connected;
  Permit permit(*info, **schema);
  auto compiled = compile(connection, statement.sql, permit);
  if (!compiled) return std::move(compiled).error();
  if (static_cast<std::size_t>(sqlite3_column_count(compiled->get())) != info->result_columns.size())
    return refused(ErrorCode::internal, "SQLite counts other result columns than the library; report the statement");
  if (auto bound = bind_all(connection, compiled->get(), statement.parameters); !bound) return bound;
  return rows.begin(*std::move(compiled), std::move(info->result_columns));
}

namespace {

Error no_such(std::string_view kind, std::string_view name) {
  return refused(ErrorCode::not_found,
                 fmt::format("the database has no {} {}; read its schema for the names", kind, name));
}

CountedValue counted_value(std::vector<Value> row) {
  CountedValue counted;
  counted.value = std::move(row[0]);
  counted.count = std::get<std::int64_t>(row[1]);
  return counted;
}

Error named(Error error, const std::string& name) {
  error.message = fmt::format("{}: {}", name, error.message);
  return error;
}

/// Rows of a column, which their errors name.
class NamedRows final : public Rows {
 public:
  NamedRows(std::unique_ptr<Rows> rows, std::string name) : rows_(std::move(rows)), name_(std::move(name)) {}

  [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept override { return rows_->columns(); }
  [[nodiscard]] Result<bool> next(std::vector<Value>& row) override {
    auto more = rows_->next(row);
    if (!more) return named(more.error(), name_);
    return more;
  }
  [[nodiscard]] Cut cut() const noexcept override { return rows_->cut(); }

 private:
  std::unique_ptr<Rows> rows_;
  std::string name_;
};

}  // namespace

Result<std::vector<CountedValue>> SqliteDatabase::distinct_values(std::string_view table, std::string_view column,
                                                                  std::size_t limit, const CallControl& control) {
  auto rows = scan_distinct_values(table, column, limit, control);
  if (!rows) return rows.error();
  std::vector<CountedValue> values;
  for (std::vector<Value> row;;) {
    const auto more = (*rows)->next(row);
    if (!more) return more.error();
    if (!*more) return values;
    values.push_back(counted_value(std::move(row)));
  }
}

Result<std::unique_ptr<Rows>> SqliteDatabase::scan_distinct_values(std::string_view table, std::string_view column,
                                                                   std::size_t limit, const CallControl& control) {
  const auto schema = shared_schema(control);
  if (!schema) return schema.error();
  const auto* known_table = (*schema)->find_table(table);
  if (known_table == nullptr) return no_such("table", table);
  const auto* known_column = known_table->find_column(column);
  if (known_column == nullptr) return no_such("column", fmt::format("{}.{}", table, column));

  Statement statement;
  statement.sql = fmt::format(
      "SELECT {0}, COUNT(*) FROM {1} WHERE {0} IS NOT NULL GROUP BY {0} COLLATE BINARY "
      "ORDER BY COUNT(*) DESC, {0} COLLATE BINARY LIMIT ?1",
      quote_identifier(known_column->name, Dialect::sqlite), quote_identifier(known_table->name, Dialect::sqlite));
  constexpr auto most_rows = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
  statement.parameters = {static_cast<std::int64_t>(std::min(limit, most_rows))};
  const Limits limits{limit, std::numeric_limits<std::size_t>::max(), std::chrono::milliseconds::max()};
  auto rows = execute(statement, limits, control);
  const std::string name = fmt::format("{}.{}", known_table->name, known_column->name);
  if (!rows) return named(rows.error(), name);
  return std::unique_ptr<Rows>(std::make_unique<NamedRows>(*std::move(rows), name));
}

// Opening.

Result<std::shared_ptr<Database>> open(std::string_view path, const DatabaseOptions& options) {
  if (path.empty() || path == ":memory:" || path.find('\0') != std::string_view::npos) {
    return refused(ErrorCode::invalid_argument,
                   "a sqlite: URI needs the path of a file (sqlite:/path/to/file.db); lend the handle of a database "
                   "that is in memory");
  }
  if (sqlite3_threadsafe() == 0) {
    return refused(ErrorCode::failed_precondition,
                   "the SQLite of this process was built without threads; lend a handle and use it from one thread");
  }
  const std::string file = path.starts_with('/') ? std::string(path) : "./" + std::string(path);
  auto pool = ConnectionPool::of_file(file, options);
  // Opens one connection now, so that a wrong file is told here. The pool waits `connect_timeout` for a lock.
  if (auto lease = pool->acquire({}); !lease) return std::move(lease).error();
  return std::shared_ptr<Database>(std::make_shared<SqliteDatabase>(std::move(pool), options));
}

}  // namespace querydata::inline v0::sqlite

namespace querydata::inline v0 {

Result<std::shared_ptr<Database>> lend_sqlite(sqlite3* handle, const DatabaseOptions& options) {
  if (auto registered = register_sqlite_functions(handle); !registered) return std::move(registered).error();
  return std::shared_ptr<Database>(
      std::make_shared<sqlite::SqliteDatabase>(sqlite::ConnectionPool::of_handle(handle), options));
}

}  // namespace querydata::inline v0
