#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "querydata/context_set.hpp"
#include "querydata/derive.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;

namespace {

/// The page that describes the format.
std::string page() {
  std::ifstream in(std::string(QUERYDATA_TEST_DATA) + "/../../docs/context-set-format.md");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What stands behind `before`, up to `end`.
std::string text_behind(const std::string& text, const std::string& before, const std::string& end) {
  const std::size_t begin = text.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t from = begin + before.size();
  return text.substr(from, text.find(end, from) - from);
}

}  // namespace

TEST_CASE("context set format page: what is derived there passes the check") {
  const std::string command = text_behind(page(), "$ querydata context derive \"", "\n");
  const std::size_t between = command.find("\" \"");
  REQUIRE(between != std::string::npos);
  Template item;
  item.nl_query = item.intent = command.substr(0, between);
  item.sql = command.substr(between + 3, command.size() - between - 4);
  REQUIRE(derive_missing(item, Dialect::sqlite));
  CHECK(item.parameterized_sql.find("$4") != std::string::npos);
  ContextSet set;
  set.templates.push_back(item);
  CHECK(test::places(set.check()).empty());
}

TEST_CASE("context set format page: the example is canonical and clean") {
  const std::string text = text_behind(page(), "```json\n", "```");
  const auto set = ContextSet::read(text);
  REQUIRE(set);
  CHECK(set->templates.size() == 1);
  CHECK(set->facets.size() == 2);
  CHECK(set->value_searches.size() == 1);
  CHECK(set->write() == text);
  CHECK(test::places(set->check()) == std::vector<std::string>{});
  CheckOptions options;
  options.dialect = Dialect::sqlite;
  CHECK(test::places(set->check(options)) == std::vector<std::string>{});
}
