#include "schema/table_similarities.hpp"

#include <algorithm>

namespace querydata::inline v0::schema {
namespace {

/// Tables whose columns are compared with the question's vector.
constexpr std::size_t tables_by_vector = 100;
constexpr std::size_t tables_by_words = 200;
/// A column that is near the question counts for its table, a little less than the table's own name.
constexpr double column_share = .9;
/// Unrelated texts are similar by chance; only what is nearer than this counts.
constexpr double chance_similarity = .25;

std::vector<search::ScoredItem> best_by_words(const Evidence& evidence, std::size_t tables) {
  std::vector<double> lexical(tables, 0.0);
  for (const TermMatches& term : evidence) {
    for (const TableMatch& match : term.tables) lexical[match.table] += match.lexical;
  }
  std::vector<search::ScoredItem> met;
  for (std::uint32_t table = 0; table < lexical.size(); ++table) {
    if (lexical[table] > 0) met.push_back({table, lexical[table]});
  }
  return search::best(std::move(met), tables_by_words);
}

}  // namespace

Result<TableSimilarities> compare_tables(const ComparedSchema& compared, std::span<const float> question,
                                         const Evidence& evidence, const View& view) {
  TableSimilarities similarities;
  auto nearest = compared.tables.search(question, tables_by_vector);
  if (!nearest) return std::move(nearest).error();
  if (nearest->empty()) return similarities;
  std::map<std::uint32_t, double> best_of;
  for (const search::ScoredItem& item : best_by_words(evidence, compared.schema.tables.size())) best_of[item.item] = 0;
  for (const search::ScoredItem& item : *nearest) best_of[item.item] = item.score;
  for (auto& [table, best] : best_of) {
    if (!view.table(table)) continue;
    for (std::uint32_t column = 0; column < compared.schema.tables[table].columns.size(); ++column) {
      if (!view.column(table, column)) continue;
      const double near = compared.columns.similarity(question, table, column);
      similarities.columns.push_back({table, column, near});
      best = std::max(best, column_share * near);
    }
    if (best > chance_similarity) similarities.tables.push_back({table, best - chance_similarity});
  }
  search::sort_best_first(similarities.tables);
  return similarities;
}

}  // namespace querydata::inline v0::schema
