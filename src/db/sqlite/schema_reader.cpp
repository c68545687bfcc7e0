#include "db/sqlite/schema_reader.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "model/names.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sqlite {

namespace {

using Names = std::vector<std::string>;

/// A foreign key as it is written, its target not yet looked up.
struct WrittenKey {
  ForeignKey key;
  bool target_columns_omitted = false;
};

struct ReadTable {
  Table table;
  bool without_rowid = false;
  std::vector<WrittenKey> keys;
};

class SchemaReader {
 public:
  explicit SchemaReader(const Connection& connection) : connection_(connection) {}

  Result<Schema> read();

 private:
  Result<void> prepare_queries();
  Result<void> list_tables();
  Result<void> read_view_texts();
  Result<void> read_row_counts();
  Result<void> read_table(ReadTable& read);
  Result<void> read_columns(ReadTable& read);
  Result<void> read_indexes(ReadTable& read);
  Result<void> read_foreign_keys(ReadTable& read);
  void resolve_foreign_keys();
  [[nodiscard]] std::optional<ForeignKey> resolved(const WrittenKey& written) const;
  [[nodiscard]] ReadTable* find(std::string_view name);

  const Connection& connection_;
  std::optional<CatalogueQuery> columns_;
  std::optional<CatalogueQuery> indexes_;
  std::optional<CatalogueQuery> index_columns_;
  std::optional<CatalogueQuery> foreign_keys_;
  std::vector<ReadTable> tables_;
  std::unordered_map<std::string, std::size_t> by_name_;  ///< lower case
};

Result<void> SchemaReader::prepare_queries() {
  const std::pair<std::optional<CatalogueQuery>*, std::string_view> queries[] = {
      {&columns_, "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?1, 'main') ORDER BY cid"},
      {&indexes_, "SELECT name, origin, \"unique\", partial FROM pragma_index_list(?1, 'main') ORDER BY seq"},
      {&index_columns_, "SELECT name FROM pragma_index_info(?1, 'main') ORDER BY seqno"},
      {&foreign_keys_,
       "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1, 'main') ORDER BY id DESC, seq"}};
  for (const auto& [query, sql] : queries) {
    auto created = CatalogueQuery::create(connection_, sql);
    if (!created) return std::move(created).error();
    query->emplace(*std::move(created));
  }
  return {};
}

/// Runs a query of the whole catalogue once.
Result<void> each_row(const Connection& connection, std::string_view sql,
                      const std::function<void(sqlite3_stmt*)>& on_row) {
  auto query = CatalogueQuery::create(connection, sql);
  if (!query) return std::move(query).error();
  return query->run({}, on_row);
}

std::optional<TableKind> kind_of(std::string_view type) {
  if (type == "table") return TableKind::table;
  if (type == "view") return TableKind::view;
  if (type == "virtual") return TableKind::virtual_table;
  return std::nullopt;  // a shadow table
}

Result<void> SchemaReader::list_tables() {
  return each_row(connection_, "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' ORDER BY name",
                  [this](sqlite3_stmt* row) {
                    auto name = text_of(row, 0);
                    const auto kind = kind_of(text_of(row, 1));
                    if (!kind || model::lower(name).starts_with("sqlite_")) return;
                    auto& read = tables_.emplace_back();
                    read.table.name = std::move(name);
                    read.table.kind = *kind;
                    read.without_rowid = sqlite3_column_int(row, 2) != 0;
                  });
}

/// A view over what is no longer there and a virtual table whose module is not loaded can't be read by anyone.
bool is_unreadable(const Table& table, const Error& error) {
  return table.kind != TableKind::table && error.where.sqlstate == code_name(SQLITE_ERROR);
}

Result<void> SchemaReader::read_table(ReadTable& read) {
  if (auto done = read_columns(read); !done) return done;
  if (read.table.kind != TableKind::table) return {};
  if (auto done = read_indexes(read); !done) return done;
  return read_foreign_keys(read);
}

Result<void> SchemaReader::read_columns(ReadTable& read) {
  auto& table = read.table;
  std::vector<std::pair<int, std::string>> key;
  auto done = columns_->run({table.name}, [&](sqlite3_stmt* row) {
    const int hidden = sqlite3_column_int(row, 4);
    if (hidden == 1) return;  // of a virtual table: not part of a star
    auto& column = table.columns.emplace_back();
    column.name = text_of(row, 0);
    column.declared_type = text_of(row, 1);
    column.type = value_type_of(column.declared_type);
    column.nullable = sqlite3_column_int(row, 2) == 0;
    column.generated = hidden > 1;
    if (const int place = sqlite3_column_int(row, 3); place > 0) key.emplace_back(place, column.name);
  });
  std::sort(key.begin(), key.end());
  for (auto& [place, name] : key) table.primary_key.push_back(std::move(name));
  return done;
}

/// INTEGER PRIMARY KEY is another name of the row number, which is never NULL. Every other primary key has an index.
void mark_row_number(ReadTable& read, bool has_key_index) {
  auto& table = read.table;
  if (has_key_index || read.without_rowid || table.primary_key.size() != 1) return;
  for (auto& column : table.columns) {
    if (column.name == table.primary_key[0]) column.nullable = false;
  }
}

Result<void> SchemaReader::read_indexes(ReadTable& read) {
  bool has_key_index = false;
  Names unique_indexes;
  auto done = indexes_->run({read.table.name}, [&](sqlite3_stmt* row) {
    const bool of_key = text_of(row, 1) == "pk";
    has_key_index = has_key_index || of_key;
    const bool unique = sqlite3_column_int(row, 2) != 0;
    const bool partial = sqlite3_column_int(row, 3) != 0;
    if (unique && !partial && !of_key) unique_indexes.push_back(text_of(row, 0));
  });
  if (!done) return done;
  mark_row_number(read, has_key_index);
  auto& uniques = read.table.uniques;
  for (const auto& index : unique_indexes) {
    Names columns;
    bool has_expression = false;
    done = index_columns_->run({index}, [&](sqlite3_stmt* row) {
      has_expression = has_expression || sqlite3_column_type(row, 0) == SQLITE_NULL;
      columns.push_back(text_of(row, 0));
    });
    if (!done) return done;
    if (!has_expression && columns != read.table.primary_key) uniques.push_back(std::move(columns));
  }
  std::sort(uniques.begin(), uniques.end());
  uniques.erase(std::unique(uniques.begin(), uniques.end()), uniques.end());
  return {};
}

Result<void> SchemaReader::read_foreign_keys(ReadTable& read) {
  std::int64_t last_id = -1;
  return foreign_keys_->run({read.table.name}, [&](sqlite3_stmt* row) {
    const auto id = sqlite3_column_int64(row, 0);
    if (id != last_id) read.keys.emplace_back().key.referenced_table = text_of(row, 1);
    last_id = id;
    auto& written = read.keys.back();
    written.key.columns.push_back(text_of(row, 2));
    if (sqlite3_column_type(row, 3) == SQLITE_NULL) {
      written.target_columns_omitted = true;
    } else {
      written.key.referenced_columns.push_back(text_of(row, 3));
    }
  });
}

Result<void> SchemaReader::read_view_texts() {
  return each_row(connection_, "SELECT name, sql FROM sqlite_schema WHERE type = 'view'", [this](sqlite3_stmt* row) {
    if (auto* read = find(text_of(row, 0))) read->table.view_sql = select_of_view(text_of(row, 1));
  });
}

/// ANALYZE leaves "rows per-key per-key …" for each index, and "rows" for a table without one.
Result<void> SchemaReader::read_row_counts() {
  bool analysed = false;
  auto done = each_row(connection_, "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1' AND type = 'table'",
                       [&](sqlite3_stmt*) { analysed = true; });
  if (!done || !analysed) return done;
  return each_row(connection_, "SELECT tbl, stat FROM sqlite_stat1", [this](sqlite3_stmt* row) {
    auto* read = find(text_of(row, 0));
    const auto statistics = text_of(row, 1);
    std::int64_t rows = 0;
    const auto parsed = std::from_chars(statistics.data(), statistics.data() + statistics.size(), rows);
    if (read == nullptr || parsed.ec != std::errc() || rows < 0) return;
    read->table.rows = std::max(read->table.rows.value_or(0), rows);  // partial indexes count fewer
  });
}

ReadTable* SchemaReader::find(std::string_view name) {
  const auto found = by_name_.find(model::lower(name));
  return found == by_name_.end() ? nullptr : &tables_[found->second];
}

/// The key with names as its target spells them, or nothing if they lead nowhere.
std::optional<ForeignKey> SchemaReader::resolved(const WrittenKey& written) const {
  const auto found = by_name_.find(model::lower(written.key.referenced_table));
  if (found == by_name_.end()) return std::nullopt;
  const auto& target = tables_[found->second].table;
  ForeignKey key = written.key;
  key.referenced_table = target.name;
  if (written.target_columns_omitted) key.referenced_columns = target.primary_key;
  if (key.referenced_columns.size() != key.columns.size()) return std::nullopt;
  for (auto& name : key.referenced_columns) {
    const auto* column = target.find_column(name);
    if (column == nullptr) return std::nullopt;
    name = column->name;
  }
  return key;
}

void SchemaReader::resolve_foreign_keys() {
  for (auto& read : tables_) {
    for (const auto& written : read.keys) {
      if (auto key = resolved(written)) read.table.foreign_keys.push_back(*std::move(key));
    }
  }
}

Result<Schema> SchemaReader::read() {
  if (auto done = prepare_queries(); !done) return std::move(done).error();
  if (auto done = list_tables(); !done) return std::move(done).error();
  std::vector<ReadTable> readable;
  for (auto& read : tables_) {
    auto done = read_table(read);
    if (!done && !is_unreadable(read.table, done.error())) return std::move(done).error();
    if (done) readable.push_back(std::move(read));
  }
  tables_ = std::move(readable);
  for (std::size_t i = 0; i < tables_.size(); ++i) by_name_.emplace(model::lower(tables_[i].table.name), i);
  if (auto done = read_view_texts(); !done) return std::move(done).error();
  if (auto done = read_row_counts(); !done) return std::move(done).error();
  resolve_foreign_keys();
  Schema schema;
  schema.tables.reserve(tables_.size());
  for (auto& read : tables_) schema.tables.push_back(std::move(read.table));
  return schema;
}

}  // namespace

std::string_view select_of_view(std::string_view text) {
  const auto tokens = sql::tokenize(text, Dialect::sqlite);
  std::size_t depth = 0;
  for (const auto& token : tokens) {
    const auto word = token.span.of(text);
    if (token.kind == sql::TokenKind::op && word == "(") ++depth;
    if (token.kind == sql::TokenKind::op && word == ")" && depth > 0) --depth;
    if (depth != 0 || token.kind != sql::TokenKind::word || !model::equal_ignoring_case(word, "as")) continue;
    const auto select = text.substr(token.span.end);
    const auto begin = select.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? std::string_view{} : select.substr(begin);
  }
  return {};
}

Result<Schema> read_schema(const Connection& connection) {
  return SchemaReader(connection).read();
}

}  // namespace querydata::inline v0::sqlite
