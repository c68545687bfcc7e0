/// @file
/// What a store remembers of the versions of one context set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/context_store.hpp"

namespace querydata::inline v0::context {

/// The versions of one set, the oldest first.
class VersionList {
 public:
  /// Of a set that is not there yet.
  explicit VersionList(ContextSetId id) : id_(std::move(id)) { id_.version.clear(); }
  /// @return  the list, or `data_loss` (not such a list), `failed_precondition` (a newer form)
  [[nodiscard]] static Result<VersionList> read(const ContextSetId& id, std::string_view json);
  [[nodiscard]] std::string write() const;

  [[nodiscard]] const std::vector<ContextSetVersion>& versions() const noexcept { return versions_; }
  /// 0 of a set that is not there yet.
  [[nodiscard]] std::int64_t newest() const noexcept { return versions_.empty() ? 0 : versions_.back().version; }
  /// The version with a number or label; null: there is none.
  [[nodiscard]] const ContextSetVersion* find(std::string_view version) const noexcept;

  /// The numbers of those with a label.
  [[nodiscard]] std::vector<std::int64_t> labelled() const;

  /// Adds the next version, forgets older ones as the options say, and gives the new one.
  /// @return  the version, or `already_exists` (another one has the label)
  Result<PutVersion> add(const ContextSet& set, const PutOptions& options);

 private:
  ContextSetId id_;
  std::vector<ContextSetVersion> versions_;
};

}  // namespace querydata::inline v0::context
