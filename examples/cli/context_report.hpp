/// @file
/// What the subcommands of `context` print alike.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "querydata/context_changes.hpp"

/// An item that changed, or two that contradict: where they stand and, below, each member with both texts.
[[nodiscard]] std::string to_text(const querydata::ItemChange& change);

/// `{"before_pointer", "after_pointer", "members": [{"member", "before", "after"}]}` each.
[[nodiscard]] boost::json::array to_json(const std::vector<querydata::ItemChange>& changes);

[[nodiscard]] boost::json::array to_json(const std::vector<std::string>& texts);

/// "12 templates, 1 facet, 0 value searches"
[[nodiscard]] std::string counted_items(std::size_t templates, std::size_t facets, std::size_t value_searches);

/// A list of findings, in the program's words.
[[nodiscard]] std::string to_json(const std::vector<querydata::Finding>& findings);

/// How many of the findings have that severity.
[[nodiscard]] std::size_t count_of(const std::vector<querydata::Finding>& findings, querydata::Severity severity);

/// What a check without a schema finds in a set that is about to be kept.
struct CheckCounts {
  std::size_t errors = 0;
  std::size_t warnings = 0;

  explicit CheckCounts(const querydata::ContextSet& set);
  /// Tells on standard error what was found, if anything was, and the command that shows it.
  void tell(const std::string& command) const;
};

/// "2026-07-24T09:30:00Z"
[[nodiscard]] std::string to_iso(std::chrono::sys_seconds time);
