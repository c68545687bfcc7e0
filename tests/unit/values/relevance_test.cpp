#include "values/relevance.hpp"

#include <doctest/doctest.h>

using namespace querydata;
using namespace querydata::values;

namespace {

Schema flights() {
  Schema schema;
  schema.tables.resize(2);
  schema.tables[0].name = "flights";
  schema.tables[0].columns.resize(2);
  schema.tables[0].columns[0].name = "origin";
  schema.tables[0].columns[1].name = "destination";
  schema.tables[1].name = "pilots";
  schema.tables[1].columns.resize(2);
  schema.tables[1].columns[0].name = "fname";
  schema.tables[1].columns[1].name = "home_city";
  return schema;
}

double relevance(std::string_view question, std::string_view word, const std::string& table,
                 const std::string& column) {
  static const ColumnWords names(flights());
  const QuestionSpans spans(question);
  const std::size_t begin = question.find(word);
  return Relevance(names, spans).of(table, column, {begin, begin + word.size()});
}

}  // namespace

TEST_SUITE("relevance") {
  TEST_CASE("relevance: columns and tables that the question names") {
    const auto of = [](const std::string& table, const std::string& column) {
      return relevance("pilots whose home city is Oslo", "Oslo", table, column);
    };
    CHECK(of("pilots", "home_city") > of("pilots", "fname"));
    CHECK(of("pilots", "fname") > of("flights", "origin"));
    CHECK(of("flights", "origin") == 0);
    CHECK(of("nowhere", "at_all") == 0);
    CHECK(of("pilots", "home_city") <= 1);
  }

  TEST_CASE("relevance: a name of several words may say what it is, a word alone does not") {
    CHECK(relevance("where is Oslo City", "Oslo City", "pilots", "home_city") > 0);
    CHECK(relevance("where is the City", "City", "pilots", "home_city") == 0);
  }

  TEST_CASE("relevance: the nearer a word stands the more it says") {
    CHECK(relevance("the city Oslo of pilots", "Oslo", "pilots", "home_city") >
          relevance("the city of all that we know of pilots, Oslo", "Oslo", "pilots", "home_city"));
  }

  TEST_CASE("relevance: from and to lead to origins and destinations") {
    const std::string_view question = "flights from Oslo to Bergen";
    CHECK(relevance(question, "Oslo", "flights", "origin") > relevance(question, "Oslo", "flights", "destination"));
    CHECK(relevance(question, "Bergen", "flights", "destination") > relevance(question, "Bergen", "flights", "origin"));
  }

  TEST_CASE("relevance: first and last names are called so") {
    CHECK(relevance("pilots with the first name Ann", "Ann", "pilots", "fname") >
          relevance("pilots with the surname Ann", "Ann", "pilots", "fname"));
  }
}
