#include "sql/parser.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace querydata;
using namespace querydata::sql;

namespace {

Tree parsed(std::string_view sql) {
  return parse_query(sql, Dialect::sqlite).value();
}
Error refused(std::string_view sql, const ParseOptions& options = {}) {
  const auto tree = parse_query(sql, Dialect::sqlite, options);
  REQUIRE_MESSAGE(!tree, sql);
  return tree.error();
}

/// The structure of an expression with all its parentheses: "(a AND (b = 1))".
std::string shape(const Tree& tree, ExpressionId id) {
  const auto& node = tree[id];
  const auto operands = tree.operands(id);
  if (operands.empty()) return std::string(tree.text(id));
  std::string out = "(";
  const auto operators = tree.operators(id);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) {
      out += ' ';
      if (node.kind == ExpressionKind::conjunction) out += "AND ";
      if (node.kind == ExpressionKind::disjunction) out += "OR ";
      if (node.kind == ExpressionKind::arithmetic) out.append(to_string(operators[i - 1])).append(" ");
      if (node.kind == ExpressionKind::comparison) out.append(to_string(node.op)).append(" ");
    } else if (node.kind == ExpressionKind::negation) {
      out += "NOT ";
    } else if (node.kind == ExpressionKind::unary) {
      out += to_string(node.op);
    } else if (node.kind == ExpressionKind::function) {
      out += function_name(tree, id) + " ";
    }
    out += shape(tree, operands[i]);
    if (i == 0 && node.kind == ExpressionKind::pattern) out.append(" ").append(to_string(node.op));
    if (i == 0 && node.kind == ExpressionKind::between) out += " BETWEEN";
    if (i == 0 && node.kind == ExpressionKind::null_test) out += node.negated ? " IS NOT NULL" : " IS NULL";
    if (i == 0 && node.kind == ExpressionKind::in_list) out += node.negated ? " NOT IN" : " IN";
    if (i == 0 && node.kind == ExpressionKind::collate) out += " COLLATE";
  }
  return out + ")";
}

std::string shape(std::string_view expression) {
  const auto tree = parse_expression(expression, Dialect::sqlite).value();
  return shape(tree, expression_of(tree));
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("parser: operators bind as in SQLite") {
  CHECK(shape("a OR b AND NOT c = d") == "(a OR (b AND (NOT (c = d))))");
  CHECK(shape("a + b * c - d") == "(a + (b * c) - d)");
  CHECK(shape("a || b -> c * d") == "((a || b -> c) * d)");
  CHECK(shape("a = b < c") == "(a = (b < c))");
  CHECK(shape("a < b = c > d") == "((a < b) = (c > d))");
  CHECK(shape("a & b << c | d") == "(a & b << c | d)");
  CHECK(shape("-a || b") == "((-a) || b)");
  CHECK(shape("-a COLLATE nocase || b") == "(((-a) COLLATE) || b)");
  CHECK(shape("~-+a") == "(~(-(+a)))");
  CHECK(shape("a = NOT b = c") == "(a = (NOT (b = c)))");
  CHECK(shape("a BETWEEN 1 AND 2 AND b") == "((a BETWEEN 1 2) AND b)");
  CHECK(shape("a BETWEEN b = c AND d = e") == "((a BETWEEN (b = c) d) = e)");
  CHECK(shape("a LIKE b || 'x' ESCAPE '\\' AND c") == "((a LIKE (b || 'x') '\\') AND c)");
  CHECK(shape("a IS NOT NULL = b ISNULL") == "(((a IS NOT NULL) = b) IS NULL)");
  CHECK(shape("a NOT IN (1, b + 2)") == "(a NOT IN 1 (b + 2))");
  CHECK(shape("a IS NOT DISTINCT FROM b") == "(a IS b)");
  CHECK(shape("a IS DISTINCT FROM b") == "(a IS NOT b)");
  CHECK(shape("a NOTNULL AND b NOT NULL") == "((a IS NOT NULL) AND (b IS NOT NULL))");
}

TEST_CASE("parser: parentheses leave no node but count in the spans around") {
  CHECK(shape("((a))") == "a");
  CHECK(shape("(a OR b) AND c") == "((a OR b) AND c)");
  const auto tree = parse_expression("(a) + (b)", Dialect::sqlite).value();
  CHECK(tree.text(expression_of(tree)) == "(a) + (b)");
}

TEST_CASE("parser: the parts of a SELECT have their spans") {
  const std::string_view sql =
      "SELECT DISTINCT a AS x, t.* FROM t WHERE b = 1 GROUP BY a, b HAVING count(*) > 2 ORDER BY x DESC LIMIT 5 OFFSET "
      "1;";
  const auto tree = parsed(sql);
  const auto& query = tree[tree.root];
  const auto& select = tree[tree.first_select(tree.root)];
  CHECK(select.distinct);
  CHECK(tree.text(select.items_span) == "a AS x, t.*");
  CHECK(tree.text(select.items[0].span) == "a AS x");
  CHECK(select.items[0].alias->text == "x");
  CHECK(tree.text(select.from_span) == "FROM t");
  CHECK(tree.text(select.where_span) == "WHERE b = 1");
  CHECK(tree.text(select.group_by_span) == "GROUP BY a, b");
  CHECK(tree.text(select.having_span) == "HAVING count(*) > 2");
  CHECK(tree.text(query.order_by_span) == "ORDER BY x DESC");
  CHECK(query.order_by[0].descending);
  CHECK(tree.text(query.limit_span) == "LIMIT 5 OFFSET 1");
  CHECK(tree.text(query.span) == sql.substr(0, sql.size() - 1));
}

TEST_CASE("parser: LIMIT with a comma gives the offset first") {
  const auto tree = parsed("SELECT 1 LIMIT 2, 3");
  CHECK(tree.text(tree[tree.root].limit) == "3");
  CHECK(tree.text(tree[tree.root].offset) == "2");
}

TEST_CASE("parser: joins keep their kind condition and parentheses") {
  const auto tree = parsed(
      "SELECT 1 FROM a, b AS x LEFT OUTER JOIN c ON a.i = c.i NATURAL JOIN d JOIN (e CROSS JOIN f) g USING (i, j) "
      "RIGHT JOIN (SELECT 2) h FULL JOIN json_each('[1]')");
  const auto& from = tree[tree.first_select(tree.root)].from;
  REQUIRE(from.size() == 7);
  CHECK(tree[from[0]].join == JoinKind::first);
  CHECK(tree[from[1]].join == JoinKind::comma);
  CHECK(tree[from[1]].alias->text == "x");
  CHECK(tree[from[2]].join == JoinKind::left);
  CHECK(tree.text(tree[from[2]].on) == "a.i = c.i");
  CHECK(tree.text(tree[from[2]].join_span) == "LEFT OUTER JOIN c ON a.i = c.i");
  CHECK(tree.text(tree[from[2]].span) == "c");
  CHECK(tree[from[3]].natural);
  CHECK(tree[from[4]].kind == FromKind::group);
  CHECK(tree[from[4]].items.size() == 2);
  CHECK(tree[from[4]].using_columns.size() == 2);
  CHECK(tree[from[5]].kind == FromKind::query);
  CHECK(tree[from[5]].join == JoinKind::right);
  CHECK(tree[from[6]].kind == FromKind::function);
  CHECK(tree[from[6]].join == JoinKind::full);
}

TEST_CASE("parser: joins that do not exist are refused") {
  for (const auto* join : {"OUTER JOIN", "INNER LEFT JOIN", "CROSS LEFT JOIN", "INNER OUTER JOIN", "LEFT"}) {
    CHECK_MESSAGE(!parse_query(std::string("SELECT 1 FROM a ") + join + " b", Dialect::sqlite), join);
  }
}

TEST_CASE("parser: set operations are one flat list") {
  const auto tree = parsed("SELECT 1 UNION ALL SELECT 2 EXCEPT VALUES (3), (4) INTERSECT SELECT 5 ORDER BY 1");
  const auto& query = tree[tree.root];
  CHECK(query.arms.size() == 4);
  CHECK(query.operators == std::vector{SetOperator::union_all, SetOperator::except, SetOperator::intersect});
  CHECK(tree[query.arms[2].select].values);
  CHECK(tree[query.arms[2].select].rows.size() == 2);
  CHECK(query.order_by.size() == 1);
}

TEST_CASE("parser: common tables") {
  const auto tree = parsed(
      "WITH RECURSIVE a(x, y) AS (SELECT 1, 2), b AS NOT MATERIALIZED (SELECT 3), c AS MATERIALIZED (VALUES (4)) "
      "SELECT 5");
  const auto& query = tree[tree.root];
  CHECK(query.recursive);
  REQUIRE(query.with.size() == 3);
  CHECK(query.with[0].name.text == "a");
  CHECK(query.with[0].columns.size() == 2);
  CHECK(tree.text(query.with[1].span) == "b AS NOT MATERIALIZED (SELECT 3)");
}

TEST_CASE("parser: windows") {
  const auto tree = parsed(
      "SELECT sum(a) FILTER (WHERE b) OVER (w PARTITION BY c, d ORDER BY e ROWS BETWEEN 2 PRECEDING AND CURRENT ROW "
      "EXCLUDE TIES), rank() OVER w FROM t WINDOW w AS (ORDER BY f RANGE UNBOUNDED PRECEDING)");
  const auto& select = tree[tree.first_select(tree.root)];
  const auto& call = tree[select.items[0].expression];
  REQUIRE(call.window);
  CHECK(call.filter);
  const auto& window = tree[call.window];
  CHECK(window.base->text == "w");
  CHECK(window.partition_by.count == 2);
  CHECK(window.unit == FrameUnit::rows);
  CHECK(window.from == FrameBound::preceding);
  CHECK(tree.text(window.from_offset) == "2");
  CHECK(window.to == FrameBound::current_row);
  CHECK(window.exclude == FrameExclude::ties);
  REQUIRE(select.windows.size() == 1);
  CHECK(tree[select.windows[0]].name->text == "w");
  CHECK(tree[select.windows[0]].from == FrameBound::unbounded_preceding);
}

TEST_CASE("parser: calls keep DISTINCT stars and order") {
  const auto tree = parsed("SELECT count(*), count(DISTINCT a), group_concat(b, ', ' ORDER BY c DESC), current_date");
  const auto& items = tree[tree.first_select(tree.root)].items;
  CHECK(tree[tree.operand(items[0].expression, 0)].kind == ExpressionKind::star);
  CHECK(tree[items[1].expression].distinct);
  CHECK(tree.order_terms(tree[items[2].expression].order_by).size() == 1);
  CHECK(function_name(tree, items[3].expression) == "current_date");
}

TEST_CASE("parser: CASE and CAST keep their parts") {
  const auto tree = parsed("SELECT CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 ELSE 5 END, CAST(b AS VARCHAR(10, 2))");
  const auto& items = tree[tree.first_select(tree.root)].items;
  const auto& choice = tree[items[0].expression];
  CHECK(choice.has_subject);
  CHECK(choice.has_else);
  CHECK(choice.operands.count == 6);
  CHECK(tree.text(tree[items[1].expression].name_span) == "VARCHAR(10, 2)");
}

TEST_CASE("parser: keywords are names where SQLite has no other use for them") {
  for (const auto* sql :
       {"SELECT key, offset, desc, first, left, replace('a', 'b', 'c'), like('a', 'b') FROM t", "SELECT 1 AS if, 2 key",
        "SELECT a over, count(*) over, count(*) filter FROM t", "SELECT window FROM window window",
        "SELECT 'x'.'y', \"z\" FROM 'x'", "SELECT a 'alias', b AS \"other\", c [third], d `fourth` FROM t",
        "SELECT full FROM t ORDER BY desc DESC, asc ASC", "SELECT match FROM t WHERE a MATCH 'b'",
        "WITH first AS (SELECT 1) SELECT * FROM first", "SELECT rows.row FROM rows", "SELECT 1 FROM t AS natural"}) {
    const auto tree = parse_query(sql, Dialect::sqlite);
    CHECK_MESSAGE(tree, sql << ": " << (tree ? std::string() : to_string(tree.error())));
  }
  for (const auto* sql :
       {"SELECT select", "SELECT a FROM t natural", "SELECT a from FROM t", "SELECT 1 order", "SELECT case FROM t"}) {
    CHECK_MESSAGE(!parse_query(sql, Dialect::sqlite), sql);
  }
}

TEST_CASE("parser: statements that are not queries are refused by name") {
  for (const std::string word : {"DELETE FROM t",
                                 "INSERT INTO t VALUES (1)",
                                 "UPDATE t SET a = 1",
                                 "REPLACE INTO t VALUES (1)",
                                 "CREATE TABLE t (a)",
                                 "DROP TABLE t",
                                 "ALTER TABLE t ADD b",
                                 "ATTACH 'x' AS y",
                                 "DETACH y",
                                 "PRAGMA user_version",
                                 "VACUUM INTO 'x'",
                                 "EXPLAIN SELECT 1",
                                 "BEGIN",
                                 "COMMIT",
                                 "ROLLBACK",
                                 "SAVEPOINT s",
                                 "RELEASE s",
                                 "REINDEX",
                                 "ANALYZE",
                                 "SET x = 1",
                                 "COPY t TO 'x'",
                                 "DO $$ $$",
                                 "TRUNCATE t",
                                 "GRANT x",
                                 "LOAD 'x'",
                                 "CALL f()",
                                 "merge into t"}) {
    const auto error = refused(word);
    CHECK_MESSAGE(error.code == ErrorCode::permission_denied, word);
    auto name = word.substr(0, word.find(' '));
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    CHECK_MESSAGE(error.message.find(name) == 0, error.message);
  }
}

TEST_CASE("parser: writes inside queries are refused by name") {
  for (const auto* sql :
       {"WITH x AS (DELETE FROM t RETURNING a) SELECT 1", "WITH x AS (SELECT 1) INSERT INTO t SELECT 1",
        "WITH x AS (SELECT 1) DELETE FROM t", "SELECT (EXPLAIN SELECT 1)", "SELECT 1 UNION DELETE FROM t"}) {
    const auto error = refused(sql);
    INFO(sql, ": ", to_string(error));
    CHECK((error.code == ErrorCode::permission_denied || error.code == ErrorCode::invalid_argument));
  }
  CHECK(refused("WITH x AS (SELECT 1) UPDATE t SET a = 1").message.find("UPDATE") == 0);
  CHECK(refused("SELECT a INTO x FROM t").code == ErrorCode::permission_denied);
  CHECK(refused("SELECT raise(ABORT, 'x')").code == ErrorCode::permission_denied);
}

TEST_CASE("parser: one statement and nothing behind it") {
  CHECK(parse_query("SELECT 1;", Dialect::sqlite));
  CHECK(parse_query(" SELECT 1 ; -- done\n", Dialect::sqlite));
  CHECK(refused("SELECT 1; SELECT 2").where.byte_offset == 10);
  CHECK(refused("SELECT 1;;").code == ErrorCode::invalid_argument);
  CHECK(refused("SELECT 1 2").where.byte_offset == 9);
  CHECK(refused("").code == ErrorCode::invalid_argument);
  CHECK(refused(" -- nothing").code == ErrorCode::invalid_argument);
  CHECK(refused(";").code == ErrorCode::invalid_argument);
}

TEST_CASE("parser: bytes that engines read otherwise are refused") {
  CHECK(refused(std::string_view("SELECT 1\0; DROP TABLE t", 23)).where.byte_offset == 8);
  CHECK(refused(std::string_view("SELECT 1 -- \0\n, 2", 17)).where.byte_offset == 12);
  CHECK(refused("SELECT '\xC0\xAF'").where.byte_offset == 8);
  CHECK(refused("SELECT 'abc").message.find("not closed") != std::string::npos);
}

TEST_CASE("parser: long chains are flat and neither deep nor slow") {
  for (const auto* link : {" + 1", " AND a", " OR a", " || a", " * a", " | a", " UNION SELECT 1", ", a"}) {
    const auto tree = parse_query("SELECT 1" + repeated(link, 60'000), Dialect::sqlite);
    CHECK_MESSAGE(tree, link << ": " << (tree ? std::string() : to_string(tree.error())));
  }
  CHECK(parse_query("SELECT 1 FROM a" + repeated(" JOIN a", 60'000), Dialect::sqlite));
  CHECK(parse_query("SELECT CASE" + repeated(" WHEN 1 THEN 2", 60'000) + " END", Dialect::sqlite));
}

TEST_CASE("parser: nesting beyond the limit is refused wherever it is") {
  for (const auto* open : {"(", "- ", "NOT ", "abs(", "CASE WHEN ", "(SELECT ", "1 IN (", "a = (", "EXISTS (SELECT ",
                           "CAST(", "count(*) FILTER (WHERE ", "sum(a) OVER (ORDER BY ", "1 BETWEEN ", "1 LIKE "}) {
    CHECK_MESSAGE(refused("SELECT " + repeated(open, 50'000)).code == ErrorCode::resource_exhausted, open);
  }
  for (const auto* open : {"(", "(SELECT * FROM ", "a JOIN (", "(WITH x AS (SELECT 1) SELECT * FROM "}) {
    CHECK_MESSAGE(refused("SELECT * FROM " + repeated(open, 25'000)).code == ErrorCode::resource_exhausted, open);
  }
  for (const auto* link :
       {" = 1", " COLLATE x", " IS 1", " LIKE 1", " ISNULL", " IN (1)", " BETWEEN 1 AND 1", " < 1"}) {
    CHECK_MESSAGE(refused("SELECT 1" + repeated(link, 50'000)).code == ErrorCode::resource_exhausted, link);
  }
  CHECK(parse_query("SELECT " + repeated("(", 190) + "1" + repeated(")", 190), Dialect::sqlite));
  CHECK(parse_query("SELECT " + repeated("(", 900) + "1" + repeated(")", 900), Dialect::sqlite, {.max_depth = 5000}));
  CHECK(refused("SELECT " + repeated("(", 2000) + "1" + repeated(")", 2000), {.max_depth = 5000}).code ==
        ErrorCode::resource_exhausted);
  // Wide at every level: the height of the tree counts, not only the nesting of the text.
  std::string wide = "a";
  for (int i = 0; i < 100; ++i) wide = "(" + wide + ")" + repeated(" = 1", 100);
  CHECK(refused("SELECT " + wide).code == ErrorCode::resource_exhausted);
}

TEST_CASE("parser: long statements are refused") {
  CHECK(refused("SELECT 1", {.max_bytes = 7}).code == ErrorCode::resource_exhausted);
  CHECK(refused("SELECT " + std::string(2'000'000, ' ')).code == ErrorCode::resource_exhausted);
}

TEST_CASE("parser: MongoDB's queries are not parsed") {
  CHECK(parse_query("SELECT 1", Dialect::mongodb).error().code == ErrorCode::unimplemented);
}

TEST_CASE("parser: literal values") {
  const auto value = [](std::string_view text) {
    const auto tree = parse_expression(text, Dialect::sqlite).value();
    return literal_value(tree, expression_of(tree));
  };
  CHECK(value("42") == Value(std::int64_t{42}));
  CHECK(value("-42") == Value(std::int64_t{-42}));
  CHECK(value("- - 42") == Value(std::int64_t{42}));
  CHECK(value("-9223372036854775808") == Value(std::numeric_limits<std::int64_t>::min()));
  CHECK(value("9223372036854775808") == Value(9223372036854775808.0));
  CHECK(value("0x10") == Value(std::int64_t{16}));
  CHECK(value("1_000") == Value(std::int64_t{1000}));
  CHECK(value("2.5e1") == Value(25.0));
  CHECK(value("'it''s'") == Value(std::string("it's")));
  CHECK(value("x'6869'") == Value(Blob{{std::byte{0x68}, std::byte{0x69}}}));
  CHECK(value("NULL") == Value(Null{}));
  CHECK(value("true") == Value(true));
  CHECK_FALSE(value("a").has_value());
  CHECK_FALSE(value("~1").has_value());
  CHECK_FALSE(value("-'x'").has_value());
  CHECK_FALSE(value("1 + 1").has_value());
}

TEST_CASE("parser: equal expressions are told whatever their blanks and case") {
  const auto same = [](std::string_view a, std::string_view b) {
    const auto tree = parsed("SELECT " + std::string(a) + ", " + std::string(b));
    const auto& items = tree[tree.first_select(tree.root)].items;
    return same_expression(tree, items[0].expression, items[1].expression);
  };
  CHECK(same("a + 1", "A  + /* one */ 1"));
  CHECK(same("count(DISTINCT a)", "COUNT(distinct a)"));
  CHECK(same("(SELECT a FROM t)", "( select a from T )"));
  CHECK_FALSE(same("a + 1", "a - 1"));
  CHECK_FALSE(same("a + 1", "a + 2"));
  CHECK_FALSE(same("a IN (1)", "a NOT IN (1)"));
  CHECK_FALSE(same("'x'", "'X'"));
  CHECK_FALSE(same("CAST(a AS INT)", "CAST(a AS TEXT)"));
  CHECK_FALSE(same("(SELECT a FROM t)", "(SELECT b FROM t)"));
}

TEST_CASE("parser: conjuncts are flat") {
  const auto tree = parse_expression("a AND (b AND c) AND (d OR e)", Dialect::sqlite).value();
  const auto parts = conjuncts(tree, expression_of(tree));
  REQUIRE(parts.size() == 4);
  CHECK(tree.text(parts[2]) == "c");
  CHECK(conjuncts(tree, {}).empty());
}

TEST_CASE("parser: the query of a view is found behind its AS") {
  CHECK(view_query("CREATE VIEW v (a) AS SELECT 1", Dialect::sqlite) == " SELECT 1");
  CHECK(view_query("create temp view if not exists [x y] as select 1", Dialect::sqlite) == " select 1");
  CHECK(view_query("SELECT 1 AS a", Dialect::sqlite) == "SELECT 1 AS a");
}
