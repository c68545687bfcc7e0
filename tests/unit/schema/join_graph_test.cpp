#include "schema/join_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

using namespace querydata::schema;

namespace {

constexpr Cost far_away = std::numeric_limits<Cost>::max() / 4;

JoinGraph graph_of(std::size_t tables, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  std::vector<JoinEdge> edges;
  for (const auto& [from, to] : pairs) edges.push_back({from, to, declared_join_cost});
  return {tables, edges};
}

/// What `cheapest_routes` promises, by the definition: all distances, then Kruskal over the terminals in classes of
/// equal distance, then every edge on any shortest path of a kept pair.
std::vector<std::uint32_t> routes_by_definition(const JoinGraph& graph, const std::vector<std::uint32_t>& terminals) {
  const std::size_t tables = graph.size();
  std::vector<std::vector<Cost>> distance(tables, std::vector<Cost>(tables, far_away));
  for (std::size_t table = 0; table < tables; ++table) distance[table][table] = 0;
  for (const JoinEdge& edge : graph.edges()) {
    distance[edge.from][edge.to] = std::min(distance[edge.from][edge.to], edge.cost);
    distance[edge.to][edge.from] = distance[edge.from][edge.to];
  }
  for (std::size_t by = 0; by < tables; ++by) {
    for (std::size_t a = 0; a < tables; ++a) {
      for (std::size_t b = 0; b < tables; ++b) {
        distance[a][b] = std::min(distance[a][b], distance[a][by] + distance[by][b]);
      }
    }
  }
  std::set<Cost> lengths;
  for (const std::uint32_t a : terminals) {
    for (const std::uint32_t b : terminals) {
      if (a != b && distance[a][b] < far_away) lengths.insert(distance[a][b]);
    }
  }
  DisjointSets connected(tables);
  std::set<std::uint32_t> kept;
  for (const Cost length : lengths) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const std::uint32_t a : terminals) {
      for (const std::uint32_t b : terminals) {
        if (distance[a][b] == length && connected.find(a) != connected.find(b)) pairs.emplace_back(a, b);
      }
    }
    for (const auto& [a, b] : pairs) {
      connected.unite(a, b);
      for (std::uint32_t number = 0; number < graph.edges().size(); ++number) {
        const JoinEdge& edge = graph.edges()[number];
        const bool forth = distance[a][edge.from] + edge.cost + distance[edge.to][b] == length;
        const bool back = distance[a][edge.to] + edge.cost + distance[edge.from][b] == length;
        if (forth || back) kept.insert(number);
      }
    }
  }
  return {kept.begin(), kept.end()};
}

}  // namespace

TEST_CASE("join graph: routes cross tables between and any number of joins") {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> chain;
  for (std::uint32_t table = 0; table + 1 < 40; ++table) chain.emplace_back(table, table + 1);
  const Routes routes = cheapest_routes(graph_of(40, chain), {0, 39});
  CHECK(routes.edges.size() == 39);
  CHECK(routes.tables.size() == 40);
  CHECK(routes.unreachable.empty());
}

TEST_CASE("join graph: all tied routes are kept and dearer ones are not") {
  // 0 - {1, 2} - 3, and 0 - 4 - 5 - 3
  const JoinGraph graph = graph_of(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 4}, {4, 5}, {5, 3}});
  const Routes routes = cheapest_routes(graph, {0, 3});
  CHECK(routes.edges == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(routes.tables == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("join graph: parallel joins of two tables are all kept") {
  const Routes routes = cheapest_routes(graph_of(2, {{0, 1}, {0, 1}}), {1, 0});
  CHECK(routes.edges == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("join graph: facts meet at their common dimension") {
  const Routes routes = cheapest_routes(graph_of(5, {{0, 4}, {1, 4}, {2, 4}, {3, 4}}), {0, 1, 2});
  CHECK(routes.tables == std::vector<std::uint32_t>{0, 1, 2, 4});
  CHECK(routes.edges == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("join graph: terminals without a way are named") {
  const Routes routes = cheapest_routes(graph_of(6, {{0, 1}, {2, 3}}), {0, 1, 2, 3, 5});
  CHECK(routes.unreachable == std::vector<std::uint32_t>{2, 3, 5});
  CHECK(routes.edges == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("join graph: one terminal or the same twice needs no join") {
  const JoinGraph graph = graph_of(3, {{0, 1}, {1, 2}});
  CHECK(cheapest_routes(graph, {1}).edges.empty());
  CHECK(cheapest_routes(graph, {1, 1}).tables == std::vector<std::uint32_t>{1});
  CHECK(cheapest_routes(graph, {}).tables.empty());
}

TEST_CASE("join graph: a doubtful join does not beat two declared ones") {
  const JoinGraph graph(3, {{0, 2, 4 * declared_join_cost}, {0, 1, declared_join_cost}, {1, 2, declared_join_cost}});
  CHECK(cheapest_routes(graph, {0, 2}).edges == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("join graph: routes do not cross tables that may not be used") {
  const JoinGraph graph = graph_of(5, {{0, 1}, {1, 2}, {0, 3}, {3, 4}, {4, 2}});
  const Routes routes = cheapest_routes(graph, {0, 2}, {true, false, true, true, true});
  CHECK(routes.tables == std::vector<std::uint32_t>{0, 2, 3, 4});
}

TEST_CASE("join graph: random graphs give exactly the routes of the definition") {
  std::mt19937 generator(20);
  const auto random = [&generator] { return static_cast<std::uint32_t>(generator()); };
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t tables = 2 + random() % 12;
    std::vector<JoinEdge> edges;
    const std::uint32_t joins = random() % (2 * tables);
    for (std::uint32_t join = 0; join < joins; ++join) {
      const std::uint32_t from = random() % tables;
      const std::uint32_t to = random() % tables;
      if (from != to) edges.push_back({from, to, 1 + random() % 3});
    }
    const JoinGraph graph(tables, edges);
    std::vector<std::uint32_t> terminals;
    for (std::uint32_t table = 0; table < tables; ++table) {
      if (random() % 3 == 0) terminals.push_back(table);
    }
    CAPTURE(round);
    REQUIRE(cheapest_routes(graph, terminals).edges == routes_by_definition(graph, terminals));
  }
}

TEST_CASE("join graph: page rank is a distribution that favours seeds and their neighbours") {
  const JoinGraph graph = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const std::vector<querydata::search::ScoredItem> seeds = {{0, 2.0}, {5, 1.0}};
  const std::vector<double> rank = personalised_page_rank(graph, seeds, {});
  double total = 0;
  for (const double share : rank) total += share;
  CHECK(total == doctest::Approx(1));
  CHECK(rank[5] == doctest::Approx(1 / 3.0));
  CHECK(rank[1] > rank[2]);
  CHECK(rank[2] > rank[3]);
  CHECK(personalised_page_rank(graph, {}, {}) == std::vector<double>(6, 0.0));
}

TEST_CASE("join graph: page rank does not enter tables that may not be used") {
  const JoinGraph graph = graph_of(4, {{0, 1}, {1, 2}, {0, 3}});
  const std::vector<querydata::search::ScoredItem> seeds = {{0, 1.0}};
  const std::vector<double> rank = personalised_page_rank(graph, seeds, {true, false, true, true});
  CHECK(rank[1] == 0);
  CHECK(rank[2] == 0);
  CHECK(rank[0] + rank[3] == doctest::Approx(1));
}
