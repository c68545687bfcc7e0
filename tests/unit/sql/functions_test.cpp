#include "sql/functions.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::sql;

TEST_CASE("functions: the list of SQLite has what queries use") {
  for (const auto* name :
       {"count", "sum", "abs", "strftime", "json_extract", "row_number", "similarity", "show_trgm", "edit_distance"}) {
    CHECK_MESSAGE(find_function(name, Dialect::sqlite) != nullptr, name);
  }
  CHECK(find_function("json_each", Dialect::sqlite)->kind == FunctionKind::table);
}

TEST_CASE("functions: nothing with an effect or a way out is on the list") {
  for (const auto* name :
       {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "zeroblob", "randomblob", "sqlite_version",
        "sqlite_compileoption_get", "last_insert_rowid", "changes", "pragma_table_info", "fsdir", "raise", ""}) {
    CHECK_MESSAGE(find_function(name, Dialect::sqlite) == nullptr, name);
  }
}

TEST_CASE("functions: min and max aggregate one argument only") {
  const auto& max = *find_function("max", Dialect::sqlite);
  CHECK(is_aggregate(max, 1));
  CHECK_FALSE(is_aggregate(max, 2));
  CHECK(is_aggregate(*find_function("count", Dialect::sqlite), 0));
  CHECK_FALSE(is_aggregate(*find_function("abs", Dialect::sqlite), 1));
}
