#include "store/sections.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "unit/store/temporary_folder.hpp"

using namespace querydata;
using namespace querydata::store;
using namespace querydata::test;

namespace {

Sections some_sections() {
  Sections sections;
  sections.add(1, std::string("some text"));
  sections.add(7, std::vector<std::uint32_t>{1, 2, 3});
  sections.add(9, std::vector<std::uint64_t>());
  return sections;
}

}  // namespace

TEST_SUITE("sections") {
  TEST_CASE("sections: a file gives back what was written") {
    const TemporaryFolder folder;
    const auto written = some_sections().write(folder.file("a")).value();
    const auto mapped = Sections::map(folder.file("a")).value();
    CHECK(mapped.checksum() == written);
    CHECK(mapped.bytes(1) == "some text");
    const auto numbers = mapped.items<std::uint32_t>(7);
    CHECK(std::vector<std::uint32_t>(numbers.begin(), numbers.end()) == std::vector<std::uint32_t>{1, 2, 3});
    CHECK(mapped.items<std::uint64_t>(9).empty());
    CHECK(mapped.bytes(2).empty());
    CHECK(mapped.items<std::uint32_t>(1).empty());  // nine bytes are no numbers
    CHECK(mapped.size_in_bytes() == some_sections().size_in_bytes());
  }

  TEST_CASE("sections: what was mapped stays when the file goes") {
    const TemporaryFolder folder;
    REQUIRE(some_sections().write(folder.file("a")));
    const auto mapped = Sections::map(folder.file("a")).value();
    std::filesystem::remove(folder.file("a"));
    CHECK(mapped.bytes(1) == "some text");
    CHECK(Sections::map(folder.file("a")).error().code == ErrorCode::not_found);
  }

  TEST_CASE("sections: a file is never written over") {
    const TemporaryFolder folder;
    REQUIRE(some_sections().write(folder.file("a")));
    CHECK(some_sections().write(folder.file("a")).error().code == ErrorCode::already_exists);
    CHECK(Sections().write(folder.file("no/a")).error().code == ErrorCode::not_found);
    REQUIRE(Sections().write(folder.file("b")));
    CHECK(Sections::map(folder.file("b")).value().size_in_bytes() == 0);
  }

  TEST_CASE("sections: every flipped bit of head and arrays and every cut is noticed") {
    const TemporaryFolder folder;
    REQUIRE(some_sections().write(folder.file("a")));
    const std::string whole = read_bytes(folder.file("a"));
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      std::string damaged = whole;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
      write_bytes(folder.file("b"), damaged);
      const auto mapped = Sections::map(folder.file("b"));
      if (mapped)
        CHECK_MESSAGE(whole[bit / 8] == '\0', bit);  // between the arrays
      else
        CHECK(mapped.error().message.find("uild it again") != std::string::npos);
    }
    for (std::size_t size = 0; size < whole.size(); ++size) {
      write_bytes(folder.file("b"), whole.substr(0, size));
      CHECK(Sections::map(folder.file("b")).error().code == ErrorCode::data_loss);
    }
  }
}
