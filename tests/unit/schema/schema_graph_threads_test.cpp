#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "querydata/schema_graph.hpp"
#include "unit/schema/harbour.hpp"

using namespace querydata;

TEST_CASE("schema graph: calls from many threads give the bytes of one") {
  const SchemaGraph graph = SchemaGraph::build(test::harbour()).value();
  const auto ask = [&graph] {
    std::string all;
    for (const char* question : {"ships and ports", "tonnage of ships in the country", "pilots and companies"}) {
      for (int round = 0; round < 20; ++round) all += to_json(graph.find(question).value());
    }
    return all;
  };
  const std::string expected = ask();
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::string& result : results) threads.emplace_back([&] { result = ask(); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) CHECK(result == expected);
}
