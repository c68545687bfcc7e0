#include "values/column_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/utf8.hpp"
#include "values/column_profile.hpp"

namespace querydata::inline v0::values {
namespace {

enum Array : std::uint64_t { texts = 1, ends = 2, forms = 3, counts = 4 };

constexpr std::size_t progress_step = 10'000;
constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max();

}  // namespace

TextForm form_of(const Value& value) noexcept {
  const auto* text = std::get_if<std::string>(&value);
  return form_of(value, text != nullptr && look_of(*text) == TextLook::name && !find_invalid_utf8(*text));
}

/// Reads row by row and sorts out.
class ColumnValues::Reader {
 public:
  Reader(const ReadLimits& limits, bool judged) : limits_(limits), judged_(judged) {}

  /// False once the rest need not be read.
  Result<bool> take(const Value& value, std::int64_t rows) {
    profile_.add(value, rows);
    if (judged_ && profile_.is_clear()) return false;
    if (values_.size() == limits_.max_values) {
      cut_ = true;
      return false;
    }
    if (std::holds_alternative<Blob>(value) || std::holds_alternative<Null>(value)) return true;
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && text->size() > limits_.max_value_bytes) {
      ++too_long_;
      return true;
    }
    if (text != nullptr && find_invalid_utf8(*text)) ++not_utf8_;
    return add(form_of(value), text == nullptr ? to_display(value) : *text, rows);
  }

  ColumnValues finish(std::string_view name) && {
    values_.rows_ = profile_.rows();
    if (judged_) values_.skipped_ = profile_.reason();
    if (!values_.skipped_.empty()) return std::move(values_).emptied();
    if (cut_)
      values_.warnings_.push_back(
          fmt::format("{} has more than {} distinct values: only the commonest are linked", name, limits_.max_values));
    if (too_long_ > 0)
      values_.warnings_.push_back(
          fmt::format("{}: {} values of more than {} bytes are not linked", name, too_long_, limits_.max_value_bytes));
    if (not_utf8_ > 0)
      values_.warnings_.push_back(
          fmt::format("{}: {} values that are not UTF-8 are not linked, since no query can be compared with them", name,
                      not_utf8_));
    return std::move(values_);
  }

 private:
  Result<bool> add(TextForm form, std::string_view text, std::int64_t rows) {
    if (values_.bytes_.size() + text.size() > largest)
      return Error{ErrorCode::resource_exhausted, "a column has more than 4 GiB of values; leave it out", {}};
    values_.bytes_ += text;
    values_.ends_.push_back(static_cast<std::uint32_t>(values_.bytes_.size()));
    values_.forms_.push_back(form);
    values_.counts_.push_back(
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(rows, 1, static_cast<std::int64_t>(largest))));
    return true;
  }

  const ReadLimits& limits_;
  bool judged_;
  ColumnProfile profile_;
  ColumnValues values_;
  std::size_t too_long_ = 0;
  std::size_t not_utf8_ = 0;
  bool cut_ = false;
};

Result<ColumnValues> ColumnValues::read(Result<std::unique_ptr<Rows>> rows, const std::string& name,
                                        const ReadLimits& limits, bool judged, const Progress& progress) {
  Reader reader(limits, judged);
  const auto failed = [&](const Error& error) -> Result<ColumnValues> {
    if (error.code != ErrorCode::resource_exhausted) return error;
    // One value that is too large to be read at all is no reason to link no others.
    ColumnValues none;
    none.skipped_ = error.message;
    return none;
  };
  if (!rows) return failed(rows.error());
  std::size_t read = 0;
  for (std::vector<Value> row;;) {
    const auto more = (*rows)->next(row);
    if (!more) return failed(more.error());
    if (!*more) break;
    if (row.size() != 2 || !std::holds_alternative<std::int64_t>(row[1]))
      return Error{ErrorCode::internal, fmt::format("{}: the database does not count its values", name), {}};
    const auto on = reader.take(row[0], std::get<std::int64_t>(row[1]));
    if (!on) return failed(on.error());
    if (!*on) break;
    if (++read % progress_step == 0 && progress) progress(read);
  }
  return std::move(reader).finish(name);
}

ColumnValues ColumnValues::emptied() && {
  ColumnValues none;
  none.rows_ = rows_;
  none.skipped_ = std::move(skipped_);
  return none;
}

store::Sections ColumnValues::take() && {
  store::Sections arrays;
  arrays.add(Array::texts, std::move(bytes_));
  arrays.add(Array::ends, std::move(ends_));
  arrays.add(Array::forms, std::move(forms_));
  arrays.add(Array::counts, std::move(counts_));
  return arrays;
}

Result<void> ColumnValues::add(const store::Sections& arrays, std::uint16_t column, SegmentBuilder& builder) {
  const std::string_view bytes = arrays.bytes(Array::texts);
  const auto text_ends = arrays.items<std::uint32_t>(Array::ends);
  const auto kinds = arrays.items<TextForm>(Array::forms);
  const auto text_counts = arrays.items<std::uint32_t>(Array::counts);
  const auto damaged = [] {
    return Error{ErrorCode::data_loss, "the values that were read do not fit each other; build the index again", {}};
  };
  if (kinds.size() != text_ends.size() || text_counts.size() != text_ends.size()) return damaged();
  builder.reserve(text_ends.size(), bytes.size());
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < text_ends.size(); ++i) {
    if (text_ends[i] < begin || text_ends[i] > bytes.size() || static_cast<std::size_t>(kinds[i]) >= text_forms)
      return damaged();
    const auto text = bytes.substr(begin, text_ends[i] - begin);
    if (auto added = builder.add(column, kinds[i], text, text_counts[i]); !added) return added;
    begin = text_ends[i];
  }
  return {};
}

}  // namespace querydata::inline v0::values
