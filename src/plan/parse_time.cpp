#include "querydata/planner.hpp"
#include "text/dates.hpp"
#include "text/tokens.hpp"

namespace querydata::inline v0 {

Result<std::chrono::sys_seconds> parse_time(std::string_view iso) {
  // "Now" matters to relative dates only, which are refused below.
  const std::vector<text::DateMention> dates = text::find_dates(iso, text::tokenize(iso), text::Now{});
  if (dates.size() == 1 && dates[0].span == Span{0, iso.size()} && !dates[0].relative && !dates[0].other) {
    const auto time = dates[0].instant.value_or(dates[0].range.first);
    // system_clock counts nanoseconds in 64 bits.
    using std::chrono::year;
    if (time >= std::chrono::sys_days(year{1700} / 1 / 1) && time < std::chrono::sys_days(year{2200} / 1 / 1))
      return time;
  }
  return Error{
      ErrorCode::invalid_argument,
      "'" + std::string(iso.substr(0, 64)) +
          "' is no time; write a date of the years 1700 to 2199 as 2025-06-30 or a time in UTC as 2025-06-30T12:00:00Z",
      {}};
}

}  // namespace querydata::inline v0
