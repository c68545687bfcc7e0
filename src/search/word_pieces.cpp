#include "search/word_pieces.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace querydata::inline v0::search {

void WordPieces::add(std::string_view piece, std::uint32_t row) {
  const bool continues = piece.size() > continuation.size() && piece.starts_with(continuation);
  if (continues) piece.remove_prefix(continuation.size());
  (continues ? continuations_ : beginnings_).emplace(piece, row);
  longest_piece_ = std::max(longest_piece_, piece.size());
}

void WordPieces::append_rows(std::string_view word, std::vector<std::uint32_t>& rows) const {
  if (word.size() > longest_word && text::count_code_points(word) > longest_word) return;
  const std::size_t before = rows.size();
  std::size_t first = 0;
  while (first < word.size()) {
    const Rows& pieces = first == 0 ? beginnings_ : continuations_;
    std::size_t length = std::min(longest_piece_, word.size() - first);
    auto found = pieces.end();
    for (; length > 0; --length) {
      found = pieces.find(word.substr(first, length));
      if (found != pieces.end()) break;
    }
    if (length == 0) {
      rows.resize(before);
      return;
    }
    rows.push_back(found->second);
    first += length;
  }
}

}  // namespace querydata::inline v0::search
