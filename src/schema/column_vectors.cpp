#include "schema/column_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "search/dot.hpp"
#include "text/identifiers.hpp"

namespace querydata::inline v0::schema {
namespace {

constexpr std::size_t batch = 256;
/// Bytes of what is embedded: more is no description, and changes little.
constexpr std::size_t longest_text = 16'384;

std::string text_of(const std::string& name, const std::string& label, const std::string& description) {
  std::string text = label;
  if (text.empty()) {
    for (const std::string& word : text::split_identifier(name)) text += (text.empty() ? "" : " ") + word;
  }
  if (!description.empty()) text += ": " + description;
  if (text.size() > longest_text) text.resize(longest_text);
  return text;
}

/// Writes a signed byte a component; the scale that turns them back.
float quantise(std::span<const float> vector, std::int8_t* components) {
  float largest = 0;
  for (const float component : vector) largest = std::max(largest, std::abs(component));
  if (!std::isfinite(largest) || largest == 0) return 0;
  for (std::size_t place = 0; place < vector.size(); ++place) {
    components[place] = static_cast<std::int8_t>(std::lround(vector[place] / largest * 127));
  }
  return largest / 127;
}

}  // namespace

std::string embedded_text(const Table& table) {
  return text_of(table.name, table.label, table.description);
}
std::string embedded_text(const Column& column) {
  return text_of(column.name, column.label, column.description);
}

std::vector<std::string> ColumnVectors::lay_out(const Schema& schema) {
  std::vector<std::string> texts;
  std::unordered_map<std::string, std::uint32_t> rows;
  for (const Table& table : schema.tables) {
    first_column_.push_back(row_of_column_.size());
    for (const Column& column : table.columns) {
      std::string text = embedded_text(column);
      const auto [row, fresh] = rows.try_emplace(text, static_cast<std::uint32_t>(texts.size()));
      if (fresh) texts.push_back(std::move(text));
      row_of_column_.push_back(row->second);
    }
  }
  return texts;
}

Result<ColumnVectors> ColumnVectors::build(const Schema& schema, const Embedder& embedder, const Schema* earlier_schema,
                                           const ColumnVectors* earlier) {
  ColumnVectors vectors;
  vectors.dimension_ = embedder.dimension();
  const std::vector<std::string> texts = vectors.lay_out(schema);
  vectors.components_.resize(texts.size() * vectors.dimension_);
  vectors.scales_.resize(texts.size());

  std::unordered_map<std::string, std::size_t> known;
  if (earlier != nullptr) {
    ColumnVectors layout;
    for (std::string& text : layout.lay_out(*earlier_schema)) known.emplace(std::move(text), known.size());
  }
  std::vector<std::string> fresh;
  std::vector<std::size_t> row_of_fresh;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const auto found = known.find(texts[row]);
    if (found == known.end()) {
      fresh.push_back(texts[row]);
      row_of_fresh.push_back(row);
      continue;
    }
    vectors.scales_[row] = earlier->scales_[found->second];
    std::copy_n(earlier->components_.begin() + static_cast<std::ptrdiff_t>(found->second * vectors.dimension_),
                vectors.dimension_,
                vectors.components_.begin() + static_cast<std::ptrdiff_t>(row * vectors.dimension_));
  }
  std::vector<float> rows;
  for (std::size_t first = 0; first < fresh.size(); first += batch) {
    const std::size_t count = std::min(batch, fresh.size() - first);
    rows.resize(count * vectors.dimension_);
    if (auto embedded = embedder.embed(std::span(fresh).subspan(first, count), rows); !embedded)
      return embedded.error();
    for (std::size_t place = 0; place < count; ++place) {
      const std::size_t row = row_of_fresh[first + place];
      vectors.scales_[row] = quantise(std::span(rows).subspan(place * vectors.dimension_, vectors.dimension_),
                                      vectors.components_.data() + row * vectors.dimension_);
    }
  }
  return vectors;
}

double ColumnVectors::similarity(std::span<const float> question, std::uint32_t table, std::uint32_t column) const {
  const std::size_t row = row_of_column_[first_column_[table] + column];
  return static_cast<double>(search::dot(question, components_.data() + row * dimension_) * scales_[row]);
}

std::string ColumnVectors::serialize() const {
  std::string bytes(reinterpret_cast<const char*>(scales_.data()), scales_.size() * sizeof(float));
  bytes.append(reinterpret_cast<const char*>(components_.data()), components_.size());
  return bytes;
}

Result<ColumnVectors> ColumnVectors::deserialize(std::string_view bytes, const Schema& schema, std::size_t dimension) {
  ColumnVectors vectors;
  vectors.dimension_ = dimension;
  const std::size_t rows = vectors.lay_out(schema).size();
  if (bytes.size() != rows * (sizeof(float) + dimension)) {
    return Error{
        ErrorCode::data_loss, "The stored vectors of columns do not fit their schema; build the graph anew.", {}};
  }
  vectors.scales_.resize(rows);
  vectors.components_.resize(rows * dimension);
  if (rows == 0) return vectors;
  std::memcpy(vectors.scales_.data(), bytes.data(), rows * sizeof(float));
  std::memcpy(vectors.components_.data(), bytes.data() + rows * sizeof(float), rows * dimension);
  return vectors;
}

}  // namespace querydata::inline v0::schema
