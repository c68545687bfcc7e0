/// @file
/// The layout of a store's file, and how older layouts become the present one.
///
/// | table   | a row is                                                                                       |
/// |---------|------------------------------------------------------------------------------------------------|
/// | `state` | the only one: generation, checksum of all entries, checksum of the row                         |
/// | `entry` | a version of a name: length, checksum of its data, row of its data                             |
/// | `blob`  | the data                                                                                       |
///
/// `application_id` is "QDST", `user_version` the format version. All checksums are CRC-64/XZ.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "store/sqlite_file.hpp"

namespace querydata::inline v0::store {

inline constexpr std::int64_t application_id = 0x51445354;  // "QDST"
inline constexpr std::uint32_t format_version = 1;

/// Brings a file from format version `i` to `i + 1`, where `i` is its place in a list. Version 0 is the empty file.
using Migration = Result<void> (*)(const Connection&);

/// The steps up to the present format.
[[nodiscard]] std::span<const Migration> migrations();

/// What a file is, before anything else is read from it.
/// @return  its format version (0: an empty file), or `data_loss` (no store), `failed_precondition` (newer than
///          `newest`)
[[nodiscard]] Result<std::int64_t> recognise(const Connection& connection, std::int64_t newest = format_version);

/// Runs the steps that `connection`'s file still needs, all of them in one transaction or none.
[[nodiscard]] Result<void> migrate(const Connection& connection, std::span<const Migration> steps);

/// Whether the file has the tables of the present format and no others: neither damage to their definitions nor
/// triggers and views of a stranger's making. Else `data_loss`.
[[nodiscard]] Result<void> check_layout(const Connection& connection);

}  // namespace querydata::inline v0::store
