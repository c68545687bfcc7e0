/// @file
/// The columns that an index is to have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "querydata/schema.hpp"
#include "querydata/value_index.hpp"
#include "values/index_manifest.hpp"

namespace querydata::inline v0::values {

/// A column to be read, or named as skipped.
struct WantedColumn {
  std::string table;  ///< qualified name
  std::string column;
  bool judged = true;   ///< its values decide whether it is indexed
  std::string skipped;  ///< why it is not even read

  [[nodiscard]] std::string name() const { return table + '.' + column; }
};

/// Why a column that was indexed is not any more, if the database has lost it.
inline constexpr std::string_view gone = "the database does not have it any more";

/// The columns that the options ask for, by table and name. `not_found` for one that the schema does not have.
[[nodiscard]] Result<std::vector<WantedColumn>> wanted_columns(const Schema& schema, const ValueIndexOptions& options);

/// The columns that the options name, or all that the manifest has, judged as it says.
[[nodiscard]] Result<std::vector<WantedColumn>> columns_to_rescan(const Schema& schema,
                                                                  const ValueIndexOptions& options,
                                                                  const IndexManifest& manifest);

}  // namespace querydata::inline v0::values
