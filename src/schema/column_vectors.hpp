/// @file
/// Vectors of columns, kept small: a signed byte a component.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::schema {

/// The similarity of any column with a question; error below .01. Immutable.
class ColumnVectors {
 public:
  ColumnVectors() = default;
  /// Embeds name, label and description of every column. Errors are the embedder's.
  [[nodiscard]] static Result<ColumnVectors> build(const Schema& schema, const Embedder& embedder);

  /// Inner product of the question's vector with a column's. O(dimension).
  [[nodiscard]] double similarity(std::span<const float> question, std::uint32_t table, std::uint32_t column) const;

 private:
  std::size_t dimension_ = 0;
  std::vector<std::size_t> first_column_;  ///< of a table, among all columns
  std::vector<std::int8_t> components_;
  std::vector<float> scales_;  ///< of a column: its largest component / 127
};

/// What is embedded for a table and for a column: the readable name, else the name in words, and the description.
[[nodiscard]] std::string embedded_text(const Table& table);
[[nodiscard]] std::string embedded_text(const Column& column);

}  // namespace querydata::inline v0::schema
