#include "context/query_reader.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "sql/parser.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::array all_dialects = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql};

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) {
  return std::ranges::find(words, word) != words.end();
}

Result<sql::Tree> parse(std::string_view text, QueryForm form, Dialect dialect) {
  return form == QueryForm::query ? sql::parse_query(text, dialect) : sql::parse_expression(text, dialect);
}

QueryReading read_in(std::string_view text, QueryForm form, Dialect dialect) {
  QueryReading reading;
  reading.dialect = dialect;
  if (text.find_first_of("$?@:") != std::string_view::npos) reading.tokens = sql::tokenize(text, dialect);
  auto tree = parse(text, form, dialect);
  if (tree) {
    reading.tree = *std::move(tree);
  } else {
    reading.refusal = std::move(tree).error();
  }
  return reading;
}

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

}  // namespace

QueryReading read_query(std::string_view text, QueryForm form, std::optional<Dialect> dialect, Dialect likely) {
  if (dialect) return read_in(text, form, *dialect);
  std::array<Dialect, all_dialects.size()> order = all_dialects;
  std::ranges::stable_partition(order, [&](Dialect candidate) { return candidate == likely; });
  std::optional<QueryReading> refused;
  for (const Dialect candidate : order) {
    QueryReading reading = read_in(text, form, candidate);
    if (reading.tree || reading.refusal->code != ErrorCode::invalid_argument) return reading;
    // Of equal refusals the first; else the one that came furthest tells best what is wrong.
    if (!refused || reading.refusal->where.byte_offset > refused->refusal->where.byte_offset) {
      refused = std::move(reading);
    }
  }
  return *std::move(refused);
}

bool is_shell_call(std::string_view text) {
  text = after_blanks(text);
  if (!text.starts_with("db.")) return false;
  const std::size_t parenthesis = text.find('(');
  return parenthesis != std::string_view::npos &&
         text.substr(0, parenthesis).find_first_of(" \t\r\n'\";") == std::string_view::npos;
}

std::string_view shell_write(std::string_view text) {
  static constexpr std::array<std::string_view, 8> reading = {
      "find", "findOne", "aggregate", "countDocuments", "count", "distinct", "estimatedDocumentCount", "getCollection"};
  text = after_blanks(text);
  const std::string_view path = text.substr(0, text.find('('));
  const std::string_view method = path.substr(path.rfind('.') + 1);
  if (!is_one_of(method, reading)) return method;
  for (const std::string_view stage : {"$out", "$merge"}) {
    const std::size_t found = text.find(stage);
    if (found == std::string_view::npos) continue;
    const std::size_t end = found + stage.size();
    const bool whole = end >= text.size() || std::string_view("\"': \t\r\n").find(text[end]) != std::string_view::npos;
    if (whole) return stage;
  }
  return {};
}

}  // namespace querydata::inline v0::context
