#include <algorithm>

#include "sql/resolver.hpp"

namespace querydata::inline v0::sql {

Resolver::Resolver(Catalog& catalog, const Tree& tree, Boundary* boundary)
    : catalog_(catalog), tree_(tree), view_boundary_(boundary) {
  out_.outputs.resize(tree.selects.size());
  out_.parents.resize(tree.selects.size());
  out_.selects.resize(tree.expressions.size());
  out_.binding_of.resize(tree.expressions.size(), ExpressionId::none);
  out_.types.resize(tree.expressions.size(), ValueType::unknown);
  origins_.resize(tree.selects.size());
  select_levels_.resize(tree.selects.size());
  number_levels();
}

Resolution Resolver::run() {
  query(tree_.root, {nullptr, view_boundary_, nullptr}, nullptr);
  add_views();
  in_reading_order(out_.columns, column_offsets_);
  in_reading_order(out_.functions, function_offsets_);
  std::stable_sort(out_.sources.begin(), out_.sources.end(),
                   [&](const Source& a, const Source& b) { return offset_of(a) < offset_of(b); });
  return std::move(out_);
}

void Resolver::number_levels() {
  out_.levels.resize(tree_.selects.size());
  const auto outermost = tree_.first_select(tree_.root);
  std::size_t next = 1;
  for (std::uint32_t i = 0; i < tree_.selects.size(); ++i) out_.levels[i] = i == outermost.value ? 0 : next++;
}

void Resolver::add_views() {
  if (in_view()) return;
  const auto end = tree_.sql.size();
  for (std::size_t i = 0; i < used_views_.size(); ++i) {
    const auto& reads = catalog_.view(*used_views_[i])->resolution;
    for (const auto& source : reads.sources) {
      if (source.table == nullptr) continue;
      out_.sources.push_back({{}, {}, source.table, {}, source.table->name, true});
      if (catalog_.view(*source.table) != nullptr) note_view(*source.table);
    }
    for (const auto& column : reads.columns) read(column.table, column.column, column.name, {}, end);
    for (const auto& call : reads.functions) called({call.name, {}, {}, {}, call.aggregate}, end);
  }
}

void Resolver::query(QueryId id, Surroundings around, Cte* cte) {
  const Nested nested(*this);
  const auto& body = tree_[id];
  if (!body.with.empty()) around.with = with_clause(body, around);
  for (std::size_t i = 0; i < body.arms.size(); ++i) {
    arm(body.arms[i], around);
    if (i == 0 && cte != nullptr) cte->columns = columns_of(*cte);
    check_width(body, i);
  }
  // Parentheses around one SELECT leave its names in sight.
  if (body.arms.size() == 1 && (body.arms.front().select || is_one_select(body))) {
    order_by(body, *select_levels_[tree_.first_select_of(body.arms.front()).value]);
  } else {
    order_by_of_set(body);
  }
  limit(body, around);
}

bool Resolver::is_one_select(const Query& body) const {
  const auto* inner = &body;
  while (inner->arms.size() == 1 && inner->arms.front().query) inner = &tree_[inner->arms.front().query];
  return inner->arms.size() == 1;
}

void Resolver::arm(const Arm& arm, const Surroundings& around) {
  if (arm.select) {
    select(arm.select, around);
  } else {
    query(arm.query, around, nullptr);
  }
}

void Resolver::check_width(const Query& body, std::size_t arm) const {
  const auto left = output_of(body.arms.front()).size();
  const auto right = output_of(body.arms[arm]).size();
  if (left == right || is_tolerant()) return;
  fail(ErrorCode::invalid_argument, tree_[tree_.first_select_of(body.arms[arm])].span,
       "The parts of a set operation give {} and {} columns; give each the same number.", left, right);
}

WithFrame* Resolver::with_clause(const Query& body, const Surroundings& around) {
  auto& frame = frames_.emplace_back();
  frame.around = around;
  frame.outer = around.with;
  frame.recursive = body.recursive;
  frame.around.with = &frame;
  for (const auto& table : body.with) {
    auto& cte = frame.tables.emplace_back();
    cte.table = &table;
    cte.boundary.around = around.boundary;
    if (!frame.index.emplace(key_of_table(table.name.text), &cte).second) {
      fail(ErrorCode::invalid_argument, table.name.span, "The common table {} is defined twice (byte {}).",
           tree_.text(table.name.span), table.name.span.begin);
    }
  }
  // In the order of the text: only what uses a later one is resolved inside another.
  for (auto& cte : frame.tables) resolve_cte(cte, frame);
  return &frame;
}

void Resolver::resolve_cte(Cte& cte, WithFrame& frame) {
  if (cte.state != CteState::waiting) return;
  cte.state = CteState::open;
  query(cte.table->query, {frame.around.outer, &cte.boundary, frame.around.with}, &cte);
  cte.state = CteState::done;
}

std::shared_ptr<const ColumnSet> Resolver::renamed(std::shared_ptr<const ColumnSet> columns,
                                                   const std::vector<Name>& names) const {
  if (names.empty() || columns->columns.empty()) return columns;
  if (names.size() > columns->columns.size()) {
    fail(ErrorCode::invalid_argument, names.front().span, "There are {} names for {} columns (byte {}).", names.size(),
         columns->columns.size(), names.front().span.begin);
  }
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  for (std::size_t i = 0; i < columns->columns.size(); ++i) {
    auto column = columns->columns[i];
    if (i < names.size()) column.name = names[i].text;
    set->add(std::move(column));
  }
  return set;
}

std::shared_ptr<const ColumnSet> Resolver::columns_of(const Cte& cte) const {
  const auto& outputs = output_of(cte.table->query);
  const auto& names = cte.table->columns;
  const bool fits = names.size() == outputs.size() || (is_postgresql() && names.size() < outputs.size());
  if (!names.empty() && !fits && !is_tolerant()) {
    fail(ErrorCode::invalid_argument, cte.table->name.span,
         "The common table {} names {} columns and its query gives {} (byte {}); give it the same number.",
         tree_.text(cte.table->name.span), names.size(), outputs.size(), cte.table->name.span.begin);
  }
  auto set = column_set(outputs, names);
  for (const auto& added : cte.table->added_columns) {
    auto column = RelationColumn{added.text, nullptr, nullptr, {}, ValueType::unknown, false};
    set->add(std::move(column));
  }
  return set;
}

std::shared_ptr<ColumnSet> Resolver::column_set(const std::vector<OutputColumn>& outputs,
                                                const std::vector<Name>& names) const {
  auto set = std::make_shared<ColumnSet>(tree_.dialect);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& output = outputs[i];
    auto name = i < names.size() ? names[i].text : output.name;
    if (is_sqlite()) name = unique_name(std::move(name), *set);
    set->add({std::move(name), output.table, output.column, output.expression, output.type, false});
  }
  return set;
}

/// SQLite's names of a subquery's columns: none is TRUE or FALSE, and a second `a` is `a:1`.
std::string Resolver::unique_name(std::string name, const ColumnSet& set) const {
  if (same(name, "true") || same(name, "false")) {
    return fmt::format("column{}", set.columns.size() + 1);
  }
  constexpr int most_numbered = 3;  // then SQLite takes random numbers
  auto unique = name;
  for (int i = 1; i <= most_numbered && set.find(key_of(unique)) != nullptr; ++i) {
    unique = fmt::format("{}:{}", name, i);
  }
  return unique;
}

void Resolver::limit(const Query& body, const Surroundings& around) {
  // No names of any level here, but subqueries may stand.
  auto& level = levels_.emplace_back();
  level.select = tree_.first_select_of(body.arms.front());
  level.around.with = around.with;
  for (const auto id : {body.limit, body.offset}) {
    if (id) expression(id, level);
  }
}

Resolution resolve_tree(Catalog& catalog, const Tree& tree, Boundary* boundary) {
  return Resolver(catalog, tree, boundary).run();
}

}  // namespace querydata::inline v0::sql
