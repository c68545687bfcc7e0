#include "context/query_reader.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "sql/parser.hpp"

namespace querydata::inline v0::context {
namespace {

constexpr std::array all_dialects = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql};

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

}  // namespace querydata::inline v0::context
