#include "context/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sql/functions.hpp"
#include "sql/parser.hpp"
#include "sql/resolve.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::Expression;
using sql::ExpressionKind;
using sql::FromItem;
using sql::FromKind;
using sql::Name;
using sql::NameQuote;
using sql::Tree;

std::vector<std::string> functions_of(const Tree& tree) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    if (tree.expressions[i].kind == ExpressionKind::function) names.push_back(sql::function_name(tree, {i}));
  }
  return names;
}

sql::ResolveOptions resolve_options(const Tree& tree, const CheckOptions& options) {
  sql::ResolveOptions resolving;
  resolving.extra_functions = options.extra_functions;
  // A query that two dialects read may call functions of the other one.
  if (!options.dialect) std::ranges::copy(functions_of(tree), std::back_inserter(resolving.extra_functions));
  return resolving;
}

std::optional<Error> resolve(const Tree& tree, const CheckOptions& options) {
  auto resolution = sql::resolve(tree, *options.schema, resolve_options(tree, options));
  if (resolution) return {};
  return std::move(resolution).error();
}

/// A bare word may be a boolean, and one in double quotes a string.
bool is_surely_column(const Tree& tree, const Expression& expression) {
  const auto names = tree.names(expression.names);
  if (names.size() != 1 || names[0].quote == NameQuote::double_quote || names[0].quote == NameQuote::single_quote) {
    return false;
  }
  const std::string word = text::fold(names[0].text);
  return word != "true" && word != "false";
}

/// What stands before the last name of a column, as written.
std::string qualifier_of(const Tree& tree, const Expression& expression) {
  const auto names = tree.names(expression.names);
  return std::string(tree.text({names.front().span.begin, names[names.size() - 2].span.end}));
}

}  // namespace

std::optional<Error> check_query_names(const Tree& tree, const CheckOptions& options) {
  return resolve(tree, options);
}

ConditionTables tables_of_condition(const Tree& tree) {
  ConditionTables tables;
  sql::walk(tree, sql::expression_of(tree), [&](sql::ExpressionId id) {
    const Expression& expression = tree[id];
    if (expression.kind != ExpressionKind::column) return true;
    if (tree.names(id).size() >= 2) {
      tables.qualifiers.insert(qualifier_of(tree, expression));
    } else if (is_surely_column(tree, expression)) {
      tables.unqualified.push_back(expression.span);
    }
    return true;
  });
  return tables;
}

std::optional<Error> check_condition_names(const Tree& tree, const CheckOptions& options) {
  const ConditionTables tables = tables_of_condition(tree);
  if (tables.qualifiers.empty() || !tables.unqualified.empty()) return {};
  std::string query = "SELECT 1 FROM ";
  for (const std::string& table : tables.qualifiers) {
    if (table != *tables.qualifiers.begin()) query += ", ";
    query += table;
  }
  query += " WHERE (";
  const std::size_t before = query.size();
  query += tree.sql + "\n)";  // a comment may end the condition
  auto whole = sql::parse_query(query, tree.dialect);
  if (!whole) return std::move(whole).error();
  auto wrong = resolve(*whole, options);
  if (!wrong) return {};
  if (const std::size_t offset = wrong->where.byte_offset.value_or(0); offset >= before) {
    wrong->where.byte_offset = offset - before;
  } else {
    wrong->where.byte_offset.reset();
  }
  return wrong;
}

std::optional<Error> check_functions(const Tree& tree, const CheckOptions& options) {
  for (const std::string& name : functions_of(tree)) {
    if (sql::find_function(name, tree.dialect) != nullptr) continue;
    if (std::ranges::find(options.extra_functions, name) != options.extra_functions.end()) continue;
    return Error{ErrorCode::permission_denied,
                 fmt::format("The function {} is not on the list of those that {} queries may call. Do without it; one "
                             "that the host adds itself is named in CheckOptions::extra_functions.",
                             name, to_string(tree.dialect)),
                 {}};
  }
  return {};
}

void KnownNames::add(const Tree& tree) {
  for (const FromItem& item : tree.from_items) {
    if (item.kind == FromKind::table) tables.insert(text::fold(tree.names(item.names).back().text));
    if (item.alias) aliases.insert(text::fold(item.alias->text));
  }
}

bool KnownNames::is_only_alias(const std::string& qualifier) const {
  const std::string name = text::fold(qualifier);
  return aliases.contains(name) && !tables.contains(name);
}

}  // namespace querydata::inline v0::context
