#include "property/sql/data.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/files.hpp"
#include "core/json.hpp"
#include "model/names.hpp"
#include "property/sql/oracle.hpp"
#include "querydata/sql.hpp"

namespace querydata::test {

namespace fs = std::filesystem;

fs::path data(const char* what) {
  const char* folder = std::getenv("QUERYDATA_DATA");
  if (folder == nullptr) MESSAGE("skipped: QUERYDATA_DATA is unset, no " << std::string(what));
  return folder != nullptr ? fs::path(folder) : fs::path();
}

std::string bytes(const fs::path& path) {
  if (path.extension() != ".gz") return files::read_file(path, 100'000'000).value();
  auto* pipe = popen(("gzip -dc '" + path.string() + "'").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string out;
  char buffer[65536];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
  REQUIRE(pclose(pipe) == 0);
  return out;
}

boost::json::value read_json(const fs::path& path) {
  auto text = bytes(path);
  // Some of the files were written by Python, which writes NaN.
  for (std::size_t at = 0; (at = text.find(": NaN", at)) != std::string::npos;) text.replace(at, 5, ": null");
  return json::parse(text).value();
}

std::vector<Gold> bird_statements(Dialect dialect) {
  const auto folder = data("BIRD");
  if (folder.empty()) return {};
  std::vector<Gold> out;
  const auto questions = read_json(folder / "bird_mini_dev" / fmt::format("mini_dev_{}.json", to_string(dialect)));
  for (const auto& question : questions.as_array()) {
    out.push_back({std::string(question.at("db_id").as_string()), std::string(question.at("SQL").as_string())});
  }
  REQUIRE(out.size() == 500);
  return out;
}

namespace {

bool is_simple(const std::string& name) {
  return !name.empty() && (name[0] < '0' || name[0] > '9') && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string postgresql_name(const std::string& name) {
  return is_simple(name) ? model::lower(name) : name;
}

void make_postgresql(Table& table) {
  table.name = postgresql_name(table.name);
  for (auto& column : table.columns) {
    column.name = postgresql_name(column.name);
    if (model::equal_ignoring_case(column.declared_type, "datetime")) column.declared_type = "TIMESTAMP";
    column.type = value_type_of(column.declared_type);
  }
  for (auto& name : table.primary_key) name = postgresql_name(name);
}

void make_mysql(Table& table) {
  for (auto& column : table.columns) {
    const bool key =
        std::find(table.primary_key.begin(), table.primary_key.end(), column.name) != table.primary_key.end();
    if (key && model::equal_ignoring_case(column.declared_type, "text")) column.declared_type = "VARCHAR(255)";
  }
}

}  // namespace

std::map<std::string, Schema> bird_schemas(Dialect dialect) {
  const auto folder = data("BIRD");
  std::map<std::string, Schema> out;
  if (folder.empty()) return out;
  for (const auto& file : fs::directory_iterator(folder / "bird_mini_dev/schema")) {
    Oracle sqlite;
    sqlite.run(bytes(file.path()));
    auto schema = sqlite.schema();
    for (auto& table : schema.tables) {
      if (dialect == Dialect::postgresql) make_postgresql(table);
      if (dialect == Dialect::mysql) make_mysql(table);
    }
    out.emplace(file.path().stem().string(), std::move(schema));
  }
  return out;
}

std::string create_tables(const Schema& schema, Dialect dialect) {
  std::string out;
  const auto quoted = [&](const std::string& name) { return quote_identifier(name, dialect); };
  for (const auto& table : schema.tables) {
    out += "CREATE TABLE " + quoted(table.name) + " (";
    for (const auto& column : table.columns) {
      out += (&column == table.columns.data() ? "" : ", ") + quoted(column.name) + " " + column.declared_type;
    }
    for (const auto& name : table.primary_key) {
      out += (&name == table.primary_key.data() ? ", PRIMARY KEY (" : ", ") + quoted(name);
    }
    out += table.primary_key.empty() ? ");\n" : "));\n";
  }
  return out;
}

}  // namespace querydata::test
