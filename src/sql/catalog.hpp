/// @file
/// What a resolver knows beyond its statement: the schema, the scope, the views that the statement reads, its budget.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/scope_index.hpp"
#include "sql/functions.hpp"
#include "sql/name_rules.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// A name that a CTE or a view does not find in itself. SQLite resolves it where the CTE or view is used.
struct FreeName {
  std::string qualifier;  ///< lower case, empty if there is none
  std::string name;       ///< lower case
  auto operator<=>(const FreeName&) const = default;
};

/// The edge of a CTE's or view's body, and the names looked up across it.
struct Boundary {
  Boundary* around = nullptr;  ///< crossed in the same step
  std::set<FreeName> free_names;
};

/// A column as the names of a level see it.
struct RelationColumn {
  std::string name;
  const Table* table = nullptr;
  const Column* column = nullptr;
  ExpressionId expression;
  ValueType type = ValueType::unknown;
  bool hidden = false;  ///< no star brings it in
};

/// The columns of a table, a subquery, a CTE or a table function; of equal names the first one is found.
class ColumnSet {
 public:
  explicit ColumnSet(Dialect dialect) : dialect_(dialect) {}

  std::vector<RelationColumn> columns;

  void add(RelationColumn column);
  [[nodiscard]] const std::uint32_t* find(const std::string& key) const;
  /// The second column of that name, null if there is none.
  [[nodiscard]] const std::uint32_t* find_second(const std::string& key) const;

 private:
  Dialect dialect_;
  std::unordered_map<std::string, std::uint32_t> index_;  ///< by `name_key`
  std::unordered_map<std::string, std::uint32_t> second_;
};

/// What a view reads.
struct ViewReads {
  Tree tree;
  Resolution resolution;
  Boundary boundary;
  bool failed = false;
  std::string reason;  ///< why the view can't be judged
};

class Catalog {
 public:
  Catalog(const Schema& schema, const ResolveOptions& options, Dialect dialect);

  [[nodiscard]] Dialect dialect() const { return dialect_; }

  /// The table of that name, as the engine finds it; `schema` empty for its search order. Null if there is none.
  [[nodiscard]] const Table* find_table(std::string_view schema, std::string_view name);
  /// Whether the table is found without naming its schema: MySQL's schemas of one statement are one database's.
  [[nodiscard]] bool on_search_path(const Table& table) const;
  /// Whether `qualifier` names the schema of the table.
  [[nodiscard]] bool in_schema(const Table& table, std::string_view qualifier) const;
  [[nodiscard]] std::shared_ptr<const ColumnSet> columns_of(const Table& table);
  /// The column that SQLite's rowid is another name of, or null.
  [[nodiscard]] static const Column* rowid_column(const Table& table);

  [[nodiscard]] const std::vector<Table>& tables() const { return schema_.tables; }
  [[nodiscard]] bool allows(const Table& table) const { return unlimited_ || scope_.allows(table); }
  [[nodiscard]] bool allows(const Table& table, const Column& column) const {
    return unlimited_ || scope_.allows(table, column);
  }
  /// A rowid that is no column counts as a column of that name.
  [[nodiscard]] bool allows_rowid(const Table& table) const;
  [[nodiscard]] bool hides_columns(const Table& table) const;
  [[nodiscard]] bool allows_function(const std::string& lower_name) const;
  /// Whether the host has added it to the list.
  [[nodiscard]] bool allows_extra(const std::string& name) const { return extra_functions_.contains(name); }
  /// Whether the scope, which views are free of, lets the statement itself call it.
  [[nodiscard]] bool in_scope(const std::string& lower_function) const {
    return options_.scope.allows_function(lower_function);
  }
  [[nodiscard]] bool allows_catalogs() const { return options_.allow_catalogs; }
  [[nodiscard]] bool is_open() const { return options_.open_schema; }

  /// Reads the views that the tree names, and the views that those name.
  void read_views(const Tree& tree);
  /// What a view reads; null for a table, and for a view whose query the schema does not hold.
  [[nodiscard]] ViewReads* view(const Table& table);

  /// Gives every statement the same budget.
  void begin_statement() noexcept;
  /// Takes from the budget that keeps hostile statements from costing more than their length is worth.
  void spend(std::size_t lookups);

 private:
  [[nodiscard]] std::vector<const Table*> views_in(const Tree& tree);
  void resolve_view(const Table& view);

  const Schema& schema_;
  const ResolveOptions& options_;
  Dialect dialect_;
  model::ScopeIndex scope_;
  bool unlimited_;
  std::unordered_set<std::string> extra_functions_;
  std::unordered_map<std::string, const Table*> tables_;
  std::unordered_map<const Table*, std::shared_ptr<const ColumnSet>> columns_;
  std::unordered_map<const Table*, std::unique_ptr<ViewReads>> views_;
  std::size_t budget_;
};

/// Resolves one tree against a catalog whose views are read. `boundary` is that of a view, null for a statement, which
/// alone the scope limits. Throws Failure.
[[nodiscard]] Resolution resolve_tree(Catalog& catalog, const Tree& tree, Boundary* boundary);

}  // namespace querydata::inline v0::sql
