#include "schema/steiner_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

using namespace querydata::schema;

namespace {

constexpr double work = 4e6;

struct Case {
  JoinGraph graph;
  std::vector<std::uint32_t> terminals;
};

/// One edge a pair, small costs so that ties abound.
Case random_case(std::mt19937& generator) {
  const auto random = [&generator](std::uint32_t below) { return static_cast<std::uint32_t>(generator() % below); };
  const std::uint32_t tables = 2 + random(6);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t join = random(11); join > 0; --join) {
    const std::uint32_t a = random(tables);
    const std::uint32_t b = random(tables);
    if (a != b) pairs.emplace(std::min(a, b), std::max(a, b));
  }
  std::vector<JoinEdge> edges;
  for (const auto& [a, b] : pairs) edges.push_back({a, b, 1 + random(3)});
  Case made{{tables, edges}, {}};
  for (std::uint32_t table = 0; table < tables; ++table) {
    if (random(2) == 0) made.terminals.push_back(table);
  }
  if (made.terminals.empty()) made.terminals.push_back(0);
  return made;
}

/// Whether the edges are a tree that holds all terminals and has no others at its ends.
bool is_join_tree(const Case& of, const std::vector<std::uint32_t>& edges) {
  DisjointSets sets(of.graph.size());
  std::vector<std::size_t> degrees(of.graph.size(), 0);
  for (const std::uint32_t edge : edges) {
    const JoinEdge& join = of.graph.edges()[edge];
    if (!sets.unite(join.from, join.to)) return false;
    ++degrees[join.from];
    ++degrees[join.to];
  }
  for (std::uint32_t table = 0; table < of.graph.size(); ++table) {
    const bool terminal = std::ranges::find(of.terminals, table) != of.terminals.end();
    if (terminal && sets.find(table) != sets.find(of.terminals.front())) return false;
    if (!terminal && degrees[table] == 1) return false;
    if (degrees[table] > 0 && sets.find(table) != sets.find(of.terminals.front())) return false;
  }
  return true;
}

/// All trees by trying every set of edges, by cost, number of edges, edges.
std::vector<JoinTree> all_trees(const Case& of) {
  std::vector<JoinTree> trees;
  for (std::uint32_t set = 0; set < 1U << of.graph.edges().size(); ++set) {
    JoinTree tree;
    for (std::uint32_t edge = 0; edge < of.graph.edges().size(); ++edge) {
      if ((set >> edge & 1U) == 0) continue;
      tree.edges.push_back(edge);
      tree.cost += of.graph.edges()[edge].cost;
    }
    if (is_join_tree(of, tree.edges)) trees.push_back(std::move(tree));
  }
  std::ranges::stable_sort(trees, {}, [](const JoinTree& tree) { return tree.cost; });
  return trees;
}

bool always() {
  return true;
}

}  // namespace

TEST_CASE("steiner tree: the exact one is the cheapest of all, the approximate one at most twice as dear") {
  std::mt19937 generator(4);
  std::size_t with_tree = 0;
  for (int round = 0; round < 1500; ++round) {
    CAPTURE(round);
    const Case given = random_case(generator);
    const std::vector<JoinTree> all = all_trees(given);
    const auto exact = exact_tree(given.graph, given.terminals);
    const auto approximate = approximate_tree(given.graph, given.terminals);
    REQUIRE(exact.has_value() == !all.empty());
    REQUIRE(approximate.has_value() == !all.empty());
    if (all.empty()) continue;
    ++with_tree;
    REQUIRE(is_join_tree(given, exact->edges));
    REQUIRE(exact->cost == all.front().cost);
    REQUIRE(is_join_tree(given, approximate->edges));
    REQUIRE(approximate->cost <= 2 * exact->cost);
  }
  CHECK(with_tree > 500);
}

TEST_CASE("steiner tree: further trees come in the order of their cost, each once and none is passed over") {
  std::mt19937 generator(5);
  for (int round = 0; round < 800; ++round) {
    CAPTURE(round);
    const Case given = random_case(generator);
    const std::vector<JoinTree> all = all_trees(given);
    const RankedTrees ranked = cheapest_trees(given.graph, given.terminals, 6, 1000, work, always);
    REQUIRE(ranked.exact);
    REQUIRE(ranked.trees.size() == std::min<std::size_t>(6, all.size()));
    for (std::size_t place = 0; place < ranked.trees.size(); ++place) {
      REQUIRE(ranked.trees[place].cost == all[place].cost);
      REQUIRE(std::ranges::find(all, ranked.trees[place]) != all.end());
      REQUIRE(std::ranges::count(ranked.trees, ranked.trees[place]) == 1);
    }
  }
}

TEST_CASE("steiner tree: detours end where they are no longer asked for, and the search when it is told to") {
  // 0 - 3 directly (1), over 1 (2) and over 1 and 2 (3)
  const JoinGraph graph(4, {{0, 3, 1}, {0, 1, 1}, {1, 3, 1}, {1, 2, 1}, {2, 3, 1}});
  const std::vector<std::uint32_t> ends = {0, 3};
  CHECK(cheapest_trees(graph, ends, 9, 0, work, always).trees.size() == 1);
  CHECK(cheapest_trees(graph, ends, 9, 1, work, always).trees.size() == 2);
  CHECK(cheapest_trees(graph, ends, 9, 2, work, always).trees.size() == 3);
  const RankedTrees stopped = cheapest_trees(graph, ends, 9, 2, work, [] { return false; });
  CHECK(stopped.stopped);
  CHECK_FALSE(stopped.exact);
  CHECK(stopped.trees.size() == 1);
}

TEST_CASE("steiner tree: beyond the bound of work trees are approximate and said to be") {
  std::vector<JoinEdge> edges;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t table = 0; table + 1 < 60; ++table) edges.push_back({table, table + 1, 1});
  for (std::uint32_t table = 0; table < 60; table += 3) ends.push_back(table);
  const RankedTrees ranked = cheapest_trees({60, edges}, ends, 3, 10, work, always);
  CHECK_FALSE(ranked.exact);
  REQUIRE(ranked.trees.size() == 1);
  CHECK(ranked.trees.front().cost == 57);
}
