/// @file
/// A small schema for tests.
#pragma once

#include <string>
#include <vector>

#include "querydata/schema.hpp"

namespace querydata::test {

inline Table make_table(const std::string& name, const std::vector<std::string>& columns,
                        const std::vector<ForeignKey>& foreign_keys = {}) {
  Table table;
  table.name = name;
  for (const std::string& column : columns) {
    table.columns.emplace_back();
    table.columns.back().name = column;
  }
  if (!columns.empty()) table.primary_key = {columns.front()};
  table.foreign_keys = foreign_keys;
  return table;
}

/// port ← berth ← mooring → ship → company; pilot_ship joins pilot and ship; weather stands alone.
inline Schema harbour() {
  Schema schema;
  schema.tables = {
      make_table("port", {"port_id", "port_name", "country"}),
      make_table("berth", {"berth_id", "port_id", "depth"}, {{{"port_id"}, "port", {"port_id"}}}),
      make_table("mooring", {"mooring_id", "berth_id", "ship_id", "arrival_date"},
                 {{{"berth_id"}, "berth", {"berth_id"}}, {{"ship_id"}, "ship", {"ship_id"}}}),
      make_table("ship", {"ship_id", "shipName", "tonnage", "owner_id", "operator_id"},
                 {{{"owner_id"}, "company", {"company_id"}}, {{"operator_id"}, "company", {"company_id"}}}),
      make_table("company", {"company_id", "company_name"}),
      make_table("pilot", {"pilot_id", "licence"}),
      make_table("pilot_ship", {"pilot_id", "ship_id"},
                 {{{"pilot_id"}, "pilot", {"pilot_id"}}, {{"ship_id"}, "ship", {"ship_id"}}}),
      make_table("weather", {"observed_at", "wind_speed"}),
  };
  schema.tables[5].columns[1].description = "number of the certificate";
  return schema;
}

}  // namespace querydata::test
