#include "querydata/value_match.hpp"

#include <string>

namespace querydata::inline v0 {

std::string_view to_string(MatchKind kind) noexcept {
  switch (kind) {
    case MatchKind::exact:
      return "exact";
    case MatchKind::normalised:
      return "normalised";
    case MatchKind::synonym:
      return "synonym";
    case MatchKind::abbreviation:
      return "abbreviation";
    case MatchKind::trigram:
      return "trigram";
    case MatchKind::word_similarity:
      return "word_similarity";
    case MatchKind::edit_distance:
      return "edit_distance";
    case MatchKind::semantic:
      return "semantic";
    case MatchKind::other:
      break;
  }
  return "other";
}

std::string to_json(const ValueMatch& match) {
  // A value writes itself: its JSON form keeps what Boost.JSON's numbers would lose.
  const auto text = [](const std::string& member) { return to_json(Value(member)); };
  std::string out = R"({"value":)" + to_json(match.value);
  out += R"(,"table":)" + text(match.table) + R"(,"column":)" + text(match.column);
  out += R"(,"concept_type":)" + text(match.concept_type) + R"(,"distance":)" + to_json(Value(match.distance));
  out += R"(,"kind":")" + std::string(to_string(match.kind)) + R"(","relevance":)" + to_json(Value(match.relevance));
  out += R"(,"context":)" + text(match.context);
  out += R"(,"span":{"begin":)" + std::to_string(match.span.begin);
  return out + R"(,"end":)" + std::to_string(match.span.end) + "}}";
}

}  // namespace querydata::inline v0
