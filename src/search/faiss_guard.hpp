/// @file
/// The one door to FAISS.
#pragma once

#include <omp.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "querydata/result.hpp"

namespace querydata::inline v0::search {

/// While it lives, OpenMP regions that the calling thread enters run in that thread alone. The setting belongs to the
/// thread and is put back, so the host never sees it.
class OneOpenMpThread {
 public:
  OneOpenMpThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneOpenMpThread() { omp_set_num_threads(before_); }
  OneOpenMpThread(const OneOpenMpThread&) = delete;
  OneOpenMpThread& operator=(const OneOpenMpThread&) = delete;

 private:
  int before_;
};

/// Runs `call`, which uses FAISS: in one thread, its exceptions made errors. Every FAISS call of the library is inside
/// one of these.
/// @param doing  for the message: "searching the vector index"
template <class Call>
auto with_faiss(std::string_view doing, Call&& call) -> Result<decltype(call())> {
  const OneOpenMpThread one_thread;
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      std::forward<Call>(call)();
      return {};
    } else {
      return std::forward<Call>(call)();
    }
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failure) {
    return Error{
        ErrorCode::internal,
        "FAISS failed while " + std::string(doing) + ": " + failure.what() + ". Build the index anew from its vectors.",
        {}};
  }
}

}  // namespace querydata::inline v0::search
