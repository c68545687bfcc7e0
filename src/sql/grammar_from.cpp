#include <algorithm>
#include <utility>

#include "model/names.hpp"
#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

FromItem Grammar::from_item() {
  const auto begin = position_;
  FromItem item;
  item.lateral = !is_sqlite() && !is_googlesql() && take(Keyword::lateral);
  if (is_sqlite() ? is_op("(") && begins_query(1) : begins_query_in_parentheses()) {
    if (is_bigtable()) {
      fail(ErrorCode::invalid_argument, here(), "Bigtable has no subqueries (byte {}); read a table.", here().begin);
    }
    ++position_;
    item.kind = FromKind::query;
    item.query = query();
    expect_op(")");
  } else if (!item.lateral && take_op("(")) {
    const Nested nested(*this);
    item.kind = FromKind::group;
    item.items = from_list();
    // Only SQLite and MySQL take parentheses around one table, and commas inside.
    const bool comma =
        std::any_of(item.items.begin(), item.items.end(), [&](FromId id) { return tree_[id].join == JoinKind::comma; });
    const bool single = item.items.size() == 1 && tree_[item.items.front()].kind != FromKind::group;
    if ((is_postgresql() || is_googlesql()) && (comma || single)) unexpected("a join in the parentheses");
    expect_op(")");
  } else {
    table_or_function(item, "a table");
    if (item.lateral && item.kind == FromKind::table) unexpected("a query or a function behind LATERAL");
  }
  from_alias(item);
  if (item.kind == FromKind::query && !item.alias && (is_postgresql() || is_mysql())) {
    unexpected("an alias of the subquery");
  }
  if (item.kind == FromKind::table) index_hint();
  table_sample(item);
  item.span = span_from(begin);
  return item;
}

void Grammar::from_alias(FromItem& item) {
  if (item.kind == FromKind::group && (is_mysql() || is_googlesql())) return;
  hint();
  if (is_postgresql()) ordinality(item);
  if (is_mysql() && is_keyword(Keyword::partition) && is_op("(", 1)) {
    position_ += 2;
    static_cast<void>(name_list());
  }
  const bool as = is_keyword(Keyword::as);
  // PostgreSQL: AS (a int, b text) without a name.
  if (is_postgresql() && as && is_op("(", 1) && item.kind != FromKind::table) {
    ++position_;
    return column_definitions(item);
  }
  item.alias = alias();
  if (is_googlesql()) ordinality(item);
  const bool lists = is_postgresql() || (is_mysql() && item.kind == FromKind::query);
  if (!lists || !item.alias || !is_op("(")) return;
  const bool defines = is_label(2) || is_keyword(Keyword::interval, 2);
  const bool function = item.kind == FromKind::function || item.kind == FromKind::functions;
  if (is_postgresql() && function && defines) return column_definitions(item);
  ++position_;
  item.column_aliases = name_list();
}

void Grammar::column_definitions(FromItem& item) {
  expect_op("(");
  item.defines_columns = true;
  do {
    item.column_aliases.push_back(name("a column's name"));
    static_cast<void>(type_name());
    if (take(Keyword::collate)) static_cast<void>(collation());
  } while (take_op(","));
  expect_op(")");
}

void Grammar::ordinality(FromItem& item) {
  if (item.kind != FromKind::function && item.kind != FromKind::functions && !is_googlesql()) return;
  if (!is_keyword(Keyword::with)) return;
  if (is_postgresql() && is_keyword(Keyword::ordinality, 1)) {
    position_ += 2;
    item.ordinality = true;
  } else if (is_googlesql() && is_keyword(Keyword::offset, 1)) {
    position_ += 2;
    item.ordinality = true;
    item.ordinality_alias = alias();
  }
}

void Grammar::table_or_function(FromItem& item, std::string_view what) {
  const bool only = is_postgresql() && take(Keyword::only);
  if (!is_sqlite() && is_keyword(Keyword::unnest) && is_op("(", 1) && !only) return unnest(item);
  if (is_mysql() && is_keyword(Keyword::json_table)) return json_table(item);
  if (is_postgresql() && is_keyword(Keyword::rows) && is_keyword(Keyword::from, 1) && is_op("(", 2)) {
    return rows_from(item);
  }
  const bool join_word = is_postgresql() && word_class() == KeywordClass::join && is_op("(", 1);
  const bool special = is_postgresql() && (is_keyword(Keyword::current_date) || is_keyword(Keyword::coalesce));
  if (peek().kind == TokenKind::word && !is_name() && !join_word) unexpected(what);
  if (special) unexpected(what);
  if (join_word) {
    item.names = list(std::vector<Name>{take_name()});
  } else {
    item.names = list(qualified_name(what, is_sqlite() ? 2 : is_googlesql() ? 16 : 3));
  }
  if (is_postgresql() && !is_op("(")) take_op("*");  // t *: with its children, as without
  if (only || !take_op("(")) return;
  // PostgreSQL: a keyword of columns and tables is no function's name.
  item.kind = FromKind::function;
  if (!is_op(")")) {
    Expressions arguments;
    do {
      const bool variadic = is_postgresql() && take(Keyword::variadic);
      arguments.push_back(argument());
      if (variadic) break;
    } while (take_op(","));
    item.operands = list(arguments);
  }
  expect_op(")");
}

void Grammar::unnest(FromItem& item) {
  item.kind = FromKind::function;
  item.names = list(std::vector<Name>{take_name()});
  expect_op("(");
  item.operands = list(expression_list());
  expect_op(")");
}

void Grammar::rows_from(FromItem& item) {
  const Nested nested(*this);
  item.kind = FromKind::functions;
  position_ += 2;
  expect_op("(");
  do {
    const auto begin = position_;
    FromItem part;
    table_or_function(part, "a function");
    if (part.kind != FromKind::function) unexpected("a call of a function");
    if (take(Keyword::as)) column_definitions(part);
    part.join = item.items.empty() ? JoinKind::first : JoinKind::comma;
    part.span = part.join_span = span_from(begin);
    item.items.push_back(add(std::move(part)));
  } while (take_op(","));
  expect_op(")");
}

void Grammar::json_table(FromItem& item) {
  item.kind = FromKind::function;
  item.defines_columns = true;
  item.names = list(std::vector<Name>{take_name()});
  expect_op("(");
  Expressions operands{expression()};
  expect_op(",");
  operands.push_back(fixed_string());
  json_columns(item, operands);
  expect_op(")");
  item.operands = list(operands);
}

/// COLUMNS (a INT PATH '$.a' NULL ON EMPTY, b FOR ORDINALITY, NESTED PATH '$.c' COLUMNS (…)).
void Grammar::json_columns(FromItem& item, Expressions& operands) {
  const Nested nested(*this);
  if (!is_word("COLUMNS")) unexpected("COLUMNS");
  ++position_;
  expect_op("(");
  do {
    if (is_word("NESTED")) {
      ++position_;
      if (is_word("PATH")) ++position_;
      operands.push_back(fixed_string());
      json_columns(item, operands);
      continue;
    }
    item.column_aliases.push_back(name("a column's name"));
    if (take(Keyword::for_)) {
      expect(Keyword::ordinality);
      continue;
    }
    static_cast<void>(mysql_type());
    take(Keyword::exists);
    if (!is_word("PATH")) unexpected("PATH");
    ++position_;
    operands.push_back(fixed_string());
    while (is_keyword(Keyword::null) || is_word("ERROR") || is_keyword(Keyword::default_)) {
      if (take(Keyword::default_)) {
        operands.push_back(fixed_string());
      } else {
        ++position_;
      }
      expect(Keyword::on);
      if (!is_word("EMPTY") && !is_word("ERROR")) unexpected("EMPTY or ERROR");
      ++position_;
    }
  } while (take_op(","));
  expect_op(")");
}

void Grammar::table_sample(FromItem& item) {
  const bool sampled = is_postgresql() ? item.kind == FromKind::table : is_googlesql();
  if (!sampled || !take(Keyword::tablesample)) return;
  static_cast<void>(qualified_name("a method of sampling", 2));
  expect_op("(");
  Expressions numbers = expression_list();
  if (is_googlesql()) {
    if (!take(Keyword::percent)) expect(Keyword::rows);
  }
  expect_op(")");
  if (take(Keyword::repeatable)) {
    expect_op("(");
    numbers.push_back(expression());
    expect_op(")");
  }
  item.sample = list(numbers);
}

void Grammar::index_hint() {
  if (is_sqlite()) {
    if (take(Keyword::not_, Keyword::indexed)) return;
    if (take(Keyword::indexed)) {
      expect(Keyword::by);
      static_cast<void>(name("an index"));
    }
    return;
  }
  if (!is_mysql()) return;
  while (is_keyword(Keyword::use) || is_keyword(Keyword::ignore) || is_keyword(Keyword::force)) {
    ++position_;
    if (!take(Keyword::index)) expect(Keyword::key);
    if (take(Keyword::for_)) {
      if (!take(Keyword::join)) {
        if (!take(Keyword::order)) expect(Keyword::group);
        expect(Keyword::by);
      }
    }
    expect_op("(");
    while (!take_op(")")) {
      if (!take(Keyword::primary)) static_cast<void>(name("an index"));
      if (!is_op(")")) expect_op(",");
    }
  }
}

void Grammar::hint() {
  if (!is_googlesql() || !is_op("@")) return;
  const auto begin = position_;
  ++position_;
  expect_op("{");
  do {
    const auto key = position_;
    static_cast<void>(qualified_name("a hint", 2));
    if (model::contains_ignoring_case(span_from(key).of(sql_), "LOCK_SCANNED_RANGES")) {
      position_ = begin;
      fail(ErrorCode::permission_denied, here(), "A hint at byte {} locks rows, which is not allowed; remove it.",
           here().begin);
    }
    expect_op("=");
    take_op("-");
    const bool right = peek().kind == TokenKind::number || peek().kind == TokenKind::string ||
                       peek().kind == TokenKind::word || peek().kind == TokenKind::quoted_name;
    if (!right) unexpected("the value of a hint");
    ++position_;
  } while (take_op(","));
  expect_op("}");
}

}  // namespace querydata::inline v0::sql
