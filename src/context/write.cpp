#include <fmt/format.h>

#include <array>
#include <utility>

#include "context/extra.hpp"
#include "context/format.hpp"
#include "context/item_json.hpp"
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

/// Writes the fields, with the empty ones that `extra` remembers.
template <class Item, std::size_t Size>
void write_fields(JsonWriter& writer, const Item& item, const std::array<Field<Item>, Size>& fields,
                  const ExtraMembers& extra) {
  for (const auto& field : fields) {
    const std::string& text = item.*field.text;
    if (text.empty() && !extra.keeps_empty(field.spelling.name)) continue;
    writer.name(field.spelling.name);
    writer.text(text);
  }
}

template <class Item, std::size_t Size>
bool is_field(std::string_view name, const std::array<Field<Item>, Size>& fields) {
  return std::ranges::any_of(fields, [&](const Field<Item>& field) { return field.spelling.matches(name); });
}

template <class Item>
void write_parameterized(JsonWriter& writer, const Item& item) {
  const ExtraMembers extra(item.parameterized_extra);
  const auto filled = [&](const Field<Item>& field) { return !(item.*field.text).empty(); };
  if (!extra.is_object() && !std::ranges::any_of(Format<Item>::parameterized, filled)) return;
  writer.name(parameterized);
  writer.begin('{');
  write_fields(writer, item, Format<Item>::parameterized, extra);
  write_unknown(writer, extra, [](std::string_view name) { return is_field(name, Format<Item>::parameterized); });
  writer.end('}');
}

template <class Item>
void write_item(JsonWriter& writer, const Item& item) {
  const ExtraMembers extra(item.extra);
  writer.begin('{');
  write_fields(writer, item, Format<Item>::own, extra);
  if constexpr (Parameterized<Item>) write_parameterized(writer, item);
  write_unknown(writer, extra, [](std::string_view name) {
    return is_field(name, Format<Item>::own) || (Parameterized<Item> && name == parameterized);
  });
  writer.end('}');
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

template <class Item>
std::string item_json(const Item& item) {
  JsonWriter writer(JsonLayout::compact);
  write_item(writer, item);
  return writer.take();
}

template std::string item_json(const Template&);
template std::string item_json(const Facet&);
template std::string item_json(const ValueSearch&);

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
