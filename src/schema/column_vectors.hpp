/// @file
/// Vectors of columns, kept small: a signed byte a component, and one vector for all columns of the same text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0::schema {

/// The similarity of any column with a question; error below .01. Immutable.
class ColumnVectors {
 public:
  ColumnVectors() = default;
  /// Embeds name, label and description of every column, each text once. Errors are the embedder's.
  /// @param earlier_schema, earlier  vectors of texts that are in them are taken over; both null or none
  [[nodiscard]] static Result<ColumnVectors> build(const Schema& schema, const Embedder& embedder,
                                                   const Schema* earlier_schema = nullptr,
                                                   const ColumnVectors* earlier = nullptr);

  /// Inner product of the question's vector with a column's. O(dimension).
  [[nodiscard]] double similarity(std::span<const float> question, std::uint32_t table, std::uint32_t column) const;

  /// The vectors as bytes, of this machine's byte order; what they belong to is not in them.
  [[nodiscard]] std::string serialize() const;
  /// Reads what `serialize` wrote of the same schema. `data_loss` for bytes of another size.
  [[nodiscard]] static Result<ColumnVectors> deserialize(std::string_view bytes, const Schema& schema,
                                                         std::size_t dimension);

 private:
  /// Numbers the columns and their distinct texts.
  std::vector<std::string> lay_out(const Schema& schema);

  std::size_t dimension_ = 0;
  std::vector<std::size_t> first_column_;     ///< of a table, among all columns
  std::vector<std::uint32_t> row_of_column_;  ///< of a column
  std::vector<std::int8_t> components_;       ///< of a row, a text each
  std::vector<float> scales_;                 ///< of a row: its largest component / 127
};

/// What is embedded for a table and for a column: the readable name, else the name in words, and the description.
[[nodiscard]] std::string embedded_text(const Table& table);
[[nodiscard]] std::string embedded_text(const Column& column);

}  // namespace querydata::inline v0::schema
