/// @file
/// When two statements ask the same.
#pragma once

#include <string>

#include "querydata/schema.hpp"
#include "querydata/statement.hpp"

namespace querydata::inline v0::plan {

/// A key that is equal for statements that ask the same: simple queries by what they select, from where, under which
/// conditions and in which order, whatever their aliases and the order of their conditions; all others by their text.
[[nodiscard]] std::string meaning_of(const Statement& statement, const Schema& schema);

}  // namespace querydata::inline v0::plan
