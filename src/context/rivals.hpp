/// @file
/// Items of a set that stand in each other's way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "context/findings.hpp"
#include "context/sentence_key.hpp"
#include "querydata/context_set.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::context {

/// Finds items that ask the same or have the same query as an earlier one (near duplicates), templates whose sentence
/// covers another's but whose query differs, and facets of one sentence and different conditions.
///
/// Only what resembles each other is compared: sentences by the hash of their words that matter, queries by the hash of
/// the names and literals that stand in them, in any order. Queries of one hash are equal if their normal forms and the
/// places of their values are.
/// @par Cost  linear in the set, but for items of one hash, whose normal forms are made
template <class Item>
class Rivals {
 public:
  Rivals(const std::vector<Item>& items, const CheckOptions& options) : items_(items), options_(options) {}

  /// The next item whose query was understood. `tree` is that of its general query, or of its query where there is no
  /// general one; null for a call of the MongoDB shell.
  void add(std::size_t index, const sql::Tree* tree);
  void report(Findings& findings);

 private:
  struct Entry {
    std::size_t index = 0;
    std::vector<SentenceWord> words;
    std::uint64_t query_hash = 0;
    std::optional<Dialect> dialect;  ///< none of a shell call
    bool told = false;
  };
  /// A query in a form that equal queries share.
  struct NormalQuery {
    std::string form;         ///< without its values
    std::string by_sentence;  ///< its values with what they are compared with, placeholders as the sentence orders them
    std::string by_query;     ///< the same, placeholders in an order of the query's own
  };
  using ByHash = std::unordered_map<std::uint64_t, std::vector<std::size_t>>;  ///< places in `entries_`

  void report_same_sentences(Findings& findings);
  void report_same_queries(Findings& findings);
  void report_covered(Findings& findings);
  bool report_covered(Entry& entry, std::size_t begin, std::size_t end, const ByHash& patterns, Findings& findings);
  void tell(const Rule& rule, Entry& later, const Entry& first, std::string_view message, Findings& findings);

  [[nodiscard]] bool are_apart(const Entry& a, const Entry& b) const;
  [[nodiscard]] bool covers(const Entry& pattern, const Entry& entry, std::size_t begin, std::size_t end) const;
  const NormalQuery& normal_query(const Entry& entry);
  [[nodiscard]] bool has_same_text(const Entry& a, const Entry& b) const;
  bool same_query(const Entry& a, const Entry& b, bool same_sentence);
  /// The first of the entries of a hash for which `is_match` holds; null if there is none.
  template <class IsMatch>
  const Entry* find(const ByHash& entries, std::uint64_t hash, const IsMatch& is_match) const;

  const std::vector<Item>& items_;
  const CheckOptions& options_;
  std::vector<Entry> entries_;
  std::unordered_map<std::size_t, NormalQuery> normal_queries_;  ///< by index; made when they are needed
};

extern template class Rivals<Template>;
extern template class Rivals<Facet>;
extern template class Rivals<ValueSearch>;

}  // namespace querydata::inline v0::context
