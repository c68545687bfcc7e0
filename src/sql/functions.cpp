#include "sql/functions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace querydata::inline v0::sql {

namespace {

constexpr std::array sqlite_functions{
#define QUERYDATA_FUNCTION(name, kind, result, type, columns, hidden_columns) \
  Function{name, FunctionKind::kind, FunctionResult::result, ValueType::type, columns, hidden_columns},
#include "sql/functions/sqlite.inc"
#undef QUERYDATA_FUNCTION
};

constexpr bool by_name(const Function& a, const Function& b) {
  return a.name < b.name;
}
static_assert(std::is_sorted(sqlite_functions.begin(), sqlite_functions.end(), by_name));

std::span<const Function> functions_of(Dialect dialect) noexcept {
  return dialect == Dialect::sqlite ? std::span<const Function>(sqlite_functions) : std::span<const Function>();
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
