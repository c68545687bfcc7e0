#include "search/vector_index.hpp"

#include <faiss/IndexFlat.h>
#include <faiss/IndexHNSW.h>
#include <faiss/impl/io.h>
#include <faiss/index_io.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "core/hash.hpp"
#include "search/dot.hpp"
#include "search/faiss_guard.hpp"

namespace querydata::inline v0::search {
namespace {

constexpr int neighbours_per_vector = 32;  // HNSW's M
constexpr int construction_breadth = 80;   // HNSW's efConstruction
constexpr int search_breadth = 96;         // HNSW's efSearch
constexpr std::int64_t level_seed = 20'240'229;

/// In front of the vectors and the graph. All members are of this machine's byte order.
struct Header {
  char magic[4] = {'Q', 'D', 'V', 'I'};
  std::uint32_t order = 0x01020304;
  std::uint32_t version = 1;
  std::uint32_t dimension = 0;
  std::uint64_t count = 0;
  std::uint64_t exact_limit = 0;
  std::uint64_t is_exact = 1;
};
static_assert(sizeof(Header) == 40);

Error invalid(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), {}};
}
Error damaged(std::string_view what) {
  return {ErrorCode::data_loss, "The stored vector index is damaged: " + std::string(what) + ". Build it anew.", {}};
}

Result<void> check_rows(std::size_t dimension, std::span<const float> rows) {
  if (rows.size() % dimension != 0) {
    return invalid("The vectors hold " + std::to_string(rows.size()) + " components, which is no multiple of " +
                   std::to_string(dimension) + ".");
  }
  const auto odd = std::find_if(rows.begin(), rows.end(), [](float component) { return !std::isfinite(component); });
  if (odd == rows.end()) return {};
  const auto place = static_cast<std::size_t>(odd - rows.begin());
  return invalid("Component " + std::to_string(place % dimension) + " of vector " + std::to_string(place / dimension) +
                 " is not a finite number; the embedder must give finite ones.");
}

/// FAISS's own inner product adds up one component after the other in the builds of distributions.
class Similarity final : public faiss::FlatCodesDistanceComputer {
 public:
  Similarity(const float* vectors, std::size_t dimension)
      : FlatCodesDistanceComputer(reinterpret_cast<const std::uint8_t*>(vectors), dimension * sizeof(float)),
        vectors_(vectors),
        query_({vectors, dimension}) {}

  void set_query(const float* query) override { query_ = {query, query_.size()}; }
  float distance_to_code(const std::uint8_t* code) override {
    return dot(query_, reinterpret_cast<const float*>(code));
  }
  float symmetric_dis(idx_t a, idx_t b) override {
    const std::size_t dimension = query_.size();
    return dot(std::span(vectors_ + static_cast<std::size_t>(a) * dimension, dimension),
               vectors_ + static_cast<std::size_t>(b) * dimension);
  }

 private:
  const float* vectors_;
  std::span<const float> query_;
};

struct Vectors final : faiss::IndexFlatIP {
  using IndexFlatIP::IndexFlatIP;
  [[nodiscard]] faiss::FlatCodesDistanceComputer* get_FlatCodesDistanceComputer() const override {
    return new Similarity(get_xb(), static_cast<std::size_t>(d));
  }
};

/// Lets a graph compare its vectors by `Similarity`. Precondition: their index is flat.
void use_own_similarity(faiss::IndexHNSWFlat& graph) {
  auto vectors = std::make_unique<Vectors>(static_cast<faiss::Index::idx_t>(graph.d));
  auto* flat = dynamic_cast<faiss::IndexFlat*>(graph.storage);
  vectors->codes = std::move(flat->codes);
  vectors->ntotal = flat->ntotal;
  delete graph.storage;
  graph.storage = vectors.release();
}

std::unique_ptr<faiss::IndexHNSWFlat> empty_graph(std::size_t dimension) {
  auto graph = std::make_unique<faiss::IndexHNSWFlat>(static_cast<int>(dimension), neighbours_per_vector,
                                                      faiss::METRIC_INNER_PRODUCT);
  graph->hnsw.efConstruction = construction_breadth;
  graph->hnsw.efSearch = search_breadth;
  use_own_similarity(*graph);
  return graph;
}

/// Whether every number in a graph that was read points inside it; FAISS itself does not look.
bool is_sound(const faiss::HNSW& graph, std::size_t count) {
  const auto& per_level = graph.cum_nneighbor_per_level;
  if (graph.levels.size() != count || graph.offsets.size() != count + 1 || per_level.size() < 2) return false;
  if (graph.offsets.front() != 0 || graph.offsets.back() != graph.neighbors.size()) return false;
  if (per_level.front() != 0 || !std::is_sorted(per_level.begin(), per_level.end())) return false;
  if (graph.entry_point < 0 || static_cast<std::size_t>(graph.entry_point) >= count) return false;
  if (graph.max_level < 0 || graph.levels[static_cast<std::size_t>(graph.entry_point)] != graph.max_level + 1)
    return false;
  for (std::size_t node = 0; node < count; ++node) {
    const int levels = graph.levels[node];
    if (levels < 1 || levels > graph.max_level + 1 || static_cast<std::size_t>(levels) >= per_level.size())
      return false;
    const auto room = static_cast<std::size_t>(per_level[static_cast<std::size_t>(levels)]);
    if (graph.offsets[node + 1] < graph.offsets[node] || graph.offsets[node + 1] - graph.offsets[node] != room)
      return false;
  }
  for (std::size_t node = 0; node < count; ++node) {
    for (int level = 0; level < graph.levels[node]; ++level) {
      const auto from = graph.offsets[node] + static_cast<std::size_t>(per_level[static_cast<std::size_t>(level)]);
      const auto to = graph.offsets[node] + static_cast<std::size_t>(per_level[static_cast<std::size_t>(level) + 1]);
      for (std::size_t place = from; place < to; ++place) {
        const auto neighbour = graph.neighbors[place];
        if (neighbour < -1 || (neighbour >= 0 && static_cast<std::size_t>(neighbour) >= count)) return false;
        if (neighbour >= 0 && graph.levels[static_cast<std::size_t>(neighbour)] <= level) return false;
      }
    }
  }
  return true;
}

}  // namespace

struct VectorIndex::Impl {
  std::size_t dimension = 0;
  VectorIndexOptions options;
  std::unique_ptr<faiss::Index> index;
  std::vector<std::uint8_t> hidden;  ///< 1: removed
  std::size_t hidden_count = 0;

  [[nodiscard]] std::size_t size() const { return hidden.size(); }
  [[nodiscard]] faiss::IndexHNSWFlat* graph() const { return dynamic_cast<faiss::IndexHNSWFlat*>(index.get()); }
  [[nodiscard]] const float* vectors() const {
    const auto* flat = dynamic_cast<const faiss::IndexFlat*>(graph() ? graph()->storage : index.get());
    return flat->get_xb();
  }

  void append(std::span<const float> rows) {
    const std::size_t total = size() + rows.size() / dimension;
    if (total > options.exact_limit && !graph()) {
      std::vector<float> all(vectors(), vectors() + size() * dimension);
      all.insert(all.end(), rows.begin(), rows.end());
      auto fresh = empty_graph(dimension);
      append_to_graph(*fresh, all);
      index = std::move(fresh);
    } else if (graph()) {
      append_to_graph(*graph(), rows);
    } else {
      index->add(static_cast<faiss::Index::idx_t>(rows.size() / dimension), rows.data());
    }
    hidden.resize(total, 0);
  }

  void append_to_graph(faiss::IndexHNSWFlat& to, std::span<const float> rows) const {
    // FAISS does not store its generator: seeded by the size, a loaded index grows as the original would.
    to.hnsw.rng = faiss::RandomGenerator(level_seed + to.ntotal);
    to.add(static_cast<faiss::Index::idx_t>(rows.size() / dimension), rows.data());
  }

  [[nodiscard]] std::vector<ScoredItem> nearest_of_all(std::span<const float> query, std::size_t count) const {
    std::vector<ScoredItem> found;
    found.reserve(size() - hidden_count);
    const float* vector = vectors();
    for (std::uint32_t number = 0; number < size(); ++number, vector += dimension) {
      if (hidden[number] == 0) found.push_back({number, static_cast<double>(dot(query, vector))});
    }
    return best(std::move(found), count);
  }

  [[nodiscard]] std::vector<ScoredItem> nearest(std::span<const float> query, std::size_t count) const {
    if (!graph()) return nearest_of_all(query, count);
    std::size_t asked = std::min(size(), count + std::min(hidden_count, count));
    std::vector<ScoredItem> found;
    for (;;) {
      std::vector<float> similarities(asked);
      std::vector<faiss::Index::idx_t> numbers(asked, -1);
      index->search(1, query.data(), static_cast<faiss::Index::idx_t>(asked), similarities.data(), numbers.data());
      found.clear();
      for (std::size_t place = 0; place < asked; ++place) {
        if (numbers[place] < 0 || hidden[static_cast<std::size_t>(numbers[place])] != 0) continue;
        found.push_back({static_cast<std::uint32_t>(numbers[place]), static_cast<double>(similarities[place])});
      }
      if (found.size() >= count || asked == size()) break;
      asked = std::min(size(), asked * 2);
    }
    return best(std::move(found), count);
  }
};

VectorIndex::VectorIndex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
VectorIndex::VectorIndex(VectorIndex&&) noexcept = default;
VectorIndex& VectorIndex::operator=(VectorIndex&&) noexcept = default;
VectorIndex::~VectorIndex() = default;

Result<VectorIndex> VectorIndex::build(std::size_t dimension, std::span<const float> rows,
                                       const VectorIndexOptions& options) {
  if (dimension == 0 || dimension > 65535) {
    return invalid("A vector index takes 1 to 65535 components, not " + std::to_string(dimension) + ".");
  }
  auto impl = std::make_unique<Impl>();
  impl->dimension = dimension;
  impl->options = options;
  const auto made = with_faiss("making a vector index", [&] {
    impl->index = std::make_unique<faiss::IndexFlatIP>(static_cast<faiss::Index::idx_t>(dimension));
  });
  if (!made) return made.error();
  VectorIndex result(std::move(impl));
  if (auto added = result.add(rows); !added) return std::move(added).error();
  return result;
}

Result<void> VectorIndex::add(std::span<const float> rows) {
  if (auto checked = check_rows(impl_->dimension, rows); !checked) return checked;
  if (rows.empty()) return {};
  if (size() + rows.size() / impl_->dimension > static_cast<std::size_t>(INT32_MAX)) {
    return Error{ErrorCode::resource_exhausted, "A vector index holds at most 2147483647 vectors; split the data.", {}};
  }
  return with_faiss("adding to the vector index", [&] { impl_->append(rows); });
}

Result<void> VectorIndex::remove(std::uint32_t number) {
  if (number >= impl_->size() || impl_->hidden[number] != 0) {
    return Error{ErrorCode::not_found, "The vector index holds no vector " + std::to_string(number) + ".", {}};
  }
  impl_->hidden[number] = 1;
  ++impl_->hidden_count;
  return {};
}

std::size_t VectorIndex::dimension() const noexcept {
  return impl_->dimension;
}
std::size_t VectorIndex::size() const noexcept {
  return impl_->size();
}
std::size_t VectorIndex::removed() const noexcept {
  return impl_->hidden_count;
}
bool VectorIndex::exact() const noexcept {
  return impl_->graph() == nullptr;
}

Result<std::vector<ScoredItem>> VectorIndex::search(std::span<const float> query, std::size_t count) const {
  if (query.size() != impl_->dimension) {
    return invalid("The query has " + std::to_string(query.size()) + " components, the index " +
                   std::to_string(impl_->dimension) + "; embed both with the same embedder.");
  }
  if (auto checked = check_rows(impl_->dimension, query); !checked) return std::move(checked).error();
  const bool wordless = std::all_of(query.begin(), query.end(), [](float component) { return component == 0; });
  const std::size_t wanted = std::min(count, size() - removed());
  if (wordless || wanted == 0) return std::vector<ScoredItem>{};
  return with_faiss("searching the vector index", [&] { return impl_->nearest(query, wanted); });
}

std::span<const float> VectorIndex::vector(std::uint32_t number) const noexcept {
  return {impl_->vectors() + number * impl_->dimension, impl_->dimension};
}

Result<std::string> VectorIndex::serialize() const {
  Header header;
  header.dimension = static_cast<std::uint32_t>(impl_->dimension);
  header.count = impl_->size();
  header.exact_limit = impl_->options.exact_limit;
  header.is_exact = exact() ? 1 : 0;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes.append(reinterpret_cast<const char*>(impl_->hidden.data()), impl_->hidden.size());
  const auto written = with_faiss("writing the vector index", [&] {
    if (exact()) {
      bytes.append(reinterpret_cast<const char*>(impl_->vectors()), size() * dimension() * sizeof(float));
      return;
    }
    faiss::VectorIOWriter writer;
    faiss::write_index(impl_->index.get(), &writer);
    bytes.append(reinterpret_cast<const char*>(writer.data.data()), writer.data.size());
  });
  if (!written) return written.error();
  const std::uint64_t checksum = stable_hash(bytes);
  bytes.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  return bytes;
}

Result<VectorIndex> VectorIndex::deserialize(std::string_view bytes) {
  Header header;
  std::uint64_t checksum = 0;
  if (bytes.size() < sizeof header + sizeof checksum) return damaged("it is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, Header{}.magic, sizeof header.magic) != 0) return damaged("it does not begin as one");
  if (header.order != Header{}.order || header.version != Header{}.version) {
    return Error{ErrorCode::failed_precondition,
                 "The stored vector index is of another version or byte order. Build it anew.",
                 {}};
  }
  std::memcpy(&checksum, bytes.data() + bytes.size() - sizeof checksum, sizeof checksum);
  bytes.remove_suffix(sizeof checksum);
  if (checksum != stable_hash(bytes)) return damaged("its checksum differs");
  bytes.remove_prefix(sizeof header);
  if (header.dimension == 0 || header.dimension > 65535) return damaged("its dimension is out of range");
  if (header.count > bytes.size()) return damaged("it holds fewer vectors than it says");

  auto impl = std::make_unique<Impl>();
  impl->dimension = header.dimension;
  impl->options.exact_limit = header.exact_limit;
  impl->hidden.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header.count));
  if (std::any_of(impl->hidden.begin(), impl->hidden.end(), [](std::uint8_t flag) { return flag > 1; })) {
    return damaged("a mark of removal is neither 0 nor 1");
  }
  impl->hidden_count = static_cast<std::size_t>(std::count(impl->hidden.begin(), impl->hidden.end(), 1));
  bytes.remove_prefix(header.count);

  if (header.is_exact == 1) {
    if (bytes.size() != header.count * header.dimension * sizeof(float)) return damaged("its vectors are cut short");
    std::vector<float> rows(header.count * header.dimension);
    if (!rows.empty()) std::memcpy(rows.data(), bytes.data(), bytes.size());
    if (!check_rows(header.dimension, rows)) return damaged("a component is not a finite number");
    const auto made = with_faiss("reading the vector index", [&] {
      impl->index = std::make_unique<faiss::IndexFlatIP>(static_cast<faiss::Index::idx_t>(header.dimension));
      impl->index->add(static_cast<faiss::Index::idx_t>(header.count), rows.data());
    });
    if (!made) return made.error();
    return VectorIndex(std::move(impl));
  }

  const auto read = with_faiss("reading the vector index", [&] {
    faiss::VectorIOReader reader;
    reader.data.assign(bytes.begin(), bytes.end());
    impl->index.reset(faiss::read_index(&reader));
  });
  if (!read) return damaged(read.error().message);
  const faiss::IndexHNSWFlat* graph = impl->graph();
  const auto* flat = graph ? dynamic_cast<const faiss::IndexFlat*>(graph->storage) : nullptr;
  const auto count = static_cast<faiss::Index::idx_t>(header.count);
  const bool fits =
      flat && graph->ntotal == count && flat->ntotal == count && graph->metric_type == faiss::METRIC_INNER_PRODUCT &&
      flat->metric_type == faiss::METRIC_INNER_PRODUCT && graph->d == static_cast<int>(header.dimension) &&
      flat->d == graph->d && flat->codes.size() == header.count * header.dimension * sizeof(float);
  if (!fits) return damaged("its graph and its header differ");
  if (!is_sound(graph->hnsw, header.count)) return damaged("its graph points outside itself");
  use_own_similarity(*impl->graph());
  return VectorIndex(std::move(impl));
}

}  // namespace querydata::inline v0::search
