/// @file
/// Makes segments of a value index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/value.hpp"
#include "store/sections.hpp"
#include "values/segment.hpp"

namespace querydata::inline v0::values {

/// Gathers values and makes a segment of them. One thread.
class SegmentBuilder {
 public:
  /// At most 65,535 columns.
  explicit SegmentBuilder(std::vector<SegmentColumn> columns) : columns_(std::move(columns)) {}

  /// A text of a column, at most once each.
  /// @param count  rows that hold it, 0: none any more
  /// @return  success, or `resource_exhausted` beyond 4 GiB of text or 2^32 - 1 values
  [[nodiscard]] Result<void> add(std::uint16_t column, TextForm form, std::string_view text, std::uint64_t count);
  [[nodiscard]] Result<void> add(std::uint16_t column, const Value& value, bool is_name, std::uint64_t count);
  /// Makes room for so many more values of so many bytes.
  void reserve(std::size_t values, std::size_t bytes);
  [[nodiscard]] std::size_t size() const noexcept { return uses_.size(); }
  [[nodiscard]] std::size_t text_bytes() const noexcept { return bytes_.size(); }

  /// @return  the segment's arrays, or why `control` ended the work
  /// @par Cost  O(text · log); memory of two to three times the segment, besides that of the texts
  [[nodiscard]] Result<store::Sections> build(const CallControl& control) &&;

 private:
  struct UseOf {
    std::uint32_t text;
    std::uint32_t count;
    std::uint16_t column;
  };
  using Numbers = std::vector<std::uint32_t>;
  struct Postings;

  [[nodiscard]] std::string_view text(std::uint32_t number) const noexcept;
  struct Searched;

  [[nodiscard]] Searched searched_texts() const;
  [[nodiscard]] Numbers distinct_texts(const Searched& searched, Numbers& leaders) const;
  [[nodiscard]] Result<void> order_names(Searched searched, Numbers& distinct, const CallControl& control,
                                         store::Sections& sections) const;
  void put_in_order(const Numbers& order, const Numbers& leaders, store::Sections& sections);
  void add_uses(std::uint32_t texts, store::Sections& sections);
  [[nodiscard]] Result<void> index_texts(const CallControl& control, store::Sections& sections);
  void index_text(std::uint32_t text, Postings& postings);
  void add_columns(store::Sections& sections) const;

  std::vector<SegmentColumn> columns_;
  std::vector<char> bytes_;
  std::vector<std::uint32_t> ends_;
  std::vector<TextForm> forms_;
  std::vector<UseOf> uses_;  ///< by text, then by column, once the texts are in order
};

}  // namespace querydata::inline v0::values
