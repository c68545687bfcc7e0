/// @file
/// Join paths for people.
#pragma once

#include <string>

#include "querydata/dialect.hpp"
#include "querydata/join_path.hpp"

/// Where the path starts, a line for each further table with its condition and the others that could be meant, and the
/// warnings; every line ends with a line feed.
std::string path_text(const querydata::JoinPath& path, querydata::Dialect dialect);
