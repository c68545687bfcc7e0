#include "context/item_changes.hpp"

#include <algorithm>
#include <optional>

#include "context/extra.hpp"
#include "context/json_text.hpp"
#include "text/fold.hpp"

namespace querydata::inline v0::context {
namespace {

/// A value as `MemberChange` shows it.
std::string shown(std::string_view json) {
  JsonCursor cursor(json);
  if (json.empty() || !cursor.at_text()) return std::string(json);
  std::string buffer;
  return std::string(cursor.text(buffer));
}

const ExtraMembers::Member* find(const ExtraMembers& members, std::string_view name) {
  const auto found = std::ranges::find(members.members(), name, &ExtraMembers::Member::name);
  return found == members.members().end() ? nullptr : &*found;
}

void add_changes(std::string_view before, std::string_view after, const std::string& prefix,
                 std::vector<MemberChange>& changes) {
  const ExtraMembers old_members(before);
  const ExtraMembers new_members(after);
  const auto add = [&](const std::string& name, std::string_view old_value, std::string_view new_value) {
    if (old_value == new_value) return;
    const std::size_t known = changes.size();
    if (prefix.empty() && name == parameterized) add_changes(old_value, new_value, name + '/', changes);
    // Otherwise, or where one of the objects is empty and the other not there.
    if (changes.size() == known) changes.push_back({prefix + name, shown(old_value), shown(new_value)});
  };
  for (const ExtraMembers::Member& member : old_members.members()) {
    const auto* other = find(new_members, member.name);
    add(member.name, member.value, other == nullptr ? std::string_view() : other->value);
  }
  for (const ExtraMembers::Member& member : new_members.members()) {
    if (find(old_members, member.name) == nullptr) add(member.name, {}, member.value);
  }
}

}  // namespace

std::vector<MemberChange> member_changes(std::string_view before, std::string_view after) {
  std::vector<MemberChange> changes;
  add_changes(before, after, "", changes);
  return changes;
}

std::string id_of(std::string_view extra) {
  const ExtraMembers members(extra);
  const auto* id = find(members, "id");
  return id == nullptr ? std::string() : std::string(id->value);
}

std::string subject_of(const Template& item) {
  return text::normalise(item.nl_query);
}

std::string subject_of(const Facet& item) {
  return text::normalise(item.intent);
}

std::string subject_of(const ValueSearch& item) {
  return item.query;
}

const std::string& second_key_of(const Template& item) {
  return item.sql;
}

const std::string& second_key_of(const Facet& item) {
  return item.sql_snippet;
}

const std::string& second_key_of(const ValueSearch& item) {
  return item.concept_type;
}

}  // namespace querydata::inline v0::context
