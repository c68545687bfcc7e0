// How FROM items are joined.
#include <utility>

#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

std::vector<FromId> Grammar::from_list() {
  std::vector<FromId> items;
  std::optional<Join> join = Join{};
  auto begin = position_;
  if (is_mysql() && take(Keyword::dual)) return items;
  do {
    if (is_bigtable() && !items.empty()) {
      fail(ErrorCode::invalid_argument, here(), "Bigtable has no joins (byte {}); read one table.", here().begin);
    }
    const auto item_begin = position_;
    FromItem item = from_item();
    if (needs_condition(*join) && !begins_condition() && begins_join()) item = joined(std::move(item), item_begin);
    item.join = join->kind;
    item.natural = join->natural;
    const bool conditional = join->kind != JoinKind::first && join->kind != JoinKind::comma && !join->natural;
    if (is_sqlite() || (conditional && (is_mysql() || join->kind != JoinKind::cross))) join_condition(item);
    if (needs_condition(*join) && !item.on && item.using_columns.empty()) unexpected("ON or USING");
    item.join_span = span_from(begin);
    items.push_back(add_joined(std::move(item)));
    begin = position_;
    join = join_operator();
  } while (join);
  return items;
}

FromId Grammar::add_joined(FromItem item) {
  const auto query = item.query;
  const auto id = add(std::move(item));
  if (query) tree_.queries[query.value].from = id;
  return id;
}

bool Grammar::needs_condition(const Join& join) const {
  if (is_sqlite() || join.natural) return false;
  switch (join.kind) {
    case JoinKind::left:
    case JoinKind::right:
    case JoinKind::full:
      return true;
    case JoinKind::inner:
      return !is_mysql();
    default:
      return false;
  }
}

FromItem Grammar::joined(FromItem first, std::size_t begin) {
  const Nested nested(*this);
  FromItem group;
  group.kind = FromKind::group;
  first.join_span = first.span;
  group.items.push_back(add_joined(std::move(first)));
  while (!begins_condition() && begins_join()) {
    const auto join_begin = position_;
    const auto join = *join_operator();
    const auto item_begin = position_;
    FromItem item = from_item();
    if (needs_condition(join) && !begins_condition() && begins_join()) item = joined(std::move(item), item_begin);
    item.join = join.kind;
    item.natural = join.natural;
    if (needs_condition(join) || (is_mysql() && !join.natural)) join_condition(item);
    if (needs_condition(join) && !item.on && item.using_columns.empty()) unexpected("ON or USING");
    item.join_span = span_from(join_begin);
    group.items.push_back(add_joined(std::move(item)));
  }
  group.span = span_from(begin);
  return group;
}

bool Grammar::begins_join() const {
  switch (peek().keyword) {
    case Keyword::join:
    case Keyword::inner:
    case Keyword::cross:
    case Keyword::left:
    case Keyword::right:
    case Keyword::natural:
      return true;
    case Keyword::full:
      return !is_mysql();
    case Keyword::straight_join:
      return is_mysql();
    default:
      return false;
  }
}

std::optional<Grammar::Join> Grammar::join_operator() {
  if (take_op(",")) return Join{JoinKind::comma, false};
  const auto begin = position_;
  if (is_mysql() && take(Keyword::straight_join)) return Join{JoinKind::inner, false};
  bool natural = false, inner = false, cross = false, left = false, right = false, outer = false;
  const auto is_join_word = [&] {
    return is_sqlite() ? word_class() == KeywordClass::join
                       : !is_keyword(Keyword::join) && (begins_join() || is_keyword(Keyword::outer)) &&
                             !is_keyword(Keyword::straight_join);
  };
  while (is_join_word() && position_ < begin + 3) {
    natural = natural || is_keyword(Keyword::natural);
    inner = inner || is_keyword(Keyword::inner);
    cross = cross || is_keyword(Keyword::cross);
    outer = outer || is_keyword(Keyword::outer);
    left = left || is_keyword(Keyword::left) || is_keyword(Keyword::full);
    right = right || is_keyword(Keyword::right) || is_keyword(Keyword::full);
    // Only SQLite takes the words in any order.
    if (!is_sqlite() && natural && position_ > begin && is_keyword(Keyword::natural)) unexpected("JOIN");
    if (!is_sqlite() && outer && !left && !right) unexpected("LEFT, RIGHT or FULL before OUTER");
    if (!is_sqlite() && position_ > begin && !is_keyword(Keyword::outer) && !(natural && position_ == begin + 1)) {
      unexpected("JOIN");
    }
    ++position_;
  }
  if (is_googlesql() && is_word("HASH")) ++position_;
  const auto words = position_ - begin;
  if (!take(Keyword::join)) {
    if (words == 0) return std::nullopt;
    unexpected("JOIN");
  }
  hint();
  const bool sided = left || right;
  if (((inner || cross) && (sided || outer)) || (outer && !sided) || (!is_sqlite() && natural && cross)) {
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
    // PostgreSQL: a name for the merged columns alone, which nothing here knows.
    if (is_postgresql() && is_keyword(Keyword::as)) unexpected("the end of the join");
  }
}

}  // namespace querydata::inline v0::sql
