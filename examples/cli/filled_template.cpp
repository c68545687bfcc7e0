#include "filled_template.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include "querydata/sql.hpp"

namespace {

using querydata::Statement;
using querydata::Value;

std::optional<double> as_number(const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A parameter as the gold query writes it: in quotes, or as a number.
Value parameter_value(const std::string& text, const std::string& gold) {
  const auto number = as_number(text);
  const bool quoted =
      gold.find("'" + text + "'") != std::string::npos || gold.find('"' + text + '"') != std::string::npos;
  if (!number || quoted) return text;
  if (text.find_first_of(".eE") != std::string::npos) return *number;
  return static_cast<std::int64_t>(*number);
}

}  // namespace

std::string normal_sql(std::string_view sql) {
  std::string out;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (c == '\'' || c == '"') {
      const std::size_t end = std::min(sql.find(c, i + 1), sql.size());
      out += sql.substr(i + 1, end - i - 1);
      i = end;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  return out;
}

std::optional<Statement> filled_template(const querydata::Template& item, const EvalQuestion& question,
                                         querydata::Dialect dialect) {
  const std::string& sql = item.parameterized_sql.empty() ? item.sql : item.parameterized_sql;
  const auto rewritten = querydata::rewrite_placeholders(sql, dialect);
  if (!rewritten) return std::nullopt;
  Statement statement{dialect, rewritten->sql, {}};
  for (const std::size_t original : rewritten->order) {
    const std::string& name = rewritten->names[original];
    const auto number = name.size() > 1 ? as_number(name.substr(1)) : std::nullopt;
    const std::size_t index = number ? static_cast<std::size_t>(*number) - 1 : original;
    if (index >= question.parameters.size()) return std::nullopt;
    statement.parameters.push_back(parameter_value(question.parameters[index], question.gold));
  }
  return statement;
}

std::string filled_text(const querydata::Template& item, const EvalQuestion& question) {
  const std::string& sql = item.parameterized_sql.empty() ? item.sql : item.parameterized_sql;
  std::string out;
  std::size_t unnumbered = 0;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    std::size_t end = i + 1;
    while (sql[i] == '$' && end < sql.size() && std::isdigit(static_cast<unsigned char>(sql[end])) != 0) ++end;
    const bool numbered = sql[i] == '$' && end > i + 1;
    if (!numbered && sql[i] != '?') {
      out += sql[i];
      continue;
    }
    const std::size_t index = numbered ? std::stoul(sql.substr(i + 1, end - i - 1)) - 1 : unnumbered++;
    if (index < question.parameters.size()) out += "'" + question.parameters[index] + "'";
    i = end - 1;
  }
  return normal_sql(out);
}
