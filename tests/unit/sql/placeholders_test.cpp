#include "sql/placeholders.hpp"

#include <doctest/doctest.h>

#include "querydata/sql.hpp"

using namespace querydata;

namespace {
RewrittenSql rewritten(std::string_view sql, Dialect dialect) {
  return rewrite_placeholders(sql, dialect).value();
}
using Order = std::vector<std::size_t>;
using Names = std::vector<std::string>;
}  // namespace

TEST_CASE("placeholders: each dialect gets its own form") {
  const std::string_view sql = "SELECT * FROM t WHERE a = $2 AND b = $1 OR c = $2";
  CHECK(rewritten(sql, Dialect::sqlite).sql == "SELECT * FROM t WHERE a = ?2 AND b = ?1 OR c = ?2");
  CHECK(rewritten(sql, Dialect::postgresql).sql == sql);
  CHECK(rewritten(sql, Dialect::googlesql).sql == "SELECT * FROM t WHERE a = @p2 AND b = @p1 OR c = @p2");
  const auto mysql = rewritten(sql, Dialect::mysql);
  CHECK(mysql.sql == "SELECT * FROM t WHERE a = ? AND b = ? OR c = ?");
  CHECK(mysql.order == Order{1, 0, 1});
  CHECK(mysql.names == Names{"$1", "$2"});
}

TEST_CASE("placeholders: names and bare marks are numbered by first use") {
  const auto names = rewritten("a = @b AND c = :d AND e = @b AND f = $value", Dialect::sqlite);
  CHECK(names.sql == "a = ?1 AND c = ?2 AND e = ?1 AND f = ?3");
  CHECK(names.names == Names{"@b", ":d", "$value"});
  CHECK(names.order == Order{0, 1, 2});
  const auto bare = rewritten("a = ? AND b = ?", Dialect::postgresql);
  CHECK(bare.sql == "a = $1 AND b = $2");
  CHECK(bare.names == Names{"?", "?"});
}

TEST_CASE("placeholders: numbers keep their order and lose their gaps") {
  const auto out = rewritten("a = $10 AND b = $2 AND c = $02", Dialect::sqlite);
  CHECK(out.sql == "a = ?2 AND b = ?1 AND c = ?1");
  CHECK(out.names == Names{"$2", "$10"});
}

TEST_CASE("placeholders: literals names and comments stay byte for byte") {
  const std::string_view sql = "SELECT '$1', \"?\" /* $2 */ -- ?\n, $value";
  CHECK(rewritten(sql, Dialect::sqlite).sql == "SELECT '$1', \"?\" /* $2 */ -- ?\n, ?1");
  CHECK(rewritten("SELECT $$ $1 $$, $1", Dialect::postgresql).sql == "SELECT $$ $1 $$, $1");
  CHECK(rewritten("SELECT $value::text <-> a", Dialect::postgresql).sql == "SELECT $1::text <-> a");
}

TEST_CASE("placeholders: a word before never swallows one") {
  CHECK(rewritten("LIMIT?", Dialect::postgresql).sql == "LIMIT $1");
}

TEST_CASE("placeholders: what can not be told apart is refused") {
  CHECK(rewrite_placeholders("a = ? AND b = $1", Dialect::sqlite).error().code == ErrorCode::invalid_argument);
  CHECK(rewrite_placeholders("a = ?1 AND b = ?", Dialect::mysql).error().where.byte_offset == 15);
  CHECK(rewrite_placeholders("a = 'x", Dialect::sqlite).error().code == ErrorCode::invalid_argument);
  CHECK(rewrite_placeholders("{a: '$1'}", Dialect::mongodb).error().code == ErrorCode::unimplemented);
  CHECK(rewritten("", Dialect::sqlite).sql.empty());
}
