/// @file
/// `ContextSet`: templates, facets and value searches, read, checked and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_items.hpp"
#include "querydata/dialect.hpp"
#include "querydata/result.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0 {

/// How much a finding matters. A set with an `error` can't be used as it is.
enum class Severity : std::uint8_t { information, warning, error };

/// "information", "warning" or "error". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(Severity severity) noexcept;

/// Something that `ContextSet::check` noticed.
struct Finding {
  Severity severity = Severity::error;
  std::string json_pointer;  ///< RFC 6901 in the file's own spelling: "/templates/3/parameterized/parameterized_sql"
  std::string message;       ///< what is wrong and what to do
  bool operator==(const Finding&) const = default;
};

struct CheckOptions {
  std::optional<Dialect> dialect;  ///< none: the dialects that read every query are tried
  const Schema* schema = nullptr;  ///< borrowed; with it tables and columns are checked too
};

struct ReadOptions {
  std::size_t max_bytes = 64U << 20U;
  std::size_t max_items = 200'000;
  std::size_t max_text_bytes = 1U << 20U;  ///< of one member
};

/// One file of knowledge about one database. A copyable value.
struct QUERYDATA_API ContextSet {
  std::vector<Template> templates;
  std::vector<Facet> facets;
  std::vector<ValueSearch> value_searches;
  std::string extra;  ///< top-level members that the format does not know, a JSON object or empty

  /// Reads a set in any accepted spelling (snake_case or camelCase; `fragments`, `facet`, `fragment`, …). Text that is
  /// empty or white space is an empty set. Members that are missing and can be derived stay empty; `check` tells what
  /// is missing.
  /// @return  the set, or `invalid_argument` (not JSON, not an object, a member of the wrong type; `where` has pointer
  /// and offset),
  ///          `resource_exhausted` (beyond the limits)
  /// @par Cost  linear in the text
  [[nodiscard]] static Result<ContextSet> read(std::string_view json, const ReadOptions& options = {});
  /// As `read`; besides `not_found`, `permission_denied` for the file itself.
  [[nodiscard]] static Result<ContextSet> read_file(const std::string& path, const ReadOptions& options = {});

  /// The canonical text: snake_case, two spaces, empty optional members left out, unknown members kept, a final
  /// newline.
  [[nodiscard]] std::string write() const;
  /// Writes `write()` to a file, replacing it as a whole or not at all.
  [[nodiscard]] Result<void> write_file(const std::string& path) const;

  /// Everything that is wrong or odd, errors first in the order of the file. Never fails; an empty list is a clean set.
  [[nodiscard]] std::vector<Finding> check(const CheckOptions& options = {}) const;

  /// Appends the items of `other`; items that are equal in all members are kept once.
  void append(const ContextSet& other);

  bool operator==(const ContextSet&) const = default;
};

}  // namespace querydata::inline v0
