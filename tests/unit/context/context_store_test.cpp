#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "querydata/context_store.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using namespace std::chrono_literals;

namespace {

ContextSet set_of(const std::string& name) {
  ContextSet set;
  set.templates.push_back({"Which " + name + "?", "SELECT '" + name + "'", "", "", "", "", R"({"id":1.50})", ""});
  return set;
}

ContextSetId id(std::string_view text) {
  return ContextSetId::parse(text).value();
}

struct Sample {
  test::TemporaryFolder folder;
  ContextStore store = ContextStore::open(folder.file("s"), StoreMode::read_write).value();

  PutVersion put(std::string_view name, const std::string& content, const PutOptions& options = {}) {
    return store.put(id(name), set_of(content), options).value();
  }
};

}  // namespace

TEST_CASE("context set id: every form of a name is read") {
  struct Case {
    const char* text;
    ContextSetId expected;
    const char* again;
  };
  const Case cases[] = {
      {"ferry", {"default", "ferry", ""}, "ferry"},
      {"Ferry_2-b@12", {"default", "Ferry_2-b", "12"}, "Ferry_2-b@12"},
      {"ferry@v3", {"default", "ferry", "3"}, "ferry@3"},
      {"ferry@base.line", {"default", "ferry", "base.line"}, "ferry@base.line"},
      {"projects/p/locations/us-central1/contextSets/ferry", {"default", "ferry", ""}, "ferry"},
      {"projects/p/locations/l/contextSetGroups/g/contextSets/ferry@v1",
       {"g", "ferry", "1"},
       "contextSetGroups/g/contextSets/ferry@1"},
      {"contextSets/ferry@2", {"default", "ferry", "2"}, "ferry@2"},
      {"contextSetGroups/default/contextSets/ferry", {"default", "ferry", ""}, "ferry"},
  };
  for (const Case& test : cases) {
    CAPTURE(test.text);
    const ContextSetId read = ContextSetId::parse(test.text).value();
    CHECK(read == test.expected);
    CHECK(read.text() == test.again);
    CHECK(ContextSetId::parse(test.again).value() == read);
  }
}

TEST_CASE("context set id: what is no name is refused") {
  for (const char* text :
       {"", "a b", "ferry@", "@1", "ferry@1@2", "a/b", "contextSets/", "contextSets/a/b", "projects/p/ferry",
        "projects/contextSets/ferry", "locations/l/projects/p/contextSets/a", "contextSetGroups/a b/contextSets/c",
        "f\xC3\xA9rry", "ferry@0", "ferry@v0", "../x", "ferry.json"}) {
    CAPTURE(text);
    const auto read = ContextSetId::parse(text);
    REQUIRE(!read);
    CHECK(read.error().code == ErrorCode::invalid_argument);
  }
}

TEST_CASE("context store: versions are numbered, kept and found by number, label or neither") {
  Sample sample;
  PutOptions options;
  options.label = "baseline";
  options.note = "as delivered";
  options.now = std::chrono::sys_seconds(1000s);
  const ContextSetVersion first = sample.put("ferry", "first", options);
  CHECK(first.version == 1);
  CHECK(first.id.text() == "ferry@1");
  CHECK(sample.put("ferry", "second").version == 2);
  CHECK(sample.put("Ferry", "other").version == 1);
  CHECK(sample.store.get("ferry").value() == set_of("second"));
  CHECK(sample.store.get("ferry@1").value() == set_of("first"));
  CHECK(sample.store.get("ferry@v2").value() == set_of("second"));
  CHECK(sample.store.get("projects/p/locations/l/contextSets/ferry@baseline").value() == set_of("first"));
  CHECK(sample.store.get("Ferry").value() == set_of("other"));

  const auto history = sample.store.history(id("ferry")).value();
  REQUIRE(history.size() == 2);
  CHECK(history[1] == first);
  CHECK(first.note == "as delivered");
  CHECK(first.saved_at == std::chrono::sys_seconds(1000s));
  CHECK(first.templates == 1);
  CHECK(first.facets == 0);
  CHECK(history[0].version == 2);
  CHECK(history[0].saved_at > std::chrono::sys_seconds(1000s));
}

TEST_CASE("context store: groups have names of their own and the list is in order") {
  Sample sample;
  sample.put("b", "1");
  sample.put("a", "2");
  sample.put("a", "3");
  sample.put("contextSetGroups/g/contextSets/a", "4");
  std::vector<std::string> ids;
  for (const ContextSetVersion& version : sample.store.list().value()) ids.push_back(version.id.text());
  CHECK(ids == std::vector<std::string>{"a@2", "b@1", "contextSetGroups/g/contextSets/a@1"});
  CHECK(sample.store.get("contextSetGroups/g/contextSets/a").value() == set_of("4"));
}

TEST_CASE("context store: an unknown name or version is not found and near ones are named") {
  Sample sample;
  const auto message = [&](std::string_view text) {
    const auto got = sample.store.get(text);
    REQUIRE(!got);
    CHECK(got.error().code == ErrorCode::not_found);
    return got.error().message;
  };
  CHECK(message("ferry") == "The store has no context set ferry. It has none at all; put one first.");
  sample.put("ferry", "1");
  sample.put("ferries", "1");
  sample.put("archive", "1");
  CHECK(message("fery@3") == "The store has no context set fery. Did you mean ferry?");
  CHECK(message("ferrys") == "The store has no context set ferrys. Did you mean ferry or ferries?");
  CHECK(message("zoological") == "The store has no context set zoological. There are archive, ferries, ferry.");
  PutOptions options;
  options.label = "baseline";
  sample.put("ferry", "2", options);
  CHECK(message("ferry@baselin") == "The context set ferry has no version baselin. Did you mean baseline?");
  CHECK(message("ferry@27") == "The context set ferry has no version 27. Did you mean 2?");
  CHECK(sample.store.history(id("fery")).error().code == ErrorCode::not_found);
  CHECK(sample.store.remove(id("fery")).error().message.find("Did you mean ferry?") != std::string::npos);
}

TEST_CASE("context store: a label names one version and moves only when told") {
  Sample sample;
  PutOptions options;
  options.label = "live";
  sample.put("ferry", "1", options);
  const auto refused = sample.store.put(id("ferry"), set_of("2"), options);
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::already_exists);
  CHECK(sample.store.history(id("ferry")).value().size() == 1);
  options.move_label = true;
  CHECK(sample.put("ferry", "2", options).version == 2);
  CHECK(sample.store.get("ferry@live").value() == set_of("2"));
  CHECK(sample.store.history(id("ferry")).value()[1].label.empty());
  for (const char* label : {"3", "v3", "a b", "a@b", "\xC3\xA9"}) {
    options.label = label;
    CHECK(sample.store.put(id("ferry"), set_of("3"), options).error().code == ErrorCode::invalid_argument);
  }
}

TEST_CASE("context store: old versions go when told and numbers go on") {
  Sample sample;
  for (int i = 1; i <= 4; ++i) sample.put("ferry", std::to_string(i));
  PutOptions options;
  options.keep = 2;
  CHECK(sample.put("ferry", "5", options).version == 5);
  CHECK(sample.store.history(id("ferry")).value().size() == 2);
  CHECK(sample.store.get("ferry@4").value() == set_of("4"));
  CHECK(sample.store.get("ferry@3").error().code == ErrorCode::not_found);
  CHECK(sample.put("ferry", "6").version == 6);
}

TEST_CASE("context store: what has a label stays, and what goes is told") {
  Sample sample;
  const auto put = [&](const char* content, const char* label, std::size_t keep) {
    PutOptions options;
    options.label = label;
    options.keep = keep;
    options.move_label = true;
    std::vector<std::string> removed;
    for (const ContextSetVersion& version : sample.put("ferry", content, options).removed) {
      removed.push_back(version.id.text());
    }
    return removed;
  };
  using Ids = std::vector<std::string>;
  CHECK(put("1", "live", 1).empty());
  CHECK(put("2", "", 2).empty());
  CHECK(put("3", "", 0).empty());
  CHECK(put("4", "next", 1) == Ids{"ferry@2", "ferry@3"});
  CHECK(sample.store.get("ferry@live").value() == set_of("1"));
  CHECK(sample.store.get("ferry@2").error().code == ErrorCode::not_found);
  CHECK(put("5", "", 1).empty());
  // A label that moves takes its protection along.
  CHECK(put("6", "live", 1) == Ids{"ferry@1", "ferry@5"});
  CHECK(sample.store.history(id("ferry")).value().size() == 2);
  CHECK(sample.store.get("ferry@next").value() == set_of("4"));
}

TEST_CASE("context store: a set that was deleted is gone with all its versions") {
  Sample sample;
  sample.put("ferry", "1");
  sample.put("ferry", "2");
  sample.put("other", "1");
  CHECK(sample.store.remove(id("ferry@1")).error().code == ErrorCode::invalid_argument);
  CHECK(sample.store.remove(id("ferry")));
  CHECK(sample.store.get("ferry").error().code == ErrorCode::not_found);
  CHECK(sample.store.list().value().size() == 1);
  CHECK(sample.put("ferry", "3").version == 1);
}

TEST_CASE("context store: who comes too late is told") {
  Sample sample;
  PutOptions options;
  options.expected_version = 0;
  CHECK(sample.put("ferry", "1", options).version == 1);
  CHECK(sample.store.put(id("ferry"), set_of("2"), options).error().code == ErrorCode::failed_precondition);
  options.expected_version = 1;
  CHECK(sample.put("ferry", "2", options).version == 2);
}

TEST_CASE("context store: what no file can hold is not stored") {
  Sample sample;
  CHECK(sample.store.put(id("ferry"), {}).error().code == ErrorCode::invalid_argument);
  CHECK(sample.store.put(id("ferry@2"), set_of("1")).error().code == ErrorCode::invalid_argument);
  CHECK(sample.store.put({"default", "a/b", ""}, set_of("1")).error().code == ErrorCode::invalid_argument);
  CHECK(sample.store.get({"default", "", ""}).error().code == ErrorCode::invalid_argument);
  const auto refused = sample.store.put(id("ferry"), set_of("\xFF"));
  REQUIRE(!refused);
  CHECK(refused.error().where.json_pointer == "/templates/0/nl_query");
  PutOptions options;
  options.note = std::string(5000, 'x');
  CHECK(sample.store.put(id("ferry"), set_of("1"), options).error().code == ErrorCode::invalid_argument);
  CHECK(sample.store.list().value().empty());
}

TEST_CASE("context store: an entry that something else wrote is never read as a list of versions") {
  for (
      const char* json :
      {"", "[]", "{}", R"({"form":1})", R"({"form":1,"versions":[]})", R"({"form":1,"versions":[{}]})",
       R"({"form":"1","versions":[]})",
       R"({"form":1,"versions":[{"version":1.5,"label":"","note":"","saved_at":0,"templates":0,"facets":0,"value_searches":0}]})"}) {
    CAPTURE(json);
    const test::TemporaryFolder folder;
    const std::shared_ptr<Store> store = open_store(folder.file("s"), StoreMode::read_write).value();
    REQUIRE(store->write({{"context_set_versions", "default/ferry", json, 1}}));
    CHECK(ContextStore(store).get("ferry").error().code == ErrorCode::data_loss);
  }
  const test::TemporaryFolder folder;
  const std::shared_ptr<Store> store = open_store(folder.file("s"), StoreMode::read_write).value();
  REQUIRE(store->write({{"context_set_versions", "default/ferry", R"({"form":2})", 1}}));
  CHECK(ContextStore(store).get("ferry").error().code == ErrorCode::failed_precondition);
}
