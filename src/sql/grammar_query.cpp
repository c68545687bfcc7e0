#include <utility>

#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

Tree Grammar::statement() {
  hint();
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
  SelectItem item;
  item.span = span_from(begin);
  item.expression = condition;
  select.items.push_back(std::move(item));
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
  const auto last = out.arms.back().select;
  if (!is_sqlite() || !tree_.selects[last.value].values) {
    order_by_clause(out);
    limit_clause(out);
  }
  refuse_into();
  refuse_locking();
  check_merged(out);
  out.span = span_from(begin);
  if (height_ + 1 > max_depth_) too_deep();
  out.height = static_cast<std::uint16_t>(height_ + 1);
  height_ = std::max<std::size_t>(outer_height, out.height);
  tree_.queries[id.value] = std::move(out);
  return id;
}

void Grammar::with_clause(Query& out) {
  if (is_bigtable()) {
    fail(ErrorCode::invalid_argument, here(), "Bigtable has no WITH (byte {}); write one SELECT.", here().begin);
  }
  out.recursive = take(Keyword::recursive);
  do out.with.push_back(common_table());
  while (take_op(","));
}

CommonTable Grammar::common_table() {
  const auto begin = position_;
  CommonTable table;
  table.name = name("the name of a common table");
  if (take_op("(")) table.columns = name_list();
  expect(Keyword::as);
  if (is_sqlite() || is_postgresql()) {
    if (take(Keyword::not_)) {
      expect(Keyword::materialized);
    } else {
      take(Keyword::materialized);
    }
  }
  hint();
  expect_op("(");
  table.query = query();
  expect_op(")");
  if (is_postgresql()) search_and_cycle(table);
  table.span = span_from(begin);
  return table;
}

void Grammar::search_and_cycle(CommonTable& table) {
  const auto columns = [&] {
    do static_cast<void>(name("a column"));
    while (take_op(","));
  };
  if (take(Keyword::search)) {
    if (!take(Keyword::breadth)) expect(Keyword::depth);
    expect(Keyword::first);
    expect(Keyword::by);
    columns();
    expect(Keyword::set);
    table.added_columns.push_back(name("a column's name"));
  }
  if (!take(Keyword::cycle)) return;
  columns();
  expect(Keyword::set);
  table.added_columns.push_back(name("a column's name"));
  if (take(Keyword::to)) {
    static_cast<void>(fixed_literal());
    expect(Keyword::default_);
    static_cast<void>(fixed_literal());
  }
  expect(Keyword::using_);
  table.added_columns.push_back(name("a column's name"));
}

void Grammar::arms(Query& out, QueryId id) {
  do {
    tight_arms(out, id);
    const auto op = set_operator();
    if (!op) return;
    add_operator(out, *op);
  } while (true);
}

void Grammar::tight_arms(Query& out, QueryId id) {
  const auto begin = position_;
  const bool is_first = out.arms.empty();
  Query group;
  group.arms.push_back(arm(id));
  while (intersect_is_tighter() && is_keyword(Keyword::intersect)) {
    add_operator(group, *set_operator());
    group.arms.push_back(arm(id));
  }
  const bool whole = is_first && !begins_set_operator();
  if (group.arms.size() == 1 || whole) {
    out.arms.insert(out.arms.end(), group.arms.begin(), group.arms.end());
    out.operators.insert(out.operators.end(), group.operators.begin(), group.operators.end());
    return;
  }
  const auto inner = new_query();
  for (const auto& arm : group.arms) {
    if (arm.select) tree_.selects[arm.select.value].query = inner;
  }
  if (height_ + 1 > max_depth_) too_deep();
  group.span = span_from(begin);
  group.height = static_cast<std::uint16_t>(++height_);
  tree_.queries[inner.value] = std::move(group);
  out.arms.push_back({{}, inner});
}

void Grammar::add_operator(Query& out, SetOperator op) {
  if (is_bigtable()) {
    fail(ErrorCode::invalid_argument, here(), "Bigtable has no set operators (byte {}); write one SELECT.",
         here().begin);
  }
  if (is_googlesql() && !out.operators.empty() && out.operators.back() != op) {
    fail(ErrorCode::invalid_argument, here(),
         "Different set operators follow each other (byte {}); put parentheses around one.", here().begin);
  }
  out.operators.push_back(op);
  hint();
}

Arm Grammar::arm(QueryId id) {
  if (is_sqlite() || !take_op("(")) return {select(id), {}};
  if (!is_op("(") && !begins_query()) refuse_statement();
  const auto inner = query();
  expect_op(")");
  return {{}, inner};
}

std::optional<SetOperator> Grammar::set_operator() {
  const auto word = peek().keyword;
  if (!begins_set_operator()) return std::nullopt;
  ++position_;
  hint();
  bool all = false;
  if (!is_sqlite() || word == Keyword::union_) all = take(Keyword::all);
  const bool distinct = !is_sqlite() && !all && take(Keyword::distinct);
  if (is_googlesql() && !all && !distinct) unexpected("ALL or DISTINCT");
  if (word == Keyword::union_) return all ? SetOperator::union_all : SetOperator::union_distinct;
  if (word == Keyword::intersect) return all ? SetOperator::intersect_all : SetOperator::intersect;
  return all ? SetOperator::except_all : SetOperator::except;
}

bool Grammar::begins_set_operator() const {
  return is_keyword(Keyword::union_) || is_keyword(Keyword::intersect) || is_keyword(Keyword::except);
}

/// `(SELECT … LIMIT 1) LIMIT 2`: PostgreSQL lays both on one SELECT, which has place for one.
void Grammar::check_merged(const Query& out) const {
  if (!is_postgresql() || out.arms.size() != 1 || !out.arms.front().query) return;
  const auto& inner = tree_[out.arms.front().query];
  const bool twice = (!out.order_by.empty() && !inner.order_by.empty()) || (out.limit && inner.limit) ||
                     (out.offset && inner.offset) || (!out.with.empty() && !inner.with.empty());
  if (!twice) return;
  fail(ErrorCode::invalid_argument, out.span,
       "A query in parentheses has a WITH, ORDER BY or LIMIT, and another follows (byte {}); give it one.",
       here().begin);
}

void Grammar::order_by_clause(Query& out) {
  if (!is_keyword(Keyword::order)) return;
  const auto begin = position_;
  out.order_by = order_by();
  out.order_by_span = span_from(begin);
}

void Grammar::limit_clause(Query& out) {
  const auto begin = position_;
  if (is_postgresql()) {
    // In any order, each once.
    while (true) {
      const bool limited = out.limit || !out.limit_all_span.empty() || !out.fetch_span.empty();
      if (!limited && is_keyword(Keyword::limit)) {
        const auto limit = position_++;
        if (take(Keyword::all)) {
          out.limit_all_span = span_from(limit);
        } else {
          out.limit = expression();
        }
      } else if (!limited && is_keyword(Keyword::fetch)) {
        fetch_rows(out);
      } else if (!out.offset && is_keyword(Keyword::offset)) {
        offset_rows(out);
      } else {
        break;
      }
    }
  } else if (take(Keyword::limit)) {
    out.limit = row_count();
    if (take(Keyword::offset)) {
      out.offset = row_count();
    } else if (!is_googlesql() && take_op(",")) {
      out.offset = std::exchange(out.limit, row_count());
    }
  }
  out.limit_span = span_from(begin);
  if (position_ == begin) out.limit_span = {};
}

ExpressionId Grammar::row_count() {
  if (is_sqlite()) return expression();
  if (peek().kind == TokenKind::number) return literal();
  if (peek().kind == TokenKind::parameter) return parameter();
  if (is_googlesql() && is_keyword(Keyword::cast)) return cast();
  unexpected("a number or a placeholder");
}

void Grammar::offset_rows(Query& out) {
  expect(Keyword::offset);
  out.offset = expression();
  if (!take(Keyword::row)) take(Keyword::rows);
}

void Grammar::fetch_rows(Query& out) {
  const auto begin = position_;
  expect(Keyword::fetch);
  if (!take(Keyword::first)) expect(Keyword::next);
  if (!is_keyword(Keyword::row) && !is_keyword(Keyword::rows)) out.limit = expression(level_cast);
  if (!take(Keyword::row)) expect(Keyword::rows);
  if (take(Keyword::with)) {
    expect(Keyword::ties);
    if (out.order_by.empty()) unexpected("ORDER BY before WITH TIES");
    out.with_ties = true;
  } else {
    expect(Keyword::only);
  }
  out.fetch_span = span_from(begin);
}

void Grammar::refuse_locking() const {
  const bool locks = is_keyword(Keyword::for_) || (is_keyword(Keyword::lock) && is_keyword(Keyword::in, 1));
  if (is_sqlite() || !locks) return;
  fail(ErrorCode::permission_denied, here(), "The query locks rows (byte {}), which is not allowed; remove {} {}.",
       here().begin, text(peek()), text(peek(1)));
}

std::vector<OrderTerm> Grammar::order_by() {
  expect(Keyword::order);
  hint();
  expect(Keyword::by);
  std::vector<OrderTerm> terms;
  do {
    const auto begin = position_;
    OrderTerm term;
    term.expression = expression();
    term.descending = take(Keyword::desc);
    if (!term.descending) take(Keyword::asc);
    if (!is_mysql() && take(Keyword::nulls)) {
      const bool first = take(Keyword::first);
      if (!first) expect(Keyword::last);
      term.nulls = first ? NullsOrder::first : NullsOrder::last;
    }
    term.span = span_from(begin);
    terms.push_back(term);
  } while (take_op(","));
  return terms;
}

}  // namespace querydata::inline v0::sql
