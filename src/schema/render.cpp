#include "schema/render.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "core/json.hpp"
#include "text/identifiers.hpp"

namespace querydata::inline v0 {

namespace schema {

std::string on_one_line(std::string_view text, std::string_view others) {
  std::string line(text);
  std::ranges::replace_if(
      line,
      [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F || others.find(c) != std::string_view::npos;
      },
      ' ');
  // Next line, line separator, paragraph separator: line ends to many readers.
  for (const std::string_view end : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    for (std::size_t at = line.find(end); at != std::string::npos; at = line.find(end, at))
      line.replace(at, end.size(), " ");
  }
  return line;
}

std::string meaning_of(const std::string& name, const std::string& label, const std::string& description) {
  std::string text;
  if (!label.empty() && text::split_identifier(label) != text::split_identifier(name)) text = label;
  if (!description.empty() && description != label) text += (text.empty() ? "" : ": ") + description;
  return text;
}

bool is_plain_type(std::string_view type) {
  // What follows a type in a column's definition; SQLite takes any words as a type where they are quoted.
  constexpr std::string_view constraints[] = {"primary", "key",        "not",     "null",      "unique",  "check",
                                              "default", "references", "collate", "generated", "always",  "as",
                                              "foreign", "constraint", "stored",  "virtual",   "identity"};
  for (const std::string& word : text::split_identifier(type)) {
    if (std::ranges::find(constraints, word) != std::end(constraints)) return false;
  }
  int depth = 0;
  for (const char c : type) {
    depth += c == '(' || c == '<' || c == '[' ? 1 : (c == ')' || c == '>' || c == ']' ? -1 : 0);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool sign = std::string_view(" _()<>[].").find(c) != std::string_view::npos || (c == ',' && depth > 0);
    if (depth < 0 || !(letter || sign)) return false;
  }
  return depth == 0;
}

bool is_primary(const Table& table, const Column& column) {
  return std::ranges::find(table.primary_key, column.name) != table.primary_key.end();
}

bool is_foreign(const Table& table, const Column& column) {
  return std::ranges::any_of(table.foreign_keys, [&](const ForeignKey& key) {
    return std::ranges::find(key.columns, column.name) != key.columns.end();
  });
}

std::string render_list(const Schema& schema) {
  namespace bj = boost::json;
  const auto names = [](const std::vector<std::string>& list) { return bj::array(list.begin(), list.end()); };
  bj::array tables;
  for (const Table& table : schema.tables) {
    bj::array keys;
    for (const ForeignKey& key : table.foreign_keys) {
      keys.push_back(bj::object{{"columns", names(key.columns)},
                                {"referenced_table", key.referenced_table},
                                {"referenced_columns", names(key.referenced_columns)}});
    }
    bj::array columns;
    for (const Column& column : table.columns) {
      const bool primary = is_primary(table, column);
      columns.push_back(
          bj::object{{"columnName", column.name},
                     {"description", meaning_of(column.name, column.label, column.description)},
                     {"dataType", column.declared_type},
                     {"keyType", primary ? "PRIMARY KEY" : (is_foreign(table, column) ? "FOREIGN KEY" : "")},
                     {"nullable", column.nullable}});
    }
    tables.push_back(bj::array{table.qualified_name(), meaning_of(table.name, table.label, table.description),
                               "Foreign keys: " + json::write(keys), std::move(columns)});
  }
  return json::write(tables) + '\n';
}

}  // namespace schema

std::string_view to_string(SchemaFormat format) noexcept {
  switch (format) {
    case SchemaFormat::ddl:
      break;
    case SchemaFormat::m_schema:
      return "m_schema";
    case SchemaFormat::json:
      return "json";
    case SchemaFormat::list:
      return "list";
    case SchemaFormat::mermaid:
      return "mermaid";
  }
  return "ddl";
}

std::string render(const Schema& schema, SchemaFormat format, const RenderOptions& options) {
  switch (format) {
    case SchemaFormat::ddl:
      break;
    case SchemaFormat::m_schema:
      return schema::render_m_schema(schema, options);
    case SchemaFormat::json:
      return to_json(schema) + '\n';
    case SchemaFormat::list:
      return schema::render_list(schema);
    case SchemaFormat::mermaid:
      return schema::render_mermaid(schema);
  }
  return schema::render_ddl(schema, options);
}

}  // namespace querydata::inline v0
