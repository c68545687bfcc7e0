/// @file
/// The distinct values of a column as they are read, before they are indexed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/database.hpp"
#include "querydata/result.hpp"
#include "store/sections.hpp"
#include "values/segment_builder.hpp"

namespace querydata::inline v0::values {

struct ReadLimits {
  std::size_t max_values = 0;       ///< the commonest are kept
  std::size_t max_value_bytes = 0;  ///< longer texts are prose, which nobody names as a whole
};

/// What reading a column gave.
class ColumnValues {
 public:
  /// Told now and then how many values were read.
  using Progress = std::function<void(std::size_t values)>;

  /// Takes in the values of a column.
  /// @param rows    of a value and how many rows of the column hold it, the commonest first, one more than
  ///                `limits.max_values` at most; or why there are none
  /// @param judged  values that people don't name are left out, and `skipped` says why
  /// @return  the values; or the database's error. A value too large to be read is no error but a reason
  /// @par Cost  a scan; memory: the text of the values and 9 bytes each
  [[nodiscard]] static Result<ColumnValues> read(Result<std::unique_ptr<Rows>> rows, const std::string& name,
                                                 const ReadLimits& limits, bool judged, const Progress& progress = {});

  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] const std::string& skipped() const noexcept { return skipped_; }
  /// What was left out of a column that is not skipped.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

  /// The arrays, for a file.
  [[nodiscard]] store::Sections take() &&;
  /// Adds what `take` gave to a segment. `data_loss` for arrays that do not fit each other.
  [[nodiscard]] static Result<void> add(const store::Sections& arrays, std::uint16_t column, SegmentBuilder& builder);

 private:
  class Reader;

  [[nodiscard]] ColumnValues emptied() &&;

  std::string bytes_;
  std::vector<std::uint32_t> ends_;
  std::vector<TextForm> forms_;
  std::vector<std::uint32_t> counts_;
  std::int64_t rows_ = 0;
  std::string skipped_;
  std::vector<std::string> warnings_;
};

/// The form in which a text is kept: a name, if it looks like one.
[[nodiscard]] TextForm form_of(const Value& value) noexcept;

}  // namespace querydata::inline v0::values
