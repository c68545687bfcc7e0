#include "context/check_queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "context/check_members.hpp"
#include "context/format.hpp"
#include "context/names.hpp"
#include "context/placeholders.hpp"
#include "context/query_reader.hpp"
#include "context/value_search_columns.hpp"

namespace querydata::inline v0::context {
namespace {

std::string with_offset(const Error& error) {
  if (!error.where.byte_offset || error.message.find("byte ") != std::string::npos) return error.message;
  return fmt::format("{} (byte {})", error.message, *error.where.byte_offset);
}

/// One text of a set that is a query.
struct QueryText {
  std::string_view text;
  std::string pointer;
  QueryForm form = QueryForm::query;
};

/// Whether the set's queries are calls of the MongoDB shell, by the caller's word or by their look.
bool is_shell_set(const ContextSet& set, const CheckOptions& options) {
  if (options.dialect) return options.dialect == Dialect::mongodb;
  return std::ranges::any_of(set.templates, is_shell_call, &Template::sql) ||
         std::ranges::any_of(set.value_searches, is_shell_call, &ValueSearch::query);
}

class QueryChecker {
 public:
  QueryChecker(const ContextSet& set, const CheckOptions& options, Findings& findings)
      : set_(set), options_(options), findings_(findings), shell_(is_shell_set(set, options)) {}

  void run();

 private:
  void check(const Template& item, const Place& place);
  void check(const Facet& item, const Place& place);
  void check(const ValueSearch& item, const Place& place);
  template <class Item>
  void check_all(const std::vector<Item>& items);

  /// What was understood of a text; nothing if it is not worth a second look.
  struct Read {
    std::optional<QueryReading> reading;  ///< none of a shell call
    QueryPlaceholders placeholders;

    [[nodiscard]] bool is_parsed() const noexcept { return reading && reading->tree; }
  };
  std::optional<Read> read(const QueryText& query);
  std::optional<Read> read_shell_call(const QueryText& query);
  void check_pair(const QueryText& literal, const QueryText& general, std::string_view intent,
                  std::string_view parameterized_intent);
  void check_tree(const QueryText& query, const sql::Tree& tree);
  void check_condition(const QueryText& query, const sql::Tree& tree);
  void check_no_placeholders(const QueryText& query, const QueryPlaceholders& placeholders, bool parsed);
  void check_value_placeholder(const QueryText& query, const QueryPlaceholders& placeholders);
  void check_result(const ValueSearch& item, const Place& place, const QueryReading& reading);

  const ContextSet& set_;
  const CheckOptions& options_;
  Findings& findings_;
  bool shell_;
  KnownNames known_;
};

/// Reads a query and reports what is wrong with it alone.
std::optional<QueryChecker::Read> QueryChecker::read(const QueryText& query) {
  if (shell_) return read_shell_call(query);
  QueryReading reading = read_query(query.text, query.form, options_.dialect);
  if (reading.refusal) {
    findings_.error(query.pointer, with_offset(*reading.refusal));
    return {};
  }
  if (reading.tree) check_tree(query, *reading.tree);
  QueryPlaceholders placeholders = placeholders_of(query.text, reading.tokens);
  return Read{std::move(reading), std::move(placeholders)};
}

std::optional<QueryChecker::Read> QueryChecker::read_shell_call(const QueryText& query) {
  if (query.form == QueryForm::query) {
    if (!is_shell_call(query.text)) {
      findings_.error(query.pointer,
                      "This is no call of the MongoDB shell. Write it as `db.<collection>.<method>(…)`.");
      return {};
    }
    if (const std::string_view method = shell_write(query.text); !method.empty()) {
      findings_.error(query.pointer, fmt::format("`{}` is not allowed: only methods that read.", method));
    }
  }
  return Read{{}, placeholders_of_shell_call(query.text)};
}

void QueryChecker::check_tree(const QueryText& query, const sql::Tree& tree) {
  const bool condition = query.form == QueryForm::condition;
  if (!condition) known_.add(tree);
  std::optional<Error> wrong;
  if (options_.dialect) wrong = check_functions(tree, options_);
  if (!wrong && options_.schema != nullptr) {
    wrong = condition ? check_condition_names(tree, options_) : check_query_names(tree, options_);
  }
  if (wrong) findings_.error(query.pointer, with_offset(*wrong));
  if (condition) check_condition(query, tree);
}

void QueryChecker::check_condition(const QueryText& query, const sql::Tree& tree) {
  const ConditionTables tables = tables_of_condition(tree);
  for (const Span column : tables.unqualified) {
    findings_.warning(
        query.pointer,
        fmt::format("The column `{}` does not name its table, so it fits any query that has such a column. Write "
                    "`table.{}`.",
                    tree.text(column), tree.text(column)));
  }
  for (const std::string& qualifier : tables.qualifiers) {
    if (!known_.is_only_alias(qualifier)) continue;
    findings_.warning(
        query.pointer,
        fmt::format("`{}` is an alias in other queries of the set, and aliases are theirs to choose. Write the "
                    "table's name.",
                    qualifier));
  }
}

/// The query with its values in it has none to bind.
void QueryChecker::check_no_placeholders(const QueryText& query, const QueryPlaceholders& placeholders, bool parsed) {
  const bool found = !placeholders.numbers.empty() || (parsed && !placeholders.none());
  if (!found) return;
  findings_.error(
      query.pointer,
      "This query is to stand with its values, but it has placeholders. Put sample values in their places.");
}

void QueryChecker::check_pair(const QueryText& literal, const QueryText& general, std::string_view intent,
                              std::string_view parameterized_intent) {
  std::optional<Read> found;
  if (!is_blank(literal.text)) {
    found = read(literal);
    if (found) check_no_placeholders(literal, found->placeholders, found->is_parsed());
  }
  if (is_blank(general.text)) return;
  // Items without values are the same twice.
  if (general.text != literal.text) found = read(general);
  if (!found) return;
  for (const std::string& name : found->placeholders.names) {
    findings_.warning(general.pointer,
                      fmt::format("`{}` is no placeholder of a context set. Write $1, $2, … or ?.", name));
  }
  if (parameterized_intent.empty()) return;
  compare_placeholders({intent, parameterized_intent, found->placeholders, general.pointer}, findings_);
}

void QueryChecker::check(const Template& item, const Place& place) {
  check_pair({item.sql, place.pointer("sql"), QueryForm::query},
             {item.parameterized_sql, place.pointer("parameterized/parameterized_sql"), QueryForm::query},
             first_filled(item.intent, item.nl_query), item.parameterized_intent);
}

void QueryChecker::check(const Facet& item, const Place& place) {
  check_pair(
      {item.sql_snippet, place.pointer("sql_snippet"), QueryForm::condition},
      {item.parameterized_sql_snippet, place.pointer("parameterized/parameterized_sql_snippet"), QueryForm::condition},
      item.intent, item.parameterized_intent);
}

void QueryChecker::check_value_placeholder(const QueryText& query, const QueryPlaceholders& placeholders) {
  if (!placeholders.names.contains("$value")) {
    findings_.error(
        query.pointer,
        placeholders.quoted_value
            ? "`$value` stands only inside quotes or a comment, where it is plain text. Take it out: '%' || $value || "
              "'%'."
            : "The query has no `$value`, so it can't look for a phrase. Write $value where the phrase is to stand.");
  }
  for (const std::size_t number : placeholders.numbers) {
    findings_.error(query.pointer, fmt::format("Nothing is bound to `${}`: a value search has only `$value`.", number));
  }
}

void QueryChecker::check_result(const ValueSearch& item, const Place& place, const QueryReading& reading) {
  const ValueSearchColumns columns = value_search_columns(item.query, reading);
  for (const std::string& name : columns.missing) {
    const std::string message = fmt::format("No result column is called `{}`. Add it: … AS {}.", name, name);
    if (name == "value") {
      findings_.error(place.pointer("query"), message);
    } else if (name == "context") {
      findings_.information(place.pointer("query"), message);
    } else {
      findings_.warning(place.pointer("query"), message);
    }
  }
  for (const std::string& concept_type : columns.concept_types) {
    if (item.concept_type.empty() || concept_type == item.concept_type) continue;
    findings_.warning(place.pointer("concept_type"),
                      fmt::format("The query gives the concept type '{}', this member says \"{}\". Make them the same.",
                                  concept_type, item.concept_type));
  }
}

void QueryChecker::check(const ValueSearch& item, const Place& place) {
  if (is_blank(item.query)) return;
  const QueryText query{item.query, place.pointer("query"), QueryForm::query};
  const auto found = read(query);
  if (!found) return;
  check_value_placeholder(query, found->placeholders);
  if (found->reading) check_result(item, place, *found->reading);
}

template <class Item>
void QueryChecker::check_all(const std::vector<Item>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) check(items[i], Place(Format<Item>::list.name, i));
}

void QueryChecker::run() {
  check_all(set_.templates);
  check_all(set_.value_searches);
  check_all(set_.facets);  // last: by now the names of the other queries' tables are known
  const bool any = !set_.templates.empty() || !set_.facets.empty() || !set_.value_searches.empty();
  if (!shell_ || !any) return;
  findings_.information(
      "", "The queries are for MongoDB and not parsed: only their placeholders and methods were checked.");
}

}  // namespace

void check_queries(const ContextSet& set, const CheckOptions& options, Findings& findings) {
  QueryChecker(set, options, findings).run();
}

}  // namespace querydata::inline v0::context
