#include "querydata/version.hpp"

#define QUERYDATA_STRING_OF(x) #x
#define QUERYDATA_STRING(x) QUERYDATA_STRING_OF(x)

namespace querydata::inline v0 {

std::string_view version() noexcept {
  return QUERYDATA_STRING(QUERYDATA_VERSION_MAJOR) "." QUERYDATA_STRING(QUERYDATA_VERSION_MINOR) "." QUERYDATA_STRING(
      QUERYDATA_VERSION_PATCH);
}

}  // namespace querydata::inline v0
