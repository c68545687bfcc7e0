/// @file
/// What every driver must do alike. A driver describes its engine in a Quirks and names the cases with
/// QUERYDATA_CONFORMANCE; the form is that of ADBC's validation suite.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "querydata/database.hpp"

namespace querydata::conformance {

/// How an engine differs from the others, and how the suite gets at it.
struct Quirks {
  Dialect dialect = Dialect::sqlite;
  /// Opens a database that holds the library of `fixture_tables` and `fixture_rows`. Each call may make it anew.
  std::function<std::shared_ptr<Database>(const DatabaseOptions&)> open;
  /// The placeholder of parameter `number`, 1 or more.
  std::function<std::string(int number)> placeholder;
  /// A query that gives three rows at once and then runs for hours; one that gives none.
  std::string endless_after_three;
  std::string endless;
  /// Statements that write, lock or set; each must be refused by `execute` and by `check`.
  std::vector<std::string> refused;
  /// The type that the engine's schema tells for a DECIMAL and for a DATE column.
  ValueType decimal_type = ValueType::decimal;
  ValueType date_type = ValueType::date;
  bool has_blobs = true;
};

/// The rows of the fixture as INSERT statements that every SQL engine reads. Tables, made by the driver:
///   author(id integer key, name text not null, born date)
///   book(id integer key, author_id integer not null → author, title text not null, price decimal(8,2), cover blob;
///        unique (author_id, title))
///   edition(book_id integer → book, number integer, printed integer; key (book_id, number))
///   review(id integer key, book_id integer, edition_number integer, stars integer, text text;
///          (book_id, edition_number) → edition)
///   and the view long_title(title) over book.
[[nodiscard]] std::vector<std::string> fixture_rows();

void reads_the_schema(const Quirks& quirks);
void returns_values(const Quirks& quirks);
void binds_parameters(const Quirks& quirks);
void refuses_wrong_parameters(const Quirks& quirks);
void cuts_rows(const Quirks& quirks);
void cuts_bytes(const Quirks& quirks);
void cuts_time(const Quirks& quirks);
void keeps_deadlines(const Quirks& quirks);
void can_be_cancelled(const Quirks& quirks);
void refuses_writes(const Quirks& quirks);
void names_what_is_missing(const Quirks& quirks);
void checks_with_the_engine(const Quirks& quirks);
void counts_distinct_values(const Quirks& quirks);
void rows_outlive_the_database(const Quirks& quirks);
void refuses_other_dialects(const Quirks& quirks);

void serves_many_threads(const Quirks& quirks);
void waits_for_a_connection(const Quirks& quirks);

}  // namespace querydata::conformance

#define QUERYDATA_CONFORMANCE_CASE(driver, quirks, function, words) \
  TEST_CASE(driver ": " words) {                                    \
    querydata::conformance::function(quirks);                       \
  }

/// All cases of one thread. `quirks` is an expression that gives a Quirks.
#define QUERYDATA_CONFORMANCE(driver, quirks)                                                          \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, reads_the_schema, "the schema is complete")               \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, returns_values, "values come back as stored")             \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, binds_parameters, "parameters are bound")                 \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, refuses_wrong_parameters, "wrong parameters are refused") \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, cuts_rows, "rows are cut at the limit")                   \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, cuts_bytes, "bytes are cut at the limit")                 \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, cuts_time, "time is cut at the limit")                    \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, keeps_deadlines, "a deadline is an error")                \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, can_be_cancelled, "a call can be cancelled")              \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, refuses_writes, "writes are refused")                     \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, names_what_is_missing, "what is missing is named")        \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, checks_with_the_engine, "the engine checks statements")   \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, counts_distinct_values, "distinct values are counted")    \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, rows_outlive_the_database, "rows outlive their database") \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, refuses_other_dialects, "other dialects are refused")

/// The cases that use threads.
#define QUERYDATA_CONFORMANCE_THREADS(driver, quirks)                                        \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, serves_many_threads, "many threads are served") \
  QUERYDATA_CONFORMANCE_CASE(driver, quirks, waits_for_a_connection, "a free connection is waited for")
