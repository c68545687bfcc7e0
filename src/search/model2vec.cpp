#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/files.hpp"
#include "core/hash.hpp"
#include "core/json.hpp"
#include "querydata/embedder.hpp"
#include "search/bert_words.hpp"
#include "search/safetensors.hpp"
#include "search/static_model.hpp"

namespace querydata::inline v0 {
namespace {

using boost::json::object;

constexpr std::size_t largest_file = std::size_t{2} << 30U;
/// So that sums over a text and their squares stay finite.
constexpr float largest_component = 1e15F;

/// A JSON file of the folder.
struct JsonFile {
  std::string path;
  boost::json::value value;
  std::uint64_t hash = 0;  ///< of its bytes

  [[nodiscard]] Error error(ErrorCode code, const std::string& pointer, const std::string& what) const {
    return {code, path + ": " + what + ".", {path, pointer, std::nullopt, ""}};
  }
};

Result<JsonFile> read_json_file(const std::filesystem::path& path) {
  auto bytes = files::read_file(path, largest_file);
  if (!bytes) return std::move(bytes).error();
  auto value = json::parse(*bytes);
  if (!value) {
    Error error = std::move(value).error();
    error.where.file = path.string();
    return error;
  }
  JsonFile file{path.string(), *std::move(value), stable_hash(*bytes)};
  if (!file.value.is_object()) return file.error(ErrorCode::invalid_argument, "", "give a JSON object");
  return file;
}

/// The member, or null where there is none.
const object* object_member(const object& parent, std::string_view name) {
  const auto* member = parent.if_contains(name);
  return member == nullptr ? nullptr : member->if_object();
}

std::string type_of(const object* part) {
  const auto* type = part == nullptr ? nullptr : part->if_contains("type");
  return type == nullptr || !type->is_string() ? "none" : std::string(type->get_string());
}

bool switched_on(const object& part, std::string_view name, bool otherwise) {
  const auto* value = part.if_contains(name);
  return value != nullptr && value->is_bool() ? value->get_bool() : otherwise;
}

/// The tokenizer.json of a model, as far as it is of BERT's kind.
class Tokenizer {
 public:
  [[nodiscard]] static Result<Tokenizer> read(const std::filesystem::path& path) {
    auto file = read_json_file(path);
    if (!file) return std::move(file).error();
    Tokenizer tokenizer(*std::move(file));
    if (auto checked = tokenizer.check_kind(); !checked) return std::move(checked).error();
    return tokenizer;
  }

  [[nodiscard]] std::uint64_t hash() const { return file_.hash; }

  [[nodiscard]] search::BertNormaliser normaliser() const {
    const object& part = *object_member(root(), "normalizer");
    search::BertNormaliser normaliser;
    normaliser.clean_text = switched_on(part, "clean_text", true);
    normaliser.split_chinese = switched_on(part, "handle_chinese_chars", true);
    normaliser.lowercase = switched_on(part, "lowercase", true);
    normaliser.strip_accents = switched_on(part, "strip_accents", normaliser.lowercase);
    return normaliser;
  }

  /// Adds all pieces but the unknown one to the model, which owns their texts.
  [[nodiscard]] Result<void> add_pieces(std::size_t rows, search::StaticModel& model) const {
    const object& part = *object_member(root(), "model");
    const auto* unknown = part.if_contains("unk_token");
    const object& vocabulary = *object_member(part, "vocab");
    std::vector<std::uint32_t> row_of;
    for (const auto& [piece, number] : vocabulary) {
      if (!number.is_int64() || number.get_int64() < 0 || std::cmp_greater_equal(number.get_int64(), rows)) {
        return file_.error(ErrorCode::invalid_argument, "/model/vocab/" + json::pointer_escape(piece),
                           "the piece has no row among the " + std::to_string(rows) + " of the tensors");
      }
      if (unknown != nullptr && unknown->is_string() && unknown->get_string() == piece) continue;
      model.texts.emplace_back(piece);
      row_of.push_back(static_cast<std::uint32_t>(number.get_int64()));
    }
    for (std::size_t piece = 0; piece < row_of.size(); ++piece) model.pieces.add(model.texts[piece], row_of[piece]);
    return {};
  }

 private:
  explicit Tokenizer(JsonFile file) : file_(std::move(file)) {}

  [[nodiscard]] const object& root() const { return file_.value.get_object(); }

  [[nodiscard]] Result<void> check_kind() const {
    const auto require = [&](const std::string& name, const std::string& wanted) -> Result<void> {
      const std::string type = type_of(object_member(root(), name));
      if (type == wanted) return {};
      return file_.error(ErrorCode::unimplemented, '/' + name,
                         "the " + name + " is of type " + type + "; only " + wanted + " is read");
    };
    if (auto checked = require("normalizer", "BertNormalizer"); !checked) return checked;
    if (auto checked = require("pre_tokenizer", "BertPreTokenizer"); !checked) return checked;
    if (auto checked = require("model", "WordPiece"); !checked) return checked;
    const object& model = *object_member(root(), "model");
    if (object_member(model, "vocab") == nullptr)
      return file_.error(ErrorCode::invalid_argument, "/model/vocab", "give an object of pieces and their numbers");
    const auto* prefix = model.if_contains("continuing_subword_prefix");
    if (prefix != nullptr && (!prefix->is_string() || prefix->get_string() != search::WordPieces::continuation)) {
      return file_.error(ErrorCode::unimplemented, "/model/continuing_subword_prefix",
                         "pieces that go on a word have another mark than ##");
    }
    return {};
  }

  JsonFile file_;
};

/// Rows of the tokens: the tensor "embeddings", through "mapping" and times "weights" where there are such.
class TokenRows {
 public:
  TokenRows(const search::Safetensors& tensors, std::string path) : tensors_(tensors), path_(std::move(path)) {}

  [[nodiscard]] Result<void> fill(search::StaticModel& model) {
    auto shape = tensors_.shape("embeddings");
    if (!shape) return std::move(shape).error();
    if (shape->size() != 2 || (*shape)[1] == 0 || (*shape)[1] > std::numeric_limits<std::uint16_t>::max())
      return wrong("the tensor \"embeddings\" must have two dimensions, the second 1 to 65535");
    model.dimension = (*shape)[1];
    count_ = (*shape)[0];
    auto components = tensors_.floats("embeddings");
    if (!components) return std::move(components).error();
    if (auto mapped = apply_mapping(model.dimension, *components); !mapped) return mapped;
    if (auto weighted = apply_weights(model.dimension, *components); !weighted) return weighted;
    const auto odd = std::ranges::find_if(*components, [](float component) {
      return !std::isfinite(component) || std::abs(component) > largest_component;
    });
    if (odd != components->end()) return wrong("a component of \"embeddings\", times its weight, is above 1e15");
    model.rows = *std::move(components);
    return {};
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  [[nodiscard]] Error wrong(const std::string& what) const {
    return {ErrorCode::invalid_argument, path_ + ": " + what + ".", {path_, "", std::nullopt, ""}};
  }

  [[nodiscard]] Result<void> apply_mapping(std::size_t dimension, std::vector<float>& components) {
    if (!tensors_.has("mapping")) return {};
    const auto mapping = tensors_.integers("mapping");
    if (!mapping) return mapping.error();
    if (mapping->size() > largest_file / sizeof(float) / dimension) {
      return Error{ErrorCode::resource_exhausted,
                   path_ + ": \"mapping\" makes more than 2 GiB of rows.",
                   {path_, "", std::nullopt, ""}};
    }
    std::vector<float> mapped;
    mapped.reserve(mapping->size() * dimension);
    for (const std::int64_t row : *mapping) {
      if (row < 0 || std::cmp_greater_equal(row, count_)) return wrong("\"mapping\" names a row that is not there");
      const auto first = components.begin() + row * static_cast<std::ptrdiff_t>(dimension);
      mapped.insert(mapped.end(), first, first + static_cast<std::ptrdiff_t>(dimension));
    }
    components = std::move(mapped);
    count_ = mapping->size();
    return {};
  }

  [[nodiscard]] Result<void> apply_weights(std::size_t dimension, std::vector<float>& components) const {
    if (!tensors_.has("weights")) return {};
    const auto weights = tensors_.floats("weights");
    if (!weights) return weights.error();
    if (weights->size() != count_) return wrong("\"weights\" must have one component a token");
    for (std::size_t place = 0; place < components.size(); ++place) components[place] *= (*weights)[place / dimension];
    return {};
  }

  const search::Safetensors& tensors_;
  std::string path_;
  std::size_t count_ = 0;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> load_static_model(const std::filesystem::path& folder) {
  const std::filesystem::path tensors_path = folder / "model.safetensors";
  auto bytes = files::read_file(tensors_path, largest_file);
  if (!bytes) return std::move(bytes).error();
  const auto tokenizer = Tokenizer::read(folder / "tokenizer.json");
  if (!tokenizer) return tokenizer.error();
  const search::BertNormaliser normaliser = tokenizer->normaliser();

  auto model = std::make_shared<search::StaticModel>();
  model->identity = "model2vec-1/" + std::to_string(stable_hash(*bytes, tokenizer->hash()));
  model->cut = [normaliser](std::string_view text) { return search::bert_words(text, normaliser); };
  const auto tensors = search::Safetensors::read(*std::move(bytes), tensors_path.string());
  if (!tensors) return tensors.error();
  TokenRows rows(*tensors, tensors_path.string());
  if (auto filled = rows.fill(*model); !filled) return std::move(filled).error();
  if (auto added = tokenizer->add_pieces(rows.count(), *model); !added) return std::move(added).error();
  return search::make_embedder(std::move(model));
}

}  // namespace querydata::inline v0
