/// @file
/// Phrases that look like stored values and are none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// `count` phrases of one to three made-up words: chains of letters as they follow each other (two letters tell the
/// third) in the words of `texts`; every third phrase ends with a word of one of the texts. Only such as `is_strange`
/// says are unlike everything stored; the same seed makes the same phrases.
[[nodiscard]] std::vector<std::string> strange_phrases(const std::vector<std::string>& texts, std::size_t count,
                                                       std::uint64_t seed,
                                                       const std::function<bool(const std::string&)>& is_strange);
