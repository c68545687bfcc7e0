#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace querydata::inline v0::core {

void for_each_index(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next = 0;
  const auto take_part = [&]() noexcept {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> others;
  const std::size_t wanted = std::min(threads, count);
  others.reserve(wanted);
  try {
    while (others.size() + 1 < wanted) others.emplace_back(take_part);
  } catch (const std::system_error&) {
    // No more threads to be had: those that there are share the work.
  }
  take_part();
  others.clear();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace querydata::inline v0::core
