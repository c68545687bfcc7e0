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
using knowledge::DocumentSegment;

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
  for (std::size_t newer = 1; newer < segments.size(); ++newer) overrule(newer);
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    for (std::uint32_t document = 0; document < segments[i]->size(); ++document) {
      if (!lives({i, document})) continue;
      ++info.documents;
      info.content_bytes += segments[i]->record(document).content_bytes;
      info.chunks += segments[i]->chunk_count(document);
    }
  }
  info.segments = segments.size();
  if (passages.main_language() != knowledge::Language::english) return;
  if (auto made = make_static_embedder()) embedder = *std::move(made);
}

/// Marks the documents of older segments that a newer one replaces or removes.
void KnowledgeBase::Impl::overrule(std::size_t newer) {
  const DocumentSegment& by = *segments[newer];
  for (std::size_t older = 0; older < newer; ++older) {
    const DocumentSegment& segment = *segments[older];
    const auto mark = [&](std::size_t& place, std::string_view name) {
      place = segment.lower_bound(name, place);
      if (place < segment.size() && segment.name(place) == name) alive[first_document[older] + place] = false;
      return place < segment.size();
    };
    std::size_t place = 0;
    for (std::size_t i = 0; i < by.size() && mark(place, by.name(i)); ++i) continue;
    place = 0;
    for (std::size_t i = 0; i < by.gone_count() && mark(place, by.gone(i)); ++i) continue;
  }
}

std::optional<DocumentPlace> KnowledgeBase::Impl::find(std::string_view name) const {
  for (auto i = static_cast<std::uint32_t>(segments.size()); i-- > 0;) {
    if (const auto found = segments[i]->find(name)) {
      const DocumentPlace place{i, static_cast<std::uint32_t>(*found)};
      return lives(place) ? std::optional(place) : std::nullopt;
    }
  }
  return std::nullopt;
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

knowledge::DocumentCursor::DocumentCursor(const KnowledgeBase::Impl& base, std::string_view from) : base_(base) {
  for (const auto& segment : base.segments) next_.push_back(static_cast<std::uint32_t>(segment->lower_bound(from)));
}

std::optional<DocumentPlace> knowledge::DocumentCursor::next() {
  std::optional<DocumentPlace> first;
  for (std::uint32_t i = 0; i < next_.size(); ++i) {
    const std::size_t size = base_.segments[i]->size();
    while (next_[i] < size && !base_.lives({i, next_[i]})) ++next_[i];
    if (next_[i] == size) continue;
    const DocumentPlace place{i, next_[i]};
    if (!first || base_.name(place) < base_.name(*first)) first = place;
  }
  if (first) ++next_[first->segment];
  return first;
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
  std::string_view from;
  if (!request.page_token.empty()) {
    const auto next = knowledge::next_of(request.page_token, key);
    if (!next) return next.error();
    from = *next;
  }
  const std::size_t wanted = request.page_size == 0 ? default_listed : std::min(request.page_size, most_listed);
  DocumentPage page;
  knowledge::DocumentCursor cursor(*impl_, from);
  while (const auto place = cursor.next()) {
    if (!filter->accepts(*place)) continue;
    if (page.documents.size() == wanted) {
      page.next_page_token = knowledge::page_token(key, impl_->name(*place));
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
