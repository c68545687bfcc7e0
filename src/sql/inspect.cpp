#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "querydata/sql.hpp"
#include "sql/analysis.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"
#include "sql/placeholders.hpp"
#include "sql/resolve.hpp"

namespace querydata::inline v0 {

namespace {

using sql::ExpressionId;
using sql::Resolution;
using sql::Tree;

std::vector<TableUse> table_uses(const Tree& tree, const Resolution& resolution) {
  std::vector<TableUse> out;
  for (const auto& source : resolution.sources) {
    if (source.table == nullptr) continue;
    TableUse use{source.table->qualified_name(), source.alias, {}, 0};
    if (source.from) {
      const auto names = tree.names(source.from);
      use.span = {names.front().span.begin, names.back().span.end};
      use.level = resolution.levels[source.select.value];
    }
    out.push_back(std::move(use));
  }
  return out;
}

std::vector<ColumnUse> column_uses(const Resolution& resolution) {
  std::vector<ColumnUse> out;
  for (const auto& read : resolution.columns) {
    if (read.table != nullptr) out.push_back({read.table->qualified_name(), read.name, read.span});
  }
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

/// The expressions that bound the number of rows, by id.
std::unordered_map<std::uint32_t, std::string_view> row_bounds(const Tree& tree) {
  std::unordered_map<std::uint32_t, std::string_view> out;
  for (const auto& query : tree.queries) {
    if (query.limit) out.emplace(query.limit.value, "LIMIT");
    if (query.offset) out.emplace(query.offset.value, "OFFSET");
  }
  return out;
}

void describe(ParameterUse& use, const Tree& tree, const Resolution& resolution, ExpressionId id) {
  if (const auto parent = tree[id].parent; parent && tree[parent].kind == sql::ExpressionKind::cast) {
    use.type = resolution.types[parent.value];
  }
  auto compared = sql::compared_with(tree, id);
  if (!compared.test) return;
  use.op = std::move(compared.op);
  const auto column = sql::column_of(tree, resolution, compared.other);
  if (column) {
    use.table = column.table->qualified_name();
    use.column = column.column->name;
  }
  if (use.type == ValueType::unknown) use.type = column ? column.column->type : resolution.types[compared.other.value];
}

Result<std::vector<ParameterUse>> parameter_uses(const Tree& tree, const Resolution& resolution) {
  const auto numbered = sql::number_placeholders(tree.sql, sql::tokenize(tree.sql, tree.dialect));
  if (!numbered) return numbered.error();
  // SQLite's SQLITE_MAX_VARIABLE_NUMBER; the other engines allow no more than twice that.
  constexpr std::size_t most_parameters = 32766;
  const auto bounds = row_bounds(tree);
  std::vector<ParameterUse> out;
  for (std::size_t i = 0; i < tree.parameters.size(); ++i) {
    const auto id = tree.parameters[i];
    if (const auto digits = tree.text(id).substr(1);
        !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos) {
      std::size_t number = 0;
      const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      if (parsed.ec != std::errc() || number == 0 || number > most_parameters) {
        ErrorWhere where;
        where.byte_offset = tree[id].span.begin;
        return Error{ErrorCode::invalid_argument,
                     fmt::format("The placeholder {} is not numbered from 1 to {}; renumber it.", tree.text(id),
                                 most_parameters),
                     where};
      }
    }
    ParameterUse use{std::string(tree.text(id)), numbered->uses[i].parameter + 1, tree[id].span, {}, {}, {},
                     ValueType::unknown};
    if (const auto bound = bounds.find(id.value); bound != bounds.end()) {
      use.op = bound->second;
      use.type = ValueType::integer;
    } else {
      describe(use, tree, resolution, id);
    }
    out.push_back(std::move(use));
  }
  return out;
}

}  // namespace

Result<StatementInfo> inspect(std::string_view text, Dialect dialect, const Schema& schema,
                              const InspectOptions& options) {
  const auto tree = sql::parse_query(text, dialect, {options.max_bytes, options.max_depth});
  if (!tree) return tree.error();
  const auto resolution = sql::resolve(*tree, schema, {options.scope, options.extra_functions});
  if (!resolution) return resolution.error();
  auto parameters = parameter_uses(*tree, *resolution);
  if (!parameters) return parameters.error();

  StatementInfo info;
  info.read_only = true;
  info.tables = table_uses(*tree, *resolution);
  info.columns = column_uses(*resolution);
  info.functions = function_names(*resolution);
  info.parameters = std::move(*parameters);
  info.result_columns = result_columns(*tree, *resolution);
  info.ordered = !(*tree)[tree->root].order_by.empty();
  return info;
}

}  // namespace querydata::inline v0
