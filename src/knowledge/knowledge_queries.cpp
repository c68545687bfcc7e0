#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/hash.hpp"
#include "knowledge/answerer.hpp"
#include "knowledge/knowledge_base_impl.hpp"
#include "knowledge/model_answer.hpp"
#include "knowledge/requests.hpp"
#include "knowledge/retrieve.hpp"

namespace querydata::inline v0 {
namespace {

using knowledge::DocumentFilter;
using knowledge::DocumentPlace;
using knowledge::DocumentSegment;
using knowledge::Passage;

constexpr std::size_t most_results = 100;  ///< of a page, and of all pages together
constexpr std::size_t most_candidates = 150;
constexpr std::size_t default_results = 5;

/// A question and the passages of a knowledge base that fit it.
class Retrieval {
 public:
  Retrieval(const KnowledgeBase::Impl& base, DocumentFilter filter, std::string_view query)
      : base_(base), filter_(std::move(filter)), comparison_(query, base.passages, base.embedder.get()) {}

  [[nodiscard]] Result<std::vector<Passage>> find(const knowledge::RetrieveOptions& options) {
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

/// Puts an answer together for those who asked: with references, citations and the bytes of the documents.
class Writer {
 public:
  Writer(const KnowledgeBase::Impl& base, const std::vector<Passage>& passages)
      : base_(base), passages_(passages), references_(passages.size()) {}

  Answer write(knowledge::CitedAnswer&& cited, bool verbatim) && {
    answer_.answered = cited.answered;
    answer_.confidence = cited.confidence;
    answer_.removed = std::move(cited.removed);
    if (!verbatim || !cited.answered) answer_.answer_text = cited.text;
    std::size_t covered = 0;
    for (const knowledge::CitedSegment& segment : cited.segments) {
      const std::size_t reference = reference_of(segment);
      if (!verbatim) {
        answer_.segments.push_back({segment.answer, reference, segment.source, false});
        cite(segment.answer, reference);
        continue;
      }
      answer_.answer_text += Span{covered, segment.answer.begin}.of(cited.text);
      const std::size_t begin = answer_.answer_text.size();
      copy(segment, reference);
      cite({begin, answer_.answer_text.size()}, reference);
      covered = segment.answer.end;
    }
    return std::move(answer_);
  }

 private:
  std::size_t reference_of(const knowledge::CitedSegment& segment) {
    auto& reference = references_[segment.passage];
    if (!reference) {
      reference = answer_.references.size();
      answer_.references.push_back(chunk_of(base_, passages_[segment.passage]));
    }
    return *reference;
  }

  void cite(Span bytes, std::size_t reference) {
    AnswerCitation* last = answer_.citations.empty() ? nullptr : &answer_.citations.back();
    if (last == nullptr || last->start_index != bytes.begin || last->end_index != bytes.end) {
      answer_.citations.push_back({bytes.begin, bytes.end, {reference}});
    } else if (std::ranges::find(last->sources, reference) == last->sources.end()) {
      last->sources.push_back(reference);
    }
  }

  /// Copies the bytes of the document without those that are markup: what is kept is verbatim, and a blank joins what
  /// more than marks of emphasis kept apart.
  void copy(const knowledge::CitedSegment& segment, std::size_t reference) {
    const DocumentPlace place = base_.place_of(passages_[segment.passage].document);
    const std::string_view content = base_.segment_of(place).content(place.document);
    const std::string_view readable = base_.segment_of(place).readable(place.document);
    std::string& text = answer_.answer_text;
    const std::size_t begin = text.size();
    for (std::size_t at = segment.source.begin; at < segment.source.end;) {
      std::size_t end = at;
      while (end < segment.source.end && content[end] == readable[end]) ++end;
      if (end > at) {
        answer_.segments.push_back({{text.size(), text.size() + end - at}, reference, {at, end}, true});
        text += Span{at, end}.of(content);
      }
      at = end;
      while (end < segment.source.end && content[end] != readable[end]) ++end;
      if (end > at && content[at] == '&' && !is_blank(readable[at])) {
        const std::size_t past = std::min(content.find(';', at) + 1, segment.source.end);
        answer_.segments.push_back({{text.size(), text.size() + 1}, reference, {at, past}, false});
        text += readable[at];
        at = past;
        continue;
      }
      const std::string_view markup = Span{at, end}.of(content);
      const bool apart = markup.find_first_not_of("*_`~[]\\") != std::string_view::npos;
      if (apart && text.size() > begin && end < segment.source.end && !is_blank(text.back()) && !joins(content[end]))
        text += ' ';
      at = end;
    }
  }

  /// No blank stands before it.
  static bool joins(char c) { return is_blank(c) || std::string_view(".,;:!?)").find(c) != std::string_view::npos; }
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  const KnowledgeBase::Impl& base_;
  const std::vector<Passage>& passages_;
  std::vector<std::optional<std::size_t>> references_;  ///< of each passage
  Answer answer_;
};

}  // namespace

Result<SearchDocumentChunksResponse> KnowledgeBase::search_document_chunks(const SearchDocumentChunksRequest& request,
                                                                           const CallControl& control) const {
  auto retrieval = begin(*impl_, request.query, request.filter, control);
  if (!retrieval) return retrieval.error();
  const std::uint64_t key = stable_hash(request.query, stable_hash(request.filter));
  const auto offset = knowledge::offset_of(request.page_token, key);
  if (!offset) return offset.error();
  const std::size_t size = request.page_size == 0 ? default_results : std::min(request.page_size, most_results);
  // The same for each page, so that together they are one list.
  const auto found = retrieval->find(
      {.count = most_results, .candidates = most_candidates, .by_neighbours = true, .control = control});
  if (!found) return found.error();
  const std::vector<Passage>& passages = *found;
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
  const auto found = retrieval->find({.count = options.max_passages, .control = options.control});
  if (!found) return found.error();
  const std::vector<Passage>& passages = *found;
  if (auto on = options.control.check("answering"); !on) return on.error();
  if (!options.model) {
    const knowledge::ExtractOptions extracting{options.max_bytes, options.min_confidence};
    auto cited = knowledge::answer_from(request.query, retrieval->comparison(), passages, extracting);
    return Writer(*impl_, passages).write(std::move(cited), true);
  }
  auto cited = knowledge::answer_with_model(request.query, retrieval->comparison(), passages, options.model,
                                            {.unsupported = options.unsupported});
  if (!cited) return cited.error();
  if (cited->answered && cited->confidence < options.min_confidence.value_or(0))
    *cited = {std::string(knowledge::no_answer), {}, false, cited->confidence, std::move(cited->removed)};
  return Writer(*impl_, passages).write(*std::move(cited), false);
}

}  // namespace querydata::inline v0
