#include "sql/postgresql_names.hpp"

#include <algorithm>
#include <array>

#include "sql/characters.hpp"

namespace querydata::inline v0::sql {

namespace {

// clang-format off
constexpr std::array<std::string_view, 64> types{
    "bit", "bool", "box", "bpchar", "bytea", "char", "cid", "cidr", "circle", "date", "datemultirange",
    "daterange", "float4", "float8", "inet", "int2", "int2vector", "int4", "int4multirange", "int4range",
    "int8", "int8multirange", "int8range", "interval", "json", "jsonb", "jsonpath", "line", "lseg", "macaddr",
    "macaddr8", "money", "name", "numeric", "nummultirange", "numrange", "oid", "oidvector", "path", "pg_lsn",
    "pg_snapshot", "point", "polygon", "refcursor", "text", "tid", "time", "timestamp", "timestamptz",
    "timetz", "tsmultirange", "tsquery", "tsrange", "tstzmultirange", "tstzrange", "tsvector",
    "txid_snapshot", "unknown", "uuid", "varbit", "varchar", "xid", "xid8", "xml"};
// clang-format on
static_assert(std::is_sorted(types.begin(), types.end()));

constexpr std::array<std::string_view, 8> extension_types{"citext", "geography", "geometry",  "halfvec",
                                                          "hstore", "ltree",     "sparsevec", "vector"};

constexpr std::array<std::string_view, 7> collations{"C",         "POSIX",   "default",        "pg_c_utf8",
                                                     "ucs_basic", "unicode", "pg_unicode_fast"};

}  // namespace

bool is_postgresql_type(std::string_view name) noexcept {
  if (name.starts_with('_')) name.remove_prefix(1);
  return std::binary_search(types.begin(), types.end(), name);
}

bool is_extension_type(std::string_view name) noexcept {
  return std::find(extension_types.begin(), extension_types.end(), name) != extension_types.end();
}

bool is_postgresql_collation(std::string_view name) noexcept {
  if (std::find(collations.begin(), collations.end(), name) != collations.end()) return true;
  const auto letters = static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), is_letter) - name.begin());
  if (letters == 0 || letters > 3) return false;
  const auto rest = name.substr(letters);
  const bool legible =
      std::all_of(rest.begin(), rest.end(), [](char c) { return is_letter(c) || is_digit(c) || contains("_-.@", c); });
  // A country or an encoding comes behind the language.
  return legible && (rest.ends_with("-x-icu") || rest.starts_with('_') || rest.starts_with('.'));
}

}  // namespace querydata::inline v0::sql
