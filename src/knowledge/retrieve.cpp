#include "knowledge/retrieve.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace querydata::inline v0::knowledge {
namespace {

struct Found {
  std::uint32_t chunk = 0;
  ChunkPlace place;
  Passage passage;
};

std::vector<Found> compare(const PassageComparison& question, const PassageCollection& collection,
                           const PlaceOfChunk& place_of, const std::vector<ScoredChunk>& candidates) {
  std::vector<Found> found;
  for (const ScoredChunk& candidate : candidates) {
    Found next{candidate.chunk, place_of(candidate.chunk), {}};
    Passage& passage = next.passage;
    passage.text = next.place.span.of(next.place.document_text);
    passage.document = next.place.document;
    passage.source_begin = next.place.span.begin;
    passage.language = collection.language(candidate.chunk);
    passage.measures = question.measure(passage.text, passage.language, collection.relative_length(candidate.chunk));
    passage.relevance = relevance(passage.measures, question.has_meaning());
    found.push_back(std::move(next));
  }
  std::sort(found.begin(), found.end(), [](const Found& left, const Found& right) {
    if (left.passage.relevance != right.passage.relevance) return left.passage.relevance > right.passage.relevance;
    return left.chunk < right.chunk;
  });
  return found;
}

/// Joins `next` to a passage that it touches; the better one's measures stay.
bool join(std::vector<Found>& kept, const Found& next, std::size_t limit) {
  for (Found& other : kept) {
    if (other.place.document != next.place.document) continue;
    const Span left = other.place.span.begin < next.place.span.begin ? other.place.span : next.place.span;
    const Span right = other.place.span.begin < next.place.span.begin ? next.place.span : other.place.span;
    const Span both{left.begin, std::max(left.end, right.end)};
    constexpr std::size_t blank_lines = 4;  // what chunks leave out between them
    if (right.begin > left.end + blank_lines || both.size() > limit) continue;
    other.place.span = both;
    other.passage.text = both.of(other.place.document_text);
    other.passage.source_begin = both.begin;
    return true;
  }
  return false;
}

}  // namespace

std::vector<Passage> retrieve(const PassageComparison& question, const PassageCollection& collection,
                              const PlaceOfChunk& place_of, const AcceptChunk& accept, const RetrieveOptions& options) {
  const std::size_t looked_at = std::max(options.candidates, options.count);
  const std::vector<Found> found =
      compare(question, collection, place_of, collection.search(question.wanted(), looked_at, accept));
  std::vector<Found> kept;
  std::unordered_set<std::string_view> texts;
  for (const Found& next : found) {
    if (!texts.insert(next.passage.text).second) continue;
    if (join(kept, next, options.join_bytes)) continue;
    if (kept.size() == options.count) break;
    kept.push_back(next);
  }
  std::vector<Passage> passages;
  for (Found& next : kept) passages.push_back(std::move(next.passage));
  return passages;
}

}  // namespace querydata::inline v0::knowledge
