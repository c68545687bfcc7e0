#include "sql/functions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace querydata::inline v0::sql {

namespace {

#define QUERYDATA_FUNCTION(name, kind, result, type, columns, hidden_columns) \
  Function{name, FunctionKind::kind, FunctionResult::result, ValueType::type, columns, hidden_columns},
constexpr std::array sqlite_functions{
#include "sql/functions/sqlite.inc"
};
constexpr std::array postgresql_functions{
#include "sql/functions/postgresql.inc"
};
constexpr std::array mysql_functions{
#include "sql/functions/mysql.inc"
};
constexpr std::array googlesql_functions{
#include "sql/functions/googlesql.inc"
};
#undef QUERYDATA_FUNCTION

constexpr bool by_name(const Function& a, const Function& b) {
  return a.name < b.name;
}
static_assert(std::is_sorted(sqlite_functions.begin(), sqlite_functions.end(), by_name));
static_assert(std::is_sorted(postgresql_functions.begin(), postgresql_functions.end(), by_name));
static_assert(std::is_sorted(mysql_functions.begin(), mysql_functions.end(), by_name));
static_assert(std::is_sorted(googlesql_functions.begin(), googlesql_functions.end(), by_name));

std::span<const Function> functions_of(Dialect dialect) noexcept {
  switch (dialect) {
    case Dialect::sqlite:
      return sqlite_functions;
    case Dialect::postgresql:
      return postgresql_functions;
    case Dialect::mysql:
      return mysql_functions;
    case Dialect::googlesql:
    case Dialect::bigtable:
      return googlesql_functions;
    case Dialect::mongodb:
      break;
  }
  return {};
}

}  // namespace

const Function* find_function(std::string_view name, Dialect dialect) noexcept {
  const auto functions = functions_of(dialect);
  const auto found =
      std::lower_bound(functions.begin(), functions.end(), name,
                       [](const Function& function, std::string_view key) { return function.name < key; });
  return found != functions.end() && found->name == name ? &*found : nullptr;
}

bool is_aggregate(const Function& function, std::size_t arguments) noexcept {
  return function.kind == FunctionKind::aggregate || (function.kind == FunctionKind::extremum && arguments == 1);
}

}  // namespace querydata::inline v0::sql
