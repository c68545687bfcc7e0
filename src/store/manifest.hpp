/// @file
/// What an entry of a store says of the files that it names, as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <string_view>

#include "querydata/result.hpp"
#include "store/segment_files.hpp"

namespace querydata::inline v0::store {

/// A file as a member of a manifest: `{"name","checksum"}`.
[[nodiscard]] boost::json::object written(const SegmentFile& file);
/// The file that `written` wrote. Throws what Boost.JSON throws for members that are missing or of another type.
[[nodiscard]] SegmentFile segment_file_of(const boost::json::value& value);

/// Reads the manifest of an entry: an object with the number of its `form`, besides members that `take` reads.
/// @param newest_form  that this library writes and reads
/// @param what         what messages call the whole: "value index"
/// @param take         may throw as Boost.JSON does
/// @return  success, `failed_precondition` for a newer form, `data_loss` for what can't be read
[[nodiscard]] Result<void> read_manifest(std::string_view text, std::int64_t newest_form, std::string_view what,
                                         std::string_view name,
                                         const std::function<void(const boost::json::object&)>& take);

}  // namespace querydata::inline v0::store
