#include <algorithm>
#include <utility>

#include "sql/grammar.hpp"

namespace querydata::inline v0::sql {

Window Grammar::over() {
  const auto begin = position_;
  Window out;
  if (take_op("(")) {
    out = window_body();
  } else {
    out.base = name("a window");
  }
  out.span = span_from(begin);
  return out;
}

Window Grammar::window_body() {
  Window out;
  const bool base = is_name() && !is_keyword(Keyword::partition) && !begins_frame();
  if (base) out.base = name("a window");
  if (take(Keyword::partition)) {
    expect(Keyword::by);
    out.partition_by = list(expression_list());
  }
  if (is_keyword(Keyword::order)) out.order_by = list(order_by());
  if (begins_frame()) frame(out);
  expect_op(")");
  return out;
}

void Grammar::frame(Window& out) {
  out.unit = take(Keyword::rows) ? FrameUnit::rows : take(Keyword::range) ? FrameUnit::range : FrameUnit::groups;
  if (out.unit == FrameUnit::groups) expect(Keyword::groups);
  if (out.unit == FrameUnit::groups && (is_mysql() || is_googlesql())) unexpected("ROWS or RANGE");
  if (take(Keyword::between)) {
    out.from = frame_bound(out.from_offset);
    expect(Keyword::and_);
    out.to = frame_bound(out.to_offset);
  } else {
    out.from = frame_bound(out.from_offset);
  }
  check_frame(out);
  if (is_sqlite() || is_postgresql()) frame_exclusion(out);
}

/// The engines say so while they parse.
void Grammar::check_frame(const Window& window) const {
  if (is_sqlite()) return;
  const bool backwards = window.from == FrameBound::unbounded_following ||
                         window.to == FrameBound::unbounded_preceding || window.from > window.to;
  if (backwards) unexpected("a frame that ends behind its beginning");
}

void Grammar::frame_exclusion(Window& out) {
  if (!take(Keyword::exclude)) return;
  if (take(Keyword::no)) {
    expect(Keyword::others);
  } else if (take(Keyword::current)) {
    expect(Keyword::row);
    out.exclude = FrameExclude::current_row;
  } else if (take(Keyword::group)) {
    out.exclude = FrameExclude::group;
  } else {
    expect(Keyword::ties);
    out.exclude = FrameExclude::ties;
  }
}

FrameBound Grammar::frame_bound(ExpressionId& offset) {
  if (is_keyword(Keyword::current) && is_keyword(Keyword::row, 1)) {
    position_ += 2;
    return FrameBound::current_row;
  }
  const bool unbounded = take(Keyword::unbounded);
  // BETWEEN … AND: the bound must leave the AND.
  if (!unbounded) offset = expression(level_not);
  if (take(Keyword::preceding)) return unbounded ? FrameBound::unbounded_preceding : FrameBound::preceding;
  expect(Keyword::following);
  return unbounded ? FrameBound::unbounded_following : FrameBound::following;
}

std::size_t Grammar::window_height(const Window& window) const {
  std::size_t height = 0;
  const auto include = [&](ExpressionId id) {
    if (id) height = std::max<std::size_t>(height, tree_[id].height);
  };
  for (const auto id : tree_.operands(window.partition_by)) include(id);
  for (const auto& term : tree_.order_terms(window.order_by)) include(term.expression);
  include(window.from_offset);
  include(window.to_offset);
  return height;
}

}  // namespace querydata::inline v0::sql
