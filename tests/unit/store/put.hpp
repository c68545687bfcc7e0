/// @file
/// Writing that must not fail.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "querydata/store.hpp"

namespace querydata::test {

inline void put(Store& store, const std::vector<StoreWrite>& changes) {
  const auto generation = store.write(changes);
  REQUIRE(generation.has_value());
}

}  // namespace querydata::test
