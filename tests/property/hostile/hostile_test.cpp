// Runs the lists of tests/data: statements that must be refused, statements that must pass, texts given to ContextSet.
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "property/hostile/entries.hpp"
#include "property/sql/round_trip.hpp"
#include "querydata/context_set.hpp"
#include "querydata/sql.hpp"

namespace {

namespace json = boost::json;
using querydata::ContextSet;
using querydata::Dialect;
using querydata::ErrorCode;
using querydata::Severity;
using querydata::ValueType;
using querydata::test::entries;
using querydata::test::excerpt;
using querydata::test::member;
using querydata::test::statements;
using querydata::test::text_of;

querydata::Column column(std::string name, std::string declared_type) {
  querydata::Column made;
  made.name = std::move(name);
  made.type = declared_type.empty() ? ValueType::unknown : querydata::value_type_of(declared_type);
  made.declared_type = std::move(declared_type);
  return made;
}

/// CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT, country TEXT);
/// CREATE TABLE orders(id, town_id, total REAL, placed_on TEXT);
/// CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100;
querydata::Schema shop() {
  querydata::Table town;
  town.name = "town";
  town.columns = {column("id", "INTEGER"), column("name", "TEXT"), column("country", "TEXT")};
  town.primary_key = {"id"};
  querydata::Table orders;
  orders.name = "orders";
  orders.columns = {column("id", ""), column("town_id", ""), column("total", "REAL"), column("placed_on", "TEXT")};
  querydata::Table big_orders;
  big_orders.name = "big_orders";
  big_orders.kind = querydata::TableKind::view;
  big_orders.columns = orders.columns;
  big_orders.view_sql = "SELECT * FROM orders WHERE total > 100";
  querydata::Schema schema;
  schema.tables = {big_orders, orders, town};
  return schema;
}

bool is_refusal(ErrorCode code) {
  return code == ErrorCode::invalid_argument || code == ErrorCode::permission_denied || code == ErrorCode::not_found ||
         code == ErrorCode::resource_exhausted;
}

/// Whether `pointer` is `place` or something inside it.
bool is_at(std::string_view pointer, std::string_view place) {
  return pointer == place || (pointer.size() > place.size() && pointer.substr(0, place.size()) == place &&
                              (place.empty() || pointer[place.size()] == '/'));
}

constexpr Dialect judged_dialects[] = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql};

struct Verdict {
  std::string expect;       ///< "error", "finding" or "clean"
  std::string description;  ///< for people
  std::vector<std::string> pointers;
};

Verdict judge(const std::string& text) {
  const auto set = ContextSet::read(text);
  if (!set) {
    const ErrorCode code = set.error().code;
    const bool documented = code == ErrorCode::invalid_argument || code == ErrorCode::resource_exhausted;
    return {documented ? "error" : "another error", to_string(set.error()), {}};
  }
  querydata::CheckOptions options;
  options.dialect = Dialect::sqlite;
  Verdict verdict{"clean", "", {}};
  for (const querydata::Finding& finding : set->check(options)) {
    if (finding.severity != Severity::error) continue;
    verdict.expect = "finding";
    verdict.description += "\n  " + finding.json_pointer + ": " + finding.message;
    verdict.pointers.push_back(finding.json_pointer);
  }
  return verdict;
}

}  // namespace

TEST_CASE("hostile statements are refused") {
  const querydata::Schema schema = shop();
  for (const Dialect dialect : judged_dialects) {
    const json::array list = statements("hostile", dialect);
    CHECK(list.size() >= 120);
    for (const json::value& value : list) {
      const json::object& entry = value.as_object();
      const std::string sql = text_of(entry);
      INFO(to_string(dialect), ": ", member(entry, "why"), ": ", excerpt(sql));
      const auto info = querydata::inspect(sql, dialect, schema);
      CHECK_FALSE(info.has_value());
      if (info) continue;
      INFO(to_string(info.error()));
      CHECK(is_refusal(info.error().code));
      CHECK_FALSE(info.error().message.empty());
    }
  }
}

TEST_CASE("harmless statements pass") {
  const querydata::Schema schema = shop();
  for (const Dialect dialect : judged_dialects) {
    const json::array list = statements("harmless", dialect);
    CHECK(list.size() >= 80);
    for (const json::value& value : list) {
      const json::object& entry = value.as_object();
      const std::string sql = text_of(entry);
      const auto info = querydata::inspect(sql, dialect, schema);
      INFO(to_string(dialect), ": ", member(entry, "why"), ": ", excerpt(sql), "\n",
           info ? std::string() : to_string(info.error()));
      CHECK(info.has_value());
      if (!info) continue;
      // PostgreSQL alone takes an empty list.
      querydata::test::check_values(sql, dialect, &schema);
      CHECK(info->result_columns.empty() == (dialect == Dialect::postgresql && sql.starts_with("SELECT FROM ")));
    }
  }
}

TEST_CASE("a statement that is cut short anywhere is read as it stands, or refused at a byte that it has") {
  const querydata::Schema schema = shop();
  for (const Dialect dialect : judged_dialects) {
    for (const json::value& value : statements("harmless", dialect)) {
      const std::string sql = text_of(value.as_object());
      for (std::size_t size = 0; size < std::min<std::size_t>(sql.size(), 400); ++size) {
        const std::string_view cut = std::string_view(sql).substr(0, size);
        const auto info = querydata::inspect(cut, dialect, schema);
        if (!info && info.error().where.byte_offset.value_or(0) > size)
          FAIL_CHECK(to_string(dialect), ": ", to_string(info.error()), ": ", cut);
      }
    }
  }
}

TEST_CASE("broken context sets are told from whole ones") {
  const json::array list = entries("broken_context_sets.json");
  CHECK(list.size() >= 60);
  for (const json::value& value : list) {
    const json::object& entry = value.as_object();
    const std::string text = text_of(entry);
    const Verdict verdict = judge(text);
    INFO(member(entry, "why"), ": ", excerpt(text), "\n", verdict.description);
    CHECK(verdict.expect == member(entry, "expect"));
    if (verdict.expect != "finding" || !entry.contains("pointer")) continue;
    const std::string place = member(entry, "pointer");
    INFO("expected at ", place);
    CHECK(std::any_of(verdict.pointers.begin(), verdict.pointers.end(),
                      [&](const std::string& pointer) { return is_at(pointer, place); }));
  }
}
