/// @file
/// A language model that the host runs.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// What the library calls to have the host's language model write: the text that follows `prompt` (UTF-8, borrowed for
/// the call), or the model's own error, which the caller's call then gives. It must not throw. It runs in the thread
/// that asks, so one that several threads use has to take several calls at once; no deadline interrupts it. What it
/// gives back is never trusted: the library checks it.
using LanguageModel = std::function<Result<std::string>(std::string_view prompt)>;

}  // namespace querydata::inline v0
