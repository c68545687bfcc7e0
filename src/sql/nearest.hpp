/// @file
/// The name that is nearest to one that does not exist.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace querydata::inline v0::sql {

/// Is offered names and keeps the one that needs the fewest edits to become the wanted one, of equal ones the smaller.
class Nearest {
 public:
  explicit Nearest(std::string_view wanted);

  void offer(std::string_view name);

  /// Empty if no name is within a third of the wanted one's length.
  [[nodiscard]] const std::string& best() const noexcept { return best_; }

 private:
  std::string wanted_;  ///< in lower case
  std::string best_;
  std::size_t distance_;
};

}  // namespace querydata::inline v0::sql
