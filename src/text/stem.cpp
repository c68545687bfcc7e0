#include "text/stem.hpp"

#include <libstemmer.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace querydata::inline v0::text {
namespace {

struct StemmerDelete {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

using Stemmer = std::unique_ptr<sb_stemmer, StemmerDelete>;

/// A stemmer has working memory of its own, so each thread needs one; making one costs more than stemming a word.
sb_stemmer* stemmer_of(std::string_view algorithm) {
  thread_local std::map<std::string, Stemmer, std::less<>> stemmers;
  auto known = stemmers.find(algorithm);
  if (known == stemmers.end()) {
    std::string name(algorithm);
    Stemmer made(sb_stemmer_new(name.c_str(), "UTF_8"));
    known = stemmers.emplace(std::move(name), std::move(made)).first;
  }
  return known->second.get();
}

}  // namespace

std::string stem(std::string_view folded_word) {
  return stem(folded_word, "english");
}

std::string stem(std::string_view folded_word, std::string_view algorithm) {
  constexpr std::size_t longest_word = 64;
  if (folded_word.empty() || folded_word.size() > longest_word) return std::string(folded_word);
  sb_stemmer* stemmer = stemmer_of(algorithm);
  if (stemmer == nullptr) return std::string(folded_word);
  const sb_symbol* stemmed = sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(folded_word.data()),
                                             static_cast<int>(folded_word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stemmed), static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

}  // namespace querydata::inline v0::text
