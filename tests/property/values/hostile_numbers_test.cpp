// Another number, date or identifier is another thing: however near its spelling is, it must not be offered.
#include "property/values/hostile.hpp"
#include "querydata/embedder.hpp"
#include "querydata/value_search_recipes.hpp"

using namespace querydata;
using namespace querydata::test;
using namespace std::string_literals;

namespace {

/// The value is found as it is; by none of the others.
struct Case {
  std::string value;
  std::vector<std::string> others;
};

const std::vector<Case> cases = {
    {"1.5", {"15", "1 5", "1.50001", "-1.5", "11.5"}},
    {"-5", {"5", "- 50", "-6"}},
    {"10-12", {"1012", "101 2", "10-13"}},
    {"2024-11-01", {"2024-11-02", "2024-01-11", "20241102", "2023-11-01"}},
    {"2024-1-11", {"2024-11-1", "2024-1-12"}},
    {"11.01.2024", {"1.101.2024", "01.11.2024", "11.01.2025"}},
    {"2024-11-01 10:11:12", {"2024-11-01 10:11:13", "2024-11-01 01:01:11:12"}},
    {"10.1.11.2", {"10.11.1.2", "101.1.1.2", "10.1.11.3"}},
    {"1,234", {"12,34", "1,235"}},
    {"INV-2024-0017", {"INV-2024-0018", "INV-2024-00170", "INV-2024-0071", "INV-2042-0017", "INV-2024"}},
    {"747", {"737", "7470", "74", "774"}},
    {"Flight 101", {"Flight 102", "Flight 110", "Flight 1011", "Flights 102"}},
    {"A320-200", {"A320-300", "A32-0200", "A330-200"}},
    {"550e8400-e29b-41d4-a716-446655440000",
     {"550e8400-e29b-41d4-a716-446655440001", "550e8400-e29b-41d4-a716-44665544000",
      "650e8400-e29b-41d4-a716-446655440000"}},
    {"d41d8cd98f00b204e9800998ecf8427e", {"d41d8cd98f00b204e9800998ecf8427f", "d41d8cd98f00b204e9800998ecf8427"}},
    {"+49 431 555 0100", {"+49 431 555 0101", "+49 431 5550 1000"}},
    {"978-3-16-148410-0", {"978-3-16-148410-1", "979-3-16-148410-0"}},
    {"1e5", {"1e6", "15"}},
    {"3/4", {"34", "3/5"}},
    {"Room 12b", {"Room 12c", "Room 21b"}},
    {"10 000", {"10 001", "100 000"}},
    {"\u0663\u0664\u0665", {"\u0663\u0664\u0666", "346"}},
};

std::vector<std::string> values_of_cases() {
  std::vector<std::string> out;
  for (const auto& one : cases) out.push_back(one.value);
  return out;
}

void judge(const ValueLinker& linker) {
  for (const auto& [value, others] : cases) {
    CHECK_MESSAGE(finds(linker, value, value, 0), value);
    for (const auto& other : others) {
      const auto links = linker.link_phrase(other).value();
      for (const auto& match : links.matches)
        CHECK_MESSAGE(match.value != Value(value), other << " gives " << value << " at " << match.distance);
      const auto asked = "Which rows have \"" + other + "\" in them?";
      const auto question = linker.link_question(asked).value();
      for (const auto& match : question.matches)
        CHECK_MESSAGE(match.value != Value(value), "in a question " << other << " gives " << value << " at "
                                                                    << match.distance << " by "
                                                                    << match.span.of(asked));
    }
  }
}

}  // namespace

TEST_SUITE("property_values_hostile") {
  TEST_CASE("hostile_numbers: an index that holds them finds them as they are only") {
    const Harbour harbour(values_of_cases());
    judge(linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value()));
  }

  TEST_CASE("hostile_numbers: so does one that holds them among names") {
    auto values = values_of_cases();
    for (int i = 0; i < 300; ++i)
      values.push_back("Harbour " + std::string(1 + i % 7, static_cast<char>('a' + i % 26)));
    const Harbour harbour(values);
    judge(linker_of(harbour.database, ValueIndex::build(*harbour.database, only("t", "name")).value()));
  }

  TEST_CASE("hostile_numbers: so does one to which they came by an update") {
    const Harbour harbour({"Mariehamn"});
    const auto store = harbour.open();
    REQUIRE(ValueIndex::build(*harbour.database, *store, "t", only("t", "name")));
    std::vector<ValueChange> changes;
    for (const auto& value : values_of_cases()) changes.push_back({"t", "name", value, 1});
    judge(linker_of(harbour.database, ValueIndex::update(*store, "t", changes).value()));
  }

  TEST_CASE("hostile_numbers: value searches by likeness give no other number") {
    const Harbour harbour(values_of_cases());
    std::vector<ValueSearch> searches;
    for (const auto kind : {MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance}) {
      ValueSearchRecipe recipe;
      recipe.table = "t";
      recipe.column = "name";
      recipe.concept_type = "Name";
      recipe.kind = kind;
      searches.push_back(make_value_search(recipe, Dialect::sqlite).value());
    }
    judge(ValueLinker::build(harbour.database, searches, {}).value());
  }

  TEST_CASE("hostile_numbers: comparing by meaning gives no other number") {
    const Harbour harbour(values_of_cases());
    ValueLinkerOptions options;
    options.index = ValueIndex::build(*harbour.database, only("t", "name")).value();
    options.embedder = make_hashed_embedder().value();
    judge(ValueLinker::build(harbour.database, {}, options).value());
  }
}
