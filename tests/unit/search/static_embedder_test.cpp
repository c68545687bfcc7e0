#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/embedder.hpp"
#include "search/static_model.hpp"
#include "unit/search/similarity.hpp"

using namespace querydata;
using test::similarity;

namespace {

/// A file of `table.py`'s layout with a dimension of 2 and rows that are easy to add up.
std::string small_table() {
  const auto u32 = [](std::uint32_t value) {
    std::string bytes;
    for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(value >> (8 * byte) & 0xFFU);
    return bytes;
  };
  const std::string texts = "##s\nport\nship\n";
  std::string table = "QDSTATIC" + u32(1) + u32(3) + u32(2) + u32(static_cast<std::uint32_t>(texts.size()));
  table += std::string(16, '\x2a');
  table += u32(0x3F000000) + u32(0x3F800000) + u32(0x3F800000);  // .5, 1, 1
  table += std::string("\x00\x06\x04\x00\x00\x7F", 6);
  return table + texts;
}

std::vector<float> embed(const Embedder& embedder, const std::string& text) {
  std::vector<float> row(embedder.dimension());
  REQUIRE(embedder.embed(std::vector<std::string>{text}, row));
  return row;
}

using Vector = std::vector<float>;
const Vector nothing = {0, 0};

}  // namespace

TEST_CASE("static embedder: a text is the weighted mean of its pieces, at length one") {
  const std::string table = small_table();
  const auto embedder =
      search::make_embedder(std::make_shared<search::StaticModel>(search::read_static_model(table).value()));
  CHECK(embedder->identity() == "static-1/2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a");
  CHECK(embed(*embedder, "PORT") == Vector({1, 0}));
  CHECK(embed(*embedder, "Port's ship-ports").at(0) == doctest::Approx(8 / std::sqrt(8. * 8 + 130. * 130)));
  CHECK(embed(*embedder, "portShip_ships").at(1) == doctest::Approx(257 / std::sqrt(4. * 4 + 257. * 257)));
  CHECK(embed(*embedder, "ports") == Vector({.8F, .6F}));
}

TEST_CASE("static embedder: a word with a part that is no piece counts for nothing") {
  const std::string table = small_table();
  const auto embedder =
      search::make_embedder(std::make_shared<search::StaticModel>(search::read_static_model(table).value()));
  for (const std::string text : {"", "?!", "portx", "порт", "s", "\xFF\xFE", "porté"})
    CHECK_MESSAGE(embed(*embedder, text) == nothing, text);
  CHECK(embed(*embedder, "порт port 港").at(0) == 1);
  CHECK(embed(*embedder, "port" + std::string(1 << 20, 's')) == nothing);
}

TEST_CASE("static embedder: a damaged table is refused, wherever it is cut or changed") {
  const std::string table = small_table();
  for (std::size_t length = 0; length < table.size(); ++length)
    CHECK(search::read_static_model(std::string_view(table).substr(0, length)).error().code == ErrorCode::data_loss);
  CHECK(search::read_static_model(table + "more\n").error().code == ErrorCode::data_loss);
  for (const std::size_t byte : {0U, 8U, 12U, 16U, 20U, 15U, 19U, 23U}) {
    std::string changed = table;
    changed[byte] = static_cast<char>(changed[byte] ^ 0x41);
    CHECK(search::read_static_model(changed).error().code == ErrorCode::data_loss);
  }
  std::string joined = table;
  joined[joined.find("port\n") + 4] = '_';
  CHECK(search::read_static_model(joined).error().code == ErrorCode::data_loss);
}

TEST_CASE("static embedder: the model inside knows meanings") {
  const auto made = make_static_embedder();
  if (!made) {
    CHECK(made.error().code == ErrorCode::unimplemented);
    MESSAGE("skipped: built without the static model");
    return;
  }
  const Embedder& embedder = **made;
  CHECK(embedder.dimension() <= 192);
  const auto near = [&](const std::string& a, const std::string& b, const std::string& other) {
    CHECK_MESSAGE(similarity(embedder, a, b) > similarity(embedder, a, other) + .2, a, " ", b, " ", other);
  };
  near("customers", "clients", "stadiums");
  near("harbours", "ports", "salaries");
  near("departmentID", "division", "wine grapes");
  near("spending", "cost", "harbour");
  near("film_title", "Name of the movie", "airport code");
  CHECK(similarity(embedder, "flightNumber", "FLIGHT number") == doctest::Approx(1));
}
