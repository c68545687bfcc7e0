/// @file
/// `ContextStore`: context sets by name and version, in a store that several processes share.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_set.hpp"
#include "querydata/store.hpp"

namespace querydata::inline v0 {

/// What names a context set: a plain name, or the resource name that QueryData's `contextSetId` is.
struct ContextSetId {
  std::string group = "default";
  std::string name;     ///< letters, digits, `-` and `_`; upper and lower case differ
  std::string version;  ///< a number or a label; empty: the newest

  /// Reads "NAME", "NAME@VERSION" and "projects/P/locations/L/contextSetGroups/G/contextSets/NAME@VERSION", of which
  /// project and location (a store is in one place), group and version may be missing. A version "v3" is the number 3.
  /// @return  the id, or `invalid_argument`
  [[nodiscard]] static QUERYDATA_API Result<ContextSetId> parse(std::string_view id);

  /// "NAME", "NAME@VERSION", or with a group of its own "contextSetGroups/G/contextSets/NAME@VERSION".
  [[nodiscard]] QUERYDATA_API std::string text() const;

  bool operator==(const ContextSetId&) const = default;
};

/// One stored version of a set.
struct ContextSetVersion {
  ContextSetId id;           ///< with the number as version
  std::int64_t version = 0;  ///< 1, 2, 3, …
  std::string label;         ///< the caller's own name for it; may be empty
  std::string note;          ///< what changed, in the caller's words; may be empty
  std::chrono::sys_seconds saved_at;
  std::size_t templates = 0;
  std::size_t facets = 0;
  std::size_t value_searches = 0;

  bool operator==(const ContextSetVersion&) const = default;
};

/// A version that was put, and what went for it.
struct PutVersion : ContextSetVersion {
  std::vector<ContextSetVersion> removed;  ///< older versions that `keep` let go, the oldest first
};

struct PutOptions {
  std::string label;        ///< letters, digits, `-`, `_` and `.`; not a number
  bool move_label = false;  ///< another version may lose the label to this one
  std::string note;         ///< UTF-8, at most 4096 bytes
  std::size_t keep = 0;     ///< how many versions stay, this one included; 0: all. What has a label stays besides
  /// The version that the caller started from, 0 for none: if the newest is another one, somebody else was faster.
  std::optional<std::int64_t> expected_version;
  std::optional<std::chrono::sys_seconds> now;  ///< none: the clock
};

/// Named, versioned context sets in a `Store`. A copy uses the same store.
///
/// @par Threads  any number of calls at once, in any number of processes; each call sees and makes whole versions.
class QUERYDATA_API ContextStore {
 public:
  /// @param store  not null
  explicit ContextStore(std::shared_ptr<Store> store);
  /// As `open_store`.
  [[nodiscard]] static Result<ContextStore> open(std::string_view path, StoreMode mode,
                                                 std::chrono::milliseconds lock_wait = std::chrono::seconds(10));

  /// Stores a set as the newest version of `id`, whose version must be empty.
  /// @return  what was stored and what was removed, or `invalid_argument` (an id with a version, a set without items or
  /// with text that no
  ///          file can hold, a label or note that is not allowed), `already_exists` (another version has the label),
  ///          `failed_precondition` (`expected_version` is not the newest), `aborted` (others wrote to the store during
  ///          each of 1000 tries), and the errors of `Store::write`
  Result<PutVersion> put(const ContextSetId& id, const ContextSet& set, const PutOptions& options = {});

  /// The set that `id` names.
  /// @return  the set, or `not_found` (the message names sets or versions that are called nearly so), `data_loss`, or
  ///          the other errors of `Store::read`
  /// @par Cost  linear in the set
  [[nodiscard]] Result<ContextSet> get(const ContextSetId& id) const;
  /// As `get`, of an id as text: QueryData's `contextSetId`.
  [[nodiscard]] Result<ContextSet> get(std::string_view id) const;

  /// The newest version of each set, by group and name.
  [[nodiscard]] Result<std::vector<ContextSetVersion>> list() const;
  /// All versions of a set, the newest first; the id's version does not matter.
  /// @return  the versions, or the errors of `get`
  [[nodiscard]] Result<std::vector<ContextSetVersion>> history(const ContextSetId& id) const;
  /// Removes all versions of a set, and then the next one is number 1 again. The id's version must be empty.
  /// @return  success, or `invalid_argument`, and the errors of `get` and `Store::write`
  Result<void> remove(const ContextSetId& id);

 private:
  std::shared_ptr<Store> store_;
};

}  // namespace querydata::inline v0
