#include "querydata/join.hpp"

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

std::string_view to_string(Cardinality cardinality) noexcept {
  switch (cardinality) {
    case Cardinality::many_to_one:
      break;
    case Cardinality::one_to_one:
      return "one_to_one";
    case Cardinality::one_to_many:
      return "one_to_many";
    case Cardinality::many_to_many:
      return "many_to_many";
  }
  return "many_to_one";
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

}  // namespace querydata::inline v0
