#include "schema/column_vectors.hpp"

#include <algorithm>
#include <cmath>

#include "text/identifiers.hpp"

namespace querydata::inline v0::schema {
namespace {

constexpr std::size_t batch = 256;

std::string text_of(const std::string& name, const std::string& label, const std::string& description) {
  std::string text = label;
  if (text.empty()) {
    for (const std::string& word : text::split_identifier(name)) text += (text.empty() ? "" : " ") + word;
  }
  if (!description.empty()) text += ": " + description;
  return text;
}

}  // namespace

std::string embedded_text(const Table& table) {
  return text_of(table.name, table.label, table.description);
}
std::string embedded_text(const Column& column) {
  return text_of(column.name, column.label, column.description);
}

Result<ColumnVectors> ColumnVectors::build(const Schema& schema, const Embedder& embedder) {
  ColumnVectors vectors;
  vectors.dimension_ = embedder.dimension();
  std::vector<std::string> texts;
  for (const Table& table : schema.tables) {
    vectors.first_column_.push_back(texts.size());
    for (const Column& column : table.columns) texts.push_back(embedded_text(column));
  }
  vectors.components_.resize(texts.size() * vectors.dimension_);
  vectors.scales_.resize(texts.size());
  std::vector<float> rows;
  for (std::size_t first = 0; first < texts.size(); first += batch) {
    const std::size_t count = std::min(batch, texts.size() - first);
    rows.resize(count * vectors.dimension_);
    if (auto embedded = embedder.embed(std::span(texts).subspan(first, count), rows); !embedded)
      return embedded.error();
    for (std::size_t row = 0; row < count; ++row) {
      const std::span<const float> vector = std::span(rows).subspan(row * vectors.dimension_, vectors.dimension_);
      float largest = 0;
      for (const float component : vector) largest = std::max(largest, std::abs(component));
      if (!std::isfinite(largest) || largest == 0) continue;
      vectors.scales_[first + row] = largest / 127;
      for (std::size_t place = 0; place < vector.size(); ++place) {
        vectors.components_[(first + row) * vectors.dimension_ + place] =
            static_cast<std::int8_t>(std::lround(vector[place] / largest * 127));
      }
    }
  }
  return vectors;
}

double ColumnVectors::similarity(std::span<const float> question, std::uint32_t table, std::uint32_t column) const {
  const std::size_t number = first_column_[table] + column;
  const std::int8_t* components = components_.data() + number * dimension_;
  float sum = 0;
  for (std::size_t place = 0; place < dimension_; ++place)
    sum += question[place] * static_cast<float>(components[place]);
  return static_cast<double>(sum * scales_[number]);
}

}  // namespace querydata::inline v0::schema
