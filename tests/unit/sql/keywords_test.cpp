#include "sql/keywords.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::sql;

TEST_CASE("keywords: found whatever their case and only where the dialect has them") {
  CHECK(find_keyword("SeLeCt", Dialect::sqlite) == Keyword::select);
  CHECK(find_keyword("selects", Dialect::sqlite) == Keyword::none);
  CHECK(find_keyword("", Dialect::sqlite) == Keyword::none);
  CHECK(find_keyword("glob", Dialect::sqlite) == Keyword::glob);
  CHECK(find_keyword("lateral", Dialect::sqlite) == Keyword::none);
  CHECK(find_keyword("lateral", Dialect::postgresql) == Keyword::lateral);
  CHECK(find_keyword("and", Dialect::mongodb) == Keyword::none);
  CHECK(to_string(Keyword::and_) == "AND");
}

TEST_CASE("keywords: classes say what may be a name") {
  CHECK(keyword_class(Keyword::select, Dialect::sqlite) == KeywordClass::reserved);
  CHECK(keyword_class(Keyword::key, Dialect::sqlite) == KeywordClass::plain);
  CHECK(keyword_class(Keyword::left, Dialect::sqlite) == KeywordClass::join);
  CHECK(keyword_class(Keyword::coalesce, Dialect::postgresql) == KeywordClass::function);
  CHECK(keyword_class(Keyword::none, Dialect::sqlite) == KeywordClass::none);
}
