#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "querydata/context_changes.hpp"

using namespace querydata;

namespace {

ContextSet read(std::string_view json) {
  return ContextSet::read(json).value();
}

const ContextSet ours =
    read(R"({"templates":[{"nl_query":"How many?","sql":"SELECT 1"},{"nl_query":"Which?","sql":"SELECT 2"}],
  "facets":[{"sql_snippet":"t.a","intent":"open"}],"owner":"ours","own":1})");
const ContextSet theirs =
    read(R"({"templates":[{"nl_query":"how many","sql":"SELECT 9"},{"nl_query":"Which?","sql":"SELECT 2"},
  {"nl_query":"Who?","sql":"SELECT 3"}],"facets":[{"sql_snippet":"t.b","intent":"closed"}],
  "value_searches":[{"query":"q","concept_type":"c"}],"owner":"theirs","new":2})");

}  // namespace

TEST_CASE("merge: equal items count once and new ones are added behind") {
  const MergedSet merged = merge(ours, theirs);
  CHECK(merged.set.templates == std::vector<Template>{ours.templates[0], ours.templates[1], theirs.templates[2]});
  CHECK(merged.set.facets == std::vector<Facet>{ours.facets[0], theirs.facets[0]});
  CHECK(merged.set.value_searches == theirs.value_searches);
  CHECK(merged.added == 3);
  CHECK(merged.set.extra == R"({"owner":"ours","own":1,"new":2})");
}

TEST_CASE("merge: the same question with another query is a conflict that is listed whatever is preferred") {
  const std::vector<ItemChange> conflicts = {
      {"", "", {{"owner", "ours", "theirs"}}},
      {"/templates/0", "/templates/0", {{"nl_query", "How many?", "how many"}, {"sql", "SELECT 1", "SELECT 9"}}}};
  const MergedSet merged = merge(ours, theirs);
  CHECK(merged.conflicts == conflicts);
  CHECK(merged.set.templates[0] == ours.templates[0]);

  const MergedSet replaced = merge(ours, theirs, MergePreference::theirs);
  CHECK(replaced.conflicts == conflicts);
  CHECK(replaced.set.templates == std::vector<Template>{theirs.templates[0], ours.templates[1], theirs.templates[2]});
  CHECK(replaced.set.extra == R"({"owner":"theirs","new":2,"own":1})");

  const MergedSet both = merge(ours, theirs, MergePreference::both);
  CHECK(both.conflicts == conflicts);
  CHECK(both.set.templates.size() == 4);
  CHECK(both.set.extra == merged.set.extra);
}

TEST_CASE("merge: items with the same id are one though every text differs") {
  const MergedSet merged = merge(read(R"({"facets":[{"id":"f","sql_snippet":"a","intent":"x"}]})"),
                                 read(R"({"facets":[{"id":"f","sql_snippet":"b","intent":"y"}]})"));
  REQUIRE(merged.conflicts.size() == 1);
  CHECK(merged.conflicts[0].members == std::vector<MemberChange>{{"sql_snippet", "a", "b"}, {"intent", "x", "y"}});
}

TEST_CASE("merge: an item with the id of one and the question of another has two rivals") {
  const ContextSet left = read(R"({"facets":[{"id":"f","sql_snippet":"a","intent":"x"},
      {"id":"g","sql_snippet":"b","intent":"y"},{"sql_snippet":"c","intent":"z"}]})");
  const ContextSet right = read(R"({"facets":[{"id":"f","sql_snippet":"n","intent":"y"}]})");
  for (const MergePreference preference : {MergePreference::ours, MergePreference::theirs, MergePreference::both}) {
    const MergedSet merged = merge(left, right, preference);
    REQUIRE(merged.conflicts.size() == 2);
    CHECK(merged.conflicts[0].before_pointer == "/facets/0");
    CHECK(merged.conflicts[1].before_pointer == "/facets/1");
    CHECK(merged.added == 0);
  }
  CHECK(merge(left, right).set == left);
  CHECK(merge(left, right, MergePreference::theirs).set.facets == std::vector<Facet>{right.facets[0], left.facets[2]});
  CHECK(merge(left, right, MergePreference::both).set.facets.size() == 4);
}

TEST_CASE("merge: searches of one concept type stand side by side") {
  const MergedSet merged = merge(read(R"({"value_searches":[{"query":"exact","concept_type":"City"}]})"),
                                 read(R"({"value_searches":[{"query":"trigram","concept_type":"City"}]})"));
  CHECK(merged.conflicts.empty());
  CHECK(merged.set.value_searches.size() == 2);
}

TEST_CASE("merge: of two rivals of one item the first replaces it and the second stays beside it") {
  const ContextSet rivals =
      read(R"({"facets":[{"sql_snippet":"b","intent":"open"},{"sql_snippet":"c","intent":"open"}]})");
  const MergedSet merged = merge(ours, rivals, MergePreference::theirs);
  CHECK(merged.set.facets == rivals.facets);
  CHECK(merged.conflicts.size() == 2);
}

TEST_CASE("merge: whatever the sets, the preferred side is whole and a second merge changes nothing") {
  const ContextSet all = read(R"({"facets":[{"sql_snippet":"a","intent":"open"},{"sql_snippet":"b","intent":"open"},
    {"sql_snippet":"c","intent":"open"},{"sql_snippet":"d","intent":"closed"}]})");
  std::vector<std::size_t> order = {0, 1, 2, 3};
  std::vector<ContextSet> sets;
  do {
    for (std::size_t count = 0; count <= order.size(); ++count) {
      ContextSet& set = sets.emplace_back();
      for (std::size_t i = 0; i < count; ++i) set.facets.push_back(all.facets[order[i]]);
    }
  } while (std::ranges::next_permutation(order).found);
  const auto holds = [](const ContextSet& set, const ContextSet& part) {
    return std::ranges::all_of(part.facets,
                               [&](const Facet& facet) { return std::ranges::count(set.facets, facet) == 1; });
  };
  std::size_t wrong = 0;
  for (const ContextSet& left : sets) {
    for (const ContextSet& right : sets) {
      for (const MergePreference side : {MergePreference::ours, MergePreference::theirs, MergePreference::both}) {
        const ContextSet merged = merge(left, right, side).set;
        wrong += side == MergePreference::theirs || holds(merged, left) ? 0 : 1;
        wrong += side == MergePreference::ours || holds(merged, right) ? 0 : 1;
        wrong += merge(merged, right, side).set == merged ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("merge: a set merged with itself or with nothing is itself") {
  for (const MergePreference preference : {MergePreference::ours, MergePreference::theirs, MergePreference::both}) {
    CHECK(merge(ours, ours, preference).set == ours);
    CHECK(merge(ours, ours, preference).conflicts.empty());
    CHECK(merge(ours, {}, preference).set == ours);
    CHECK(merge({}, ours, preference).set == ours);
  }
}

TEST_CASE("diff: what is new, gone and changed, by pointer and member") {
  const ContextSetDiff difference = diff(ours, theirs);
  CHECK(difference.removed == std::vector<std::string>{"/facets/0"});
  CHECK(difference.added == std::vector<std::string>{"/templates/2", "/facets/0", "/value_searches/0"});
  CHECK(difference.changed[0] == ItemChange{"", "", {{"owner", "ours", "theirs"}, {"own", "1", ""}, {"new", "", "2"}}});
}

TEST_CASE("diff: members of the object inside are compared one by one") {
  const ContextSet before =
      read(R"({"templates":[{"nl_query":"a","sql":"s","parameterized":{"parameterized_sql":"x","z":1}}]})");
  const ContextSet after =
      read(R"({"templates":[{"nl_query":"a","sql":"s","parameterized":{"parameterized_sql":"y","z":1}}]})");
  CHECK(diff(before, after).changed ==
        std::vector<ItemChange>{{"/templates/0", "/templates/0", {{"parameterized/parameterized_sql", "x", "y"}}}});
  CHECK(
      diff(read(R"({"templates":[{"nl_query":"a","parameterized":{}}]})"), read(R"({"templates":[{"nl_query":"a"}]})"))
          .changed[0]
          .members == std::vector<MemberChange>{{"parameterized", "{}", ""}});
}

TEST_CASE("diff: a changed item is known again by its id, its question or its query") {
  const ContextSet before = read(
      R"({"templates":[{"nl_query":"a","sql":"1","id":5},{"nl_query":"b","sql":"2"},{"nl_query":"c","sql":"3"}]})");
  const ContextSet after = read(
      R"({"templates":[{"nl_query":"d","sql":"3"},{"nl_query":"B?","sql":"4"},{"nl_query":"e","sql":"6","id":5}]})");
  const ContextSetDiff difference = diff(before, after);
  CHECK(difference.added.empty());
  CHECK(difference.removed.empty());
  REQUIRE(difference.changed.size() == 3);
  CHECK(difference.changed[0].before_pointer == "/templates/2");
  CHECK(difference.changed[1].before_pointer == "/templates/1");
  CHECK(difference.changed[2].before_pointer == "/templates/0");
}

TEST_CASE("diff: another order is no difference and one more copy is one") {
  const ContextSet before = read(R"({"facets":[{"intent":"a"},{"intent":"b"}]})");
  CHECK(diff(before, read(R"({"facets":[{"intent":"b"},{"intent":"a"}]})")).empty());
  CHECK(diff(before, read(R"({"facets":[{"intent":"b"},{"intent":"a"},{"intent":"a"}]})")).added ==
        std::vector<std::string>{"/facets/2"});
  CHECK(diff(before, before).empty());
}
