// Whatever the bytes: a filter is compiled or refused inside of its text; a compiled one is its own canonical form, and
// SQLite finds the rows whose objects match.

#include <boost/json.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "property/knowledge/filter_rows.hpp"
#include "property/knowledge/library.hpp"

namespace {

using namespace querydata;

void require(bool truth) {
  if (!truth) std::abort();
}

test::FilterRows make_rows() {
  test::FilterRows rows(test::library_schema(), test::columns_of(test::library_schema()));
  for (const auto book : test::library_books()) rows.add(boost::json::parse(book).as_object());
  return rows;
}

void check(std::string_view text, const FilterSchema& schema) {
  const auto filter = Filter::compile(text, schema);
  if (!filter) {
    require(!filter.error().message.empty());
    require(filter.error().where.byte_offset.has_value() && *filter.error().where.byte_offset <= text.size());
    return;
  }
  if (&schema != &test::library_schema()) return;
  const auto again = Filter::compile(filter->to_string(), schema);
  require(again.has_value() && *again == *filter);
  // GLOB reads a text up to its first NUL byte.
  if (filter->to_string().find("\\x00") != std::string::npos) return;
  static const test::FilterRows rows = make_rows();
  require(rows.found_by_sql(*filter) == rows.found_by_evaluator(*filter));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, FilterSchema::documents());
  check(text, test::library_schema());
  return 0;
}
