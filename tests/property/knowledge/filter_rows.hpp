/// @file
/// Objects of a filter schema as JSON and, beside it, as rows of SQLite.
#pragma once

#include <sqlite3.h>

#include <boost/json.hpp>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/json.hpp"
#include "knowledge/filter_time.hpp"
#include "querydata/filter.hpp"

namespace querydata::test {

class FilterRows {
 public:
  /// A table `t` with a column for each field, called as the field.
  FilterRows(const FilterSchema& schema, std::vector<FilterColumn> columns)
      : schema_(schema), columns_(std::move(columns)) {
    sqlite3* handle = nullptr;
    check(sqlite3_open(":memory:", &handle));
    handle_.reset(handle);
    std::string sql = "CREATE TABLE t (row INTEGER PRIMARY KEY";
    for (const auto& column : columns_) sql += ", \"" + column.column + "\" " + declared_type(column);
    run(sql + ") STRICT");
  }

  /// Row `size()` holds the object.
  void add(const boost::json::object& object) {
    std::string sql = "INSERT INTO t VALUES (?1";
    for (std::size_t i = 0; i < columns_.size(); ++i) sql += ", ?" + std::to_string(i + 2);
    const auto statement = prepare(sql + ")");
    sqlite3_bind_int64(statement.get(), 1, static_cast<std::int64_t>(objects_.size()));
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto& field = field_of(columns_[i]);
      const auto* value = object.if_contains(field.name);
      if (value != nullptr && !value->is_null())
        bind(statement.get(), static_cast<int>(i + 2), kept(*value, field, columns_[i]), field);
    }
    if (sqlite3_step(statement.get()) != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_.get()));
    objects_.push_back(json::write(object));
  }

  [[nodiscard]] std::size_t size() const { return objects_.size(); }

  /// The rows that SQLite finds.
  [[nodiscard]] std::vector<std::size_t> found_by_sql(const Filter& filter) const {
    const auto sql = filter.to_sql(columns_).value();
    const auto statement = prepare("SELECT row FROM t WHERE " + sql.condition + " ORDER BY row");
    for (std::size_t i = 0; i < sql.parameters.size(); ++i) {
      bind(statement.get(), static_cast<int>(i + 1), sql.parameters[i]);
    }
    std::vector<std::size_t> rows;
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
      rows.push_back(static_cast<std::size_t>(sqlite3_column_int64(statement.get(), 0)));
    }
    if (code != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_.get()));
    return rows;
  }

  /// The objects that the evaluator finds.
  [[nodiscard]] std::vector<std::size_t> found_by_evaluator(const Filter& filter) const {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < objects_.size(); ++row) {
      if (filter.matches_json(objects_[row]).value()) rows.push_back(row);
    }
    return rows;
  }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  void check(int code) const {
    if (code != SQLITE_OK) throw std::runtime_error(handle_ ? sqlite3_errmsg(handle_.get()) : "can't open a database");
  }

  void run(const std::string& sql) const { check(sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr)); }

  [[nodiscard]] Statement prepare(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      throw std::runtime_error(std::string(sqlite3_errmsg(handle_.get())) + " in " + sql);
    }
    return Statement(statement);
  }

  [[nodiscard]] const FilterField& field_of(const FilterColumn& column) const {
    for (const auto& field : schema_.fields()) {
      if (field.name == column.field) return field;
    }
    throw std::runtime_error("no field " + column.field);
  }

  [[nodiscard]] std::string declared_type(const FilterColumn& column) const {
    const auto& field = field_of(column);
    if (field.shape != FilterShape::single) return "TEXT";
    switch (field.type) {
      case FilterType::integer:
      case FilterType::boolean:
      case FilterType::duration:
        return "INTEGER";
      case FilterType::real:
        return "REAL";
      case FilterType::timestamp:
        return column.time_form == FilterTimeForm::integer ? "INTEGER" : "TEXT";
      default:
        return "TEXT";
    }
  }

  /// What the column keeps: times in its form, the rest as it is.
  static boost::json::value kept(const boost::json::value& value, const FilterField& field,
                                 const FilterColumn& column) {
    if (value.is_array()) {
      boost::json::array out;
      for (const auto& element : value.get_array()) out.push_back(kept_one(element, field, column));
      return out;
    }
    if (field.shape == FilterShape::map) {
      boost::json::object out;
      for (const auto& [key, entry] : value.get_object()) out[key] = kept_one(entry, field, column);
      return out;
    }
    return kept_one(value, field, column);
  }

  static boost::json::value kept_one(const boost::json::value& value, const FilterField& field,
                                     const FilterColumn& column) {
    if (value.is_null()) return value;
    if (field.type == FilterType::message) {
      boost::json::object out;
      for (const auto& part : field.fields) {
        if (const auto* given = value.get_object().if_contains(part.name)) out[part.name] = kept(*given, part, column);
      }
      return out;
    }
    if (field.type == FilterType::timestamp)
      return time(FilterTime::from_timestamp(value.get_string()).value(), column);
    if (field.type == FilterType::duration) {
      return knowledge::in_units(FilterTime::from_duration(value.get_string()).value(), column.digits).count;
    }
    return value;
  }

  static boost::json::value time(FilterTime time, const FilterColumn& column) {
    if (column.time_form == FilterTimeForm::integer) return knowledge::in_units(time, column.digits).count;
    return boost::json::value(knowledge::fixed_timestamp_text(time, column.digits));
  }

  static void bind(sqlite3_stmt* statement, int number, const boost::json::value& value, const FilterField& field) {
    if (field.shape != FilterShape::single || field.type == FilterType::message)
      return bind(statement, number, json::write(value));
    if (value.is_bool()) return bind(statement, number, std::int64_t{value.get_bool() ? 1 : 0});
    if (value.is_string()) return bind(statement, number, std::string(value.get_string()));
    if (value.is_double()) return bind(statement, number, value.get_double());
    bind(statement, number, value.to_number<std::int64_t>());
  }

  static void bind(sqlite3_stmt* statement, int number, const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
      sqlite3_bind_text(statement, number, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
    } else if (const auto* real = std::get_if<double>(&value)) {
      sqlite3_bind_double(statement, number, *real);
    } else {
      sqlite3_bind_int64(statement, number, std::get<std::int64_t>(value));
    }
  }

  FilterSchema schema_;
  std::vector<FilterColumn> columns_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::vector<std::string> objects_;
};

/// One column for each field, times as integers of microseconds.
inline std::vector<FilterColumn> columns_of(const FilterSchema& schema) {
  std::vector<FilterColumn> columns;
  for (const auto& field : schema.fields())
    columns.push_back({field.name, field.name, "t", FilterTimeForm::integer, 6});
  return columns;
}

}  // namespace querydata::test
