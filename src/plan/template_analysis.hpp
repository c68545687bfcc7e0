/// @file
/// Templates and facets, read once: wordings, placeholders, and what their queries ask.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plan/query_shape.hpp"
#include "plan/schema_words.hpp"
#include "plan/utterance.hpp"
#include "plan/value_form.hpp"
#include "querydata/context_items.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"
#include "sql/resolve.hpp"
#include "sql/tree.hpp"

namespace querydata::inline v0::plan {

/// A column by its place in the schema.
struct ColumnKey {
  std::string table;  ///< qualified
  std::string column;
  auto operator<=>(const ColumnKey&) const = default;
};

/// A parameter of a query.
struct Slot {
  std::string name;                ///< "$1", "?"
  std::vector<ColumnKey> columns;  ///< that it is compared with; the first decides type and form
  Comparison comparison = Comparison::none;
  ValueType type = ValueType::unknown;
  bool limit = false;     ///< stands in LIMIT
  bool fragment = false;  ///< a part of a pattern: takes what the question says, whatever is stored
  std::string prefix;     ///< "%" before the value of a LIKE, as the sample has it
  std::string suffix;
  std::string sample;  ///< literal of the sample query
  bool sample_known = false;
  bool sample_quoted = false;
  ValueForm form;                      ///< set when the column's values are known
  bool holds_years = false;            ///< of numbers: every value of the column may be a year
  std::vector<ColumnKey> domain;       ///< columns whose values it takes: its own, and wider ones
  std::optional<std::size_t> partner;  ///< slot that bounds the same column from the other side
  bool in_pattern = false;             ///< the intent has a place for it
};

/// A wording of a template or facet.
struct Pattern {
  Utterance utterance;
  std::vector<std::size_t> terms;  ///< numbers in the vocabulary, one a word; `no_slot` for placeholders
  std::vector<bool> explains_sql;  ///< words that resemble a name in the query, one a word
};

/// A part of a query that a question should speak of.
enum class ElementKind : std::uint8_t { table, selected, predicate, order, group };

struct Element {
  ElementKind kind = ElementKind::table;
  std::vector<std::size_t> terms;     ///< words of its name
  std::vector<std::size_t> literals;  ///< words of the literals that it is compared with
  std::vector<bool> worded = {};      ///< by pattern: the wording speaks of it
};

/// What both a template and a facet have.
struct ItemAnalysis {
  std::string parameterized_sql;
  std::vector<Slot> slots;  ///< by number of parameter
  std::vector<Pattern> patterns;
  QueryShape shape;
  std::vector<Element> elements;
  std::vector<std::size_t> name_terms;  ///< words of all names that the query uses, ascending
};

struct TemplateAnalysis : ItemAnalysis {
  std::size_t index = 0;
  std::string id;
  std::string intent;
  bool is_made = false;  ///< no template of the set: see `row_templates`
  sql::Tree tree;
  sql::Resolution resolution;  ///< points into the schema
};

/// A table that a condition names before a column of its own.
struct FacetTable {
  Span qualifier;  ///< in the condition
  const Table* table = nullptr;
};

struct FacetAnalysis : ItemAnalysis {
  std::size_t index = 0;
  std::string intent;
  sql::Tree condition;
  std::vector<FacetTable> tables;  ///< in reading order, one a column; points into the schema
};

/// Reads templates and facets of one set.
class ItemAnalyser {
 public:
  /// @param schema  borrowed, by what is read too
  /// @param words   borrowed; words of the wordings are added to its vocabulary
  ItemAnalyser(Dialect dialect, const Schema& schema, SchemaWords& words)
      : dialect_(dialect), schema_(schema), words_(words), resolver_(schema, dialect) {}

  /// @return  the analysis, or the first error with a JSON pointer
  [[nodiscard]] Result<TemplateAnalysis> analyse(const Template& item, std::size_t index);
  [[nodiscard]] Result<FacetAnalysis> analyse(const Facet& item, std::size_t index);

 private:
  Dialect dialect_;
  const Schema& schema_;
  SchemaWords& words_;
  sql::StatementResolver resolver_;
  TermMemo memo_;
};

}  // namespace querydata::inline v0::plan
