/// @file
/// Findings while they are gathered.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context/rules.hpp"
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
  /// @param offset  the byte of the member's text that the finding is about
  void add(const Rule& rule, std::string pointer, std::string message, std::optional<std::size_t> offset = {}) {
    findings_.push_back({rule.severity, rule.name, std::move(pointer), std::move(message), offset, {}});
  }
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  /// Errors first, then warnings, each in the order of the file.
  [[nodiscard]] std::vector<Finding> take();

  [[nodiscard]] std::size_t size() const noexcept { return findings_.size(); }
  /// The one that was added last. There is one.
  [[nodiscard]] const Finding& last() const noexcept { return findings_.back(); }

 private:
  std::vector<Finding> findings_;
};

}  // namespace querydata::inline v0::context
