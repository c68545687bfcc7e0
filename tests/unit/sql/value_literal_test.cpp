#include "sql/value_literal.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "querydata/sql.hpp"

using namespace querydata;

namespace {

std::string literal(const Value& value, Dialect dialect) {
  return sql::value_literal(value, dialect).value();
}

constexpr Dialect dialects[] = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql};

}  // namespace

TEST_CASE("value_literal: each kind of value") {
  CHECK(literal(Null{}, Dialect::sqlite) == "NULL");
  CHECK(literal(true, Dialect::mysql) == "TRUE");
  CHECK(literal(std::int64_t{-7}, Dialect::sqlite) == "-7");
  CHECK(literal(2.0, Dialect::postgresql) == "2.0");
  CHECK(literal(1e300, Dialect::postgresql) == "1e+300");
  CHECK(literal("O'Neil", Dialect::sqlite) == "'O''Neil'");
  CHECK(literal("O'Neil", Dialect::googlesql) == "'O\\'Neil'");
  const Blob blob{{std::byte{0x68}, std::byte{0xff}}};
  CHECK(literal(blob, Dialect::sqlite) == "X'68FF'");
  CHECK(literal(blob, Dialect::postgresql) == "'\\x68FF'");
  CHECK(literal(blob, Dialect::googlesql) == "b'\\x68\\xFF'");
}

TEST_CASE("value_literal: what no literal can hold is an error") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Value& value : {Value(infinity), Value(std::numeric_limits<std::int64_t>::min()),
                             Value(std::string("a\0b", 3)), Value("\xff")}) {
    const auto result = sql::value_literal(value, Dialect::sqlite);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::failed_precondition);
  }
}

TEST_CASE("text_of: hostile values stay values in every dialect") {
  const std::string hostile[] = {"'; DROP TABLE t; --", "\\'; DROP TABLE t; --", "\\", "''", "/*", "a\nb", "\"`$1?"};
  for (const Dialect dialect : dialects) {
    for (const std::string& text : hostile) {
      const Statement statement{dialect,
                                rewrite_placeholders("SELECT 1 WHERE 'x' = $1 AND 2-$2 > 3", dialect).value().sql,
                                {text, std::int64_t{-5}}};
      const std::string filled = sql::text_of(statement).value();
      CAPTURE(filled);
      const auto info = inspect_unresolved(filled, dialect).value();
      CHECK(info.parameters.empty());
      REQUIRE(info.literals.size() == 6);
      CHECK(info.literals[2].value == Value(text));
      CHECK(info.literals[4].value == Value(std::int64_t{-5}));
    }
  }
}
