#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;
using test::count;
using test::places;
using test::problems;

using Lines = std::vector<std::string>;

namespace {

Template literal(std::string sql) {
  return {"q", sql, "q", "q", "q", std::move(sql), "", ""};
}

ContextSet with_template(Template item) {
  ContextSet set;
  set.templates.push_back(std::move(item));
  return set;
}

std::vector<Finding> check_sql(std::string sql, std::optional<Dialect> dialect = {}) {
  CheckOptions options;
  options.dialect = dialect;
  return with_template(literal(std::move(sql))).check(options);
}

std::vector<Finding> check_pair(std::string parameterized_intent, std::string parameterized_sql,
                                std::optional<Dialect> dialect = {}) {
  Template item = test::good_template();
  item.parameterized_intent = std::move(parameterized_intent);
  item.parameterized_sql = std::move(parameterized_sql);
  CheckOptions options;
  options.dialect = dialect;
  return with_template(std::move(item)).check(options);
}

std::vector<Finding> check_facet(std::string snippet, const CheckOptions& options = {}) {
  ContextSet set;
  set.facets.push_back({snippet, "i", "i", "i", snippet, "", ""});
  return set.check(options);
}

std::vector<Finding> check_search(std::string query, const CheckOptions& options = {}) {
  ContextSet set;
  set.value_searches.push_back({std::move(query), "City", "", ""});
  return set.check(options);
}

Schema shop() {
  Schema schema;
  Table orders;
  orders.name = "orders";
  for (const char* name : {"id", "city", "total"}) {
    Column column;
    column.name = name;
    orders.columns.push_back(column);
  }
  schema.tables.push_back(orders);
  return schema;
}

}  // namespace

TEST_CASE("context check: statements that do more than read are errors whatever the dialect") {
  for (const std::string sql :
       {"DELETE FROM orders", "ATTACH 'x.db' AS x", "PRAGMA user_version", "INSERT INTO a VALUES (1)", "DROP TABLE a",
        "UPDATE a SET b = 1", "WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d", "SELECT 1; DELETE FROM a",
        "SELECT 1; SELECT 2", "EXPLAIN SELECT 1", "CREATE TABLE a(b)", "VACUUM", "SELECT a INTO b FROM c"}) {
    for (const std::optional<Dialect> dialect : {std::optional<Dialect>(), std::optional(Dialect::sqlite),
                                                 std::optional(Dialect::postgresql), std::optional(Dialect::mysql)}) {
      CAPTURE(sql);
      const auto findings = check_sql(sql, dialect);
      CHECK(count(findings, Severity::error, "") == 1);
      if (!findings.empty()) CHECK(findings[0].json_pointer == "/templates/0/sql");
    }
  }
}

TEST_CASE("context check: a semicolon at the end and comments are no second statement") {
  for (const std::string sql : {"SELECT 1;", "SELECT 1 ; -- done", "/* all */ SELECT 1"}) {
    CAPTURE(sql);
    CHECK(check_sql(sql).empty());
    CHECK(count(check_sql(sql, Dialect::postgresql), Severity::error, "") == 0);
  }
}

TEST_CASE("context check: a query that does not parse is an error with its byte") {
  const auto findings = check_sql("SELECT count(* FROM orders", Dialect::sqlite);
  REQUIRE(places(findings) == Lines{"error /templates/0/sql"});
  CHECK(findings[0].message.find("byte 13") != std::string::npos);
  CHECK(check_sql("SELEC 1")[0].severity == Severity::error);
  CHECK(check_sql("SELECT (1")[0].severity == Severity::error);
  CHECK(check_sql("SELECT 'a")[0].severity == Severity::error);
  CHECK(check_sql("SELECT a FROM b WHERE c = 1 AND")[0].severity == Severity::error);
}

TEST_CASE("context check: a query may be of any dialect, and with a dialect of that one only") {
  ContextSet set;
  set.templates.push_back(literal("SELECT a::text FROM b WHERE c @> '{1}'"));
  set.templates.push_back(literal("SELECT `a` FROM b WHERE c > NOW() - INTERVAL 1 DAY"));
  set.templates[1].parameterized_intent = "other";
  set.templates.push_back(literal("SELECT 1"));
  set.templates[2].parameterized_intent = "third";
  CHECK(problems(set.check()).empty());
  CheckOptions options;
  options.dialect = Dialect::postgresql;
  CHECK(problems(set.check(options)) == Lines{"syntax_error /templates/1/sql"});
}

TEST_CASE("context check: a comment that MySQL runs is an error") {
  CHECK(count(check_sql("SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */", Dialect::mysql), Severity::error, "") == 1);
}

TEST_CASE("context check: placeholders that agree are no finding") {
  CHECK(problems(test::but_for_refill(
                     check_pair("orders of $1 in $2", "SELECT * FROM o WHERE b = $2 AND a = $1 AND c = $1")))
            .empty());
  CHECK(
      problems(test::but_for_refill(check_pair("How many orders come from ?", "SELECT * FROM o WHERE a = ?"))).empty());
  CHECK(problems(test::but_for_refill(check_pair("all orders", "SELECT * FROM o"))).empty());
  CHECK(problems(test::but_for_refill(check_pair("orders of $1", "SELECT * FROM o WHERE a = '$5 off' AND b = $1")))
            .empty());
}

TEST_CASE("context check: an amount in dollars is no placeholder") {
  Template item = test::good_template();
  item.intent = "orders from Oslo over $50";
  item.parameterized_intent = "orders from $1 over $50";
  item.parameterized_sql = "SELECT * FROM orders WHERE total > 50 AND city = $1";
  CHECK(problems(test::but_for_refill(with_template(item).check())).empty());
}

TEST_CASE("context check: placeholders that disagree are errors at the query") {
  const Lines expected = {"error /templates/0/parameterized/parameterized_sql"};
  auto findings = check_pair("orders of $1", "SELECT * FROM o WHERE a = $1 AND b = $2");
  CHECK(places(findings) == expected);
  CHECK(count(findings, Severity::error, "has $2,") == 1);
  findings = check_pair("orders of $1 in $2 or $3", "SELECT * FROM o WHERE a = $1");
  CHECK(places(findings) == expected);
  CHECK(count(findings, Severity::error, "names $2, $3,") == 1);
  findings = check_pair("orders like $1", "SELECT * FROM o WHERE a LIKE '%$1%'");
  CHECK(places(findings) == expected);
  CHECK(count(findings, Severity::error, "inside quotes") == 1);
  findings = check_pair("orders like $1", "SELECT * FROM o -- $1");
  CHECK(count(findings, Severity::error, "inside quotes") == 1);
  findings = check_pair("orders of $1", "SELECT * FROM o WHERE a = ?");
  CHECK(places(findings) == expected);
  findings = check_pair("orders of ?", "SELECT * FROM o WHERE a = $1");
  CHECK(places(findings) == expected);
  CHECK(count(check_pair("of $1 and ?", "SELECT * FROM o WHERE a = $1 AND b = ?"), Severity::error, "mixes") == 1);
}

TEST_CASE("context check: a placeholder that no question can fill is an error") {
  for (const char* intent : {"orders", "orders of ?"}) {
    CAPTURE(intent);
    const auto findings = check_pair(intent, "SELECT * FROM o WHERE a = ? AND b = ?");
    CHECK(places(findings) == Lines{"error /templates/0/parameterized/parameterized_sql"});
  }
}

TEST_CASE("context check: placeholders that leave something to guess are errors") {
  auto findings = check_pair("orders of $1 and $3", "SELECT * FROM o WHERE a = $1 AND b = $3");
  CHECK(count(findings, Severity::error, "leave out") == 1);
  findings = check_pair("orders of ?, ? and ?", "SELECT * FROM o WHERE a = ?");
  CHECK(problems(test::but_for_refill(findings)) ==
        Lines{"placeholder_mismatch /templates/0/parameterized/parameterized_sql"});
  findings = check_pair("orders", "SELECT * FROM o WHERE a = @a");
  CHECK(count(findings, Severity::error, "has `@a`") == 1);
}

TEST_CASE("context check: JSON operators of PostgreSQL are no placeholders") {
  CHECK(count(check_pair("orders of $1", "SELECT * FROM o WHERE tags ? 'x' AND t ?| array['y'] AND a = $1",
                         Dialect::postgresql),
              Severity::error, "") == 0);
  CHECK(
      count(check_pair("orders of the last ? days", "SELECT * FROM o WHERE d > now() - INTERVAL ? DAY", Dialect::mysql),
            Severity::error, "") == 0);
}

TEST_CASE("context check: the query with its values has no placeholders") {
  Template item = test::good_template();
  item.sql = "SELECT count(*) FROM orders WHERE city = $1";
  CHECK(problems(test::but_for_refill(with_template(item).check())) == Lines{"placeholder_mismatch /templates/0/sql"});
}

TEST_CASE("context check: a facet is one condition") {
  for (const std::string snippet : {"orders.total > 50", "orders.a = 1 OR orders.b IN (SELECT b FROM c)",
                                    "shop.orders.a IS NULL", "orders.a BETWEEN 1 AND 2 AND NOT orders.b"}) {
    CAPTURE(snippet);
    CHECK(check_facet(snippet).empty());
  }
  for (const std::string snippet :
       {"SELECT 1", "WHERE orders.a = 1", "AND orders.a = 1", "orders.a = 1;", "orders.a = 1) OR (1 = 1",
        "orders.a =", "orders.a = 1; DROP TABLE orders", "JOIN x ON x.a = y.a", "orders.a = 1, orders.b"}) {
    CAPTURE(snippet);
    CHECK(count(check_facet(snippet), Severity::error, "") == 1);
  }
  CheckOptions options;
  options.dialect = Dialect::postgresql;
  CHECK(count(check_facet("orders.a::text ILIKE 'x%'", options), Severity::error, "") == 0);
  CHECK(count(check_facet("orders.a = 1) OR (1 = 1", options), Severity::error, "") == 1);
}

TEST_CASE("context check: columns of a facet name their table") {
  const auto findings = check_facet("total > 50 AND orders.city = 'Oslo' AND flag = TRUE AND name = \"Oslo\"");
  CHECK(problems(findings) == Lines(3, "unqualified_facet_column /facets/0/sql_snippet"));
  CHECK(count(findings, Severity::error, "`total`") == 1);
  CHECK(count(findings, Severity::error, "`flag`") == 1);
  CHECK(check_facet("orders.id IN (SELECT order_id FROM lines WHERE price > 5)").empty());
}

TEST_CASE("context check: a subquery of a facet may name the tables around it") {
  const Schema schema = Schema::from_json(R"({"tables":[
      {"name":"book","columns":[{"name":"id","type":"integer"},{"name":"title","type":"text"}]},
      {"name":"loan","columns":[{"name":"id","type":"integer"},{"name":"book_id","type":"integer"}]}]})")
                            .value();
  CheckOptions options;
  options.schema = &schema;
  for (const std::optional<Dialect> dialect : {std::optional<Dialect>(), std::optional(Dialect::sqlite)}) {
    options.dialect = dialect;
    for (const char* snippet :
         {"NOT EXISTS (SELECT 1 FROM loan WHERE loan.book_id = book.id)",
          "EXISTS (SELECT 1 FROM loan AS l WHERE l.book_id = book.id)",
          "(SELECT COUNT(*) FROM loan WHERE loan.book_id = book.id) > 30", "book.id IN (SELECT book_id FROM loan)"}) {
      CAPTURE(snippet);
      CHECK(check_facet(snippet, options).empty());
    }
    const std::string place = " /facets/0/sql_snippet";
    const auto told = [&](const char* snippet) { return problems(check_facet(snippet, options)); };
    CHECK(told("EXISTS (SELECT 1 FROM loan WHERE loan.book_id = book.nr)") == Lines{"unknown_column" + place});
    CHECK(told("EXISTS (SELECT 1 FROM loan WHERE loan.book_id = author.id)") == Lines{"unknown_table" + place});
    // Of the subquery, though the table around may be meant; and of the table around alone.
    CHECK(told("NOT EXISTS (SELECT 1 FROM loan WHERE loan.book_id = id)") == Lines{"unqualified_facet_column" + place});
    CHECK(told("book.title > 'a' AND EXISTS (SELECT 1 FROM loan WHERE book_id = id)") ==
          Lines{"unqualified_facet_column" + place});
    CHECK(places(check_facet("book.id IN (SELECT title FROM loan)", options)) == Lines{"error" + place});
  }
  CHECK(problems(check_facet("EXISTS (SELECT 1 FROM loan WHERE book_id = id)")) ==
        Lines(2, "unqualified_facet_column /facets/0/sql_snippet"));
}

TEST_CASE("context check: an alias of another query is no table of a facet") {
  ContextSet set = with_template(literal("SELECT 1 FROM orders AS o JOIN town ON town.id = o.town"));
  set.facets.push_back({"o.total > 50", "i", "i", "i", "o.total > 50", "", ""});
  set.facets.push_back({"orders.total > 50 AND town.a = 1 AND x.b = 2", "j", "j", "j", "orders.total > 50", "", ""});
  CHECK(problems(test::but_for_refill(set.check())) == Lines{"unqualified_facet_column /facets/0/sql_snippet"});
}

TEST_CASE("context check: names are looked up in a schema") {
  const Schema schema = shop();
  CheckOptions options;
  options.schema = &schema;
  const auto errors = [&](std::string sql) {
    return count(with_template(literal(std::move(sql))).check(options), Severity::error, "");
  };
  CHECK(errors("SELECT city FROM orders") == 0);
  CHECK(errors("SELECT city FROM order_lines") == 1);
  CHECK(errors("SELECT town FROM orders") == 1);
  CHECK(check_facet("orders.total > 50", options).empty());
  CHECK(count(check_facet("orders.totel > 50", options), Severity::error, "totel") == 1);
  CHECK(count(check_facet("o.total > 50", options), Severity::error, "") == 1);
  CHECK(count(check_facet("orders.total > 50 -- over", options), Severity::error, "") == 0);
}

TEST_CASE("context check: functions are judged by the dialect that was named, else by all of them") {
  CheckOptions options;
  const ContextSet set = with_template(literal("SELECT load_extension('x')"));
  CHECK(problems(set.check()) == Lines{"not_read_only /templates/0/sql"});
  options.extra_functions = {"load_extension"};
  CHECK(set.check(options).empty());
  const ContextSet other = with_template(literal("SELECT to_char(a) FROM o"));
  CHECK(other.check().empty());
  options.dialect = Dialect::sqlite;
  CHECK(set.check(options).empty());
  CHECK(problems(other.check(options)) == Lines{"not_read_only /templates/0/sql"});
}

TEST_CASE("context check: a value search needs its placeholder") {
  const std::string head =
      "SELECT DISTINCT a AS value, 'o.a' AS columns, 'City' AS concept_type, 0 AS distance, '' AS context ";
  CHECK(check_search(head + "FROM o WHERE a = $value").empty());
  const std::string place = " /value_searches/0/query";
  for (const char* rest : {"FROM o LIMIT 5", "FROM o WHERE a = $values LIMIT 5"}) {
    CHECK(problems(test::but_for_refill(check_search(head + rest)))[0] == "missing_value_placeholder" + place);
  }
  for (const char* rest : {"FROM o WHERE a LIKE '%$value%' LIMIT 5", "FROM o LIMIT 5 -- $value"}) {
    CHECK(problems(test::but_for_refill(check_search(head + rest))) ==
          Lines{"placeholder_in_literal" + place, "missing_value_placeholder" + place});
  }
  CHECK(count(check_search(head + "FROM o WHERE a = $value AND b = $1"), Severity::error, "`$1`") == 1);
  CHECK(count(check_search(head + "FROM o WHERE a = $value AND b = ?"), Severity::error, "`?`") == 1);
  CheckOptions options;
  options.dialect = Dialect::postgresql;
  CHECK(check_search(head + "FROM o WHERE a % $value::text", options).empty());
}

TEST_CASE("context check: a value search gives the five columns") {
  const auto findings = check_search("SELECT DISTINCT a FROM o WHERE a = $value");
  const std::string place = " /value_searches/0/query";
  CHECK(places(findings) ==
        Lines{"error" + place, "error" + place, "error" + place, "error" + place, "information" + place});
  CHECK(check_search("SELECT DISTINCT value, \"columns\", concept_type, DISTANCE, context FROM o WHERE a = $value")
            .empty());
  CHECK(check_search("SELECT DISTINCT * FROM o WHERE a = $value").empty());
  CheckOptions options;
  options.dialect = Dialect::mysql;
  CHECK(places(check_search(
            "SELECT DISTINCT a value, 'o.a' AS `columns`, 'City' concept_type, 0 distance FROM o WHERE a = $value",
            options)) == Lines{"information" + place});
  // Names that lead nowhere do not hide it.
  CHECK(
      problems(check_search("SELECT x.value, x.distance AS score FROM (SELECT a AS value FROM o) AS x WHERE a = $value",
                            options))
          .size() == 4);
}

TEST_CASE("context check: the concept type of the query is that of the member") {
  const auto query = [](const char* concept_type) {
    return std::string("SELECT DISTINCT a AS value, 'o.a' AS columns, '") + concept_type +
           "' AS concept_type, 0 AS distance, '' AS context FROM o WHERE a = $value";
  };
  CHECK(check_search(query("City")).empty());
  CHECK(problems(check_search(query("city"))) == Lines{"concept_type_mismatch /value_searches/0/concept_type"});
  CheckOptions options;
  options.dialect = Dialect::postgresql;
  CHECK(problems(check_search(query("Town"), options)) ==
        Lines{"concept_type_mismatch /value_searches/0/concept_type"});
}

TEST_CASE("context check: MongoDB sets are recognised and checked for what can be") {
  ContextSet set;
  set.templates.push_back({"q", "db.orders.countDocuments({\"town\": \"Oslo\", x: {$gt: 5}});", "orders of Oslo", "m",
                           "orders of $1", "db.orders.countDocuments({\"town\": $1, x: {$gt: 5}});", "", ""});
  set.facets.push_back({"\"total\": { $gt: 50 }", "over 50", "m", "over $1", "\"total\": { $gt: '$1' }", "", ""});
  set.value_searches.push_back({"db.orders.aggregate([{$match: {town: $value}}, {$limit: 10}])", "Town", "", ""});
  CHECK(places(set.check()) == Lines{"information "});
  set.templates[0].parameterized_sql = "db.orders.deleteMany({\"town\": $2})";
  set.value_searches[0].query = "db.orders.aggregate([{$match: {town: 'x'}}, {$out: 'y'}])";
  CHECK(places(set.check()) == Lines{"error /templates/0/parameterized/parameterized_sql",
                                     "error /templates/0/parameterized/parameterized_sql",
                                     "error /templates/0/parameterized/parameterized_sql",
                                     "error /value_searches/0/query", "error /value_searches/0/query", "information "});
  CheckOptions options;
  options.dialect = Dialect::mongodb;
  CHECK(count(check_sql("SELECT 1", Dialect::mongodb), Severity::error, "MongoDB shell") == 1);
}

TEST_CASE("context check: a shell call that does more than read is an error wherever it does it") {
  for (const std::string call :
       {"db.a.find({}).count(); db.a.drop()", "db.a.find({a: db.b.drop()})", "db.a.find({}).forEach(f)",
        "db.a.aggregate([{\"\\u0024merge\": \"b\"}])", "db.a.aggregate([{'\\x24out' : 'b'}])",
        "db.a.aggregate([{$out: 'b'}])", "db.a.aggregate([{'$merge' /* x */ : 'b'}])",
        "db.a.find({$where: 'sleep(9)'})", "db.a.find({x: function() { return 1 }})", "db.a.find({x: (() => 1)})",
        "db.a.find({['$where']: 'x'})", "db.a.find({})['drop']()", "db.a.find({}).dr\\u006fp()",
        "db.a.find({x: `${1}`})", "db.a.find({x: y = 1})", "db.a.find({x: /[/]/, y: db.a.drop()})",
        "db.a.find({}) // x\n .drop()", "db.a.deleteMany({})"}) {
    CAPTURE(call);
    CHECK(problems(check_sql(call, Dialect::mongodb)) == Lines{"not_read_only /templates/0/sql"});
  }
  for (const std::string call :
       {"db.a.find({x: /drop(1)/i, y: 'db.b.drop()'}).sort({x: 1}).limit(5);",
        "db.a.find({x: ISODate('2024-01-01')}) ; // db.a.drop()",
        "db.getCollection('a').find({_id: ObjectId(\"5\"), z: new Date()}).toArray()",
        "db.a.aggregate([{$match: {x: 5}}, {$group: {_id: '$out', n: {$sum: 1}}}]) /* drop() */"}) {
    CAPTURE(call);
    CHECK(problems(check_sql(call, Dialect::mongodb)).empty());
  }
}

TEST_CASE("context check: a vector of the phrase looks for it in MongoDB") {
  const auto search = [](const std::string& vector) {
    return check_search("db.ports.aggregate([{$vectorSearch: {index: 'v', path: 'e', queryVector: " + vector +
                        ", limit: 10}}])");
  };
  CHECK(problems(search("$embedding")).empty());
  CHECK(problems(search("\"$embedding\"")) == Lines{"missing_value_placeholder /value_searches/0/query"});
  CHECK(problems(search("[0.5, 1]")) == Lines{"missing_value_placeholder /value_searches/0/query"});
  CHECK(problems(check_search("SELECT a AS value FROM o WHERE a = $embedding"))[0] ==
        "missing_value_placeholder /value_searches/0/query");
}

TEST_CASE("context check: a word is no table out of scope, a path and an identifier are") {
  const Schema schema = Schema::from_json(R"({"tables":[{"name":"town","columns":[{"name":"name","type":"text"}]},
      {"name":"Branch","columns":[{"name":"name","type":"text"}]}]})")
                            .value();
  CheckOptions options;
  options.schema = &schema;
  options.scope.tables = {{"town"}};
  const auto check = [&](const std::string& columns, const std::string& table) {
    ContextSet set;
    set.value_searches.push_back({"SELECT DISTINCT name AS value, '" + columns +
                                      "' AS columns, 'Branch' AS concept_type, 0 AS distance, '' AS context FROM " +
                                      table + " WHERE name = $value",
                                  "Branch", "", ""});
    return problems(set.check(options));
  };
  CHECK(check("town.name", "town").empty());
  const Lines restricted = {"restricted_name /value_searches/0/query", "columns_mismatch /value_searches/0/query"};
  CHECK(check("Branch.name", "town") == restricted);
  CHECK(check("town.name", "Branch") == restricted);
}

TEST_CASE("context check: hostile queries end in findings") {
  for (const std::string& sql :
       {std::string(100'000, '('), "SELECT " + std::string(100'000, '-'), "SELECT " + std::string(50'000, '('),
        std::string("SELECT 1\0DELETE", 15), std::string("SELECT '\xFF'"), "SELECT " + std::string(900'000, '1'),
        std::string("$$$$$"), std::string("SELECT $99999999999999999999999"), std::string("????????")}) {
    for (const std::optional<Dialect> dialect :
         {std::optional<Dialect>(), std::optional(Dialect::sqlite), std::optional(Dialect::postgresql),
          std::optional(Dialect::mysql), std::optional(Dialect::googlesql), std::optional(Dialect::mongodb)}) {
      (void)check_sql(sql, dialect);
      CheckOptions options;
      options.dialect = dialect;
      (void)check_facet(sql, options);
      (void)check_search(sql, options);
    }
  }
  CHECK(count(check_sql(std::string(100'000, '(')), Severity::error, "") == 1);
}

TEST_CASE("context check: a condition that stands on no table is a warning") {
  for (const char* snippet : {"COUNT(*) > 60", "1 = 1", "CURRENT_DATE > '2024-01-01'"}) {
    CAPTURE(snippet);
    CHECK(places(check_facet(snippet)) == Lines{"warning /facets/0/sql_snippet"});
  }
  CHECK(check_facet("COUNT(orders.id) > 60").empty());
  CHECK(check_facet("COUNT(*) > 60 AND orders.total > 5").empty());
}

TEST_CASE("context check: with a schema `columns` names the column that the values come from") {
  const Schema schema = Schema::from_json(R"({"tables":[
      {"name":"town","columns":[{"name":"id","type":"integer"},{"name":"name","type":"text"}],"primary_key":["id"]},
      {"name":"visit","columns":[{"name":"town","type":"integer"},{"name":"note","type":"text"}],
       "foreign_keys":[{"columns":["town"],"referenced_table":"town","referenced_columns":["id"]}]}]})")
                            .value();
  CheckOptions options;
  options.schema = &schema;
  options.dialect = Dialect::sqlite;
  const auto check = [&](const std::string& value, const std::string& columns, const std::string& from) {
    ContextSet set;
    set.value_searches.push_back({"SELECT DISTINCT " + value + " AS value, '" + columns +
                                      "' AS columns, 'Town' AS concept_type, 0 AS distance, '' AS context FROM " + from,
                                  "Town", "", ""});
    return problems(set.check(options));
  };
  const Lines mismatch = {"columns_mismatch /value_searches/0/query"};
  CHECK(check("t.name", "town.name", "town AS t WHERE t.name = $value").empty());
  CHECK(check("t.name", "visit.note", "town AS t WHERE t.name = $value") == mismatch);
  CHECK(check("x.v", "town.id", "(SELECT name AS v FROM town WHERE name = $value) AS x") == mismatch);
  // The published exact search gives the phrase itself.
  CHECK(check("$value", "town.name", "town AS t WHERE t.name = $value").empty());
  CHECK(check("$value", "visit.note", "town AS t WHERE t.name = $value") == mismatch);
  // A key's ends hold the same values; what is computed is not judged.
  CHECK(check("v.town", "town.id", "visit AS v WHERE v.note = $value").empty());
  CHECK(check("t.name || '!'", "visit.note", "town AS t WHERE t.name = $value").empty());
}

TEST_CASE("context check: names of a scope that the schema does not have are told") {
  const Schema schema = shop();
  CheckOptions options;
  options.scope.tables = {{"order", "orders"}};
  options.scope.columns = {{"orders.city", "orders.citty"}};
  CHECK(ContextSet{}.check(options).empty());
  options.schema = &schema;
  const auto findings = ContextSet{}.check(options);
  CHECK(problems(findings) == Lines{"unknown_table ", "unknown_column "});
  CHECK(count(findings, Severity::error, "Did you mean `orders`?") == 1);
  CHECK(count(findings, Severity::error, "Did you mean `city`?") == 1);
}

TEST_CASE("context check: a misspelt column in double quotes, which SQLite reads as a text, is told") {
  const Schema schema =
      Schema::from_json(R"({"tables":[{"name":"town","columns":[{"name":"city","type":"text"}]}]})").value();
  CheckOptions options;
  options.schema = &schema;
  options.dialect = Dialect::sqlite;
  const auto told = [&](const std::string& sql) { return problems(with_template(literal(sql)).check(options)); };
  CHECK(told("SELECT * FROM town WHERE \"ctiy\" = 'B'") == Lines{"unknown_column /templates/0/sql"});
  CHECK(told("SELECT * FROM town WHERE \"city\" = 'B'").empty());
  CHECK(told("SELECT * FROM town WHERE city = \"Bern\"").empty());
  ContextSet set;
  Facet facet = test::good_facet();
  facet.sql_snippet = facet.parameterized_sql_snippet = "town.city = 'x' AND \"ctiy\" = 'B'";
  facet.intent = facet.parameterized_intent = facet.manifest = "in B";
  set.facets = {facet};
  const auto found = problems(set.check(options));
  CHECK(std::ranges::find(found, "unknown_column /facets/0/sql_snippet") != found.end());
}
