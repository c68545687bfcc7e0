#include "knowledge/retrieve.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "knowledge/neighbours.hpp"

namespace querydata::inline v0::knowledge {
namespace {

struct Found {
  std::uint32_t chunk = 0;
  ChunkPlace place;
  Passage passage;
};

bool better(const Found& left, const Found& right) {
  if (left.passage.relevance != right.passage.relevance) return left.passage.relevance > right.passage.relevance;
  return left.chunk < right.chunk;
}

/// Compares the candidates with the question.
class Comparer {
 public:
  Comparer(const PassageComparison& question, const PassageCollection& collection, bool by_neighbours)
      : question_(question), collection_(collection), neighbours_(collection), by_neighbours_(by_neighbours) {}

  void add(std::uint32_t chunk, ChunkPlace place) {
    Found next{chunk, place, {}};
    Passage& passage = next.passage;
    passage.text = place.span.of(place.document_text);
    passage.document = place.document;
    passage.source_begin = place.span.begin;
    passage.language = collection_.language(chunk);
    const std::vector<Term> terms = terms_of(passage.text, passage.language);
    passage.measures = question_.measure(passage.text, terms, passage.language, collection_.relative_length(chunk));
    passage.relevance = relevance(passage.measures, question_.has_meaning());
    if (by_neighbours_) neighbours_.add(terms, chunk);
    found_.push_back(std::move(next));
  }

  /// @return  what was added, best first
  std::vector<Found> ranked() && {
    if (by_neighbours_ && !found_.empty()) {
      std::vector<double> scores;
      for (const Found& each : found_) scores.push_back(each.passage.relevance);
      const std::vector<double> together = neighbours_.together(scores);
      const auto first = std::ranges::min_element(found_, better);
      const double highest = first->passage.relevance;
      for (std::size_t place = 0; place < found_.size(); ++place)
        found_[place].passage.relevance = std::min(highest, together[place]);
      first->passage.relevance = highest;
      std::iter_swap(found_.begin(), first);
      std::ranges::sort(found_.begin() + 1, found_.end(), better);
    } else {
      std::ranges::sort(found_, better);
    }
    return std::move(found_);
  }

 private:
  const PassageComparison& question_;
  const PassageCollection& collection_;
  Neighbours neighbours_;
  bool by_neighbours_;
  std::vector<Found> found_;
};

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

Result<std::vector<Passage>> retrieve(const PassageComparison& question, const PassageCollection& collection,
                                      const PlaceOfChunk& place_of, const AcceptChunk& accept,
                                      const RetrieveOptions& options) {
  const std::size_t looked_at = std::max(options.candidates, options.count);
  const auto candidates = collection.search(question.wanted(), looked_at, accept, options.control);
  if (!candidates) return candidates.error();
  Comparer comparer(question, collection, options.by_neighbours);
  for (const ScoredChunk& candidate : *candidates) {
    if (auto on = options.control.check("comparing passages"); !on) return on.error();
    comparer.add(candidate.chunk, place_of(candidate.chunk));
  }
  std::vector<Found> kept;
  std::unordered_set<std::string_view> texts;
  for (const Found& next : std::move(comparer).ranked()) {
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
