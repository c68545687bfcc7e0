#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/hash.hpp"
#include "knowledge/answerer.hpp"
#include "knowledge/knowledge_base_impl.hpp"
#include "knowledge/requests.hpp"
#include "knowledge/retrieve.hpp"

namespace querydata::inline v0 {
namespace {

using knowledge::DocumentFilter;
using knowledge::DocumentPlace;
using knowledge::DocumentSegment;
using knowledge::Passage;

constexpr std::size_t most_results = 100;
constexpr std::size_t default_results = 5;

/// A question and the passages of a knowledge base that fit it.
class Retrieval {
 public:
  Retrieval(const KnowledgeBase::Impl& base, DocumentFilter filter, std::string_view query)
      : base_(base), filter_(std::move(filter)), comparison_(query, base.passages, base.embedder.get()) {}

  [[nodiscard]] std::vector<Passage> find(const knowledge::RetrieveOptions& options) {
    const auto place_of = [&](std::uint32_t chunk) {
      const auto owner = base_.owner_of(chunk);
      const DocumentSegment& segment = base_.segment_of(owner.document);
      const knowledge::ChunkRecord& record = segment.chunks()[owner.chunk];
      return knowledge::ChunkPlace{segment.readable(owner.document.document), base_.number(owner.document),
                                   Span{record.begin, record.end}};
    };
    const auto accept = [&](std::uint32_t chunk) { return filter_.accepts(base_.owner_of(chunk).document); };
    return knowledge::retrieve(comparison_, base_.passages, place_of, accept, options);
  }

  [[nodiscard]] const knowledge::PassageComparison& comparison() const noexcept { return comparison_; }

 private:
  const KnowledgeBase::Impl& base_;
  DocumentFilter filter_;
  knowledge::PassageComparison comparison_;
};

Result<Retrieval> begin(const KnowledgeBase::Impl& base, std::string_view query, std::string_view filter,
                        const CallControl& control) {
  if (auto good = knowledge::check_query(query); !good) return good.error();
  auto compiled = DocumentFilter::compile(base, filter);
  if (!compiled) return compiled.error();
  if (auto on = control.check("searching documents"); !on) return on.error();
  return Retrieval(base, *std::move(compiled), query);
}

/// The bytes of the document where a passage stands, as they are.
DocumentChunk chunk_of(const KnowledgeBase::Impl& base, const Passage& passage) {
  const DocumentPlace place = base.place_of(passage.document);
  const DocumentSegment& segment = base.segment_of(place);
  DocumentChunk chunk;
  chunk.document = segment.document(place.document, DocumentView::basic);
  chunk.parent = chunk.document.name;
  chunk.source = {passage.source_begin, passage.source_begin + passage.text.size()};
  chunk.content = chunk.source.of(segment.content(place.document));
  chunk.relevance_score = passage.relevance;
  return chunk;
}

/// Citations of neighbouring bytes of one reference, and the references that are cited.
void cite(const KnowledgeBase::Impl& base, const std::vector<Passage>& passages,
          const std::vector<knowledge::AnswerSegment>& segments, Answer& answer) {
  std::vector<std::optional<std::size_t>> references(passages.size());
  for (const knowledge::AnswerSegment& segment : segments) {
    auto& reference = references[segment.passage];
    if (!reference) {
      reference = answer.references.size();
      answer.references.push_back(chunk_of(base, passages[segment.passage]));
    }
    answer.segments.push_back({segment.answer, *reference, segment.source, true});
    AnswerCitation* last = answer.citations.empty() ? nullptr : &answer.citations.back();
    if (last != nullptr && last->end_index == segment.answer.begin && last->sources.front() == *reference) {
      last->end_index = segment.answer.end;
    } else {
      answer.citations.push_back({segment.answer.begin, segment.answer.end, {*reference}});
    }
  }
}

}  // namespace

Result<SearchDocumentChunksResponse> KnowledgeBase::search_document_chunks(const SearchDocumentChunksRequest& request,
                                                                           const CallControl& control) const {
  auto retrieval = begin(*impl_, request.query, request.filter, control);
  if (!retrieval) return retrieval.error();
  const std::uint64_t key = stable_hash(request.query, stable_hash(request.filter));
  const auto offset = knowledge::offset_of(request.page_token, key);
  if (!offset) return offset.error();
  const std::size_t size = request.page_size == 0 ? default_results : std::min(request.page_size, most_results);
  knowledge::RetrieveOptions options;
  options.count = *offset + size + 1;
  const auto passages = retrieval->find(options);
  SearchDocumentChunksResponse response;
  for (std::size_t i = *offset; i < std::min(passages.size(), *offset + size); ++i) {
    DocumentChunk chunk = chunk_of(*impl_, passages[i]);
    chunk.id = fmt::format("{}-{}", chunk.source.begin, chunk.source.end);
    response.results.push_back(std::move(chunk));
  }
  if (passages.size() > *offset + size)
    response.next_page_token = knowledge::page_token(key, std::to_string(*offset + size));
  return response;
}

Result<Answer> KnowledgeBase::answer_query(const AnswerQueryRequest& request, const AnswerOptions& options) const {
  auto retrieval = begin(*impl_, request.query, request.filter, options.control);
  if (!retrieval) return retrieval.error();
  knowledge::RetrieveOptions retrieve_options;
  retrieve_options.count = options.max_passages;
  const auto passages = retrieval->find(retrieve_options);
  const knowledge::ExtractedAnswer extracted =
      knowledge::answer_from(request.query, retrieval->comparison(), passages, {options.max_bytes});
  Answer answer;
  answer.answer_text = extracted.text;
  answer.answered = extracted.answered;
  answer.confidence = extracted.confidence;
  cite(*impl_, passages, extracted.segments, answer);
  return answer;
}

}  // namespace querydata::inline v0
