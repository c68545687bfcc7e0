#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "context/stored_names.hpp"
#include "querydata/context_store.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

constexpr std::size_t longest_name = 255;

bool is_digit(char byte) noexcept {
  return byte >= '0' && byte <= '9';
}

bool is_letter_or_digit(char byte) noexcept {
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

Error wrong_id(std::string_view id, std::string_view why) {
  return {
      ErrorCode::invalid_argument,
      fmt::format("\"{}\" names no context set: {}. Write NAME, NAME@VERSION or …/contextSets/NAME@VERSION.", id, why),
      {}};
}

/// "v3" is 3.
std::string_view without_v(std::string_view version) noexcept {
  const bool is_numbered = version.starts_with('v') && std::ranges::all_of(version.substr(1), is_digit);
  return is_numbered ? version.substr(1) : version;
}

}  // namespace

bool is_name(std::string_view text) noexcept {
  return !text.empty() && text.size() <= longest_name &&
         std::ranges::all_of(text, [](char byte) { return is_letter_or_digit(byte) || byte == '-' || byte == '_'; });
}

bool is_label(std::string_view text) noexcept {
  return text.size() <= longest_name && !std::ranges::all_of(without_v(text), is_digit) &&
         std::ranges::all_of(
             text, [](char byte) { return is_letter_or_digit(byte) || byte == '-' || byte == '_' || byte == '.'; });
}

bool is_number(std::string_view text) noexcept {
  constexpr std::size_t most_digits = 18;
  return !text.empty() && text.size() <= most_digits && text[0] != '0' && std::ranges::all_of(text, is_digit);
}

}  // namespace context

Result<ContextSetId> ContextSetId::parse(std::string_view id) {
  using namespace context;
  std::vector<std::string_view> parts = split(id, '/');
  ContextSetId out;
  const auto take = [&](std::string_view collection) -> std::string_view {
    if (parts.size() < 2 || parts[0] != collection) return {};
    const std::string_view name = parts[1];
    parts.erase(parts.begin(), parts.begin() + 2);
    return name;
  };
  const bool is_path = parts.size() > 1;
  take("projects");
  take("locations");
  if (const std::string_view group = take("contextSetGroups"); !group.empty()) out.group = group;
  const std::string_view last = is_path ? take("contextSets") : std::exchange(parts, {}).front();
  if (!parts.empty()) return wrong_id(id, fmt::format("\"{}\" is not expected there", parts.front()));
  const std::size_t at = last.find('@');
  out.name = last.substr(0, at);
  if (at != std::string_view::npos) out.version = without_v(last.substr(at + 1));
  if (!is_name(out.group)) return wrong_id(id, "a group is letters, digits, - and _");
  if (!is_name(out.name)) return wrong_id(id, "a name is letters, digits, - and _");
  if (at != std::string_view::npos && !is_number(out.version) && !is_label(out.version)) {
    return wrong_id(id, "a version is a number or a label of letters, digits, -, _ and .");
  }
  return out;
}

std::string ContextSetId::text() const {
  const std::string path = group == "default" ? "" : fmt::format("contextSetGroups/{}/contextSets/", group);
  return fmt::format("{}{}{}{}", path, name, version.empty() ? "" : "@", version);
}

}  // namespace querydata::inline v0
