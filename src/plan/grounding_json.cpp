#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "core/json.hpp"
#include "plan/statement_json.hpp"
#include "querydata/grounding.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;

bj::value text_value(const std::string& text) {
  return bj::value(text);
}

/// What was written as JSON before; null where it is empty.
bj::value parsed(const std::string& text) {
  auto value = json::parse(text);
  return value ? std::move(*value) : bj::value(nullptr);
}

}  // namespace

std::string to_json(const Grounding& grounding) {
  bj::object out;
  out["question"] = grounding.question;
  out["dialect"] = bj::string(to_string(grounding.dialect));
  out["text"] = grounding.text;
  out["tokens"] = grounding.tokens;
  out["rules"] = json::array_of(grounding.rules, text_value);
  out["schema"] = parsed(to_json(grounding.schema));
  out["joins"] = json::array_of(grounding.joins, plan::join_json);
  out["values"] = json::array_of(grounding.values, plan::link_json);
  out["templates"] = json::array_of(grounding.templates, [](const GroundedTemplate& item) {
    return bj::object{{"template_index", item.index},
                      {"template_id", item.id},
                      {"intent", item.intent},
                      {"sql", item.sql},
                      {"confidence", item.confidence}};
  });
  out["facets"] = json::array_of(grounding.facets, [](const GroundedFacet& item) {
    return bj::object{{"facet_index", item.index}, {"intent", item.intent}, {"sql", item.sql}};
  });
  out["left_out"] = json::array_of(grounding.left_out, text_value);
  out["json_schema"] = parsed(grounding.json_schema);
  out["grammar"] = grounding.grammar;
  out["warnings"] = json::array_of(grounding.warnings, text_value);
  out["partial"] = grounding.partial;
  return json::write(out);
}

}  // namespace querydata::inline v0
