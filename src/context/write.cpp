#include <fmt/format.h>

#include <array>
#include <utility>

#include "context/extra.hpp"
#include "context/format.hpp"
#include "context/json_text.hpp"
#include "context/unwritable.hpp"
#include "core/files.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

template <class IsKnown>
void write_unknown(JsonWriter& writer, const ExtraMembers& extra, const IsKnown& is_known) {
  for (const ExtraMembers::Member& member : extra.members()) {
    if (is_known(member.name)) continue;
    writer.name(member.name);
    writer.value(member.value);
  }
}

/// Writes the fields, with the empty ones that `extra` remembers, then what `write_nested` writes, then what is
/// unknown.
template <class Item, std::size_t Size, class WriteNested>
void write_members(JsonWriter& writer, const Item& item, const std::array<Field<Item>, Size>& fields,
                   const ExtraMembers& extra, const WriteNested& write_nested) {
  writer.begin('{');
  for (const auto& field : fields) {
    const std::string& text = item.*field.text;
    if (text.empty() && !extra.keeps_empty(field.spelling.name)) continue;
    writer.name(field.spelling.name);
    writer.text(text);
  }
  write_nested();
  write_unknown(writer, extra, [&](std::string_view name) {
    const auto matches = [&](const Field<Item>& field) { return field.spelling.matches(name); };
    return std::ranges::any_of(fields, matches) || (Parameterized<Item> && name == parameterized);
  });
  writer.end('}');
}

template <class Item>
void write_item(JsonWriter& writer, const Item& item) {
  write_members(writer, item, Format<Item>::own, ExtraMembers(item.extra), [&] {
    if constexpr (Parameterized<Item>) {
      const ExtraMembers extra(item.parameterized_extra);
      const auto filled = [&](const Field<Item>& field) { return !(item.*field.text).empty(); };
      if (!extra.is_object() && !std::ranges::any_of(Format<Item>::parameterized, filled)) return;
      writer.name(parameterized);
      write_members(writer, item, Format<Item>::parameterized, extra, [] {});
    }
  });
}

template <class Item>
void write_list(JsonWriter& writer, const std::vector<Item>& items, const ExtraMembers& extra) {
  const std::string_view name = Format<Item>::list.name;
  if (items.empty() && !extra.keeps_empty(name)) return;
  writer.name(name);
  writer.begin('[');
  for (const Item& item : items) {
    writer.element();
    write_item(writer, item);
  }
  writer.end(']');
}

bool is_list(std::string_view name) {
  return Format<Template>::list.matches(name) || Format<Facet>::list.matches(name) ||
         Format<ValueSearch>::list.matches(name);
}

}  // namespace
}  // namespace context

std::string ContextSet::write() const {
  context::JsonWriter writer(context::JsonLayout::pretty);
  const context::ExtraMembers members(extra);
  writer.begin('{');
  context::write_list(writer, templates, members);
  context::write_list(writer, facets, members);
  context::write_list(writer, value_searches, members);
  context::write_unknown(writer, members, context::is_list);
  writer.end('}');
  return writer.take() + "\n";
}

Result<void> ContextSet::write_file(const std::string& path) const {
  std::optional<Error> failure;
  context::find_unwritable(*this, [&](std::string pointer, std::string message) {
    if (failure) return;
    failure = Error{ErrorCode::invalid_argument, std::move(message), {}};
    failure->where.file = path;
    failure->where.json_pointer = std::move(pointer);
  });
  if (failure) return *std::move(failure);
  return files::replace_file(path, write());
}

}  // namespace querydata::inline v0
