#include "search/word_pieces.hpp"

#include "text/utf8.hpp"

namespace querydata::inline v0::search {

void WordPieces::Table::add(std::string_view piece, std::uint32_t row) {
  rows.emplace(piece, row);
  std::size_t hash = Hash::start;
  for (const char byte : piece) {
    hash = Hash::next(hash, byte);
    beginnings[hash % beginnings.size()] = true;
  }
}

WordPieces::Rows::const_iterator WordPieces::Table::longest_in(std::string_view text) const {
  std::size_t hash = Hash::start;
  auto longest = rows.end();
  for (std::size_t length = 1; length <= text.size(); ++length) {
    hash = Hash::next(hash, text[length - 1]);
    if (!may_begin(hash)) break;
    const auto found = rows.find(Hashed{text.substr(0, length), hash});
    if (found != rows.end()) longest = found;
  }
  return longest;
}

void WordPieces::add(std::string_view piece, std::uint32_t row) {
  const bool continues = piece.size() > continuation.size() && piece.starts_with(continuation);
  if (continues) piece.remove_prefix(continuation.size());
  (continues ? continuations_ : beginnings_).add(piece, row);
}

void WordPieces::append_rows(std::string_view word, std::vector<std::uint32_t>& rows) const {
  if (word.size() > longest_word && text::count_code_points(word) > longest_word) return;
  const std::size_t before = rows.size();
  for (std::size_t first = 0; first < word.size();) {
    const Table& pieces = first == 0 ? beginnings_ : continuations_;
    const auto found = pieces.longest_in(word.substr(first));
    if (found == pieces.rows.end()) {
      rows.resize(before);
      return;
    }
    rows.push_back(found->second);
    first += found->first.size();
  }
}

}  // namespace querydata::inline v0::search
