#include "text/stem.hpp"

#include <libstemmer.h>

#include <cstddef>
#include <memory>
#include <new>

namespace querydata::inline v0::text {
namespace {

struct StemmerDelete {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

/// A stemmer has working memory of its own, so each thread needs one; making one costs more than stemming a word.
sb_stemmer& english() {
  thread_local const std::unique_ptr<sb_stemmer, StemmerDelete> stemmer(sb_stemmer_new("english", "UTF_8"));
  if (!stemmer) throw std::bad_alloc();  // the algorithm is always there, so only memory can be lacking
  return *stemmer;
}

}  // namespace

std::string stem(std::string_view folded_word) {
  constexpr std::size_t longest_word = 64;
  if (folded_word.empty() || folded_word.size() > longest_word) return std::string(folded_word);
  sb_stemmer& stemmer = english();
  const sb_symbol* stemmed = sb_stemmer_stem(&stemmer, reinterpret_cast<const sb_symbol*>(folded_word.data()),
                                             static_cast<int>(folded_word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stemmed), static_cast<std::size_t>(sb_stemmer_length(&stemmer))};
}

}  // namespace querydata::inline v0::text
