#include "values/value_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "model/dotted_path.hpp"
#include "model/names.hpp"
#include "model/value_number.hpp"
#include "querydata/sql.hpp"
#include "sql/embedding_functions.hpp"
#include "values/phrase_union.hpp"
#include "values/search_kind.hpp"

namespace querydata::inline v0::values {
namespace {

// A search without DISTINCT gives a row for each row of its table.
constexpr std::size_t most_rows = 20'000;

std::string text_or_empty(const Value& value) {
  return std::holds_alternative<Null>(value) ? std::string() : to_display(value);
}

}  // namespace

std::string PreparedSearch::name() const {
  return fmt::format("value search {} (\"{}\")", number_ + 1, concept_type_);
}

Result<PreparedSearch> PreparedSearch::prepare(const ValueSearch& search, std::size_t number, Dialect dialect,
                                               const Schema& schema, const std::vector<std::string>& extra_functions) {
  PreparedSearch prepared;
  prepared.schema_ = &schema;
  prepared.dialect_ = dialect;
  prepared.number_ = number;
  prepared.query_ = search.query;
  prepared.concept_type_ = search.concept_type;
  prepared.extra_functions_ = extra_functions;
  for (const std::string_view name : sql::embedding_functions) prepared.extra_functions_.emplace_back(name);
  prepared.kind_ = kind_of_search(search.query, dialect);
  prepared.scale_ = distance_scale(search.query, dialect, prepared.kind_);
  const auto located = [&](Error error) {
    error.message = prepared.name() + ": " + error.message;
    error.where.json_pointer = fmt::format("/value_searches/{}/query", number);
    return error;
  };
  const auto refuse = [&](std::string message) {
    return located({ErrorCode::invalid_argument, std::move(message), {}});
  };
  const auto info = inspect(search.query, dialect, schema, {{}, prepared.extra_functions_, 1U << 20U, 200});
  if (!info) return located(info.error());
  auto rewritten = rewrite_placeholders(search.query, dialect);
  if (!rewritten) return located(rewritten.error());
  for (const std::string& parameter : rewritten->names)
    if (parameter != "$value")
      return refuse(fmt::format("the parameter {} is never bound; the phrase is bound to $value", parameter));
  if (rewritten->names.empty()) return refuse("nothing is compared with $value; the phrase is bound to it");
  prepared.sql_ = std::move(rewritten->sql);
  prepared.parameters_ = rewritten->order.size();
  for (const TableUse& use : info->tables) prepared.tables_.push_back(use.table);
  if (auto found = prepared.find_places(info->result_columns); !found) return located(found.error());
  std::vector<std::string> contract;
  const Places& places = prepared.places_;
  for (const std::size_t place : {places.value, places.columns, places.concept_type, places.distance})
    contract.push_back(info->result_columns[place].name);
  if (places.context) contract.push_back(info->result_columns[*places.context].name);
  if (prepared.takes_union(contract)) prepared.union_ = std::move(contract);
  return prepared;
}

bool PreparedSearch::takes_union(const std::vector<std::string>& contract) const {
  const auto text = union_of_phrases(query_, dialect_, contract, 2);
  return text && inspect(text->sql, dialect_, *schema_, {{}, extra_functions_, 1U << 20U, 200});
}

Result<void> PreparedSearch::find_places(const std::vector<ResultColumn>& columns) {
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (model::equal_ignoring_case(columns[i].name, name)) return i;
    return std::nullopt;
  };
  constexpr std::string_view required[] = {"value", "columns", "concept_type", "distance"};
  std::size_t* const places[] = {&places_.value, &places_.columns, &places_.concept_type, &places_.distance};
  for (std::size_t i = 0; i < std::size(required); ++i) {
    const auto place = find(required[i]);
    if (!place) {
      return Error{ErrorCode::invalid_argument,
                   fmt::format("the query returns no column \"{}\"; a value search returns value, columns, "
                               "concept_type, distance and context",
                               required[i]),
                   {}};
    }
    *places[i] = *place;
  }
  places_.context = find("context");
  origin_ = columns[places_.value];
  return {};
}

bool PreparedSearch::allowed(const Scope& scope) const {
  if (!scope.tables && !scope.columns) return true;
  return inspect(query_, dialect_, *schema_, {scope, extra_functions_, 1U << 20U, 200}).has_value();
}

std::pair<const Table*, const Column*> PreparedSearch::find_column(std::string_view columns) const {
  const auto names = model::split_path(columns);
  if (names.empty() || names.size() > 3) return {};
  const auto in_table = [&](std::string_view table_name) -> std::pair<const Table*, const Column*> {
    const Table* table = schema_->find_table(table_name);
    return {table, table == nullptr ? nullptr : table->find_column(names.back())};
  };
  if (names.size() == 3) {
    const auto qualified = in_table(names[0] + '.' + names[1]);
    if (qualified.first != nullptr) return qualified;
    // The engine's default schema has no name in the schema.
    const Table* table = schema_->find_table(names[1]);
    if (table != nullptr && table->schema.empty()) return in_table(names[1]);
    return {};
  }
  if (names.size() == 2) return in_table(names[0]);
  // A bare column: of the tables that the search reads, the one that its values come from, else the only one that has
  // it.
  if (model::equal_ignoring_case(origin_.column, names.back())) return in_table(origin_.table);
  std::pair<const Table*, const Column*> found;
  for (const std::string& table : tables_) {
    const auto candidate = in_table(table);
    if (candidate.second == nullptr || candidate.first == found.first) continue;
    if (found.second != nullptr) return {};
    found = candidate;
  }
  return found;
}

PreparedSearch::Location PreparedSearch::locate(std::string_view columns, const Scope& scope) const {
  const auto [table, column] = find_column(columns);
  if (column != nullptr) return {table->qualified_name(), column->name, scope.allows(*table, *column)};
  // What can't be told can't be shown to be in scope.
  return {"", std::string(columns), !scope.tables && !scope.columns};
}

/// Reads rows by the contract.
class PreparedSearch::Reader {
 public:
  Reader(const PreparedSearch& search, const Scope& scope) : search_(search), scope_(scope) {}

  void read(std::vector<Value>& row, const Places& places, SearchOutcome& outcome) {
    if (std::holds_alternative<Null>(row[places.value])) return;
    const auto distance = model::number_in(row[places.distance]);
    if (!distance || !std::isfinite(*distance)) {
      ++without_distance_;
      return;
    }
    const Location& location = locate(text_or_empty(row[places.columns]));
    if (!location.allowed) return;
    ValueMatch match;
    match.value = std::move(row[places.value]);
    match.table = location.table;
    match.column = location.column;
    match.concept_type = text_or_empty(row[places.concept_type]);
    if (match.concept_type.empty()) match.concept_type = search_.concept_type_;
    match.distance = std::clamp(*distance * search_.scale_, 0.0, 1.0);
    match.kind = search_.kind_;
    if (places.context) match.context = text_or_empty(row[*places.context]);
    outcome.matches.push_back(std::move(match));
  }

  /// @param rows  that were read until the cut
  void finish(Cut cut, std::size_t rows, SearchOutcome& outcome) {
    if (without_distance_ > 0) {
      search_.warn(
          fmt::format("{} {} without a distance left out", without_distance_, without_distance_ == 1 ? "row" : "rows"),
          outcome);
    }
    if (cut == Cut::none) return;
    outcome.partial = true;
    search_.warn(fmt::format("the rows were cut by the limit of {} after {}; SELECT DISTINCT and a narrower condition "
                             "give fewer",
                             to_string(cut), rows),
                 outcome);
  }

 private:
  const Location& locate(const std::string& columns) {
    const auto known = locations_.find(columns);
    if (known != locations_.end()) return known->second;
    return locations_.emplace(columns, search_.locate(columns, scope_)).first->second;
  }

  const PreparedSearch& search_;
  const Scope& scope_;
  std::map<std::string, Location> locations_;
  std::size_t without_distance_ = 0;
};

void PreparedSearch::warn(std::string_view message, SearchOutcome& outcome) const {
  outcome.warnings.push_back(fmt::format("{}: {}", name(), message));
}

Result<std::unique_ptr<Rows>> PreparedSearch::execute(Database& database, Statement statement, std::size_t phrases,
                                                      const SearchControl& control) const {
  Limits limits;
  limits.max_rows = most_rows * phrases;
  limits.max_time = control.max_time;
  return database.execute(statement, limits, control.call);
}

Result<SearchOutcome> PreparedSearch::run(Database& database, std::string_view phrase, const Scope& scope,
                                          const SearchControl& control) const {
  SearchOutcome outcome;
  Reader reader(*this, scope);
  const auto fail = [&](const Error& error) -> Result<SearchOutcome> {
    if (error.code == ErrorCode::cancelled) return error;
    outcome.partial = true;
    warn(error.message, outcome);
    return std::move(outcome);
  };
  auto rows = execute(database, {dialect_, sql_, std::vector<Value>(parameters_, std::string(phrase))}, 1, control);
  if (!rows) return fail(rows.error());
  std::size_t count = 0;
  for (std::vector<Value> row;; ++count) {
    const auto more = (*rows)->next(row);
    if (!more) return fail(more.error());
    if (!*more) break;
    reader.read(row, places_, outcome);
  }
  reader.finish((*rows)->cut(), count, outcome);
  return outcome;
}

Result<std::vector<SearchOutcome>> PreparedSearch::run_union(Database& database,
                                                             const std::vector<std::string>& phrases,
                                                             const Scope& scope, const SearchControl& control) const {
  auto text = union_of_phrases(query_, dialect_, union_, phrases.size());
  if (!text) return text.error();
  Statement statement{dialect_, std::move(text->sql), {}};
  for (const std::size_t phrase : text->order) statement.parameters.emplace_back(phrases[phrase]);
  auto rows = execute(database, std::move(statement), phrases.size(), control);
  if (!rows) return rows.error();
  Places places{1, 2, 3, 4, std::nullopt};
  if (union_.size() > 4) places.context = 5;
  std::vector<SearchOutcome> outcomes(phrases.size());
  Reader reader(*this, scope);
  std::size_t count = 0;
  for (std::vector<Value> row;; ++count) {
    const auto more = (*rows)->next(row);
    if (!more) return more.error();
    if (!*more) break;
    const auto* phrase = std::get_if<std::int64_t>(&row[0]);
    if (phrase == nullptr || *phrase < 0 || static_cast<std::size_t>(*phrase) >= outcomes.size())
      return Error{ErrorCode::internal, name() + ": a row of a phrase that was not asked for", {}};
    reader.read(row, places, outcomes[static_cast<std::size_t>(*phrase)]);
  }
  const Cut cut = (*rows)->cut();
  reader.finish(cut, count, outcomes.front());
  for (SearchOutcome& outcome : outcomes) outcome.partial = cut != Cut::none;
  return outcomes;
}

Result<std::vector<SearchOutcome>> PreparedSearch::run(Database& database, const std::vector<std::string>& phrases,
                                                       const Scope& scope, const SearchControl& control) const {
  if (phrases.size() > 1 && !union_.empty()) {
    auto all = run_union(database, phrases, scope, control);
    if (all || all.error().code == ErrorCode::cancelled) return all;
    if (all.error().code == ErrorCode::deadline_exceeded) {
      // One by one they would take their time once more, each.
      std::vector<SearchOutcome> outcomes(phrases.size());
      for (SearchOutcome& outcome : outcomes) outcome.partial = true;
      warn(all.error().message, outcomes.front());
      return outcomes;
    }
  }
  std::vector<SearchOutcome> outcomes;
  for (const std::string& phrase : phrases) {
    auto outcome = run(database, phrase, scope, control);
    if (!outcome) return outcome.error();
    outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

}  // namespace querydata::inline v0::values
