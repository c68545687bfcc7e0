#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "context/format.hpp"
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

std::string_view needed(context::Need need) {
  return need == context::Need::key ? "yes" : need == context::Need::derivable ? "derivable" : "no";
}

/// "| | `sql` | yes |", … of the members of one sort of item, as the page has them.
template <class Item>
void add_rows(std::vector<std::string>& rows) {
  context::each_field<Item>([&](const context::Field<Item>& field, std::string_view parent) {
    rows.push_back("`" + std::string(parent.empty() ? "" : "parameterized.") + std::string(field.spelling.name) +
                   "` | " + std::string(needed(field.need)) + " |");
  });
}

/// "nlQuery" for "nl_query".
std::string in_camel_case(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '_') {
      ++i;
      out += static_cast<char>(name[i] - 'a' + 'A');
    } else {
      out += name[i];
    }
  }
  return out;
}

template <class Item>
void check_spellings(const std::string& text) {
  const auto check = [&](const context::Spelling& spelling) {
    for (const std::string_view other : spelling.also) {
      if (other.empty() || other == in_camel_case(spelling.name)) continue;
      // An older name, or that in camelCase.
      const bool told = text.find('`' + std::string(other) + '`') != std::string::npos ||
                        std::ranges::any_of(spelling.also, [&](std::string_view old) {
                          return in_camel_case(old) == other && old != other;
                        });
      CHECK_MESSAGE(told, other);
    }
  };
  check(context::Format<Item>::list);
  context::each_field<Item>([&](const context::Field<Item>& field, std::string_view) { check(field.spelling); });
}

}  // namespace

TEST_CASE("context set format page: its members and spellings are those that are read") {
  const std::string table = text_behind(page(), "## Members\n", "##");
  std::vector<std::string> rows;
  add_rows<Template>(rows);
  add_rows<Facet>(rows);
  add_rows<ValueSearch>(rows);
  std::size_t at = 0;
  for (const std::string& row : rows) {
    const std::size_t found = table.find(row, at);
    CHECK_MESSAGE(found != std::string::npos, row);
    if (found != std::string::npos) at = found + 1;
  }
  std::size_t lines = 0;
  for (std::size_t line = table.find("` | "); line != std::string::npos; line = table.find("` | ", line + 1)) ++lines;
  CHECK(lines == rows.size());
  check_spellings<Template>(page());
  check_spellings<Facet>(page());
  check_spellings<ValueSearch>(page());
}

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
