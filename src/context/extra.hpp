/// @file
/// The text `extra` of a set and its items, as members.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querydata::inline v0::context {

/// What an `extra` holds. A host may have set it, so it is read with care: what is no JSON object has no members.
class ExtraMembers {
 public:
  struct Member {
    std::string name;
    std::string_view value;  ///< JSON, borrowed from the text
  };

  explicit ExtraMembers(std::string_view text);

  /// Whether the text is a JSON object.
  [[nodiscard]] bool is_object() const noexcept { return is_object_; }
  [[nodiscard]] const std::vector<Member>& members() const noexcept { return members_; }
  /// Whether a member of that name is there and empty.
  [[nodiscard]] bool keeps_empty(std::string_view name) const noexcept;

 private:
  std::vector<Member> members_;
  bool is_object_ = false;
};

}  // namespace querydata::inline v0::context
