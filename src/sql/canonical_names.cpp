#include "sql/canonical_names.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "model/names.hpp"

namespace querydata::inline v0::sql {

namespace {

std::string numbered(char letter, std::size_t depth, std::size_t number) {
  return depth == 0 ? fmt::format("{}{}", letter, number) : fmt::format("{}{}_{}", letter, depth, number);
}

std::string folded(std::span<const Name> names) {
  std::string out;
  for (const auto& name : names) out.append(out.empty() ? "" : ".").append(model::lower(name.text));
  return out;
}

}  // namespace

CanonicalNames::CanonicalNames(const Tree& tree, const Resolution& resolution) : tree_(tree), resolution_(resolution) {
  for (const auto& source : resolution_.sources) {
    if (!source.from) continue;
    sources_.emplace(source.from.value, &source);
    by_name_.emplace(fmt::format("{} {}", source.select.value, model::lower(source.alias)), source.from);
  }
  std::vector<Span> around;
  for (const auto& select : tree_.selects) {
    while (!around.empty() && around.back().end <= select.span.begin) around.pop_back();
    std::size_t number = 0;
    for (const auto from : select.from) name_tables(from, around.size(), number);
    around.push_back(select.span);
  }
  name_common_tables();
}

void CanonicalNames::name_tables(FromId id, std::size_t depth, std::size_t& number) {
  const auto& item = tree_[id];
  if (item.kind == FromKind::group) {
    for (const auto inner : item.items) name_tables(inner, depth, number);
  } else {
    aliases_.emplace(id.value, numbered('t', depth, ++number));
  }
}

void CanonicalNames::name_common_tables() {
  std::vector<Span> around;
  for (const auto& query : tree_.queries) {
    if (query.with.empty()) continue;
    while (!around.empty() && around.back().end <= query.span.begin) around.pop_back();
    std::size_t number = 0;
    for (const auto& table : query.with) {
      common_tables_[table.query.value] = numbered('q', around.size(), ++number);
    }
    around.push_back(query.span);
  }
}

const Source* CanonicalNames::source_of(FromId id) const {
  const auto found = sources_.find(id.value);
  return found == sources_.end() ? nullptr : found->second;
}

std::string CanonicalNames::alias(FromId id) const {
  const auto found = aliases_.find(id.value);
  return found == aliases_.end() ? std::string() : found->second;
}

std::string CanonicalNames::common_table(QueryId body) const {
  const auto found = common_tables_.find(body.value);
  return found == common_tables_.end() ? std::string() : found->second;
}

std::string CanonicalNames::table(FromId id) const {
  const auto* source = source_of(id);
  if (source == nullptr) return folded(tree_.names(id));
  if (source->table != nullptr) return model::lower(source->table->qualified_name());
  const auto common = common_table(source->query);
  return common.empty() ? folded(tree_.names(id)) : common;
}

std::string CanonicalNames::column(ExpressionId id) const {
  const auto names = tree_.names(id);
  const auto* binding = resolution_.binding(id);
  if (binding == nullptr) return folded(names);
  if (binding->kind == NameKind::text) return "?";
  if (binding->kind == NameKind::alias) return fmt::format("c{}", binding->position + 1);
  const auto name = binding->from ? alias(binding->from) : std::string();
  if (name.empty()) return folded(names);
  const auto* source = source_of(binding->from);
  const bool known = binding->expression || binding->table != nullptr;
  if (source != nullptr && source->query && known) return fmt::format("{}.c{}", name, binding->position + 1);
  return fmt::format("{}.{}", name, model::lower(names.back().text));
}

std::string CanonicalNames::star(ExpressionId id) const {
  const auto qualifier = model::lower(tree_.names(id).back().text);
  const auto from = by_name_.find(fmt::format("{} {}", resolution_.selects[id.value].value, qualifier));
  const auto name = from == by_name_.end() ? std::string() : alias(from->second);
  return (name.empty() ? folded(tree_.names(id)) : name) + ".*";
}

}  // namespace querydata::inline v0::sql
