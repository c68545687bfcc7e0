/// @file
/// The list of what a store holds, in memory, as one checked whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "querydata/result.hpp"
#include "store/sqlite_file.hpp"

namespace querydata::inline v0::store {

/// One version of one name.
struct Entry {
  std::string kind;
  std::string name;
  std::int64_t version = 0;
  std::int64_t bytes = 0;
  std::uint64_t checksum = 0;  ///< of the data
  std::int64_t blob = 0;       ///< row of the data
};

/// All entries of one generation, ordered by kind, name, version.
///
/// It is read as a whole because damage can make an entry disappear as well as change it: only the checksum over all
/// entries tells "not there" from "lost".
class Directory {
 public:
  /// Reads the table `entry` and the row `state`, and compares the one with the checksum in the other.
  [[nodiscard]] static Result<Directory> load(const Connection& connection);
  /// Generation and checksum of the directory in the file, its own row checked.
  struct State {
    std::int64_t generation = 0;
    std::uint64_t directory_checksum = 0;
    bool operator==(const State&) const = default;
  };
  [[nodiscard]] static Result<State> load_state(const Connection& connection);
  /// Writes the row `state`.
  [[nodiscard]] static Result<void> save_state(const Connection& connection, const State& state);

  [[nodiscard]] const State& state() const noexcept { return state_; }
  [[nodiscard]] std::span<const Entry> entries() const noexcept { return entries_; }
  /// The entries of a kind; all for "".
  [[nodiscard]] std::span<const Entry> of_kind(std::string_view kind) const noexcept;
  /// The versions of a name, oldest first.
  [[nodiscard]] std::span<const Entry> versions(std::string_view kind, std::string_view name) const noexcept;

  void add(Entry entry);
  /// Takes out versions of a name; `gone` ascends.
  void remove(std::string_view kind, std::string_view name, std::span<const std::int64_t> gone);
  /// Makes this the directory of the next generation.
  void seal(std::int64_t generation);

 private:
  [[nodiscard]] std::uint64_t sum() const noexcept;

  std::vector<Entry> entries_;
  State state_;
};

}  // namespace querydata::inline v0::store
