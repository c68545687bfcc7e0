#include "querydata/value_index.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <map>
#include <utility>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "text/fold.hpp"
#include "values/index_changes.hpp"
#include "values/index_impl.hpp"
#include "values/index_reader.hpp"
#include "values/index_writer.hpp"
#include "values/wanted_columns.hpp"

namespace querydata::inline v0 {
namespace values {
namespace {

namespace bj = boost::json;

constexpr int most_tries = 8;

IndexManifest manifest_for(const ValueIndexOptions& options) {
  IndexManifest manifest;
  manifest.synonyms = options.synonyms;
  manifest.max_values = options.max_values_per_column;
  manifest.max_value_bytes = options.max_value_bytes;
  manifest.built_at = seconds_of(options.now);
  manifest.updated_at = manifest.built_at;
  return manifest;
}

/// A synonym without letters would stand for whatever has none.
Result<void> check_synonyms(const ValueIndexOptions& options) {
  for (const auto& set : options.synonyms) {
    for (const std::string& name : set) {
      if (find_invalid_utf8(name)) return Error{ErrorCode::invalid_argument, "a synonym is not UTF-8; convert it", {}};
      if (text::normalise(name).empty())
        return Error{ErrorCode::invalid_argument,
                     fmt::format("the synonym \"{}\" has neither letters nor digits; leave it out", name),
                     {}};
    }
  }
  return {};
}

/// Tells whether a build may go on with what another one has read.
std::string purpose_of(const std::vector<WantedColumn>& wanted, const ValueIndexOptions& options) {
  bj::array columns;
  for (const WantedColumn& item : wanted)
    columns.push_back(bj::array{item.table, item.column, item.judged, item.skipped});
  return json::write(bj::array{columns, options.max_values_per_column, options.max_value_bytes});
}

/// A manifest that goes on with an unfinished build for the same purpose, or begins a new one.
Result<IndexManifest> begin_build(const IndexWriter& writer, const std::vector<WantedColumn>& wanted,
                                  const ValueIndexOptions& options) {
  IndexManifest manifest = manifest_for(options);
  manifest.purpose = purpose_of(wanted, options);
  std::set<std::string> kept;
  // One that can't be read is built over; its files go.
  for (const std::string_view kind : {index_kind, build_kind}) {
    auto before = writer.read(kind);
    if (!before && before.error().code != ErrorCode::data_loss) return before.error();
    if (!before || !*before) continue;
    manifest.next_file = std::max(manifest.next_file, (*before)->next_file);
    if (kind == build_kind && (*before)->purpose != manifest.purpose) continue;
    kept.merge((*before)->files());
    if (kind == build_kind) manifest.columns = std::move((*before)->columns);
  }
  writer.files.remove_all_but(kept);
  return manifest;
}

std::string iso(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

bj::array texts(const std::vector<std::string>& items) {
  return json::array_of(items, [](const std::string& text) { return bj::string(text); });
}

}  // namespace

ValueIndex::Shared make_index(std::vector<std::shared_ptr<const Segment>> segments, const IndexManifest& manifest) {
  auto impl = std::make_unique<ValueIndex::Impl>();
  impl->values = IndexedValues(segments, Synonyms(manifest.synonyms));
  ValueIndexInfo& info = impl->info;
  std::map<std::pair<std::string_view, std::string_view>, ValueIndexColumn*> columns;
  info.columns.reserve(manifest.columns.size());
  for (const ManifestColumn& column : manifest.columns) {
    info.columns.push_back(column);
    info.columns.back().values = 0;
    info.columns.back().rows = column.skipped.empty() ? 0 : column.rows;
    columns[{info.columns.back().table, info.columns.back().column}] = &info.columns.back();
  }
  for (const ValueColumn& column : impl->values.columns()) {
    const auto found = columns.find({column.table, column.column});
    if (found == columns.end()) continue;
    found->second->values += column.values;
    found->second->rows += column.rows;
  }
  info.values = impl->values.size();
  for (const auto& segment : segments) info.bytes += segment->bytes();
  info.segments = segments.size();
  info.synonyms = manifest.synonyms;
  info.built_at = std::chrono::sys_seconds(std::chrono::seconds(manifest.built_at));
  info.updated_at = std::chrono::sys_seconds(std::chrono::seconds(manifest.updated_at));
  impl->segments = std::move(segments);
  return std::make_shared<const ValueIndex>(std::move(impl));
}

}  // namespace values

using values::IndexManifest;
using values::IndexReader;
using values::IndexWriter;
using values::Segment;
using values::SegmentBuilder;
using values::WantedColumn;

ValueIndex::ValueIndex(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
ValueIndex::~ValueIndex() = default;

const ValueIndexInfo& ValueIndex::info() const noexcept {
  return impl_->info;
}

Result<ValueIndex::Shared> ValueIndex::build(Database& database, const ValueIndexOptions& options) {
  if (auto checked = values::check_synonyms(options); !checked) return checked.error();
  const auto schema = database.read_schema(options.control);
  if (!schema) return schema.error();
  const auto wanted = values::wanted_columns(*schema, options);
  if (!wanted) return wanted.error();
  IndexManifest manifest = values::manifest_for(options);
  auto sections = IndexReader(database, options, manifest).read(*wanted, false);
  if (!sections) return sections.error();
  auto segment = Segment::open(*std::move(sections));
  if (!segment) return segment.error();
  return values::make_index({*std::move(segment)}, manifest);
}

Result<ValueIndex::Shared> ValueIndex::build(Database& database, Store& store, std::string_view name,
                                             const ValueIndexOptions& options) {
  if (auto checked = values::check_synonyms(options); !checked) return checked.error();
  const auto schema = database.read_schema(options.control);
  if (!schema) return schema.error();
  const auto wanted = values::wanted_columns(*schema, options);
  if (!wanted) return wanted.error();
  auto writer = IndexWriter::open(store, name, options.control);
  if (!writer) return writer.error();
  auto manifest = values::begin_build(*writer, *wanted, options);
  if (!manifest) return manifest.error();
  IndexReader reader(database, options, *manifest);
  reader.keep_in(store, writer->files, name);
  auto sections = reader.read(*wanted, false);
  if (!sections) return sections.error();
  auto file = writer->files.write(*sections, manifest->next_file++);
  if (!file) return file.error();
  *sections = {};
  manifest->segments = {*std::move(file)};
  manifest->purpose.clear();
  for (auto& column : manifest->columns) {
    column.file = {};
    column.fingerprint.clear();
  }
  return writer->commit(*manifest, true);
}

Result<ValueIndex::Shared> ValueIndex::open(const Store& store, std::string_view name) {
  const auto files = values::index_files(store, name);
  if (!files) return files.error();
  std::string before;
  for (int tries = 0;; ++tries) {
    const auto text = store.read(values::index_kind, name);
    if (!text) return text.error();
    const auto manifest = IndexManifest::read(*text, name);
    if (!manifest) return manifest.error();
    std::vector<std::shared_ptr<const Segment>> segments;
    std::optional<Error> failure;
    for (const store::SegmentFile& file : manifest->segments) {
      auto sections = files->map(file);
      auto segment =
          sections ? Segment::open(*std::move(sections)) : Result<std::shared_ptr<const Segment>>(sections.error());
      if (!segment) {
        failure = segment.error();
        break;
      }
      segments.push_back(*std::move(segment));
    }
    if (!failure) return values::make_index(std::move(segments), *manifest);
    // A writer may have merged the files away since the entry was read; then the entry is another one now.
    if (*text == before || tries == values::most_tries) return *std::move(failure);
    before = *text;
  }
}

Result<ValueIndex::Shared> ValueIndex::update(Store& store, std::string_view name, std::span<const ValueChange> changes,
                                              const CallControl& control) {
  auto writer = IndexWriter::open(store, name, control);
  if (!writer) return writer.error();
  auto manifest = writer->begin_change();
  if (!manifest) return manifest.error();
  auto delta = values::delta_of(changes, *manifest, control);
  if (!delta) return delta.error();
  if (changes.empty()) {
    auto segments = writer->map(*manifest);
    if (!segments) return segments.error();
    return values::make_index(*std::move(segments), *manifest);
  }
  manifest->updated_at = values::seconds_of(std::nullopt);
  return writer->add(*std::move(delta), *std::move(manifest), control);
}

Result<ValueIndex::Shared> ValueIndex::rescan(Database& database, Store& store, std::string_view name,
                                              const ValueIndexOptions& options) {
  const auto schema = database.read_schema(options.control);
  if (!schema) return schema.error();
  auto writer = IndexWriter::open(store, name, options.control);
  if (!writer) return writer.error();
  auto manifest = writer->begin_change();
  if (!manifest) return manifest.error();
  const auto wanted = values::columns_to_rescan(*schema, options, *manifest);
  if (!wanted) return wanted.error();
  auto delta = IndexReader(database, options, *manifest).read(*wanted, true);
  if (!delta) return delta.error();
  std::erase_if(manifest->columns, [](const auto& column) { return column.skipped == values::gone; });
  manifest->updated_at = values::seconds_of(options.now);
  return writer->add(*std::move(delta), *std::move(manifest), options.control);
}

Result<void> ValueIndex::remove(Store& store, std::string_view name) {
  auto writer = IndexWriter::open(store, name, {});
  if (!writer) return writer.error();
  std::vector<StoreWrite> changes;
  for (const std::string_view kind : {values::build_kind, values::index_kind}) {
    const auto entries = store.list(kind);
    if (!entries) return entries.error();
    for (const StoreEntry& entry : *entries)
      if (entry.name == name) changes.push_back({entry.kind, entry.name, std::nullopt});
  }
  if (changes.empty()) return store.read(values::index_kind, name).error();
  if (auto written = store.write(changes); !written) return written.error();
  writer->files.remove_all_but({});
  return {};
}

std::string to_json(const ValueIndexInfo& info) {
  using values::bj::object;
  const auto columns = json::array_of(info.columns, [](const ValueIndexColumn& column) {
    return object{{"table", column.table},
                  {"column", column.column},
                  {"skipped", column.skipped},
                  {"values", column.values},
                  {"rows", column.rows},
                  {"warnings", values::texts(column.warnings)},
                  {"read_at", values::iso(column.read_at)}};
  });
  return json::write(object{{"columns", columns},
                            {"values", info.values},
                            {"bytes", info.bytes},
                            {"segments", info.segments},
                            {"synonyms", json::array_of(info.synonyms, values::texts)},
                            {"built_at", values::iso(info.built_at)},
                            {"updated_at", values::iso(info.updated_at)}});
}

}  // namespace querydata::inline v0
