/// @file
/// Context sets of any size with the database that they are about.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "querydata/context_set.hpp"

namespace querydata::bench {

/// Draws with a fixed seed, so every set of one size is the same. Of 10,000 items most ask something else.
class ContextGenerator {
 public:
  static constexpr std::array<std::string_view, 6> texts = {"city",  "status",   "category",
                                                            "owner", "language", "colour"};
  static constexpr std::size_t most_tables = 200;

  /// @param table_count  1 … `most_tables`
  explicit ContextGenerator(std::size_t table_count = most_tables) : table_count_(table_count) {}

  /// The statements that make the tables, without rows.
  [[nodiscard]] std::string tables() const {
    std::string out;
    for (std::size_t number = 0; number < table_count_; ++number) {
      out += "CREATE TABLE " + table_name(number) + " (id INTEGER PRIMARY KEY, name TEXT, opened_on TEXT, parent_id " +
             "INTEGER REFERENCES " + table_name((number + 1) % table_count_) + "(id)";
      for (const std::string_view text : texts) out += ", " + std::string(text) + " TEXT";
      for (const std::string_view measure : numbers) out += ", " + std::string(measure) + " REAL";
      out += ");\n";
    }
    return out;
  }

  static std::string table_name(std::size_t number) {
    return std::string(nouns[number / 10]) + '_' + std::string(nouns[(number / 10 + number % 10 + 1) % nouns.size()]);
  }

  ContextSet make(std::size_t templates, std::size_t facets) {
    ContextSet set;
    for (std::size_t i = 0; i < templates; ++i) set.templates.push_back(make_template());
    for (std::size_t i = 0; i < facets; ++i) set.facets.push_back(make_facet());
    return set;
  }

 private:
  using Replacements = std::initializer_list<std::pair<std::string_view, std::string>>;

  static constexpr std::array<std::string_view, 20> nouns = {
      "ship",  "port",    "cargo",  "crew",    "invoice", "route",  "berth", "pilot",  "tariff",  "customer",
      "order", "machine", "branch", "project", "patient", "course", "team",  "ticket", "account", "league"};
  static constexpr std::array<std::string_view, 6> numbers = {"amount", "weight", "price", "length", "score", "age"};
  static constexpr std::array<std::string_view, 10> values = {"Oslo",  "Bergen", "Kiel",  "Lisbon", "Turku",
                                                              "Visby", "Riga",   "Ghent", "Porto",  "Malta"};

  struct Form {
    std::string_view sentence;
    std::string_view query;
  };
  static constexpr std::array<Form, 4> template_forms = {{
      {"How many {n} with the {t} {1} have more {m} than {2}?",
       "SELECT COUNT(*) FROM {table} AS r WHERE r.{t} = {'1} AND r.{m} > {2}"},
      {"Names of the {n} with {t} {1}, whose {o} has a {m} below {2}, newest first",
       "SELECT r.name, r.opened_on FROM {table} AS r JOIN {parent} AS p ON r.parent_id = p.id WHERE r.{t} = {'1} AND "
       "p.{m} < {2} ORDER BY r.opened_on DESC, r.id"},
      {"What is the average {m} of the {n} for each {o} with the {t} {1}, where it is over {2}?",
       "SELECT p.name, AVG(r.{m}) AS average FROM {table} AS r JOIN {parent} AS p ON r.parent_id = p.id WHERE p.{t} = "
       "{'1} GROUP BY p.id, p.name HAVING AVG(r.{m}) > {2} ORDER BY average DESC, p.id"},
      {"Which {o} of {t} {1} has the most {n} with a {m} of at least {2}?",
       "SELECT p.name FROM {parent} AS p JOIN {table} AS r ON r.parent_id = p.id WHERE p.{t} = {'1} AND r.{m} >= {2} "
       "GROUP BY p.id, p.name ORDER BY COUNT(*) DESC, p.id LIMIT 1"},
  }};
  static constexpr std::array<Form, 4> facet_forms = {{
      {"{n} with the {t} {1} and a {m} over {2}", "{table}.{t} = {'1} AND {table}.{m} > {2}"},
      {"{n} of {t} {1} or with a {m} below {2}", "({table}.{t} = {'1} OR {table}.{m} < {2})"},
      {"{n} whose {t} is not {1} while the {m} is at most {2}", "{table}.{t} <> {'1} AND {table}.{m} <= {2}"},
      {"{n} {t} {1} at a {m} of {2} and more", "{table}.{t} = {'1} AND {table}.{m} >= {2}"},
  }};

  static std::string spoken(std::string name) {
    name[name.find('_')] = ' ';
    return name;
  }

  static std::string filled(std::string_view form, Replacements replacements) {
    std::string out(form);
    for (const auto& [what, with] : replacements) {
      for (std::size_t at = out.find(what); at != std::string::npos; at = out.find(what, at + with.size())) {
        out.replace(at, what.size(), with);
      }
    }
    return out;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }
  template <class List>
  std::string pick(const List& list) {
    return std::string(list[below(list.size())]);
  }

  static std::string quoted(const std::string& text) { return "'" + text + "'"; }

  /// One form about one table and two of its columns, in the three ways that items hold it.
  struct Drawn {
    std::string sentence, query, manifest, parameterized_sentence, parameterized_query;
  };
  Drawn draw(const std::array<Form, 4>& forms) {
    const Form form = forms[below(forms.size())];
    const std::size_t number = below(table_count_);
    const std::string table = table_name(number);
    const std::string parent = table_name((number + 1) % table_count_);
    const std::string text = pick(texts);
    const std::string measure = pick(numbers);
    const std::string value = pick(values);
    const std::string bound = std::to_string(100 + below(100'000));
    const Replacements names = {{"{n}", spoken(table)}, {"{o}", spoken(parent)}, {"{t}", text},
                                {"{m}", measure},       {"{table}", table},      {"{parent}", parent}};
    const std::string sentence = filled(form.sentence, names);
    const std::string query = filled(form.query, names);
    return {filled(sentence, {{"{1}", value}, {"{2}", bound}}),
            filled(query, {{"{'1}", quoted(value)}, {"{2}", bound}}),
            filled(sentence, {{"{1}", "a given " + text}, {"{2}", "a given number"}}),
            filled(sentence, {{"{1}", "$1"}, {"{2}", "$2"}}), filled(query, {{"{'1}", "$1"}, {"{2}", "$2"}})};
  }

  Template make_template() {
    Drawn drawn = draw(template_forms);
    Template item;
    item.nl_query = drawn.sentence;
    item.sql = std::move(drawn.query);
    item.intent = std::move(drawn.sentence);
    item.manifest = std::move(drawn.manifest);
    item.parameterized_intent = std::move(drawn.parameterized_sentence);
    item.parameterized_sql = std::move(drawn.parameterized_query);
    return item;
  }

  Facet make_facet() {
    Drawn drawn = draw(facet_forms);
    Facet item;
    item.sql_snippet = std::move(drawn.query);
    item.intent = std::move(drawn.sentence);
    item.manifest = std::move(drawn.manifest);
    item.parameterized_intent = std::move(drawn.parameterized_sentence);
    item.parameterized_sql_snippet = std::move(drawn.parameterized_query);
    return item;
  }

  std::size_t table_count_;
  std::mt19937 random_{11};
};

}  // namespace querydata::bench
