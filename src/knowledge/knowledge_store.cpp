#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include "core/utf8.hpp"
#include "knowledge/knowledge_writer.hpp"
#include "knowledge/markup.hpp"
#include "knowledge/requests.hpp"

namespace querydata::inline v0 {
namespace {

using knowledge::DocumentSegment;
using knowledge::DocumentSource;
using knowledge::KnowledgeWriter;

constexpr std::size_t most_bytes = std::size_t{1} << 31U;

FilterTime clock_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  return {seconds.count(), static_cast<std::int32_t>(std::chrono::nanoseconds(now - seconds).count())};
}

KnowledgeBaseOptions with_time(const KnowledgeBaseOptions& options) {
  KnowledgeBaseOptions out = options;
  if (!out.now) out.now = clock_time();
  return out;
}

/// "documents/" and the URI without its scheme.
std::string name_of(const Document& document) {
  if (!document.name.empty() || document.uri.empty()) return document.name;
  const std::size_t scheme = document.uri.find("://");
  return "documents/" + document.uri.substr(scheme == std::string::npos ? 0 : scheme + 3);
}

/// A title that is UTF-8 and of a title's length.
std::string text_of(std::string_view read) {
  constexpr std::size_t longest = 500;
  return find_invalid_utf8(read) ? std::string() : std::string(utf8_prefix(read, longest));
}

/// Documents under the names that they have in the knowledge base, in the order of these. Borrows their texts.
struct NamedDocuments {
  std::vector<std::string> names;
  std::deque<std::string> read;  ///< titles and descriptions that the documents say themselves
  std::vector<DocumentSource> documents;

  [[nodiscard]] static Result<NamedDocuments> of(std::span<const Document> documents);
};

Result<NamedDocuments> NamedDocuments::of(std::span<const Document> documents) {
  NamedDocuments out;
  for (const Document& document : documents) out.names.push_back(name_of(document));
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const Document& document = documents[i];
    if (out.names[i].empty())
      return Error{ErrorCode::invalid_argument, "a document has neither name nor URI; give it one", {}};
    if (auto good = knowledge::check_name(out.names[i]); !good) return good.error();
    if (document.content.size() >= most_bytes)
      return Error{ErrorCode::resource_exhausted,
                   fmt::format("the document \"{}\" has 2 GiB or more; split it", out.names[i]),
                   {}};
    std::string_view title = document.title;
    std::string_view description = document.description;
    if (title.empty()) {
      knowledge::ReadableText readable = knowledge::read_markup(document.content, document.format);
      title = out.read.emplace_back(text_of(readable.title));
      if (description.empty()) description = out.read.emplace_back(text_of(readable.description));
    }
    out.documents.push_back({out.names[i], document.uri, title, description, document.data_source, document.update_time,
                             document.format, document.content});
  }
  std::ranges::sort(out.documents, {}, &DocumentSource::name);
  const auto twice = std::ranges::adjacent_find(out.documents, {}, &DocumentSource::name);
  if (twice != out.documents.end())
    return Error{
        ErrorCode::invalid_argument, fmt::format("the document \"{}\" is given twice; give it once", twice->name), {}};
  return out;
}

/// What changes: documents to be indexed, and names that are no more.
struct Plan {
  std::vector<DocumentSource> put;
  std::vector<std::string> gone;
  DocumentCounts counts;
};

Result<Plan> plan_of(const NamedDocuments& given, const DocumentChanges& changes, const KnowledgeBase::Impl& base) {
  Plan plan;
  for (const DocumentSource& document : given.documents) {
    const auto place = base.find(document.name);
    const bool same = place && base.segment_of(*place).says(place->document, document);
    if (!same) plan.put.push_back(document);
    ++(same ? plan.counts.unchanged : place ? plan.counts.replaced : plan.counts.added);
  }
  for (const std::string& name : changes.remove) {
    if (!base.find(name))
      return Error{ErrorCode::not_found, fmt::format("there is no document \"{}\" to remove", name), {}};
    if (std::ranges::binary_search(given.documents, std::string_view(name), {}, &DocumentSource::name))
      return Error{ErrorCode::invalid_argument, fmt::format("the document \"{}\" is both put and removed", name), {}};
    plan.gone.push_back(name);
  }
  std::ranges::sort(plan.gone);
  const auto twice = std::ranges::unique(plan.gone);
  plan.gone.erase(twice.begin(), twice.end());
  plan.counts.removed = plan.gone.size();
  return plan;
}

void tell(const KnowledgeBaseOptions& options, const DocumentCounts& counts) {
  if (options.counts != nullptr) *options.counts = counts;
}

}  // namespace

Result<KnowledgeBase::Shared> KnowledgeBase::build(std::span<const Document> documents,
                                                   const KnowledgeBaseOptions& options) {
  const auto named = NamedDocuments::of(documents);
  if (!named) return named.error();
  const KnowledgeBaseOptions timed = with_time(options);
  auto sections = DocumentSegment::build(named->documents, {}, *timed.now, timed.progress, timed.control);
  if (!sections) return sections.error();
  auto segment = DocumentSegment::open(*std::move(sections));
  if (!segment) return segment.error();
  tell(options, {documents.size(), 0, 0, 0});
  return knowledge::make_base({*std::move(segment)});
}

Result<KnowledgeBase::Shared> KnowledgeBase::build(std::span<const Document> documents, Store& store,
                                                   std::string_view name, const KnowledgeBaseOptions& options) {
  const auto named = NamedDocuments::of(documents);
  if (!named) return named.error();
  auto writer = KnowledgeWriter::open(store, name, options.control, true);
  if (!writer) return writer.error();
  if (auto added = writer->add(named->documents, {}, with_time(options)); !added) return added.error();
  tell(options, {documents.size(), 0, 0, 0});
  return writer->commit();
}

Result<KnowledgeBase::Shared> KnowledgeBase::update(Store& store, std::string_view name, const DocumentChanges& changes,
                                                    const KnowledgeBaseOptions& options) {
  const auto named = NamedDocuments::of(changes.put);
  if (!named) return named.error();
  auto writer = KnowledgeWriter::open(store, name, options.control, false);
  if (!writer) return writer.error();
  const auto plan = plan_of(*named, changes, Impl(writer->segments()));
  if (!plan) return plan.error();
  tell(options, plan->counts);
  if (plan->put.empty() && plan->gone.empty() && writer->existed()) return knowledge::make_base(writer->segments());
  const KnowledgeBaseOptions timed = with_time(options);
  if (auto added = writer->add(plan->put, plan->gone, timed); !added) return added.error();
  if (auto merged = writer->merge(timed); !merged) return merged.error();
  return writer->commit();
}

Result<KnowledgeBase::Shared> KnowledgeBase::open(const Store& store, std::string_view name) {
  const auto files = knowledge::files_of(store, name);
  if (!files) return files.error();
  // A writer may remove the files between the reading of the entry and the mapping.
  constexpr int most_tries = 5;
  for (int i = 1;; ++i) {
    const auto text = store.read(knowledge::entry_kind, name);
    if (!text) return text.error();
    const auto manifest = knowledge::Manifest::read(*text, name);
    if (!manifest) return manifest.error();
    auto segments = knowledge::map_segments(*files, *manifest);
    if (segments) return knowledge::make_base(*std::move(segments));
    const auto now = store.read(knowledge::entry_kind, name);
    if (i == most_tries || (now && *now == *text)) return segments.error();
  }
}

Result<void> KnowledgeBase::remove(Store& store, std::string_view name) {
  auto writer = KnowledgeWriter::open(store, name, {}, true);
  if (!writer) return writer.error();
  return writer->remove();
}

}  // namespace querydata::inline v0
