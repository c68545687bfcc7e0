/// @file
/// Tables whose names hold a word of the question or one that means about the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "schema/evidence.hpp"
#include "schema/name_index.hpp"
#include "schema/question_terms.hpp"
#include "search/related_words.hpp"

namespace querydata::inline v0::schema {

/// How near a table comes to a word: the best cosine of a word in its name and in those of its columns; 1 is the word
/// itself.
struct TableNearness {
  std::uint32_t table = 0;
  double cosine = 0;
};

/// A word of the question and the tables that are near it.
struct WordMeaning {
  std::string word;
  double weight = 0;                  ///< idf; a word that the schema does not have weighs as much as its rarest ones
  std::vector<TableNearness> tables;  ///< by table, each once
};

/// Looks words up by meaning in the names of a schema. Immutable; safe for concurrent calls.
class WordMeanings {
 public:
  WordMeanings() = default;
  /// Embeds every word of the index that is no number and that `earlier` (null: none) does not have; errors are the
  /// embedder's.
  /// @param names  borrowed
  [[nodiscard]] static Result<WordMeanings> build(const NameIndex& names, std::shared_ptr<const Embedder> embedder,
                                                  const WordMeanings* earlier = nullptr);

  /// The vectors of the words, of this machine's byte order.
  [[nodiscard]] Result<std::string> serialize() const { return related_->index().serialize(); }
  /// Reads what `serialize` wrote of the same words; `data_loss` if they are others.
  [[nodiscard]] static Result<WordMeanings> deserialize(std::string_view bytes, const NameIndex& names,
                                                        std::shared_ptr<const Embedder> embedder);

  /// An entry for each single word of `terms` that is near some table.
  /// @param visible  null: everything
  /// @par Cost  for each word that the schema does not have a search among the words of the schema
  [[nodiscard]] Result<std::vector<WordMeaning>> of(const std::vector<QuestionTerm>& terms,
                                                    const Visible& visible) const;

 private:
  explicit WordMeanings(const NameIndex& names);
  /// Of `terms_`.
  [[nodiscard]] std::vector<std::string> words() const;

  const NameIndex* names_ = nullptr;
  std::vector<std::uint32_t> terms_;  ///< of the index: numbers mean nothing
  std::optional<search::RelatedWords> related_;
};

}  // namespace querydata::inline v0::schema
