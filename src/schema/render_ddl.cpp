#include <algorithm>

#include "querydata/sql.hpp"
#include "schema/render.hpp"
#include "schema/table_names.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::schema {
namespace {

std::string listed_names(const std::vector<std::string>& names, Dialect dialect) {
  std::string text = "(";
  for (const std::string& name : names) text += (text.size() > 1 ? ", " : "") + quote_identifier(name, dialect);
  return text + ')';
}

/// A type as the engine declared it, or as a name if it may be something else.
std::string type_text(const std::string& type, Dialect dialect) {
  return is_plain_type(type) ? type : quote_identifier(type, dialect);
}

/// "-- …" behind a line, or nothing.
std::string comment(const std::string& text) {
  return text.empty() ? "" : "  -- " + on_one_line(text);
}

std::string notes_of(const Column& column, std::size_t max_samples) {
  std::string notes = meaning_of(column.name, column.label, column.description);
  const std::size_t count = std::min(max_samples, column.samples.size());
  for (std::size_t place = 0; place < count; ++place) {
    notes += place == 0 ? (notes.empty() ? "such as " : "; such as ") : ", ";
    notes += column.samples[place];
  }
  if (column.distinct) notes += (notes.empty() ? "" : "; ") + std::to_string(*column.distinct) + " distinct";
  return notes;
}

class DdlWriter {
 public:
  DdlWriter(const Schema& schema, const RenderOptions& options) : schema_(schema), names_(schema), options_(options) {}

  void write(const Table& table) {
    const std::string what = meaning_of(table.name, table.label, table.description);
    const bool view = table.kind == TableKind::view;
    if (view && write_view(table, what)) return;
    text += (view ? "-- A view, of which the text is not known or is not one query.\n" : "");
    text += "CREATE TABLE " + name_of(table) + " (" + comment(what) + '\n';
    lines_.clear();
    for (const Column& column : table.columns) add_column(column);
    add_keys(table);
    for (std::size_t place = 0; place < lines_.size(); ++place) {
      text += "  " + lines_[place].first + (place + 1 < lines_.size() ? "," : "") + lines_[place].second + '\n';
    }
    text += ");" + (table.rows ? "  -- " + std::to_string(*table.rows) + " rows" : "") + "\n\n";
  }

  std::string text;

 private:
  [[nodiscard]] std::string quoted(const std::string& name) const { return quote_identifier(name, options_.dialect); }
  [[nodiscard]] std::string name_of(const Table& table) const {
    return (table.schema.empty() ? "" : quoted(table.schema) + '.') + quoted(table.name);
  }

  /// False if its text is not one query that can be read.
  bool write_view(const Table& view, const std::string& what) {
    const std::string_view query = sql::view_query(view.view_sql, options_.dialect);
    if (view.view_sql.empty() || !sql::parse_query(query, options_.dialect)) return false;
    if (!what.empty()) text += "-- " + on_one_line(what) + '\n';
    const std::string_view head = std::string_view(view.view_sql).substr(0, view.view_sql.size() - query.size());
    std::vector<std::string> columns;
    for (const Column& column : view.columns) columns.push_back(column.name);
    const bool renames = query.size() < view.view_sql.size() && head.find('(') != std::string_view::npos;
    text += "CREATE VIEW " + name_of(view) + (renames ? ' ' + listed_names(columns, options_.dialect) : "") + " AS\n" +
            std::string(query.substr(query.find_first_not_of(" \t\r\n")));
    // A comment at its end would take the semicolon in.
    const bool commented = query.find("--") != std::string_view::npos || query.find('#') != std::string_view::npos;
    text += commented ? "\n;\n\n" : ";\n\n";
    return true;
  }

  /// SQLite takes no schema before the table that a key leads to: it is the key's own.
  [[nodiscard]] std::string referenced_name(const ForeignKey& key) const {
    const auto number = names_.find(key.referenced_table);
    if (!number) return quoted(key.referenced_table);
    const Table& table = schema_.tables[*number];
    return options_.dialect == Dialect::sqlite ? quoted(table.name) : name_of(table);
  }

  void add_column(const Column& column) {
    std::string line = quoted(column.name);
    if (!column.declared_type.empty()) line += ' ' + type_text(column.declared_type, options_.dialect);
    if (!column.nullable) line += " NOT NULL";
    lines_.emplace_back(std::move(line), comment(notes_of(column, options_.max_samples)));
  }

  void add_keys(const Table& table) {
    const Dialect dialect = options_.dialect;
    if (!table.primary_key.empty()) lines_.emplace_back("PRIMARY KEY " + listed_names(table.primary_key, dialect), "");
    for (const auto& unique : table.uniques) lines_.emplace_back("UNIQUE " + listed_names(unique, dialect), "");
    for (const ForeignKey& key : table.foreign_keys) {
      lines_.emplace_back("FOREIGN KEY " + listed_names(key.columns, dialect) + " REFERENCES " + referenced_name(key) +
                              ' ' + listed_names(key.referenced_columns, dialect),
                          "");
    }
  }

  const Schema& schema_;
  const TableNames names_;
  const RenderOptions& options_;
  std::vector<std::pair<std::string, std::string>> lines_;  ///< with the comment behind the comma
};

}  // namespace

std::string render_ddl(const Schema& schema, const RenderOptions& options) {
  DdlWriter writer(schema, options);
  for (const Table& table : schema.tables) writer.write(table);
  return std::move(writer.text);
}

}  // namespace querydata::inline v0::schema
