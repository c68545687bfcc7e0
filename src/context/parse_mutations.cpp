#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "context/format.hpp"
#include "context/item_json.hpp"
#include "context/json_text.hpp"
#include "core/json.hpp"
#include "querydata/context_changes.hpp"
#include "sql/nearest.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

/// An object in the text of the mutations.
struct Part {
  std::string_view json;
  std::size_t offset = 0;
};

/// One element of the list, its parts not yet understood.
struct RawMutation {
  std::size_t offset = 0;
  std::optional<std::string> operation;
  std::optional<std::string> type;
  std::optional<Part> identifier;
  std::optional<Part> value;
};

constexpr std::array<std::string_view, 4> members = {"operation", "type", "identifier", "value"};
constexpr std::array operations = {MutationOperation::add, MutationOperation::update, MutationOperation::remove};

Error error_at(std::string pointer, std::size_t offset, std::string message) {
  Error error{ErrorCode::invalid_argument, std::move(message), {}};
  error.where.json_pointer = std::move(pointer);
  error.where.byte_offset = offset;
  return error;
}

/// The canonical name of a member of an item, or the name itself.
template <class Item>
std::string canonical_name(std::string_view name) {
  for (const Field<Item>& field : Format<Item>::own) {
    if (field.spelling.matches(name)) return std::string(field.spelling.name);
  }
  return std::string(name);
}

/// Members of an object that are null.
template <class Item>
std::vector<std::string> null_members(std::string_view object) {
  std::vector<std::string> names;
  JsonCursor cursor(object);
  (void)cursor.each_member([&](std::string_view name, std::size_t) -> Result<void> {
    if (cursor.at_null()) names.push_back(canonical_name<Item>(name));
    cursor.raw();
    return {};
  });
  return names;
}

class MutationReader {
 public:
  MutationReader(std::string_view text, const ReadOptions& options) : text_(text), cursor_(text), options_(options) {}

  Result<std::vector<Mutation>> read();

 private:
  [[nodiscard]] std::string pointer(std::string_view member = {}) const {
    return fmt::format("/{}{}{}", index_, member.empty() ? "" : "/", member);
  }
  Result<RawMutation> read_raw();
  Result<void> read_member(RawMutation& raw, std::string_view name, std::size_t offset);
  Result<std::string> read_word(std::string_view name);
  Result<std::optional<Part>> read_part(std::string_view name);
  Result<Mutation> understood(const RawMutation& raw) const;
  template <class Item>
  Result<Mutation> understood_of(MutationOperation operation, const RawMutation& raw) const;
  template <class Item>
  Result<Item> read_item_of(const Part& part, std::string_view member) const;
  [[nodiscard]] std::optional<Error> misplaced_part(MutationOperation operation, const RawMutation& raw) const;

  std::string_view text_;
  JsonCursor cursor_;
  const ReadOptions& options_;
  std::size_t index_ = 0;
};

Result<std::string> MutationReader::read_word(std::string_view name) {
  if (!cursor_.at_text()) {
    return error_at(pointer(name), cursor_.offset(),
                    fmt::format("`{}` is {}; write it as text.", name, cursor_.kind()));
  }
  std::string buffer;
  return std::string(cursor_.text(buffer));
}

/// Nothing for null and for an object without members, which say as much as a member that is not there.
Result<std::optional<Part>> MutationReader::read_part(std::string_view name) {
  const std::size_t offset = cursor_.offset();
  if (!cursor_.at_null() && !cursor_.at_object()) {
    return error_at(pointer(name), offset, fmt::format("`{}` is {}; write an object.", name, cursor_.kind()));
  }
  const bool is_null = cursor_.at_null();
  const std::string_view json = cursor_.raw();
  JsonCursor inside(json);
  bool any = false;
  if (!is_null) {
    (void)inside.each_member([&](std::string_view, std::size_t) -> Result<void> {
      any = true;
      inside.raw();
      return {};
    });
  }
  return any ? std::optional(Part{json, offset}) : std::optional<Part>();
}

Result<void> MutationReader::read_member(RawMutation& raw, std::string_view name, std::size_t offset) {
  if (name == "operation" || name == "type") {
    auto word = read_word(name);
    if (!word) return std::move(word).error();
    (name == "type" ? raw.type : raw.operation) = *std::move(word);
    return {};
  }
  if (name == "identifier" || name == "value") {
    auto part = read_part(name);
    if (!part) return std::move(part).error();
    (name == "value" ? raw.value : raw.identifier) = *part;
    return {};
  }
  sql::Nearest nearest(name);
  for (const std::string_view member : members) nearest.offer(member);
  const std::string hint = nearest.best().empty() ? "" : fmt::format(" Did you mean `{}`?", nearest.best());
  return error_at(
      pointer(json::pointer_escape(name)), offset,
      fmt::format("A mutation has no member `{}`, only operation, type, identifier and value.{}", name, hint));
}

Result<RawMutation> MutationReader::read_raw() {
  RawMutation raw;
  raw.offset = cursor_.offset();
  if (!cursor_.at_object()) {
    return error_at(
        pointer(), raw.offset,
        fmt::format("A mutation is an object with operation, type, identifier and value, not {}.", cursor_.kind()));
  }
  auto read =
      cursor_.each_member([&](std::string_view name, std::size_t offset) { return read_member(raw, name, offset); });
  if (!read) return std::move(read).error();
  return raw;
}

/// What the operation needs and does not have, or has and can't use.
std::optional<Error> MutationReader::misplaced_part(MutationOperation operation, const RawMutation& raw) const {
  const bool wants_identifier = operation != MutationOperation::add;
  const bool wants_value = operation != MutationOperation::remove;
  const std::string_view verb = to_string(operation);
  if (wants_identifier && !raw.identifier) {
    return error_at(pointer("identifier"), raw.offset,
                    fmt::format("`{}` needs an identifier: members that tell which items are meant. Without one it "
                                "would be every item.",
                                verb));
  }
  if (wants_value && !raw.value) {
    return error_at(pointer("value"), raw.offset, fmt::format("`{}` needs a value: the members to write.", verb));
  }
  if (!wants_identifier && raw.identifier) {
    return error_at(pointer("identifier"), raw.identifier->offset,
                    "`add` has no use for an identifier. Leave it out, or write `update`.");
  }
  if (!wants_value && raw.value) {
    return error_at(pointer("value"), raw.value->offset,
                    "`delete` has no use for a value. Leave it out, or write `update`.");
  }
  return {};
}

template <class Item>
Result<Item> MutationReader::read_item_of(const Part& part, std::string_view member) const {
  auto item = read_item<Item>(part.json, options_);
  if (item) return item;
  Error error = std::move(item).error();
  error.where.json_pointer = pointer(member) + error.where.json_pointer;
  error.where.byte_offset = part.offset + error.where.byte_offset.value_or(0);
  return error;
}

template <class Item>
Result<Mutation> MutationReader::understood_of(MutationOperation operation, const RawMutation& raw) const {
  Mutation mutation;
  mutation.operation = operation;
  mutation.identifier = Item{};
  mutation.value = Item{};
  if (raw.identifier) {
    if (const auto nulls = null_members<Item>(raw.identifier->json); !nulls.empty()) {
      return error_at(pointer("identifier/" + json::pointer_escape(nulls.front())), raw.identifier->offset,
                      "An identifier names what an item has, so null can't be part of it. Leave the member out.");
    }
    auto identifier = read_item_of<Item>(*raw.identifier, "identifier");
    if (!identifier) return std::move(identifier).error();
    mutation.identifier = *std::move(identifier);
  }
  if (raw.value) {
    auto value = read_item_of<Item>(*raw.value, "value");
    if (!value) return std::move(value).error();
    mutation.value = *std::move(value);
    if (operation == MutationOperation::update) mutation.cleared = null_members<Item>(raw.value->json);
  }
  return mutation;
}

Result<Mutation> MutationReader::understood(const RawMutation& raw) const {
  const auto* operation =
      std::ranges::find_if(operations, [&](MutationOperation known) { return raw.operation == to_string(known); });
  if (operation == operations.end()) {
    return error_at(pointer("operation"), raw.offset,
                    raw.operation ? fmt::format("`{}` is no operation; write add, update or delete.", *raw.operation)
                                  : std::string("`operation` is missing; write add, update or delete."));
  }
  if (auto error = misplaced_part(*operation, raw)) return *std::move(error);
  if (raw.type == kind_of(Template{})) return understood_of<Template>(*operation, raw);
  if (raw.type == kind_of(Facet{})) return understood_of<Facet>(*operation, raw);
  if (raw.type == kind_of(ValueSearch{})) return understood_of<ValueSearch>(*operation, raw);
  return error_at(pointer("type"), raw.offset,
                  raw.type ? fmt::format("`{}` is no type; write template, facet or value_search.", *raw.type)
                           : std::string("`type` is missing; write template, facet or value_search."));
}

Result<std::vector<Mutation>> MutationReader::read() {
  if (!cursor_.at_list()) {
    return error_at("", cursor_.offset(), fmt::format("Mutations are a list of objects, not {}.", cursor_.kind()));
  }
  std::vector<Mutation> mutations;
  auto read = cursor_.each_element([&]() -> Result<void> {
    if (index_ == options_.max_items) {
      Error error = error_at(pointer(), cursor_.offset(),
                             fmt::format("There are more than {} mutations. Split them, or raise "
                                         "ReadOptions::max_items.",
                                         options_.max_items));
      error.code = ErrorCode::resource_exhausted;
      return error;
    }
    const auto raw = read_raw();
    if (!raw) return raw.error();
    auto mutation = understood(*raw);
    if (!mutation) return std::move(mutation).error();
    mutations.push_back(*std::move(mutation));
    ++index_;
    return {};
  });
  if (!read) return std::move(read).error();
  return mutations;
}

}  // namespace
}  // namespace context

std::string_view to_string(MutationOperation operation) noexcept {
  switch (operation) {
    case MutationOperation::add:
      return "add";
    case MutationOperation::update:
      return "update";
    case MutationOperation::remove:
      return "delete";
  }
  return "";
}

std::string_view kind_of(const ContextItem& item) noexcept {
  static constexpr std::array<std::string_view, 3> kinds = {"template", "facet", "value_search"};
  return kinds[item.index()];
}

Result<std::vector<Mutation>> parse_mutations(std::string_view json, const ReadOptions& options) {
  if (json.size() > options.max_bytes) {
    return Error{ErrorCode::resource_exhausted,
                 fmt::format("The mutations have {} bytes, more than {}. Split them, or raise ReadOptions::max_bytes.",
                             json.size(), options.max_bytes),
                 {}};
  }
  if (auto checked = json::check(json); !checked) return std::move(checked).error();
  return context::MutationReader(json, options).read();
}

}  // namespace querydata::inline v0
