#include "plan/facet_placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "model/names.hpp"
#include "plan/outer_join_place.hpp"
#include "querydata/sql.hpp"
#include "sql/analysis.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::plan {
namespace {

using sql::ExpressionId;
using sql::ExpressionKind;
using sql::QueryId;
using sql::SelectId;

Error does_not_fit(std::string message) {
  return {ErrorCode::failed_precondition, std::move(message), {}};
}

/// How a level comes by one table of a condition.
struct TableAccess {
  const Table* table = nullptr;
  const sql::Source* source = nullptr;  ///< the table itself, or what it is looked up from
  LookupPath path;                      ///< empty for the table itself
};

/// A level that takes a condition.
struct Level {
  SelectId select;
  std::vector<TableAccess> tables;
};

/// Levels that take a condition together.
struct Choice {
  std::size_t steps = 0;  ///< lookups of the farthest level
  std::vector<Level> levels;
  bool tied = false;  ///< another choice is as near

  [[nodiscard]] std::set<SelectId> selects() const {
    std::set<SelectId> out;
    for (const Level& level : levels) out.insert(level.select);
    return out;
  }
};

/// Both together.
void merge(Choice& choice, const Choice& other) {
  choice.steps = std::max(choice.steps, other.steps);
  choice.tied = choice.tied || other.tied;
  const std::set<SelectId> known = choice.selects();
  for (const Level& level : other.levels) {
    if (!known.contains(level.select)) choice.levels.push_back(level);
  }
}

/// The nearer one; a tie where they are alike.
void prefer(std::optional<Choice>& best, std::optional<Choice> other) {
  if (!other) return;
  if (!best || other->steps < best->steps) {
    best = std::move(other);
  } else if (other->steps == best->steps && other->selects() != best->selects()) {
    best->tied = true;
  }
}

/// Finds the levels of one template that take one condition.
class LevelFinder {
 public:
  LevelFinder(const FacetAnalysis& facet, const TemplateAnalysis& item, const LookupGraph& lookups)
      : facet_(facet), tree_(item.tree), resolution_(item.resolution), lookups_(lookups) {
    for (const FacetTable& named : facet.tables) {
      if (std::ranges::find(tables_, named.table) == tables_.end()) tables_.push_back(named.table);
    }
    for (const sql::Superlative& extreme : sql::find_superlatives(tree_, resolution_)) {
      if (extreme.expression) extremes_.push_back(extreme);
    }
  }

  Result<std::vector<Level>> find() {
    if (tables_.empty()) return outermost();
    const std::optional<Choice> choice = in_query(tree_.root);
    if (!choice) return does_not_fit(why_.empty() ? "The template has no place for the condition." : why_);
    if (!choice->tied) return choice->levels;
    return does_not_fit(fmt::format("The template has several places alike for the condition \"{}\".", facet_.intent));
  }

 private:
  /// `COUNT(*) > 5` is about the result.
  [[nodiscard]] Result<std::vector<Level>> outermost() const {
    const sql::Query& query = tree_[tree_.root];
    if (query.arms.size() == 1 && query.arms.front().select) return std::vector<Level>{{query.arms.front().select, {}}};
    return does_not_fit("The condition names no table, and the template joins several queries by set operators.");
  }

  std::optional<Choice> in_query(QueryId id) {
    const auto known = queries_.find(id);
    if (known != queries_.end()) return known->second;
    queries_[id] = std::nullopt;  // a query that reads itself has no place
    std::optional<Choice> found = reads_itself(id) ? std::nullopt : in_arms(tree_[id]);
    return queries_[id] = std::move(found);
  }

  [[nodiscard]] bool reads_itself(QueryId id) const {
    return std::ranges::any_of(resolution_.sources, [&](const sql::Source& source) {
      return source.query == id && source.select && !source.in_view && tree_[source.select].query == id;
    });
  }

  /// What UNION adds up must all be narrowed. Of INTERSECT and EXCEPT the first query must, whose rows come; the others
  /// are where they can be.
  std::optional<Choice> in_arms(const sql::Query& query) {
    std::vector<std::optional<Choice>> arms;
    for (const sql::Arm& arm : query.arms) arms.push_back(arm.select ? in_select(arm.select) : in_query(arm.query));
    if (arms.size() == 1) return arms.front();
    const bool unites = std::ranges::any_of(query.operators, [](sql::SetOperator op) {
      return op == sql::SetOperator::union_distinct || op == sql::SetOperator::union_all;
    });
    if (!unites && !arms.front()) return std::nullopt;
    Choice all;
    for (const std::optional<Choice>& arm : arms) {
      if (arm) {
        merge(all, *arm);
      } else if (unites) {
        why_ = "A query that the template unites with others does not read what the condition is about.";
        return std::nullopt;
      }
    }
    return all;
  }

  std::optional<Choice> in_select(SelectId select) {
    std::optional<Choice> own = own_choice(select);
    std::set<QueryId> nested = nested_queries(select);
    for (const QueryId extreme : extremes_of(select)) {
      nested.erase(extreme);
      const std::optional<Choice> inner = in_query(extreme);
      if (own && inner) {
        merge(*own, *inner);
      } else if (own) {
        why_ = "The template compares with an extreme of rows that the condition does not reach.";
        own = std::nullopt;
      }
    }
    std::optional<Choice> best = std::move(own);
    for (const QueryId query : nested) prefer(best, in_query(query));
    return best;
  }

  /// Subqueries, derived tables and common tables that a level reads.
  [[nodiscard]] std::set<QueryId> nested_queries(SelectId select) const {
    std::set<QueryId> out;
    for (std::uint32_t i = 0; i < tree_.expressions.size(); ++i) {
      if (resolution_.selects[i] == select && tree_[ExpressionId{i}].query) out.insert(tree_[ExpressionId{i}].query);
    }
    for (const sql::Source& source : resolution_.sources) {
      if (!source.in_view && source.select == select && source.query) out.insert(source.query);
    }
    return out;
  }

  /// The queries whose most or least picks the level's rows.
  [[nodiscard]] std::vector<QueryId> extremes_of(SelectId select) const {
    std::vector<QueryId> out;
    for (const sql::Superlative& extreme : extremes_) {
      if (extreme.select != select) continue;
      for (const ExpressionId operand : tree_.operands(extreme.expression)) {
        if (tree_[operand].query) out.push_back(tree_[operand].query);
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<const sql::Source*> sources_of(SelectId select) const {
    std::vector<const sql::Source*> out;
    for (const sql::Source& source : resolution_.sources) {
      if (!source.in_view && source.select == select && source.table != nullptr) out.push_back(&source);
    }
    return out;
  }

  std::optional<Choice> own_choice(SelectId select) {
    if (tree_[select].values) return std::nullopt;
    const std::vector<const sql::Source*> sources = sources_of(select);
    Choice choice;
    Level level{select, {}};
    for (const Table* table : tables_) {
      std::optional<TableAccess> access = access_to(*table, sources);
      if (!access) return std::nullopt;
      choice.steps = std::max(choice.steps, access->path.size());
      level.tables.push_back(std::move(*access));
    }
    choice.levels.push_back(std::move(level));
    return choice;
  }

  std::optional<TableAccess> access_to(const Table& table, const std::vector<const sql::Source*>& sources) {
    std::vector<TableAccess> own;
    std::vector<TableAccess> others;
    for (const sql::Source* source : sources) {
      if (source->table == &table) own.push_back({&table, source, {}});
      for (LookupPath& path : lookups_.shortest_paths(*source->table, table)) {
        others.push_back({&table, source, std::move(path)});
      }
    }
    if (own.size() == 1) return std::move(own.front());
    if (own.size() > 1) {
      why_ = fmt::format("The template reads the table {} more than once.", table.qualified_name());
      return std::nullopt;
    }
    return nearest(table, std::move(others));
  }

  std::optional<TableAccess> nearest(const Table& table, std::vector<TableAccess> ways) {
    std::ranges::stable_sort(ways, {}, [](const TableAccess& way) { return way.path.size(); });
    if (ways.size() > 1 && ways[0].path.size() == ways[1].path.size()) {
      why_ = fmt::format("Several keys lead from the template's tables to {}.", table.qualified_name());
      return std::nullopt;
    }
    if (!ways.empty()) return std::move(ways.front());
    if (why_.empty()) {
      why_ = fmt::format("The template does not read the table {}, and no key leads to it from one that it reads.",
                         table.qualified_name());
    }
    return std::nullopt;
  }

  const FacetAnalysis& facet_;
  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  const LookupGraph& lookups_;
  std::vector<const Table*> tables_;  // that the condition names, each once
  std::vector<sql::Superlative> extremes_;
  std::map<QueryId, std::optional<Choice>> queries_;
  std::string why_;
};

/// Writes what a condition looks up: the tables along the paths, each once, under names that nothing else has.
class LookupWriter {
 public:
  LookupWriter(const FacetAnalysis& facet, const TemplateAnalysis& item) : dialect_(item.tree.dialect) {
    for (const sql::Source& source : item.resolution.sources) taken_.insert(model::lower(source.alias));
    for (const sql::Tree* tree : {&item.tree, &facet.condition}) {
      for (const sql::FromItem& from : tree->from_items) {
        if (from.alias) taken_.insert(model::lower(from.alias->text));
        if (from.names.count > 0) taken_.insert(model::lower(tree->names(from.names).back().text));
      }
      for (const sql::Query& query : tree->queries) {
        for (const sql::CommonTable& common : query.with) taken_.insert(model::lower(common.name.text));
      }
    }
  }

  /// @return  what the table is called
  std::string add(const TableAccess& access) {
    std::string alias = access.source->alias;
    for (const Lookup& lookup : access.path) alias = add(alias, lookup);
    return alias;
  }

  [[nodiscard]] std::string text() const {
    if (from_.empty()) return {};
    return fmt::format("SELECT 1 FROM {} WHERE {} AND ", from_, where_);
  }

 private:
  std::string add(const std::string& from, const Lookup& lookup) {
    const auto [place, is_new] = aliases_.try_emplace({from, lookup.columns, lookup.to, lookup.referenced_columns});
    if (!is_new) return place->second;
    std::string alias = free_name(lookup.to->name);
    std::string keys;
    for (std::size_t i = 0; i < lookup.columns.size(); ++i) {
      keys += fmt::format("{}{}.{} = {}.{}", i == 0 ? "" : " AND ", quoted(alias), quoted(lookup.referenced_columns[i]),
                          quoted(from), quoted(lookup.columns[i]));
    }
    std::string table = quoted(lookup.to->name);
    if (!lookup.to->schema.empty()) table = quoted(lookup.to->schema) + "." + table;
    if (alias != lookup.to->name) table += " AS " + quoted(alias);
    if (from_.empty()) {
      from_ = std::move(table);
      where_ = std::move(keys);
    } else {
      from_ += fmt::format(" JOIN {} ON {}", table, keys);
    }
    place->second = alias;
    return alias;
  }

  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; !taken_.insert(model::lower(name)).second; ++number) {
      name = fmt::format("{}_{}", wanted, number);
    }
    return name;
  }

  [[nodiscard]] std::string quoted(std::string_view name) const { return quote_identifier(name, dialect_); }

  using Step = std::tuple<std::string, std::vector<std::string>, const Table*, std::vector<std::string>>;

  Dialect dialect_;
  std::set<std::string> taken_;  // lower case
  std::map<Step, std::string> aliases_;
  std::string from_;
  std::string where_;
};

bool has_aggregate(const sql::Tree& condition) {
  for (std::uint32_t i = 0; i < condition.expressions.size(); ++i) {
    if (sql::is_aggregate_call(condition, ExpressionId{i})) return true;
  }
  return false;
}

Result<FacetPlace> place_at(const Level& level, const FacetAnalysis& facet, const TemplateAnalysis& item) {
  if (has_aggregate(facet.condition) && item.tree[level.select].group_by.empty()) {
    return does_not_fit(fmt::format("The condition \"{}\" chooses groups, and the template has none.", facet.intent));
  }
  FacetPlace place;
  place.select = level.select;
  LookupWriter writer(facet, item);
  std::vector<TableInUse> uses;
  for (const FacetTable& named : facet.tables) {
    const auto access = std::ranges::find(level.tables, named.table, &TableAccess::table);
    if (!access->path.empty() && has_aggregate(facet.condition)) {
      return does_not_fit(fmt::format("The condition is on an aggregate of {}, which the template does not read.",
                                      named.table->qualified_name()));
    }
    place.aliases.push_back({named.qualifier, writer.add(*access)});
    uses.push_back({named.qualifier, access->source, access->path.empty()});
  }
  place.lookup = writer.text();
  const auto join = join_of(facet, item, level.select, uses);
  if (!join) return join.error();
  place.join = *join;
  return place;
}

}  // namespace

Result<std::vector<FacetPlace>> places_of(const FacetAnalysis& facet, const TemplateAnalysis& item,
                                          const LookupGraph& lookups) {
  const auto levels = LevelFinder(facet, item, lookups).find();
  if (!levels) return levels.error();
  std::vector<FacetPlace> places;
  for (const Level& level : *levels) {
    auto place = place_at(level, facet, item);
    if (!place) return place.error();
    places.push_back(std::move(*place));
  }
  return places;
}

bool has_level(const FacetAnalysis& facet, const TemplateAnalysis& item, const LookupGraph& lookups) {
  return static_cast<bool>(LevelFinder(facet, item, lookups).find());
}

}  // namespace querydata::inline v0::plan
