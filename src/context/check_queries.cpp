#include "context/check_queries.hpp"

#include <string>

#include "context/check_members.hpp"
#include "context/check_placeholders.hpp"
#include "context/check_value_search.hpp"
#include "context/format.hpp"
#include "context/numbered_forms.hpp"
#include "context/query_checks.hpp"
#include "context/rivals.hpp"

namespace querydata::inline v0::context {
namespace {

/// The query with its values in it has none to bind.
/// @return  whether it has none
bool check_no_placeholders(QueryChecks& checks, const QueryText& query, const QueryChecks::Read& read) {
  const bool found = !read.placeholders.numbers.empty() || (read.is_parsed() && !read.placeholders.none());
  if (!found) return true;
  checks.add(query, {rules::placeholder_mismatch,
                     "This query is to stand with its values, but it has placeholders. Put sample values in their "
                     "places.",
                     {}});
  return false;
}

/// The two forms of a query with their sentences.
struct Forms {
  QueryText literal;
  QueryText general;
  Sentences sentences;
};

Forms forms_of(const Template& item, const Place& place) {
  return {{item.sql, place.pointer("sql"), QueryForm::query},
          {item.parameterized_sql, place.pointer("parameterized/parameterized_sql"), QueryForm::query},
          {first_filled(item.intent, item.nl_query), item.parameterized_intent,
           place.pointer("parameterized/parameterized_intent")}};
}

Forms forms_of(const Facet& item, const Place& place) {
  return {
      {item.sql_snippet, place.pointer("sql_snippet"), QueryForm::condition},
      {item.parameterized_sql_snippet, place.pointer("parameterized/parameterized_sql_snippet"), QueryForm::condition},
      {item.intent, item.parameterized_intent, place.pointer("parameterized/parameterized_intent")}};
}

/// Whether the query's placeholders need the sentence to be told apart.
bool is_unnumbered(const QueryPlaceholders& placeholders) {
  return placeholders.bare > 0 || !placeholders.names.empty();
}

/// How the placeholders of the general forms fit, as the Planner numbers them.
template <class Item>
void check_general_forms(QueryChecks& checks, const Item& item, const Place& place, const Forms& forms,
                         const QueryChecks::Read& found) {
  if (is_blank(forms.sentences.parameterized_intent)) return;  // derived with the query's
  if (found.reading && check_marks_in_literals(checks, forms.literal, forms.general, forms.sentences, *found.reading)) {
    return;
  }
  if (!found.is_parsed() || !is_unnumbered(found.placeholders)) {
    const auto dialect = found.is_parsed() ? std::optional(found.reading->dialect) : std::nullopt;
    return check_placeholders(checks, forms.literal, forms.general, forms.sentences, found.placeholders, dialect);
  }
  if (!found.placeholders.names.empty()) {
    const std::size_t before = checks.findings().size();
    compare_placeholders(
        {forms.sentences.intent, forms.sentences.parameterized_intent, found.placeholders, forms.general.pointer},
        checks.findings());
    if (checks.findings().size() > before) return;
  }
  const Dialect dialect = found.reading->dialect;
  const Item numbered = with_numbered_forms(item, dialect, checks.options().schema);
  const Forms made = forms_of(numbered, place);
  const auto placeholders = placeholders_of(made.general.text, sql::tokenize(made.general.text, dialect));
  check_placeholders(checks, made.literal, made.general, made.sentences, placeholders, dialect);
}

/// Checks both forms and how they fit.
/// @return  what was understood of the general one, or of the literal one where it stands for both
template <class Item>
std::optional<QueryChecks::Read> check_forms(QueryChecks& checks, const Item& item, const Place& place) {
  const Forms forms = forms_of(item, place);
  std::optional<QueryChecks::Read> found;
  if (!is_blank(forms.literal.text)) {
    found = checks.read(forms.literal);
    if (found && !check_no_placeholders(checks, forms.literal, *found)) return found;
  }
  if (is_blank(forms.general.text)) return found;
  // Items without values are the same twice.
  if (forms.general.text != forms.literal.text) found = checks.read(forms.general);
  if (found) check_general_forms(checks, item, place, forms, *found);
  return found;
}

std::optional<QueryChecks::Read> check_item(QueryChecks& checks, const ValueSearch& item, std::size_t index) {
  return check_value_search(checks, item, index);
}

template <class Item>
std::optional<QueryChecks::Read> check_item(QueryChecks& checks, const Item& item, std::size_t index) {
  return check_forms(checks, item, Place(Format<Item>::list.name, index));
}

/// Whether items are compared with each other, too.
enum class Comparing : bool { no, yes };

template <class Item>
void check_items(QueryChecks& checks, const std::vector<Item>& items, Comparing comparing) {
  Rivals<Item> rivals(items, checks.search_options());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto found = check_item(checks, items[i], i);
    if (found && comparing == Comparing::yes) rivals.add(i, found->is_parsed() ? &*found->reading->tree : nullptr);
  }
  rivals.report(checks.findings());
}

void check_queries(const ContextSet& set, const CheckOptions& options, Findings& findings, Comparing comparing) {
  QueryChecks checks(set, options, findings);
  check_items(checks, set.templates, comparing);
  check_items(checks, set.value_searches, comparing);
  check_items(checks, set.facets, comparing);  // last: by now the names of the other queries' tables are known
  const bool any = !set.templates.empty() || !set.facets.empty() || !set.value_searches.empty();
  if (!checks.is_shell() || !any) return;
  findings.add(rules::unparsed_queries, "",
               "The queries are for MongoDB and not parsed: only their placeholders and methods were checked.");
}

}  // namespace

void check_queries(const ContextSet& set, const CheckOptions& options, Findings& findings) {
  check_queries(set, options, findings, Comparing::yes);
}

std::vector<Finding> find_errors(const ContextSet& set, const CheckOptions& options) {
  Findings findings;
  check_members(set, options, findings);
  check_queries(set, options, findings, Comparing::no);
  std::vector<Finding> errors = findings.take();
  std::erase_if(errors, [](const Finding& finding) { return finding.severity != Severity::error; });
  return errors;
}

}  // namespace querydata::inline v0::context
