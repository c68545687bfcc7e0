#include "values/index_changes.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "values/column_values.hpp"
#include "values/segment_builder.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::int64_t most_rows = std::numeric_limits<std::uint32_t>::max();

Error not_indexed(std::string_view table, std::string_view column, const ManifestColumn* known) {
  if (known == nullptr)
    return {ErrorCode::not_found,
            fmt::format("the value index has no column {}.{}; have that column read first", table, column),
            {}};
  return {ErrorCode::not_found,
          fmt::format("the value index does not hold {}.{}, since {}; include it when you build", table, column,
                      known->skipped),
          {}};
}

}  // namespace

Result<store::Sections> delta_of(std::span<const ValueChange> changes, const IndexManifest& manifest,
                                 const CallControl& control) {
  std::map<const ManifestColumn*, std::uint16_t> numbers;
  std::vector<SegmentColumn> columns;
  std::map<std::tuple<std::uint16_t, TextForm, std::string>, std::int64_t> rows;
  for (const ValueChange& change : changes) {
    const ManifestColumn* column = manifest.find(change.table, change.column);
    if (column == nullptr || !column->skipped.empty()) return not_indexed(change.table, change.column, column);
    if (std::holds_alternative<Null>(change.value) || std::holds_alternative<Blob>(change.value))
      return Error{ErrorCode::invalid_argument,
                   fmt::format("a value index holds neither NULL nor blobs; leave such changes of {}.{} out",
                               change.table, change.column),
                   {}};
    if (change.rows < 0 || change.rows > most_rows)
      return Error{
          ErrorCode::invalid_argument,
          fmt::format("{} rows of {}.{}: a value index counts 0 to {}; give the number that hold the value now",
                      change.rows, change.table, change.column, most_rows),
          {}};
    const auto* text = std::get_if<std::string>(&change.value);
    if (text != nullptr && text->size() > manifest.max_value_bytes) continue;
    const auto [known, fresh] = numbers.try_emplace(column, static_cast<std::uint16_t>(columns.size()));
    if (fresh) columns.push_back({column->table, column->column});
    rows[{known->second, form_of(change.value), text == nullptr ? to_display(change.value) : *text}] = change.rows;
  }
  SegmentBuilder builder(std::move(columns));
  for (const auto& [key, count] : rows) {
    const auto& [column, form, text] = key;
    if (auto added = builder.add(column, form, text, static_cast<std::uint64_t>(count)); !added) return added.error();
  }
  return std::move(builder).build(control);
}

}  // namespace querydata::inline v0::values
