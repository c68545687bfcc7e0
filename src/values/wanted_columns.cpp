#include "values/wanted_columns.hpp"

#include <map>
#include <utility>

namespace querydata::inline v0::values {
namespace {

constexpr std::size_t most_columns = 65'535;
constexpr std::string_view excluded = "it was excluded";

/// Why the values of a column are not looked at unless it is named; empty if they are.
std::string unread_reason(const Table& table, const Column& column) {
  if (table.kind == TableKind::view) return "it belongs to a view, whose values are those of tables";
  if (table.kind == TableKind::virtual_table) return "it belongs to a virtual table";
  if (column.type == ValueType::text || column.type == ValueType::unknown) return {};
  return "it is of the type " + std::string(to_string(column.type));
}

class Wanted {
 public:
  explicit Wanted(const Schema& schema) : schema_(schema) {}

  Result<void> add(const std::vector<IndexedColumn>& names, const WantedColumn& how) {
    for (const IndexedColumn& item : names) {
      const Table* table = schema_.find_table(item.table);
      const Column* column = table == nullptr ? nullptr : table->find_column(item.column);
      if (column == nullptr)
        return Error{ErrorCode::not_found, "there is no column " + item.table + '.' + item.column + " to index", {}};
      set({table->qualified_name(), column->name, how.judged, how.skipped});
    }
    return {};
  }
  void set(WantedColumn column) {
    columns_.insert_or_assign(std::pair(column.table, column.column), std::move(column));
  }

  std::vector<WantedColumn> take() && {
    std::vector<WantedColumn> columns;
    for (auto& [name, column] : columns_) columns.push_back(std::move(column));
    return columns;
  }

 private:
  const Schema& schema_;
  std::map<std::pair<std::string, std::string>, WantedColumn> columns_;
};

}  // namespace

Result<std::vector<WantedColumn>> wanted_columns(const Schema& schema, const ValueIndexOptions& options) {
  Wanted wanted(schema);
  if (options.columns.empty()) {
    for (const Table& table : schema.tables)
      for (const Column& column : table.columns)
        wanted.set({table.qualified_name(), column.name, true, unread_reason(table, column)});
  }
  if (auto added = wanted.add(options.columns, {{}, {}, false, {}}); !added) return added.error();
  if (auto added = wanted.add(options.include, {{}, {}, false, {}}); !added) return added.error();
  if (auto added = wanted.add(options.exclude, {{}, {}, true, std::string(excluded)}); !added) return added.error();
  auto columns = std::move(wanted).take();
  if (columns.size() > most_columns)
    return Error{ErrorCode::resource_exhausted, "a value index has at most 65,535 columns; exclude some", {}};
  return columns;
}

Result<std::vector<WantedColumn>> columns_to_rescan(const Schema& schema, const ValueIndexOptions& options,
                                                    const IndexManifest& manifest) {
  ValueIndexOptions asked;
  asked.columns = options.columns;
  std::vector<WantedColumn> lost;
  if (asked.columns.empty()) {
    for (const ManifestColumn& item : manifest.columns) {
      const Table* table = schema.find_table(item.table);
      if (table != nullptr && table->find_column(item.column) != nullptr) {
        asked.columns.push_back({item.table, item.column});
      } else {
        lost.push_back({item.table, item.column, item.judged, std::string(gone)});
      }
    }
  }
  if (asked.columns.empty()) return lost;
  auto wanted = wanted_columns(schema, asked);
  if (!wanted) return wanted;
  for (WantedColumn& item : *wanted) {
    const ManifestColumn* known = manifest.find(item.table, item.column);
    if (known == nullptr) continue;
    item.judged = known->judged;
    if (!item.judged) continue;
    const Table& table = *schema.find_table(item.table);
    item.skipped = known->skipped == excluded ? known->skipped : unread_reason(table, *table.find_column(item.column));
  }
  wanted->insert(wanted->end(), lost.begin(), lost.end());
  return wanted;
}

}  // namespace querydata::inline v0::values
