#include "plan/dialect_rules.hpp"

#include <span>
#include <string_view>

namespace querydata::inline v0::plan {
namespace {

constexpr std::string_view general[] = {
    "Write one SELECT statement; WITH and set operations are allowed, nothing that writes.",
    "Use only the tables and columns that are listed, each with its table's name or alias before it; no SELECT *.",
    "Write values as literals, without placeholders; where a stored value is listed, spelt as it is stored.",
};

constexpr std::string_view sqlite[] = {
    "The dialect is SQLite.",
    "Names in double quotes, texts in single quotes; the first rows by LIMIT.",
    "Dates are texts in ISO 8601 or numbers, as the column holds them: date(x), strftime('%Y', x), julianday(x).",
    "LIKE passes over the case of ASCII letters; texts are joined by ||.",
};

constexpr std::string_view postgresql[] = {
    "The dialect is PostgreSQL.",
    "Names in double quotes where they have upper case or are keywords, texts in single quotes; the first rows by "
    "LIMIT.",
    "Dates by DATE '2024-01-31', date_trunc('month', x), extract(year FROM x), x + INTERVAL '1 day'.",
    "LIKE minds the case of letters, ILIKE does not; texts are joined by ||; integers divide to integers.",
};

constexpr std::string_view mysql[] = {
    "The dialect is MySQL.",
    "Names in backticks, texts in single quotes; the first rows by LIMIT.",
    "Dates by DATE '2024-01-31', YEAR(x), DATE_FORMAT(x, '%Y-%m'), x + INTERVAL 1 DAY.",
    "Texts are joined by CONCAT(a, b); every selected column stands in GROUP BY or in an aggregate.",
};

constexpr std::string_view googlesql[] = {
    "The dialect is GoogleSQL.",
    "Names in backticks, texts in single quotes; the first rows by LIMIT.",
    "Dates by DATE '2024-01-31', EXTRACT(YEAR FROM x), DATE_TRUNC(x, MONTH), DATE_ADD(x, INTERVAL 1 DAY).",
    "Texts are joined by CONCAT(a, b) or ||; LIKE minds the case of letters.",
};

constexpr std::string_view bigtable[] = {
    "The dialect is Bigtable's GoogleSQL: no joins, no subqueries, no WITH.",
    "Names in backticks, texts in single quotes; the first rows by LIMIT.",
};

std::span<const std::string_view> own(Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite:
      return sqlite;
    case Dialect::postgresql:
      return postgresql;
    case Dialect::mysql:
      return mysql;
    case Dialect::googlesql:
      return googlesql;
    case Dialect::bigtable:
      return bigtable;
    case Dialect::mongodb:
      break;
  }
  return {};
}

}  // namespace

std::vector<std::string> dialect_rules(Dialect dialect) {
  std::vector<std::string> out(std::begin(general), std::end(general));
  for (const std::string_view rule : own(dialect)) out.emplace_back(rule);
  return out;
}

}  // namespace querydata::inline v0::plan
