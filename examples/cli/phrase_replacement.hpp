/// @file
/// How the tools for context sets that are at hand make parameterised forms: by replacing phrases in the texts. What
/// `eval derive` measures the library's own way against.
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct ReplacedPhrases {
  std::string intent;
  std::string sql;
};

/// Replaces every phrase that stands in both texts, in single quotes or as a whole word, by "$n", the longest first.
/// Case and escapes are not looked through; nothing is parsed.
[[nodiscard]] ReplacedPhrases replace_phrases(std::string_view intent, std::string_view sql,
                                              std::vector<std::string> phrases);
