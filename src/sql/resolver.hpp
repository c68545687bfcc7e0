/// @file
/// The walk over a tree that finds out what its names mean.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/names.hpp"
#include "sql/catalog.hpp"
#include "sql/errors.hpp"
#include "sql/functions.hpp"
#include "sql/keywords.hpp"
#include "sql/name_rules.hpp"
#include "sql/resolve.hpp"
#include "sql/resolve_level.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

/// SQLite refuses more in one join; beyond it the others plan for minutes.
inline constexpr std::size_t most_joined_tables = 64;
/// The most that SQLite can be built for, in one SELECT; and what all stars of a statement may expand to.
inline constexpr std::size_t most_columns = 32767;
inline constexpr std::size_t most_star_columns = 200'000;
/// CTEs that use later ones are resolved inside each other: so much deeper than the tree is high.
inline constexpr std::size_t most_recursion_beyond_tree = 150;

/// SQLite's names of the row number.
inline bool is_rowid_name(std::string_view lower_name) {
  return lower_name == "rowid" || lower_name == "oid" || lower_name == "_rowid_";
}

/// Resolves one tree. Once. Throws Failure.
class Resolver {
 public:
  Resolver(Catalog& catalog, const Tree& tree, Boundary* boundary);

  Resolution run();

 private:
  [[nodiscard]] bool is_sqlite() const { return tree_.dialect == Dialect::sqlite; }
  [[nodiscard]] bool is_postgresql() const { return tree_.dialect == Dialect::postgresql; }
  [[nodiscard]] bool is_mysql() const { return tree_.dialect == Dialect::mysql; }
  [[nodiscard]] bool is_googlesql() const { return family_of(tree_.dialect) == Dialect::googlesql; }
  [[nodiscard]] std::string key_of(std::string_view name) const { return name_key(name, tree_.dialect); }
  [[nodiscard]] std::string key_of_table(std::string_view name) const { return table_key(name, tree_.dialect); }
  [[nodiscard]] bool same_table(std::string_view a, std::string_view b) const {
    return same_table_name(a, b, tree_.dialect);
  }
  [[nodiscard]] bool same(std::string_view a, std::string_view b) const { return same_name(a, b, tree_.dialect); }
  [[nodiscard]] std::size_t most_recursion() const {
    return 2 * std::size_t{tree_[tree_.root].height} + most_recursion_beyond_tree;
  }
  [[nodiscard]] bool in_view() const { return view_boundary_ != nullptr; }
  /// Names that lead nowhere may be columns of tables that are not known.
  [[nodiscard]] bool is_tolerant() const { return in_view() || catalog_.is_open(); }

  void number_levels();

  // What is read, with the place in the text by which it is sorted.

  template <class T>
  static void in_reading_order(std::vector<T>& items, const std::vector<std::size_t>& offsets) {
    std::vector<std::size_t> order(items.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return offsets[a] < offsets[b]; });
    std::vector<T> sorted;
    sorted.reserve(items.size());
    for (const auto i : order) sorted.push_back(std::move(items[i]));
    items = std::move(sorted);
  }

  [[nodiscard]] std::size_t offset_of(const Source& source) const {
    return source.from ? tree_[source.from].span.begin : tree_.sql.size();
  }

  void read(const Table* table, const Column* column, std::string_view name, Span span, std::size_t offset) {
    out_.columns.push_back({table, column, span, std::string(name)});
    column_offsets_.push_back(offset);
  }

  void called(FunctionCall call, std::size_t offset) {
    out_.functions.push_back(std::move(call));
    function_offsets_.push_back(offset);
  }

  /// Behind the statement's own: what its views read, and the views that those read, each once.
  void add_views();

  void note_view(const Table& view) {
    if (seen_views_.insert(&view).second) used_views_.push_back(&view);
  }

  // Errors.

  template <class... Args>
  [[noreturn]] void fail(ErrorCode code, Span span, fmt::format_string<Args...> format, Args&&... args) const {
    throw Failure{error_at(code, span.begin, fmt::format(format, std::forward<Args>(args)...))};
  }

  /// Both name what is near and in scope.
  [[noreturn]] void no_such_table(Span span) const;
  [[noreturn]] void no_such_column(Span span, const Level* level = nullptr) const;

  class Nested {
   public:
    explicit Nested(Resolver& resolver) : resolver_(resolver) {
      if (++resolver_.recursion_ > resolver_.most_recursion()) {
        throw Failure{{ErrorCode::resource_exhausted,
                       "The statement nests too deeply; put common tables before those that use them.",
                       {}}};
      }
    }
    ~Nested() { --resolver_.recursion_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Resolver& resolver_;
  };

  // Queries.

  /// `cte` is the common table whose body this is.
  void query(QueryId id, Surroundings around, Cte* cte);

  void arm(const Arm& arm, const Surroundings& around);

  [[nodiscard]] bool is_one_select(const Query& body) const;

  [[nodiscard]] const std::vector<OutputColumn>& output_of(QueryId id) const {
    return out_.outputs[tree_.first_select(id).value];
  }
  [[nodiscard]] const std::vector<OutputColumn>& output_of(const Arm& arm) const {
    return arm.select ? out_.outputs[arm.select.value] : output_of(arm.query);
  }

  void check_width(const Query& body, std::size_t arm) const;

  WithFrame* with_clause(const Query& body, const Surroundings& around);

  void resolve_cte(Cte& cte, WithFrame& frame);

  [[nodiscard]] std::shared_ptr<const ColumnSet> columns_of(const Cte& cte) const;

  [[nodiscard]] std::shared_ptr<ColumnSet> column_set(const std::vector<OutputColumn>& outputs,
                                                      const std::vector<Name>& names) const;
  [[nodiscard]] std::string unique_name(std::string name, const ColumnSet& set) const;

  /// With the first columns renamed, as `t AS x (a, b)` does.
  [[nodiscard]] std::shared_ptr<const ColumnSet> renamed(std::shared_ptr<const ColumnSet> columns,
                                                         const std::vector<Name>& names) const;

  void limit(const Query& body, const Surroundings& around);

  // SELECT.

  void select(SelectId id, const Surroundings& around);

  void values(const Select& body, Level& level);

  void add_output(Level& level, OutputColumn column, Origin origin);

  void select_item(const SelectItem& item, Level& level);

  [[nodiscard]] std::string output_name(const SelectItem& item) const;

  void struct_output(Level& level);

  void star(const SelectItem& item, Level& level);

  /// The columns of the relations [begin, end), or of those of one name. Whether there was one.
  bool expand(Level& level, std::size_t begin, std::size_t end, const std::optional<std::string>& name, bool join_once,
              const SelectItem& item);

  void expand(Level& level, const Relation& relation, bool join_once, const SelectItem& item);

  void group_key(ExpressionId key, Level& level);

  /// The result column that an integer of ORDER BY or GROUP BY stands for, from 1.
  std::optional<std::size_t> position_in_result(ExpressionId id, SelectId select);

  [[nodiscard]] ExpressionId without_collation(ExpressionId id) const {
    while (tree_[id].kind == ExpressionKind::collate) id = tree_.operand(id, 0);
    return id;
  }

  // ORDER BY.

  void order_by(const Query& body, Level& level);

  void order_key(ExpressionId key, Level& level);

  /// A single name that is an alias of the result comes before any column.
  bool is_alias_of(ExpressionId term, Level& level);

  /// Behind set operations: a number, a column of the result, or in SQLite an expression that one of the parts selects.
  void order_by_of_set(const Query& body);

  bool orders_by(ExpressionId term, Level& level);

  // Result columns by name, beyond SQLite: resolve_outputs.cpp.

  /// A single name that is a result column's, be it an alias or a column's own.
  bool is_output_of(ExpressionId term, Level& level);

  void bind_output(ExpressionId id, const Level& level, std::size_t position);

  [[nodiscard]] std::optional<std::size_t> find_output(const Level& level, const std::string& key, Span span) const;

  // FROM.

  void from_list(const std::vector<FromId>& ids, Level& level, bool in_group);

  /// Parentheses around one table are no join: SQLite takes them away, together with an alias inside.
  void group(FromId id, Level& level, bool in_group, bool is_first);

  /// What the other dialects resolve from the left to the right: the ON clause of the item whose relations begin at
  /// `begin`, where those of its comma's list begin at `list_begin`.
  void condition(const FromItem& item, Level& level, std::size_t list_begin);

  /// PostgreSQL's `(a JOIN b …) AS name`: the relations from `begin` become one.
  void merge_group(const FromItem& item, Level& level, std::size_t begin);

  Relation relation(FromId id, Level& level);

  void table(const FromItem& item, Level& level, Relation& out);

  void use_table(const Table& table, Span span, Level& level, Relation& out);

  void unknown_table(std::span<const Name> names, Span span, Relation& out);

  /// The engine's own tables, whose columns the schema does not say. False for other tables.
  bool internal_table(std::span<const Name> names, Span span, Relation& out) const;

  /// Its columns are those of a star over a table that is not known.
  [[nodiscard]] static bool is_opaque(const ColumnSet& columns);

  void table_function(const FromItem& item, Level& level, Relation& out);

  void use_table_function(const Function& function, Relation& out) const;

  // FROM beyond SQLite: resolve_functions.cpp.

  /// A call in FROM; true if it is one of a dialect other than SQLite.
  void function_in_from(const FromItem& item, Level& level, Relation& out);

  /// The columns that the call gives, by the list of functions and by what the FROM item says.
  [[nodiscard]] std::shared_ptr<const ColumnSet> columns_of_call(const FromItem& item, const Function& function,
                                                                 const std::string& name) const;

  /// The name under which the list of functions has it: the schema is there only where it is not the server's own.
  [[nodiscard]] std::string called_name(std::span<const Name> names) const;

  /// Bigtable: `t (with_history => TRUE)` is the table with its older cells. All other calls are of functions.
  void check_history(const FromItem& item, Span name) const;

  void functions_in_from(const FromItem& item, Level& level, Relation& out);

  void unnest(const FromItem& item, Level& level, Relation& out);

  /// GoogleSQL's `FROM t, t.list`: a column that is read row by row.
  bool unnest_column(const FromItem& item, Level& level, Relation& out);

  void rows_of_array(const FromItem& item, const std::vector<std::string>& fields, Relation& out);

  bool common_table(const Name& name, Level& level, Relation& out);

  void use_view(const Table& view, Span span, Level& level);

  /// SQLite resolves what a CTE or a view does not find in itself at the place of its use, not of its definition. Only
  /// what means the same at both places passes. `definition` is the level around the definition, null for a view.
  void keep_meaning(const Boundary& boundary, Level& use, const Level* definition, Span span);

  /// The name is looked up beyond the level.
  void cross(const Level& level, const FreeName& name);

  [[nodiscard]] bool may_provide(const Level& level, const FreeName& name) const;

  // USING and NATURAL.

  void join_columns(const FromItem& item, Level& level, std::size_t left, std::size_t right);

  [[nodiscard]] std::optional<Match> find_shown(const Level& level, std::size_t begin, std::size_t end,
                                                const std::string& lower_name) const;

  void read_joined(const Match& match, const FromItem& item, Span span);

  /// ON clauses and arguments of table functions. SQLite lets them use every table of their FROM clause; a join in
  /// parentheses is one of its own.
  void conditions_of(const std::vector<FromId>& ids, Level& level);

  Level& level_of_group(FromId id, Level& level);

  // Expressions.

  [[nodiscard]] ValueType type(ExpressionId id) const { return out_.types[id.value]; }

  void expression(ExpressionId id, Level& level);

  /// PostgreSQL's `(a).b`.
  void check_field(ExpressionId id, const Level& level) const;

  /// Whether a value that is no row of this statement is known to have the field.
  [[nodiscard]] bool has_field(ExpressionId id, std::string_view name) const;

  void window(WindowId id, Level& level);

  void function(ExpressionId id, Level&);

  /// SQLite's printf and format.
  void check_format(ExpressionId id) const;

  [[noreturn]] void refuse_function(const std::string& name, Span span) const;

  /// `x IN table` reads as `x IN (SELECT * FROM table)`.
  void in_table(FromId id, Level& level);

  // Names.

  void column(ExpressionId id, Level& start);

  /// SQLite: `"x"` that is no name is a string, TRUE and FALSE are numbers.
  bool no_name(ExpressionId id, const Name& name, const Level& level);

  void bind(ExpressionId id, const Binding& binding);

  bool column_in(ExpressionId id, const FreeName& name, Level& level);

  /// The relation without known columns that provides the name: none where several may; nothing where none does.
  [[nodiscard]] std::optional<FromId> find_opaque(const Level& level, const FreeName& name) const;

  /// Beyond SQLite: a name that is no column may be a whole row of a FROM item, or go on with fields of a column.
  bool row_or_field(ExpressionId id, Level& start);

  /// `count(t.*)`.
  void star_argument(ExpressionId id, Level& level);

  void lambda(ExpressionId id, Level& level);

  void bind_row(ExpressionId id, const Level& level, const Relation& relation);

  /// PostgreSQL and GoogleSQL: whether the qualifier is the name of a relation of the level, which then must have the
  /// column.
  [[nodiscard]] bool claims(const Level& level, const FreeName& name) const;

  /// The table that a column of the relation is read from, null if it is none of the schema's.
  [[nodiscard]] static const Table* read_from(const Relation& relation, const RelationColumn& column) {
    return relation.is_join ? column.table : relation.table;
  }

  void read_column(const Relation& relation, const RelationColumn& column, Span span, std::size_t offset) {
    const auto* table = read_from(relation, column);
    if (table == nullptr) return;
    read(table, column.column, column.column != nullptr ? column.column->name : column.name, span, offset);
  }

  [[nodiscard]] bool qualifies(std::span<const Name> names, const Relation& relation) const;

  /// The columns of the level that a name fits: none, the one that it means, or two where it is ambiguous.
  [[nodiscard]] std::pair<std::optional<Match>, std::optional<Match>> fitting_columns(
      const Level& level, std::span<const Name> names) const;

  [[nodiscard]] std::optional<Match> column_of_group(const Level& level, std::string_view name,
                                                     const std::string& column_key) const;

  [[nodiscard]] std::optional<Match> find_column(const Level& level, std::span<const Name> names, Span span) const;

  [[noreturn]] void ambiguous(const Match& a, const Match& b, Span span) const;

  [[nodiscard]] static std::string_view shown_name(const Relation& relation) {
    return relation.name.empty() ? std::string_view("a subquery") : std::string_view(relation.name);
  }

  [[nodiscard]] bool shows(const Match& match) const;

  /// `fields` says whether the names go on behind the column's.
  void bind_column(ExpressionId id, const Level& level, const Match& match, bool fields = false);

  /// SQLite's row number, of the one table of the level. That of a view, a subquery or a join in parentheses depends on
  /// SQLite's version.
  bool rowid_in(ExpressionId id, Level& level);

  void check_rowid(const Level& level, std::span<const Name> names, Span span) const;

  [[nodiscard]] static bool numbers_rows(const Relation& relation) {
    return relation.table != nullptr && relation.table->kind != TableKind::view && !relation.in_group;
  }

  [[noreturn]] void unclear_rowid(Span span) const {
    fail(ErrorCode::invalid_argument, span, "It is not clear whose row number {} is (byte {}); name a column.",
         tree_.text(span), span.begin);
  }

  [[nodiscard]] std::optional<std::size_t> find_alias(const Level& level, const std::string& lower_name) const;

  void bind_alias(ExpressionId id, const Level& level, std::size_t item);

  // Types.

  [[nodiscard]] ValueType type_of(ExpressionId id) const;

  [[nodiscard]] ValueType literal_type(ExpressionId id) const;

  [[nodiscard]] ValueType arithmetic_type(ExpressionId id) const;

  [[nodiscard]] ValueType case_type(ExpressionId id) const;

  [[nodiscard]] ValueType function_type(ExpressionId id) const;

  /// The type that all share, NULL left out; integers and reals together are reals.
  [[nodiscard]] ValueType common_type(std::span<const ExpressionId> ids, bool numbers_only) const;

  [[nodiscard]] static bool is_number(ValueType type) {
    return type == ValueType::integer || type == ValueType::real || type == ValueType::decimal;
  }

  Catalog& catalog_;
  const Tree& tree_;
  Boundary* view_boundary_;
  Resolution out_;
  std::deque<Level> levels_;
  std::deque<WithFrame> frames_;
  std::vector<Level*> select_levels_;
  std::vector<std::vector<Origin>> origins_;  ///< by SelectId, beside outputs
  std::vector<std::size_t> column_offsets_;
  std::vector<std::size_t> function_offsets_;
  std::unordered_map<std::uint32_t, std::string> names_;  ///< by ExpressionId: the column's own spelling
  mutable std::unordered_map<std::uint32_t, std::optional<std::unordered_map<std::string, std::size_t>>> aliases_;
  std::vector<const Table*> used_views_;
  std::unordered_set<const Table*> seen_views_;
  std::size_t recursion_ = 0;
  std::size_t star_columns_ = 0;
};

}  // namespace querydata::inline v0::sql
