#include "schema/view_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

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

  [[nodiscard]] std::vector<Join> joins() {
    for (std::uint32_t number = 0; number < tree_.expressions.size(); ++number) add_equality(sql::ExpressionId{number});
    for (std::uint32_t number = 0; number < tree_.selects.size(); ++number) add_shared(tree_.selects[number]);
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

  /// Whether the condition must hold for every row: nothing but AND is around it.
  [[nodiscard]] bool must_hold(sql::ExpressionId id) const {
    for (sql::ExpressionId at = tree_[id].parent; at; at = tree_[at].parent) {
      if (tree_[at].kind != sql::ExpressionKind::conjunction) return false;
    }
    return true;
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
    if (!must_hold(id)) return;
    const auto left = side_of(tree_.operand(id, 0));
    const auto right = side_of(tree_.operand(id, 1));
    if (left && right) add(*left, *right);
  }

  /// USING and NATURAL: of each name the table joined and the first before it that has such a column.
  void add_shared(const sql::Select& select) {
    std::vector<std::pair<std::uint32_t, const Table*>> before;
    add_shared(select.from, before);
  }

  void add_shared(const std::vector<sql::FromId>& items, std::vector<std::pair<std::uint32_t, const Table*>>& before) {
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
      if (from.natural) {
        for (const Column& column : table->columns) shared.push_back(column.name);
      }
      for (const std::string& name : shared) {
        const Column* right = table->find_column(name);
        for (const auto& [use, other] : before) {
          const Column* left = other->find_column(name);
          if (left == nullptr || right == nullptr) continue;
          add({other, left->name, use}, {table, right->name, item.value});
          break;
        }
      }
      before.emplace_back(item.value, table);
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

/// Through views that hand a column on, the column of a table; nothing if a view computes it.
std::optional<ColumnSource> origin_of(const Schema& schema, const TableNames& names, ColumnSource source) {
  for (int depth = 0; depth < most_views_over_views; ++depth) {
    const auto number = names.find(source.table);
    if (!number) return std::nullopt;
    const Table& table = schema.tables[*number];
    if (table.kind != TableKind::view) return source;
    const Column* column = table.find_column(source.column);
    if (column == nullptr || column->sources.size() != 1) return std::nullopt;
    source = column->sources.front();
  }
  return std::nullopt;
}

/// The join of the tables that views hand the columns of `join` on from, if it is another one.
std::optional<Join> join_of_origins(const Schema& schema, const TableNames& names, Join join) {
  const auto lift = [&](std::string& table, Names& columns) {
    std::set<std::string> tables;
    for (std::string& column : columns) {
      const auto origin = origin_of(schema, names, {table, column});
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
void join_like_sources(const Schema& schema, const TableNames& names, const Table& view, std::vector<Join>& joins) {
  for (const Column& column : view.columns) {
    if (column.sources.size() != 1) continue;
    const auto origin = origin_of(schema, names, {view.qualified_name(), column.name});
    if (!origin) continue;
    const ColumnSource& source = *origin;
    const auto number = names.find(source.table);
    const auto add = [&](const std::string& referenced, const std::string& referenced_column) {
      Join join{view.qualified_name(), {column.name},        referenced,
                {referenced_column},   JoinProvenance::view, column_confidence};
      join.source = view.qualified_name();
      joins.push_back(std::move(join));
    };
    const Table& table = schema.tables[*number];
    if (table.primary_key == Names{source.column}) add(source.table, source.column);
    for (const ForeignKey& key : table.foreign_keys) {
      if (key.columns == Names{source.column} && names.find(key.referenced_table)) {
        add(key.referenced_table, key.referenced_columns.front());
      }
    }
  }
}

}  // namespace

ViewReading read_views(Schema& schema, const TableNames& names, Dialect dialect) {
  ViewReading reading;
  for (Table& view : schema.tables) {
    if (view.kind != TableKind::view || view.view_sql.empty()) continue;
    const auto warn = [&](const Error& error) {
      reading.warnings.push_back("The view " + view.qualified_name() + " can't be understood: " + error.message);
    };
    const auto tree = sql::parse_query(sql::view_query(view.view_sql, dialect), dialect);
    if (!tree) {
      warn(tree.error());
      continue;
    }
    const auto resolution = sql::resolve(*tree, schema);
    if (!resolution) {
      warn(resolution.error());
      continue;
    }
    ViewReader reader(view, *tree, *resolution);
    std::vector<Join> joins = reader.joins();
    std::move(joins.begin(), joins.end(), std::back_inserter(reading.joins));
    // The last look at the resolution, which points into what changes now.
    const auto sources = reader.sources();
    for (std::size_t place = 0; place < sources.size(); ++place) {
      if (view.columns[place].sources.empty()) view.columns[place].sources = sources[place];
    }
  }
  const std::vector<Join> as_written = reading.joins;
  for (const Join& join : as_written) {
    if (auto lifted = join_of_origins(schema, names, join)) reading.joins.push_back(*std::move(lifted));
  }
  for (const Table& view : schema.tables) {
    if (view.kind == TableKind::view) join_like_sources(schema, names, view, reading.joins);
  }
  return reading;
}

}  // namespace querydata::inline v0::schema
