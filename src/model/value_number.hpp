/// @file
/// Numbers that engines give as values.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "querydata/value.hpp"

namespace querydata::inline v0::model {

/// The number that a value is, also one given as the text of a decimal; nothing for any other value.
inline std::optional<double> number_in(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::nullopt;
  double number = 0;
  const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (failure != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

}  // namespace querydata::inline v0::model
