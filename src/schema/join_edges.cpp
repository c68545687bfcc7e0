#include "schema/join_edges.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "text/identifiers.hpp"

namespace querydata::inline v0::schema {
namespace {

constexpr double least_confidence = .05;
/// A doubtful join is dearer than any way over sure ones.
constexpr double doubtful_cost = 1000;
/// A table with more joins than this is a hub (users, dates): a path across it joins what has little in common.
constexpr std::size_t hub_degree = 16;
constexpr double hub_cost = .05;     // for each doubling of the joins beyond
constexpr double keyless_cost = .1;  // the referenced columns are no key: rows may multiply
constexpr double author_factor = 3;  // created_by, updated_by

auto order_of(const Join& join) {
  return std::tie(join.table, join.columns, join.referenced_table, join.referenced_columns);
}

Error refused(const Join& join, const std::string& why) {
  return {ErrorCode::invalid_argument,
          "The join of " + join.table + " with " + join.referenced_table + " " + why + ".",
          {}};
}

/// The names as the schema spells them, or what is wrong.
Result<std::vector<std::string>> spelled(const Join& join, const Table& table,
                                         const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& name : columns) {
    const Column* column = table.find_column(name);
    if (column == nullptr)
      return refused(join, "names a column " + name + " that " + table.qualified_name() + " does not have");
    names.push_back(column->name);
  }
  return names;
}

bool is_keyless(const Table& table) {
  return table.primary_key.empty() && table.uniques.empty();
}

/// Whether no two rows agree in all of the columns.
bool holds_key(const Table& table, const std::vector<std::string>& columns) {
  const std::set<std::string_view> wanted(columns.begin(), columns.end());
  const auto covers = [&](const std::vector<std::string>& key) {
    return !key.empty() && std::ranges::all_of(key, [&](const std::string& name) { return wanted.contains(name); });
  };
  return covers(table.primary_key) || std::ranges::any_of(table.uniques, covers);
}

Result<Join> checked(const Schema& schema, const TableNames& names, const Join& given) {
  const auto table = names.find(given.table);
  const auto referenced = names.find(given.referenced_table);
  if (!table || !referenced) {
    return refused(given,
                   "names a table that the schema does not have: " + (table ? given.referenced_table : given.table));
  }
  if (given.columns.empty() || given.columns.size() != given.referenced_columns.size()) {
    return refused(given, "must name as many columns on either side, at least one");
  }
  if (!(given.confidence >= 0 && given.confidence <= 1)) return refused(given, "must have a confidence from 0 to 1");
  auto columns = spelled(given, schema.tables[*table], given.columns);
  if (!columns) return std::move(columns).error();
  auto referenced_columns = spelled(given, schema.tables[*referenced], given.referenced_columns);
  if (!referenced_columns) return std::move(referenced_columns).error();
  const bool one_each = holds_key(schema.tables[*table], *columns);
  const bool to_one =
      is_keyless(schema.tables[*referenced]) || holds_key(schema.tables[*referenced], *referenced_columns);
  Join join{schema.tables[*table].qualified_name(), *std::move(columns), schema.tables[*referenced].qualified_name(),
            *std::move(referenced_columns),         given.provenance,    given.confidence};
  join.cardinality = to_one ? (one_each ? Cardinality::one_to_one : Cardinality::many_to_one)
                            : (one_each ? Cardinality::one_to_many : Cardinality::many_to_many);
  join.source = given.source;
  return join;
}

/// "created_by", "lastModifiedBy": who wrote the row, not what it is about.
bool names_author(const Join& join) {
  const std::vector<std::string> words = text::split_identifier(join.columns.front());
  constexpr std::string_view verbs[] = {"created", "updated", "modified", "changed", "deleted", "inserted"};
  bool verb = false;
  bool by = false;
  for (const std::string& word : words) {
    verb = verb || std::find(std::begin(verbs), std::end(verbs), word) != std::end(verbs);
    by = by || word == "by" || word == "user";
  }
  return verb && by;
}

/// The same for joins of the same columns, in either direction and any order of the pairs.
struct Columns {
  std::string table;
  std::string referenced_table;
  std::vector<std::pair<std::string, std::string>> pairs;
  auto operator<=>(const Columns&) const = default;
};

Columns columns_of(const Join& join) {
  Columns forth{join.table, join.referenced_table, {}};
  Columns back{join.referenced_table, join.table, {}};
  for (std::size_t place = 0; place < join.columns.size(); ++place) {
    forth.pairs.emplace_back(join.columns[place], join.referenced_columns[place]);
    back.pairs.emplace_back(join.referenced_columns[place], join.columns[place]);
  }
  std::ranges::sort(forth.pairs);
  std::ranges::sort(back.pairs);
  return std::min(forth, back);
}

/// A ban with the schema's spelling; without columns it is that of all joins between the tables.
Result<Columns> checked_ban(const Schema& schema, const TableNames& names, const JoinBan& ban) {
  Join join{ban.table, ban.columns, ban.referenced_table, ban.referenced_columns};
  if (!ban.columns.empty() || !ban.referenced_columns.empty()) {
    auto known = checked(schema, names, join);
    if (!known) return std::move(known).error();
    return columns_of(*known);
  }
  const auto table = names.find(ban.table);
  const auto referenced = names.find(ban.referenced_table);
  if (!table || !referenced) {
    return refused(join, "can't be banned: the schema has no table " + (table ? ban.referenced_table : ban.table));
  }
  join.table = schema.tables[*table].qualified_name();
  join.referenced_table = schema.tables[*referenced].qualified_name();
  return columns_of(join);
}

class Banned {
 public:
  [[nodiscard]] static Result<Banned> read(const Schema& schema, const TableNames& names,
                                           const std::vector<JoinBan>& bans) {
    Banned banned;
    for (const JoinBan& ban : bans) {
      auto columns = checked_ban(schema, names, ban);
      if (!columns) return std::move(columns).error();
      banned.columns_.insert(*std::move(columns));
    }
    return banned;
  }

  /// Precondition: the join is checked.
  [[nodiscard]] bool holds(const Join& join) const {
    Columns columns = columns_of(join);
    if (columns_.contains(columns)) return true;
    columns.pairs.clear();
    return columns_.contains(columns);
  }

 private:
  std::set<Columns> columns_;
};

/// A bare name is that of a table beside it, if there is one.
Join join_of(const TableNames& names, const Table& table, const ForeignKey& key) {
  std::string referenced = key.referenced_table;
  const std::string beside = table.schema + '.' + referenced;
  if (!table.schema.empty() && names.has_qualified(beside)) referenced = beside;
  return {table.qualified_name(),   key.columns, std::move(referenced), key.referenced_columns,
          JoinProvenance::declared, 1.0};
}

/// Of joins of the same columns the surest, then the best known.
bool is_surer(const Join& a, const Join& b) {
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  return a.provenance != b.provenance ? a.provenance < b.provenance : by_name(a, b);
}

}  // namespace

std::vector<std::string> drop_unknown(const Schema& schema, SchemaGraphOptions& options) {
  const TableNames names(schema);
  std::vector<std::string> warnings;
  const auto is_unknown = [&](const auto& known) {
    if (!known) warnings.push_back(known.error().message + " It is left out.");
    return !known;
  };
  std::erase_if(options.joins, [&](const Join& join) { return is_unknown(checked(schema, names, join)); });
  std::erase_if(options.bans, [&](const JoinBan& ban) { return is_unknown(checked_ban(schema, names, ban)); });
  return warnings;
}

Result<std::vector<std::string>> drop_unusable_keys(Schema& schema, const std::vector<JoinBan>& bans) {
  const TableNames names(schema);
  const auto banned = Banned::read(schema, names, bans);
  if (!banned) return banned.error();
  std::vector<std::string> warnings;
  for (Table& table : schema.tables) {
    std::vector<ForeignKey> kept;
    for (ForeignKey& key : table.foreign_keys) {
      const auto join = checked(schema, names, join_of(names, table, key));
      if (!join) warnings.push_back(join.error().message + " Its foreign key is left out.");
      if (join && !banned->holds(*join)) kept.push_back(std::move(key));
    }
    table.foreign_keys = std::move(kept);
  }
  return warnings;
}

Result<std::vector<std::vector<Join>>> collect_joins(const Schema& schema, const TableNames& names,
                                                     const SchemaGraphOptions& options,
                                                     const std::vector<Join>& of_views,
                                                     std::vector<std::string>& warnings) {
  const auto banned = Banned::read(schema, names, options.bans);
  if (!banned) return banned.error();
  std::map<Columns, std::vector<Join>> same;
  const auto add = [&](const Join& given) -> Result<void> {
    auto join = checked(schema, names, given);
    if (!join) return std::move(join).error();
    if (banned->holds(*join)) return {};
    same[columns_of(*join)].push_back(*std::move(join));
    return {};
  };
  for (const Table& table : schema.tables) {
    for (const ForeignKey& key : table.foreign_keys) {
      if (auto added = add(join_of(names, table, key)); !added) return std::move(added).error();
    }
  }
  for (Join join : options.joins) {
    // Only the schema declares.
    if (join.provenance == JoinProvenance::declared) join.provenance = JoinProvenance::user;
    if (auto added = add(join); !added) return std::move(added).error();
  }
  for (const Join& join : of_views) {
    if (auto added = add(join); !added) warnings.push_back(added.error().message + " The view's join is left out.");
  }
  std::vector<std::vector<Join>> joins;
  for (auto& [columns, known] : same) {
    std::ranges::stable_sort(known, is_surer);
    joins.push_back(std::move(known));
  }
  std::ranges::sort(joins, by_name, [](const std::vector<Join>& known) -> const Join& { return known.front(); });
  return joins;
}

bool by_name(const Join& a, const Join& b) {
  return order_of(a) < order_of(b);
}

JoinNetwork make_network(const Schema& schema, const TableNames& names, const std::vector<Join>& joins) {
  std::vector<JoinEdge> edges;
  std::vector<std::uint32_t> join_of_edge;
  std::vector<std::size_t> degrees(schema.tables.size(), 0);
  for (std::uint32_t number = 0; number < joins.size(); ++number) {
    const std::uint32_t from = *names.find(joins[number].table);
    const std::uint32_t to = *names.find(joins[number].referenced_table);
    if (from == to) continue;
    ++degrees[from];
    ++degrees[to];
    edges.push_back({from, to, 0});
    join_of_edge.push_back(number);
  }
  const auto crossing = [&](std::uint32_t table) {
    const std::size_t degree = degrees[table];
    return degree > hub_degree ? hub_cost * std::log2(static_cast<double>(degree) / hub_degree) : 0.0;
  };
  for (std::size_t number = 0; number < edges.size(); ++number) {
    JoinEdge& edge = edges[number];
    const Join& join = joins[join_of_edge[number]];
    const double confidence = std::max(least_confidence, join.confidence);
    double cost = 1 / (confidence * confidence) + crossing(edge.from) + crossing(edge.to);
    if (join.cardinality == Cardinality::one_to_many || join.cardinality == Cardinality::many_to_many) {
      cost += keyless_cost;
    }
    if (confidence < sure_enough) cost += doubtful_cost;
    if (names_author(join)) cost *= author_factor;
    edge.cost = static_cast<Cost>(std::llround(cost * static_cast<double>(declared_join_cost)));
  }
  return {JoinGraph(schema.tables.size(), std::move(edges)), std::move(join_of_edge)};
}

}  // namespace querydata::inline v0::schema
