/// @file
/// Golden datasets: questions with the queries that answer them rightly.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"

namespace querydata::inline v0 {

/// One question of a dataset.
struct GoldenQuestion {
  std::string id;                 ///< "eval_1"; no other question of the dataset has it
  std::string database;           ///< the database that it is asked of
  std::string nlq;                ///< the question
  std::string golden_sql;         ///< a query that answers it
  std::vector<std::string> tags;  ///< "complexity: low", "topic: …", "source: …", "flagged:empty_result", …
  std::string extra;              ///< members that the format does not know, as a JSON object; or empty

  /// What stands behind "key:" in the first tag of that key, without the blanks around it.
  [[nodiscard]] QUERYDATA_API std::optional<std::string> tag(std::string_view key) const;

  bool operator==(const GoldenQuestion&) const = default;
};

struct GoldenReadOptions {
  std::size_t max_bytes = 64U << 20U;
  std::size_t max_questions = 200'000;
  std::string database;  ///< stands in where a question does not say its own; empty: that is an error
};

/// A list of questions in the published form, `[{"id", "database", "nlq", "golden_sql", "tags"}, …]`. A copyable value;
/// const members are safe from any number of threads.
struct QUERYDATA_API GoldenDataset {
  std::vector<GoldenQuestion> questions;

  /// Reads a dataset. Members that the format does not know are kept, numbers as they were written.
  /// @return  the dataset, or `invalid_argument` (not JSON, a member of the wrong type or that is missing or blank, an
  ///          id twice; `where` has pointer and byte offset), `resource_exhausted` (beyond the limits)
  /// @par Cost  linear in the text
  [[nodiscard]] static Result<GoldenDataset> read(std::string_view json, const GoldenReadOptions& options = {});
  /// As `read`, and what may be wrong with the file itself: `not_found`, `permission_denied`, `unavailable`.
  [[nodiscard]] static Result<GoldenDataset> read_file(const std::string& path, const GoldenReadOptions& options = {});

  /// The canonical text: members in the order above, two spaces, no empty `tags`, a final newline. The same dataset
  /// always gives the same bytes; what was read reads back equal. Text that is not UTF-8 is replaced.
  [[nodiscard]] std::string write() const;
  /// Writes `write()` to a file, replacing it as a whole or not at all.
  /// @return  success, or the errors of `ContextSet::write_file`
  [[nodiscard]] Result<void> write_file(const std::string& path) const;

  bool operator==(const GoldenDataset&) const = default;
};

}  // namespace querydata::inline v0
