#include "store_place.hpp"

#include <utility>

#include "guard.hpp"

namespace querydata::capi {

Result<StorePlace> open_place(const char* path, std::size_t path_size, const char* name, std::size_t name_size,
                              StoreMode mode) {
  const auto file = text_in(path, path_size, "store");
  if (!file) return file.error();
  const auto text = text_in(name, name_size, "name");
  if (!text) return text.error();
  auto store = open_store(*file, mode);
  if (!store) return std::move(store).error();
  return StorePlace{*std::move(store), *text};
}

}  // namespace querydata::capi
