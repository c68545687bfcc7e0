#include "sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "model/names.hpp"
#include "sql/catalog.hpp"
#include "sql/errors.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

namespace {

/// SQLite refuses more in one join; beyond it the others plan for minutes.
constexpr std::size_t most_joined_tables = 64;
/// The most that SQLite can be built for, in one SELECT; and what all stars of a statement may expand to.
constexpr std::size_t most_columns = 32767;
constexpr std::size_t most_star_columns = 200'000;
/// CTEs that use later ones are resolved inside each other, deeper than the text nests.
constexpr std::size_t most_recursion = 2500;

struct Level;
struct WithFrame;

/// What lies around a query.
struct Surroundings {
  Level* outer = nullptr;        ///< whose names it may use
  Boundary* boundary = nullptr;  ///< crossed on the way there
  WithFrame* with = nullptr;     ///< whose CTEs it may use
};

/// One item of a FROM clause, joins in parentheses laid flat.
struct Relation {
  FromId from;
  std::string name;  ///< that qualifies its columns; empty for a subquery without alias
  const Table* table = nullptr;
  QueryId query;
  std::shared_ptr<const ColumnSet> columns;
  JoinKind join = JoinKind::first;
  std::unordered_set<std::string> joined_by;  ///< lower-case names of USING and NATURAL
  bool in_group = false;
  bool opaque = false;  ///< a view's table that the schema does not have
};

/// A join in parentheses: the relations [begin, end) of its level.
struct Group {
  FromId from;
  std::string name;  ///< its alias, or empty
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// One SELECT, or the table of `IN table`.
struct Level {
  SelectId select;
  Surroundings around;
  std::vector<Relation> relations;
  std::vector<Group> groups;
  const std::vector<SelectItem>* items = nullptr;
  bool aliases_visible = false;
};

enum class CteState : std::uint8_t { waiting, open, done };

struct Cte {
  const CommonTable* table = nullptr;
  CteState state = CteState::waiting;
  Boundary boundary;
  std::shared_ptr<const ColumnSet> columns;  ///< known from the first arm on
};

struct WithFrame {
  Surroundings around;  ///< of the query that the WITH belongs to
  std::deque<Cte> tables;
  std::unordered_map<std::string, Cte*> index;
  WithFrame* outer = nullptr;
};

/// A column found in a level, before it is bound.
struct Match {
  const Relation* relation = nullptr;
  std::uint32_t position = 0;
};

/// Where an output column comes from, for ORDER BY of set operations.
struct Origin {
  FromId from;
  std::uint32_t position = 0;
  bool operator==(const Origin&) const = default;
};

bool is_rowid_name(const std::string& lower_name) {
  return lower_name == "rowid" || lower_name == "oid" || lower_name == "_rowid_";
}

class Resolver {
 public:
  Resolver(Catalog& catalog, const Tree& tree, Boundary* boundary)
      : catalog_(catalog), tree_(tree), view_boundary_(boundary) {
    out_.outputs.resize(tree.selects.size());
    out_.parents.resize(tree.selects.size());
    out_.selects.resize(tree.expressions.size());
    out_.binding_of.resize(tree.expressions.size(), ExpressionId::none);
    out_.types.resize(tree.expressions.size(), ValueType::unknown);
    origins_.resize(tree.selects.size());
    select_levels_.resize(tree.selects.size());
    number_levels();
  }

  Resolution run() {
    query(tree_.root, {nullptr, view_boundary_, nullptr}, nullptr);
    add_views();
    in_reading_order(out_.columns, column_offsets_);
    in_reading_order(out_.functions, function_offsets_);
    std::stable_sort(out_.sources.begin(), out_.sources.end(),
                     [&](const Source& a, const Source& b) { return offset_of(a) < offset_of(b); });
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_sqlite() const { return tree_.dialect == Dialect::sqlite; }
  [[nodiscard]] bool in_view() const { return view_boundary_ != nullptr; }

  void number_levels() {
    out_.levels.resize(tree_.selects.size());
    const auto outermost = tree_.first_select(tree_.root);
    std::size_t next = 1;
    for (std::uint32_t i = 0; i < tree_.selects.size(); ++i) out_.levels[i] = i == outermost.value ? 0 : next++;
  }

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
  void add_views() {
    if (in_view()) return;
    const auto end = tree_.sql.size();
    for (std::size_t i = 0; i < used_views_.size(); ++i) {
      const auto& reads = catalog_.view(*used_views_[i])->resolution;
      for (const auto& source : reads.sources) {
        if (source.table == nullptr) continue;
        out_.sources.push_back({{}, {}, source.table, {}, source.table->name, true});
        if (catalog_.view(*source.table) != nullptr) note_view(*source.table);
      }
      for (const auto& column : reads.columns) read(column.table, column.column, column.name, {}, end);
      for (const auto& call : reads.functions) called({call.name, {}, {}, {}, call.aggregate}, end);
    }
  }

  void note_view(const Table& view) {
    if (seen_views_.insert(&view).second) used_views_.push_back(&view);
  }

  // Errors.

  template <class... Args>
  [[noreturn]] void fail(ErrorCode code, Span span, fmt::format_string<Args...> format, Args&&... args) const {
    throw Failure{error_at(code, span.begin, fmt::format(format, std::forward<Args>(args)...))};
  }

  [[noreturn]] void no_such_table(Span span) const {
    fail(ErrorCode::not_found, span, "There is no table {} (byte {}); use a table of the schema.", tree_.text(span),
         span.begin);
  }
  [[noreturn]] void no_such_column(Span span) const {
    fail(ErrorCode::not_found, span, "There is no column {} (byte {}); use a column of the tables in FROM.",
         tree_.text(span), span.begin);
  }

  class Nested {
   public:
    explicit Nested(Resolver& resolver) : resolver_(resolver) {
      if (++resolver_.recursion_ > most_recursion) {
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
  void query(QueryId id, Surroundings around, Cte* cte) {
    const Nested nested(*this);
    const auto& body = tree_[id];
    if (!body.with.empty()) around.with = with_clause(body, around);
    for (std::size_t i = 0; i < body.arms.size(); ++i) {
      arm(body.arms[i], around);
      if (i == 0 && cte != nullptr) cte->columns = columns_of(*cte);
      check_width(body, i);
    }
    if (body.arms.size() == 1 && body.arms.front().select) {
      order_by(body, *select_levels_[body.arms.front().select.value]);
    } else {
      order_by_of_set(body);
    }
    limit(body, around);
  }

  void arm(const Arm& arm, const Surroundings& around) {
    if (arm.select) {
      select(arm.select, around);
    } else {
      query(arm.query, around, nullptr);
    }
  }

  [[nodiscard]] const std::vector<OutputColumn>& output_of(QueryId id) const {
    return out_.outputs[tree_.first_select(id).value];
  }
  [[nodiscard]] const std::vector<OutputColumn>& output_of(const Arm& arm) const {
    return arm.select ? out_.outputs[arm.select.value] : output_of(arm.query);
  }

  void check_width(const Query& body, std::size_t arm) const {
    const auto left = output_of(body.arms.front()).size();
    const auto right = output_of(body.arms[arm]).size();
    if (left == right) return;
    fail(ErrorCode::invalid_argument, tree_[tree_.first_select_of(body.arms[arm])].span,
         "The parts of a set operation give {} and {} columns; give each the same number.", left, right);
  }

  WithFrame* with_clause(const Query& body, const Surroundings& around) {
    auto& frame = frames_.emplace_back();
    frame.around = around;
    frame.outer = around.with;
    frame.around.with = &frame;
    for (const auto& table : body.with) {
      auto& cte = frame.tables.emplace_back();
      cte.table = &table;
      cte.boundary.around = around.boundary;
      if (!frame.index.emplace(model::lower(table.name.text), &cte).second) {
        fail(ErrorCode::invalid_argument, table.name.span, "The common table {} is defined twice (byte {}).",
             tree_.text(table.name.span), table.name.span.begin);
      }
    }
    // In the order of the text: only what uses a later one is resolved inside another.
    for (auto& cte : frame.tables) resolve_cte(cte, frame);
    return &frame;
  }

  void resolve_cte(Cte& cte, WithFrame& frame) {
    if (cte.state != CteState::waiting) return;
    cte.state = CteState::open;
    query(cte.table->query, {frame.around.outer, &cte.boundary, frame.around.with}, &cte);
    cte.state = CteState::done;
  }

  [[nodiscard]] std::shared_ptr<const ColumnSet> columns_of(const Cte& cte) const {
    const auto& outputs = output_of(cte.table->query);
    const auto& names = cte.table->columns;
    if (!names.empty() && names.size() != outputs.size()) {
      fail(ErrorCode::invalid_argument, cte.table->name.span,
           "The common table {} names {} columns and its query gives {} (byte {}); give it the same number.",
           tree_.text(cte.table->name.span), names.size(), outputs.size(), cte.table->name.span.begin);
    }
    return column_set(outputs, names);
  }

  static std::shared_ptr<const ColumnSet> column_set(const std::vector<OutputColumn>& outputs,
                                                     const std::vector<Name>& names) {
    auto set = std::make_shared<ColumnSet>();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const auto& output = outputs[i];
      set->add({i < names.size() ? names[i].text : output.name, output.table, output.column, output.expression,
                output.type, false});
    }
    return set;
  }

  void limit(const Query& body, const Surroundings& around) {
    // No names of any level here, but subqueries may stand.
    auto& level = levels_.emplace_back();
    level.select = tree_.first_select_of(body.arms.front());
    level.around.with = around.with;
    for (const auto id : {body.limit, body.offset}) {
      if (id) expression(id, level);
    }
  }

  // SELECT.

  void select(SelectId id, const Surroundings& around) {
    const auto& body = tree_[id];
    auto& level = levels_.emplace_back();
    level.select = id;
    level.around = around;
    level.items = &body.items;
    select_levels_[id.value] = &level;
    out_.parents[id.value] = around.outer != nullptr ? around.outer->select : SelectId{};
    if (body.values) return values(body, level);

    from_list(body.from, level, false);
    for (const auto& item : body.items) select_item(item, level);
    level.aliases_visible = true;
    conditions_of(body.from, level);
    if (body.where) expression(body.where, level);
    for (const auto key : body.group_by) group_key(key, level);
    if (body.having) expression(body.having, level);
    for (const auto window : body.windows) this->window(window, level);
  }

  void values(const Select& body, Level& level) {
    auto& outputs = out_.outputs[level.select.value];
    for (const auto& row : body.rows) {
      const auto cells = tree_.operands(row);
      if (!outputs.empty() && cells.size() != outputs.size()) {
        fail(ErrorCode::invalid_argument, body.span, "The rows of VALUES have {} and {} columns (byte {}).",
             outputs.size(), cells.size(), body.span.begin);
      }
      for (const auto cell : cells) expression(cell, level);
      if (!outputs.empty()) continue;
      for (const auto cell : cells)
        add_output(level, {fmt::format("column{}", outputs.size() + 1), nullptr, nullptr, cell, type(cell)}, {});
    }
  }

  void add_output(Level& level, OutputColumn column, Origin origin) {
    auto& outputs = out_.outputs[level.select.value];
    if (outputs.size() >= most_columns) {
      throw Failure{
          {ErrorCode::resource_exhausted, "The SELECT gives too many columns; name those that are needed.", {}}};
    }
    outputs.push_back(std::move(column));
    origins_[level.select.value].push_back(origin);
  }

  void select_item(const SelectItem& item, Level& level) {
    if (tree_[item.expression].kind == ExpressionKind::star) {
      out_.selects[item.expression.value] = level.select;
      return star(item, level);
    }
    expression(item.expression, level);
    OutputColumn output;
    output.expression = item.expression;
    output.type = type(item.expression);
    Origin origin;
    if (const auto* binding = out_.binding(item.expression); binding != nullptr) {
      output.table = binding->table;
      output.column = binding->column;
      if (binding->kind == NameKind::column && binding->select == level.select) {
        origin = {binding->from, binding->position};
      }
    }
    output.name = output_name(item);
    add_output(level, std::move(output), origin);
  }

  [[nodiscard]] std::string output_name(const SelectItem& item) const {
    if (item.alias) return item.alias->text;
    const auto* binding = out_.binding(item.expression);
    if (binding != nullptr && binding->kind == NameKind::rowid) {
      return binding->column != nullptr ? binding->column->name : "rowid";
    }
    const auto name = names_.find(item.expression.value);
    return name != names_.end() ? name->second : std::string(tree_.text(item.expression));
  }

  void star(const SelectItem& item, Level& level) {
    const auto names = tree_.names(item.expression);
    std::size_t begin = 0;
    std::size_t end = level.relations.size();
    bool found = names.empty() && end > 0;
    const auto qualifier = names.empty() ? std::string() : model::lower(names.back().text);
    for (const auto& group : level.groups) {
      if (names.empty() || !model::equal_ignoring_case(group.name, qualifier)) continue;
      expand(level, group.begin, group.end, std::nullopt, true, item);
      found = true;
    }
    if (!found || names.empty()) {
      found = expand(level, begin, end, names.empty() ? std::nullopt : std::optional(qualifier), names.empty(), item) ||
              found;
    }
    if (!found) no_such_table(names.empty() ? item.span : names.back().span);
  }

  /// The columns of the relations [begin, end), or of those of one name. Whether there was one.
  bool expand(Level& level, std::size_t begin, std::size_t end, const std::optional<std::string>& name, bool join_once,
              const SelectItem& item) {
    bool found = false;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& relation = level.relations[i];
      if (name && !model::equal_ignoring_case(relation.name, *name)) continue;
      found = true;
      if (relation.table != nullptr && !in_view() && catalog_.hides_columns(*relation.table)) {
        fail(ErrorCode::permission_denied, item.span,
             "A star stands for columns of {} that are out of scope (byte {}); name the columns.", relation.table->name,
             item.span.begin);
      }
      expand(level, relation, join_once, item);
    }
    return found;
  }

  void expand(Level& level, const Relation& relation, bool join_once, const SelectItem& item) {
    const auto& columns = relation.columns->columns;
    for (std::uint32_t position = 0; position < columns.size(); ++position) {
      const auto& column = columns[position];
      if (column.hidden || (join_once && relation.joined_by.contains(model::lower(column.name)))) continue;
      if (++star_columns_ > most_star_columns) {
        throw Failure{
            {ErrorCode::resource_exhausted, "The stars stand for too many columns; name those that are needed.", {}}};
      }
      if (relation.table != nullptr) read(relation.table, column.column, column.name, {}, item.span.begin);
      add_output(level, {column.name, column.table, column.column, {}, column.type}, {relation.from, position});
    }
  }

  void group_key(ExpressionId key, Level& level) {
    if (position_in_result(key, level.select)) return;
    expression(key, level);
  }

  /// The result column that an integer of ORDER BY or GROUP BY stands for, from 1.
  std::optional<std::size_t> position_in_result(ExpressionId id, SelectId select) {
    id = without_collation(id);
    const auto value = tree_[id].kind == ExpressionKind::column ? std::nullopt : literal_value(tree_, id);
    const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
    if (number == nullptr) return std::nullopt;
    const auto size = out_.outputs[select.value].size();
    if (*number < 1 || static_cast<std::uint64_t>(*number) > size) {
      fail(ErrorCode::invalid_argument, tree_[id].span, "There is no result column {} (byte {}); there are {}.",
           *number, tree_[id].span.begin, size);
    }
    out_.selects[id.value] = select;
    return static_cast<std::size_t>(*number);
  }

  [[nodiscard]] ExpressionId without_collation(ExpressionId id) const {
    while (tree_[id].kind == ExpressionKind::collate) id = tree_.operand(id, 0);
    return id;
  }

  // ORDER BY.

  void order_by(const Query& body, Level& level) {
    for (const auto& term : body.order_by) {
      if (position_in_result(term.expression, level.select)) continue;
      if (is_alias_of(term.expression, level)) continue;
      expression(term.expression, level);
    }
  }

  /// A single name that is an alias of the result comes before any column.
  bool is_alias_of(ExpressionId term, Level& level) {
    const auto id = without_collation(term);
    const auto names = tree_.names(id);
    if (tree_[id].kind != ExpressionKind::column || names.size() != 1 || level.items == nullptr) return false;
    const auto position = find_alias(level, model::lower(names.front().text));
    if (!position) return false;
    bind_alias(id, level, *position);
    for (auto outer = term; outer != id; outer = tree_.operand(outer, 0)) {
      out_.selects[outer.value] = level.select;
      out_.types[outer.value] = type(id);
    }
    return true;
  }

  /// Behind set operations: a number, an alias, or an expression that one of the parts selects.
  void order_by_of_set(const Query& body) {
    for (const auto& term : body.order_by) {
      const auto first = tree_.first_select_of(body.arms.front());
      if (position_in_result(term.expression, first)) continue;
      const bool found = std::any_of(body.arms.begin(), body.arms.end(), [&](const Arm& arm) {
        return arm.select && orders_by(term.expression, *select_levels_[arm.select.value]);
      });
      if (found) continue;
      fail(ErrorCode::invalid_argument, term.span,
           "ORDER BY {} is no column of the set operation's result (byte {}); use a result column's name or number.",
           tree_.text(term.expression), term.span.begin);
    }
  }

  bool orders_by(ExpressionId term, Level& level) {
    if (is_alias_of(term, level)) return true;
    const auto id = without_collation(term);
    const auto& items = tree_[level.select].items;
    if (tree_[id].kind != ExpressionKind::column) {
      const bool selected = std::any_of(items.begin(), items.end(), [&](const SelectItem& item) {
        return same_expression(tree_, without_collation(item.expression), id);
      });
      if (selected) expression(term, level);
      return selected;
    }
    const auto [match, other] = fitting_columns(level, tree_.names(id));
    if (!match || other) return false;
    const auto& origins = origins_[level.select.value];
    const Origin origin{match->relation->from, match->position};
    if (std::find(origins.begin(), origins.end(), origin) == origins.end()) return false;
    expression(term, level);
    return true;
  }

  // FROM.

  void from_list(const std::vector<FromId>& ids, Level& level, bool in_group) {
    const auto list_begin = level.relations.size();
    for (const auto id : ids) {
      const auto& item = tree_[id];
      const auto begin = level.relations.size();
      if (item.kind == FromKind::group) {
        group(id, level, in_group, id == ids.front());
      } else {
        level.relations.push_back(relation(id, level));
        level.relations.back().in_group = in_group;
      }
      if (level.relations.size() > most_joined_tables) {
        fail(ErrorCode::resource_exhausted, item.span, "More than {} tables are joined in one SELECT (byte {}).",
             most_joined_tables, item.span.begin);
      }
      level.relations[begin].join = item.join;
      if (item.natural || !item.using_columns.empty()) join_columns(item, level, list_begin, begin);
    }
  }

  /// Parentheses around one table are no join: SQLite takes them away, together with an alias inside.
  void group(FromId id, Level& level, bool in_group, bool is_first) {
    const auto& item = tree_[id];
    const auto begin = level.relations.size();
    const bool single = item.items.size() == 1;
    const bool kept = is_first && !item.alias && !item.on && item.using_columns.empty();
    if (single && !kept && tree_[item.items.front()].alias) {
      fail(ErrorCode::invalid_argument, item.span,
           "An alias stands inside parentheses around one table (byte {}); write it behind them.", item.span.begin);
    }
    from_list(item.items, level, in_group || !single);
    const auto name = item.alias ? item.alias->text : std::string();
    if (single && level.relations.size() == begin + 1) {
      if (item.alias) level.relations[begin].name = name;
    } else {
      level.groups.push_back({id, name, begin, level.relations.size()});
    }
  }

  Relation relation(FromId id, Level& level) {
    const auto& item = tree_[id];
    Relation out;
    out.from = id;
    if (item.alias) out.name = item.alias->text;
    switch (item.kind) {
      case FromKind::query:
        query(item.query, level.around, nullptr);
        out.query = item.query;
        out.columns = column_set(output_of(item.query), item.column_aliases);
        break;
      case FromKind::function:
        table_function(item, out);
        break;
      default:
        table(item, level, out);
        break;
    }
    out_.sources.push_back({id, level.select, out.table, out.query, out.name, false});
    return out;
  }

  void table(const FromItem& item, Level& level, Relation& out) {
    const auto names = tree_.names(item.names);
    if (out.name.empty()) out.name = names.back().text;
    if (names.size() == 1 && common_table(names.front(), level, out)) return;
    const auto schema = names.size() > 1 ? std::string_view(names.front().text) : std::string_view();
    const auto* table = catalog_.find_table(schema, names.back().text);
    const Span span{names.front().span.begin, names.back().span.end};
    if (table == nullptr) return unknown_table(names, span, out);
    use_table(*table, span, level, out);
  }

  void use_table(const Table& table, Span span, Level& level, Relation& out) {
    if (!in_view() && !catalog_.allows(table)) no_such_table(span);
    out.table = &table;
    out.columns = catalog_.columns_of(table);
    if (table.kind == TableKind::view) use_view(table, span, level);
  }

  void unknown_table(std::span<const Name> names, Span span, Relation& out) {
    const auto lower = model::lower(names.back().text);
    const auto* function = names.size() == 1 ? find_function(lower, tree_.dialect) : nullptr;
    if (function != nullptr && function->kind == FunctionKind::table) {
      // SQLite: a table function is a table as well, its arguments columns.
      called({lower, span, {}, out.from, false}, span.begin);
      return use_table_function(*function, out);
    }
    if (is_sqlite() && (lower.starts_with("sqlite_") || lower.starts_with("pragma_"))) {
      fail(ErrorCode::permission_denied, span,
           "{} is internal to the database (byte {}) and not allowed; use a table of the schema.", tree_.text(span),
           span.begin);
    }
    if (!in_view()) no_such_table(span);
    out.opaque = true;
    out.columns = std::make_shared<ColumnSet>();
  }

  void table_function(const FromItem& item, Relation& out) {
    const auto names = tree_.names(item.names);
    const Span span{names.front().span.begin, names.back().span.end};
    const auto lower = model::lower(names.back().text);
    if (out.name.empty()) out.name = names.back().text;
    const auto schema = names.size() > 1 ? std::string_view(names.front().text) : std::string_view();
    if (const auto* table = catalog_.find_table(schema, names.back().text); table != nullptr) {
      if (!in_view() && !catalog_.allows(*table)) no_such_table(span);
      if (table->kind != TableKind::virtual_table) {
        fail(ErrorCode::invalid_argument, span, "{} is a table, not a function (byte {}); remove the parentheses.",
             tree_.text(span), span.begin);
      }
      out.table = table;
      out.columns = catalog_.columns_of(*table);
      return;
    }
    const auto* function = names.size() == 1 ? find_function(lower, tree_.dialect) : nullptr;
    if (function == nullptr || function->kind != FunctionKind::table) refuse_function(lower, span);
    called({lower, span, {}, out.from, false}, span.begin);
    use_table_function(*function, out);
  }

  static void use_table_function(const Function& function, Relation& out) {
    auto set = std::make_shared<ColumnSet>();
    const auto add = [&](std::string_view names, bool hidden) {
      while (!names.empty()) {
        const auto end = std::min(names.find(' '), names.size());
        set->add({std::string(names.substr(0, end)), nullptr, nullptr, {}, function.type, hidden});
        names.remove_prefix(std::min(end + 1, names.size()));
      }
    };
    add(function.columns, false);
    add(function.hidden_columns, true);
    out.columns = std::move(set);
  }

  bool common_table(const Name& name, Level& level, Relation& out) {
    const auto lower = model::lower(name.text);
    for (auto* frame = level.around.with; frame != nullptr; frame = frame->outer) {
      catalog_.spend(1);
      const auto found = frame->index.find(lower);
      if (found == frame->index.end()) continue;
      auto& cte = *found->second;
      resolve_cte(cte, *frame);
      if (!cte.columns) {
        fail(ErrorCode::invalid_argument, name.span, "The common table {} is defined in a circle (byte {}).",
             tree_.text(name.span), name.span.begin);
      }
      out.columns = cte.columns;
      out.query = cte.table->query;
      if (cte.state == CteState::done) keep_meaning(cte.boundary, level, frame->around.outer, name.span);
      return true;
    }
    return false;
  }

  void use_view(const Table& view, Span span, Level& level) {
    auto* reads = catalog_.view(view);
    if (reads == nullptr) return;
    if (reads->failed) {
      fail(ErrorCode::permission_denied, span, "The view {} can't be checked (byte {}): {}", view.name, span.begin,
           reads->reason);
    }
    keep_meaning(reads->boundary, level, nullptr, span);
    note_view(view);
  }

  /// SQLite resolves what a CTE or a view does not find in itself at the place of its use, not of its definition. Only
  /// what means the same at both places passes. `definition` is the level around the definition, null for a view.
  void keep_meaning(const Boundary& boundary, Level& use, const Level* definition, Span span) {
    if (!is_sqlite() || boundary.free_names.empty()) return;
    for (auto* level = &use; level != nullptr; level = level->around.outer) {
      for (const auto& name : boundary.free_names) cross(*level, name);
      const auto* outer = level->around.outer;
      if (outer == nullptr || outer == definition) return;
      for (const auto& name : boundary.free_names) {
        if (!may_provide(*outer, name)) continue;
        fail(ErrorCode::permission_denied, span,
             "{} (byte {}) does not define the name {}, which would mean a column of the query around its use; qualify "
             "or rename it.",
             tree_.text(span), span.begin, name.name);
      }
    }
  }

  /// The name is looked up beyond the level.
  void cross(const Level& level, const FreeName& name) {
    for (auto* boundary = level.around.boundary; boundary != nullptr; boundary = boundary->around) {
      catalog_.spend(1);
      boundary->free_names.insert(name);
    }
  }

  [[nodiscard]] bool may_provide(const Level& level, const FreeName& name) const {
    catalog_.spend(level.relations.size() + 1);
    const auto provides = [&](const Relation& relation) {
      if (!name.qualifier.empty() && !model::equal_ignoring_case(relation.name, name.qualifier)) return false;
      return relation.opaque || relation.columns->find(name.name) != nullptr || is_rowid_name(name.name);
    };
    return std::any_of(level.relations.begin(), level.relations.end(), provides) ||
           (name.qualifier.empty() && find_alias(level, name.name)) ||
           std::any_of(level.groups.begin(), level.groups.end(),
                       [&](const Group& group) { return model::equal_ignoring_case(group.name, name.qualifier); });
  }

  // USING and NATURAL.

  void join_columns(const FromItem& item, Level& level, std::size_t left, std::size_t right) {
    const auto end = level.relations.size();
    std::vector<std::pair<std::string, Span>> names;
    for (const auto& name : item.using_columns) names.emplace_back(model::lower(name.text), name.span);
    if (item.natural) {
      for (std::size_t i = right; i < end; ++i) {
        for (const auto& column : level.relations[i].columns->columns) {
          auto lower = model::lower(column.name);
          if (!column.hidden && find_shown(level, left, right, lower)) names.emplace_back(std::move(lower), Span{});
        }
      }
    }
    for (const auto& [name, span] : names) {
      const auto on_left = find_shown(level, left, right, name);
      const auto on_right = find_shown(level, right, end, name);
      if (!on_left || !on_right) no_such_column(span);
      for (const auto& match : {*on_left, *on_right}) read_joined(match, item, span);
      for (std::size_t i = right; i < end; ++i) {
        if (level.relations[i].columns->find(name) != nullptr) level.relations[i].joined_by.insert(name);
      }
    }
  }

  [[nodiscard]] std::optional<Match> find_shown(const Level& level, std::size_t begin, std::size_t end,
                                                const std::string& lower_name) const {
    catalog_.spend(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      const auto* position = level.relations[i].columns->find(lower_name);
      if (position != nullptr && !level.relations[i].columns->columns[*position].hidden) {
        return Match{&level.relations[i], *position};
      }
    }
    return std::nullopt;
  }

  void read_joined(const Match& match, const FromItem& item, Span span) {
    const auto& column = match.relation->columns->columns[match.position];
    const auto* table = match.relation->table;
    if (table == nullptr) return;
    if (!in_view() && column.column != nullptr && !catalog_.allows(*table, *column.column)) {
      if (!span.empty()) no_such_column(span);
      fail(ErrorCode::permission_denied, item.span,
           "NATURAL JOIN would compare columns of {} that are out of scope (byte {}); write the condition.",
           table->name, item.span.begin);
    }
    read(table, column.column, column.name, {}, span.empty() ? item.span.begin : span.begin);
  }

  /// ON clauses and arguments of table functions. SQLite lets them use every table of their FROM clause; a join in
  /// parentheses is one of its own.
  void conditions_of(const std::vector<FromId>& ids, Level& level) {
    for (const auto id : ids) {
      const auto& item = tree_[id];
      for (const auto argument : tree_.operands(item.operands)) expression(argument, level);
      if (item.kind == FromKind::group) conditions_of(item.items, level_of_group(id, level));
      if (item.on) expression(item.on, level);
    }
  }

  Level& level_of_group(FromId id, Level& level) {
    const auto group =
        std::find_if(level.groups.begin(), level.groups.end(), [&](const Group& g) { return g.from == id; });
    if (!is_sqlite() || group == level.groups.end()) return level;
    auto& inner = levels_.emplace_back();
    inner.select = level.select;
    inner.around = level.around;
    const auto at = [&](std::size_t i) { return level.relations.begin() + static_cast<std::ptrdiff_t>(i); };
    inner.relations.assign(at(group->begin), at(group->end));
    for (const auto& other : level.groups) {
      if (other.from == id || other.begin < group->begin || other.end > group->end) continue;
      inner.groups.push_back({other.from, other.name, other.begin - group->begin, other.end - group->begin});
    }
    return inner;
  }

  // Expressions.

  [[nodiscard]] ValueType type(ExpressionId id) const { return out_.types[id.value]; }

  void expression(ExpressionId id, Level& level) {
    const Nested nested(*this);
    const auto& node = tree_[id];
    out_.selects[id.value] = level.select;
    if (node.kind == ExpressionKind::column) return column(id, level);
    if (node.kind == ExpressionKind::function) function(id, level);
    for (const auto operand : tree_.operands(id)) {
      if (tree_[operand].kind != ExpressionKind::star) expression(operand, level);
    }
    for (const auto& term : tree_.order_terms(node.order_by)) expression(term.expression, level);
    if (node.filter) expression(node.filter, level);
    if (node.window) window(node.window, level);
    if (node.query) query(node.query, {&level, nullptr, level.around.with}, nullptr);
    if (node.from) in_table(node.from, level);
    out_.types[id.value] = type_of(id);
  }

  void window(WindowId id, Level& level) {
    const auto& window = tree_[id];
    for (const auto key : tree_.operands(window.partition_by)) expression(key, level);
    for (const auto& term : tree_.order_terms(window.order_by)) expression(term.expression, level);
    for (const auto offset : {window.from_offset, window.to_offset}) {
      if (offset) expression(offset, level);
    }
  }

  void function(ExpressionId id, Level&) {
    const auto& node = tree_[id];
    const auto name = function_name(tree_, id);
    const auto* known = find_function(name, tree_.dialect);
    const bool callable = known == nullptr || known->kind != FunctionKind::table;
    if (!callable || !catalog_.allows_function(name)) refuse_function(name, node.name_span);
    const auto arguments = tree_.operands(id).size();
    const bool aggregate = known != nullptr && is_aggregate(*known, arguments) && !node.window;
    called({name, node.name_span, id, {}, aggregate}, node.name_span.begin);
  }

  [[noreturn]] void refuse_function(const std::string& name, Span span) const {
    fail(ErrorCode::permission_denied, span,
         "The function {} (byte {}) is not on the list of allowed functions; use another one or allow it in "
         "extra_functions.",
         name, span.begin);
  }

  /// `x IN table` reads as `x IN (SELECT * FROM table)`.
  void in_table(FromId id, Level& level) {
    auto& inner = levels_.emplace_back();
    inner.select = level.select;
    inner.around = {&level, nullptr, level.around.with};
    inner.relations.push_back(relation(id, inner));
    const auto& item = tree_[id];
    for (const auto argument : tree_.operands(item.operands)) expression(argument, inner);
    const auto& relation = inner.relations.front();
    if (relation.table != nullptr && !in_view() && catalog_.hides_columns(*relation.table)) {
      fail(ErrorCode::permission_denied, item.span,
           "{} has columns that are out of scope (byte {}); select the column in a subquery.", tree_.text(item.span),
           item.span.begin);
    }
    const auto& columns = relation.columns->columns;
    const auto shown = std::count_if(columns.begin(), columns.end(), [](const auto& column) { return !column.hidden; });
    if (shown != 1 && !relation.opaque) {
      fail(ErrorCode::invalid_argument, item.span, "{} behind IN has {} columns, not one (byte {}).",
           tree_.text(item.span), shown, item.span.begin);
    }
    for (const auto& column : columns) {
      if (!column.hidden && relation.table != nullptr)
        read(relation.table, column.column, column.name, {}, item.span.begin);
    }
  }

  // Names.

  void column(ExpressionId id, Level& start) {
    const auto names = tree_.names(id);
    const FreeName free{names.size() > 1 ? model::lower(names[names.size() - 2].text) : std::string(),
                        model::lower(names.back().text)};
    for (auto* level = &start; level != nullptr; level = level->around.outer) {
      if (column_in(id, free, *level)) return;
      cross(*level, free);
    }
    if (names.size() == 1 && is_sqlite() && no_name(id, names.front(), start)) return;
    if (in_view()) return bind(id, {NameKind::column, start.select, {}, nullptr, nullptr, 0, {}, ValueType::unknown});
    no_such_column(tree_[id].span);
  }

  /// SQLite: `"x"` that is no name is a string, TRUE and FALSE are numbers.
  bool no_name(ExpressionId id, const Name& name, const Level& level) {
    if (name.quote == NameQuote::double_quote) {
      bind(id, {NameKind::text, level.select, {}, nullptr, nullptr, 0, {}, ValueType::text});
      return true;
    }
    const auto lower = model::lower(name.text);
    if (name.quote != NameQuote::none || (lower != "true" && lower != "false")) return false;
    bind(id, {NameKind::boolean, level.select, {}, nullptr, nullptr, 0, {}, ValueType::boolean});
    return true;
  }

  void bind(ExpressionId id, const Binding& binding) {
    out_.binding_of[id.value] = static_cast<std::uint32_t>(out_.bindings.size());
    out_.bindings.push_back(binding);
    out_.types[id.value] = binding.type;
  }

  bool column_in(ExpressionId id, const FreeName& name, Level& level) {
    const auto names = tree_.names(id);
    if (const auto match = find_column(level, names, tree_[id].span)) {
      bind_column(id, level, *match);
      return true;
    }
    if (is_sqlite() && is_rowid_name(name.name) && rowid_in(id, level)) return true;
    if (names.size() == 1 && level.aliases_visible) {
      if (const auto position = find_alias(level, name.name)) {
        bind_alias(id, level, *position);
        return true;
      }
    }
    const auto* opaque = find_opaque(level, name);
    if (opaque == nullptr) return false;
    bind(id, {NameKind::column, level.select, opaque->from, nullptr, nullptr, 0, {}, ValueType::unknown});
    return true;
  }

  [[nodiscard]] const Relation* find_opaque(const Level& level, const FreeName& name) const {
    const auto found = std::find_if(level.relations.begin(), level.relations.end(), [&](const Relation& relation) {
      return relation.opaque && (name.qualifier.empty() || model::equal_ignoring_case(relation.name, name.qualifier));
    });
    return found == level.relations.end() ? nullptr : &*found;
  }

  [[nodiscard]] bool qualifies(std::span<const Name> names, const Relation& relation) const {
    if (names.size() == 1) return true;
    if (!model::equal_ignoring_case(relation.name, names[names.size() - 2].text)) return false;
    return names.size() == 2 || (relation.table != nullptr && catalog_.in_schema(*relation.table, names.front().text));
  }

  /// The columns of the level that a name fits: none, the one that it means, or two where it is ambiguous.
  [[nodiscard]] std::pair<std::optional<Match>, std::optional<Match>> fitting_columns(
      const Level& level, std::span<const Name> names) const {
    catalog_.spend(level.relations.size() + 1);
    const auto lower = model::lower(names.back().text);
    std::optional<Match> found;
    for (const auto& relation : level.relations) {
      if (!qualifies(names, relation)) continue;
      const auto* position = relation.columns->find(lower);
      if (position == nullptr) continue;
      if (found && !relation.joined_by.contains(lower)) return {found, Match{&relation, *position}};
      // USING: the left column of both, the right one of a RIGHT JOIN. A FULL JOIN takes either; both are read anyway.
      if (!found || relation.join == JoinKind::right) found = Match{&relation, *position};
    }
    if (!found && names.size() == 2) found = column_of_group(level, names.front().text, lower);
    return {found, std::nullopt};
  }

  [[nodiscard]] static std::optional<Match> column_of_group(const Level& level, std::string_view name,
                                                            const std::string& lower_column) {
    for (const auto& group : level.groups) {
      if (!model::equal_ignoring_case(group.name, name)) continue;
      for (std::size_t i = group.begin; i < group.end; ++i) {
        const auto* position = level.relations[i].columns->find(lower_column);
        if (position != nullptr) return Match{&level.relations[i], *position};
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Match> find_column(const Level& level, std::span<const Name> names, Span span) const {
    const auto [found, other] = fitting_columns(level, names);
    if (other) ambiguous(*found, *other, span);
    return found;
  }

  [[noreturn]] void ambiguous(const Match& a, const Match& b, Span span) const {
    for (const auto& match : {a, b}) {
      if (!shows(match)) no_such_column(span);
    }
    fail(ErrorCode::invalid_argument, span, "The name {} is ambiguous (byte {}): both {} and {} have it; qualify it.",
         tree_.text(span), span.begin, shown_name(*a.relation), shown_name(*b.relation));
  }

  [[nodiscard]] static std::string_view shown_name(const Relation& relation) {
    return relation.name.empty() ? std::string_view("a subquery") : std::string_view(relation.name);
  }

  [[nodiscard]] bool shows(const Match& match) const {
    const auto* table = match.relation->table;
    const auto* column = match.relation->columns->columns[match.position].column;
    return in_view() || table == nullptr || column == nullptr || catalog_.allows(*table, *column);
  }

  void bind_column(ExpressionId id, const Level& level, const Match& match) {
    const auto& relation = *match.relation;
    const auto& column = relation.columns->columns[match.position];
    const auto span = tree_[id].span;
    if (!shows(match)) no_such_column(span);
    if (relation.table != nullptr) read(relation.table, column.column, column.name, span, span.begin);
    names_.emplace(id.value, column.name);
    bind(id, {NameKind::column, level.select, relation.from, column.table, column.column, match.position,
              column.expression, column.type});
  }

  /// SQLite's row number, of the one table of the level. That of a view, a subquery or a join in parentheses depends on
  /// SQLite's version.
  bool rowid_in(ExpressionId id, Level& level) {
    const auto names = tree_.names(id);
    const auto span = tree_[id].span;
    const Relation* found = nullptr;
    for (const auto& relation : level.relations) {
      if (!qualifies(names, relation)) continue;
      if (found != nullptr) unclear_rowid(span);
      found = &relation;
    }
    if (found == nullptr) return false;
    // A table WITHOUT ROWID has none, and the name goes on to the levels around: they must be clear and allowed too.
    check_rowid(level, names, span);
    for (auto* outer = level.around.outer; outer != nullptr; outer = outer->around.outer)
      check_rowid(*outer, names, span);
    const auto* column = Catalog::rowid_column(*found->table);
    read(found->table, column, column != nullptr ? column->name : "rowid", span, span.begin);
    bind(id, {NameKind::rowid, level.select, found->from, found->table, column, 0, {}, ValueType::integer});
    return true;
  }

  void check_rowid(const Level& level, std::span<const Name> names, Span span) const {
    for (const auto& relation : level.relations) {
      if (!qualifies(names, relation)) continue;
      if (!numbers_rows(relation)) unclear_rowid(span);
      const auto* position = relation.columns->find(model::lower(names.back().text));
      const bool allowed =
          in_view() || (position != nullptr ? shows({&relation, *position}) : catalog_.allows_rowid(*relation.table));
      if (!allowed) no_such_column(span);
    }
  }

  [[nodiscard]] static bool numbers_rows(const Relation& relation) {
    return relation.table != nullptr && relation.table->kind != TableKind::view && !relation.in_group;
  }

  [[noreturn]] void unclear_rowid(Span span) const {
    fail(ErrorCode::invalid_argument, span, "It is not clear whose row number {} is (byte {}); name a column.",
         tree_.text(span), span.begin);
  }

  [[nodiscard]] std::optional<std::size_t> find_alias(const Level& level, const std::string& lower_name) const {
    if (level.items == nullptr) return std::nullopt;
    auto& aliases = aliases_[level.select.value];
    if (!aliases) {
      aliases.emplace();
      for (std::size_t i = 0; i < level.items->size(); ++i) {
        const auto& item = (*level.items)[i];
        if (item.alias) aliases->emplace(model::lower(item.alias->text), i);
      }
    }
    const auto found = aliases->find(lower_name);
    return found == aliases->end() ? std::nullopt : std::optional(found->second);
  }

  void bind_alias(ExpressionId id, const Level& level, std::size_t item) {
    const auto expression = (*level.items)[item].expression;
    out_.selects[id.value] = level.select;
    Binding binding{NameKind::alias, level.select,    {}, nullptr, nullptr, static_cast<std::uint32_t>(item),
                    expression,      type(expression)};
    if (const auto* target = out_.binding(expression)) {
      binding.table = target->table;
      binding.column = target->column;
    }
    bind(id, binding);
  }

  // Types.

  [[nodiscard]] ValueType type_of(ExpressionId id) const {
    const auto& node = tree_[id];
    switch (node.kind) {
      case ExpressionKind::literal:
        return literal_type(id);
      case ExpressionKind::unary:
        return node.op == Operator::bit_not ? ValueType::integer : type(tree_.operand(id, 0));
      case ExpressionKind::collate:
        return type(tree_.operand(id, 0));
      case ExpressionKind::arithmetic:
        return arithmetic_type(id);
      case ExpressionKind::case_when:
        return case_type(id);
      case ExpressionKind::cast:
        return node.name_span.empty() ? ValueType::unknown : value_type_of(tree_.text(node.name_span));
      case ExpressionKind::function:
        return function_type(id);
      case ExpressionKind::subquery: {
        const auto& output = output_of(node.query);
        return output.size() == 1 ? output.front().type : ValueType::unknown;
      }
      case ExpressionKind::parameter:
      case ExpressionKind::column:
      case ExpressionKind::star:
      case ExpressionKind::row:
        return ValueType::unknown;
      default:
        return ValueType::boolean;
    }
  }

  [[nodiscard]] ValueType literal_type(ExpressionId id) const {
    const auto value = literal_value(tree_, id);
    if (!value) return ValueType::unknown;
    static constexpr std::array types{ValueType::unknown, ValueType::boolean, ValueType::integer,
                                      ValueType::real,    ValueType::text,    ValueType::blob};
    return types[value->index()];
  }

  [[nodiscard]] ValueType arithmetic_type(ExpressionId id) const {
    const auto op = tree_.operators(id).back();
    if (op == Operator::concat) return ValueType::text;
    if (op == Operator::json_get) return ValueType::json;
    if (op == Operator::json_get_text) return ValueType::unknown;
    if (op == Operator::bit_and || op == Operator::bit_or || op == Operator::shift_left ||
        op == Operator::shift_right) {
      return ValueType::integer;
    }
    return common_type(tree_.operands(id), true);
  }

  [[nodiscard]] ValueType case_type(ExpressionId id) const {
    const auto& node = tree_[id];
    const auto operands = tree_.operands(id);
    std::vector<ExpressionId> results;
    for (std::size_t i = node.has_subject ? 2 : 1; i < operands.size(); i += 2) results.push_back(operands[i]);
    if (node.has_else && (results.empty() || results.back() != operands.back())) results.push_back(operands.back());
    return common_type(results, false);
  }

  [[nodiscard]] ValueType function_type(ExpressionId id) const {
    const auto name = function_name(tree_, id);
    const auto* function = find_function(name, tree_.dialect);
    auto operands = tree_.operands(id);
    if (function == nullptr) return ValueType::unknown;
    if (function->result == FunctionResult::fixed) return function->type;
    if (operands.empty()) return ValueType::unknown;
    if (function->result == FunctionResult::argument) return type(operands.front());
    return common_type(name == "iif" || name == "if" ? operands.subspan(1) : operands, false);
  }

  /// The type that all share, NULL left out; integers and reals together are reals.
  [[nodiscard]] ValueType common_type(std::span<const ExpressionId> ids, bool numbers_only) const {
    std::optional<ValueType> common;
    for (const auto id : ids) {
      const auto value = tree_[id].kind == ExpressionKind::literal ? literal_value(tree_, id) : std::nullopt;
      if (value && std::holds_alternative<Null>(*value)) continue;
      const auto next = type(id);
      if (numbers_only && !is_number(next)) return ValueType::unknown;
      if (!common || *common == next) {
        common = next;
      } else if (is_number(*common) && is_number(next)) {
        common = *common == ValueType::decimal || next == ValueType::decimal ? ValueType::decimal : ValueType::real;
      } else {
        return ValueType::unknown;
      }
    }
    return common.value_or(ValueType::unknown);
  }

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

}  // namespace

Resolution resolve_tree(Catalog& catalog, const Tree& tree, Boundary* boundary) {
  return Resolver(catalog, tree, boundary).run();
}

}  // namespace querydata::inline v0::sql
