/// @file
/// Questions of a conversation, with nothing kept between them.
#pragma once

#include <string_view>

#include "querydata/planner.hpp"

namespace querydata::inline v0::plan {

/// Plans a question in the light of the last answered plan of `options.history`.
///
/// What has an answer by itself is taken by itself, unless it begins with "only". Else it is read as the earlier
/// question with other values, then as that with more words; of several readings that are answered differently one is
/// asked for.
/// @param one   plans a question without history
/// @param impl  of the planner
[[nodiscard]] Result<Plan> converse(const Planner& one, Planner::Impl& impl, std::string_view question,
                                    const PlanOptions& options);

}  // namespace querydata::inline v0::plan
