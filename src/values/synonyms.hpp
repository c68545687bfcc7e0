/// @file
/// Names that mean the same, as the host says.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "values/spelling.hpp"

namespace querydata::inline v0::values {

/// Sets of names that stand for each other whatever their case, accents and punctuation, and whether letters are
/// written as two. A name may be in several sets. Immutable; any number of threads.
class Synonyms {
 public:
  Synonyms() = default;
  explicit Synonyms(std::vector<std::vector<std::string>> sets);

  [[nodiscard]] const std::vector<std::vector<std::string>>& sets() const noexcept { return sets_; }
  /// The letters of the other names in the sets that a name is in; ascending, none twice. O(log n + found).
  [[nodiscard]] std::vector<std::string> others(std::string_view letters) const;

  /// Keys with some words, but not all, replaced by another name of theirs: "munich airport" for "münchen airport"; at
  /// most 16. O(words² log n).
  [[nodiscard]] std::vector<std::string> rewritten(std::string_view key) const;

  struct Like {
    std::string letters;  ///< of a name
    double distance = 0;
  };
  /// Names that the phrase misspells, with the same first letter. O(names that begin with it).
  [[nodiscard]] std::vector<Like> like(const Spelling& phrase) const;

 private:
  std::vector<std::vector<std::string>> sets_;
  std::set<std::pair<std::string, std::uint32_t>, std::less<>> by_letters_;  ///< number of a set
};

}  // namespace querydata::inline v0::values
