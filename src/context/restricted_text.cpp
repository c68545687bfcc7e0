#include "context/restricted_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/dotted_path.hpp"
#include "model/names.hpp"
#include "sql/values.hpp"

namespace querydata::inline v0::context {
namespace {

bool is_limited(const Scope& scope) {
  return scope.tables || scope.columns;
}

bool is_part_of_path(char byte) {
  constexpr std::string_view marks = "_.\"`[]";
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         static_cast<unsigned char>(byte) >= 0x80 || marks.find(byte) != std::string_view::npos;
}

bool is_restricted_table(std::string_view name, const CheckOptions& options) {
  const Table* table = options.schema->find_table(name);
  return table != nullptr && !options.scope.allows(*table);
}

/// Of `schema.table.column`, `table.column` and `schema.table`.
bool is_restricted_path(const std::vector<std::string>& names, const CheckOptions& options) {
  std::string table = names.front();
  for (std::size_t i = 1; i + 1 < names.size(); ++i) table += '.' + names[i];
  if (options.schema == nullptr) {
    Table unknown;
    unknown.name = names[names.size() - 2];
    return options.scope.tables && !options.scope.allows(unknown);
  }
  if (is_restricted_table(table, options) || is_restricted_table(names[names.size() - 2], options)) return true;
  const Table* known = options.schema->find_table(table);
  const Column* column = known == nullptr ? nullptr : known->find_column(names.back());
  return column != nullptr && !options.scope.allows(*known, *column);
}

bool is_plain_path(std::string_view text, const std::vector<std::string>& names) {
  const bool named = std::ranges::none_of(names, [](const std::string& name) { return name.empty(); });
  return named && names.size() >= 2 && names.size() <= 3 && (text.front() < '0' || text.front() > '9');
}

}  // namespace

std::optional<Span> find_restricted_name(std::string_view text, const CheckOptions& options) {
  if (!is_limited(options.scope) || text.empty()) return {};
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_part_of_path(text[end])) ++end;
    std::string_view path = text.substr(begin, end - begin);
    while (path.ends_with('.')) path.remove_suffix(1);  // of a sentence
    const auto names = model::split_path(path);
    const bool counts = options.schema != nullptr || path.size() == text.size();
    if (counts && is_plain_path(path, names) && is_restricted_path(names, options)) {
      return Span{begin, begin + path.size()};
    }
    begin = std::max(end, begin + 1);
  }
  return {};
}

std::optional<QueryFault> restricted_literal(const sql::Tree& tree, const CheckOptions& options) {
  if (!is_limited(options.scope)) return {};
  for (const sql::Literal& literal : sql::find_literals(tree)) {
    const auto* text = std::get_if<std::string>(&literal.value);
    if (text == nullptr) continue;
    const auto found = find_restricted_name(*text, options);
    if (!found) continue;
    return QueryFault{
        rules::restricted_name,
        fmt::format("The literal {} names `{}`, which is out of the scope that was given. Leave it out, or "
                    "keep it in a set of its own.",
                    tree.text(literal.expression), found->of(*text)),
        tree[literal.expression].span.begin};
  }
  return {};
}

}  // namespace querydata::inline v0::context
