/// @file
/// What the columns hold that parameters are compared with.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plan/template_analysis.hpp"
#include "querydata/database.hpp"
#include "querydata/deadline.hpp"
#include "querydata/result.hpp"
#include "querydata/value_linker.hpp"

namespace querydata::inline v0::plan {

/// Distinct values of a column, and what they look like.
struct ColumnValues {
  std::vector<CountedValue> stored;
  std::unordered_set<std::string> keys;  ///< normalised texts
  ValueForm form;
  bool holds_years = false;  ///< every value may be a year
};

/// Reads columns, each once.
class ColumnReader {
 public:
  /// @param database, schema  borrowed
  /// @param max_values        of a column
  ColumnReader(Database& database, const Schema& schema, std::size_t max_values, CallControl control)
      : database_(database), schema_(schema), max_values_(max_values), control_(std::move(control)) {}

  /// The values, until they are taken.
  [[nodiscard]] Result<const ColumnValues*> read(const ColumnKey& key);
  [[nodiscard]] Result<std::vector<CountedValue>> take(const ColumnKey& key);

 private:
  Database& database_;
  const Schema& schema_;
  std::size_t max_values_;
  CallControl control_;
  std::map<ColumnKey, ColumnValues> values_;
};

/// Sets the value form and the domain of every slot from the database, and tells which columns to index.
///
/// The domain of a slot is its own columns and those that hold nearly all of their values and more: a state of
/// `river.traverse` may be any state of `state.state_name`, also one without a river.
/// @return  the columns whose values questions may name, each once, or the database's error
/// @par Cost  a scan of each text column, at most `most_columns` beyond the compared ones
[[nodiscard]] Result<std::vector<IndexedColumn>> read_domains(const std::vector<ItemAnalysis*>& items,
                                                              ColumnReader& reader, const Schema& schema);

}  // namespace querydata::inline v0::plan
