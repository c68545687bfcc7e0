#include "values/index_manifest.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_to.hpp>

#include "core/json.hpp"
#include "model/names.hpp"
#include "store/manifest.hpp"

namespace querydata::inline v0::values {
namespace {

namespace bj = boost::json;

constexpr std::int64_t form = 1;
constexpr std::string_view what = "value index";

bj::array written(const std::vector<std::string>& texts) {
  return json::array_of(texts, [](const std::string& text) { return bj::string(text); });
}

bj::object written(const ManifestColumn& column) {
  return {{"table", column.table},
          {"column", column.column},
          {"judged", column.judged},
          {"skipped", column.skipped},
          {"values", column.values},
          {"rows", column.rows},
          {"warnings", written(column.warnings)},
          {"read_at", column.read_at.time_since_epoch().count()},
          {"file", written(column.file)},
          {"fingerprint", column.fingerprint}};
}

ManifestColumn column_of(const bj::value& value) {
  const bj::object& fields = value.as_object();
  ManifestColumn column;
  column.table = bj::value_to<std::string>(fields.at("table"));
  column.column = bj::value_to<std::string>(fields.at("column"));
  column.judged = fields.at("judged").as_bool();
  column.skipped = bj::value_to<std::string>(fields.at("skipped"));
  column.values = fields.at("values").to_number<std::size_t>();
  column.rows = fields.at("rows").to_number<std::int64_t>();
  column.warnings = bj::value_to<std::vector<std::string>>(fields.at("warnings"));
  column.read_at = std::chrono::sys_seconds(std::chrono::seconds(fields.at("read_at").to_number<std::int64_t>()));
  column.file = store::segment_file_of(fields.at("file"));
  // Older versions did not write it, and nothing goes on with what has none.
  if (const auto* fingerprint = fields.if_contains("fingerprint"))
    column.fingerprint = bj::value_to<std::string>(*fingerprint);
  return column;
}

/// Throws what Boost.JSON throws for members that are missing or of another type.
IndexManifest manifest_of(const bj::object& fields) {
  IndexManifest manifest;
  for (const auto& column : fields.at("columns").as_array()) manifest.columns.push_back(column_of(column));
  for (const auto& file : fields.at("segments").as_array()) manifest.segments.push_back(store::segment_file_of(file));
  manifest.synonyms = bj::value_to<std::vector<std::vector<std::string>>>(fields.at("synonyms"));
  manifest.max_values = fields.at("max_values").to_number<std::size_t>();
  manifest.max_value_bytes = fields.at("max_value_bytes").to_number<std::size_t>();
  manifest.built_at = fields.at("built_at").to_number<std::int64_t>();
  manifest.updated_at = fields.at("updated_at").to_number<std::int64_t>();
  manifest.next_file = fields.at("next_file").to_number<std::int64_t>();
  manifest.purpose = bj::value_to<std::string>(fields.at("purpose"));
  return manifest;
}

}  // namespace

const ManifestColumn* IndexManifest::find(std::string_view table, std::string_view column) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const ManifestColumn& item) {
    return model::equal_ignoring_case(item.table, table) && model::equal_ignoring_case(item.column, column);
  });
  return found == columns.end() ? nullptr : &*found;
}

std::set<std::string> IndexManifest::files() const {
  std::set<std::string> names;
  for (const store::SegmentFile& file : segments) names.insert(file.name);
  for (const ManifestColumn& column : columns) names.insert(column.file.name);
  return names;
}

std::string IndexManifest::write() const {
  const auto object = [](const auto& item) { return written(item); };
  return json::write(bj::object{{"form", form},
                                {"columns", json::array_of(columns, object)},
                                {"segments", json::array_of(segments, object)},
                                {"synonyms", json::array_of(synonyms, object)},
                                {"max_values", max_values},
                                {"max_value_bytes", max_value_bytes},
                                {"built_at", built_at},
                                {"updated_at", updated_at},
                                {"next_file", next_file},
                                {"purpose", purpose}});
}

Result<IndexManifest> IndexManifest::read(std::string_view text, std::string_view name) {
  IndexManifest manifest;
  auto read =
      store::read_manifest(text, form, what, name, [&](const bj::object& fields) { manifest = manifest_of(fields); });
  if (!read) return read.error();
  return manifest;
}

std::int64_t seconds_of(const std::optional<std::chrono::sys_seconds>& time) {
  const auto now = time ? *time : std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return now.time_since_epoch().count();
}

Result<store::SegmentFiles> index_files(const Store& store, std::string_view name) {
  return store::SegmentFiles::of(store, "values", name, what);
}

}  // namespace querydata::inline v0::values
