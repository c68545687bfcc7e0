#include "db/counted_rows.hpp"

#include <cstddef>
#include <utility>

namespace querydata::inline v0 {
namespace {

/// Values that are all in memory, as rows.
class CountedRows final : public Rows {
 public:
  explicit CountedRows(std::vector<CountedValue> values) : values_(std::move(values)) {}

  [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept override { return columns_; }
  [[nodiscard]] Result<bool> next(std::vector<Value>& row) override {
    if (next_ == values_.size()) return false;
    CountedValue& counted = values_[next_++];
    row.clear();
    row.emplace_back(std::move(counted.value));
    row.emplace_back(counted.count);
    return true;
  }
  [[nodiscard]] Cut cut() const noexcept override { return Cut::none; }

 private:
  std::vector<ResultColumn> columns_ = std::vector<ResultColumn>(2);
  std::vector<CountedValue> values_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Rows> counted_rows(std::vector<CountedValue> values) {
  return std::make_unique<CountedRows>(std::move(values));
}

}  // namespace querydata::inline v0
