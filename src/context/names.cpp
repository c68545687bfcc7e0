#include "context/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "sql/functions.hpp"
#include "sql/lexer.hpp"
#include "sql/nearest.hpp"
#include "sql/parser.hpp"
#include "sql/predicate.hpp"
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

constexpr std::array sql_dialects = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql,
                                     Dialect::bigtable};

struct CalledFunction {
  std::string name;
  Span span;
};

std::vector<CalledFunction> functions_of(const Tree& tree) {
  std::vector<CalledFunction> calls;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    if (tree.expressions[i].kind != ExpressionKind::function) continue;
    calls.push_back({sql::function_name(tree, {i}), tree.expressions[i].name_span});
  }
  return calls;
}

bool is_known_somewhere(std::string_view name) {
  return std::ranges::any_of(sql_dialects,
                             [&](Dialect dialect) { return sql::find_function(name, dialect) != nullptr; });
}

/// Where the dialect was guessed, a function of another one is no fault.
std::optional<QueryFault> unknown_everywhere(const Tree& tree, const CheckOptions& options) {
  for (const CalledFunction& call : functions_of(tree)) {
    if (is_known_somewhere(call.name)) continue;
    if (std::ranges::find(options.extra_functions, call.name) != options.extra_functions.end()) continue;
    return QueryFault{rules::not_read_only,
                      fmt::format("The function {} is on no list of those that queries may call. Do without it; one "
                                  "that the host adds itself is named in CheckOptions::extra_functions.",
                                  call.name),
                      call.span.begin};
  }
  return {};
}

/// Whether the dialect's list has all functions of a tree, so that none needs a closer look.
bool functions_are_listed(const Tree& tree, const CheckOptions& options) {
  return options.dialect && std::ranges::all_of(functions_of(tree), [&](const CalledFunction& call) {
           return sql::find_function(call.name, tree.dialect) != nullptr;
         });
}

bool begins_at(const Tree& tree, const FromItem& item, std::size_t offset) {
  return item.kind == FromKind::table && !tree.names(item.names).empty() &&
         tree.names(item.names).front().span.begin == offset;
}

bool is_column_at(const Expression& expression, std::size_t offset) {
  return expression.kind == ExpressionKind::column && expression.span.begin == offset;
}

/// Which rule a refusal of the resolver breaks, told by what stands where it points to.
Rule rule_of(const Tree& tree, const Error& error) {
  const std::size_t offset = error.where.byte_offset.value_or(std::string::npos);
  switch (error.code) {
    case ErrorCode::permission_denied:
      return rules::not_read_only;
    case ErrorCode::not_found: {
      const bool table =
          std::ranges::any_of(tree.from_items, [&](const FromItem& item) { return begins_at(tree, item, offset); });
      return table ? rules::unknown_table : rules::unknown_column;
    }
    case ErrorCode::invalid_argument: {
      const bool column = std::ranges::any_of(
          tree.expressions, [&](const Expression& expression) { return is_column_at(expression, offset); });
      return column ? rules::ambiguous_column : rules::syntax_error;
    }
    default:
      return rules::syntax_error;
  }
}

QueryFault fault_of(const Tree& tree, Error error) {
  const Rule rule = rule_of(tree, error);
  return {rule, std::move(error.message), error.where.byte_offset};
}

bool is_limited(const Scope& scope) {
  return scope.tables || scope.columns;
}

const Schema& no_schema() {
  static const Schema none;
  return none;
}

std::optional<Error> refusal(const Tree& tree, const CheckOptions& options, const sql::ResolveOptions& resolving) {
  const Schema& schema = options.schema == nullptr ? no_schema() : *options.schema;
  auto resolution = sql::resolve(tree, schema, resolving);
  if (resolution) return {};
  return std::move(resolution).error();
}

/// What is there but out of scope, told as what it is: the author of the set may know.
std::optional<QueryFault> out_of_scope(const Tree& tree, const CheckOptions& options, sql::ResolveOptions resolving) {
  if (!is_limited(options.scope)) return {};
  resolving.scope.tables = options.scope.tables;
  if (options.schema != nullptr) resolving.scope.columns = options.scope.columns;
  auto error = refusal(tree, options, resolving);
  if (!error) return {};
  const std::size_t offset = error->where.byte_offset.value_or(0);
  const std::string_view rest = std::string_view(tree.sql).substr(std::min(offset, tree.sql.size()));
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t\r\n,();"));
  return QueryFault{
      rules::restricted_name,
      fmt::format("`{}` is out of the scope that was given, and whoever reads the set would see it. Leave "
                  "it out, or keep it in a set of its own.",
                  name),
      error->where.byte_offset};
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

/// What stands before the last name of a column.
Qualifier qualifier_of(const Tree& tree, const Expression& expression) {
  const auto names = tree.names(expression.names);
  Qualifier qualifier;
  qualifier.span = {names.front().span.begin, names[names.size() - 2].span.end};
  qualifier.written = tree.text(qualifier.span);
  qualifier.names = {expression.names.begin, expression.names.count - 1};
  for (const Name& name : names.first(names.size() - 1)) {
    qualifier.name += qualifier.name.empty() ? name.text : "." + name.text;
  }
  return qualifier;
}

/// Whether a subquery of a condition stands around a place.
bool is_in_subquery(const Tree& tree, Span place) {
  return std::ranges::any_of(tree.queries,
                             [&](const sql::Query& query) { return query.parent && query.span.overlaps(place); });
}

/// Whether a subquery around a column has a table of the name that qualifies it.
bool is_provided(const Tree& tree, const Expression& column) {
  const auto names = tree.names(column.names);
  const std::string& table = names[names.size() - 2].text;
  const auto provides = [&](sql::FromId id) {
    const FromItem& item = tree[id];
    if (item.alias) return model::equal_ignoring_case(item.alias->text, table);
    return item.names.count > 0 && model::equal_ignoring_case(tree.names(id).back().text, table);
  };
  for (std::uint32_t i = 0; i < tree.selects.size(); ++i) {
    const sql::Select& select = tree.selects[i];
    if (!tree[select.query].span.overlaps(column.span)) continue;
    if (std::ranges::any_of(sql::flat_from(tree, {i}), provides)) return true;
  }
  return false;
}

/// Keeps the qualifiers in order and each where it stands first.
void add_qualifier(ConditionTables& tables, Qualifier qualifier) {
  const auto place = std::ranges::lower_bound(tables.qualifiers, qualifier.name, {}, &Qualifier::name);
  if (place == tables.qualifiers.end() || place->name != qualifier.name) {
    tables.qualifiers.insert(place, std::move(qualifier));
  } else if (qualifier.span < place->span) {
    *place = std::move(qualifier);
  }
}

QueryFault no_such_table(const Qualifier& qualifier, const Schema& schema) {
  sql::Nearest nearest(std::string_view(qualifier.name).substr(qualifier.name.rfind('.') + 1));
  for (const Table& table : schema.tables) nearest.offer(table.name);
  const std::string remedy =
      nearest.best().empty() ? "use a table of the schema." : fmt::format("did you mean {}?", nearest.best());
  return {rules::unknown_table,
          fmt::format("There is no table {} (byte {}); {}", qualifier.written, qualifier.span.begin, remedy),
          qualifier.span.begin};
}

/// Whether the parser stopped among the arguments of a function that no dialect knows: these have a grammar of their
/// own, as in NEXTVAL(SEQUENCE s).
bool calls_unknown_at(std::string_view text, Dialect dialect, std::size_t offset) {
  std::vector<std::string> open;  // what stands before each open parenthesis
  std::string word;
  for (const sql::Token& token : sql::tokenize(text, dialect)) {
    if (token.is_trivia()) continue;
    if (token.span.begin >= offset) break;
    const std::string_view piece = token.span.of(text);
    if (piece == "(") open.push_back(word);
    if (piece == ")" && !open.empty()) open.pop_back();
    const bool name = token.kind == sql::TokenKind::word && token.keyword == sql::Keyword::none;
    word = name ? text::fold(piece) : std::string();
  }
  return !open.empty() && !open.back().empty() && !is_known_somewhere(open.back());
}

}  // namespace

QueryFault fault_of_refusal(std::string_view text, Dialect dialect, const Error& refusal) {
  QueryFault fault{rules::syntax_error, refusal.message, refusal.where.byte_offset};
  if (refusal.code == ErrorCode::permission_denied) fault.rule = rules::not_read_only;
  if (refusal.code != ErrorCode::invalid_argument) return fault;
  if (calls_unknown_at(text, dialect, refusal.where.byte_offset.value_or(0))) fault.rule = rules::not_read_only;
  for (const sql::Token& token : sql::tokenize(text, dialect)) {
    if (token.kind != sql::TokenKind::op || token.span.of(text) != ";") continue;
    const auto behind = sql::parse_query(text.substr(token.span.end), dialect);
    if (!behind && behind.error().code == ErrorCode::permission_denied) fault.rule = rules::not_read_only;
  }
  return fault;
}

sql::ResolveOptions resolve_options(const Tree& tree, const CheckOptions& options) {
  sql::ResolveOptions resolving;
  resolving.extra_functions = options.extra_functions;
  resolving.open_schema = options.schema == nullptr;
  if (options.dialect) return resolving;
  // A query that two dialects read may call functions of the other one.
  for (CalledFunction& call : functions_of(tree)) resolving.extra_functions.push_back(std::move(call.name));
  return resolving;
}

std::unique_ptr<sql::StatementResolver> make_resolver(const CheckOptions& options) {
  if (!options.dialect || options.dialect == Dialect::mongodb) return nullptr;
  sql::ResolveOptions resolving;
  resolving.extra_functions = options.extra_functions;
  resolving.open_schema = options.schema == nullptr;
  return std::make_unique<sql::StatementResolver>(options.schema == nullptr ? no_schema() : *options.schema,
                                                  *options.dialect, std::move(resolving));
}

std::optional<QueryFault> check_query_names(const Tree& tree, const CheckOptions& options,
                                            sql::StatementResolver* resolver) {
  if (!options.dialect) {
    if (auto unknown = unknown_everywhere(tree, options)) return unknown;
    if (options.schema == nullptr && !is_limited(options.scope)) return {};
  }
  if (resolver != nullptr && !is_limited(options.scope)) {
    auto resolution = resolver->resolve(tree);
    if (resolution) return {};
    return fault_of(tree, std::move(resolution).error());
  }
  const sql::ResolveOptions resolving = resolve_options(tree, options);
  if (auto error = refusal(tree, options, resolving)) return fault_of(tree, *std::move(error));
  return out_of_scope(tree, options, resolving);
}

ConditionTables tables_of_condition(const Tree& tree) {
  ConditionTables tables;
  for (std::uint32_t i = 0; i < tree.expressions.size(); ++i) {
    const Expression& expression = tree.expressions[i];
    if (expression.kind != ExpressionKind::column) continue;
    const bool inside = is_in_subquery(tree, expression.span);
    if (tree.names(sql::ExpressionId{i}).size() >= 2) {
      if (!inside || !is_provided(tree, expression)) add_qualifier(tables, qualifier_of(tree, expression));
    } else if (is_surely_column(tree, expression)) {
      (inside ? tables.inner_unqualified : tables.unqualified).push_back(expression.span);
    }
  }
  std::ranges::sort(tables.unqualified);
  std::ranges::sort(tables.inner_unqualified);
  return tables;
}

bool may_be_inner(const Tree& tree, Span column, const Schema* schema) {
  const std::string_view name = tree.text(column);
  const auto may_have = [&](sql::FromId id) {
    const FromItem& item = tree[id];
    if (item.kind != FromKind::table || schema == nullptr) return true;
    const Table* table = schema->find_table(tree.names(id).back().text);
    return table == nullptr || table->find_column(name) != nullptr;
  };
  for (std::uint32_t i = 0; i < tree.selects.size(); ++i) {
    if (!tree[tree.selects[i].query].span.overlaps(column)) continue;
    if (std::ranges::any_of(sql::flat_from(tree, {i}), may_have)) return true;
  }
  return false;
}

sql::Tree query_on_tables(const Tree& condition, const ConditionTables& tables) {
  Tree query = condition;
  sql::Select& select = query.selects[query.first_select(query.root).value];
  select.where = std::exchange(select.items, {}).front().expression;
  for (const Qualifier& qualifier : tables.qualifiers) {
    const std::size_t begin = query.sql.append("\n").size();
    query.sql.append(qualifier.written);
    FromItem item;
    item.join = select.from.empty() ? sql::JoinKind::first : sql::JoinKind::comma;
    item.span = item.join_span = {begin, query.sql.size()};
    item.names = {static_cast<std::uint32_t>(query.name_list.size()), qualifier.names.count};
    for (const Name& name : condition.names(qualifier.names)) {
      const Span moved{name.span.begin - qualifier.span.begin + begin, name.span.end - qualifier.span.begin + begin};
      query.name_list.push_back({moved, name.text, name.quote});
    }
    select.from.push_back({static_cast<std::uint32_t>(query.from_items.size())});
    query.from_items.push_back(std::move(item));
  }
  return query;
}

std::string query_around(std::string_view condition, const ConditionTables& tables) {
  std::string query = "SELECT 1";
  for (const Qualifier& qualifier : tables.qualifiers) {
    query += (&qualifier == tables.qualifiers.data() ? " FROM " : ", ") + qualifier.written;
  }
  return query.append(" WHERE (").append(condition) + "\n)";  // a comment may end the condition
}

std::optional<QueryFault> check_condition_names(const Tree& tree, const ConditionTables& tables,
                                                const CheckOptions& options, sql::StatementResolver* resolver) {
  if (!tables.unqualified.empty()) return {};
  const bool plain = tree.queries.size() == 1 && options.schema == nullptr && !is_limited(options.scope);
  if (plain && functions_are_listed(tree, options)) return {};  // nothing else could be wrong
  for (const Qualifier& qualifier : tables.qualifiers) {
    if (options.schema != nullptr && options.schema->find_table(qualifier.name) == nullptr) {
      return no_such_table(qualifier, *options.schema);
    }
  }
  if (tree.dialect == Dialect::bigtable && tables.qualifiers.size() > 1) {
    return QueryFault{rules::syntax_error, "Bigtable has no joins; name columns of one table.", {}};
  }
  auto fault = check_query_names(query_on_tables(tree, tables), options, resolver);
  // The tables stand nowhere in the condition.
  if (fault && fault->offset && *fault->offset >= tree.sql.size()) fault->offset.reset();
  return fault;
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
