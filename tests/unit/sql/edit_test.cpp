#include <doctest/doctest.h>

#include "sql/parser.hpp"
#include "sql/tree.hpp"

using namespace querydata;
using namespace querydata::sql;

namespace {
std::string with_condition(std::string_view sql, std::string_view condition) {
  const auto tree = parse_query(sql, Dialect::sqlite).value();
  return apply_edits(sql, add_condition(tree, tree.first_select(tree.root), condition).value()).value();
}
}  // namespace

TEST_CASE("edit: spans are replaced and the rest stays") {
  CHECK(apply_edits("abcdef", {{{4, 5}, "E"}, {{1, 3}, "-"}}).value() == "a-dEf");
  CHECK(apply_edits("ab", {{{1, 1}, "1"}, {{1, 1}, "2"}}).value() == "a12b");
  CHECK(apply_edits("", {}).value().empty());
}

TEST_CASE("edit: spans that overlap or leave the text are refused") {
  CHECK(apply_edits("abc", {{{0, 2}, ""}, {{1, 3}, ""}}).error().code == ErrorCode::invalid_argument);
  CHECK(apply_edits("abc", {{{2, 4}, ""}}).error().code == ErrorCode::invalid_argument);
  CHECK(apply_edits("abc", {{{2, 1}, ""}}).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("edit: any node of a tree can be replaced") {
  const std::string sql = "SELECT a + 1 FROM t WHERE b IN (SELECT c FROM u)";
  const auto tree = parse_query(sql, Dialect::sqlite).value();
  const auto item = tree[tree.first_select(tree.root)].items.front().expression;
  CHECK(apply_edits(sql, {{tree[item].span, "x"}}).value() == "SELECT x FROM t WHERE b IN (SELECT c FROM u)");
}

TEST_CASE("edit: a condition is added to WHERE") {
  CHECK(with_condition("SELECT a FROM t", "b = 1") == "SELECT a FROM t WHERE b = 1");
  CHECK(with_condition("SELECT a FROM t GROUP BY a;", "b = 1") == "SELECT a FROM t WHERE b = 1 GROUP BY a;");
  CHECK(with_condition("SELECT a FROM t WHERE c ORDER BY 1", "b = 1") ==
        "SELECT a FROM t WHERE c AND b = 1 ORDER BY 1");
  CHECK(with_condition("SELECT 1", "2") == "SELECT 1 WHERE 2");
}

TEST_CASE("edit: parentheses keep OR together") {
  CHECK(with_condition("SELECT a FROM t WHERE c OR d", "b") == "SELECT a FROM t WHERE (c OR d) AND b");
  CHECK(with_condition("SELECT a FROM t WHERE (c OR d)", "b OR e") == "SELECT a FROM t WHERE (c OR d) AND (b OR e)");
  CHECK(with_condition("SELECT a FROM t WHERE c", "(b OR e)") == "SELECT a FROM t WHERE c AND (b OR e)");
  CHECK(with_condition("SELECT a FROM t WHERE c OR (d)", "b") == "SELECT a FROM t WHERE (c OR (d)) AND b");
  CHECK(with_condition("SELECT a FROM t WHERE (c) OR d", "(b) OR (e)") ==
        "SELECT a FROM t WHERE ((c) OR d) AND ((b) OR (e))");
}

TEST_CASE("edit: comments never swallow a condition") {
  CHECK(with_condition("SELECT a FROM t WHERE c -- why\n", "b -- so") == "SELECT a FROM t WHERE c AND b -- why\n");
}

TEST_CASE("edit: a condition that is not one expression is refused") {
  const auto tree = parse_query("SELECT a FROM t", Dialect::sqlite).value();
  for (const auto* condition : {"", "1) OR (1", "1; DROP TABLE t", "a = 1, b", "1 UNION SELECT 2", "a ORDER BY 1"}) {
    CHECK_MESSAGE(!add_condition(tree, tree.first_select(tree.root), condition), condition);
  }
}
