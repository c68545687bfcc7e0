/// @file
/// Findings while they are gathered.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// Where in a set something stands: a list, an item of it, a member below that.
class Place {
 public:
  Place(std::string_view list, std::size_t index) : list_(list), index_(index) {}

  /// Itself, or a member: `pointer("parameterized/parameterized_sql")`.
  [[nodiscard]] std::string pointer(std::string_view member = {}) const;

 private:
  std::string_view list_;
  std::size_t index_;
};

class Findings {
 public:
  void error(std::string pointer, std::string message) { add(Severity::error, std::move(pointer), std::move(message)); }
  void warning(std::string pointer, std::string message) {
    add(Severity::warning, std::move(pointer), std::move(message));
  }
  void information(std::string pointer, std::string message) {
    add(Severity::information, std::move(pointer), std::move(message));
  }
  /// All of them: errors first, then warnings, each in the order of the file.
  [[nodiscard]] std::vector<Finding> take();

 private:
  void add(Severity severity, std::string pointer, std::string message) {
    findings_.push_back({severity, std::move(pointer), std::move(message)});
  }
  std::vector<Finding> findings_;
};

}  // namespace querydata::inline v0::context
