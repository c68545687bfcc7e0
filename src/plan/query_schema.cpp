#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/json.hpp"
#include "plan/query_grammar.hpp"
#include "plan/query_object.hpp"

namespace querydata::inline v0::plan {
namespace {

namespace bj = boost::json;

bj::object one_of(bj::array names) {
  return {{"enum", std::move(names)}};
}

bj::object list_of(bj::object item, std::size_t least, std::size_t most) {
  return {{"type", "array"}, {"items", std::move(item)}, {"minItems", least}, {"maxItems", most}};
}

bj::object object_of(bj::object members, std::initializer_list<std::string_view> required) {
  bj::array names;
  for (const std::string_view name : required) names.emplace_back(bj::string(name));
  return {{"type", "object"},
          {"properties", std::move(members)},
          {"required", std::move(names)},
          {"additionalProperties", false}};
}

bj::array texts(std::initializer_list<std::string_view> names) {
  bj::array out;
  for (const std::string_view name : names) out.emplace_back(bj::string(name));
  return out;
}

}  // namespace

std::string json_schema_of(const QueryNames& names) {
  if (names.tables.empty() || names.columns.empty()) return {};
  bj::array tables = json::array_of(names.tables, [](const NamedTable& table) { return bj::value(table.name); });
  bj::array columns = json::array_of(names.columns, [](const NamedColumn& column) { return bj::value(column.name); });
  bj::array joins = json::array_of(names.joins, [](const NamedJoin& join) { return bj::value(join.condition); });
  bj::array counted = columns;
  counted.emplace_back("*");
  const bj::object function = one_of(texts({"none", "count", "count_distinct", "sum", "avg", "min", "max"}));
  const bj::object value{{"type", texts({"string", "number", "boolean"})}};
  bj::object members;
  members["select"] =
      list_of(object_of({{"column", one_of(counted)}, {"function", function}}, {"column"}), 1, most_query_parts);
  members["distinct"] = bj::object{{"type", "boolean"}};
  members["from"] = one_of(std::move(tables));
  members["joins"] = joins.empty() ? list_of(bj::object{{"type", "string"}}, 0, 0)
                                   : list_of(one_of(std::move(joins)), 0, most_query_parts);
  members["where"] = list_of(
      object_of({{"column", one_of(columns)},
                 {"op", one_of(texts({"=", "<>", "<", "<=", ">", ">=", "like", "in", "is_null", "is_not_null"}))},
                 {"value", value},
                 {"values", list_of(value, 1, most_query_parts)}},
                {"column", "op"}),
      0, most_query_parts);
  members["group_by"] = list_of(one_of(columns), 0, most_query_parts);
  members["order_by"] =
      list_of(object_of({{"column", one_of(counted)}, {"function", function}, {"descending", {{"type", "boolean"}}}},
                        {"column"}),
              0, most_query_parts);
  members["limit"] = bj::object{{"type", "integer"}, {"minimum", 1}};
  bj::object schema = object_of(std::move(members), {"select", "from"});
  bj::object out{{"$schema", "https://json-schema.org/draft/2020-12/schema"}};
  for (auto& member : schema) out[member.key()] = std::move(member.value());
  return json::write(out);
}

}  // namespace querydata::inline v0::plan
