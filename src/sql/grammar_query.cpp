#include <utility>

#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

Tree Grammar::statement() {
  if (at_end()) {
    fail(ErrorCode::invalid_argument, here(), "There is no statement in the text; give one SELECT.");
  }
  tree_.root = query();
  const bool semicolon = take_op(";");
  if (!at_end() && semicolon) {
    fail(ErrorCode::invalid_argument, here(), "A second statement begins at byte {}; give one statement.",
         here().begin);
  }
  expect_end();
  return std::move(tree_);
}

Tree Grammar::condition() {
  const auto id = new_select();
  const auto begin = position_;
  const auto condition = expression();
  expect_end();
  auto& select = tree_.selects[id.value];
  select.items.push_back({span_from(begin), condition, std::nullopt});
  select.span = select.items_span = span_from(begin);
  select.query = new_query();
  auto& whole = tree_.queries[select.query.value];
  whole.arms.push_back({id, {}});
  whole.span = select.span;
  tree_.root = select.query;
  return std::move(tree_);
}

QueryId Grammar::query() {
  const Nested nested(*this);
  const auto outer_height = std::exchange(height_, 0);
  const auto id = new_query();
  const auto begin = position_;
  Query out;
  if (take(Keyword::with)) with_clause(out);
  arms(out, id);
  // SQLite's VALUES takes neither.
  if (!is_sqlite() || !tree_.selects[out.arms.back().select.value].values) {
    order_by_clause(out);
    limit_clause(out);
  }
  out.span = span_from(begin);
  if (height_ + 1 > max_depth_) too_deep();
  out.height = static_cast<std::uint16_t>(height_ + 1);
  height_ = std::max<std::size_t>(outer_height, out.height);
  tree_.queries[id.value] = std::move(out);
  return id;
}

void Grammar::with_clause(Query& out) {
  out.recursive = take(Keyword::recursive);
  do {
    const auto begin = position_;
    CommonTable table;
    table.name = name("the name of a common table");
    if (take_op("(")) table.columns = name_list();
    expect(Keyword::as);
    if (take(Keyword::not_)) {
      expect(Keyword::materialized);
    } else {
      take(Keyword::materialized);
    }
    expect_op("(");
    table.query = query();
    expect_op(")");
    table.span = span_from(begin);
    out.with.push_back(std::move(table));
  } while (take_op(","));
}

void Grammar::arms(Query& out, QueryId id) {
  out.arms.push_back({select(id), {}});
  while (const auto op = set_operator()) {
    out.operators.push_back(*op);
    out.arms.push_back({select(id), {}});
  }
}

std::optional<SetOperator> Grammar::set_operator() {
  if (take(Keyword::union_)) return take(Keyword::all) ? SetOperator::union_all : SetOperator::union_distinct;
  if (take(Keyword::intersect)) return SetOperator::intersect;
  if (take(Keyword::except)) return SetOperator::except;
  return std::nullopt;
}

void Grammar::order_by_clause(Query& out) {
  if (!is_keyword(Keyword::order)) return;
  const auto begin = position_;
  out.order_by = order_by();
  out.order_by_span = span_from(begin);
}

void Grammar::limit_clause(Query& out) {
  const auto begin = position_;
  if (!take(Keyword::limit)) return;
  out.limit = expression();
  if (take(Keyword::offset)) {
    out.offset = expression();
  } else if (take_op(",")) {
    out.offset = std::exchange(out.limit, expression());
  }
  out.limit_span = span_from(begin);
}

std::vector<OrderTerm> Grammar::order_by() {
  expect(Keyword::order);
  expect(Keyword::by);
  std::vector<OrderTerm> terms;
  do {
    const auto begin = position_;
    OrderTerm term;
    term.expression = expression();
    term.descending = take(Keyword::desc);
    if (!term.descending) take(Keyword::asc);
    if (take(Keyword::nulls)) {
      const bool first = take(Keyword::first);
      if (!first) expect(Keyword::last);
      term.nulls = first ? NullsOrder::first : NullsOrder::last;
    }
    term.span = span_from(begin);
    terms.push_back(term);
  } while (take_op(","));
  return terms;
}

SelectId Grammar::select(QueryId query) {
  const auto id = new_select();
  Select out;
  out.query = query;
  const auto begin = position_;
  if (take(Keyword::select)) {
    select_body(out);
  } else if (take(Keyword::values)) {
    out.values = true;
    values_rows(out);
  } else {
    refuse_statement();
  }
  out.span = span_from(begin);
  tree_.selects[id.value] = std::move(out);
  return id;
}

void Grammar::values_rows(Select& out) {
  do {
    expect_op("(");
    out.rows.push_back(list(expression_list()));
    expect_op(")");
  } while (take_op(","));
}

void Grammar::select_body(Select& out) {
  out.distinct = take(Keyword::distinct);
  if (!out.distinct) take(Keyword::all);
  const auto items = position_;
  do out.items.push_back(select_item());
  while (take_op(","));
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

void Grammar::group_by_clause(Select& out) {
  auto begin = position_;
  if (take(Keyword::group)) {
    expect(Keyword::by);
    out.group_by = expression_list();
    out.group_by_span = span_from(begin);
  }
  begin = position_;
  if (take(Keyword::having)) {
    out.having = expression();
    out.having_span = span_from(begin);
  }
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
  if (take_op("*")) {
    item.expression = add(node(ExpressionKind::star, span_from(begin)), {});
  } else if (is_name() && is_op(".", 1) && is_op("*", 2)) {
    auto star = node(ExpressionKind::star, {});
    star.names = list(std::vector<Name>{name("a table's name")});
    position_ += 2;
    star.span = span_from(begin);
    item.expression = add(star, {});
  } else {
    item.expression = expression();
    item.alias = alias();
  }
  item.span = span_from(begin);
  return item;
}

}  // namespace querydata::inline v0::sql
