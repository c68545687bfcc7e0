#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "eval_data.hpp"
#include "options.hpp"
#include "phrase_replacement.hpp"
#include "querydata/derive.hpp"
#include "terminal.hpp"

namespace {

using querydata::Template;

struct EvalOptions {
  std::vector<std::string> files;
  std::string dialect = "sqlite";
  bool show = false;
  bool json = false;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t token_end(std::string_view text, std::size_t at, bool query) {
  std::size_t end = at + 1;
  if (query && text[at] == '\'') {
    while (end < text.size() && (text[end] != '\'' || (end + 1 < text.size() && text[end + 1] == '\''))) {
      end += text[end] == '\'' ? 2 : 1;
    }
    return std::min(end + 1, text.size());
  }
  if (text[at] == '$' || is_word_part(text[at])) {
    while (end < text.size() && (is_word_part(text[end]) || (text[end] == '.' && is_digit(text[at])))) ++end;
  }
  return end;
}

/// Words, placeholders and single signs; of a query also texts in quotes.
std::vector<std::string> tokens_of(std::string_view text, bool query) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
      continue;
    }
    const std::size_t end = token_end(text, at, query);
    tokens.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

bool is_placeholder(const std::string& token) {
  return token.size() > 1 && token[0] == '$' && std::all_of(token.begin() + 1, token.end(), is_digit);
}

/// Which placeholder of one form is which of the other: one to one.
class Renumbering {
 public:
  /// Whether the texts are the same but for numbers, by what was met before too.
  bool meets(std::string_view left, std::string_view right, bool query) {
    const auto a = tokens_of(left, query);
    const auto b = tokens_of(right, query);
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](const auto& x, const auto& y) {
             return is_placeholder(x) && is_placeholder(y) ? joins(x, y) : x == y;
           });
  }

 private:
  bool joins(const std::string& x, const std::string& y) {
    return to_.emplace(x, y).first->second == y && from_.emplace(y, x).first->second == x;
  }

  std::map<std::string, std::string> to_;
  std::map<std::string, std::string> from_;
};

/// The text of a literal, doubled quotes undone.
std::string without_quotes(const std::string& token) {
  if (token.front() != '\'') return token;
  std::string out;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    out += token[i];
    if (token[i] == '\'' && token[i + 1] == '\'') ++i;
  }
  return out;
}

/// What the placeholders of the published form stand for, by first use; nothing where it is not the query's.
std::optional<std::vector<std::string>> values_of(const Template& item) {
  const auto published = tokens_of(item.parameterized_sql, true);
  const auto literal = tokens_of(item.sql, true);
  if (published.size() != literal.size()) return std::nullopt;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (!is_placeholder(published[i])) continue;
    std::string value = without_quotes(literal[i]);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(std::move(value));
  }
  return values;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return out;
}

/// The values as the sentence writes them; nothing if one does not stand in it.
std::optional<std::vector<std::string>> phrases_of(const Template& item) {
  auto values = values_of(item);
  if (!values) return std::nullopt;
  for (std::string& value : *values) {
    const std::size_t exact = item.intent.find(value);
    const std::size_t at = exact != std::string::npos ? exact : lowered(item.intent).find(lowered(value));
    if (at == std::string::npos) return std::nullopt;
    value = item.intent.substr(at, value.size());
  }
  return values;
}

struct Tally {
  std::size_t entries = 0;
  std::size_t in_text = 0;
  std::size_t sql = 0;
  std::size_t intent = 0;
  std::size_t replaced_sql = 0;
  std::size_t replaced_intent = 0;

  void operator+=(const Tally& other) {
    entries += other.entries;
    in_text += other.in_text;
    sql += other.sql;
    intent += other.intent;
    replaced_sql += other.replaced_sql;
    replaced_intent += other.replaced_intent;
  }
};

/// Compares the forms that were made of a template with the published ones.
struct Judgement {
  bool sql = false;
  bool intent = false;

  Judgement(const Template& published, std::string_view made_sql, std::string_view made_intent) {
    Renumbering numbers;
    sql = numbers.meets(made_sql, published.parameterized_sql, true);
    intent = sql && numbers.meets(made_intent, published.parameterized_intent, false);
  }
};

void show(const Template& item, std::string_view made_sql, std::string_view made_intent) {
  write_out(printable(item.parameterized_intent) + "\n  " + printable(std::string(made_intent)) + "\n  " +
            printable(item.parameterized_sql) + "\n  " + printable(std::string(made_sql)) + "\n");
}

void judge(const Template& item, querydata::Dialect dialect, bool show_wrong, Tally& tally) {
  ++tally.entries;
  const auto phrases = phrases_of(item);
  if (!phrases) return;
  ++tally.in_text;
  const auto derived = querydata::derive_template(item.nl_query, item.sql, dialect, item.intent);
  if (derived) {
    const Judgement right(item, derived->item.parameterized_sql, derived->item.parameterized_intent);
    tally.sql += right.sql ? 1 : 0;
    tally.intent += right.intent ? 1 : 0;
    if (show_wrong && !right.intent) show(item, derived->item.parameterized_sql, derived->item.parameterized_intent);
  } else if (show_wrong) {
    show(item, "", to_string(derived.error()));
  }
  const ReplacedPhrases replaced = replace_phrases(item.intent, item.sql, *phrases);
  const Judgement right(item, replaced.sql, replaced.intent);
  tally.replaced_sql += right.sql ? 1 : 0;
  tally.replaced_intent += right.intent ? 1 : 0;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : std::round(10'000 * static_cast<double>(part) / static_cast<double>(whole)) / 10'000;
}

boost::json::object figures_of(const Tally& tally) {
  return {{"entries", tally.entries},
          {"in_text", tally.in_text},
          {"sql", share(tally.sql, tally.in_text)},
          {"intent", share(tally.intent, tally.in_text)},
          {"replaced_sql", share(tally.replaced_sql, tally.in_text)},
          {"replaced_intent", share(tally.replaced_intent, tally.in_text)}};
}

std::string for_people(const std::vector<std::pair<std::string, Tally>>& rows) {
  using enum TextTable::Align;
  TextTable table({"set", "entries", "in text", "sql", "intent", "sql by replacement", "intent by replacement"},
                  {left, right, right, right, right, right, right});
  const auto percent = [](std::size_t part, std::size_t whole) { return two_decimals(100 * share(part, whole)); };
  for (const auto& [name, tally] : rows) {
    table.add({name, std::to_string(tally.entries), std::to_string(tally.in_text), percent(tally.sql, tally.in_text),
               percent(tally.intent, tally.in_text), percent(tally.replaced_sql, tally.in_text),
               percent(tally.replaced_intent, tally.in_text)});
  }
  return table.text();
}

int run(const EvalOptions& options) {
  const auto dialect = *dialect_named(options.dialect);
  std::vector<std::pair<std::string, Tally>> rows;
  Tally all;
  for (const std::string& file : options.files) {
    Tally tally;
    for (const Template& item : querydata::ContextSet::read_file(file).value().templates) {
      judge(item, dialect, options.show, tally);
    }
    std::string name = std::filesystem::path(file).filename().string();
    rows.emplace_back(name.substr(0, name.find('.')), tally);
    all += tally;
  }
  rows.emplace_back("all", all);
  if (!options.json) {
    write_out(for_people(rows));
    return exit_answered;
  }
  boost::json::object figures;
  for (const auto& [name, tally] : rows) figures[name] = figures_of(tally);
  write_out(json_line(figures) + '\n');
  return exit_answered;
}

constexpr const char* notes =
    R"(Counted are the templates all of whose values stand in their sentence. A form is right if it is the
published one up to one renumbering of sentence and query together. "By replacement": phrases replaced in both
texts, the longest first, with the published values as phrases: what recognising entities could reach at best.
With --json: {SET: {"entries", "in_text", "sql", "intent", "replaced_sql", "replaced_intent"}, "all": …}; shares 0 to 1.)";

}  // namespace

void add_eval_derive(CLI::App& parent, int& exit_status) {
  const auto options = std::make_shared<EvalOptions>();
  CLI::App* command =
      parent.add_subcommand("derive", "How often derived parameterised forms are those that a context set publishes");
  command->add_option("--templates", options->files, "Context sets with parameterised forms")
      ->type_name("FILE")
      ->required();
  command->add_option("--dialect", options->dialect, "Dialect of their queries")
      ->type_name("D")
      ->check([](const std::string& name) {
        return dialect_named(name) ? std::string() : "no dialect is called '" + name + "'";
      })
      ->capture_default_str();
  command->add_flag("--wrong", options->show, "Show the forms that are not right, each below the published one");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(notes);
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
