#include "conformance/conformance.hpp"

#include <atomic>
#include <thread>

namespace querydata::conformance {

namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;

std::shared_ptr<Database> open(const Quirks& quirks) {
  return quirks.open({});
}

Statement statement_of(const Quirks& quirks, std::string sql, std::vector<Value> parameters = {}) {
  return {quirks.dialect, std::move(sql), std::move(parameters)};
}

Result<RowSet> query(Database& database, const Statement& statement, const Limits& limits = {},
                     const CallControl& control = {}) {
  auto rows = database.execute(statement, limits, control);
  if (!rows) return std::move(rows).error();
  return collect(**rows);
}

template <class T>
ErrorCode code_of(const Result<T>& result) {
  REQUIRE_FALSE(result);
  CHECK_FALSE(result.error().message.empty());
  return result.error().code;
}

std::int64_t count_books(const Quirks& quirks, Database& database) {
  const auto set = query(database, statement_of(quirks, "SELECT COUNT(*) FROM book"));
  REQUIRE(set);
  return std::get<std::int64_t>(set->rows.at(0).at(0));
}

const Table& table_of(const Schema& schema, std::string_view name) {
  const auto* table = schema.find_table(name);
  REQUIRE_MESSAGE(table != nullptr, name);
  return *table;
}

void check_column(const Table& table, std::string_view name, ValueType type, bool nullable) {
  CAPTURE(name);
  const auto* column = table.find_column(name);
  REQUIRE(column != nullptr);
  CHECK(to_string(column->type) == to_string(type));
  CHECK(column->nullable == nullable);
  CHECK_FALSE(column->declared_type.empty());
}

void check_key(const Table& table, const Names& columns, std::string_view target, const Names& target_columns) {
  REQUIRE(table.foreign_keys.size() == 1);
  const auto& key = table.foreign_keys[0];
  CHECK(key.columns == columns);
  CHECK(key.referenced_table == target);
  CHECK(key.referenced_columns == target_columns);
}

}  // namespace

std::vector<std::string> fixture_rows() {
  return {"INSERT INTO author VALUES (1, 'Ada Lind', '1901-02-28'), (2, 'Bruno Ochs', NULL), (3, 'Ünal Çelik', NULL)",
          "INSERT INTO book VALUES (10, 1, 'The Quiet Harbour', 12.50, NULL), (11, 1, 'Tides', 8.00, NULL), "
          "(12, 2, 'A Long Way to the Northern Lighthouse', 20.25, NULL), (13, 3, 'O''Neill''s Boat', NULL, NULL)",
          "INSERT INTO edition VALUES (10, 1, 1950), (10, 2, 1961), (11, 1, 1975), (12, 1, 1999)",
          "INSERT INTO review VALUES (100, 10, 2, 5, 'fine'), (101, 10, 2, 4, 'fine'), (102, 11, 1, 1, 'dull'), "
          "(103, NULL, NULL, 3, NULL)"};
}

void reads_the_schema(const Quirks& quirks) {
  const auto database = open(quirks);
  CHECK(database->dialect() == quirks.dialect);
  const auto schema = database->read_schema();
  REQUIRE(schema);
  Names names;
  for (const auto& table : schema->tables) names.push_back(table.name);
  CHECK(names == Names{"author", "book", "edition", "long_title", "review"});

  const auto& author = table_of(*schema, "author");
  CHECK(author.primary_key == Names{"id"});
  CHECK(author.foreign_keys.empty());
  check_column(author, "id", ValueType::integer, false);
  check_column(author, "name", ValueType::text, false);
  check_column(author, "born", quirks.date_type, true);

  const auto& book = table_of(*schema, "book");
  CHECK(book.uniques == std::vector<Names>{{"author_id", "title"}});
  check_column(book, "author_id", ValueType::integer, false);
  check_column(book, "price", quirks.decimal_type, true);
  if (quirks.has_blobs) check_column(book, "cover", ValueType::blob, true);
  check_key(book, {"author_id"}, author.qualified_name(), {"id"});

  const auto& edition = table_of(*schema, "edition");
  CHECK(edition.primary_key == Names{"book_id", "number"});
  check_key(edition, {"book_id"}, book.qualified_name(), {"id"});
  check_key(table_of(*schema, "review"), {"book_id", "edition_number"}, edition.qualified_name(),
            {"book_id", "number"});

  const auto& view = table_of(*schema, "long_title");
  CHECK(view.kind == TableKind::view);
  CHECK(view.columns.size() == 1);
  CHECK_FALSE(view.view_sql.empty());

  const auto json = to_json(*schema);
  CHECK(to_json(Schema::from_json(json).value()) == json);
  CHECK(to_json(open(quirks)->read_schema().value()) == json);
}

void returns_values(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto set =
      query(*database, statement_of(quirks, "SELECT id, name AS who, born FROM author WHERE id > 1 ORDER BY id"));
  REQUIRE(set);
  CHECK(set->cut == Cut::none);
  REQUIRE(set->columns.size() == 3);
  CHECK(set->columns[1].name == "who");
  CHECK(set->columns[1].column == "name");
  CHECK(set->columns[0].type == ValueType::integer);
  REQUIRE(set->rows.size() == 2);
  CHECK(set->rows[1] == std::vector<Value>{std::int64_t{3}, std::string("Ünal Çelik"), Null{}});
  const auto quoted = query(*database, statement_of(quirks, "SELECT title FROM book WHERE title = 'O''Neill''s Boat'"));
  REQUIRE(quoted);
  CHECK(quoted->rows.at(0).at(0) == Value(std::string("O'Neill's Boat")));
  const auto empty = query(*database, statement_of(quirks, "SELECT id FROM author WHERE id > 99"));
  REQUIRE(empty);
  CHECK(empty->rows.empty());
  CHECK(empty->columns.size() == 1);
  const auto view = query(*database, statement_of(quirks, "SELECT COUNT(*) FROM long_title"));
  REQUIRE(view);
  CHECK(view->rows.at(0).at(0) == Value(std::int64_t{1}));
}

void binds_parameters(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto first = quirks.placeholder(1);
  const auto second = quirks.placeholder(2);
  const auto titles = [&](const std::string& condition, std::vector<Value> values) {
    const auto set = query(*database, statement_of(quirks, "SELECT title FROM book WHERE " + condition + " ORDER BY id",
                                                   std::move(values)));
    REQUIRE(set);
    return set->rows.size();
  };
  CHECK(titles("title = " + first, {std::string("O'Neill's Boat")}) == 1);
  CHECK(titles("title = " + first, {std::string("' OR '1'='1")}) == 0);
  CHECK(titles("id >= " + first + " AND id < " + second, {std::int64_t{11}, std::int64_t{13}}) == 2);
  CHECK(titles("price > " + first, {8.5}) == 2);
  CHECK(titles("author_id = " + first + " AND title LIKE " + second, {std::int64_t{1}, std::string("T%")}) == 2);
  CHECK(titles("price = " + first, {Null{}}) == 0);
}

void refuses_wrong_parameters(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto sql = "SELECT title FROM book WHERE id = " + quirks.placeholder(1);
  CHECK(code_of(database->execute(statement_of(quirks, sql))) == ErrorCode::invalid_argument);
  CHECK(code_of(database->execute(statement_of(quirks, sql, {std::int64_t{1}, std::int64_t{2}}))) ==
        ErrorCode::invalid_argument);
  CHECK(code_of(database->execute(statement_of(quirks, sql, {std::string("\xc3\x28")}))) ==
        ErrorCode::invalid_argument);
}

void cuts_rows(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto statement = statement_of(quirks, "SELECT id FROM book ORDER BY id");
  for (const auto& [most, given, cut] :
       {std::tuple{std::size_t{0}, std::size_t{0}, Cut::rows}, {3, 3, Cut::rows}, {4, 4, Cut::none}}) {
    CAPTURE(most);
    const auto set = query(*database, statement, {most, 1U << 20U, 10s});
    REQUIRE(set);
    CHECK(set->rows.size() == given);
    CHECK(set->cut == cut);
  }
}

void cuts_bytes(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto statement = statement_of(quirks, "SELECT title FROM book WHERE author_id = 1 ORDER BY id");
  const auto cut = query(*database, statement, {1000, 20, 10s});
  REQUIRE(cut);
  CHECK(cut->rows.size() == 1);
  CHECK(cut->cut == Cut::bytes);
  const auto whole = query(*database, statement, {1000, 22, 10s});
  REQUIRE(whole);
  CHECK(whole->rows.size() == 2);
  CHECK(whole->cut == Cut::none);
}

void cuts_time(const Quirks& quirks) {
  const auto database = open(quirks);
  const Limits short_time{1000, 1U << 20U, 100ms};
  const auto some = query(*database, statement_of(quirks, quirks.endless_after_three), short_time);
  REQUIRE(some);
  CHECK(some->rows.size() == 3);
  CHECK(some->cut == Cut::time);
  CHECK(code_of(query(*database, statement_of(quirks, quirks.endless), short_time)) == ErrorCode::deadline_exceeded);
}

void keeps_deadlines(const Quirks& quirks) {
  const auto database = open(quirks);
  for (const auto& sql : {quirks.endless, quirks.endless_after_three}) {
    const auto start = Deadline::Clock::now();
    CHECK(code_of(query(*database, statement_of(quirks, sql), {}, {Deadline::after(100ms), {}})) ==
          ErrorCode::deadline_exceeded);
    CHECK(Deadline::Clock::now() - start < 10s);
  }
  const CallControl passed{Deadline::after(-1s), {}};
  CHECK(code_of(database->read_schema(passed)) == ErrorCode::deadline_exceeded);
  CHECK(code_of(database->distinct_values("book", "title", 3, passed)) == ErrorCode::deadline_exceeded);
  CHECK(code_of(database->check(statement_of(quirks, "SELECT 1"), passed)) == ErrorCode::deadline_exceeded);
  CHECK(count_books(quirks, *database) == 4);
}

void can_be_cancelled(const Quirks& quirks) {
  const auto database = open(quirks);
  for (const auto& sql : {quirks.endless, quirks.endless_after_three}) {
    const auto cancel = CancelToken::create();
    std::thread other([&] {
      std::this_thread::sleep_for(50ms);
      cancel.cancel();
    });
    const auto result = query(*database, statement_of(quirks, sql), {}, {{}, cancel});
    other.join();
    CHECK(code_of(result) == ErrorCode::cancelled);
  }
  CHECK(count_books(quirks, *database) == 4);
}

void refuses_writes(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto before = to_json(database->read_schema().value());
  Names statements = quirks.refused;
  for (const auto* sql :
       {"INSERT INTO author VALUES (9, 'x', NULL)", "UPDATE author SET name = 'x'", "DELETE FROM author",
        "DROP TABLE review", "CREATE TABLE x(a INTEGER)", "ALTER TABLE author ADD COLUMN x INTEGER",
        "SELECT id FROM book; DELETE FROM review", "BEGIN", "COMMIT", "", "  ;  "}) {
    statements.emplace_back(sql);
  }
  for (const auto& sql : statements) {
    CAPTURE(sql);
    const auto code = code_of(database->execute(statement_of(quirks, sql)));
    CHECK((code == ErrorCode::permission_denied || code == ErrorCode::invalid_argument));
    CHECK_FALSE(database->check(statement_of(quirks, sql)));
  }
  CHECK(count_books(quirks, *database) == 4);
  CHECK(to_json(database->read_schema().value()) == before);
}

void names_what_is_missing(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto table = database->execute(statement_of(quirks, "SELECT id FROM bok"));
  CHECK(code_of(table) == ErrorCode::not_found);
  CHECK(table.error().message.find("bok") != std::string::npos);
  const auto column = database->execute(statement_of(quirks, "SELECT titel FROM book"));
  CHECK(code_of(column) == ErrorCode::not_found);
  CHECK(column.error().message.find("titel") != std::string::npos);
  const auto syntax = database->execute(statement_of(quirks, "SELECT id FROM book WHERE"));
  CHECK(code_of(syntax) == ErrorCode::invalid_argument);
  CHECK(syntax.error().where.byte_offset);
}

void checks_with_the_engine(const Quirks& quirks) {
  const auto database = open(quirks);
  CHECK(database->check(statement_of(quirks, "SELECT title FROM book WHERE id = " + quirks.placeholder(1))));
  CHECK(database->check(statement_of(quirks, quirks.endless)));
  CHECK_FALSE(database->check(statement_of(quirks, "SELECT title FROM bok")));
  CHECK_FALSE(database->check(statement_of(quirks, "SELECT titel FROM book")));
  CHECK_FALSE(database->check(statement_of(quirks, "SELECT FROM WHERE")));
}

void counts_distinct_values(const Quirks& quirks) {
  const auto database = open(quirks);
  const auto values = database->distinct_values("review", "text", 10);
  REQUIRE(values);
  REQUIRE(values->size() == 2);
  CHECK(values->at(0).value == Value(std::string("fine")));
  CHECK(values->at(0).count == 2);
  CHECK(values->at(1).value == Value(std::string("dull")));
  CHECK(database->distinct_values("review", "stars", 3)->at(0).value == Value(std::int64_t{1}));
  CHECK(database->distinct_values("review", "text", 1)->size() == 1);
  CHECK(code_of(database->distinct_values("revue", "text", 1)) == ErrorCode::not_found);
  CHECK(code_of(database->distinct_values("review", "stars; --", 1)) == ErrorCode::not_found);
}

void rows_outlive_the_database(const Quirks& quirks) {
  auto database = open(quirks);
  auto rows = database->execute(statement_of(quirks, "SELECT id FROM book"));
  REQUIRE(rows);
  database.reset();
  const auto set = collect(**rows);
  REQUIRE(set);
  CHECK(set->rows.size() == 4);
}

void refuses_other_dialects(const Quirks& quirks) {
  const auto other = quirks.dialect == Dialect::sqlite ? Dialect::mysql : Dialect::sqlite;
  const auto database = open(quirks);
  CHECK(code_of(database->execute({other, "SELECT 1", {}})) == ErrorCode::invalid_argument);
  CHECK(code_of(database->check({other, "SELECT 1", {}})) == ErrorCode::invalid_argument);
}

void serves_many_threads(const Quirks& quirks) {
  DatabaseOptions options;
  options.max_connections = 2;
  const auto database = quirks.open(options);
  const auto sql = "SELECT title FROM book WHERE id = " + quirks.placeholder(1);
  const auto expected = to_json(query(*database, statement_of(quirks, sql, {std::int64_t{12}})).value());
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const auto set = query(*database, statement_of(quirks, sql, {std::int64_t{12}}));
        const auto values = database->distinct_values("review", "text", 5);
        if (set && to_json(*set) == expected && values && values->size() == 2) ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(right == 8 * 20);
}

void waits_for_a_connection(const Quirks& quirks) {
  DatabaseOptions options;
  options.max_connections = 1;
  const auto database = quirks.open(options);
  auto rows = database->execute(statement_of(quirks, "SELECT id FROM book"));
  REQUIRE(rows);
  CHECK(code_of(database->execute(statement_of(quirks, "SELECT 1"), {}, {Deadline::after(30ms), {}})) ==
        ErrorCode::deadline_exceeded);
  std::atomic<bool> served{false};
  std::thread waiting([&] {
    if (database->execute(statement_of(quirks, "SELECT 1"), {}, {Deadline::after(30s), {}})) served = true;
  });
  std::this_thread::sleep_for(20ms);
  CHECK_FALSE(served);
  rows->reset();
  waiting.join();
  CHECK(served);
}

}  // namespace querydata::conformance
