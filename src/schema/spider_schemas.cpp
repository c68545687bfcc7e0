#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/json.hpp"
#include "querydata/schema_formats.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;

std::string text_of(const bj::value& value) {
  return std::string(value.as_string());
}

/// A column of the file's list, in which the first stands for all of them.
struct ListedColumn {
  std::int64_t table = -1;
  std::string name;
};

class SpiderSchema {
 public:
  SpiderSchema(const bj::object& database, const std::string& name) {
    add_tables(database, name);
    add_columns(database);
    for (const bj::value& key : database.at("primary_keys").as_array()) {
      if (key.is_array()) {
        for (const bj::value& member : key.as_array()) add_primary(member);
      } else {
        add_primary(key);
      }
    }
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    for (const bj::value& pair : database.at("foreign_keys").as_array()) {
      const std::int64_t from = pair.as_array().at(0).as_int64();
      const std::int64_t to = pair.as_array().at(1).as_int64();
      if (!seen.emplace(from, to).second) continue;
      const ListedColumn& column = column_at(from);
      const ListedColumn& referenced = column_at(to);
      table_of(column).foreign_keys.push_back(
          {{column.name}, table_of(referenced).qualified_name(), {referenced.name}});
    }
  }

  Schema schema;

 private:
  /// Readable names, or the originals where the file has none.
  static const bj::array& readable(const bj::object& database, std::string_view member, const bj::array& originals) {
    const bj::value* names = database.if_contains(member);
    return names == nullptr ? originals : names->as_array();
  }

  const ListedColumn& column_at(std::int64_t number) const {
    if (number < 0 || static_cast<std::size_t>(number) >= columns_.size()) {
      throw std::out_of_range("a key names column " + std::to_string(number) + " of " +
                              std::to_string(columns_.size()));
    }
    return columns_[static_cast<std::size_t>(number)];
  }

  void add_tables(const bj::object& database, const std::string& name) {
    const bj::array& originals = database.at("table_names_original").as_array();
    const bj::array& labels = readable(database, "table_names", originals);
    for (std::size_t place = 0; place < originals.size(); ++place) {
      Table& table = schema.tables.emplace_back();
      table.schema = name;
      table.name = text_of(originals[place]);
      table.label = text_of(labels.at(place));
    }
  }

  void add_columns(const bj::object& database) {
    const bj::array& names = database.at("column_names_original").as_array();
    const bj::array& labels = readable(database, "column_names", names);
    const bj::array& types = database.at("column_types").as_array();
    for (std::size_t place = 0; place < names.size(); ++place) {
      const bj::array& pair = names[place].as_array();
      columns_.push_back({pair.at(0).as_int64(), text_of(pair.at(1))});
      if (columns_.back().table < 0) continue;
      Column column;
      column.name = columns_.back().name;
      column.label = text_of(labels.at(place).as_array().at(1));
      column.declared_type = text_of(types.at(place));
      column.type = value_type_of(column.declared_type);
      table_of(columns_.back()).columns.push_back(std::move(column));
    }
  }

  void add_primary(const bj::value& member) {
    const ListedColumn& column = column_at(member.as_int64());
    table_of(column).primary_key.push_back(column.name);
  }

  Table& table_of(const ListedColumn& column) { return schema.tables.at(static_cast<std::size_t>(column.table)); }

  std::vector<ListedColumn> columns_;
};

}  // namespace

Result<std::vector<NamedSchema>> schemas_from_spider(std::string_view json) {
  const auto file = json::parse(json);
  if (!file) return file.error();
  const auto refuse = [](const std::string& what, std::string pointer) {
    Error error{ErrorCode::invalid_argument, what, {}};
    error.where.json_pointer = std::move(pointer);
    return error;
  };
  if (!file->is_array()) return refuse("A tables file is an array of databases in Spider's form.", "");
  std::vector<NamedSchema> schemas;
  for (const bj::value& database : file->as_array()) {
    std::string name;
    // Boost.JSON says by exceptions what is missing or of another kind.
    try {
      name = text_of(database.as_object().at("db_id"));
      Schema schema = std::move(SpiderSchema(database.as_object(), name).schema);
      schemas.push_back({name, std::move(schema)});
    } catch (const std::exception& failure) {
      return refuse((name.empty() ? "A database of the file" : "The database " + name) +
                        " is not in the form of Spider's tables.json: " + std::string(failure.what()) + '.',
                    "/" + std::to_string(schemas.size()));
    }
  }
  return schemas;
}

}  // namespace querydata::inline v0
