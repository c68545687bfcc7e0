/// @file
/// Reads columns of a database into a segment of an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "querydata/value_index.hpp"
#include "store/sections.hpp"
#include "store/segment_files.hpp"
#include "values/index_manifest.hpp"
#include "values/segment_builder.hpp"
#include "values/wanted_columns.hpp"

namespace querydata::inline v0::values {

/// Reads columns into a segment; with files, what took long is kept in the entry of the build.
class IndexReader {
 public:
  IndexReader(Database& database, const ValueIndexOptions& options, IndexManifest& manifest)
      : database_(database), options_(options), manifest_(manifest) {}

  /// What was read goes to the store, too, and what an earlier build has left there is not read again.
  void keep_in(Store& store, const store::SegmentFiles& files, std::string_view name) {
    store_ = &store;
    files_ = &files;
    name_ = name;
  }

  /// Reads the columns and notes them in the manifest. Errors: those of the database and of writing.
  /// @param replaces  they are to overrule what older segments say of them
  [[nodiscard]] Result<store::Sections> read(const std::vector<WantedColumn>& wanted, bool replaces);

 private:
  [[nodiscard]] Result<void> read_column(const WantedColumn& wanted, std::uint16_t number, SegmentBuilder& builder);
  [[nodiscard]] Result<bool> take_kept(const WantedColumn& wanted, std::uint16_t number, SegmentBuilder& builder);
  [[nodiscard]] Result<void> keep(const WantedColumn& wanted, ManifestColumn& column, const store::Sections& values);
  void note(ManifestColumn column);
  void tell(const WantedColumn* column, std::size_t values) const;

  Database& database_;
  const ValueIndexOptions& options_;
  IndexManifest& manifest_;
  Store* store_ = nullptr;
  const store::SegmentFiles* files_ = nullptr;
  std::string_view name_;
  std::vector<ManifestColumn> kept_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
};

}  // namespace querydata::inline v0::values
