/// @file
/// Time for tests that guard against quadratic blow-up.
#pragma once

#include <ctime>

namespace querydata::test {

/// Processor time of this process, which a busy machine does not stretch.
inline double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace querydata::test
