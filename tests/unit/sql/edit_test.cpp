#include <doctest/doctest.h>

#include "sql/parser.hpp"
#include "sql/tree.hpp"

using namespace querydata;
using namespace querydata::sql;

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

TEST_CASE("edit: the places of edits in the edited text") {
  const std::vector<Edit> edits{{{4, 5}, "EE"}, {{1, 3}, "-"}, {{1, 1}, "+"}};
  const auto text = apply_edits("abcdef", edits).value();
  CHECK(text == "a+-dEEf");
  const auto spans = spans_after(edits);
  CHECK(spans[0].of(text) == "EE");
  CHECK(spans[1].of(text) == "-");
  CHECK(spans[2].of(text) == "+");
}
