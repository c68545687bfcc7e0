#include "values/secured_views.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/names.hpp"
#include "sql/functions.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::values {
namespace {

/// What tells sessions apart without a parameter of the view's own.
constexpr auto session_words = std::to_array<std::string_view>(
    {"current_role", "current_setting", "current_user", "session_user", "system_user", "user"});

/// Whether it is a function of the dialect's own, which gives everybody the same.
bool is_built_in(const sql::Tree& tree, std::span<const sql::Name> names) {
  const bool postgresql = tree.dialect == Dialect::postgresql;
  // In PostgreSQL "LOWER" in quotes is another function than lower.
  const auto text = [&](const sql::Name& name) { return postgresql ? name.text : model::lower(name.text); };
  if (names.size() > 2) return false;
  if (names.size() == 2) {
    const std::string qualifier = text(names.front());
    if (qualifier != (postgresql ? "pg_catalog" : "safe")) return false;
  }
  const std::string name = text(names.back());
  return name == "unnest" || sql::find_function(name, tree.dialect) != nullptr;
}

/// Whether the text can be read and calls no function but built-in ones: what others do nobody knows.
bool calls_only_built_in(std::string_view view_sql, Dialect dialect) {
  const auto tree = sql::parse_query(sql::view_query(view_sql, dialect), dialect);
  if (!tree) return false;
  const auto fits = [&](const auto& node, auto function) {
    return node.kind != function || is_built_in(*tree, tree->names(node.names));
  };
  return std::all_of(tree->expressions.begin(), tree->expressions.end(),
                     [&](const sql::Expression& node) { return fits(node, sql::ExpressionKind::function); }) &&
         std::all_of(tree->from_items.begin(), tree->from_items.end(),
                     [&](const sql::FromItem& node) { return fits(node, sql::FromKind::function); });
}

/// What the text of a view says of it.
struct ViewText {
  bool secured = false;
  std::set<std::string> names;  ///< all names in it, in lower case: those of the tables that it reads, and others
};

ViewText read(const Table& view, Dialect dialect) {
  ViewText out;
  // Of a view whose text is unknown or can't be read nothing says that it shows everybody the same.
  out.secured = !calls_only_built_in(view.view_sql, dialect);
  for (const sql::Token& token : sql::tokenize(view.view_sql, dialect)) {
    out.secured = out.secured || token.kind == sql::TokenKind::parameter;
    if (token.kind != sql::TokenKind::word && token.kind != sql::TokenKind::quoted_name) continue;
    std::string name = model::lower(sql::decode_name(token.span.of(view.view_sql), dialect));
    const bool word = token.kind == sql::TokenKind::word;
    out.secured =
        out.secured || (word && std::find(session_words.begin(), session_words.end(), name) != session_words.end());
    out.names.insert(std::move(name));
  }
  return out;
}

}  // namespace

std::set<std::string> secured_tables(const Schema& schema, Dialect dialect) {
  std::map<std::string, std::vector<const Table*>> by_name;
  std::map<const Table*, ViewText> views;
  for (const Table& table : schema.tables) {
    by_name[model::lower(table.name)].push_back(&table);
    if (table.kind == TableKind::view) views.emplace(&table, read(table, dialect));
  }
  std::set<const Table*> secured;
  const auto tables_of = [&](const ViewText& view) {
    std::vector<const Table*> tables;
    for (const std::string& name : view.names)
      if (const auto found = by_name.find(name); found != by_name.end())
        tables.insert(tables.end(), found->second.begin(), found->second.end());
    return tables;
  };
  // Upwards: views that read a secured one.
  for (bool more = true; std::exchange(more, false);) {
    for (auto& [table, view] : views) {
      const auto read = tables_of(view);
      view.secured = view.secured || std::any_of(read.begin(), read.end(), [&](const Table* below) {
                       const auto found = views.find(below);
                       return found != views.end() && found->second.secured;
                     });
      more = (view.secured && secured.insert(table).second) || more;
    }
  }
  // Downwards: what they read, through views as well.
  for (std::vector<const Table*> left(secured.begin(), secured.end()); !left.empty();) {
    const auto view = views.find(left.back());
    left.pop_back();
    if (view == views.end()) continue;
    for (const Table* table : tables_of(view->second))
      if (secured.insert(table).second) left.push_back(table);
  }
  std::set<std::string> names;
  for (const Table* table : secured) names.insert(table->qualified_name());
  return names;
}

}  // namespace querydata::inline v0::values
