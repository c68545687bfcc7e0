/// @file
/// Nodes into a tree, no deeper than allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sql/token_cursor.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::sql {

using Expressions = std::vector<ExpressionId>;

class TreeBuilder : public TokenCursor {
 protected:
  TreeBuilder(std::string_view sql, Dialect dialect, std::size_t max_depth);

  /// One level of nesting. The tree is as deep as the text nests, and so is the recursion of everyone who walks it.
  class Nested {
   public:
    explicit Nested(TreeBuilder& builder) : builder_(builder) {
      if (++builder_.depth_ > builder_.max_depth_) builder_.too_deep();
    }
    ~Nested() { --builder_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    TreeBuilder& builder_;
  };

  [[noreturn]] void too_deep() const;

  Range list(const Expressions& expressions);
  Range list(const std::vector<OrderTerm>& terms);
  Range list(std::vector<Name> names);
  Range operator_list(const std::vector<Operator>& operators);

  QueryId new_query() {
    tree_.queries.emplace_back();
    return {static_cast<std::uint32_t>(tree_.queries.size() - 1)};
  }
  SelectId new_select() {
    tree_.selects.emplace_back();
    return {static_cast<std::uint32_t>(tree_.selects.size() - 1)};
  }
  FromId add(FromItem item) {
    tree_.from_items.push_back(std::move(item));
    return {static_cast<std::uint32_t>(tree_.from_items.size() - 1)};
  }
  WindowId add(Window window) {
    tree_.windows.push_back(std::move(window));
    return {static_cast<std::uint32_t>(tree_.windows.size() - 1)};
  }

  /// `node` with its operands; knows its height, and they their parent.
  ExpressionId add(Expression node, const Expressions& operands, std::size_t height_below = 0);

  static Expression node(ExpressionKind kind, Span span, Operator op = Operator::none, bool negated = false);

  Tree tree_;
  std::size_t height_ = 0;  ///< of the highest expression of the query at hand
  std::size_t max_depth_;

 private:
  std::size_t depth_ = 0;
};

}  // namespace querydata::inline v0::sql
