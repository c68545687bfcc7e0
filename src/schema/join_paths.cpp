#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "schema/graph_data.hpp"
#include "schema/join_forest.hpp"
#include "schema/path_builder.hpp"
#include "schema/question_terms.hpp"
#include "schema/stages.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

/// Steps that the paths may take: a few milliseconds.
constexpr double path_work = 4e6;
constexpr double longest_detour = 1e6;

Result<std::vector<std::uint32_t>> numbers_of(const TableNames& names, const View& view,
                                              const std::vector<std::string>& tables) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : tables) {
    const auto number = names.find(name);
    if (!number || !view.table(*number)) {
      return Error{ErrorCode::not_found, "The schema has no table " + name + "; name one of its tables.", {}};
    }
    if (std::ranges::find(numbers, *number) == numbers.end()) numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::uint32_t> bridges_of(const JoinForests& found, const std::vector<std::uint32_t>& terminals) {
  std::set<std::uint32_t> bridges;
  if (found.forests.empty()) return {};
  for (const TablePair& pair : found.forests.front().pairs) {
    bridges.insert(pair.a);
    bridges.insert(pair.b);
  }
  for (const std::uint32_t terminal : terminals) bridges.erase(terminal);
  return {bridges.begin(), bridges.end()};
}

}  // namespace

Result<JoinPaths> SchemaGraph::join_paths(const std::vector<std::string>& tables,
                                          const JoinPathOptions& options) const {
  if (!(options.max_detour >= 0)) {
    return Error{ErrorCode::invalid_argument, "The detour of join paths must be a number from 0 on.", {}};
  }
  if (options.question.size() > longest_question) {
    return Error{ErrorCode::resource_exhausted, "The question has more than 1 MiB; shorten it.", {}};
  }
  JoinPaths paths;
  Stages stages(options.control, paths.partial, paths.cut_short);
  const View view(impl_->schema, options.scope);
  const auto terminals = numbers_of(impl_->names, view, tables);
  if (!terminals) return terminals.error();
  if (!stages.may_go_on("looking for join paths")) {
    if (stages.cancelled()) return *stages.cancelled();
    paths.exact = false;
    return paths;
  }
  const VisibleNetwork network(impl_->schema, impl_->names, impl_->joins, view);
  const PathNames names{impl_->schema, network.graph(), network.joins(), network.join_of_edge()};
  const Routes routes = cheapest_routes(network.graph(), *terminals, view.tables());
  for (const std::uint32_t edge : routes.edges) paths.joins.push_back(network.join(edge));
  std::sort(paths.joins.begin(), paths.joins.end(), by_name);
  for (const std::uint32_t table : routes.tables) paths.tables.push_back(impl_->schema.tables[table].qualified_name());
  std::sort(paths.tables.begin(), paths.tables.end());
  paths.unconnected = explain_unconnected(names, *terminals, routes.unreachable, network.is_restricted());
  if (terminals->empty()) return paths;

  std::vector<float> vector;
  if (!options.question.empty()) {
    auto embedded = impl_->embed(options.question);
    if (!embedded) return std::move(embedded).error();
    vector = *std::move(embedded);
  }
  const auto detour = static_cast<Cost>(
      std::llround(std::min(options.max_detour, longest_detour) * static_cast<double>(declared_join_cost)));
  const ForestSearch search{impl_->schema, network.graph(), *terminals,
                            routes,        view.tables(),   std::max<std::size_t>(1, options.max_paths),
                            detour,        path_work};
  const JoinForests found = cheapest_forests(search, [&] { return stages.may_go_on("looking for other join paths"); });
  if (stages.cancelled()) return *stages.cancelled();
  paths.exact = found.exact;
  paths.paths = build_paths(names, found.forests, *terminals, impl_->relevance(options.question, vector));
  for (const std::uint32_t table :
       mandatory_tables(network.graph(), *terminals, bridges_of(found, *terminals), view.tables())) {
    paths.mandatory_bridges.push_back(impl_->schema.tables[table].qualified_name());
  }
  paths.paths.resize(std::min(paths.paths.size(), options.max_paths));
  std::sort(paths.mandatory_bridges.begin(), paths.mandatory_bridges.end());
  return paths;
}

}  // namespace querydata::inline v0
