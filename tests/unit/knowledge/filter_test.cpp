#include "querydata/filter.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "property/knowledge/library.hpp"
#include "unit/knowledge/filtered_document.hpp"

using namespace querydata;
using namespace querydata::test;

namespace {

/// @param updated  empty: missing
FilteredDocument made(std::int64_t length, std::string source, std::string uri, std::string_view updated) {
  return {length, std::move(source), std::move(uri), FilterTime::from_timestamp(updated)};
}

bool matches(std::string_view text, const FilteredDocument& document) {
  return Filter::compile(text).value().matches({&document}, FilteredDocumentReader());
}

struct Refusal {
  std::string message;
  std::size_t offset = 0;
};

Refusal refusal(std::string_view text, const FilterSchema& schema = FilterSchema::documents()) {
  const auto filter = Filter::compile(text, schema);
  REQUIRE_MESSAGE(!filter, std::string(text));
  CHECK(filter.error().code == ErrorCode::invalid_argument);
  REQUIRE(filter.error().where.byte_offset.has_value());
  return {filter.error().message, *filter.error().where.byte_offset};
}

#define CHECK_REFUSED(text, at, part)                                                \
  do {                                                                               \
    const auto refused = refusal(text);                                              \
    CHECK_MESSAGE(refused.offset == (at), refused.message);                          \
    CHECK_MESSAGE(refused.message.find(part) != std::string::npos, refused.message); \
  } while (0)

#define CHECK_LIBRARY_REFUSED(text, at, part)                                        \
  do {                                                                               \
    const auto refused = refusal(text, library_schema());                            \
    CHECK_MESSAGE(refused.offset == (at), refused.message);                          \
    CHECK_MESSAGE(refused.message.find(part) != std::string::npos, refused.message); \
  } while (0)

const FilteredDocument a = made(100, "a.com", "https://a.com/1", "2025-01-22T00:00:00Z");
const FilteredDocument b = made(60'000, "b.com", "https://b.com/1", "2024-12-31T23:00:00Z");
const FilteredDocument empty{};

/// The books, by number, that a filter finds.
std::string books(std::string_view text) {
  const auto filter = Filter::compile(text, library_schema()).value();
  std::string found;
  for (std::size_t i = 0; i < library_books().size(); ++i) {
    if (filter.matches_json(library_books()[i]).value()) found += std::to_string(i);
  }
  return found;
}

std::string canonical(std::string_view text, const FilterSchema& schema = library_schema()) {
  return Filter::compile(text, schema).value().to_string();
}

}  // namespace

TEST_SUITE("filter") {
  TEST_CASE("filter: nothing matches everything") {
    for (const auto* text : {"", "   ", "\t\n", "\u00a0"}) {
      CHECK(Filter::compile(text).value().matches_all());
      CHECK(matches(text, empty));
    }
  }

  TEST_CASE("filter: equality, order, instants") {
    CHECK(matches("dataSource = \"a.com\" OR dataSource = \"b.com\"", a));
    CHECK(matches("dataSource = \"a.com\" OR dataSource = \"b.com\"", b));
    CHECK(!matches("dataSource = \"a.com\" OR dataSource = \"b.com\"", empty));
    for (const auto* text : {"contentLengthBytes < 50000", "content_length_bytes < \"50000\"",
                             "content_length_bytes<50000", "  contentLengthBytes  <  '50000'  "}) {
      CHECK(matches(text, a));
      CHECK(!matches(text, b));
    }
    CHECK(matches("contentLengthBytes >= 100 AND contentLengthBytes <= 100 AND contentLengthBytes > -1", a));
    CHECK(matches("updateTime = \"2025-01-01T01:00:00+01:00\"", made(0, "", "", "2025-01-01T00:00:00Z")));
    CHECK(matches("updateTime < \"2025-01-01T00:00:00.000000001Z\"", made(0, "", "", "2025-01-01T00:00:00Z")));
    CHECK(matches("dataSource = 'a.com'", a));
    CHECK(matches("dataSource=\"a b\"", made(0, "a b", "", "")));
    CHECK(matches("(((uri = \"https://a.com/1\")))", a));
    CHECK(matches("dataSource = unquoted.com", made(0, "unquoted.com", "", "")));
  }

  TEST_CASE("filter: OR binds tighter than AND, and what stands side by side is AND") {
    const std::string time = "updateTime >= \"2025-01-22T00:00:00Z\"";
    const auto grouped = Filter::compile(time + " AND (dataSource = \"x\" OR dataSource = \"y\")").value();
    CHECK(Filter::compile(time + " AND dataSource = \"x\" OR dataSource = \"y\"").value() == grouped);
    CHECK(Filter::compile(time + " dataSource = \"x\" OR dataSource = \"y\"").value() == grouped);
    CHECK(Filter::compile(time + " AND dataSource = (\"x\" OR \"y\")").value() == grouped);
    CHECK(!(Filter::compile(time + " OR (dataSource = \"x\" AND dataSource = \"y\")").value() == grouped));
    CHECK(canonical("pages = 1 pages = 2 AND pages = 3 AND pages = 4") ==
          "pages = 1 AND pages = 2 AND pages = 3 AND pages = 4");
    CHECK(canonical("pages = 1 OR pages = 2 pages = 3") == "pages = 1 OR pages = 2 AND pages = 3");
    CHECK(canonical("pages = 1 OR (pages = 2 AND pages = 3)") == "pages = 1 OR (pages = 2 AND pages = 3)");
  }

  TEST_CASE("filter: negation") {
    for (const auto* text : {"NOT dataSource = \"a.com\"", "-dataSource = \"a.com\"", "NOT(dataSource = \"a.com\")",
                             "NOT (dataSource = \"a.com\")", "dataSource != \"a.com\""}) {
      CHECK(!matches(text, a));
      CHECK(matches(text, b));
      CHECK(matches(text, empty));
    }
    const auto* group = "-(dataSource = \"a.com\" OR uri = \"https://b.com/1\")";
    CHECK(!matches(group, a));
    CHECK(!matches(group, b));
    CHECK(matches(group, empty));
    CHECK(matches("dataSource != \"x\" AND dataSource != \"y\"", a));
    CHECK(canonical("NOT pages = 1 OR pages = 2") == "NOT pages = 1 OR pages = 2");
    CHECK(matches("NOT (NOT dataSource = \"a.com\")", a));
    CHECK(matches("NOT contentLengthBytes = 5", a));
  }

  TEST_CASE("filter: a missing value is in no comparison, and a defaulted one is its default") {
    CHECK(!matches("updateTime < \"2030-01-01T00:00:00Z\"", empty));
    CHECK(!matches("updateTime > \"1930-01-01T00:00:00Z\"", empty));
    CHECK(matches("NOT updateTime > \"1930-01-01T00:00:00Z\"", empty));
    CHECK(Filter::compile("dataSource != \"x\"").value().matches_json("{}").value());
    CHECK(Filter::compile("contentLengthBytes < 1").value().matches_json("{}").value());
    CHECK(books("title != x") == "013");
    CHECK(books("NOT title = x") == "0123");
    CHECK(books("pages < 1") == "123");
    CHECK(books("author.name != x") == "01");
  }

  TEST_CASE("filter: a star is a character in the service's profile and any text in the general one") {
    const FilteredDocument document = made(0, "docs.cloud.google.com", "", "");
    CHECK(!matches("dataSource = \"docs.*\"", document));
    CHECK(matches("dataSource = \"docs.*\"", made(0, "docs.*", "", "")));
    CHECK(matches("dataSource = \"docs.\\*\"", made(0, "docs.*", "", "")));
    CHECK(books("title = \"The *\"") == "0");
    CHECK(books("title = The*") == "0");
    CHECK(books("title = \"*, the *a\"") == "0");
    CHECK(books("title = \"*Sea, the Sea*The*\"").empty());
    CHECK(books("title = \"*\"") == "013");
    CHECK(books("title != \"*e*\"") == "3");
    CHECK(books("title = \"\\*\"").empty());
    CHECK(books("tags:booker\\*").empty());
    CHECK(books("tags:\"booker\\*\"") == "0");
    CHECK(books("tags:\"the*\"") == "0");
    CHECK(books("title < \"*\"") == "3");  // ordered, a star is a star
  }

  TEST_CASE("filter: every type in the general profile") {
    CHECK(books("price >= 12.5") == "0");
    CHECK(books("price = -1e6") == "1");
    CHECK(books("price > -2.5") == "03");
    CHECK(books("price = 0") == "3");
    CHECK(books("in_print = true") == "0");
    CHECK(books("inPrint != true") == "3");
    CHECK(books("state = ACTIVE OR state = \"RETIRED\"") == "01");
    CHECK(books("published = \"1978-08-25T09:00:00Z\"") == "0");
    CHECK(books("published != \"1978-08-25T09:00:00Z\"") == "3");
    CHECK(books("loan > 20s") == "0");
    CHECK(books("loan <= 0.5s") == "3");
    CHECK(books("title > \"H\"") == "0");
    CHECK(books("pages != 502") == "123");
  }

  TEST_CASE("filter: has") {
    CHECK(books("tags:sea") == "0");
    CHECK(books("tags:(sea AND theatre)") == "0");
    CHECK(books("tags:(sea AND x)").empty());
    CHECK(books("tags:*") == "03");
    CHECK(books("sizes:13") == "0");
    CHECK(books("-sizes:13") == "123");
    CHECK(books("labels:shelf") == "01");
    CHECK(books("labels.shelf:*") == "01");
    CHECK(books("labels.shelf:\"M 4\"") == "0");
    CHECK(books("labels.shelf = \"M 4\"") == "0");
    CHECK(books("labels.shelf != \"M 4\"") == "1");
    CHECK(books("labels.\"de.title\":*") == "0");
    CHECK(books("labels:*") == "01");
    CHECK(books("author:*") == "013");
    CHECK(books("author:name") == "0");
    CHECK(books("author.name:*") == "0");
    CHECK(books("author.aliases:\"I.M.\"") == "0");
    CHECK(books("reviews.stars:5") == "0");
    CHECK(books("reviews.stars:(5 AND 3)") == "0");
    CHECK(books("reviews.marks.style:5") == "0");
    CHECK(books("reviews.marks:plot") == "0");
    CHECK(books("reviews:*") == "01");
    CHECK(books("editions.us.year >= 1979") == "0");
    CHECK(books("editions.us:year") == "0");
    CHECK(books("editions.us:publisher").empty());
    CHECK(books("editions:first") == "0");
    CHECK(books("title:*") == "01");
    CHECK(books("pages:*") == "0");
    CHECK(books("in_print:*") == "0");
    CHECK(books("state:*") == "01");
    CHECK(books("published:*") == "03");
    CHECK(books("title:\"Größe\"") == "1");
  }

  TEST_CASE("filter: groups on the right side") {
    CHECK(books("state = (ACTIVE OR RETIRED)") == "01");
    CHECK(canonical("state = (ACTIVE OR (RETIRED))") == "state = ACTIVE OR state = RETIRED");
    CHECK(canonical("tags:(a b OR c)") == "tags:\"a\" AND tags:\"b\" OR tags:\"c\"");
    CHECK(canonical("pages >= (-5)") == "pages >= -5");
    CHECK(canonical("pages = (NOT 5)") == "NOT pages = 5");
    // True unless `=` would be.
    CHECK(canonical("pages != (1 OR 2)") == "pages != 1 AND pages != 2");
    CHECK(canonical("pages != (1 AND 2)") == "pages != 1 OR pages != 2");
    CHECK(canonical("pages != (NOT 5)") == "pages = 5");
    CHECK_LIBRARY_REFUSED("pages = (title = 5)", 9, "value");
    CHECK_LIBRARY_REFUSED("pages = (f(5))", 9, "function");
  }

  TEST_CASE("filter: errors name the byte and the remedy") {
    CHECK_REFUSED("dataSource < \"x\"", 10, "`=` or `!=`");
    CHECK_REFUSED("updateTime > \"yesterday\"", 13, "RFC 3339");
    CHECK_REFUSED("updateTime > \"2022-08-12 22:22:22\"", 13, "RFC 3339");
    CHECK_REFUSED("updateTime > 2025-01-01T00:00:00Z", 26, "double quotes: \"2025-01-01T00:00:00Z\"");
    CHECK_REFUSED("updateTime > 2025-01-01", 13, "double quotes");
    CHECK_REFUSED("contentLengthBytes = abc", 21, "whole numbers");
    CHECK_REFUSED("contentLengthBytes = 2.5", 21, "whole numbers");
    CHECK_REFUSED("contentLengthBytes = 9223372036854775808", 21, "64 bits");
    CHECK_REFUSED("contentLengthBytes != 5", 18, "NOT contentLengthBytes = …");
    CHECK_REFUSED("updateTime != \"2025-01-01T00:00:00Z\"", 10, "NOT updateTime = …");
    CHECK_REFUSED("title = \"x\"", 0, "content_length_bytes, data_source, update_time and uri");
    CHECK_REFUSED("data_sorce = \"x\"", 0, "did you mean `data_source`?");
    CHECK_REFUSED("\"x\" = dataSource", 0, "field first");
    CHECK_REFUSED("dataSource = \"x\" and uri = \"u\"", 17, "AND in capitals");
    CHECK_REFUSED("dataSource = \"x\" AND", 20, "condition is missing");
    CHECK_REFUSED("AND uri = \"u\"", 0, "each side");
    CHECK_REFUSED("(uri = \"u\"", 0, "never closed");
    CHECK_REFUSED("uri = \"u\")", 9, "never opened");
    CHECK_REFUSED("dataSource = \"x", 13, "never closed");
    CHECK_REFUSED("dataSource", 0, "`data_source = …`");
    CHECK_REFUSED("x", 0, "stands alone");
    CHECK_REFUSED("dataSource = \"x\"AND uri = \"u\"", 16, "blank on both sides");
    CHECK_REFUSED("uri = https://a.com", 11, "\"https://a.com\"");
    CHECK_REFUSED("uri:\"x\"", 3, "`:` is no operator here");
    CHECK_REFUSED("f(x) = 1", 0, "function");
    CHECK_REFUSED("uri = \"\\q\"", 7, "no escape");
    CHECK_REFUSED("uri = \"\xa0\x01\"", 7, "UTF-8");
    CHECK_REFUSED("uri == \"x\"", 4, "write `=`");
    CHECK_REFUSED("--uri = \"x\"", 1, "one negation");
    CHECK_REFUSED("uri.x = 1", 4, "no fields");
    CHECK_LIBRARY_REFUSED("tags = sea", 4, "`:`");
    CHECK_LIBRARY_REFUSED("labels = x", 6, "map");
    CHECK_LIBRARY_REFUSED("author = x", 6, "message");
    CHECK_LIBRARY_REFUSED("reviews.stars = 5", 8, "`:`");
    CHECK_LIBRARY_REFUSED("reviews:5", 8, "reviews.stars:…");
    CHECK_LIBRARY_REFUSED("author:age", 7, "no field");
    CHECK_LIBRARY_REFUSED("in_print < true", 8, "`=` or `!=`");
    CHECK_LIBRARY_REFUSED("in_print = TRUE", 11, "small letters");
    CHECK_LIBRARY_REFUSED("in_print", 0, "`in_print = true`");
    CHECK_LIBRARY_REFUSED("state = Active", 8, "UNKNOWN, ACTIVE, RETIRED");
    CHECK_LIBRARY_REFUSED("loan = 20", 7, "20s");
    CHECK_LIBRARY_REFUSED("price = 1e999", 8, "numbers");
    CHECK_LIBRARY_REFUSED("price = nan", 8, "numbers");
    CHECK_LIBRARY_REFUSED("title = \"a\".\"b\"", 8, "one pair of quotation marks");
    CHECK_LIBRARY_REFUSED("title = New York", 12, "double quotes");
    CHECK_LIBRARY_REFUSED("title = x AND(pages = 1)", 13, "blank is missing after AND");
    CHECK_LIBRARY_REFUSED("title = x AND(pages)", 13, "blank is missing after AND");
  }

  TEST_CASE("filter: at most 500 characters, however many bytes") {
    const std::string head = "uri = \"";
    const auto with = [&](std::size_t characters) {
      std::string text = head;
      for (std::size_t i = head.size() + 1; i < characters; ++i) text += "é";
      return text + '"';
    };
    CHECK(Filter::compile(with(500)).has_value());
    CHECK_REFUSED(with(501), head.size() + 2 * (500 - head.size()), "500 characters");
    CHECK(refusal(std::string(501, '\xa0')).message.find("500 characters") != std::string::npos);
  }

  TEST_CASE("filter: parentheses inside each other have a limit") {
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "uri = 1" + std::string(depth, ')'); };
    CHECK(Filter::compile(nested(64)).has_value());
    CHECK_REFUSED(nested(65), 64, "flatter");
    CHECK_REFUSED(std::string(499, '('), 64, "flatter");
  }

  TEST_CASE("filter: the canonical form compiles to an equal filter") {
    for (const auto* text :
         {"dataSource='a\"b\\\\' OR uri = x-y", "-( updateTime>\"2025-01-01t01:00:00.5+01:00\" contentLengthBytes<= 7)",
          "NOT (NOT uri = \"\\x01\\u263A\\377\\n\")", "uri = \"a*\""}) {
      const auto filter = Filter::compile(text).value();
      CHECK_MESSAGE(Filter::compile(filter.to_string()).value() == filter, filter.to_string());
    }
    CHECK(canonical("updateTime > \"2025-01-01t01:00:00.5+01:00\"", FilterSchema::documents()) ==
          "update_time > \"2025-01-01T00:00:00.500Z\"");
    CHECK(canonical("title = \"\\u263A\\t'\"") == "title = \"☺\\x09'\"");
    CHECK(canonical("labels.AND = \"NOT\"") == "labels.\"AND\" = \"NOT\"");
  }
}
