#include "querydata/filter.hpp"

#include <algorithm>
#include <utility>

#include "knowledge/filter_tree.hpp"

namespace querydata::inline v0 {

FilterReader::~FilterReader() = default;

std::size_t FilterReader::size(FilterNode, const FilterField&) const {
  return 0;
}

FilterValue FilterReader::element(FilterNode, const FilterField&, std::size_t) const {
  return {};
}

FilterValue FilterReader::entry(FilterNode, const FilterField&, std::string_view) const {
  return {};
}

Filter::Filter(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

Result<Filter> Filter::compile(std::string_view text, const FilterSchema& schema) {
  auto tree = knowledge::compile_filter(text, schema.impl_->fields, schema.impl_->options);
  if (!tree) return std::move(tree).error();
  return Filter(std::make_shared<const Impl>(Impl{schema, *std::move(tree)}));
}

bool Filter::matches_all() const noexcept {
  return impl_->tree.nodes.empty();
}

bool Filter::matches(FilterNode object, const FilterReader& reader) const {
  return knowledge::evaluate(impl_->tree, object, reader);
}

Result<FilterSql> Filter::to_sql(const std::vector<FilterColumn>& columns, std::size_t first_parameter) const {
  return knowledge::write_sql(impl_->tree, columns, first_parameter);
}

std::string Filter::to_string() const {
  return knowledge::write_text(impl_->tree);
}

bool Filter::operator==(const Filter& other) const {
  const auto& left = impl_->tree;
  const auto& right = other.impl_->tree;
  const auto same_comparison = [&](const knowledge::Comparison& x, const knowledge::Comparison& y) {
    return x.op == y.op && x.operand == y.operand &&
           std::equal(left.steps.begin() + x.first_step, left.steps.begin() + x.last_step,
                      right.steps.begin() + y.first_step, right.steps.begin() + y.last_step);
  };
  const auto same_node = [&](const knowledge::Node& x, const knowledge::Node& y) {
    if (x.kind != y.kind || x.end != y.end) return false;
    return x.kind != knowledge::NodeKind::comparison ||
           same_comparison(left.comparisons[x.comparison], right.comparisons[y.comparison]);
  };
  return std::ranges::equal(left.nodes, right.nodes, same_node);
}

}  // namespace querydata::inline v0
