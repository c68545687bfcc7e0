#include "search/trigram_index.hpp"

#include <utility>

#include "search/trigram_search.hpp"
#include "text/pg_trgm.hpp"

namespace querydata::inline v0::search {

Result<TrigramIndex> TrigramIndex::open(std::string_view bytes, TextOf text_of) {
  auto layout = TrigramLayout::open(bytes);
  if (!layout) return std::move(layout).error();
  TrigramIndex index;
  index.layout_ = *layout;
  index.text_of_ = std::move(text_of);
  return index;
}

Result<std::vector<TextMatch>> TrigramIndex::similar(std::string_view phrase, const Search& search,
                                                     const CallControl& control) const {
  const auto trigrams = text::pg_trgm::trigram_set(phrase);
  return SimilaritySearch(layout_, text_of_, trigrams, search, control).run();
}

Result<std::vector<TextMatch>> TrigramIndex::word_similar(std::string_view phrase, const Search& search,
                                                          const CallControl& control) const {
  text::pg_trgm::WordSimilarity comparison(phrase);
  return WordSimilaritySearch(layout_, text_of_, comparison, search, control).run();
}

}  // namespace querydata::inline v0::search
