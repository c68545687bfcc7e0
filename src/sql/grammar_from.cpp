#include <utility>

#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

std::vector<FromId> Grammar::from_list() {
  std::vector<FromId> items;
  std::optional<Join> join = Join{};
  auto begin = position_;
  do {
    FromItem item = from_item();
    item.join = join->kind;
    item.natural = join->natural;
    join_condition(item);
    item.join_span = span_from(begin);
    const auto query = item.query;
    items.push_back(add(std::move(item)));
    if (query) tree_.queries[query.value].from = items.back();
    begin = position_;
    join = join_operator();
  } while (join);
  return items;
}

std::optional<Grammar::Join> Grammar::join_operator() {
  if (take_op(",")) return Join{JoinKind::comma, false};
  const auto begin = position_;
  bool natural = false, inner = false, cross = false, left = false, right = false, outer = false;
  while (word_class() == KeywordClass::join && position_ < begin + 3) {
    natural = natural || is_keyword(Keyword::natural);
    inner = inner || is_keyword(Keyword::inner);
    cross = cross || is_keyword(Keyword::cross);
    outer = outer || is_keyword(Keyword::outer);
    left = left || is_keyword(Keyword::left) || is_keyword(Keyword::full);
    right = right || is_keyword(Keyword::right) || is_keyword(Keyword::full);
    ++position_;
  }
  const auto words = position_ - begin;
  if (!take(Keyword::join)) {
    if (words == 0) return std::nullopt;
    unexpected("JOIN");
  }
  const bool sided = left || right;
  if (((inner || cross) && (sided || outer)) || (outer && !sided)) {
    position_ = begin;
    unexpected("a kind of join that exists");
  }
  const auto kind = left && right ? JoinKind::full
                    : left        ? JoinKind::left
                    : right       ? JoinKind::right
                    : cross       ? JoinKind::cross
                                  : JoinKind::inner;
  return Join{kind, natural};
}

void Grammar::join_condition(FromItem& item) {
  if (take(Keyword::on)) {
    item.on = expression();
  } else if (take(Keyword::using_)) {
    expect_op("(");
    item.using_columns = name_list();
  }
}

FromItem Grammar::from_item() {
  const auto begin = position_;
  FromItem item;
  if (is_op("(") && begins_query(1)) {
    ++position_;
    item.kind = FromKind::query;
    item.query = query();
    expect_op(")");
  } else if (take_op("(")) {
    const Nested nested(*this);
    item.kind = FromKind::group;
    item.items = from_list();
    expect_op(")");
  } else {
    table_or_function(item, "a table");
  }
  item.alias = alias();
  if (item.kind == FromKind::table) index_hint();
  item.span = span_from(begin);
  return item;
}

void Grammar::table_or_function(FromItem& item, std::string_view what) {
  if (peek().kind == TokenKind::word && !is_name()) unexpected(what);
  item.names = list(qualified_name(what, 2));
  if (!take_op("(")) return;
  item.kind = FromKind::function;
  if (!is_op(")")) item.operands = list(expression_list());
  expect_op(")");
}

void Grammar::index_hint() {
  if (!is_sqlite()) return;
  if (is_keyword(Keyword::not_) && is_keyword(Keyword::indexed, 1)) {
    position_ += 2;
  } else if (take(Keyword::indexed)) {
    expect(Keyword::by);
    static_cast<void>(name("an index"));
  }
}

}  // namespace querydata::inline v0::sql
