#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "querydata/context_set.hpp"
#include "unit/context/finding_helpers.hpp"

using namespace querydata;

namespace {

/// The first JSON block of the page that describes the format.
std::string example() {
  std::ifstream in(std::string(QUERYDATA_TEST_DATA) + "/../../docs/context-set-format.md");
  const std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::string fence = "```json\n";
  const std::size_t begin = page.find(fence);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = page.find("```", begin + fence.size());
  return page.substr(begin + fence.size(), end - begin - fence.size());
}

}  // namespace

TEST_CASE("context set format page: the example is canonical and clean") {
  const std::string text = example();
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
