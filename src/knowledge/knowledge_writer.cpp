#include "knowledge/knowledge_writer.hpp"

#include <boost/json.hpp>
#include <iterator>
#include <utility>

#include "core/json.hpp"
#include "store/manifest.hpp"

namespace querydata::inline v0::knowledge {
namespace {

namespace bj = boost::json;
using Segments = KnowledgeBase::Impl::Segments;

constexpr std::int64_t form = 1;
constexpr std::string_view what = "knowledge base";

/// Throws what Boost.JSON throws for members that are missing or of another type.
Manifest manifest_of(const bj::object& fields) {
  Manifest manifest;
  manifest.next_file = fields.at("next_file").to_number<std::int64_t>();
  for (const bj::value& file : fields.at("segments").as_array()) {
    manifest.segments.push_back(store::segment_file_of(file));
  }
  return manifest;
}

}  // namespace

std::set<std::string> Manifest::files() const {
  std::set<std::string> names;
  for (const store::SegmentFile& file : segments) names.insert(file.name);
  return names;
}

std::string Manifest::write() const {
  return json::write(
      bj::object{{"form", form}, {"segments", json::array_of(segments, store::written)}, {"next_file", next_file}});
}

Result<Manifest> Manifest::read(std::string_view text, std::string_view name) {
  Manifest manifest;
  auto read =
      store::read_manifest(text, form, what, name, [&](const bj::object& fields) { manifest = manifest_of(fields); });
  if (!read) return read.error();
  return manifest;
}

Result<store::SegmentFiles> files_of(const Store& store, std::string_view name) {
  return store::SegmentFiles::of(store, "documents", name, what);
}

Result<Segments> map_segments(const store::SegmentFiles& files, const Manifest& manifest) {
  Segments segments;
  for (const store::SegmentFile& file : manifest.segments) {
    auto sections = files.map(file);
    if (!sections) return sections.error();
    auto segment = DocumentSegment::open(*std::move(sections));
    if (!segment) return segment.error();
    segments.push_back(*std::move(segment));
  }
  return segments;
}

KnowledgeBase::Shared make_base(Segments segments) {
  return std::make_shared<const KnowledgeBase>(std::make_unique<const KnowledgeBase::Impl>(std::move(segments)));
}

Result<KnowledgeWriter> KnowledgeWriter::open(Store& store, std::string_view name, const CallControl& control,
                                              bool anew, std::size_t segment_bytes) {
  auto files = files_of(store, name);
  if (!files) return files.error();
  auto lock = store::SegmentLock::take(*files, control);
  if (!lock) return lock.error();
  KnowledgeWriter writer(store, name, *std::move(files), *std::move(lock));
  const auto text = store.read(entry_kind, name);
  if (!text && text.error().code != ErrorCode::not_found) return text.error();
  writer.segment_bytes_ = segment_bytes;
  writer.existed_ = text.has_value();
  if (text) {
    auto manifest = Manifest::read(*text, name);
    const bool passes = manifest || (anew && manifest.error().code == ErrorCode::data_loss);
    if (!passes) return manifest.error();
    if (manifest) writer.committed_ = *std::move(manifest);
  }
  writer.next_file_ = writer.committed_.next_file;
  writer.files_.remove_all_but(writer.committed_.files());
  if (anew) return writer;
  auto segments = map_segments(writer.files_, writer.committed_);
  if (!segments) return segments.error();
  for (std::size_t i = 0; i < segments->size(); ++i)
    writer.parts_.push_back({std::move((*segments)[i]), {}, writer.committed_.segments[i]});
  return writer;
}

Segments KnowledgeWriter::segments() const {
  Segments segments;
  for (const Part& part : parts_) segments.push_back(part.segment);
  return segments;
}

Error KnowledgeWriter::given_up(Error error) {
  files_.remove_all_but(committed_.files());
  return error;
}

/// Writes a segment; the memory that it took is free then.
Result<void> KnowledgeWriter::write(Part& part) {
  auto file = files_.write(part.sections, next_file_++);
  if (!file) return file.error();
  // Before the entry is switched: what could not be opened must not take the place of what can.
  auto mapped = files_.map(*file);
  if (!mapped) return mapped.error();
  auto segment = DocumentSegment::open(*std::move(mapped));
  if (!segment) return segment.error();
  part = {*std::move(segment), {}, *std::move(file)};
  return {};
}

/// All but the last one, which may be small and merged soon, are written.
Result<std::vector<KnowledgeWriter::Part>> KnowledgeWriter::parts_of(std::span<const DocumentSource> documents,
                                                                     std::span<const std::string> gone,
                                                                     const KnowledgeBaseOptions& options) {
  std::vector<Part> parts;
  std::size_t done = 0;
  for (const auto run : segment_runs(documents, segment_bytes_)) {
    if (!parts.empty()) {
      if (auto written = write(parts.back()); !written) return written.error();
    }
    DocumentSegment::Progress progress;
    if (options.progress) progress = [&](std::size_t count) { options.progress(done + count); };
    auto sections = DocumentSegment::build(run, parts.empty() ? gone : std::span<const std::string>(), *options.now,
                                           progress, options.control);
    if (!sections) return sections.error();
    auto segment = DocumentSegment::open(*sections);
    if (!segment) return segment.error();
    parts.push_back({*std::move(segment), *std::move(sections), std::nullopt});
    done += run.size();
  }
  return parts;
}

Result<void> KnowledgeWriter::add(std::span<const DocumentSource> documents, std::span<const std::string> gone,
                                  const KnowledgeBaseOptions& options) {
  auto parts = parts_of(documents, gone, options);
  if (!parts) return given_up(std::move(parts).error());
  std::move(parts->begin(), parts->end(), std::back_inserter(parts_));
  return {};
}

Result<void> KnowledgeWriter::merge(const KnowledgeBaseOptions& options) {
  KnowledgeBaseOptions quiet = options;
  quiet.progress = {};
  for (;;) {
    const KnowledgeBase::Impl base(segments());
    const auto range = range_to_merge(base, segment_bytes_);
    if (!range) return {};
    const SegmentUnion all = union_of(base, *range);
    std::vector<Part> merged;
    if (!all.documents.empty() || !all.gone.empty() || parts_.size() == 1) {
      auto parts = parts_of(all.documents, all.gone, quiet);
      if (!parts) return given_up(std::move(parts).error());
      merged = *std::move(parts);
    }
    const auto place = parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(range->first),
                                    parts_.begin() + static_cast<std::ptrdiff_t>(range->end));
    parts_.insert(place, std::move_iterator(merged.begin()), std::move_iterator(merged.end()));
  }
}

Result<KnowledgeBase::Shared> KnowledgeWriter::commit() {
  Manifest manifest;
  for (Part& part : parts_) {
    if (!part.file) {
      if (auto written = write(part); !written) return given_up(std::move(written).error());
    }
    manifest.segments.push_back(*part.file);
  }
  manifest.next_file = next_file_;
  const StoreWrite entry{std::string(entry_kind), name_, manifest.write(), 1};
  if (auto done = store_->write({entry}); !done) return given_up(std::move(done).error());
  committed_ = std::move(manifest);
  files_.remove_all_but(committed_.files());
  return make_base(segments());
}

Result<void> KnowledgeWriter::remove() {
  if (const auto text = store_->read(entry_kind, name_); !text) return text.error();
  const StoreWrite entry{std::string(entry_kind), name_, std::nullopt};
  if (auto done = store_->write({entry}); !done) return done.error();
  files_.remove_all_but({});
  return {};
}

}  // namespace querydata::inline v0::knowledge
