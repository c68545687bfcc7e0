#include "search/static_model.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "querydata/span.hpp"
#include "search/vector_rows.hpp"
#include "search/words.hpp"

#ifdef QUERYDATA_STATIC_MODEL
// Put into the library by model/static_model.S.
extern "C" {
extern const char querydata_static_model[];
extern const char querydata_static_model_end[];
}
#endif

namespace querydata::inline v0::search {
namespace {

constexpr std::string_view magic = "QDSTATIC";
constexpr std::uint32_t format = 1;
constexpr std::size_t identity_at = 24;
constexpr std::size_t identity_bytes = 16;
constexpr std::size_t body_at = identity_at + identity_bytes;

std::uint32_t read_u32(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t byte = 4; byte-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[offset + byte]);
  return value;
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<unsigned char>(byte) >> 4U];
    text += digits[static_cast<unsigned char>(byte) & 15U];
  }
  return text;
}

Error damaged(const std::string& what, std::size_t offset) {
  return Error{ErrorCode::data_loss,
               "The static embedding model is damaged: " + what + "; build the library anew from a whole checkout.",
               {"", "", offset, ""}};
}

class StaticEmbedder final : public Embedder {
 public:
  explicit StaticEmbedder(std::shared_ptr<const StaticModel> model) : model_(std::move(model)) {}

  [[nodiscard]] std::string identity() const override { return model_->identity; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return model_->dimension; }

  [[nodiscard]] Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const override {
    if (auto room = check_room(texts.size(), dimension(), vectors); !room) return room;
    std::vector<std::uint32_t> rows;
    std::unordered_map<std::string, Span> known;  // places in `rows`: texts of one call share words
    for (std::size_t text = 0; text < texts.size(); ++text) {
      const std::span<float> vector = vectors.subspan(text * dimension(), dimension());
      std::fill(vector.begin(), vector.end(), 0.0F);
      for (std::string& word : model_->cut(texts[text])) {
        const auto [place, added] = known.try_emplace(std::move(word));
        if (added) {
          const std::size_t before = rows.size();
          model_->pieces.append_rows(place->first, rows);
          place->second = {before, rows.size()};
        }
        for (std::size_t at = place->second.begin; at < place->second.end; ++at) add(rows[at], vector);
      }
      scale_to_unit(vector);
    }
    return {};
  }

 private:
  void add(std::uint32_t row, std::span<float> sums) const {
    const std::size_t first = row * sums.size();
    if (const auto* bytes = std::get_if<ByteRows>(&model_->rows)) {
      add_scaled(bytes->components.data() + first, bytes->scales[row], sums);
    } else {
      add_scaled(std::get<std::vector<float>>(model_->rows).data() + first, 1.0F, sums);
    }
  }

  /// In blocks of a known length, which compilers turn into vector instructions.
  template <class Component>
  static void add_scaled(const Component* components, float scale, std::span<float> sums) {
    constexpr std::size_t lanes = 16;
    std::size_t place = 0;
    for (; place + lanes <= sums.size(); place += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        sums[place + lane] += scale * static_cast<float>(components[place + lane]);
    }
    for (; place < sums.size(); ++place) sums[place] += scale * static_cast<float>(components[place]);
  }

  std::shared_ptr<const StaticModel> model_;
};

}  // namespace

Result<StaticModel> read_static_model(std::string_view bytes) {
  if (bytes.size() < body_at || !bytes.starts_with(magic)) return damaged("it does not begin as one", 0);
  if (read_u32(bytes, 8) != format) return damaged("its format is not " + std::to_string(format), 8);
  const std::uint64_t count = read_u32(bytes, 12);
  const std::uint64_t dimension = read_u32(bytes, 16);
  const std::uint64_t text_bytes = read_u32(bytes, 20);
  if (dimension == 0 || dimension > std::numeric_limits<std::uint16_t>::max()) return damaged("no dimension", 16);
  if (bytes.size() != body_at + count * (sizeof(float) + dimension) + text_bytes)
    return damaged("its length is not what its head says", 12);

  StaticModel model;
  model.identity = "static-1/" + hexadecimal(bytes.substr(identity_at, identity_bytes));
  model.dimension = dimension;
  model.cut = words_of;
  ByteRows rows;
  rows.scales.reserve(count);
  for (std::size_t row = 0; row < count; ++row)
    rows.scales.push_back(std::bit_cast<float>(read_u32(bytes, body_at + row * sizeof(float))));
  const std::string_view components = bytes.substr(body_at + count * sizeof(float), count * dimension);
  rows.components = {reinterpret_cast<const std::int8_t*>(components.data()), components.size()};
  model.rows = std::move(rows);
  std::string_view texts = bytes.substr(bytes.size() - text_bytes);
  for (std::uint32_t row = 0; row < count; ++row) {
    const std::size_t end = texts.find('\n');
    if (end == std::string_view::npos) return damaged("a piece has no text", bytes.size() - texts.size());
    model.pieces.add(texts.substr(0, end), row);
    texts.remove_prefix(end + 1);
  }
  if (!texts.empty()) return damaged("text follows the last piece", bytes.size() - texts.size());
  return model;
}

Result<std::shared_ptr<const StaticModel>> built_in_model() {
#ifdef QUERYDATA_STATIC_MODEL
  static const Result<std::shared_ptr<const StaticModel>> shared = []() -> Result<std::shared_ptr<const StaticModel>> {
    const auto size = static_cast<std::size_t>(querydata_static_model_end - querydata_static_model);
    auto model = read_static_model({querydata_static_model, size});
    if (!model) return std::move(model).error();
    return std::shared_ptr<const StaticModel>(std::make_shared<StaticModel>(*std::move(model)));
  }();
  return shared;
#else
  return Error{ErrorCode::unimplemented,
               "This build has no static embedding model; configure it with -DQUERYDATA_STATIC_MODEL=ON.",
               {}};
#endif
}

std::shared_ptr<const Embedder> make_embedder(std::shared_ptr<const StaticModel> model) {
  return std::make_shared<StaticEmbedder>(std::move(model));
}

}  // namespace querydata::inline v0::search

namespace querydata::inline v0 {

Result<std::shared_ptr<const Embedder>> make_static_embedder() {
  auto model = search::built_in_model();
  if (!model) return std::move(model).error();
  return search::make_embedder(*std::move(model));
}

}  // namespace querydata::inline v0
