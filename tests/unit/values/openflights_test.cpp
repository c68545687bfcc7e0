// Accuracy on a sample of public pairs of phrases and values.
#include <doctest/doctest.h>

#include <boost/json/value.hpp>
#include <cstdlib>
#include <map>

#include "core/files.hpp"
#include "core/json.hpp"
#include "querydata/value_linker.hpp"

using namespace querydata;
namespace bj = boost::json;

namespace {

constexpr std::size_t largest_file = 16U << 20U;
constexpr std::size_t every = 23;  // of the pairs

bj::value read_json(const std::string& path) {
  return json::parse(files::read_file(path, largest_file).value()).value();
}

std::vector<ValueSearch> read_searches() {
  std::vector<ValueSearch> searches;
  const auto set = read_json(std::string(QUERYDATA_TEST_DATA) + "/openflights.context.json");
  for (const auto& item : set.at("value_searches").as_array()) {
    ValueSearch search;
    search.query = item.at("query").as_string().c_str();
    search.concept_type = item.at("concept_type").as_string().c_str();
    searches.push_back(std::move(search));
  }
  return searches;
}

struct Pair {
  std::string mention;
  std::string value;  ///< empty: nothing stored is meant
  std::string column;
  std::string kind;
};

std::vector<Pair> read_pairs(const std::string& folder) {
  const auto text = [](const bj::value& item, const char* name) {
    const auto& member = item.at(name);
    return member.is_string() ? std::string(member.as_string()) : std::string();
  };
  std::vector<Pair> pairs;
  const bj::value items = read_json(folder + "/value_links.json");
  for (const auto& item : items.as_array())
    pairs.push_back({text(item, "mention"), text(item, "value"), text(item, "column"), text(item, "kind")});
  return pairs;
}

struct Tally {
  double pairs = 0;
  double first = 0;
};

/// Links every so-manieth pair within its own column, and all those that name nothing.
std::map<std::string, Tally> link(const ValueLinker& linker, const std::vector<Pair>& pairs) {
  std::map<std::string, Tally> kinds;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pair& pair = pairs[i];
    if (i % every != 0 && !pair.value.empty()) continue;
    LinkOptions options;
    if (!pair.column.empty()) options.scope.columns = {pair.column};
    const auto matches = linker.link_phrase(pair.mention, options).value().matches;
    Tally& tally = kinds[pair.kind];
    tally.pairs += 1;
    if (pair.value.empty()) {
      tally.first += matches.empty() ? 1 : 0;
    } else if (!matches.empty()) {
      tally.first += to_display(matches.front().value) == pair.value ? 1 : 0;
    }
  }
  return kinds;
}

void check_shares(const std::map<std::string, Tally>& kinds) {
  double pairs = 0;
  double first = 0;
  for (const auto& [kind, tally] : kinds) {
    CAPTURE(kind);
    if (tally.pairs >= 8) CHECK(tally.first / tally.pairs >= (kind == "no_match" ? 0.7 : 0.75));
    pairs += tally.pairs;
    first += tally.first;
  }
  CHECK(pairs > 100);
  CHECK(first / pairs >= 0.93);
}

}  // namespace

TEST_SUITE("openflights") {
  TEST_CASE("openflights: first matches are right by value searches and by the index") {
    const char* data = std::getenv("QUERYDATA_DATA");
    if (data == nullptr) {
      MESSAGE("openflights: skipped, QUERYDATA_DATA is not set");
      return;
    }
    const std::string folder = std::string(data) + "/entities/openflights";
    const auto database = open_database("sqlite:" + folder + "/openflights.sqlite").value();
    const auto pairs = read_pairs(folder);
    const auto searching = ValueLinker::build(database, read_searches()).value();
    check_shares(link(searching, pairs));
    for (const char* phrase : {"Heathrow", "Heathrw"})
      CHECK(to_display(searching.link_phrase(phrase).value().matches.at(0).value) == "London Heathrow Airport");

    ValueLinkerOptions options;
    options.columns = {{"airports", "name"}, {"airports", "city"}, {"airports", "iata"},
                       {"airports", "icao"}, {"airlines", "name"}, {"airlines", "icao"}};
    check_shares(link(ValueLinker::build(database, {}, options).value(), pairs));
  }
}
