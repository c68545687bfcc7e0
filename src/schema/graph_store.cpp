#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/json.hpp"
#include "querydata/store.hpp"
#include "schema/graph_data.hpp"

namespace querydata::inline v0 {

using namespace schema;

namespace {

namespace bj = boost::json;

constexpr std::string_view store_kind = "schema_graph";
constexpr std::int64_t format_version = 1;

/// Parts of the entry, each with its length (64 bits, this machine's byte order) before it: what the graph was built
/// from, its schema, the index of tables, the vectors of columns, those of words.
constexpr std::size_t part_count = 5;

void append_part(std::string& bytes, std::string_view part) {
  const std::uint64_t size = part.size();
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes.append(part);
}

Error damaged(const std::string& name) {
  return {ErrorCode::data_loss,
          "The stored schema graph " + name + " is damaged or was written by something else; build it anew.",
          {}};
}

Error outdated(const std::string& name, const std::string& why) {
  return {ErrorCode::failed_precondition, "The stored schema graph " + name + ' ' + why + "; build it anew.", {}};
}

bj::array strings(const std::vector<std::string>& texts) {
  return bj::array(texts.begin(), texts.end());
}

template <class Pair>
bj::object columns_json(const Pair& pair) {
  return {{"table", pair.table},
          {"columns", strings(pair.columns)},
          {"referenced_table", pair.referenced_table},
          {"referenced_columns", strings(pair.referenced_columns)}};
}

std::string recipe_of(const SchemaGraphOptions& options, const Embedder& embedder) {
  bj::array joins;
  for (const Join& join : options.joins) {
    bj::object object = columns_json(join);
    object["provenance"] = static_cast<std::int64_t>(join.provenance);
    object["confidence"] = join.confidence;
    object["source"] = join.source;
    joins.push_back(std::move(object));
  }
  bj::array bans;
  for (const JoinBan& ban : options.bans) bans.push_back(columns_json(ban));
  return json::write(bj::object{{"format", format_version},
                                {"embedder", embedder.identity()},
                                {"dimension", embedder.dimension()},
                                {"read_views", options.read_views},
                                {"dialect", static_cast<std::int64_t>(options.dialect)},
                                {"joins", std::move(joins)},
                                {"bans", std::move(bans)}});
}

std::vector<std::string> strings_of(const bj::value& list) {
  std::vector<std::string> texts;
  for (const bj::value& text : list.as_array()) texts.emplace_back(text.as_string());
  return texts;
}

template <class Pair>
void read_columns(const bj::object& object, Pair& pair) {
  pair.table = object.at("table").as_string();
  pair.columns = strings_of(object.at("columns"));
  pair.referenced_table = object.at("referenced_table").as_string();
  pair.referenced_columns = strings_of(object.at("referenced_columns"));
}

/// Throws std::exception for what `recipe_of` did not write.
SchemaGraphOptions options_of(const bj::object& recipe) {
  SchemaGraphOptions options;
  options.read_views = recipe.at("read_views").as_bool();
  options.dialect = static_cast<Dialect>(recipe.at("dialect").as_int64());
  for (const bj::value& value : recipe.at("joins").as_array()) {
    const bj::object& object = value.as_object();
    Join join;
    read_columns(object, join);
    join.provenance = static_cast<JoinProvenance>(object.at("provenance").as_int64());
    join.confidence = object.at("confidence").to_number<double>();
    join.source = object.at("source").as_string();
    options.joins.push_back(std::move(join));
  }
  for (const bj::value& value : recipe.at("bans").as_array()) {
    read_columns(value.as_object(), options.bans.emplace_back());
  }
  return options;
}

/// The parts of an entry, or nothing if it has others.
std::vector<std::string_view> parts_of(std::string_view bytes) {
  std::vector<std::string_view> parts;
  while (!bytes.empty() && parts.size() < part_count) {
    std::uint64_t size = 0;
    if (bytes.size() < sizeof size) return {};
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes.remove_prefix(sizeof size);
    if (size > bytes.size()) return {};
    parts.push_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return bytes.empty() && parts.size() == part_count ? parts : std::vector<std::string_view>{};
}

}  // namespace

Result<void> SchemaGraph::save(Store& store, std::string_view name, std::size_t keep) const {
  auto tables = impl_->table_vectors->serialize();
  if (!tables) return std::move(tables).error();
  auto words = impl_->meanings.serialize();
  if (!words) return std::move(words).error();
  std::string bytes;
  append_part(bytes, recipe_of(impl_->options, *impl_->embedder));
  append_part(bytes, to_json(impl_->schema));
  append_part(bytes, *tables);
  append_part(bytes, impl_->column_vectors.serialize());
  append_part(bytes, *words);
  const auto newest = store.read(store_kind, name);
  if (newest && *newest == bytes) return {};
  if (!newest && newest.error().code != ErrorCode::not_found) return newest.error();
  const auto written = store.write({{std::string(store_kind), std::string(name), std::move(bytes), keep}});
  return written ? Result<void>() : Result<void>(written.error());
}

Result<SchemaGraph> SchemaGraph::load(const Store& store, std::string_view name,
                                      std::shared_ptr<const Embedder> embedder) {
  const auto bytes = store.read(store_kind, name);
  if (!bytes) return bytes.error();
  const std::string title(name);
  const std::vector<std::string_view> parts = parts_of(*bytes);
  if (parts.empty()) return damaged(title);
  const auto recipe = json::parse(parts[0]);
  if (!recipe || !recipe->is_object()) return damaged(title);
  SchemaGraphOptions options;
  std::string identity;
  std::size_t dimension = 0;
  // Boost.JSON says by exceptions what is missing or of another kind.
  try {
    if (recipe->as_object().at("format").as_int64() != format_version) {
      return outdated(title, "has the format of another version of querydata");
    }
    options = options_of(recipe->as_object());
    identity = recipe->as_object().at("embedder").as_string();
    dimension = recipe->as_object().at("dimension").to_number<std::size_t>();
  } catch (const std::exception&) {
    return damaged(title);
  }
  options.embedder = std::move(embedder);
  auto schema = Schema::from_json(parts[1]);
  if (!schema) return damaged(title);
  auto impl = Impl::assemble(*std::move(schema), options);
  if (!impl) return std::move(impl).error();
  Impl& graph = **impl;
  if (graph.embedder->identity() != identity) return outdated(title, "was embedded by " + identity);
  if (graph.embedder->dimension() != dimension) {
    return outdated(title, "was embedded with " + std::to_string(dimension) + " components");
  }
  auto tables = search::VectorIndex::deserialize(parts[2]);
  if (!tables) return std::move(tables).error();
  if (tables->size() != graph.schema.tables.size() || tables->dimension() != graph.embedder->dimension()) {
    return damaged(title);
  }
  graph.table_vectors = *std::move(tables);
  auto columns = ColumnVectors::deserialize(parts[3], graph.schema, graph.embedder->dimension());
  if (!columns) return std::move(columns).error();
  graph.column_vectors = *std::move(columns);
  auto words = WordMeanings::deserialize(parts[4], graph.words, graph.embedder);
  if (!words) return std::move(words).error();
  graph.meanings = *std::move(words);
  return SchemaGraph(*std::move(impl));
}

}  // namespace querydata::inline v0
