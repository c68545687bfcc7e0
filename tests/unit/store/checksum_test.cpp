#include "store/checksum.hpp"

#include <doctest/doctest.h>

#include <boost/crc.hpp>
#include <random>
#include <string>

using namespace querydata;

TEST_CASE("checksum: gives the published check value of CRC-64/XZ") {
  CHECK(store::checksum("123456789") == 0x995DC9BBDF1939FA);
  CHECK(store::checksum("") == 0);
}

TEST_CASE("checksum: agrees with another implementation at every length and however the bytes are cut") {
  std::mt19937 random(1);
  std::string bytes(300, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (std::size_t length = 0; length <= bytes.size(); ++length) {
    boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true> expected;
    expected.process_bytes(bytes.data(), length);
    const std::string_view text = std::string_view(bytes).substr(0, length);
    store::Checksum in_two;
    in_two.add(text.substr(0, length / 3));
    in_two.add(text.substr(length / 3));
    REQUIRE(store::checksum(text) == expected.checksum());
    REQUIRE(in_two.value() == expected.checksum());
  }
}

TEST_CASE("checksum: a number is its eight bytes with the lowest first") {
  store::Checksum number;
  number.add(std::uint64_t{0x0102030405060708});
  CHECK(number.value() == store::checksum("\x08\x07\x06\x05\x04\x03\x02\x01"));
}

TEST_CASE("checksum: sized texts do not run into each other") {
  store::Checksum one;
  one.add_sized("ab");
  one.add_sized("c");
  store::Checksum other;
  other.add_sized("a");
  other.add_sized("bc");
  CHECK(one.value() != other.value());
}
