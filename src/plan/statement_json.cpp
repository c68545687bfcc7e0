#include "plan/statement_json.hpp"

#include <boost/json/array.hpp>

#include "core/json.hpp"

namespace querydata::inline v0::plan {

namespace bj = boost::json;

bj::value value_json(const Value& value) {
  auto parsed = json::parse(to_json(value));
  return parsed ? std::move(*parsed) : bj::value(nullptr);
}

bj::object span_json(const Span& span) {
  return {{"begin", span.begin}, {"end", span.end}};
}

bj::object statement_json(const Statement& statement) {
  return {{"dialect", bj::string(to_string(statement.dialect))},
          {"sql", statement.sql},
          {"parameters", json::array_of(statement.parameters, value_json)}};
}

bj::object link_json(const ValueMatch& link) {
  return {{"value", value_json(link.value)}, {"table", link.table},
          {"column", link.column},           {"concept_type", link.concept_type},
          {"distance", link.distance},       {"kind", bj::string(to_string(link.kind))},
          {"context", link.context},         {"span", span_json(link.span)}};
}

bj::object join_json(const Join& join) {
  return {{"table", join.table},
          {"columns", json::array_of(join.columns, [](const std::string& name) { return bj::value(name); })},
          {"referenced_table", join.referenced_table},
          {"referenced_columns",
           json::array_of(join.referenced_columns, [](const std::string& name) { return bj::value(name); })},
          {"provenance", bj::string(to_string(join.provenance))},
          {"confidence", join.confidence}};
}

}  // namespace querydata::inline v0::plan
