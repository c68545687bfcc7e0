#include "querydata/dialect.hpp"

#include <array>
#include <utility>

#include "model/names.hpp"

namespace querydata::inline v0 {

namespace {

constexpr std::array<std::pair<Dialect, std::string_view>, 6> names{{{Dialect::sqlite, "sqlite"},
                                                                     {Dialect::postgresql, "postgresql"},
                                                                     {Dialect::mysql, "mysql"},
                                                                     {Dialect::googlesql, "googlesql"},
                                                                     {Dialect::mongodb, "mongodb"},
                                                                     {Dialect::bigtable, "bigtable"}}};

}  // namespace

std::string_view to_string(Dialect dialect) noexcept {
  for (const auto& [value, name] : names) {
    if (value == dialect) return name;
  }
  return "unknown";
}

std::optional<Dialect> parse_dialect(std::string_view name) noexcept {
  for (const auto& [value, known] : names) {
    if (model::equal_ignoring_case(known, name)) return value;
  }
  return std::nullopt;
}

}  // namespace querydata::inline v0
