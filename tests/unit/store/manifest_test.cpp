#include "store/manifest.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/json.hpp"

using namespace querydata;
using namespace querydata::store;

namespace {

Result<void> read(std::string_view text, const std::function<void(const boost::json::object&)>& take) {
  return read_manifest(text, 2, "list of ferries", "aland", take);
}

}  // namespace

TEST_SUITE("manifest") {
  TEST_CASE("manifest: a file is read as it was written") {
    const SegmentFile file{"values-00-7", 0xfedcba9876543210U};
    const std::string text = json::write({{"form", 2}, {"file", written(file)}});
    SegmentFile again;
    REQUIRE(read(text, [&](const boost::json::object& fields) { again = segment_file_of(fields.at("file")); }));
    CHECK(again.name == file.name);
    CHECK(again.checksum == file.checksum);
  }

  TEST_CASE("manifest: what a newer version wrote is not guessed at") {
    bool taken = false;
    const auto result = read(R"({"form":3})", [&](const boost::json::object&) { taken = true; });
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::failed_precondition);
    CHECK(result.error().message.find("list of ferries \"aland\"") != std::string::npos);
    CHECK_FALSE(taken);
  }

  TEST_CASE("manifest: what can't be read is data loss") {
    const auto take = [](const boost::json::object& fields) {
      (void)segment_file_of(fields.at("file"));
      (void)fields.at("next_file").to_number<std::int64_t>();
    };
    for (const char* text : {"", "[]", "{}", R"({"form":2})", R"({"form":2,"file":"values-1","next_file":1})",
                             R"({"form":2,"file":{"name":1,"checksum":"0"},"next_file":1})",
                             R"({"form":2,"file":{"name":"values-1","checksum":"0"},"next_file":1e300})"}) {
      CAPTURE(text);
      const auto result = read(text, take);
      REQUIRE_FALSE(result);
      CHECK(result.error().code == ErrorCode::data_loss);
    }
  }
}
