#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <set>
#include <utility>

#include "core/json.hpp"
#include "knowledge/knowledge_base_impl.hpp"
#include "knowledge/requests.hpp"
#include "store/manifest.hpp"
#include "store/segment_files.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;
using knowledge::DocumentPlace;
using knowledge::DocumentSegment;
using Segments = KnowledgeBase::Impl::Segments;

constexpr std::string_view kind = "knowledge_base";
constexpr std::int64_t form = 1;
constexpr std::string_view what = "knowledge base";
constexpr std::size_t most_segments = 8;
constexpr std::size_t smallest_part = 4;  // of the first segment's bytes, that newer ones may have

FilterTime clock_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  return {seconds.count(), static_cast<std::int32_t>(std::chrono::nanoseconds(now - seconds).count())};
}

/// What the store's entry says of a knowledge base.
struct Manifest {
  std::vector<store::SegmentFile> segments;  ///< oldest first
  std::int64_t next_file = 1;                ///< numbers of files are not used again

  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> names;
    for (const store::SegmentFile& file : segments) names.insert(file.name);
    return names;
  }

  [[nodiscard]] std::string write() const {
    return json::write(
        bj::object{{"form", form}, {"segments", json::array_of(segments, store::written)}, {"next_file", next_file}});
  }

  [[nodiscard]] static Result<Manifest> read(std::string_view text, std::string_view name);
};

/// Throws what Boost.JSON throws for members that are missing or of another type.
Manifest manifest_of(const bj::object& fields) {
  Manifest manifest;
  manifest.next_file = fields.at("next_file").to_number<std::int64_t>();
  for (const bj::value& file : fields.at("segments").as_array())
    manifest.segments.push_back(store::segment_file_of(file));
  return manifest;
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

Result<Segments> map(const store::SegmentFiles& files, const Manifest& manifest) {
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

KnowledgeBase::Shared make(Segments segments) {
  return std::make_shared<const KnowledgeBase>(std::make_unique<const KnowledgeBase::Impl>(std::move(segments)));
}

/// "documents/" and the URI without its scheme.
std::string name_of(const Document& document) {
  if (!document.name.empty() || document.uri.empty()) return document.name;
  const std::size_t scheme = document.uri.find("://");
  return "documents/" + document.uri.substr(scheme == std::string::npos ? 0 : scheme + 3);
}

constexpr std::size_t most_bytes = std::size_t{1} << 31U;

/// Documents with the names that they have in the knowledge base.
Result<std::vector<Document>> named(std::span<const Document> documents) {
  std::vector<Document> out(documents.begin(), documents.end());
  std::set<std::string_view> names;
  for (Document& document : out) {
    document.name = name_of(document);
    if (document.name.empty())
      return Error{ErrorCode::invalid_argument, "a document has neither name nor URI; give it one", {}};
    if (auto good = knowledge::check_name(document.name); !good) return good.error();
    if (!names.insert(document.name).second)
      return Error{ErrorCode::invalid_argument,
                   fmt::format("the document \"{}\" is given twice; give it once", document.name),
                   {}};
    if (document.content.size() >= most_bytes)
      return Error{ErrorCode::resource_exhausted,
                   fmt::format("the document \"{}\" has 2 GiB or more; split it", document.name),
                   {}};
  }
  return out;
}

/// What changes: documents to be indexed, and names that are no more.
struct Plan {
  std::vector<const Document*> put;
  std::vector<std::string> gone;
  DocumentCounts counts;
};

Result<Plan> plan_of(const std::vector<Document>& documents, const DocumentChanges& changes,
                     const KnowledgeBase::Impl* base) {
  Plan plan;
  for (const Document& document : documents) {
    const auto place = base == nullptr ? std::nullopt : base->find(document.name);
    const bool same = place && base->segment_of(*place).says(place->document, document);
    if (!same) plan.put.push_back(&document);
    ++(same ? plan.counts.unchanged : place ? plan.counts.replaced : plan.counts.added);
  }
  for (const std::string& name : changes.remove) {
    if (base == nullptr || !base->find(name))
      return Error{ErrorCode::not_found, fmt::format("there is no document \"{}\" to remove", name), {}};
    if (std::ranges::any_of(documents, [&](const Document& document) { return document.name == name; }))
      return Error{ErrorCode::invalid_argument, fmt::format("the document \"{}\" is both put and removed", name), {}};
    plan.gone.push_back(name);
    ++plan.counts.removed;
  }
  std::ranges::sort(plan.gone);
  const auto twice = std::ranges::unique(plan.gone);
  plan.counts.removed -= twice.size();
  plan.gone.erase(twice.begin(), twice.end());
  return plan;
}

bool must_merge(const Segments& segments) {
  std::size_t newer = 0;
  for (std::size_t i = 1; i < segments.size(); ++i) newer += segments[i]->size_in_bytes();
  return segments.size() > most_segments || newer > segments.front()->size_in_bytes() / smallest_part;
}

/// All documents in one segment, without what was overruled.
Result<store::Sections> merge(const KnowledgeBase::Impl& base, const KnowledgeBaseOptions& options) {
  std::vector<Document> documents;
  for (const DocumentPlace place : base.names)
    documents.push_back(base.segment_of(place).document(place.document, DocumentView::full));
  std::vector<const Document*> pointers;
  for (const Document& document : documents) pointers.push_back(&document);
  return DocumentSegment::build(std::move(pointers), {}, options);
}

KnowledgeBaseOptions with_time(const KnowledgeBaseOptions& options) {
  KnowledgeBaseOptions out = options;
  if (!out.now) out.now = clock_time();
  return out;
}

/// A knowledge base that this process may write.
struct Writer {
  Store& store;
  std::string_view name;
  store::SegmentFiles files;
  store::SegmentLock lock;
  Manifest manifest;
  Segments segments;

  /// @param anew  what is there will be left behind: it need not be whole
  static Result<Writer> open(Store& store, std::string_view name, const CallControl& control, bool anew) {
    auto files = files_of(store, name);
    if (!files) return files.error();
    auto lock = store::SegmentLock::take(*files, control);
    if (!lock) return lock.error();
    Writer writer{store, name, *std::move(files), *std::move(lock), {}, {}};
    const auto text = store.read(kind, name);
    if (!text && text.error().code != ErrorCode::not_found) return text.error();
    if (text) {
      auto manifest = Manifest::read(*text, name);
      const bool passes = manifest || (anew && manifest.error().code == ErrorCode::data_loss);
      if (!passes) return manifest.error();
      if (manifest) writer.manifest = *std::move(manifest);
    }
    writer.files.remove_all_but(writer.manifest.files());
    if (anew) return writer;
    auto segments = map(writer.files, writer.manifest);
    if (!segments) return segments.error();
    writer.segments = *std::move(segments);
    return writer;
  }

  /// Adds a segment, or one in the place of all if the newer ones have grown.
  Result<KnowledgeBase::Shared> add(store::Sections delta, const KnowledgeBaseOptions& options) {
    auto newest = DocumentSegment::open(delta);
    if (!newest) return newest.error();
    segments.push_back(*std::move(newest));
    if (!must_merge(segments)) return commit(delta);
    auto merged = merge(KnowledgeBase::Impl(segments), options);
    if (!merged) return merged.error();
    manifest.segments.clear();
    return commit(*merged);
  }

  /// Writes a segment and switches the entry.
  Result<KnowledgeBase::Shared> commit(const store::Sections& newest) {
    auto file = files.write(newest, manifest.next_file++);
    if (!file) return file.error();
    manifest.segments.push_back(*std::move(file));
    // Before the entry is switched: what could not be opened must not take the place of what can.
    auto mapped = map(files, manifest);
    if (!mapped) return mapped.error();
    const StoreWrite entry{std::string(kind), std::string(name), manifest.write(), 1};
    if (auto done = store.write({entry}); !done) return done.error();
    files.remove_all_but(manifest.files());
    return make(*std::move(mapped));
  }
};

Result<store::Sections> build_sections(std::span<const Document> documents, const KnowledgeBaseOptions& options) {
  const auto all = named(documents);
  if (!all) return all.error();
  std::vector<const Document*> pointers;
  for (const Document& document : *all) pointers.push_back(&document);
  return DocumentSegment::build(std::move(pointers), {}, with_time(options));
}

void tell(const KnowledgeBaseOptions& options, const DocumentCounts& counts) {
  if (options.counts != nullptr) *options.counts = counts;
}

}  // namespace

Result<KnowledgeBase::Shared> KnowledgeBase::build(std::span<const Document> documents,
                                                   const KnowledgeBaseOptions& options) {
  auto sections = build_sections(documents, options);
  if (!sections) return sections.error();
  auto segment = DocumentSegment::open(*std::move(sections));
  if (!segment) return segment.error();
  tell(options, {documents.size(), 0, 0, 0});
  return make({*std::move(segment)});
}

Result<KnowledgeBase::Shared> KnowledgeBase::build(std::span<const Document> documents, Store& store,
                                                   std::string_view name, const KnowledgeBaseOptions& options) {
  auto writer = Writer::open(store, name, options.control, true);
  if (!writer) return writer.error();
  const auto sections = build_sections(documents, options);
  if (!sections) return sections.error();
  writer->manifest.segments.clear();
  tell(options, {documents.size(), 0, 0, 0});
  return writer->commit(*sections);
}

Result<KnowledgeBase::Shared> KnowledgeBase::update(Store& store, std::string_view name, const DocumentChanges& changes,
                                                    const KnowledgeBaseOptions& options) {
  const auto documents = named(changes.put);
  if (!documents) return documents.error();
  auto writer = Writer::open(store, name, options.control, false);
  if (!writer) return writer.error();
  const KnowledgeBase::Impl base(writer->segments);
  auto plan = plan_of(*documents, changes, &base);
  if (!plan) return plan.error();
  tell(options, plan->counts);
  const bool nothing = plan->put.empty() && plan->gone.empty() && !writer->segments.empty();
  if (nothing) return make(writer->segments);
  const KnowledgeBaseOptions timed = with_time(options);
  auto delta = DocumentSegment::build(std::move(plan->put), plan->gone, timed);
  if (!delta) return delta.error();
  return writer->add(*std::move(delta), timed);
}

Result<KnowledgeBase::Shared> KnowledgeBase::open(const Store& store, std::string_view name) {
  const auto files = files_of(store, name);
  if (!files) return files.error();
  // A writer may remove the files between the reading of the entry and the mapping.
  constexpr int most_tries = 5;
  for (int i = 1;; ++i) {
    const auto text = store.read(kind, name);
    if (!text) return text.error();
    const auto manifest = Manifest::read(*text, name);
    if (!manifest) return manifest.error();
    auto segments = map(*files, *manifest);
    if (segments) return make(*std::move(segments));
    const auto now = store.read(kind, name);
    if (i == most_tries || (now && *now == *text)) return segments.error();
  }
}

Result<void> KnowledgeBase::remove(Store& store, std::string_view name) {
  const auto writer = Writer::open(store, name, {}, true);
  if (!writer) return writer.error();
  if (const auto text = store.read(kind, name); !text) return text.error();
  const StoreWrite entry{std::string(kind), std::string(name), std::nullopt};
  if (auto done = store.write({entry}); !done) return done.error();
  writer->files.remove_all_but({});
  return {};
}

}  // namespace querydata::inline v0
