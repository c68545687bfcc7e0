#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "querydata/embedder.hpp"
#include "search/vector_rows.hpp"

namespace querydata::inline v0 {
namespace {

class CallbackEmbedder final : public Embedder {
 public:
  CallbackEmbedder(std::string identity, std::size_t dimension, EmbedFunction function, std::size_t batch)
      : identity_(std::move(identity)), dimension_(dimension), function_(std::move(function)), batch_(batch) {}

  [[nodiscard]] std::string identity() const override { return identity_; }
  [[nodiscard]] std::size_t dimension() const noexcept override { return dimension_; }

  [[nodiscard]] Result<void> embed(std::span<const std::string> texts, std::span<float> vectors) const override {
    if (auto room = search::check_room(texts.size(), dimension_, vectors); !room) return room;
    for (std::size_t first = 0; first < texts.size(); first += batch_) {
      const std::size_t count = std::min(batch_, texts.size() - first);
      const auto embedded = function_(texts.subspan(first, count));
      if (!embedded) return embedded.error();
      if (embedded->size() != count) {
        return wrong("gave " + std::to_string(embedded->size()) + " vectors for " + std::to_string(count) + " texts");
      }
      for (std::size_t row = 0; row < count; ++row) {
        if (auto copied = copy((*embedded)[row], vectors.subspan((first + row) * dimension_, dimension_)); !copied)
          return copied;
      }
    }
    return {};
  }

 private:
  [[nodiscard]] Error wrong(const std::string& what) const {
    return {ErrorCode::failed_precondition,
            "The host's embedder " + identity_ + " " + what + "; it must give one vector of " +
                std::to_string(dimension_) + " finite components a text.",
            {}};
  }

  [[nodiscard]] Result<void> copy(const std::vector<float>& from, std::span<float> to) const {
    if (from.size() != dimension_) return wrong("gave a vector of " + std::to_string(from.size()) + " components");
    if (!std::all_of(from.begin(), from.end(), [](float component) { return std::isfinite(component); }))
      return wrong("gave a component that is no finite number");
    std::copy(from.begin(), from.end(), to.begin());
    search::scale_to_unit(to);
    return {};
  }

  std::string identity_;
  std::size_t dimension_;
  EmbedFunction function_;
  std::size_t batch_;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> make_callback_embedder(std::string identity, std::size_t dimension,
                                                               EmbedFunction function, std::size_t batch) {
  const auto refused = [](const std::string& what) {
    return Error{ErrorCode::invalid_argument, "A callback embedder takes " + what + ".", {}};
  };
  if (identity.empty()) return refused("an identity that names its model and version, not an empty one");
  if (!function) return refused("a function to call");
  if (batch == 0) return refused("batches of one text or more");
  if (dimension == 0 || dimension > std::numeric_limits<std::uint16_t>::max())
    return refused("1 to 65535 components, not " + std::to_string(dimension));
  return std::shared_ptr<const Embedder>(
      std::make_shared<CallbackEmbedder>(std::move(identity), dimension, std::move(function), batch));
}

}  // namespace querydata::inline v0
