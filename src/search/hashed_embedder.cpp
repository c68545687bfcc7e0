#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/hash.hpp"
#include "querydata/embedder.hpp"
#include "search/vector_rows.hpp"
#include "search/words.hpp"
#include "text/stem.hpp"

namespace querydata::inline v0 {
namespace {

constexpr double word_weight = 1.0;
constexpr double pair_weight = .5;
constexpr double gram_weight = .6;  // of all n-grams of a word together
constexpr std::size_t shortest_gram = 3;
constexpr std::size_t longest_gram = 5;

class HashedEmbedder final : public Embedder {
 public:
  explicit HashedEmbedder(std::size_t dimension) : dimension_(dimension) {}

  [[nodiscard]] std::string identity() const override { return "hashed-1/" + std::to_string(dimension_); }
  [[nodiscard]] std::size_t dimension() const noexcept override { return dimension_; }

  [[nodiscard]] Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const override {
    if (auto room = search::check_room(texts.size(), dimension_, vectors); !room) return room;
    std::vector<double> sums(dimension_);
    for (std::size_t row = 0; row < texts.size(); ++row) {
      std::fill(sums.begin(), sums.end(), 0.0);
      add_features(texts[row], sums);
      write_unit(sums, vectors.subspan(row * dimension_, dimension_));
    }
    return {};
  }

 private:
  void add(std::string_view feature, std::uint64_t kind, double weight, std::vector<double>& sums) const {
    const std::uint64_t hash = stable_hash(feature, kind);
    sums[(hash >> 1) % dimension_] += (hash & 1U) != 0 ? weight : -weight;
  }

  void add_features(const std::string& text, std::vector<double>& sums) const {
    std::string previous;
    for (const std::string& word : search::words_of(text)) {
      const std::string stem = text::stem(word);
      add(stem, 1, word_weight, sums);
      if (!previous.empty()) add(previous + ' ' + stem, 2, pair_weight, sums);
      add_grams(word, sums);
      previous = stem;
    }
  }

  void add_grams(const std::string& word, std::vector<double>& sums) const {
    const std::string padded = '<' + word + '>';
    std::vector<std::size_t> starts;  // of its code points, and its end
    for (std::size_t byte = 0; byte < padded.size(); ++byte) {
      if ((static_cast<unsigned char>(padded[byte]) & 0xC0U) != 0x80U) starts.push_back(byte);
    }
    starts.push_back(padded.size());
    const std::size_t points = starts.size() - 1;
    std::size_t grams = 0;
    for (std::size_t length = shortest_gram; length <= std::min(longest_gram, points); ++length)
      grams += points - length + 1;
    for (std::size_t length = shortest_gram; length <= std::min(longest_gram, points); ++length) {
      for (std::size_t first = 0; first + length <= points; ++first) {
        const std::string_view gram =
            std::string_view(padded).substr(starts[first], starts[first + length] - starts[first]);
        add(gram, 3, gram_weight / std::sqrt(static_cast<double>(grams)), sums);
      }
    }
  }

  static void write_unit(const std::vector<double>& sums, std::span<float> vector) {
    double squares = 0;
    for (const double sum : sums) squares += sum * sum;
    const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
    for (std::size_t place = 0; place < sums.size(); ++place) vector[place] = static_cast<float>(sums[place] * scale);
  }

  std::size_t dimension_;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> make_hashed_embedder(std::size_t dimension) {
  if (dimension == 0 || dimension > 65535) {
    return Error{ErrorCode::invalid_argument,
                 "A hashed embedder takes 1 to 65535 components, not " + std::to_string(dimension) + ".",
                 {}};
  }
  return std::shared_ptr<const Embedder>(std::make_shared<HashedEmbedder>(dimension));
}

}  // namespace querydata::inline v0
