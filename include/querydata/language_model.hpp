/// @file
/// A language model that the host runs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "querydata/deadline.hpp"
#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// What the library calls to have the host's language model write: the text that follows `prompt` (UTF-8, borrowed for
/// the call), or the model's own error, which the caller's call then gives. It must not throw. It runs in the thread
/// that asks, so one that several threads use has to take several calls at once; no deadline interrupts it. What it
/// gives back is never trusted: the library checks it.
using LanguageModel = std::function<Result<std::string>(std::string_view prompt)>;

/// What a model is asked for when it is to write a query. All texts are UTF-8 and borrowed for the call.
struct ModelRequest {
  std::string_view prompt;
  /// In GBNF, for models whose decoding can be held to a grammar: SELECT statements over the tables and columns that
  /// the prompt names.
  std::string_view grammar;
  std::string_view json_schema;          ///< the same for models that are held to JSON: a query as an object
  std::size_t max_answer_bytes = 65536;  ///< a longer answer counts as a wrong one
  CallControl control;                   ///< to be obeyed: the call that waits for the answer ends with it
};

/// As `LanguageModel`, for queries: the answer is one SELECT statement, or an object that fits `json_schema`; either
/// may stand in a fenced block with other text around it. A model that can't be interrupted may pass `control` over;
/// then the call ends late.
using QueryModel = std::function<Result<std::string>(const ModelRequest& request)>;

}  // namespace querydata::inline v0
