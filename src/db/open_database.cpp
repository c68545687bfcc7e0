#include <fmt/format.h>

#include <array>

#include "db/sqlite/sqlite_database.hpp"
#include "model/names.hpp"
#include "querydata/database.hpp"

namespace querydata::inline v0 {

namespace {

/// Schemes whose drivers are libraries of their own, with the package that holds the driver.
struct KnownScheme {
  std::string_view scheme;
  std::string_view package;
};
constexpr std::array<KnownScheme, 7> known_schemes{{{"postgresql", "querydata-postgresql"},
                                                    {"postgres", "querydata-postgresql"},
                                                    {"mysql", "querydata-mysql"},
                                                    {"spanner", "querydata-spanner"},
                                                    {"mongodb", "querydata-mongodb"},
                                                    {"mongodb+srv", "querydata-mongodb"},
                                                    {"bigtable", "querydata-bigtable"}}};

/// Messages hold the scheme only: the rest of a URI may hold a password.
Error unknown_scheme(std::string_view scheme) {
  for (const auto& known : known_schemes) {
    if (model::equal_ignoring_case(scheme, known.scheme)) {
      return {ErrorCode::unimplemented,
              fmt::format("no driver for {}: databases is installed; it comes with the package {}", known.scheme,
                          known.package),
              {}};
    }
  }
  return {ErrorCode::invalid_argument,
          "the database URI has no known scheme; write for example sqlite:/path/to/file.db",
          {}};
}

}  // namespace

Result<std::shared_ptr<Database>> open_database(std::string_view uri, const DatabaseOptions& options) {
  if (options.max_connections == 0)
    return Error{ErrorCode::invalid_argument, "max_connections is 0; allow at least one connection", {}};
  const auto colon = uri.find(':');
  const auto scheme = colon == std::string_view::npos ? std::string_view{} : uri.substr(0, colon);
  if (model::equal_ignoring_case(scheme, "sqlite")) return sqlite::open(uri.substr(colon + 1), options);
  return unknown_scheme(scheme);
}

}  // namespace querydata::inline v0
