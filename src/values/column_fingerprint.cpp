#include "values/column_fingerprint.hpp"

#include <fmt/format.h>

#include <vector>

#include "model/dotted_path.hpp"
#include "querydata/sql.hpp"
#include "store/checksum.hpp"

namespace querydata::inline v0::values {
namespace {

std::string quoted_path(const std::string& table, Dialect dialect) {
  std::string out;
  for (const std::string& name : model::split_path(table))
    out.append(out.empty() ? "" : ".").append(quote_identifier(name, dialect));
  return out;
}

}  // namespace

Result<std::string> fingerprint_of(Database& database, const WantedColumn& column, const CallControl& control) {
  const Dialect dialect = database.dialect();
  const std::string name = quote_identifier(column.column, dialect);
  Limits limits;
  limits.max_time = std::chrono::hours(24);
  std::vector<Value> row;
  auto rows =
      database.execute({dialect,
                        fmt::format("SELECT COUNT(*), COUNT({0}), MIN({0}), MAX({0}), SUM(LENGTH({0})) FROM {1}", name,
                                    quoted_path(column.table, dialect)),
                        {}},
                       limits, control);
  const auto told = rows ? (*rows)->next(row) : Result<bool>(false);
  if (auto on = control.check("telling whether a column is the one that was read"); !on) return on.error();
  if (!told || !*told) return std::string();
  std::string text;
  for (const Value& value : row) text += to_json(value) + '\n';
  return fmt::format("{:016x}", store::checksum(text));
}

}  // namespace querydata::inline v0::values
