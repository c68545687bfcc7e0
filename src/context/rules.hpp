/// @file
/// The rules of the check, by their names. docs/context-check.md says when each is broken.
#pragma once

#include <string_view>

#include "querydata/context_set.hpp"

namespace querydata::inline v0::context {

/// A name that stays the same, and how much it matters where nothing else is said.
struct Rule {
  std::string_view name;
  Severity severity;

  [[nodiscard]] constexpr Rule as(Severity other) const noexcept { return {name, other}; }
};

namespace rules {

// The file.
inline constexpr Rule unreadable_file{"unreadable_file", Severity::error};
inline constexpr Rule not_json{"not_json", Severity::error};
inline constexpr Rule not_an_object{"not_an_object", Severity::error};
inline constexpr Rule wrong_type{"wrong_type", Severity::error};
inline constexpr Rule contradicting_members{"contradicting_members", Severity::error};
inline constexpr Rule too_large{"too_large", Severity::error};

// Members and items.
inline constexpr Rule missing_member{"missing_member", Severity::error};
inline constexpr Rule derivable_member{"derivable_member", Severity::information};
inline constexpr Rule misspelt_member{"misspelt_member", Severity::warning};
inline constexpr Rule unknown_item_kind{"unknown_item_kind", Severity::warning};
inline constexpr Rule unwritable_text{"unwritable_text", Severity::error};
inline constexpr Rule duplicate_item{"duplicate_item", Severity::error};
inline constexpr Rule near_duplicate_item{"near_duplicate_item", Severity::warning};
inline constexpr Rule shadowed_template{"shadowed_template", Severity::warning};
inline constexpr Rule contradicting_facets{"contradicting_facets", Severity::warning};

// Placeholders.
inline constexpr Rule missing_value_placeholder{"missing_value_placeholder", Severity::error};
inline constexpr Rule placeholder_mismatch{"placeholder_mismatch", Severity::error};
inline constexpr Rule placeholder_type_mismatch{"placeholder_type_mismatch", Severity::error};
inline constexpr Rule placeholder_in_literal{"placeholder_in_literal", Severity::error};
inline constexpr Rule refill_mismatch{"refill_mismatch", Severity::information};

// Queries.
inline constexpr Rule syntax_error{"syntax_error", Severity::error};
inline constexpr Rule not_read_only{"not_read_only", Severity::error};
inline constexpr Rule unknown_table{"unknown_table", Severity::error};
inline constexpr Rule unknown_column{"unknown_column", Severity::error};
inline constexpr Rule ambiguous_column{"ambiguous_column", Severity::error};
inline constexpr Rule restricted_name{"restricted_name", Severity::error};
inline constexpr Rule unqualified_facet_column{"unqualified_facet_column", Severity::error};
inline constexpr Rule not_a_predicate{"not_a_predicate", Severity::error};
inline constexpr Rule unparsed_queries{"unparsed_queries", Severity::information};

// Value searches.
inline constexpr Rule value_search_columns{"value_search_columns", Severity::error};
inline constexpr Rule concept_type_mismatch{"concept_type_mismatch", Severity::error};
inline constexpr Rule distance_out_of_range{"distance_out_of_range", Severity::warning};
inline constexpr Rule unbounded_value_search{"unbounded_value_search", Severity::warning};
inline constexpr Rule repeated_values{"repeated_values", Severity::warning};
inline constexpr Rule unqualified_columns{"unqualified_columns", Severity::warning};
inline constexpr Rule columns_mismatch{"columns_mismatch", Severity::warning};

// On the database.
inline constexpr Rule engine_refused{"engine_refused", Severity::error};
inline constexpr Rule value_search_failed{"value_search_failed", Severity::error};
inline constexpr Rule full_scan{"full_scan", Severity::warning};

}  // namespace rules
}  // namespace querydata::inline v0::context
