/// @file
/// A language model that the host runs.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// What the host calls to have a language model write: the text that follows `prompt`. What it gives back is never
/// trusted: the library checks it.
using LanguageModel = std::function<Result<std::string>(std::string_view prompt)>;

}  // namespace querydata::inline v0
