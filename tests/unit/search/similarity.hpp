/// @file
/// How near an embedder puts two texts.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "querydata/embedder.hpp"

namespace querydata::test {

inline double similarity(const Embedder& embedder, const std::string& a, const std::string& b) {
  const std::vector<std::string> texts = {a, b};
  std::vector<float> rows(2 * embedder.dimension());
  REQUIRE(embedder.embed(texts, rows));
  double sum = 0;
  for (std::size_t place = 0; place < embedder.dimension(); ++place) {
    sum += static_cast<double>(rows[place]) * static_cast<double>(rows[embedder.dimension() + place]);
  }
  return sum;
}

}  // namespace querydata::test
