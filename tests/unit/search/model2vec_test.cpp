#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "querydata/embedder.hpp"
#include "unit/store/temporary_folder.hpp"

using namespace querydata;

namespace {

const std::string tokenizer =
    R"({"normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,)"
    R"("lowercase":true},"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","unk_token":"[UNK]",)"
    R"("continuing_subword_prefix":"##","vocab":{"[UNK]":0,"port":1,"##s":2,"cafe":3,"_":4,"港":5,"!":6}}})";

const std::vector<float> components = {9, 9, 1, .5F, .25F, -1, -.5F, 2, .125F, .75F, 3, -.25F, -2, 1};

template <class Number>
std::string little_endian(const std::vector<Number>& numbers) {
  std::string bytes;
  for (const Number number : numbers) {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<Number, float>) {
      bits = std::bit_cast<std::uint32_t>(number);
    } else {
      bits = static_cast<std::uint64_t>(number);
    }
    for (std::size_t byte = 0; byte < sizeof(Number); ++byte) bytes += static_cast<char>(bits >> (8 * byte) & 0xFFU);
  }
  return bytes;
}

std::string safetensors(const std::string& head, const std::string& data) {
  return little_endian(std::vector<std::uint64_t>{head.size()}) + head + data;
}

const std::string plain_head = R"({"embeddings":{"dtype":"F32","shape":[7,2],"data_offsets":[0,56]}})";

/// A model folder; files that are empty are not written.
class Folder {
 public:
  Folder(const std::string& tensors, const std::string& tokens) {
    if (!tensors.empty()) std::ofstream(folder_.path() / "model.safetensors", std::ios::binary) << tensors;
    if (!tokens.empty()) std::ofstream(folder_.path() / "tokenizer.json", std::ios::binary) << tokens;
  }
  [[nodiscard]] auto load() const { return load_static_model(folder_.path()); }

 private:
  test::TemporaryFolder folder_;
};

using Expected = std::vector<std::pair<std::string, std::vector<double>>>;

void check_vectors(const Embedder& embedder, const Expected& expected) {
  for (const auto& [text, vector] : expected) {
    CAPTURE(text);
    std::vector<float> row(2);
    REQUIRE(embedder.embed(std::vector<std::string>{text}, row));
    CHECK(static_cast<double>(row[0]) == doctest::Approx(vector[0]).epsilon(1e-5));
    CHECK(static_cast<double>(row[1]) == doctest::Approx(vector[1]).epsilon(1e-5));
  }
}

ErrorCode code_of(const std::string& tensors, const std::string& tokens) {
  const auto loaded = Folder(tensors, tokens).load();
  REQUIRE_FALSE(loaded);
  CHECK_FALSE(loaded.error().message.empty());
  CHECK_FALSE(loaded.error().where.file.empty());
  return loaded.error().code;
}

std::string with(std::string text, const std::string& old_part, const std::string& new_part) {
  return text.replace(text.find(old_part), old_part.size(), new_part);
}

}  // namespace

// The expected vectors are those of `StaticModel.encode` of the Python package model2vec, for these very files.
TEST_CASE("model2vec: vectors are those of the reference implementation") {
  const auto embedder = Folder(safetensors(plain_head, little_endian(components)), tokenizer).load().value();
  CHECK(embedder->dimension() == 2);
  check_vectors(*embedder, {{"Ports", {0.9284766912460327, -0.3713906705379486}},
                            {"CAFÉ_port!", {-0.30782026052474976, 0.9514445066452026}},
                            {"港ports", {0.9847835898399353, -0.17378534376621246}},
                            {"portx port", {0.8944271802902222, 0.4472135901451111}},
                            {"port\as  port", {1.0, 0.0}},
                            {"xyz", {0, 0}},
                            {"", {0, 0}}});
}

TEST_CASE("model2vec: a quantised vocabulary has weights and a mapping") {
  const std::string head =
      R"({"mapping":{"dtype":"I64","shape":[7],"data_offsets":[0,56]},"embeddings":{"dtype":"F32","shape":[7,2],)"
      R"("data_offsets":[56,112]},"weights":{"dtype":"F32","shape":[7],"data_offsets":[112,140]}} )";
  const std::string data = little_endian(std::vector<std::int64_t>{0, 1, 2, 1, 4, 5, 0}) + little_endian(components) +
                           little_endian(std::vector<float>{1, 2, .5F, 1, 1, .5F, 4});
  check_vectors(*Folder(safetensors(head, data), tokenizer).load().value(),
                {{"Ports", {0.9734172224998474, 0.22903934121131897}},
                 {"CAFÉ_port!", {0.7150574326515198, 0.6990657448768616}},
                 {"港ports", {0.9946918487548828, 0.10289914906024933}}});
  const std::string out_of_range = little_endian(std::vector<std::int64_t>{0, 1, 7}) + data.substr(24);
  CHECK(code_of(safetensors(head, out_of_range), tokenizer) == ErrorCode::invalid_argument);
}

TEST_CASE("model2vec: a small file does not make gigabytes of rows") {
  constexpr std::size_t dimension = 65'535;
  constexpr std::size_t tokens = 8'200;  // rows of 2.1 GB
  const std::string mapping_end = std::to_string(8 * tokens);
  const std::string head = R"({"mapping":{"dtype":"I64","shape":[)" + std::to_string(tokens) +
                           R"(],"data_offsets":[0,)" + mapping_end + R"(]},"embeddings":{"dtype":"F32","shape":[1,)" +
                           std::to_string(dimension) + R"(],"data_offsets":[)" + mapping_end + ',' +
                           std::to_string(8 * tokens + 4 * dimension) + "]}}";
  const std::string data = std::string(8 * tokens + 4 * dimension, '\0');
  CHECK(code_of(safetensors(head, data), tokenizer) == ErrorCode::resource_exhausted);
}

TEST_CASE("model2vec: components whose sums would not be numbers are refused") {
  const std::string weighted = R"({"embeddings":{"dtype":"F32","shape":[7,2],"data_offsets":[0,56]},)"
                               R"("weights":{"dtype":"F32","shape":[7],"data_offsets":[56,84]}})";
  const std::string large = little_endian(std::vector<float>(14, 3e38F));
  CHECK(code_of(safetensors(plain_head, large), tokenizer) == ErrorCode::invalid_argument);
  CHECK(code_of(safetensors(weighted, large + little_endian(std::vector<float>(7, 3e38F))), tokenizer) ==
        ErrorCode::invalid_argument);
}

TEST_CASE("model2vec: tensors may be half as wide or a byte") {
  const std::vector<std::uint16_t> halves = {0,      0,      0x3C00, 0x3800, 0x3400, 0xBC00, 0xB800,
                                             0x4000, 0x3000, 0x3A00, 0x4200, 0xB400, 0xC000, 0x3C00};
  const std::string half_head = R"({"embeddings":{"dtype":"F16","shape":[7,2],"data_offsets":[0,28]}})";
  check_vectors(*Folder(safetensors(half_head, little_endian(halves)), tokenizer).load().value(),
                {{"CAFÉ_port!", {-0.30782026052474976, 0.9514445066452026}}});
  const std::string byte_head = R"({"embeddings":{"dtype":"I8","shape":[7,2],"data_offsets":[0,14]}})";
  const std::vector<std::int8_t> bytes = {9, 9, 3, -4, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  check_vectors(*Folder(safetensors(byte_head, little_endian(bytes)), tokenizer).load().value(), {{"port", {.6, -.8}}});
}

TEST_CASE("model2vec: missing and damaged files are told, wherever they are cut") {
  const std::string whole = safetensors(plain_head, little_endian(components));
  CHECK(code_of("", tokenizer) == ErrorCode::not_found);
  CHECK(code_of(whole, "") == ErrorCode::not_found);
  for (std::size_t length = 1; length < whole.size(); length += 5)
    CHECK(code_of(whole.substr(0, length), tokenizer) == ErrorCode::invalid_argument);
  for (std::size_t length = 1; length < tokenizer.size(); length += 40)
    CHECK(code_of(whole, tokenizer.substr(0, length)) == ErrorCode::invalid_argument);
}

TEST_CASE("model2vec: heads that lie about the data are refused") {
  const std::string data = little_endian(components);
  const auto refused = [&](const std::string& old_part, const std::string& new_part) {
    CAPTURE(new_part);
    CHECK(code_of(safetensors(with(plain_head, old_part, new_part), data), tokenizer) == ErrorCode::invalid_argument);
  };
  refused("embeddings", "other");
  refused("[7,2]", "[7,3]");
  refused("[7,2]", "[14]");
  refused("[7,2]", "[7,-2]");
  refused("[7,2]", "[9223372036854775807,9223372036854775807,4]");
  refused("[0,56]", "[0,5600]");
  refused("[0,56]", "[56,0]");
  refused("[0,56]", "[0]");
  refused("F32", "I32");
  refused("F32", "F8_E4M3");
  std::vector<float> endless = components;
  endless[3] = std::numeric_limits<float>::infinity();
  CHECK(code_of(safetensors(plain_head, little_endian(endless)), tokenizer) == ErrorCode::invalid_argument);
  CHECK(code_of(std::string(8, '\xFF') + data, tokenizer) == ErrorCode::invalid_argument);
}

TEST_CASE("model2vec: other kinds of tokenizers are named, pieces without a row refused") {
  const std::string whole = safetensors(plain_head, little_endian(components));
  for (const auto& [part, other] : std::vector<std::pair<std::string, std::string>>{
           {"BertNormalizer", "Sequence"}, {"BertPreTokenizer", "Metaspace"}, {"WordPiece", "Unigram"}, {"##", "@@"}})
    CHECK(code_of(whole, with(tokenizer, part, other)) == ErrorCode::unimplemented);
  CHECK(code_of(whole, with(tokenizer, "\"!\":6", "\"!\":7")) == ErrorCode::invalid_argument);
  CHECK(code_of(whole, with(tokenizer, "\"!\":6", "\"!\":-1")) == ErrorCode::invalid_argument);
  CHECK(code_of(whole, with(tokenizer, "\"vocab\"", "\"words\"")) == ErrorCode::invalid_argument);
}

TEST_CASE("model2vec: the identity is that of the files") {
  const std::string whole = safetensors(plain_head, little_endian(components));
  const std::string identity = Folder(whole, tokenizer).load().value()->identity();
  CHECK(Folder(whole, tokenizer).load().value()->identity() == identity);
  CHECK(Folder(whole, tokenizer + " ").load().value()->identity() != identity);
}
