#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "model/names.hpp"
#include "querydata/sql.hpp"
#include "sql/edit_statement.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::sql {

namespace {

Error does_not_fit(std::string message) {
  return {ErrorCode::failed_precondition, std::move(message), {}};
}

/// Makes the edits of one join.
class Joiner {
 public:
  Joiner(const Reading& reading, const Schema& schema, const NewJoin& join)
      : reading_(reading), tree_(reading.tree), resolution_(reading.resolution), schema_(schema), join_(join) {
    for (const auto& source : resolution_.sources) {
      if (source.from) sources_.emplace(source.from.value, &source);
    }
  }

  /// @return  the edits, the join itself first
  Result<std::vector<Edit>> run(std::optional<std::size_t> level) {
    if (auto done = find_table(); !done) return done.error();
    if (auto done = place(level); !done) return done.error();
    if (auto done = add_table(); !done) return done.error();
    if (auto done = qualify_names(); !done) return done.error();
    if (auto done = replace_stars(); !done) return done.error();
    return keep_apart(tree_.sql, std::move(edits_));
  }

  [[nodiscard]] const Table& table() const { return *table_; }

 private:
  Result<void> find_table() {
    table_ = schema_.find_table(join_.table);
    if (table_ == nullptr) {
      return Error{ErrorCode::not_found, fmt::format("There is no table {}; join one of the schema.", join_.table), {}};
    }
    for (const auto& query : tree_.queries) {
      for (const auto& common : query.with) {
        if (!table_->schema.empty() || !model::equal_ignoring_case(common.name.text, table_->name)) continue;
        return does_not_fit(
            fmt::format("The name {} is a common table's in the statement; rename that.", table_->name));
      }
    }
    return {};
  }

  /// The condition's names, the level, and the alias.
  Result<void> place(std::optional<std::size_t> level) {
    auto condition = parse_expression(join_.on, tree_.dialect);
    if (!condition) return condition.error();
    const auto select = select_of(reading_, level);
    if (!select) return select.error();
    const auto& own_name = join_.alias.empty() ? table_->name : join_.alias;
    PlacementOptions options;
    options.select = *select;
    options.ignored = model::lower(own_name);
    auto placement = find_placement(tree_, resolution_, *condition, options);
    if (!placement) return placement.error();
    if (placement->names.empty() && !level) {
      return does_not_fit("The condition of the join names no table of the statement; say the level.");
    }
    placement_ = std::move(*placement);
    alias_ = free_alias(own_name);
    auto renamed = rename_qualifiers(*condition, placement_);
    if (!renamed) return renamed.error();
    for (std::uint32_t i = 0; i < condition->expressions.size(); ++i) {
      const auto names = condition->names(ExpressionId{i});
      if (condition->expressions[i].kind != ExpressionKind::column || names.size() < 2) continue;
      if (!model::equal_ignoring_case(names[names.size() - 2].text, own_name)) continue;
      renamed->push_back(
          {{names.front().span.begin, names[names.size() - 2].span.end}, quote_identifier(alias_, tree_.dialect)});
    }
    auto text = apply_edits(join_.on, std::move(*renamed));
    if (!text) return text.error();
    condition_ = std::move(*text);
    return {};
  }

  [[nodiscard]] std::string free_alias(const std::string& wanted) const {
    const auto taken = [&](std::string_view name) {
      return std::any_of(resolution_.sources.begin(), resolution_.sources.end(), [&](const Source& source) {
        return !source.in_view && model::equal_ignoring_case(source.alias, name);
      });
    };
    auto alias = wanted;
    for (int number = 2; taken(alias); ++number) alias = fmt::format("{}_{}", wanted, number);
    return alias;
  }

  [[nodiscard]] std::string table_text() const {
    auto out = quote_identifier(table_->name, tree_.dialect);
    if (!table_->schema.empty()) out = fmt::format("{}.{}", quote_identifier(table_->schema, tree_.dialect), out);
    if (alias_ != table_->name) out += " AS " + quote_identifier(alias_, tree_.dialect);
    return out;
  }

  // A comma binds looser than JOIN, so that a condition sees only the tables since the last comma, except in SQLite.

  /// The ends of the parts that commas separate, and the part of each FROM item.
  struct Parts {
    std::vector<std::size_t> ends;
    std::unordered_map<std::uint32_t, std::size_t> of;
  };

  void note_part(FromId id, std::size_t part, Parts& out) const {
    out.of.emplace(id.value, part);
    for (const auto inner : tree_[id].items) note_part(inner, part, out);
  }

  [[nodiscard]] Parts parts() const {
    Parts out;
    for (const auto id : tree_[placement_.select].from) {
      const bool begins = out.ends.empty() || (tree_[id].join == JoinKind::comma && tree_.dialect != Dialect::sqlite);
      if (begins) out.ends.emplace_back();
      out.ends.back() = tree_[id].join_span.end;
      note_part(id, out.ends.size() - 1, out);
    }
    return out;
  }

  Result<void> add_table() {
    if (tree_[placement_.select].from.empty()) return does_not_fit("The level has no FROM clause to join to.");
    const auto found = parts();
    std::optional<std::size_t> part;
    for (const auto& [span, source] : placement_.names) {
      if (source->select != placement_.select) continue;
      const auto own = found.of.at(source->from.value);
      if (part && part != own) return add_behind_comma(found.ends.back());
      part = own;
    }
    const auto end = part ? found.ends[*part] : found.ends.back();
    edits_.push_back(
        {{end, end}, fmt::format(" {} {} ON {}", join_.outer ? "LEFT JOIN" : "JOIN", table_text(), condition_)});
    return {};
  }

  Result<void> add_behind_comma(std::size_t end) {
    if (join_.outer)
      return does_not_fit("The condition of the join spans tables that commas separate; write them as joins.");
    edits_.push_back({{end, end}, ", " + table_text()});
    auto where = add_conditions(tree_, resolution_, {{placement_.select, condition_, {}}});
    if (!where) return where.error();
    edits_.insert(edits_.end(), where->begin(), where->end());
    return {};
  }

  // Names that the new table would take.

  /// Whether the level is one of `from` and the levels around it, up to `to`.
  [[nodiscard]] bool lies_between(SelectId from, SelectId to) const {
    for (auto level = from; level; level = resolution_.parents[level.value]) {
      if (level == placement_.select) return true;
      if (level == to) return false;
    }
    return false;
  }

  [[nodiscard]] bool takes(std::string_view name) const {
    if (table_->find_column(name) != nullptr) return true;
    const auto lower = model::lower(name);
    return tree_.dialect == Dialect::sqlite && (lower == "rowid" || lower == "oid" || lower == "_rowid_");
  }

  /// Terms that sort a set operation are names of its result.
  [[nodiscard]] std::unordered_set<std::uint32_t> names_of_results() const {
    std::unordered_set<std::uint32_t> out;
    for (const auto& query : tree_.queries) {
      if (query.arms.size() == 1 && query.arms.front().select) continue;
      for (const auto& term : query.order_by) {
        walk(tree_, term.expression, [&](ExpressionId id) { return out.insert(id.value).second; });
      }
    }
    return out;
  }

  Result<void> qualify_names() {
    const auto results = names_of_results();
    for (std::uint32_t i = 0; i < tree_.expressions.size(); ++i) {
      const ExpressionId id{i};
      const auto* binding = resolution_.binding(id);
      if (binding == nullptr || tree_.names(id).size() != 1 || results.contains(i)) continue;
      if (!takes(tree_.names(id).front().text)) continue;
      const auto level = resolution_.selects[i];
      if (!level || !lies_between(level, binding->select)) continue;
      if (auto done = qualify(id, *binding); !done) return done;
    }
    return {};
  }

  Result<void> qualify(ExpressionId id, const Binding& binding) {
    const auto span = tree_[id].span;
    if (binding.kind == NameKind::text) {
      edits_.push_back({span, quote_literal(tree_.names(id).front().text, tree_.dialect)});
      return {};
    }
    if (binding.kind == NameKind::alias) return {};  // most come before columns; what changes is found in the end
    const auto source = sources_.find(binding.from.value);
    if (source == sources_.end() || source->second->alias.empty()) {
      return does_not_fit(fmt::format("The table {} has a column {} as well, and the statement's can't be qualified.",
                                      table_->name, tree_.text(span)));
    }
    edits_.push_back({{span.begin, span.begin}, quote_identifier(source->second->alias, tree_.dialect) + "."});
    return {};
  }

  Result<void> replace_stars() {
    const auto& select = tree_[placement_.select];
    for (const auto& item : select.items) {
      if (tree_[item.expression].kind != ExpressionKind::star || tree_[item.expression].names.count > 0) continue;
      auto stars = stars_of_tables(select);
      if (!stars) return stars.error();
      if (select.whole_table) *stars = "SELECT " + *stars + " FROM";
      edits_.push_back({tree_[item.expression].span, std::move(*stars)});
    }
    return {};
  }

  [[nodiscard]] Result<std::string> stars_of_tables(const Select& select) const {
    std::string out;
    for (const auto id : select.from) {
      const auto& item = tree_[id];
      const auto source = sources_.find(id.value);
      const bool simple = item.kind != FromKind::group && !item.natural && item.using_columns.empty();
      if (!simple || source == sources_.end() || source->second->alias.empty()) {
        return does_not_fit("The star of the select list would change its columns; name them.");
      }
      if (!out.empty()) out += ", ";
      out += quote_identifier(source->second->alias, tree_.dialect) + ".*";
    }
    return out;
  }

  const Reading& reading_;
  const Tree& tree_;
  const Resolution& resolution_;
  const Schema& schema_;
  const NewJoin& join_;
  std::unordered_map<std::uint32_t, const Source*> sources_;  ///< by FromId
  const Table* table_ = nullptr;
  Placement placement_;
  std::string alias_;
  std::string condition_;
  std::vector<Edit> edits_;
};

/// What a name of the statement means, whatever the numbers of nodes.
struct Meaning {
  std::string name;
  NameKind kind;
  const Table* table;
  const Column* column;
  std::string_view alias;
  ValueType type;
  bool operator==(const Meaning&) const = default;
};

/// The meanings of the columns outside `added`, in reading order.
std::vector<Meaning> meanings(const Reading& reading, std::span<const Span> added) {
  std::unordered_map<std::uint32_t, std::string_view> aliases;
  for (const auto& source : reading.resolution.sources) {
    if (source.from) aliases.emplace(source.from.value, source.alias);
  }
  std::vector<std::pair<std::size_t, Meaning>> found;
  for (std::uint32_t i = 0; i < reading.tree.expressions.size(); ++i) {
    const ExpressionId id{i};
    const auto* binding = reading.resolution.binding(id);
    const auto span = reading.tree[id].span;
    const bool is_new = std::any_of(added.begin(), added.end(), [&](Span part) { return part.contains(span); });
    if (binding == nullptr || binding->kind == NameKind::text || is_new) continue;
    const auto alias = aliases.find(binding->from.value);
    found.push_back({span.end,
                     {model::lower(reading.tree.names(id).back().text), binding->kind, binding->table, binding->column,
                      alias == aliases.end() ? std::string_view() : alias->second, binding->type}});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Meaning> out;
  for (auto& [at, meaning] : found) out.push_back(std::move(meaning));
  return out;
}

bool same_results(const Reading& a, const Reading& b) {
  const auto& x = a.resolution.output(a.tree.first_select(a.tree.root));
  const auto& y = b.resolution.output(b.tree.first_select(b.tree.root));
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const OutputColumn& i, const OutputColumn& j) {
    return i.table == j.table && i.column == j.column && (i.table == nullptr || i.name == j.name);
  });
}

/// The spans of the texts that add a table or a condition: not those that qualify what was there.
std::vector<Span> new_texts(const std::vector<Edit>& edits) {
  const auto spans = spans_after(edits);
  std::vector<Span> out;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].span.empty() && !edits[i].text.ends_with('.')) out.push_back(spans[i]);
  }
  return out;
}

}  // namespace

}  // namespace querydata::inline v0::sql

namespace querydata::inline v0 {

Result<std::string> add_join(std::string_view text, Dialect dialect, const Schema& schema, const NewJoin& join,
                             const EditOptions& options) {
  const auto before = sql::read_statement(text, dialect, schema, options.inspect);
  if (!before) return before.error();
  sql::Joiner joiner(*before, schema, join);
  const auto edits = joiner.run(options.level);
  if (!edits) return edits.error();
  auto edited = sql::apply_edits(text, *edits);
  if (!edited) return edited.error();

  const auto after = sql::read_statement(*edited, dialect, schema, options.inspect);
  if (!after) return after.error();
  const auto added = sql::new_texts(*edits);
  if (sql::meanings(*before, {}) != sql::meanings(*after, added) || !sql::same_results(*before, *after)) {
    return Error{ErrorCode::failed_precondition,
                 fmt::format("The join of {} would change what other names of the statement mean; qualify its columns.",
                             join.table),
                 {}};
  }
  return edited;
}

}  // namespace querydata::inline v0
