#include "store/manifest.hpp"

#include <fmt/format.h>

#include <boost/json/value_to.hpp>
#include <charconv>
#include <stdexcept>
#include <string>

#include "core/json.hpp"

namespace querydata::inline v0::store {

boost::json::object written(const SegmentFile& file) {
  return {{"name", file.name}, {"checksum", fmt::format("{:016x}", file.checksum)}};
}

SegmentFile segment_file_of(const boost::json::value& value) {
  const boost::json::object& fields = value.as_object();
  SegmentFile file{boost::json::value_to<std::string>(fields.at("name")), 0};
  const auto& sum = fields.at("checksum").as_string();
  std::from_chars(sum.data(), sum.data() + sum.size(), file.checksum, 16);
  return file;
}

Result<void> read_manifest(std::string_view text, std::int64_t newest_form, std::string_view what,
                           std::string_view name, const std::function<void(const boost::json::object&)>& take) {
  const auto parsed = json::parse(text);
  const boost::json::object* fields = parsed ? parsed->if_object() : nullptr;
  const boost::json::value* form = fields == nullptr ? nullptr : fields->if_contains("form");
  if (form != nullptr && form->is_int64() && form->get_int64() > newest_form)
    return Error{ErrorCode::failed_precondition,
                 fmt::format("the {} \"{}\" was written by a newer version of querydata; use that, or build it again",
                             what, name),
                 {}};
  if (form != nullptr) {
    try {
      take(*fields);
      return {};
    } catch (const std::logic_error&) {    // a member is missing or not of its type
    } catch (const std::runtime_error&) {  // or a number beyond its range
    }
  }
  return Error{ErrorCode::data_loss,
               fmt::format("what the store says of the {} \"{}\" can't be read; build it again", what, name),
               {}};
}

}  // namespace querydata::inline v0::store
