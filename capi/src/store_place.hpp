/// @file
/// A name in a store, as C callers give it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "querydata/store.hpp"

namespace querydata::capi {

struct StorePlace {
  std::unique_ptr<Store> store;
  std::string_view name;  ///< the caller's
};

/// Opens the store in the file `path`; the errors of `open_store`, `invalid_argument`.
Result<StorePlace> open_place(const char* path, std::size_t path_size, const char* name, std::size_t name_size,
                              StoreMode mode);

}  // namespace querydata::capi
