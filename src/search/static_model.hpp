/// @file
/// Static embedding models: a vector a piece, and a text is the mean of its pieces' vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/result.hpp"
#include "search/word_pieces.hpp"

namespace querydata::inline v0::search {

/// Vectors in a byte a component; a row's scale holds the weight of its piece too.
struct ByteRows {
  std::vector<float> scales;                ///< of a row
  std::span<const std::int8_t> components;  ///< row-major; not owned
};

/// Pieces and their vectors. Immutable once filled: safe for concurrent calls.
struct StaticModel {
  std::string identity;
  std::size_t dimension = 0;
  std::vector<std::string> texts;  ///< of the pieces, where nothing else owns them
  WordPieces pieces;
  std::variant<ByteRows, std::vector<float>> rows;                ///< [pieces × dimension]; weights are in them
  std::function<std::vector<std::string>(std::string_view)> cut;  ///< a text into words
};

/// Reads the file that `src/search/model/train.py` writes (`table.py` says the layout).
/// @param bytes  must outlive the model
/// @return  the model, or `data_loss` for bytes that are no such file
[[nodiscard]] Result<StaticModel> read_static_model(std::string_view bytes);

/// The model inside the library, read once; `unimplemented` in a build without it.
[[nodiscard]] Result<std::shared_ptr<const StaticModel>> built_in_model();

[[nodiscard]] std::shared_ptr<const Embedder> make_embedder(std::shared_ptr<const StaticModel> model);

}  // namespace querydata::inline v0::search
