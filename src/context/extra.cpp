#include "context/extra.hpp"

#include <algorithm>

#include "context/json_text.hpp"
#include "core/json.hpp"

namespace querydata::inline v0::context {

ExtraMembers::ExtraMembers(std::string_view text) {
  if (text.empty()) return;
  if (!json::check(text)) return;
  JsonCursor cursor(text);
  is_object_ = cursor.at_object();
  if (!is_object_) return;
  (void)cursor.each_member([&](std::string_view name, std::size_t) -> Result<void> {
    members_.push_back({std::string(name), cursor.raw()});
    return {};
  });
}

bool ExtraMembers::keeps_empty(std::string_view name) const noexcept {
  return std::ranges::any_of(members_, [&](const Member& member) {
    return member.name == name && (member.value == "\"\"" || member.value == "[]");
  });
}

}  // namespace querydata::inline v0::context
