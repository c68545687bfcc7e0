/// @file
/// Names that mean the same, as the host says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::values {

/// Sets of names that stand for each other whatever their case, accents and punctuation. A name may be in several
/// sets. Immutable; any number of threads.
class Synonyms {
 public:
  Synonyms() = default;
  explicit Synonyms(std::vector<std::vector<std::string>> sets);

  [[nodiscard]] const std::vector<std::vector<std::string>>& sets() const noexcept { return sets_; }
  /// The letters of the other names in the sets that a name is in; ascending, none twice. O(log n + found).
  [[nodiscard]] std::vector<std::string> others(std::string_view letters) const;

 private:
  std::vector<std::vector<std::string>> sets_;
  std::multimap<std::string, std::uint32_t, std::less<>> by_letters_;
};

}  // namespace querydata::inline v0::values
