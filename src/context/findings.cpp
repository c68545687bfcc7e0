#include "context/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "context/format.hpp"

namespace querydata::inline v0::context {
namespace {

/// Where in the file: the list's place among the lists, and the item's in its list. The set itself comes first.
std::pair<std::size_t, std::size_t> position(std::string_view pointer) {
  static constexpr std::array lists = {Format<Template>::list.name, Format<Facet>::list.name,
                                       Format<ValueSearch>::list.name};
  if (pointer.empty()) return {0, 0};
  pointer.remove_prefix(1);
  const std::string_view list = pointer.substr(0, pointer.find('/'));
  const auto rank = std::ranges::find(lists, list) - lists.begin();
  pointer.remove_prefix(std::min(list.size() + 1, pointer.size()));
  std::size_t index = 0;
  std::from_chars(pointer.data(), pointer.data() + pointer.size(), index);
  return {static_cast<std::size_t>(rank) + 1, index};
}

}  // namespace

std::string Place::pointer(std::string_view member) const {
  return fmt::format("/{}/{}{}{}", list_, index_, member.empty() ? "" : "/", member);
}

std::vector<Finding> Findings::take() {
  std::ranges::stable_sort(findings_, {}, [](const Finding& finding) { return position(finding.json_pointer); });
  std::ranges::stable_sort(findings_, std::greater<>(), &Finding::severity);
  return std::move(findings_);
}

}  // namespace querydata::inline v0::context
