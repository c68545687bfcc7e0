/// @file
/// Work shared out to threads that do not outlive the call.
#pragma once

#include <cstddef>
#include <functional>

namespace querydata::inline v0::core {

/// Calls `work` once for every index below `count`, in the calling thread and in at most `threads` - 1 others, all of
/// which have ended when this returns. Where the system gives no more threads, the others do their work. The order is
/// free, so `work` writes to places of its own. If calls throw, the exception of the smallest index is thrown again
/// after all have ended.
void for_each_index(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

}  // namespace querydata::inline v0::core
