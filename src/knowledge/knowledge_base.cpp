#include "querydata/knowledge_base.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/hash.hpp"
#include "knowledge/knowledge_base_impl.hpp"
#include "knowledge/requests.hpp"

namespace querydata::inline v0 {
namespace {

using knowledge::DocumentFilter;
using knowledge::DocumentPlace;

constexpr std::size_t most_names = 20;
constexpr std::size_t most_listed = 1000;
constexpr std::size_t default_listed = 100;

Error invalid(std::string message) {
  return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

}  // namespace

std::string_view to_string(DocumentFormat format) noexcept {
  constexpr std::array<std::string_view, 3> names = {"markdown", "html", "plain_text"};
  return names[static_cast<std::size_t>(format)];
}

KnowledgeBase::Impl::Impl(Segments list) : segments(std::move(list)) {
  std::vector<const knowledge::PassageIndex*> indexes;
  std::uint32_t documents = 0;
  std::uint32_t chunks = 0;
  for (const auto& segment : segments) {
    first_document.push_back(documents);
    first_chunk.push_back(chunks);
    documents += static_cast<std::uint32_t>(segment->size());
    chunks += static_cast<std::uint32_t>(segment->chunks().size());
    indexes.push_back(&segment->index());
    info.bytes += segment->size_in_bytes();
  }
  passages = knowledge::PassageCollection(std::move(indexes));
  alive.assign(documents, true);
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    for (std::uint32_t document = 0; document < segments[i]->size(); ++document) {
      const std::string_view name = segments[i]->name(document);
      const auto overrules = [&](const auto& newer) { return newer->overrules(name); };
      const bool lives = std::none_of(segments.begin() + i + 1, segments.end(), overrules);
      alive[first_document[i] + document] = lives;
      if (!lives) continue;
      names.push_back({i, document});
      const knowledge::DocumentRecord& record = segments[i]->record(document);
      info.content_bytes += record.content_bytes;
      info.chunks += segments[i]->chunk_count(document);
    }
  }
  std::ranges::sort(names, {}, [&](DocumentPlace place) { return this->name(place); });
  info.documents = names.size();
  info.segments = segments.size();
  if (passages.main_language() != knowledge::Language::english) return;
  if (auto made = make_static_embedder()) embedder = *std::move(made);
}

std::optional<DocumentPlace> KnowledgeBase::Impl::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(names, name, {}, [&](DocumentPlace place) { return this->name(place); });
  if (found == names.end() || this->name(*found) != name) return std::nullopt;
  return *found;
}

KnowledgeBase::Impl::ChunkOwner KnowledgeBase::Impl::owner_of(std::uint32_t chunk) const {
  const auto segment =
      static_cast<std::uint32_t>(std::ranges::upper_bound(first_chunk, chunk) - first_chunk.begin() - 1);
  const std::uint32_t in_segment = chunk - first_chunk[segment];
  return {{segment, segments[segment]->chunks()[in_segment].document}, in_segment};
}

DocumentPlace KnowledgeBase::Impl::place_of(std::size_t number) const {
  const auto after = std::ranges::upper_bound(first_document, number);
  const auto segment = static_cast<std::uint32_t>(after - first_document.begin() - 1);
  return {segment, static_cast<std::uint32_t>(number - first_document[segment])};
}

KnowledgeBase::KnowledgeBase(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
KnowledgeBase::~KnowledgeBase() = default;

KnowledgeBaseInfo KnowledgeBase::info() const noexcept {
  return impl_->info;
}

Result<DocumentPage> KnowledgeBase::list_documents(const ListDocumentsRequest& request) const {
  auto filter = DocumentFilter::compile(*impl_, request.filter);
  if (!filter) return filter.error();
  const std::uint64_t key = stable_hash(request.filter);
  auto place = impl_->names.begin();
  const auto name = [&](DocumentPlace at) { return impl_->name(at); };
  if (!request.page_token.empty()) {
    const auto next = knowledge::next_of(request.page_token, key);
    if (!next) return next.error();
    place = std::ranges::lower_bound(impl_->names, *next, {}, name);
  }
  const std::size_t wanted = request.page_size == 0 ? default_listed : std::min(request.page_size, most_listed);
  DocumentPage page;
  for (; place != impl_->names.end(); ++place) {
    if (!filter->accepts(*place)) continue;
    if (page.documents.size() == wanted) {
      page.next_page_token = knowledge::page_token(key, name(*place));
      break;
    }
    page.documents.push_back(impl_->segment_of(*place).document(place->document, DocumentView::basic));
  }
  return page;
}

Result<Document> KnowledgeBase::get_document(std::string_view name, DocumentView view) const {
  if (auto good = knowledge::check_name(name); !good) return good.error();
  const auto place = impl_->find(name);
  if (!place) return Error{ErrorCode::not_found, fmt::format("there is no document \"{}\"", name), {}};
  return impl_->segment_of(*place).document(place->document, view);
}

Result<std::vector<Document>> KnowledgeBase::batch_get_documents(std::span<const std::string> names,
                                                                 DocumentView view) const {
  if (names.empty()) return invalid("no document is named; name 1 to 20");
  if (names.size() > most_names)
    return invalid(fmt::format("{} documents are named; at most {} are given at once", names.size(), most_names));
  std::vector<Document> documents;
  for (const std::string& name : names) {
    auto document = get_document(name, view);
    if (!document) return document.error();
    documents.push_back(*std::move(document));
  }
  return documents;
}

}  // namespace querydata::inline v0
