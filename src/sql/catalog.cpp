#include "sql/catalog.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/names.hpp"
#include "sql/errors.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::sql {

namespace {

/// Lookups of a name in a FROM item. A query of a few kilobytes needs some hundreds.
constexpr std::size_t lookup_budget = 5'000'000;

/// SQLite looks into temp before main, and into attached databases last.
int search_rank(const Table& table, Dialect dialect) {
  if (dialect == Dialect::sqlite && model::equal_ignoring_case(table.schema, "temp")) return 0;
  const bool is_default = table.schema.empty() || model::equal_ignoring_case(table.schema, "main");
  return is_default ? 1 : 2;
}

}  // namespace

void ColumnSet::add(RelationColumn column) {
  const auto position = static_cast<std::uint32_t>(columns.size());
  auto key = name_key(column.name, dialect_);
  if (const auto [first, is_new] = index_.try_emplace(key, position); !is_new && !column.hidden) {
    second_.try_emplace(std::move(key), position);
  }
  columns.push_back(std::move(column));
}

const std::uint32_t* ColumnSet::find(const std::string& key) const {
  const auto found = index_.find(key);
  return found == index_.end() ? nullptr : &found->second;
}

const std::uint32_t* ColumnSet::find_second(const std::string& key) const {
  const auto found = second_.find(key);
  return found == second_.end() ? nullptr : &found->second;
}

Catalog::Catalog(const Schema& schema, const ResolveOptions& options, Dialect dialect)
    : schema_(schema),
      options_(options),
      dialect_(dialect),
      scope_(options.scope),
      unlimited_(!options.scope.tables && !options.scope.columns),
      budget_(lookup_budget) {
  for (const auto& name : options.extra_functions) extra_functions_.insert(model::lower(name));
}

void Catalog::begin_statement() noexcept {
  budget_ = lookup_budget;
}

void Catalog::spend(std::size_t lookups) {
  if (lookups > budget_) {
    throw Failure{{ErrorCode::resource_exhausted,
                   "The statement needs too many lookups of names; use fewer tables, levels or columns.",
                   {}}};
  }
  budget_ -= lookups;
}

bool Catalog::in_schema(const Table& table, std::string_view qualifier) const {
  if (same_table_name(table.schema, qualifier, dialect_)) return true;
  if (dialect_ == Dialect::postgresql && table.schema.empty()) return qualifier == "public";
  return dialect_ == Dialect::sqlite && table.schema.empty() && model::equal_ignoring_case(qualifier, "main");
}

const Table* Catalog::find_table(std::string_view schema, std::string_view name) {
  const auto key = fmt::format("{}.{}", schema, name);
  if (const auto known = tables_.find(key); known != tables_.end()) return known->second;
  const Table* best = nullptr;
  const auto rank = [&](const Table& table) {
    return std::pair(schema.empty() ? search_rank(table, dialect_) : 0, table.name == name ? 0 : 1);
  };
  for (const auto& table : schema_.tables) {
    if (!same_table_name(table.name, name, dialect_)) continue;
    if (schema.empty() ? !on_search_path(table) : !in_schema(table, schema)) continue;
    if (best == nullptr || rank(table) < rank(*best)) best = &table;
  }
  tables_.emplace(key, best);
  return best;
}

const Column* Catalog::rowid_column(const Table& table) {
  if (table.primary_key.size() != 1) return nullptr;
  const auto* column = table.find_column(table.primary_key.front());
  return column != nullptr && model::equal_ignoring_case(column->declared_type, "integer") ? column : nullptr;
}

bool Catalog::on_search_path(const Table& table) const {
  switch (dialect_) {
    case Dialect::postgresql:
      // pg_catalog is searched first: no table of a user is found under a name of its.
      if (table.name.starts_with("pg_")) return table.schema == "pg_catalog";
      return table.schema.empty() || table.schema == "public";
    case Dialect::googlesql:
    case Dialect::bigtable:
      return table.schema.empty();
    default:
      return true;
  }
}

std::shared_ptr<const ColumnSet> Catalog::columns_of(const Table& table) {
  auto& known = columns_[&table];
  if (known) return known;
  auto set = std::make_shared<ColumnSet>(dialect_);
  for (const auto& column : table.columns) set->add({column.name, &table, &column, {}, column.type, false});
  if (table.kind == TableKind::virtual_table && dialect_ == Dialect::sqlite) {
    // FTS: the table's own name is what MATCH searches, and rank is its score.
    for (const auto& name : {table.name, std::string("rank")}) {
      if (set->find(model::lower(name)) == nullptr) set->add({name, &table, nullptr, {}, ValueType::unknown, true});
    }
  }
  known = std::move(set);
  return known;
}

bool Catalog::allows_rowid(const Table& table) const {
  const auto* column = rowid_column(table);
  Column pseudo;
  pseudo.name = "rowid";
  return allows(table, column != nullptr ? *column : pseudo);
}

bool Catalog::hides_columns(const Table& table) const {
  if (unlimited_) return false;
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const Column& column) { return !allows(table, column); });
}

bool Catalog::allows_function(const std::string& lower_name) const {
  return find_function(lower_name, dialect_) != nullptr || extra_functions_.contains(lower_name);
}

ViewReads* Catalog::view(const Table& table) {
  const auto found = views_.find(&table);
  return found == views_.end() ? nullptr : found->second.get();
}

std::vector<const Table*> Catalog::views_in(const Tree& tree) {
  std::vector<const Table*> out;
  for (const auto& item : tree.from_items) {
    const auto names = tree.names(item.names);
    if (names.empty()) continue;
    const auto schema = names.size() > 1 ? std::string_view(names.front().text) : std::string_view();
    const auto* table = find_table(schema, names.back().text);
    if (table != nullptr && table->kind == TableKind::view && !table->view_sql.empty()) out.push_back(table);
  }
  return out;
}

void Catalog::read_views(const Tree& tree) {
  // Views that a view reads come before it. An explicit stack: chains of views may be long.
  struct Visit {
    const Table* view;
    std::vector<const Table*> below;
    std::size_t next = 0;
  };
  std::vector<Visit> stack{{nullptr, views_in(tree), 0}};
  std::unordered_set<const Table*> open;
  while (!stack.empty()) {
    auto& visit = stack.back();
    if (visit.next == visit.below.size()) {
      if (visit.view != nullptr) {
        resolve_view(*visit.view);
        open.erase(visit.view);
      }
      stack.pop_back();
      continue;
    }
    const auto* below = visit.below[visit.next++];
    if (open.contains(below)) {
      views_[visit.view]->failed = true;
      views_[visit.view]->reason = "it reads itself";
      continue;
    }
    if (views_.contains(below)) continue;
    auto& reads = views_[below] = std::make_unique<ViewReads>();
    auto parsed = parse_query(view_query(below->view_sql, dialect_), dialect_);
    if (!parsed) {
      reads->failed = true;
      reads->reason = parsed.error().message;
      continue;
    }
    reads->tree = std::move(*parsed);
    open.insert(below);
    stack.push_back({below, views_in(reads->tree), 0});
  }
}

void Catalog::resolve_view(const Table& view) {
  auto& reads = *views_[&view];
  if (reads.failed) return;
  try {
    reads.resolution = resolve_tree(*this, reads.tree, &reads.boundary);
  } catch (Failure& failure) {
    if (failure.error.code == ErrorCode::resource_exhausted) throw;
    reads.failed = true;
    reads.reason = std::move(failure.error.message);
  }
}

Result<Resolution> resolve(const Tree& tree, const Schema& schema, const ResolveOptions& options) {
  return StatementResolver(schema, tree.dialect, options).resolve(tree);
}

StatementResolver::StatementResolver(const Schema& schema, Dialect dialect, ResolveOptions options)
    : schema_(schema), dialect_(dialect), options_(std::move(options)) {}

StatementResolver::~StatementResolver() = default;

Result<Resolution> StatementResolver::resolve(const Tree& tree) {
  if (catalog_ == nullptr) catalog_ = std::make_unique<Catalog>(schema_, options_, dialect_);
  try {
    catalog_->begin_statement();
    catalog_->read_views(tree);
    return resolve_tree(*catalog_, tree, nullptr);
  } catch (Failure& failure) {
    catalog_.reset();
    return std::move(failure.error);
  }
}

}  // namespace querydata::inline v0::sql
