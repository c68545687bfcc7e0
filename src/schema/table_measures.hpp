/// @file
/// What speaks for each table, in numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "querydata/schema.hpp"
#include "schema/evidence.hpp"
#include "schema/join_graph.hpp"
#include "schema/word_meanings.hpp"

namespace querydata::inline v0::schema {

/// Tables that may occur in one query: those of a namespace, and those that joins connect. In a pool of many databases
/// each is a group of its own; in one database there is often a single group.
struct TableGroups {
  std::vector<std::uint32_t> group_of;  ///< of each table
  std::vector<std::uint32_t> sizes;     ///< of each group, in tables

  TableGroups() = default;
  TableGroups(const Schema& schema, const JoinGraph& graph);
  [[nodiscard]] std::size_t count() const noexcept { return sizes.size(); }
};

/// What the ranking looks at; nothing is owned.
struct RankingInput {
  const JoinGraph& graph;
  const TableGroups& groups;
  const Evidence& evidence;
  const std::vector<WordMeaning>& meanings;
  std::span<const search::ScoredItem> by_vector;  ///< tables by similarity of meaning, best first
  const std::vector<bool>& usable;                ///< tables that may be shown, all if empty
};

/// Names of the measures. Those of the group come first and are the same for all of its tables.
enum class Measure : std::uint8_t {
  group_lexical,    ///< Σ over words of the best BM25F in the group
  group_exact,      ///< Σ over words that the group has, of their idf
  group_near,       ///< Σ over words of weight and best cosine in the group
  group_likely,     ///< Σ over words of the log of the group's share among all groups, by cosine
  group_vector,     ///< similarity of its table nearest to the whole question
  group_vectors,    ///< mean of its two nearest
  group_size,       ///< log of its tables
  context,          ///< Σ over words of the best match in the table or, less sure, next to it
  name,             ///< best match of the table's name
  relative,         ///< BM25F as a share of the best in the group
  page_rank,        ///< log of personalised PageRank from the best twenty, as a share of the largest
  words,            ///< share of the words that the table itself meets
  vector,           ///< similarity of meaning as a share of the best
  vector_in_group,  ///< similarity of meaning less that of the best in the group
  near,             ///< Σ over words of weight and best cosine in the table
  count
};
inline constexpr std::size_t measure_count = static_cast<std::size_t>(Measure::count);
inline constexpr std::size_t first_table_measure = static_cast<std::size_t>(Measure::context);
using MeasureRow = std::array<double, measure_count>;

/// Measures all tables of a schema for one question.
/// @par Cost  O(matches · joins of the matched tables + PageRank)
class TableMeasures {
 public:
  explicit TableMeasures(const RankingInput& input);

  /// Whether anything speaks for the table.
  [[nodiscard]] bool is_met(std::uint32_t table) const;
  [[nodiscard]] MeasureRow of(std::uint32_t table) const;

 private:
  struct TableSums {
    double lexical = 0, context = 0, name = 0, words = 0, near = 0, similarity = 0, page_rank = 0;
  };
  struct GroupSums {
    double lexical = 0, exact = 0, near = 0, likely = 0, best_lexical = 0, nearest = 0, next_nearest = 0;
  };

  void add_matches(const TermMatches& term, std::vector<double>& near);
  void add_meaning(const WordMeaning& word);
  void add_similarities();
  void add_page_rank();
  [[nodiscard]] bool usable(std::uint32_t table) const { return input_.usable.empty() || input_.usable[table]; }

  const RankingInput input_;
  std::vector<TableSums> tables_;
  std::vector<GroupSums> groups_;
  double largest_page_rank_ = 0;
};

}  // namespace querydata::inline v0::schema
