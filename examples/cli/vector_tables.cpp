#include "vector_tables.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace {

constexpr float column_share = .9F;  // as in SchemaGraph

const std::string& readable(const std::string& name, const std::string& label) {
  return label.empty() ? name : label;
}

}  // namespace

VectorTables::VectorTables(const querydata::Schema& schema, std::shared_ptr<const querydata::Embedder> embedder)
    : embedder_(std::move(embedder)) {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& text, float share) {
    texts.push_back(text);
    table_.push_back(tables_.size());
    share_.push_back(share);
  };
  for (const querydata::Table& table : schema.tables) {
    add(readable(table.name, table.label), 1);
    for (const querydata::Column& column : table.columns) add(readable(column.name, column.label), column_share);
    tables_.push_back(table.qualified_name());
  }
  rows_.resize(texts.size() * embedder_->dimension());
  embedder_->embed(texts, rows_).value();
}

std::vector<std::string> VectorTables::find(const std::string& question, std::size_t count) const {
  std::vector<float> vector(embedder_->dimension());
  embedder_->embed(std::vector<std::string>{question}, vector).value();
  std::vector<float> nearest(tables_.size(), -1);
  for (std::size_t row = 0; row < table_.size(); ++row) {
    const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(row * vector.size());
    const float similarity = std::inner_product(vector.begin(), vector.end(), first, 0.0F) * share_[row];
    nearest[table_[row]] = std::max(nearest[table_[row]], similarity);
  }
  std::vector<std::size_t> order(tables_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return nearest[a] > nearest[b]; });
  std::vector<std::string> names;
  for (std::size_t place = 0; place < std::min(count, order.size()); ++place) names.push_back(tables_[order[place]]);
  return names;
}
