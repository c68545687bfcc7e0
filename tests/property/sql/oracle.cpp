#include "property/sql/oracle.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

namespace querydata::test {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return c < 0x80 ? std::tolower(c) : c; });
  return out;
}

/// Operators that SQLite carries out as functions.
bool is_operator(const std::string& function) {
  return function == "like" || function == "glob" || function == "regexp" || function == "match" || function == "->" ||
         function == "->>";
}

int note(void* target, int action, const char* first, const char* second, const char*, const char*) {
  auto& reads = *static_cast<Reads*>(target);
  if (action == SQLITE_READ) {
    reads.tables.insert(lower(first));
    if (*second != '\0') {
      reads.columns.emplace(lower(first), lower(second));
    } else {
      reads.counted.insert(lower(first));
    }
  }
  if (action == SQLITE_FUNCTION && !is_operator(lower(second))) reads.functions.insert(lower(second));
  return SQLITE_OK;
}

using Row = std::vector<std::string>;

std::vector<Row> rows_of(sqlite3* handle, const std::string& sql, const char* null = "") {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sql + ": " + sqlite3_errmsg(handle));
  }
  std::vector<Row> out;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    Row row;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const auto* text = sqlite3_column_text(statement, i);
      row.emplace_back(text != nullptr ? reinterpret_cast<const char*>(text) : null);
    }
    out.push_back(std::move(row));
  }
  const int end = sqlite3_finalize(statement);
  if (end != SQLITE_OK) throw std::runtime_error(sql + ": " + sqlite3_errmsg(handle));
  return out;
}

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  return out + "\"";
}

Table read_table(sqlite3* handle, const Row& entry) {
  Table table;
  table.name = entry[0];
  if (entry[1] == "view") {
    table.kind = TableKind::view;
    table.view_sql = entry[2];
  }
  std::map<int, std::string> key;
  for (const auto& row : rows_of(handle, "PRAGMA table_xinfo(" + quoted(entry[0]) + ")")) {
    Column column;
    column.name = row[1];
    column.declared_type = row[2];
    column.type = value_type_of(row[2]);
    table.columns.push_back(column);
    if (row[5] != "0") key[std::stoi(row[5])] = row[1];
  }
  for (const auto& [position, name] : key) table.primary_key.push_back(name);
  return table;
}

}  // namespace

std::string show(const Reads& reads) {
  std::string out = "tables";
  for (const auto& table : reads.tables) out += " " + table;
  out += "; columns";
  for (const auto& [table, column] : reads.columns) out.append(" ").append(table).append(".").append(column);
  out += "; functions";
  for (const auto& function : reads.functions) out += " " + function;
  return out;
}

Oracle::Oracle(const std::string& path) {
  const int flags = path == ":memory:" ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  const std::string uri = path == ":memory:" ? path : "file:" + path + "?immutable=1";
  if (sqlite3_open_v2(uri.c_str(), &handle_, flags | SQLITE_OPEN_CREATE * (path == ":memory:") | SQLITE_OPEN_URI,
                      nullptr) != SQLITE_OK) {
    throw std::runtime_error(path + ": " + sqlite3_errmsg(handle_));
  }
}

Oracle::~Oracle() {
  sqlite3_close(handle_);
}

void Oracle::run(const std::string& script) {
  if (sqlite3_exec(handle_, script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sqlite3_errmsg(handle_));
  }
}

std::vector<std::vector<std::string>> Oracle::rows(const std::string& sql) {
  return rows_of(handle_, sql, "∅");
}

Schema Oracle::schema() {
  Schema schema;
  for (const auto& row : rows_of(handle_,
                                 "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') "
                                 "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid")) {
    schema.tables.push_back(read_table(handle_, row));
  }
  return schema;
}

bool Oracle::prepare(std::string_view sql, Reads& reads, std::string& error) {
  sqlite3_set_authorizer(handle_, note, &reads);
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, &rest);
  sqlite3_set_authorizer(handle_, nullptr, nullptr);
  if (code != SQLITE_OK) error = sqlite3_errmsg(handle_);
  const bool accepted = code == SQLITE_OK && statement != nullptr;
  sqlite3_finalize(statement);
  return accepted;
}

}  // namespace querydata::test
