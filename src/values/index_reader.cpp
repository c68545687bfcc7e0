#include "values/index_reader.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "values/column_fingerprint.hpp"
#include "values/column_values.hpp"

namespace querydata::inline v0::values {
namespace {

/// What takes less time is rather read again than kept.
constexpr auto worth_keeping = std::chrono::milliseconds(100);
}  // namespace

Result<store::Sections> IndexReader::read(const std::vector<WantedColumn>& wanted, bool replaces) {
  kept_ = std::exchange(manifest_.columns, replaces ? manifest_.columns : std::vector<ManifestColumn>());
  std::vector<SegmentColumn> columns;
  for (const WantedColumn& item : wanted) columns.push_back({item.table, item.column, replaces});
  SegmentBuilder builder(std::move(columns));
  all_ = wanted.size();
  for (; done_ < all_; ++done_)
    if (auto read = read_column(wanted[done_], static_cast<std::uint16_t>(done_), builder); !read) return read.error();
  tell(nullptr, builder.size());
  return std::move(builder).build(options_.control);
}

void IndexReader::tell(const WantedColumn* column, std::size_t values) const {
  if (!options_.progress) return;
  options_.progress({column == nullptr ? std::string() : column->name(), done_, all_, values});
}

Result<void> IndexReader::read_column(const WantedColumn& wanted, std::uint16_t number, SegmentBuilder& builder) {
  if (auto on = options_.control.check("reading values to index"); !on) return on;
  ManifestColumn column;
  column.table = wanted.table;
  column.column = wanted.column;
  column.judged = wanted.judged;
  column.skipped = wanted.skipped;
  column.read_at = std::chrono::sys_seconds(std::chrono::seconds(seconds_of(options_.now)));
  if (!column.skipped.empty()) {
    note(std::move(column));
    return {};
  }
  tell(&wanted, 0);
  const auto taken = take_kept(wanted, number, builder);
  if (!taken) return taken.error();
  if (*taken) return {};
  const auto begin = std::chrono::steady_clock::now();
  const ReadLimits limits{manifest_.max_values, manifest_.max_value_bytes};
  const std::size_t most = std::max(limits.max_values, limits.max_values + 1);
  auto values =
      ColumnValues::read(database_.scan_distinct_values(wanted.table, wanted.column, most, options_.control),
                         wanted.name(), limits, wanted.judged, [&](std::size_t count) { tell(&wanted, count); });
  if (!values) return values.error();
  column.skipped = values->skipped();
  column.values = values->size();
  column.rows = values->rows();
  column.warnings = values->warnings();
  const store::Sections arrays = (*std::move(values)).take();
  if (store_ != nullptr && std::chrono::steady_clock::now() - begin >= worth_keeping)
    if (auto written = keep(wanted, column, arrays); !written) return written;
  note(std::move(column));
  return ColumnValues::add(arrays, number, builder);
}

/// What an earlier build has read of the column, if it is still whole and the column still the same: the build may have
/// been one of another database.
Result<bool> IndexReader::take_kept(const WantedColumn& wanted, std::uint16_t number, SegmentBuilder& builder) {
  if (files_ == nullptr) return false;
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const ManifestColumn& column) {
    return column.column == wanted.column && column.table == wanted.table;
  });
  if (found == kept_.end() || found->file.name.empty() || found->fingerprint.empty()) return false;
  const auto fingerprint = fingerprint_of(database_, wanted, options_.control);
  if (!fingerprint) return fingerprint.error();
  if (*fingerprint != found->fingerprint) return false;
  const auto arrays = files_->map(found->file);
  if (!arrays) return false;
  if (auto added = ColumnValues::add(*arrays, number, builder); !added) return added.error();
  note(*found);
  return true;
}

Result<void> IndexReader::keep(const WantedColumn& wanted, ManifestColumn& column, const store::Sections& values) {
  auto fingerprint = fingerprint_of(database_, wanted, options_.control);
  if (!fingerprint) return fingerprint.error();
  if (fingerprint->empty()) return {};
  column.fingerprint = *std::move(fingerprint);
  auto file = files_->write(values, manifest_.next_file++);
  if (!file) return file.error();
  column.file = *std::move(file);
  IndexManifest so_far = manifest_;
  so_far.columns.push_back(column);
  const auto written = store_->write({{std::string(build_kind), std::string(name_), so_far.write(), 1}});
  if (!written) return written.error();
  return {};
}

/// In the place of what the manifest says of the column already.
void IndexReader::note(ManifestColumn column) {
  auto& columns = manifest_.columns;
  const auto name = [](const ManifestColumn& item) { return std::tie(item.table, item.column); };
  const auto place = std::lower_bound(columns.begin(), columns.end(), column,
                                      [&](const auto& a, const auto& b) { return name(a) < name(b); });
  if (place != columns.end() && name(*place) == name(column)) {
    *place = std::move(column);
  } else {
    columns.insert(place, std::move(column));
  }
}

}  // namespace querydata::inline v0::values
