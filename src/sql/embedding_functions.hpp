/// @file
/// Functions by which an engine asks a model for the vector of a text.
#pragma once

#include <array>
#include <string_view>

namespace querydata::inline v0::sql {

/// AlloyDB's and Cloud SQL's. They send a text out of the database, so no statement may call them that a reader or a
/// model wrote; a value search, which the author of a context set wrote, may.
inline constexpr std::array<std::string_view, 4> embedding_functions = {"google_ml.embedding", "embedding",
                                                                        "mysql.ml_embedding", "ml_embedding"};

}  // namespace querydata::inline v0::sql
