/// @file
/// Who does what to whom, where a sentence says so plainly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/terms.hpp"

namespace querydata::inline v0::knowledge {

/// "A beat B", or "B was beaten by A". Stems.
struct Relation {
  std::vector<std::string> doer;
  std::string verb;
  std::vector<std::string> target;
};

/// The relations between names that stand next to the word between them; sentences of another build give none.
/// @param terms  of `text`
[[nodiscard]] std::vector<Relation> relations_of(const std::vector<Term>& terms, std::string_view text);

/// Whether both say the same of two names, but with these exchanged.
[[nodiscard]] bool are_exchanged(const Relation& left, const Relation& right);

}  // namespace querydata::inline v0::knowledge
