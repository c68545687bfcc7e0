/// @file
/// Which of several equal numbers of a sentence belongs to which column of its query.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "context/query_values.hpp"
#include "context/spoken_values.hpp"

namespace querydata::inline v0::context {

/// Stems of the words in the names of what a value is compared with.
struct NameStems {
  std::set<std::string> column;
  std::set<std::string> table;

  [[nodiscard]] std::set<std::string> all() const;
};

[[nodiscard]] NameStems name_stems(const Subject& subject);

/// The place that each column is named beside, so that as many words of the names as possible stand as near as
/// possible: before the number rather than behind it, not beyond "and" or a comma, never beyond another of the
/// numbers. A table's name counts where its column's does not stand.
/// @param names     of the columns
/// @param mentions  of one number, ascending
/// @return  by column the index of a mention, none twice; nothing for columns that are not named
/// @par Cost  the columns times the words around the mentions, and a bounded search
[[nodiscard]] std::vector<std::optional<std::size_t>> mentions_by_name(const std::vector<NameStems>& names,
                                                                       const std::vector<Mention>& mentions,
                                                                       const Sentence& sentence);

/// Whether columns and places that are paired in order would suit each other clearly better otherwise.
[[nodiscard]] bool are_crossed(const std::vector<NameStems>& names, const std::vector<Mention>& mentions,
                               const Sentence& sentence);

}  // namespace querydata::inline v0::context
