/// @file
/// What the `eval` commands share: reading data sets and timing calls.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"
#include "querydata/schema_formats.hpp"

/// The bytes of a file, unpacked if it is gzip (told by its first two bytes, not by its name). `not_found`,
/// `data_loss` for a damaged gzip file, `resource_exhausted` above 1 GiB.
[[nodiscard]] querydata::Result<std::string> read_maybe_gzip(const std::string& path);

/// The JSON text in a file, plain or gzip; `invalid_argument` with file and byte offset if it is none.
[[nodiscard]] querydata::Result<boost::json::value> read_json(const std::string& path);

/// The string of that name, or "" where the record has none.
[[nodiscard]] std::string text_member(const boost::json::object& record, std::string_view name);

/// JSON on one line, numbers as people write them: 0.89, not 8.9E-1.
[[nodiscard]] std::string json_line(const boost::json::value& value);

/// The schemas of a file in Spider's form, plain or gzip; throws `querydata::Exception`.
[[nodiscard]] std::vector<querydata::NamedSchema> read_spider_schemas(const std::string& path);

/// How long calls took.
class Timing {
 public:
  /// Times one call and returns what it returned.
  template <class Call>
  decltype(auto) measure(Call&& call) {
    const Stop stop{*this, std::chrono::steady_clock::now()};
    return call();
  }
  [[nodiscard]] double median_ms() const { return percentile_ms(50); }
  [[nodiscard]] double p95_ms() const { return percentile_ms(95); }
  /// The smallest time that `percent` of the calls did not exceed; 0 without calls.
  [[nodiscard]] double percentile_ms(double percent) const;

 private:
  struct Stop {
    Timing& timing;
    std::chrono::steady_clock::time_point start;
    ~Stop() {
      timing.milliseconds_.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
  };
  std::vector<double> milliseconds_;
};
