/// @file
/// Text to vector.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// Turns texts into vectors whose inner product is their similarity. Implement it to bring a model of your own.
/// Must be deterministic and safe for concurrent calls.
class QUERYDATA_API Embedder {
 public:
  virtual ~Embedder() = default;
  Embedder(const Embedder&) = delete;
  Embedder& operator=(const Embedder&) = delete;

  /// Names model and version; indexes built with another identity are rebuilt.
  [[nodiscard]] virtual std::string identity() const = 0;
  /// Components of a vector, 1 … 65535.
  [[nodiscard]] virtual std::size_t dimension() const noexcept = 0;
  /// Writes `texts.size()` rows of `dimension()` floats, row-major, each of length 1 (or all zero for a text without
  /// words).
  /// @param vectors  shape [texts.size() × dimension()]; `invalid_argument` if its size differs
  [[nodiscard]] virtual Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const = 0;

 protected:
  Embedder() = default;
};

/// The static embedding model inside the library: pieces of English words with a vector each, of which a text has the
/// weighted mean. Knows meaning ("customers" is near "clients"); identifiers are cut into words. A text of words in
/// other scripts is all zeros. `docs/embedding.md` has its figures, `src/search/model/` its training program.
/// Method: distilled from a sentence-embedding model as Model2Vec does (Minish Lab 2024), then tuned on pairs (InfoNCE,
/// arXiv:1807.03748).
/// @return  the embedder, or `unimplemented` in a build with QUERYDATA_STATIC_MODEL off
/// @par Cost  a few microseconds a text; the first call reads the table, some milliseconds, and keeps about 3 MB
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> make_static_embedder();

/// A static model from disk, in the form of Model2Vec: `model.safetensors` (tensor "embeddings", and "weights" and
/// "mapping" where the vocabulary is quantised) and `tokenizer.json`. Vectors are those of Model2Vec's own `encode`
/// without a limit of length, scaled to length 1.
///
/// Tokenizers of the kind that BERT has are read: normaliser "BertNormalizer", pre-tokeniser "BertPreTokenizer", model
/// "WordPiece". Tensors may be F64, F32, F16, BF16 or I8 (the mapping I64 or I32).
/// @return  the embedder, or `not_found` for a file that is missing, `invalid_argument` for one that is damaged or does
///          not fit the other, `unimplemented` for another kind of tokenizer, `resource_exhausted` above 2 GiB;
///          `where` names the file
/// @par Cost  reads the files whole; afterwards a few microseconds a text
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> load_static_model(
    const std::filesystem::path& folder);

/// What the host calls to embed: a vector of floats for each text, in their order. An exception passes through the call
/// of the library that embeds.
using EmbedFunction = std::function<Result<std::vector<std::vector<float>>>(std::span<const std::string> texts)>;

/// A model that the host runs. Vectors are scaled to length 1.
/// @param identity   names model and version
/// @param dimension  components of a vector, 1 … 65535
/// @param function   called with 1 … `batch` texts at a time, from any thread that embeds, and so from several at once.
///                   Its errors are passed on; a wrong number of vectors, a vector of another dimension and components
///                   that are no numbers are `failed_precondition`
/// @return  the embedder, or `invalid_argument` for an empty identity or function, a dimension or a batch out of range
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> make_callback_embedder(std::string identity,
                                                                                           std::size_t dimension,
                                                                                           EmbedFunction function,
                                                                                           std::size_t batch = 64);

/// Hashed words, word pairs and character n-grams: no table, no file; knows spelling, not meaning.
/// Method: feature hashing with signs, Weinberger et al. 2009 (arXiv:0902.2206).
/// @return  the embedder, or `invalid_argument` for a dimension of 0 or above 65535
[[nodiscard]] QUERYDATA_API Result<std::shared_ptr<const Embedder>> make_hashed_embedder(std::size_t dimension = 256);

}  // namespace querydata::inline v0
