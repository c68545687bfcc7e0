#include <boost/json.hpp>
#include <functional>
#include <initializer_list>

#include "core/json.hpp"
#include "model/value_types.hpp"
#include "querydata/schema.hpp"

namespace querydata::inline v0 {

namespace {

namespace bj = boost::json;

// Writing.

void put(bj::object& object, std::string_view member, std::string_view text) {
  if (!text.empty()) object[member] = text;
}

bj::array strings(const std::vector<std::string>& names) {
  return bj::array(names.begin(), names.end());
}

template <class T, class Write>
void put(bj::object& object, std::string_view member, const std::vector<T>& items, Write write) {
  if (items.empty()) return;
  bj::array array;
  array.reserve(items.size());
  for (const auto& item : items) array.emplace_back(write(item));
  object[member] = std::move(array);
}

bj::object write(const Column& column) {
  bj::object object;
  object["name"] = column.name;
  put(object, "declared_type", column.declared_type);
  if (column.type != ValueType::unknown) object["type"] = to_string(column.type);
  if (!column.nullable) object["nullable"] = false;
  if (column.generated) object["generated"] = true;
  put(object, "label", column.label);
  put(object, "description", column.description);
  if (column.distinct) object["distinct"] = *column.distinct;
  if (!column.samples.empty()) object["samples"] = strings(column.samples);
  put(object, "sources", column.sources, [](const ColumnSource& source) {
    return bj::object{{"table", source.table}, {"column", source.column}};
  });
  return object;
}

bj::object write(const ForeignKey& key) {
  bj::object object;
  object["columns"] = strings(key.columns);
  object["referenced_table"] = key.referenced_table;
  object["referenced_columns"] = strings(key.referenced_columns);
  return object;
}

bj::object write(const Table& table) {
  bj::object object;
  put(object, "schema", table.schema);
  object["name"] = table.name;
  if (table.kind != TableKind::table) object["kind"] = to_string(table.kind);
  put(object, "columns", table.columns, [](const Column& column) { return write(column); });
  if (!table.primary_key.empty()) object["primary_key"] = strings(table.primary_key);
  put(object, "uniques", table.uniques, strings);
  put(object, "foreign_keys", table.foreign_keys, [](const ForeignKey& key) { return write(key); });
  put(object, "label", table.label);
  put(object, "description", table.description);
  put(object, "view_sql", table.view_sql);
  if (table.rows) object["rows"] = *table.rows;
  return object;
}

// Reading. The first thing that is wrong is kept; after it nothing more is looked at.

class Reader {
 public:
  std::optional<Error> error;

  void read(const bj::value& json, const std::string& at, Schema& schema) {
    object(json, at, {{"tables", true, list(schema.tables)}});
  }

 private:
  using Read = std::function<void(const bj::value&, const std::string&)>;
  struct Member {
    std::string_view name;
    bool required;
    Read read;
  };

  void fail(const std::string& at, std::string_view problem) {
    if (error) return;
    const std::string place = at.empty() ? "the document" : at;
    error = Error{ErrorCode::invalid_argument, "schema JSON: " + place + ' ' + std::string(problem), {}};
    error->where.json_pointer = at;
  }

  void object(const bj::value& json, const std::string& at, std::initializer_list<Member> members) {
    if (!json.is_object()) return fail(at, "must be an object");
    for (const auto& [key, value] : json.get_object()) {
      const std::string_view name(key.data(), key.size());
      const auto* member = std::find_if(members.begin(), members.end(),
                                        [name](const Member& candidate) { return candidate.name == name; });
      const auto below = at + '/' + json::pointer_escape(name);
      if (member == members.end())
        return fail(below, "is not a member that a schema has; remove it or correct its name");
      member->read(value, below);
      if (error) return;
    }
    for (const auto& member : members) {
      if (member.required && !json.get_object().contains(member.name))
        return fail(at, "lacks the member \"" + std::string(member.name) + '"');
    }
  }

  template <class T>
  Read list(std::vector<T>& items) {
    return [this, &items](const bj::value& json, const std::string& at) {
      if (!json.is_array()) return fail(at, "must be an array");
      items.reserve(json.get_array().size());
      for (const auto& item : json.get_array()) {
        if (error) return;
        const auto below = at + '/' + std::to_string(items.size());
        read(item, below, items.emplace_back());
      }
    };
  }

  template <class T>
  Read one(T& target) {
    return [this, &target](const bj::value& json, const std::string& at) { read(json, at, target); };
  }

  void read(const bj::value& json, const std::string& at, std::string& text) {
    if (!json.is_string()) return fail(at, "must be a string");
    text = json.get_string();
  }

  void read(const bj::value& json, const std::string& at, std::vector<std::string>& names) { list(names)(json, at); }

  void read(const bj::value& json, const std::string& at, bool& flag) {
    if (!json.is_bool()) return fail(at, "must be true or false");
    flag = json.get_bool();
  }

  void read(const bj::value& json, const std::string& at, std::optional<std::int64_t>& count) {
    if (!json.is_int64() || json.get_int64() < 0) return fail(at, "must be a whole number that is not negative");
    count = json.get_int64();
  }

  void read(const bj::value& json, const std::string& at, ValueType& type) {
    const auto parsed = json.is_string() ? model::parse_value_type(json.get_string()) : std::nullopt;
    if (!parsed) return fail(at, "must be the name of a value type, for example \"integer\" or \"text\"");
    type = *parsed;
  }

  void read(const bj::value& json, const std::string& at, TableKind& kind) {
    for (const auto known : {TableKind::table, TableKind::view, TableKind::virtual_table}) {
      if (json.is_string() && json.get_string() == to_string(known)) {
        kind = known;
        return;
      }
    }
    fail(at, "must be \"table\", \"view\" or \"virtual_table\"");
  }

  void read(const bj::value& json, const std::string& at, Column& column) {
    object(json, at,
           {{"name", true, one(column.name)},
            {"declared_type", false, one(column.declared_type)},
            {"type", false, one(column.type)},
            {"nullable", false, one(column.nullable)},
            {"generated", false, one(column.generated)},
            {"label", false, one(column.label)},
            {"description", false, one(column.description)},
            {"distinct", false, one(column.distinct)},
            {"samples", false, one(column.samples)},
            {"sources", false, list(column.sources)}});
  }

  void read(const bj::value& json, const std::string& at, ColumnSource& source) {
    object(json, at, {{"table", true, one(source.table)}, {"column", true, one(source.column)}});
  }

  void read(const bj::value& json, const std::string& at, ForeignKey& key) {
    object(json, at,
           {{"columns", true, one(key.columns)},
            {"referenced_table", true, one(key.referenced_table)},
            {"referenced_columns", true, one(key.referenced_columns)}});
    if (key.columns.empty() || key.columns.size() != key.referenced_columns.size())
      fail(at, "must pair each of its columns with one referenced column");
  }

  void read(const bj::value& json, const std::string& at, Table& table) {
    object(json, at,
           {{"schema", false, one(table.schema)},
            {"name", true, one(table.name)},
            {"kind", false, one(table.kind)},
            {"columns", false, list(table.columns)},
            {"primary_key", false, one(table.primary_key)},
            {"uniques", false, list(table.uniques)},
            {"foreign_keys", false, list(table.foreign_keys)},
            {"label", false, one(table.label)},
            {"description", false, one(table.description)},
            {"view_sql", false, one(table.view_sql)},
            {"rows", false, one(table.rows)}});
  }
};

}  // namespace

std::string to_json(const Schema& schema) {
  bj::array tables;
  tables.reserve(schema.tables.size());
  for (const auto& table : schema.tables) tables.emplace_back(write(table));
  return json::write(bj::object{{"tables", std::move(tables)}});
}

Result<Schema> Schema::from_json(std::string_view json) {
  const auto document = json::parse(json);
  if (!document) return document.error();
  Schema schema;
  Reader reader;
  reader.read(*document, "", schema);
  if (reader.error) return *std::move(reader.error);
  return schema;
}

}  // namespace querydata::inline v0
