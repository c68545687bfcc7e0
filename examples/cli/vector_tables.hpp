/// @file
/// Tables found by embeddings alone: the measure of an embedder.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "querydata/embedder.hpp"
#include "querydata/schema.hpp"

/// A table is as near to a question as its name is or, a little less, the nearest of its columns. Throws
/// `querydata::Exception` where the embedder fails. Immutable.
class VectorTables {
 public:
  VectorTables(const querydata::Schema& schema, std::shared_ptr<const querydata::Embedder> embedder);

  /// The qualified names of the `count` nearest tables, nearest first, ties in the schema's order.
  [[nodiscard]] std::vector<std::string> find(const std::string& question, std::size_t count) const;

 private:
  std::shared_ptr<const querydata::Embedder> embedder_;
  std::vector<std::string> tables_;
  std::vector<float> rows_;         ///< of all names, row-major
  std::vector<std::size_t> table_;  ///< of a row
  std::vector<float> share_;        ///< of a row's similarity that counts
};
