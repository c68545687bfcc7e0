/// @file
/// A template and a facet without values, composed over the bookshop.
#pragma once

#include <string>

#include "plan/composer.hpp"
#include "unit/plan/bookshop.hpp"

namespace querydata::test {

struct Composition {
  Schema schema;
  plan::SchemaWords words;
  plan::TemplateAnalysis item;
  plan::FacetAnalysis facet;

  Composition(const Bookshop& shop, const std::string& query, const std::string& condition)
      : schema(shop.database()->read_schema().value()),
        words(schema),
        item(plan::ItemAnalyser(Dialect::sqlite, schema, words)
                 .analyse(make_template("q", "q", query, "q", query), 0)
                 .value()),
        facet(plan::ItemAnalyser(Dialect::sqlite, schema, words)
                  .analyse(make_facet("f", condition, "f", condition), 0)
                  .value()) {}

  Result<Statement> compose(const std::vector<Join>& joins = {}) {
    plan::Reading reading;
    reading.item = &item;
    reading.facets.push_back({&facet, 0, {}});
    return plan::compose(reading, Dialect::sqlite, plan::LookupGraph(schema, joins));
  }
};

/// The first value of the first row, for people.
inline std::string first_cell(const Bookshop& shop, const Statement& statement) {
  const std::unique_ptr<Rows> cursor = shop.database()->execute(statement).value();
  std::vector<Value> row;
  return cursor->next(row).value() ? to_display(row.front()) : "no rows";
}

inline std::size_t count_rows(const Bookshop& shop, const Statement& statement) {
  const std::unique_ptr<Rows> cursor = shop.database()->execute(statement).value();
  std::vector<Value> row;
  std::size_t count = 0;
  while (cursor->next(row).value()) ++count;
  return count;
}

}  // namespace querydata::test
