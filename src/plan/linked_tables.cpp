#include "plan/linked_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "text/excerpt.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr double least_join_confidence = 0.5;

/// Texts of the database cut to size; the queries of views, which can be long, left out.
void shorten(Schema& schema, std::size_t most_bytes) {
  for (Table& table : schema.tables) {
    table.view_sql.clear();
    table.label = text::excerpt(table.label, most_bytes);
    table.description = text::excerpt(table.description, most_bytes);
    for (Column& column : table.columns) {
      column.label = text::excerpt(column.label, most_bytes);
      column.description = text::excerpt(column.description, most_bytes);
      for (std::string& sample : column.samples) sample = text::excerpt(sample, most_bytes);
    }
  }
}

class Linker {
 public:
  Linker(const Matches& matches, const SchemaGraph& graph, Dialect dialect, const GroundOptions& options)
      : matches_(matches), graph_(graph), dialect_(dialect), options_(options) {}

  [[nodiscard]] Result<SchemaLink> find(std::size_t tokens) const {
    FindOptions finding;
    finding.max_tables = options_.max_tables;
    finding.max_columns = 3 * options_.max_tables;
    finding.max_tokens = std::max<std::size_t>(1, tokens);
    finding.scope = options_.scope;
    finding.values = matches_.links.matches;
    finding.control = options_.control;
    return graph_.find(matches_.question.text, finding);
  }

  /// The link with the columns of readings and values, and all joins between its tables.
  void extend(SchemaLink& link, const std::vector<const Candidate*>& wanted) const {
    for (const Candidate* candidate : wanted) {
      for (const std::string& table : candidate->reading.item->shape.tables) add_table(link, table);
      add_columns(link, candidate->reading.item->shape);
      for (const FacetUse& use : candidate->reading.facets) add_columns(link, use.facet->shape);
    }
    for (const ValueMatch& value : matches_.links.matches) {
      const bool linked = std::any_of(link.tables.begin(), link.tables.end(),
                                      [&](const LinkedTable& table) { return table.table == value.table; });
      if (linked) add_column(link, value.table, value.column);
    }
    std::set<std::string> tables;
    for (const LinkedTable& table : link.tables) tables.insert(table.table);
    for (const Join& join : graph_.joins()) {
      const bool sure = join.confidence >= least_join_confidence;
      if (!sure || !tables.contains(join.table) || !tables.contains(join.referenced_table)) continue;
      if (std::find(link.joins.begin(), link.joins.end(), join) == link.joins.end()) link.joins.push_back(join);
    }
  }

  [[nodiscard]] LinkedTables rendered(const SchemaLink& link) const {
    LinkedTables out;
    out.schema = linked_schema(graph_.schema(), link, options_.scope);
    shorten(out.schema, options_.max_text_bytes);
    for (const Join& join : link.joins) {
      if (has(out.schema, join.table, join.columns) && has(out.schema, join.referenced_table, join.referenced_columns))
        out.joins.push_back(join);
    }
    RenderOptions rendering;
    rendering.dialect = dialect_;
    rendering.max_samples = options_.max_samples;
    out.text = render(out.schema, options_.format, rendering);
    out.partial = link.partial;
    return out;
  }

 private:
  static bool has(const Schema& schema, const std::string& table, const std::vector<std::string>& columns) {
    const Table* found = schema.find_table(table);
    return found != nullptr && std::all_of(columns.begin(), columns.end(), [&](const std::string& name) {
             return found->find_column(name) != nullptr;
           });
  }

  static void add_table(SchemaLink& link, const std::string& table) {
    const bool known = std::any_of(link.tables.begin(), link.tables.end(),
                                   [&](const LinkedTable& each) { return each.table == table; });
    if (!known) link.tables.push_back({table, 0, {}, false});
  }

  static void add_column(SchemaLink& link, const std::string& table, const std::string& column) {
    const bool known = std::any_of(link.columns.begin(), link.columns.end(), [&](const LinkedColumn& each) {
      return each.table == table && each.column == column;
    });
    if (!known) link.columns.push_back({table, column, 0, {}});
  }

  static void add_columns(SchemaLink& link, const QueryShape& shape) {
    for (const ShapeColumn& column : shape.columns) {
      if (column.column.empty()) continue;
      add_table(link, column.table);
      add_column(link, column.table, column.column);
    }
  }

  const Matches& matches_;
  const SchemaGraph& graph_;
  Dialect dialect_;
  const GroundOptions& options_;
};

/// Tables that were found and have no room.
std::vector<std::string> tables_beyond(const SchemaLink& found, const Schema& kept) {
  std::vector<std::string> out;
  for (const LinkedTable& table : found.tables) {
    if (kept.find_table(table.table) == nullptr) out.push_back(table.table);
  }
  return out;
}

bool reads(const Candidate& candidate, const std::string& table) {
  const auto in = [&](const QueryShape& shape) {
    return std::find(shape.tables.begin(), shape.tables.end(), table) != shape.tables.end();
  };
  const Reading& reading = candidate.reading;
  return in(reading.item->shape) || std::any_of(reading.facets.begin(), reading.facets.end(),
                                                [&](const FacetUse& use) { return in(use.facet->shape); });
}

/// Takes the worst table out that no reading needs, but for the best one. Whether there was one.
bool drop_table(SchemaLink& link, const std::vector<const Candidate*>& wanted) {
  for (std::size_t i = link.tables.size(); i > 1; --i) {
    const std::string table = link.tables[i - 1].table;
    if (std::any_of(wanted.begin(), wanted.end(), [&](const Candidate* each) { return reads(*each, table); })) continue;
    link.tables.erase(link.tables.begin() + static_cast<std::ptrdiff_t>(i - 1));
    std::erase_if(link.columns, [&](const LinkedColumn& column) { return column.table == table; });
    std::erase_if(link.joins, [&](const Join& join) { return join.table == table || join.referenced_table == table; });
    return true;
  }
  return false;
}

}  // namespace

Result<LinkedTables> link_tables(const Matches& matches, const SchemaGraph& graph,
                                 const std::vector<const Candidate*>& wanted, Dialect dialect, std::size_t tokens,
                                 const GroundOptions& options) {
  const Linker linker(matches, graph, dialect, options);
  auto link = linker.find(tokens);
  if (!link) return link.error();
  const SchemaLink found = *link;
  std::vector<const Candidate*> kept = wanted;
  for (;;) {
    SchemaLink extended = *link;
    linker.extend(extended, kept);
    LinkedTables out = linker.rendered(extended);
    const std::size_t size = approximate_tokens(out.text);
    if (out.schema.tables.empty() && found.least_tokens == 0) return out;
    if (!out.schema.tables.empty() && size <= tokens) {
      out.dropped = tables_beyond(found, out.schema);
      return out;
    }
    if (drop_table(*link, kept)) continue;
    if (kept.empty()) {
      const std::size_t least = std::max(size, found.least_tokens);
      return Error{ErrorCode::resource_exhausted,
                   fmt::format("The budget leaves {} tokens for tables, of which the best one takes {}; raise "
                               "GroundOptions::max_tokens.",
                               tokens, least),
                   {}};
    }
    kept.pop_back();
  }
}

bool holds(const Schema& schema, const QueryShape& shape) {
  const bool tables = std::all_of(shape.tables.begin(), shape.tables.end(),
                                  [&](const std::string& name) { return schema.find_table(name) != nullptr; });
  return tables && std::all_of(shape.columns.begin(), shape.columns.end(), [&](const ShapeColumn& column) {
           if (column.column.empty()) return true;
           const Table* table = schema.find_table(column.table);
           return table != nullptr && table->find_column(column.column) != nullptr;
         });
}

}  // namespace querydata::inline v0::plan
