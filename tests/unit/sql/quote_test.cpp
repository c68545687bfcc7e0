#include <doctest/doctest.h>

#include "querydata/sql.hpp"
#include "sql/lexer.hpp"

using namespace querydata;

TEST_CASE("quote: plain words stay as they are") {
  for (const auto dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
    CHECK(quote_identifier("city_2", dialect) == "city_2");
  }
  CHECK(quote_identifier("City", Dialect::sqlite) == "City");
  CHECK(quote_identifier("City", Dialect::postgresql) == "\"City\"");
}

TEST_CASE("quote: everything else is quoted by the dialect") {
  CHECK(quote_identifier("full name", Dialect::sqlite) == "\"full name\"");
  CHECK(quote_identifier("a\"b", Dialect::postgresql) == "\"a\"\"b\"");
  CHECK(quote_identifier("a`b", Dialect::mysql) == "`a``b`");
  CHECK(quote_identifier("a`b\\c", Dialect::googlesql) == "`a\\`b\\\\c`");
  CHECK(quote_identifier("2nd", Dialect::mysql) == "`2nd`");
  CHECK(quote_identifier("", Dialect::sqlite) == "\"\"");
  CHECK(quote_identifier("größe", Dialect::sqlite) == "\"größe\"");
  CHECK(quote_identifier("a\"b", Dialect::mongodb) == "\"a\\\"b\"");
}

TEST_CASE("quote: keywords are quoted") {
  CHECK(quote_identifier("order", Dialect::sqlite) == "\"order\"");
  CHECK(quote_identifier("key", Dialect::sqlite) == "\"key\"");
  CHECK(quote_identifier("user", Dialect::postgresql) == "\"user\"");
  CHECK(quote_identifier("rank", Dialect::mysql) == "`rank`");
  CHECK(quote_identifier("rank", Dialect::googlesql) == "rank");
}

TEST_CASE("quote: literals read back as the text") {
  for (const std::string text :
       {"", "it's", "a\\b", "\"x\"", "line\nbreak", "größe", "'", "\\'", "a''b", "$1 ? -- /*"}) {
    for (const auto dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
      const auto quoted = quote_literal(text, dialect);
      const auto tokens = sql::tokenize(quoted, dialect);
      REQUIRE(tokens.size() == 1);
      CHECK(tokens[0].kind == sql::TokenKind::string);
      CHECK(sql::decode_string(quoted, dialect) == text);
    }
  }
  CHECK(quote_literal("a\\b", Dialect::postgresql) == "E'a\\\\b'");
  CHECK(quote_literal("a\"b", Dialect::mongodb) == "\"a\\\"b\"");
}
