#include "querydata/value_match.hpp"

namespace querydata::inline v0 {

std::string_view to_string(MatchKind kind) noexcept {
  switch (kind) {
    case MatchKind::exact:
      return "exact";
    case MatchKind::normalised:
      return "normalised";
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

}  // namespace querydata::inline v0
