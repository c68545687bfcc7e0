#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "options.hpp"
#include "querydata/derive.hpp"
#include "terminal.hpp"

namespace {

using querydata::ContextSet;
using querydata::DerivedParameter;
using querydata::KeptLiteral;

struct DeriveCommandOptions {
  std::string file;  ///< a set to complete
  std::string question;
  std::string sql;
  std::string intent;
  std::string dialect;
  std::string database;
  std::vector<std::string> concept_files;
  std::string style = "$1";
  NowOption now;
  bool json = false;

  void add_to(CLI::App& command, const std::string& query_name) {
    command.add_option(query_name, sql, "Query, with its values in it")->type_name("SQL");
    command.add_option("--dialect", dialect, "Dialect of the query; that of --db, else sqlite")
        ->type_name("D")
        ->check(known_dialect);
    command.add_option("--db", database, "Database whose columns the query reads")->type_name("URI");
    command.add_option("--concepts", concept_files, "Context set whose value searches name the columns' values")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command.add_option("--style", style, "Placeholders: $1, ?, ?1 or @p1")
        ->type_name("S")
        ->check(CLI::IsMember({"$1", "?", "?1", "@p1"}))
        ->capture_default_str();
    now.add_to(command);
    command.add_flag("--json", json, "Print JSON instead of text");
  }

  static std::string known_dialect(const std::string& name) {
    return dialect_named(name) ? std::string() : "no dialect is called '" + name + "'";
  }

  [[nodiscard]] querydata::PlaceholderStyle placeholders() const {
    using enum querydata::PlaceholderStyle;
    if (style == "?") return question;
    if (style == "?1") return numbered_question;
    return style == "@p1" ? at : dollar;
  }
};

/// The options of the library, with what they borrow.
struct Deriving {
  querydata::Dialect dialect = querydata::Dialect::sqlite;
  std::optional<querydata::Schema> schema;
  querydata::DeriveOptions options;

  explicit Deriving(const DeriveCommandOptions& asked) {
    const auto database = asked.database.empty() ? nullptr : open_named(asked.database);
    dialect = chosen_dialect(asked.dialect, database.get());
    if (database) options.schema = &schema.emplace(database->read_schema().value());
    options.style = asked.placeholders();
    options.now = asked.now.time();
    for (const std::string& file : asked.concept_files) add_concepts(ContextSet::read_file(file).value());
  }

  void add_concepts(const ContextSet& context) {
    const auto found = concept_columns(context.value_searches, dialect);
    options.concepts.insert(options.concepts.end(), found.begin(), found.end());
  }
};

std::string json_string(std::string_view text) {
  return to_json(querydata::Value(std::string(text)));
}

std::string line(std::string_view name, const std::string& text) {
  return std::string(name) + std::string(name.size() < 10 ? 10 - name.size() : 1, ' ') + printable(text) + '\n';
}

std::string parameters_text(const std::vector<DerivedParameter>& parameters) {
  if (parameters.empty()) return "no parameters: sentence and query have no value in common\n";
  TextTable table({"", "literal", "said as", "type"});
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const DerivedParameter& parameter = parameters[i];
    table.add({std::to_string(i + 1), parameter.literal, parameter.phrase.empty() ? "the same" : parameter.phrase,
               parameter.type});
  }
  return table.text();
}

std::string kept_text(const std::vector<KeptLiteral>& kept) {
  std::string out;
  for (const KeptLiteral& literal : kept) {
    out += printable(literal.literal) + " stays: " + printable(literal.reason) + '\n';
  }
  return out;
}

template <class Item>
ContextSet set_of(const Item& item) {
  ContextSet set;
  if constexpr (std::is_same_v<Item, querydata::Template>) {
    set.templates.push_back(item);
  } else {
    set.facets.push_back(item);
  }
  return set;
}

/// What `context check` would say of the item, told at once.
void tell_findings(const ContextSet& set, const Deriving& deriving) {
  querydata::CheckOptions checking;
  checking.dialect = deriving.dialect;
  checking.schema = deriving.options.schema;
  for (const querydata::Finding& finding : set.check(checking)) {
    if (finding.severity == querydata::Severity::information) continue;
    write_error(finding.json_pointer + ": " + finding.message + " [" + std::string(finding.rule) + "]");
  }
}

std::string parameters_json(const std::vector<DerivedParameter>& parameters, const std::vector<KeptLiteral>& kept) {
  std::string out = "\"parameters\":[";
  for (const DerivedParameter& parameter : parameters) {
    if (&parameter != parameters.data()) out += ',';
    out += "{\"literal\":" + json_string(parameter.literal) + ",\"phrase\":" + json_string(parameter.phrase) +
           ",\"type\":" + json_string(parameter.type) + '}';
  }
  out += "],\"kept\":[";
  for (const KeptLiteral& literal : kept) {
    if (&literal != kept.data()) out += ',';
    out += "{\"literal\":" + json_string(literal.literal) + ",\"reason\":" + json_string(literal.reason) + '}';
  }
  return out + ']';
}

/// What was derived of a template or a facet: `query` is the parameterised form, and what it is called.
template <class Derived>
void print(const Derived& derived, std::string_view name, const std::string& query, const Deriving& deriving,
           bool json) {
  tell_findings(set_of(derived.item), deriving);
  if (json) {
    write_out("{\"context_set\":" + set_of(derived.item).write() + ',' +
              parameters_json(derived.parameters, derived.kept) + "}\n");
    return;
  }
  write_out(line("manifest", derived.item.manifest) + line("intent", derived.item.parameterized_intent) +
            line(name, query) + parameters_text(derived.parameters) + kept_text(derived.kept));
}

querydata::Result<querydata::DerivedTemplate> derived_of(const querydata::Template& item, const Deriving& deriving) {
  return derive_template(item.nl_query, item.sql, deriving.dialect, item.intent, deriving.options);
}

querydata::Result<querydata::DerivedFacet> derived_of(const querydata::Facet& item, const Deriving& deriving) {
  return derive_facet(item.intent, item.sql_snippet, deriving.dialect, deriving.options);
}

bool has_general_form(const querydata::Template& item) {
  return !item.parameterized_intent.empty() || !item.parameterized_sql.empty();
}

bool has_general_form(const querydata::Facet& item) {
  return !item.parameterized_intent.empty() || !item.parameterized_sql_snippet.empty();
}

/// The literals that stay in the general form that an item gets.
template <class Item>
void tell_kept(const Item& item, const std::string& pointer, const Deriving& deriving) {
  if (has_general_form(item)) return;
  const auto derived = derived_of(item, deriving);
  if (!derived) return;
  for (const KeptLiteral& literal : derived->kept) {
    write_error(pointer + ": " + literal.literal + " stays: " + literal.reason);
  }
}

/// Every item of a set completed, the set printed; what can't be derived is told and left as it is.
int complete(const DeriveCommandOptions& asked) {
  ContextSet context = ContextSet::read_file(asked.file).value();
  Deriving deriving(asked);
  deriving.add_concepts(context);
  bool all = true;
  const auto derive_all = [&](auto& items, std::string_view list) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string pointer = '/' + std::string(list) + '/' + std::to_string(i);
      tell_kept(items[i], pointer, deriving);
      const auto done = derive_missing(items[i], deriving.dialect, deriving.options);
      if (done) continue;
      all = false;
      write_error(pointer + ": " + to_string(done.error()));
    }
  };
  derive_all(context.templates, "templates");
  derive_all(context.facets, "facets");
  write_out(context.write());
  return all ? exit_answered : exit_failed;
}

int derive(const DeriveCommandOptions& asked) {
  if (!asked.file.empty()) return complete(asked);
  const Deriving deriving(asked);
  const auto derived =
      derive_template(asked.question, asked.sql, deriving.dialect, asked.intent, deriving.options).value();
  print(derived, "sql", derived.item.parameterized_sql, deriving, asked.json);
  return exit_answered;
}

int derive_condition(const DeriveCommandOptions& asked) {
  const Deriving deriving(asked);
  const auto derived = querydata::derive_facet(asked.intent, asked.sql, deriving.dialect, deriving.options).value();
  print(derived, "snippet", derived.item.parameterized_sql_snippet, deriving, asked.json);
  return exit_answered;
}

constexpr const char* notes = R"(Examples:
  querydata context derive "Ferries to Oslo" "SELECT count(*) FROM trips WHERE harbour = 'Oslo'"
  querydata context derive --now 2024-07-15 "Trips last month" \
      "SELECT count(*) FROM trips WHERE day >= '2024-06-01' AND day < '2024-07-01'"
  querydata context derive --complete ferry.context.json > completed.json

With --json: {"context_set": a set of one template, "parameters": [{"literal", "phrase", "type"}],
"kept": [{"literal", "reason"}]}. With --complete: the set, members that were missing filled in;
exit status 1: an item could not be derived and is as it was. Literals that stay, and what
`context check` finds in what was derived, are told on standard error.)";

constexpr const char* facet_notes = R"(Example:
  querydata context derive-facet "cheaper than 50 euros" "trips.price < 50"

With --json: as context derive, with a set of one facet.)";

void add_derive(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<DeriveCommandOptions>();
  CLI::App* command = context.add_subcommand(
      "derive", "Make manifest, parameterised sentence and parameterised query from a question and its query");
  CLI::Option* question = command->add_option("QUESTION", options->question, "Question, with its values in it");
  question->type_name("");
  options->add_to(*command, "QUERY");
  command->add_option("--intent", options->intent, "What the question asks, said more fully")->type_name("TEXT");
  command->add_option("--complete", options->file, "Context set whose items are completed instead")->type_name("FILE");
  command->footer(notes);
  command->callback([options, &exit_status] {
    const bool both = !options->question.empty() && !options->sql.empty();
    if (both == !options->file.empty()) {
      throw CLI::ValidationError("derive", "takes a question and its query, or --complete FILE");
    }
    exit_status = derive(*options);
  });
}

void add_derive_facet(CLI::App& context, int& exit_status) {
  const auto options = std::make_shared<DeriveCommandOptions>();
  CLI::App* command = context.add_subcommand("derive-facet", "The same for a condition and the words that ask for it");
  command->add_option("INTENT", options->intent, "Words, with their values")->type_name("")->required();
  options->add_to(*command, "CONDITION");
  command->get_option("CONDITION")->required();
  command->footer(facet_notes);
  command->callback([options, &exit_status] { exit_status = derive_condition(*options); });
}

}  // namespace

void add_context_derive(CLI::App& context, int& exit_status) {
  add_derive(context, exit_status);
  add_derive_facet(context, exit_status);
}
