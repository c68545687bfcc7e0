/// @file
/// The lists of tests/data: an entry's text is "sql" or "text", or "bytes_hex", or large: "before", `count` times
/// "repeat", "after", `count` times "close", "end" (the last two may be missing).
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "querydata/dialect.hpp"

namespace querydata::test {

/// A file of tests/data as it stands.
std::string test_data(std::string_view name);

boost::json::array entries(std::string_view name);

/// `kind` is "hostile" or "harmless".
boost::json::array statements(std::string_view kind, Dialect dialect);

/// The member as text, empty if it is missing.
std::string member(const boost::json::object& entry, std::string_view name);

std::string text_of(const boost::json::object& entry);

/// What a failure shows of a text.
std::string excerpt(const std::string& text);

}  // namespace querydata::test
