/// @file
/// Fills the ferry line's database.
#pragma once

#include <cstdint>

#include "writer.hpp"

namespace sample {

/// Creates all tables in an empty database and fills them, in one transaction. The same seed gives the same rows.
void generate(Database& database, std::uint64_t seed);

}  // namespace sample
