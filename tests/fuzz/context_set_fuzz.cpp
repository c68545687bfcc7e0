// Whatever the bytes: reading ends in a set or an error that says where, a set that was read survives writing, and
// checking it ends. JSON is refused alike whether a value is made of it or not.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <boost/json/value.hpp>

#include "core/json.hpp"
#include "querydata/context_set.hpp"

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querydata;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto checked = json::check(text);
  const auto parsed = json::parse(text);
  // Only a value can be out of range.
  const bool out_of_range = !parsed && parsed.error().message.find("beyond the range") != std::string::npos;
  require(out_of_range || checked.has_value() == parsed.has_value());
  require(out_of_range || checked.has_value() || checked.error() == parsed.error());
  const auto set = ContextSet::read(text);
  if (!set) {
    require(set.error().where.byte_offset.has_value() && *set.error().where.byte_offset <= size);
    require(!set.error().message.empty());
    return 0;
  }
  const std::string written = set->write();
  const auto again = ContextSet::read(written);
  require(again.has_value() && *again == *set && again->write() == written);
  (void)set->check();
  for (const Dialect dialect : {Dialect::postgresql, Dialect::mysql, Dialect::googlesql, Dialect::mongodb}) {
    CheckOptions options;
    options.dialect = dialect;
    (void)set->check(options);
  }
  return 0;
}
