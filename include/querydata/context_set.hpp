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
#include "querydata/scope.hpp"

namespace querydata::inline v0 {

/// How much a finding matters. A set with an `error` can't be used as it is.
enum class Severity : std::uint8_t { information, warning, error };

/// "information", "warning" or "error". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(Severity severity) noexcept;

/// Something that a check noticed.
struct Finding {
  Severity severity = Severity::error;
  std::string_view rule;  ///< its name in docs/context-check.md, which stays the same: "unknown_column". Static text
  /// RFC 6901, by the canonical names: "/templates/3/parameterized/parameterized_sql", also where the file had another
  /// spelling. "" is the set as a whole. What is missing is named by the place where it belongs.
  std::string json_pointer;
  std::string message;                ///< what is wrong and what to do
  std::optional<std::size_t> offset;  ///< byte inside the member's text, where the finding is about one place of it
  std::optional<std::size_t> byte;    ///< in the file; see `locate` in context_check.hpp
  bool operator==(const Finding&) const = default;
};

struct CheckOptions {
  std::optional<Dialect> dialect;            ///< none: each query may be in any of them
  const Schema* schema = nullptr;            ///< borrowed; with it tables and columns are checked too
  std::vector<std::string> extra_functions;  ///< functions of the host's own that queries may call (lower case)
  Scope scope;                               ///< what readers of the set may see: nothing else may be named
};

struct ReadOptions {
  std::size_t max_bytes = 64U << 20U;
  std::size_t max_items = 200'000;
  std::size_t max_text_bytes = 1U << 20U;  ///< of one member, UTF-8; of an unknown member, its JSON
};

/// One file of knowledge about one database. A copyable value; const members are safe from any number of threads.
struct QUERYDATA_API ContextSet {
  std::vector<Template> templates;
  std::vector<Facet> facets;
  std::vector<ValueSearch> value_searches;
  std::string extra;  ///< of the set itself; see context_items.hpp

  /// Reads a set in any accepted spelling (snake_case or camelCase; `fragments`, `facet`, `fragment`, …).
  ///
  /// Text that is empty or white space is an empty set; a byte order mark is passed over. A member that is null counts
  /// as missing. Members that are missing and can be derived stay empty; `check` tells what is missing. Members that
  /// the format does not know are kept, numbers as they were written.
  ///
  /// @return  the set, or `invalid_argument` (not JSON, nested deeper than 64 levels, a member of the wrong type, the
  ///          same member under two names with two values; `where` has the pointer, as the file spells it, and the byte
  ///          offset), `resource_exhausted` (beyond the limits)
  /// @par Cost  linear in the text
  [[nodiscard]] static Result<ContextSet> read(std::string_view json, const ReadOptions& options = {});
  /// As `read`; besides, what may be wrong with the file itself: `not_found`, `permission_denied`, `invalid_argument`
  /// (no regular file), `unavailable`. `where.file` is the path.
  [[nodiscard]] static Result<ContextSet> read_file(const std::string& path, const ReadOptions& options = {});

  /// The canonical text: snake_case, two spaces, missing members left out, unknown ones behind the known, a final
  /// newline. Reading it gives an equal set if this one was read; the same set always gives the same bytes.
  /// What no file can hold, text that is not UTF-8 and an `extra` that is no JSON object, is replaced or left out.
  [[nodiscard]] std::string write() const;
  /// Writes `write()` to a file, replacing it as a whole or not at all.
  /// @return  success, or `invalid_argument` (what no file can hold, with its pointer), `not_found` (no such folder),
  ///          `permission_denied`, `resource_exhausted` (the disk is full), `unavailable`
  [[nodiscard]] Result<void> write_file(const std::string& path) const;

  /// Everything that is wrong or odd, errors first, then warnings, each in the order of the file. Never fails; an empty
  /// list is a clean set. The rules stand in docs/context-check.md. See context_check.hpp for files and databases.
  /// @par Cost  linear in the set, but for items that resemble each other: those are compared
  [[nodiscard]] std::vector<Finding> check(const CheckOptions& options = {}) const;

  /// Appends the items of `other` that this set does not have yet: equal in all members, `extra` included. Of the
  /// members of `extra`, those of this set stay where both have one.
  /// @par Cost  linear in both
  void append(const ContextSet& other);

  bool operator==(const ContextSet&) const = default;
};

}  // namespace querydata::inline v0
