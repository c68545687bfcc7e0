#include "values/secured_views.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "model/names.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::values {
namespace {

/// What tells sessions apart without a parameter of the view's own.
constexpr auto session_words = std::to_array<std::string_view>(
    {"current_role", "current_setting", "current_user", "session_user", "system_user", "user"});

/// What the text of a view says of it.
struct ViewText {
  bool secured = false;
  std::set<std::string> names;  ///< all names in it, in lower case: those of the tables that it reads, and others
};

ViewText read(const Table& view, Dialect dialect) {
  ViewText out;
  // Of a view whose text is unknown nothing says that it shows everybody the same.
  out.secured = view.view_sql.empty() || view.view_sql.find("$@") != std::string::npos;
  for (const sql::Token& token : sql::tokenize(view.view_sql, dialect)) {
    const std::string_view text = token.span.of(view.view_sql);
    const bool error = token.kind == sql::TokenKind::error;
    out.secured = out.secured || token.kind == sql::TokenKind::parameter || error;
    if (token.kind != sql::TokenKind::word && token.kind != sql::TokenKind::quoted_name) continue;
    std::string name = model::lower(sql::decode_name(text, dialect));
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
