/// @file
/// Texts of the encoding that files of western Europe have where they are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace querydata::inline v0::text {

/// UTF-8 of a text in Windows-1252, which is Latin-1 with letters and marks in place of its control characters
/// (https://encoding.spec.whatwg.org/#windows-1252). All bytes mean something.
[[nodiscard]] std::string from_windows_1252(std::string_view bytes);

}  // namespace querydata::inline v0::text
