#include "plan/row_templates.hpp"

#include <algorithm>
#include <string>

#include "plan/terms.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0::plan {
namespace {

std::string name_in_words(const Table& table) {
  if (!table.label.empty()) return table.label;
  std::string words;
  for (const Term& term : name_terms(table.name)) words += (words.empty() ? "" : " ") + term.text;
  return words;
}

Template rows_of(const Table& table, Dialect dialect) {
  std::string name = quote_identifier(table.name, dialect);
  if (!table.schema.empty()) name = quote_identifier(table.schema, dialect) + "." + name;
  Template item;
  item.nl_query = item.intent = item.parameterized_intent = name_in_words(table);
  item.sql = item.parameterized_sql = "SELECT * FROM " + name;
  return item;
}

}  // namespace

std::vector<Template> row_templates(const std::vector<FacetAnalysis>& facets, Dialect dialect) {
  std::vector<const Table*> tables;
  for (const FacetAnalysis& facet : facets) {
    for (const FacetTable& named : facet.tables) {
      if (std::ranges::find(tables, named.table) == tables.end()) tables.push_back(named.table);
    }
  }
  std::vector<Template> items;
  for (const Table* table : tables) items.push_back(rows_of(*table, dialect));
  return items;
}

}  // namespace querydata::inline v0::plan
