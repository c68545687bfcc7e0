#include <utility>

#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

SelectId Grammar::select(QueryId query) {
  const auto id = new_select();
  Select out;
  out.query = query;
  const auto begin = position_;
  if (take(Keyword::select)) {
    select_body(out);
  } else if (!is_googlesql() && take(Keyword::values)) {
    out.values = true;
    values_rows(out);
  } else if (is_postgresql() && take(Keyword::table)) {
    whole_table(out);
  } else {
    refuse_statement();
  }
  out.span = span_from(begin);
  tree_.selects[id.value] = std::move(out);
  return id;
}

void Grammar::whole_table(Select& out) {
  const auto word = position_ - 1;
  out.whole_table = true;
  SelectItem item;
  item.span = out.items_span = span_from(word);
  item.expression = add(node(ExpressionKind::star, item.span), {});
  out.items.push_back(std::move(item));
  const auto begin = position_;
  FromItem table;
  table_or_function(table, "a table");
  if (table.kind != FromKind::table) unexpected("a table");
  table.span = table.join_span = out.from_span = span_from(begin);
  out.from.push_back(add(std::move(table)));
}

void Grammar::values_rows(Select& out) {
  do {
    if (is_mysql()) expect(Keyword::row);
    expect_op("(");
    out.rows.push_back(list(expression_list()));
    expect_op(")");
  } while (take_op(","));
}

void Grammar::select_body(Select& out) {
  hint();
  select_options(out);
  const auto items = position_;
  // PostgreSQL: a SELECT may give no columns.
  if (!is_postgresql() || out.distinct || !(is_keyword(Keyword::from) || is_op(")"))) {
    do {
      // GoogleSQL: a comma may end the list.
      if (is_googlesql() && position_ > items && is_keyword(Keyword::from)) break;
      out.items.push_back(select_item());
    } while (take_op(","));
  }
  out.items_span = span_from(items);
  refuse_into();
  auto begin = position_;
  if (take(Keyword::from)) {
    out.from = from_list();
    out.from_span = span_from(begin);
  }
  begin = position_;
  if (take(Keyword::where)) {
    out.where = expression();
    out.where_span = span_from(begin);
  }
  group_by_clause(out);
  window_clause(out);
}

void Grammar::select_options(Select& out) {
  if (is_mysql()) {
    // They steer how the query runs, not what it gives. SQL_CALC_FOUND_ROWS is remembered by the session.
    while (true) {
      if (take(Keyword::distinct) || take(Keyword::distinctrow)) {
        out.distinct = true;
      } else if (!take(Keyword::all) && !take(Keyword::straight_join) && !take(Keyword::sql_small_result) &&
                 !take(Keyword::sql_big_result) && !take(Keyword::sql_no_cache) && !take(Keyword::sql_buffer_result) &&
                 !take(Keyword::high_priority)) {
        return;
      }
    }
  }
  out.distinct = take(Keyword::distinct);
  if (out.distinct && is_postgresql() && take(Keyword::on)) {
    expect_op("(");
    out.distinct_on = expression_list();
    expect_op(")");
  }
  if (!out.distinct) take(Keyword::all);
  if (!is_googlesql() || !is_keyword(Keyword::as)) return;
  ++position_;
  out.as_struct = take(Keyword::struct_);
  out.as_value = !out.as_struct && take(Keyword::value);
  if (!out.as_struct && !out.as_value) unexpected("STRUCT or VALUE");
}

void Grammar::group_by_clause(Select& out) {
  auto begin = position_;
  if (take(Keyword::group)) {
    hint();
    expect(Keyword::by);
    if (is_postgresql() && !take(Keyword::distinct)) take(Keyword::all);
    do out.group_by.push_back(group_key());
    while (take_op(","));
    if (is_mysql() && take(Keyword::with)) expect(Keyword::rollup);
    out.group_by_span = span_from(begin);
  }
  begin = position_;
  if (take(Keyword::having)) {
    out.having = expression();
    out.having_span = span_from(begin);
  }
}

ExpressionId Grammar::group_key() {
  const auto begin = position_;
  const bool sets = is_keyword(Keyword::grouping) && is_keyword(Keyword::sets, 1);
  const bool sums = (is_keyword(Keyword::rollup) || is_keyword(Keyword::cube)) && is_op("(", 1);
  if (!is_postgresql()) return expression();
  const Nested nested(*this);
  if (is_op("(") && is_op(")", 1)) {
    position_ += 2;
    return add(node(ExpressionKind::row, span_from(begin)), {});
  }
  if (!sets && !sums) return expression();
  auto out = node(ExpressionKind::grouping, {});
  position_ += sets ? 2 : 1;
  out.name_span = span_from(begin);
  expect_op("(");
  Expressions keys;
  do keys.push_back(sets ? group_key() : expression());
  while (take_op(","));
  expect_op(")");
  out.span = span_from(begin);
  return add(out, keys);
}

void Grammar::window_clause(Select& out) {
  if (!begins_window_clause()) return;
  const auto begin = position_;
  ++position_;
  do {
    const auto definition = position_;
    auto defined = name("a window's name");
    expect(Keyword::as);
    expect_op("(");
    Window body = window_body();
    body.name = std::move(defined);
    body.span = span_from(definition);
    out.windows.push_back(add(std::move(body)));
  } while (take_op(","));
  out.window_span = span_from(begin);
}

void Grammar::refuse_into() const {
  if (!is_keyword(Keyword::into)) return;
  fail(ErrorCode::permission_denied, here(), "SELECT … INTO writes (byte {}), which is not allowed; remove INTO.",
       here().begin);
}

SelectItem Grammar::select_item() {
  const auto begin = position_;
  SelectItem item;
  if (is_star()) {
    item.expression = star();
    if (is_googlesql()) star_modifiers(item);
  } else {
    item.expression = expression();
    item.alias = column_alias();
  }
  item.span = span_from(begin);
  return item;
}

bool Grammar::is_star() const {
  if (is_op("*")) return true;
  // `t.*`, elsewhere also `s.t.*`.
  const std::size_t most_parts = is_sqlite() ? 1 : 3;
  if (!is_name()) return false;
  for (std::size_t part = 0; part < most_parts && is_op(".", 2 * part + 1); ++part) {
    if (is_op("*", 2 * part + 2)) return true;
    if (!is_label(2 * part + 2)) return false;
  }
  return false;
}

ExpressionId Grammar::star() {
  const auto begin = position_;
  auto out = node(ExpressionKind::star, {});
  if (!is_op("*")) {
    out.names = list(qualified_name("a table's name", 3));
    expect_op(".");
  }
  expect_op("*");
  out.span = span_from(begin);
  return add(out, {});
}

void Grammar::star_modifiers(SelectItem& item) {
  if (is_keyword(Keyword::except) && is_op("(", 1)) {
    position_ += 2;
    item.except = name_list();
  }
  if (!is_keyword(Keyword::replace) || !is_op("(", 1)) return;
  position_ += 2;
  do {
    const auto begin = position_;
    SelectItem instead;
    instead.expression = expression();
    expect(Keyword::as);
    instead.alias = name("a column of the star");
    instead.span = span_from(begin);
    item.replace.push_back(std::move(instead));
  } while (take_op(","));
  expect_op(")");
}

}  // namespace querydata::inline v0::sql
