#include "context/check_value_search.hpp"

#include <fmt/format.h>

#include "context/check_members.hpp"
#include "context/format.hpp"
#include "context/schema_columns.hpp"
#include "context/value_search_rows.hpp"
#include "model/dotted_path.hpp"

namespace querydata::inline v0::context {
namespace {

/// What the engine takes for text: a literal, a quoted name, a comment.
bool is_text(const sql::Token& token) {
  return token.kind == sql::TokenKind::string || token.kind == sql::TokenKind::quoted_name ||
         token.kind == sql::TokenKind::comment;
}

void report_quoted_value(QueryChecks& checks, const QueryText& query, const QueryReading& reading) {
  for (const sql::Token& token : reading.tokens) {
    const std::size_t place = is_text(token) ? token.span.of(query.text).find("$value") : std::string_view::npos;
    if (place == std::string_view::npos) continue;
    checks.add(query, {rules::placeholder_in_literal,
                       "`$value` stands inside quotes or a comment, where it is plain text. Take it out: '%' || $value "
                       "|| '%'.",
                       token.span.begin + place});
  }
}

void check_placeholders(QueryChecks& checks, const QueryText& query, const QueryChecks::Read& read) {
  const QueryPlaceholders& found = read.placeholders;
  const bool embedded = !read.reading && found.names.contains("$embedding");  // the phrase as a vector, of MongoDB
  if (!found.names.contains("$value") && !embedded) {
    if (found.quoted_value && read.reading) report_quoted_value(checks, query, *read.reading);
    checks.add(query, {rules::missing_value_placeholder,
                       "The query has no `$value`, so it can't look for a phrase. Write $value where the phrase is to "
                       "stand.",
                       {}});
  }
  const auto refuse = [&](std::string_view name) {
    checks.add(query, {rules::placeholder_mismatch,
                       fmt::format("Nothing is bound to `{}`: a value search has only `$value`.", name),
                       {}});
  };
  for (const std::size_t number : found.numbers) refuse(fmt::format("${}", number));
  if (found.bare > 0) refuse("?");
  for (const std::string& name : found.names) {
    if (name != "$value" && read.reading) refuse(name);  // a shell call has operators
  }
}

QueryFault no_column(std::string_view name) {
  const Rule& rule = rules::value_search_columns;
  return {name == "context" ? rule.as(Severity::information) : rule,
          fmt::format("No result column is called `{}`. Add it: … AS {}.", name, name),
          {}};
}

class RowsCheck {
 public:
  RowsCheck(QueryChecks& checks, const ValueSearch& item, const QueryText& query, const ValueSearchRows& rows)
      : checks_(checks), item_(item), query_(query), rows_(rows) {}

  void run(const std::string& concept_pointer) {
    check_names();
    check_concept_types(concept_pointer);
    for (const GivenText& columns : rows_.texts_of("columns")) check_columns(columns);
    check_distances();
    if (!rows_.is_bounded()) {
      add(rules::unbounded_value_search,
          "The search gives every row of its tables, whatever the phrase. Add a condition on $value, or a LIMIT.");
    }
    if (!rows_.is_distinct()) {
      add(rules::repeated_values,
          "The search gives a row for each row of its tables, so that a common value comes many times. Add DISTINCT.");
    }
  }

 private:
  void add(const Rule& rule, std::string message, std::optional<std::size_t> offset = {}) {
    checks_.add(query_, {rule, std::move(message), offset});
  }

  void check_names() {
    for (const std::string_view name : rows_.missing()) checks_.add(query_, no_column(name));
  }

  void check_concept_types(const std::string& pointer) {
    for (const GivenText& given : rows_.texts_of("concept_type")) {
      if (is_blank(item_.concept_type) || given.text == item_.concept_type) continue;
      checks_.findings().add(
          rules::concept_type_mismatch, pointer,
          fmt::format("The query gives the concept type '{}', this member says \"{}\". Make them the same.", given.text,
                      item_.concept_type));
    }
  }

  void check_columns(const GivenText& given) {
    const auto names = model::split_path(given.text);
    if (names.size() < 2) {
      return add(rules::unqualified_columns,
                 fmt::format("'{}' as `columns` names no table, so that the column is a guess. Write 'table.column'.",
                             given.text),
                 given.span.begin);
    }
    if (checks_.options().schema == nullptr) return;
    const sql::SchemaColumn known = column_of_path(*checks_.options().schema, names);
    if (known) return compare_with_values(given, known);
    add(rules::unqualified_columns.as(Severity::error),
        fmt::format("The schema has no column {}, which the query gives as `columns`. Name the one that the values "
                    "stand in.",
                    given.text),
        given.span.begin);
  }

  void compare_with_values(const GivenText& given, const sql::SchemaColumn& known) {
    const auto value = rows_.value_column(given.arm);
    if (!value || !value->known || hold_same_values(value->known, known)) return;
    add(rules::columns_mismatch,
        fmt::format(
            "The query gives '{}' as `columns`, and its values come from {}.{}. Name the column that they stand "
            "in.",
            given.text, value->table, value->column),
        given.span.begin);
  }

  void check_distances() {
    for (const auto& distance : rows_.distances_out_of_range()) {
      const bool constant = distance.range.low == distance.range.high;
      add(rules::distance_out_of_range,
          constant ? fmt::format("The distance is {}, not within 0 (the same) … 1 (unrelated). Write one that is.",
                                 distance.range.low)
                   : fmt::format("The distance lies between {} and {}, not within 0 (the same) … 1 (unrelated). Divide "
                                 "it by its greatest value.",
                                 distance.range.low, distance.range.high),
          distance.span.begin);
    }
  }

  QueryChecks& checks_;
  const ValueSearch& item_;
  const QueryText& query_;
  const ValueSearchRows& rows_;
};

void check_rows(QueryChecks& checks, const ValueSearch& item, const QueryText& query, const sql::Tree& tree,
                const std::string& concept_pointer) {
  static const Schema unknown;
  const CheckOptions& options = checks.search_options();
  const auto resolution =
      sql::resolve(tree, options.schema == nullptr ? unknown : *options.schema, resolve_options(tree, options));
  if (!resolution) {  // told already, or of another dialect
    for (const std::string_view name : unnamed_columns(tree)) checks.add(query, no_column(name));
    return;
  }
  const ValueSearchRows rows(tree, *resolution);
  RowsCheck(checks, item, query, rows).run(concept_pointer);
}

}  // namespace

std::optional<QueryChecks::Read> check_value_search(QueryChecks& checks, const ValueSearch& item, std::size_t index) {
  if (is_blank(item.query)) return {};
  const Place place(Format<ValueSearch>::list.name, index);
  const QueryText query{item.query, place.pointer("query"), QueryForm::query, true};
  auto found = checks.read(query);
  if (!found) return {};
  check_placeholders(checks, query, *found);
  if (found->is_parsed()) check_rows(checks, item, query, *found->reading->tree, place.pointer("concept_type"));
  return found;
}

}  // namespace querydata::inline v0::context
