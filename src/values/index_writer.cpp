#include "values/index_writer.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "values/index_impl.hpp"
#include "values/indexed_values.hpp"
#include "values/segment_builder.hpp"

namespace querydata::inline v0::values {
namespace {

// Newer segments are looked through one by one, and their values overrule older ones when the index is opened.
constexpr std::size_t most_segments = 8;
constexpr std::size_t smallest_part = 4;  ///< of the first segment, that newer ones may have in values

bool must_merge(const std::vector<std::shared_ptr<const Segment>>& segments) {
  std::size_t newer = 0;
  for (std::size_t i = 1; i < segments.size(); ++i) newer += segments[i]->uses();
  return segments.size() > most_segments || newer > segments.front()->uses() / smallest_part;
}

Result<store::Sections> merge(const std::vector<std::shared_ptr<const Segment>>& segments, const CallControl& control) {
  const IndexedValues values(segments);
  std::vector<SegmentColumn> columns;
  for (const ValueColumn& column : values.columns()) columns.push_back({column.table, column.column});
  SegmentBuilder builder(std::move(columns));
  Result<void> added;
  values.for_each([&](std::uint32_t column, TextForm form, std::string_view text, std::uint32_t count) {
    if (added) added = builder.add(static_cast<std::uint16_t>(column), form, text, count);
  });
  if (!added) return added.error();
  return std::move(builder).build(control);
}

}  // namespace

Result<IndexWriter> IndexWriter::open(Store& store, std::string_view name, const CallControl& control) {
  auto files = index_files(store, name);
  if (!files) return files.error();
  auto lock = store::SegmentLock::take(*files, control);
  if (!lock) return lock.error();
  return IndexWriter{store, name, *std::move(files), *std::move(lock)};
}

Result<std::optional<IndexManifest>> IndexWriter::read(std::string_view kind) const {
  const auto text = store.read(kind, name);
  if (!text && text.error().code == ErrorCode::not_found) return std::optional<IndexManifest>();
  if (!text) return text.error();
  auto manifest = IndexManifest::read(*text, name);
  if (!manifest) return manifest.error();
  return std::optional(*std::move(manifest));
}

Result<IndexManifest> IndexWriter::begin_change() const {
  auto manifest = read(index_kind);
  if (!manifest) return manifest.error();
  if (!*manifest) return store.read(index_kind, name).error();
  std::set<std::string> kept = (*manifest)->files();
  const auto build = read(build_kind);
  if (!build && build.error().code != ErrorCode::data_loss) return build.error();
  if (build && *build) {
    kept.merge((*build)->files());
    (*manifest)->next_file = std::max((*manifest)->next_file, (*build)->next_file);
  }
  files.remove_all_but(kept);
  return **std::move(manifest);
}

Result<std::vector<std::shared_ptr<const Segment>>> IndexWriter::map(const IndexManifest& manifest) const {
  std::vector<std::shared_ptr<const Segment>> segments;
  for (const store::SegmentFile& file : manifest.segments) {
    auto sections = files.map(file);
    if (!sections) return sections.error();
    auto segment = Segment::open(*std::move(sections));
    if (!segment) return segment.error();
    segments.push_back(*std::move(segment));
  }
  return segments;
}

Result<ValueIndex::Shared> IndexWriter::add(store::Sections delta, IndexManifest manifest, const CallControl& control) {
  auto segments = map(manifest);
  if (!segments) return segments.error();
  auto newest = Segment::open(delta);
  if (!newest) return newest.error();
  segments->push_back(*std::move(newest));
  if (must_merge(*segments)) {
    auto merged = merge(*segments, control);
    if (!merged) return merged.error();
    delta = *std::move(merged);
    manifest.segments.clear();
  }
  segments->clear();
  auto file = files.write(delta, manifest.next_file++);
  if (!file) return file.error();
  manifest.segments.push_back(*std::move(file));
  return commit(manifest, false);
}

Result<ValueIndex::Shared> IndexWriter::commit(const IndexManifest& manifest, bool ends_build) {
  // Before the entry is switched: an index that could not be opened must not take the place of one that can.
  auto segments = map(manifest);
  if (!segments) return segments.error();
  const auto build = read(build_kind);
  if (!build && build.error().code != ErrorCode::data_loss) return build.error();
  const bool unfinished = !build || build->has_value();
  std::vector<StoreWrite> changes{{std::string(index_kind), std::string(name), manifest.write(), 1}};
  if (unfinished && ends_build) changes.push_back({std::string(build_kind), std::string(name), std::nullopt});
  if (auto written = store.write(changes); !written) return written.error();
  std::set<std::string> kept = manifest.files();
  if (!ends_build && build && *build) kept.merge((*build)->files());
  files.remove_all_but(kept);
  return make_index(*std::move(segments), manifest);
}

}  // namespace querydata::inline v0::values
