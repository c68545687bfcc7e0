#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "core/json.hpp"
#include "querydata/schema_graph.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0 {
namespace {

/// "schema.table" part by part, as the dialect quotes names.
std::string quote_table(std::string_view qualified, Dialect dialect) {
  const std::size_t dot = qualified.find('.');
  if (dot == std::string_view::npos) return quote_identifier(qualified, dialect);
  return quote_identifier(qualified.substr(0, dot), dialect) + '.' +
         quote_identifier(qualified.substr(dot + 1), dialect);
}

boost::json::array strings(const std::vector<std::string>& texts) {
  boost::json::array array;
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

boost::json::object object_of(const Join& join) {
  return {{"table", join.table},
          {"columns", strings(join.columns)},
          {"referenced_table", join.referenced_table},
          {"referenced_columns", strings(join.referenced_columns)},
          {"provenance", to_string(join.provenance)},
          {"confidence", join.confidence}};
}

}  // namespace

std::string_view to_string(JoinProvenance provenance) noexcept {
  switch (provenance) {
    case JoinProvenance::declared:
      break;
    case JoinProvenance::view:
      return "view";
    case JoinProvenance::user:
      return "user";
    case JoinProvenance::inferred:
      return "inferred";
  }
  return "declared";
}

std::string condition(const Join& join, Dialect dialect) {
  const std::string left = quote_table(join.table, dialect);
  const std::string right = quote_table(join.referenced_table, dialect);
  std::string text;
  for (std::size_t place = 0; place < join.columns.size() && place < join.referenced_columns.size(); ++place) {
    if (place != 0) text += " AND ";
    text += left + '.' + quote_identifier(join.columns[place], dialect) + " = " + right + '.' +
            quote_identifier(join.referenced_columns[place], dialect);
  }
  return text;
}

std::string to_json(const SchemaLink& link) {
  boost::json::array tables;
  for (const LinkedTable& table : link.tables) {
    tables.push_back(boost::json::object{
        {"table", table.table}, {"score", table.score}, {"bridge", table.bridge}, {"reasons", strings(table.reasons)}});
  }
  boost::json::array columns;
  for (const LinkedColumn& column : link.columns) {
    columns.push_back(boost::json::object{{"table", column.table},
                                          {"column", column.column},
                                          {"score", column.score},
                                          {"reasons", strings(column.reasons)}});
  }
  boost::json::array joins;
  for (const Join& join : link.joins) joins.push_back(object_of(join));
  boost::json::object object{{"tables", std::move(tables)},
                             {"columns", std::move(columns)},
                             {"joins", std::move(joins)},
                             {"unconnected", strings(link.unconnected)},
                             {"partial", link.partial}};
  if (!link.cut_short.empty()) object.emplace("cut_short", link.cut_short);
  return json::write(object);
}

}  // namespace querydata::inline v0
