/// @file
/// The words in the names and descriptions of a schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/schema.hpp"
#include "search/similar_terms.hpp"

namespace querydata::inline v0::schema {

/// A text of the schema that words are looked for in.
struct NameElement {
  enum class Kind : std::uint8_t { table_name, column_name, table_description, column_description, namespace_name };

  static constexpr std::uint32_t no_column = UINT32_MAX;
  std::uint32_t table = 0;
  std::uint32_t column = no_column;  ///< number within the table
  Kind kind = Kind::table_name;
  float information = 0;  ///< sum of its words' idf

  [[nodiscard]] bool is_name() const noexcept { return kind == Kind::table_name || kind == Kind::column_name; }
};

/// An inverted index of the elements of a schema, ordered by table, so that one pass over the postings of a word scores
/// both elements and tables (BM25F over the fields table name, columns, descriptions, namespace). Immutable.
class NameIndex {
 public:
  struct Posting {
    std::uint32_t element = 0;
    float frequency = 0;  ///< what the word adds to its table: weighted, length-normalised; 0 if already counted
  };

  NameIndex() = default;
  explicit NameIndex(const Schema& schema);
  NameIndex(const NameIndex&) = delete;
  NameIndex& operator=(const NameIndex&) = delete;

  [[nodiscard]] const std::vector<NameElement>& elements() const noexcept { return elements_; }
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view stem) const;
  [[nodiscard]] const std::string& term(std::uint32_t number) const noexcept { return vocabulary_[number]; }
  /// A word of each term, as a name has it: stems are no words.
  [[nodiscard]] const std::vector<std::string>& words() const noexcept { return words_; }
  [[nodiscard]] const search::SimilarTerms& similar() const noexcept { return similar_; }
  /// By element, hence by table.
  [[nodiscard]] std::span<const Posting> postings(std::uint32_t term) const noexcept {
    return std::span(postings_).subspan(offsets_[term], offsets_[term + 1] - offsets_[term]);
  }
  /// Inverse document frequency over tables.
  [[nodiscard]] double idf(std::uint32_t term) const noexcept { return idf_[term]; }
  /// That of a word in one table only.
  [[nodiscard]] double largest_idf() const noexcept { return largest_idf_; }

 private:
  std::vector<NameElement> elements_;
  std::vector<std::string> vocabulary_;
  std::vector<std::string> words_;
  std::vector<std::size_t> offsets_;
  std::vector<Posting> postings_;
  std::vector<double> idf_;
  double largest_idf_ = 0;
  search::SimilarTerms similar_;
};

/// What a word is looked up by: its stem without accents.
[[nodiscard]] std::string name_stem(const std::string& word);

/// The stems of an identifier or a label.
[[nodiscard]] std::vector<std::string> name_stems(std::string_view name);

}  // namespace querydata::inline v0::schema
