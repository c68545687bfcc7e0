#include <algorithm>

#include "querydata/value.hpp"
#include "schema/render.hpp"

namespace querydata::inline v0::schema {
namespace {

/// As it is, or, where it could be taken for the form around it, as a JSON string.
std::string m_schema_text(std::string_view text, std::string_view meant_otherwise) {
  const bool plain = !text.starts_with(' ') && !text.ends_with(' ') &&
                     text.find_first_of(meant_otherwise) == std::string_view::npos &&
                     text.find("\xE3\x80\x90") == std::string_view::npos &&  // 【
                     text.find("\xE3\x80\x91") == std::string_view::npos;    // 】
  return on_one_line(plain ? std::string(text) : to_json(Value(std::string(text))));
}
std::string m_schema_name(std::string_view name) {
  return m_schema_text(name, "()[],:=\"\n\r#");
}
std::string m_schema_prose(std::string_view prose) {
  return m_schema_text(prose, "()[]\"\n\r");
}

std::size_t pairs_of(const ForeignKey& key) {
  return std::min(key.columns.size(), key.referenced_columns.size());
}

std::string column_line(const Table& table, const Column& column, std::size_t max_samples) {
  std::string line =
      '(' + m_schema_name(column.name) + ':' +
      (is_plain_type(column.declared_type) ? column.declared_type : to_json(Value(column.declared_type)));
  if (is_primary(table, column)) line += ", Primary Key";
  for (const ForeignKey& key : table.foreign_keys) {
    for (std::size_t place = 0; place < pairs_of(key); ++place) {
      if (key.columns[place] != column.name) continue;
      line +=
          ", Maps to " + m_schema_name(key.referenced_table) + '(' + m_schema_name(key.referenced_columns[place]) + ')';
    }
  }
  if (const std::string what = meaning_of(column.name, column.label, column.description); !what.empty()) {
    line += ", " + m_schema_prose(what);
  }
  const std::size_t count = std::min(max_samples, column.samples.size());
  for (std::size_t place = 0; place < count; ++place) {
    line += (place == 0 ? ", Examples: [" : ", ") +
            (column.samples[place].empty() ? "\"\"" : m_schema_name(column.samples[place]));
  }
  return line + (count > 0 ? "])" : ")");
}

/// Words of Mermaid may hold letters, digits and underscores.
std::string mermaid_word(std::string_view text, std::string_view otherwise) {
  std::string word(text);
  std::ranges::replace_if(
      word,
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'); },
      '_');
  if (word.empty()) return std::string(otherwise);
  return word.front() >= '0' && word.front() <= '9' ? '_' + word : word;
}

std::string mermaid_string(std::string_view text) {
  return '"' + (text.empty() ? "_" : on_one_line(text, "\"%;#")) + '"';
}

bool covers_key(const Table& table, const std::vector<std::string>& columns) {
  const auto covered = [&](const std::vector<std::string>& key) {
    return !key.empty() && std::ranges::all_of(key, [&](const std::string& name) {
      return std::ranges::find(columns, name) != columns.end();
    });
  };
  return covered(table.primary_key) || std::ranges::any_of(table.uniques, covered);
}

}  // namespace

std::string render_m_schema(const Schema& schema, const RenderOptions& options) {
  std::string text = "【DB_ID】 " + m_schema_name(options.name) + "\n【Schema】\n";
  std::string keys;
  for (const Table& table : schema.tables) {
    text += "# Table: " + m_schema_name(table.qualified_name());
    const std::string what = meaning_of(table.name, table.label, table.description);
    text += (what.empty() ? "" : ", " + m_schema_prose(what)) + "\n[\n";
    for (const Column& column : table.columns) text += column_line(table, column, options.max_samples) + ",\n";
    text += "]\n";
    for (const ForeignKey& key : table.foreign_keys) {
      for (std::size_t place = 0; place < pairs_of(key); ++place) {
        keys += m_schema_name(table.qualified_name()) + '.' + m_schema_name(key.columns[place]) + '=' +
                m_schema_name(key.referenced_table) + '.' + m_schema_name(key.referenced_columns[place]) + '\n';
      }
    }
  }
  return text + (keys.empty() ? "" : "【Foreign keys】\n" + keys);
}

std::string render_mermaid(const Schema& schema) {
  std::string text = "erDiagram\n";
  for (const Table& table : schema.tables) {
    text += "  " + mermaid_string(table.qualified_name()) + " {\n";
    for (const Column& column : table.columns) {
      const std::string name = mermaid_word(column.name, "_");
      text += "    " + mermaid_word(column.declared_type, "any") + ' ' + name;
      const bool primary = is_primary(table, column);
      const bool foreign = is_foreign(table, column);
      text += primary ? (foreign ? " PK, FK" : " PK") : (foreign ? " FK" : "");
      const std::string what = meaning_of(column.name, column.label, column.description);
      const std::string note = name == column.name ? what : column.name + (what.empty() ? "" : ": " + what);
      text += (note.empty() ? "" : ' ' + mermaid_string(note)) + '\n';
    }
    text += "  }\n";
  }
  for (const Table& table : schema.tables) {
    for (const ForeignKey& key : table.foreign_keys) {
      std::string columns;
      bool nullable = false;
      for (const std::string& name : key.columns) {
        columns += (columns.empty() ? "" : ", ") + name;
        const Column* column = table.find_column(name);
        nullable = nullable || column == nullptr || column->nullable;
      }
      text += "  " + mermaid_string(key.referenced_table) + (nullable ? " |o--" : " ||--") +
              (covers_key(table, key.columns) ? "o| " : "o{ ") + mermaid_string(table.qualified_name()) + " : " +
              mermaid_string(columns) + '\n';
    }
  }
  return text;
}

}  // namespace querydata::inline v0::schema
