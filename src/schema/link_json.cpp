#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "core/json.hpp"
#include "querydata/schema_graph.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;

bj::array strings(const std::vector<std::string>& texts) {
  return bj::array(texts.begin(), texts.end());
}

bj::object write(const Join& join) {
  bj::object object{{"table", join.table},
                    {"columns", strings(join.columns)},
                    {"referenced_table", join.referenced_table},
                    {"referenced_columns", strings(join.referenced_columns)},
                    {"provenance", to_string(join.provenance)},
                    {"confidence", join.confidence},
                    {"cardinality", to_string(join.cardinality)}};
  if (!join.source.empty()) object.emplace("source", join.source);
  return object;
}

bj::array write(const std::vector<Join>& joins) {
  return json::array_of(joins, [](const Join& join) { return write(join); });
}

bj::object write(const JoinPath& path) {
  return {{"tables", strings(path.tables)},
          {"bridges", strings(path.bridges)},
          {"steps",
           json::array_of(
               path.steps,
               [](const JoinStep& step) {
                 return bj::object{{"table", step.table}, {"join", write(step.join)}, {"others", write(step.others)}};
               })},
          {"cost", path.cost},
          {"confidence", path.confidence},
          {"warnings", json::array_of(path.warnings, [](const JoinWarning& warning) {
             return bj::object{{"kind", to_string(warning.kind)},
                               {"table", warning.table},
                               {"others", strings(warning.others)},
                               {"message", warning.message}};
           })}};
}

bj::array write(const std::vector<JoinPath>& paths) {
  return json::array_of(paths, [](const JoinPath& path) { return write(path); });
}

bj::array write(const std::vector<UnconnectedTable>& tables) {
  return json::array_of(tables, [](const UnconnectedTable& table) {
    return bj::object{{"table", table.table}, {"reason", table.reason}};
  });
}

}  // namespace

std::string_view to_string(JoinWarningKind kind) noexcept {
  switch (kind) {
    case JoinWarningKind::fan_out:
      break;
    case JoinWarningKind::chasm:
      return "chasm";
    case JoinWarningKind::low_confidence:
      return "low_confidence";
  }
  return "fan_out";
}

std::string to_json(const JoinPaths& paths) {
  bj::object object{{"paths", write(paths.paths)},
                    {"joins", write(paths.joins)},
                    {"tables", strings(paths.tables)},
                    {"mandatory_bridges", strings(paths.mandatory_bridges)},
                    {"unconnected", write(paths.unconnected)},
                    {"exact", paths.exact},
                    {"partial", paths.partial}};
  if (!paths.cut_short.empty()) object.emplace("cut_short", paths.cut_short);
  return json::write(object);
}

std::string to_json(const SchemaLink& link) {
  bj::object object{{"tables", json::array_of(link.tables,
                                              [](const LinkedTable& table) {
                                                return bj::object{{"table", table.table},
                                                                  {"score", table.score},
                                                                  {"bridge", table.bridge},
                                                                  {"reasons", strings(table.reasons)}};
                                              })},
                    {"columns", json::array_of(link.columns,
                                               [](const LinkedColumn& column) {
                                                 return bj::object{{"table", column.table},
                                                                   {"column", column.column},
                                                                   {"score", column.score},
                                                                   {"reasons", strings(column.reasons)}};
                                               })},
                    {"joins", write(link.joins)},
                    {"paths", write(link.paths)},
                    {"unconnected", write(link.unconnected)},
                    {"partial", link.partial}};
  if (link.least_tokens > 0) object.emplace("least_tokens", link.least_tokens);
  if (!link.cut_short.empty()) object.emplace("cut_short", link.cut_short);
  return json::write(object);
}

}  // namespace querydata::inline v0
