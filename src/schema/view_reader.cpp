#include "schema/view_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "model/names.hpp"
#include "sql/analysis.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0::schema {
namespace {

/// A view joins what belongs together, but it may do so for one report only.
constexpr double join_confidence = .95;
/// A view's column is that of a key; but a view may hold fewer rows, or the same one twice.
constexpr double column_confidence = .8;

using Names = std::vector<std::string>;

/// A column, and which use of its table in the text it belongs to.
struct Side {
  const Table* table = nullptr;
  std::string column;
  std::uint32_t use = 0;
};

/// By a column's name in lower case, the first table that has it.
using FirstWith = std::unordered_map<std::string, Side>;
/// By the name of a view's column.
using HandedOn = std::map<std::string, ColumnSource>;

bool holds_key(const Table& table, const Names& columns) {
  const auto covered = [&](const Names& key) {
    return !key.empty() && std::ranges::all_of(key, [&](const std::string& name) {
      return std::ranges::find(columns, name) != columns.end();
    });
  };
  return covered(table.primary_key) || std::ranges::any_of(table.uniques, covered);
}

class ViewReader {
 public:
  ViewReader(const Table& view, const sql::Tree& tree, const sql::Resolution& resolution)
      : view_(view), tree_(tree), resolution_(resolution) {}

  /// The columns that each of the view's columns is computed from.
  [[nodiscard]] std::vector<std::vector<ColumnSource>> sources() const {
    std::vector<std::vector<ColumnSource>> sources(view_.columns.size());
    add_sources(tree_.root, sources);
    return sources;
  }

  /// Of each of the view's columns the one that it hands on as it is; nothing for what it computes.
  [[nodiscard]] HandedOn handed_on() const {
    HandedOn columns;
    std::vector<bool> computed(view_.columns.size(), false);
    add_handed_on(tree_.root, columns, computed);
    for (std::size_t place = 0; place < computed.size(); ++place) {
      if (computed[place]) columns.erase(view_.columns[place].name);
    }
    return columns;
  }

  [[nodiscard]] std::vector<Join> joins() {
    for (const sql::Select& select : tree_.selects) {
      add_equalities(select.where);
      add_equalities(select.from);
      add_shared(select);
    }
    std::vector<Join> joins;
    for (const auto& [uses, equal] : equal_) {
      Join join{std::get<0>(uses), {}, std::get<2>(uses), {}, JoinProvenance::view, join_confidence};
      join.source = view_.qualified_name();
      for (const auto& [left, right] : equal.columns) {
        join.columns.push_back(left);
        join.referenced_columns.push_back(right);
      }
      // Towards the key.
      if (holds_key(*equal.left, join.columns) && !holds_key(*equal.right, join.referenced_columns)) {
        std::swap(join.table, join.referenced_table);
        std::swap(join.columns, join.referenced_columns);
      }
      joins.push_back(std::move(join));
    }
    return joins;
  }

 private:
  void add_sources(sql::QueryId query, std::vector<std::vector<ColumnSource>>& sources) const {
    for (const sql::Arm& arm : tree_[query].arms) {
      if (!arm.select) {
        add_sources(arm.query, sources);
        continue;
      }
      const auto& outputs = resolution_.output(arm.select);
      for (std::size_t place = 0; place < std::min(outputs.size(), sources.size()); ++place) {
        const sql::OutputColumn& output = outputs[place];
        const auto add = [&](const Table* table, const Column* column) {
          ColumnSource source{table->qualified_name(), column->name};
          auto& known = sources[place];
          if (std::ranges::find(known, source) == known.end()) known.push_back(std::move(source));
        };
        if (output.table != nullptr && output.column != nullptr) {
          add(output.table, output.column);
        } else if (output.expression) {
          sql::walk(tree_, output.expression, [&](sql::ExpressionId id) {
            const sql::Binding* binding =
                tree_[id].kind == sql::ExpressionKind::column ? resolution_.binding(id) : nullptr;
            if (binding != nullptr && binding->table != nullptr && binding->column != nullptr) {
              add(binding->table, binding->column);
            }
            return true;
          });
        }
      }
    }
  }

  void add_handed_on(sql::QueryId query, HandedOn& columns, std::vector<bool>& computed) const {
    for (const sql::Arm& arm : tree_[query].arms) {
      if (!arm.select) {
        add_handed_on(arm.query, columns, computed);
        continue;
      }
      const auto& outputs = resolution_.output(arm.select);
      for (std::size_t place = 0; place < computed.size(); ++place) {
        const bool bare = place < outputs.size() && outputs[place].table != nullptr && outputs[place].column != nullptr;
        if (!bare) {
          computed[place] = true;
          continue;
        }
        ColumnSource source{outputs[place].table->qualified_name(), outputs[place].column->name};
        const auto [known, fresh] = columns.emplace(view_.columns[place].name, source);
        if (!fresh && known->second != source) computed[place] = true;
      }
    }
  }

  /// Conditions of joins.
  void add_equalities(const std::vector<sql::FromId>& items) {
    for (const sql::FromId item : items) {
      add_equalities(tree_[item].on);
      add_equalities(tree_[item].items);
    }
  }

  /// Those that every row fulfils.
  void add_equalities(sql::ExpressionId condition) {
    if (!condition) return;
    for (const sql::ExpressionId part : sql::conjuncts(tree_, condition)) add_equality(part);
  }

  /// Of a column as it is: what a function or a conversion makes of it is equal to other values than it is.
  [[nodiscard]] std::optional<Side> side_of(sql::ExpressionId id) const {
    const sql::Binding* used = resolution_.binding(id);
    const sql::Binding* at = used;
    while (at != nullptr && at->column == nullptr) {
      const sql::ExpressionId computed = at->expression;
      at = computed && tree_[computed].kind == sql::ExpressionKind::column ? resolution_.binding(computed) : nullptr;
    }
    if (at == nullptr || tree_[id].kind != sql::ExpressionKind::column || at->table == nullptr) return std::nullopt;
    return Side{at->table, at->column->name, used->from.value};
  }

  void add_equality(sql::ExpressionId id) {
    if (tree_[id].kind != sql::ExpressionKind::comparison || tree_[id].op != sql::Operator::equal) return;
    const auto left = side_of(tree_.operand(id, 0));
    const auto right = side_of(tree_.operand(id, 1));
    if (left && right) add(*left, *right);
  }

  /// USING and NATURAL: of each name the table joined and the first before it that has such a column.
  void add_shared(const sql::Select& select) {
    FirstWith before;
    add_shared(select.from, before);
  }

  void add_shared(const std::vector<sql::FromId>& items, FirstWith& before) {
    for (const sql::FromId item : items) {
      const sql::FromItem& from = tree_[item];
      if (!from.items.empty()) {
        add_shared(from.items, before);
        continue;
      }
      const auto source = std::ranges::find_if(resolution_.sources, [&](const sql::Source& each) {
        return !each.in_view && each.from && each.from.value == item.value;
      });
      const Table* table = source == resolution_.sources.end() ? nullptr : source->table;
      if (table == nullptr) continue;
      Names shared;
      for (const sql::Name& name : from.using_columns) shared.push_back(name.text);
      for (const Column& column : table->columns) {
        if (from.natural) shared.push_back(column.name);
      }
      for (const std::string& name : shared) {
        const Column* right = table->find_column(name);
        const auto left = before.find(model::lower(name));
        if (right != nullptr && left != before.end()) add(left->second, {table, right->name, item.value});
      }
      for (const Column& column : table->columns) {
        before.try_emplace(model::lower(column.name), Side{table, column.name, item.value});
      }
    }
  }

  void add(const Side& left, const Side& right) {
    if (left.table == right.table) return;
    const std::string left_name = left.table->qualified_name();
    const std::string right_name = right.table->qualified_name();
    const bool turned = std::tie(right_name, right.use) < std::tie(left_name, left.use);
    const Side& a = turned ? right : left;
    const Side& b = turned ? left : right;
    Equal& equal = equal_[{turned ? right_name : left_name, a.use, turned ? left_name : right_name, b.use}];
    equal.left = a.table;
    equal.right = b.table;
    const std::pair<std::string, std::string> pair{a.column, b.column};
    if (std::ranges::find(equal.columns, pair) == equal.columns.end()) equal.columns.push_back(pair);
  }

  /// The columns by which two uses of tables are joined.
  struct Equal {
    const Table* left = nullptr;
    const Table* right = nullptr;
    std::vector<std::pair<std::string, std::string>> columns;
  };
  using Uses = std::tuple<std::string, std::uint32_t, std::string, std::uint32_t>;

  const Table& view_;
  const sql::Tree& tree_;
  const sql::Resolution& resolution_;
  std::map<Uses, Equal> equal_;
};

constexpr int most_views_over_views = 64;

/// What all views hand on, by their qualified names.
using ViewColumns = std::map<std::string, HandedOn>;

/// Through views that hand a column on, the column of a table; nothing if a view computes it.
std::optional<ColumnSource> origin_of(const ViewColumns& views, ColumnSource source) {
  for (int depth = 0; depth < most_views_over_views; ++depth) {
    const auto view = views.find(source.table);
    if (view == views.end()) return source;
    const auto column = view->second.find(source.column);
    if (column == view->second.end()) return std::nullopt;
    source = column->second;
  }
  return std::nullopt;
}

/// The join of the tables that views hand the columns of `join` on from, if it is another one.
std::optional<Join> join_of_origins(const ViewColumns& views, Join join) {
  const auto lift = [&](std::string& table, Names& columns) {
    std::set<std::string> tables;
    for (std::string& column : columns) {
      const auto origin = origin_of(views, {table, column});
      if (!origin) return false;
      tables.insert(origin->table);
      column = origin->column;
    }
    if (tables.size() != 1) return false;
    table = *tables.begin();
    return true;
  };
  const Join before = join;
  const bool lifted = lift(join.table, join.columns) && lift(join.referenced_table, join.referenced_columns);
  if (!lifted || join == before || join.table == join.referenced_table) return std::nullopt;
  return join;
}

/// A view's column that is one column below is joined as that column is.
void join_like_sources(const Schema& schema, const TableNames& names, const ViewColumns& views, const Table& view,
                       std::vector<Join>& joins) {
  for (const Column& column : view.columns) {
    const auto source = origin_of(views, {view.qualified_name(), column.name});
    const auto number = source ? names.find(source->table) : std::nullopt;
    if (!number || schema.tables[*number].kind == TableKind::view) continue;
    const auto add = [&](const std::string& referenced, const std::string& referenced_column) {
      Join join{view.qualified_name(), {column.name},        referenced,
                {referenced_column},   JoinProvenance::view, column_confidence};
      join.source = view.qualified_name();
      joins.push_back(std::move(join));
    };
    const Table& table = schema.tables[*number];
    if (table.primary_key == Names{source->column}) add(source->table, source->column);
    for (const ForeignKey& key : table.foreign_keys) {
      if (key.columns == Names{source->column}) add(key.referenced_table, key.referenced_columns.front());
    }
  }
}

/// Where a view reads another one, it reads a table: what that is made of is read from its own text.
Schema with_views_as_tables(Schema schema) {
  for (Table& table : schema.tables) {
    if (table.kind != TableKind::view) continue;
    table.kind = TableKind::table;
    table.view_sql.clear();
  }
  return schema;
}

}  // namespace

ViewReading read_views(Schema& schema, const TableNames& names, Dialect dialect) {
  ViewReading reading;
  const auto is_readable = [](const Table& table) { return table.kind == TableKind::view && !table.view_sql.empty(); };
  if (std::ranges::none_of(schema.tables, is_readable)) return reading;
  const Schema flat = with_views_as_tables(schema);
  ViewColumns views;
  for (Table& view : schema.tables) {
    if (!is_readable(view)) continue;
    const auto warn = [&](const Error& error) {
      reading.warnings.push_back("The view " + view.qualified_name() + " can't be understood: " + error.message);
    };
    const auto tree = sql::parse_query(sql::view_query(view.view_sql, dialect), dialect);
    if (!tree) {
      warn(tree.error());
      continue;
    }
    const auto resolution = sql::resolve(*tree, flat);
    if (!resolution) {
      warn(resolution.error());
      continue;
    }
    ViewReader reader(view, *tree, *resolution);
    std::vector<Join> joins = reader.joins();
    std::move(joins.begin(), joins.end(), std::back_inserter(reading.joins));
    views.emplace(view.qualified_name(), reader.handed_on());
    const auto sources = reader.sources();
    for (std::size_t place = 0; place < sources.size(); ++place) {
      if (view.columns[place].sources.empty()) view.columns[place].sources = sources[place];
    }
  }
  const std::vector<Join> as_written = reading.joins;
  for (const Join& join : as_written) {
    if (auto lifted = join_of_origins(views, join)) reading.joins.push_back(*std::move(lifted));
  }
  for (const Table& view : schema.tables) {
    if (view.kind == TableKind::view) join_like_sources(schema, names, views, view, reading.joins);
  }
  return reading;
}

}  // namespace querydata::inline v0::schema
