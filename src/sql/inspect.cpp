#include <algorithm>
#include <unordered_set>

#include "querydata/sql.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0 {

namespace {

using sql::ExpressionId;
using sql::Resolution;
using sql::Tree;

/// The names of a table that the schema does not have, as they are written.
std::string written_name(const Tree& tree, sql::FromId id) {
  std::string out;
  for (const auto& name : tree.names(id)) out.append(out.empty() ? "" : ".").append(name.text);
  return out;
}

std::vector<TableUse> table_uses(const Tree& tree, const Resolution& resolution) {
  std::vector<TableUse> out;
  for (const auto& source : resolution.sources) {
    if (source.table == nullptr && !source.opaque) continue;
    TableUse use{{}, source.alias, {}, 0};
    use.table = source.table != nullptr ? source.table->qualified_name() : written_name(tree, source.from);
    if (source.from) {
      const auto names = tree.names(source.from);
      use.span = {names.front().span.begin, names.back().span.end};
      use.level = resolution.levels[source.select.value];
    }
    out.push_back(std::move(use));
  }
  return out;
}

/// Columns of tables that the schema does not have. Behind one of several such tables none is named.
void add_unknown_columns(const Tree& tree, const Resolution& resolution, std::vector<ColumnUse>& out) {
  std::unordered_set<std::uint32_t> unknown_tables;
  for (const auto& source : resolution.sources) {
    if (source.opaque) unknown_tables.insert(source.from.value);
  }
  const auto known = out.size();
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    const auto* binding = resolution.binding(ExpressionId{i});
    if (binding == nullptr || binding->kind != sql::NameKind::column || binding->table != nullptr) continue;
    if (binding->from && !unknown_tables.contains(binding->from.value)) continue;
    out.push_back({binding->from ? written_name(tree, binding->from) : std::string(),
                   tree.names(ExpressionId{i}).back().text, tree.expressions[i].span});
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(known), out.end(),
            [](const ColumnUse& a, const ColumnUse& b) { return a.span < b.span; });
}

std::vector<ColumnUse> column_uses(const Tree& tree, const Resolution& resolution) {
  std::vector<ColumnUse> out;
  for (const auto& read : resolution.columns) {
    if (read.table != nullptr) out.push_back({read.table->qualified_name(), read.name, read.span});
  }
  const bool all_known = std::none_of(resolution.sources.begin(), resolution.sources.end(),
                                      [](const sql::Source& source) { return source.opaque; });
  if (!all_known) add_unknown_columns(tree, resolution, out);
  return out;
}

std::vector<std::string> function_names(const Resolution& resolution) {
  std::vector<std::string> out;
  for (const auto& call : resolution.functions) out.push_back(call.name);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<ResultColumn> result_columns(const Tree& tree, const Resolution& resolution) {
  std::vector<ResultColumn> out;
  for (const auto& column : resolution.output(tree.first_select(tree.root))) {
    ResultColumn result{column.name, {}, {}, column.type};
    if (column.column != nullptr) {
      result.table = column.table->qualified_name();
      result.column = column.column->name;
    }
    out.push_back(std::move(result));
  }
  return out;
}

Result<StatementInfo> inspected(std::string_view text, Dialect dialect, const Schema& schema,
                                const InspectOptions& options, bool open_schema) {
  const auto tree = sql::parse_query(text, dialect, {options.max_bytes, options.max_depth});
  if (!tree) return tree.error();
  const auto resolution =
      sql::resolve(*tree, schema, {options.scope, options.extra_functions, options.allow_catalogs, open_schema});
  if (!resolution) return resolution.error();
  auto parameters = sql::parameter_uses(*tree, *resolution);
  if (!parameters) return parameters.error();

  StatementInfo info;
  info.tables = table_uses(*tree, *resolution);
  info.columns = column_uses(*tree, *resolution);
  info.functions = function_names(*resolution);
  info.parameters = std::move(*parameters);
  info.literals = sql::literal_uses(*tree, *resolution);
  info.result_columns = result_columns(*tree, *resolution);
  info.ordered = !(*tree)[tree->root].order_by.empty();
  return info;
}

}  // namespace

Result<StatementInfo> inspect(std::string_view text, Dialect dialect, const Schema& schema,
                              const InspectOptions& options) {
  return inspected(text, dialect, schema, options, false);
}

Result<StatementInfo> inspect_unresolved(std::string_view text, Dialect dialect, const InspectOptions& options) {
  if (options.scope.columns) {
    return Error{ErrorCode::invalid_argument,
                 "Columns can be limited only where a schema says whose they are; call inspect with the schema.",
                 {}};
  }
  return inspected(text, dialect, Schema{}, options, true);
}

}  // namespace querydata::inline v0
