#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "context/format.hpp"
#include "context/item_json.hpp"
#include "context/json_text.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "querydata/context_set.hpp"

namespace querydata::inline v0 {
namespace context {
namespace {

/// Members that no field of a struct holds, as the object that `extra` is: first the known ones that are there but
/// empty, then the unknown ones, in the order in which `write` puts them.
class Extra {
 public:
  void add_empty(std::string_view name, std::string_view value) { add(empty_, name, value); }
  void add_unknown(std::string_view name, std::string_view value) { add(unknown_, name, value); }
  /// An object without members is worth keeping too.
  void keep() noexcept { kept_ = true; }

  [[nodiscard]] std::string text() const {
    if (empty_.empty() && unknown_.empty()) return kept_ ? "{}" : "";
    const std::string_view comma = empty_.empty() || unknown_.empty() ? "" : ",";
    return fmt::format("{{{}{}{}}}", empty_, comma, unknown_);
  }

 private:
  static void add(std::string& members, std::string_view name, std::string_view value) {
    JsonWriter writer(JsonLayout::compact);
    writer.text(name);
    if (!members.empty()) members += ',';
    members += writer.take();
    members += ':';
    members += value;
  }

  std::string empty_;
  std::string unknown_;
  bool kept_ = false;
};

std::string compact(std::string_view json) {
  JsonWriter writer(JsonLayout::compact);
  writer.value(json);
  return writer.take();
}

/// Under which name a member was read, to notice the same one under two names; empty: not at all.
using Seen = std::string_view;

class Reader {
 public:
  Reader(std::string_view text, const ReadOptions& options) : cursor_(text), options_(options) {}

  Result<ContextSet> read();
  template <class Item>
  Result<Item> read_item();

 private:
  /// A step down the file, for messages.
  class Step {
   public:
    Step(Reader& reader, std::string_view member) : reader_(reader) { reader_.path_.push_back({member, {}}); }
    Step(Reader& reader, std::size_t element) : reader_(reader) { reader_.path_.push_back({{}, element}); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step() { reader_.path_.pop_back(); }

   private:
    Reader& reader_;
  };
  struct PathPart {
    std::string_view member;
    std::optional<std::size_t> element;
  };

  [[nodiscard]] std::string path() const;
  [[nodiscard]] Error error(ErrorCode code, std::size_t offset, std::string message) const {
    Error error{code, std::move(message), {}};
    error.where.json_pointer = path();
    error.where.byte_offset = offset;
    return error;
  }
  [[nodiscard]] Error wrong_type(std::string_view wanted) {
    return error(ErrorCode::invalid_argument, cursor_.offset(),
                 fmt::format("{} is {}; a context set has {} there. Correct the file.",
                             path_.empty() ? "The file" : path(), cursor_.kind(), wanted));
  }
  [[nodiscard]] Error too_long(std::size_t offset) const {
    return error(ErrorCode::resource_exhausted, offset,
                 fmt::format("{} is longer than {} bytes. Shorten it, or raise ReadOptions::max_text_bytes.", path(),
                             options_.max_text_bytes));
  }
  [[nodiscard]] Error said_twice(std::size_t offset, std::string_view spelling, std::string_view other) const {
    return error(
        ErrorCode::invalid_argument, offset,
        fmt::format("\"{}\" and \"{}\" are two names of the same member and differ here. Keep one.", other, spelling));
  }

  Result<std::optional<std::string_view>> read_text();
  Result<std::string> read_unknown();
  template <class Item>
  Result<void> read_list(std::vector<Item>& items, Seen& seen, std::string_view spelling);
  template <class Item, std::size_t Size>
  Result<void> read_field(Item& item, const std::array<Field<Item>, Size>& fields, std::size_t index,
                          std::array<Seen, Size>& seen, std::string_view spelling);
  template <class Item, std::size_t Size, class ReadNested>
  Result<std::string> read_members(Item& item, const std::array<Field<Item>, Size>& fields, bool keep,
                                   const ReadNested& read_nested);

  JsonCursor cursor_;
  const ReadOptions& options_;
  std::vector<PathPart> path_;
  std::string buffer_;  ///< of the text that was read last
  std::size_t items_ = 0;
};

std::string Reader::path() const {
  std::string pointer;
  for (const PathPart& part : path_) {
    pointer += '/';
    pointer += part.element ? std::to_string(*part.element) : json::pointer_escape(part.member);
  }
  return pointer;
}

/// The next value as text, borrowed until the next call; nothing for null.
Result<std::optional<std::string_view>> Reader::read_text() {
  if (cursor_.at_null()) {
    cursor_.raw();
    return std::optional<std::string_view>();
  }
  if (!cursor_.at_text()) return wrong_type("text");
  const std::size_t begin = cursor_.offset();
  const std::string_view text = cursor_.text(buffer_);
  if (text.size() > options_.max_text_bytes) return too_long(begin);
  return std::optional(text);
}

Result<std::string> Reader::read_unknown() {
  const std::size_t begin = cursor_.offset();
  const std::string_view raw = cursor_.raw();
  if (raw.size() > options_.max_text_bytes) return too_long(begin);
  return compact(raw);
}

template <class Item, std::size_t Size>
Result<void> Reader::read_field(Item& item, const std::array<Field<Item>, Size>& fields, std::size_t index,
                                std::array<Seen, Size>& seen, std::string_view spelling) {
  const std::size_t begin = cursor_.offset();
  auto text = read_text();
  if (!text) return std::move(text).error();
  if (!*text) return {};
  std::string& value = item.*fields[index].text;
  if (!seen[index].empty() && value != **text) return said_twice(begin, spelling, seen[index]);
  value = **text;
  seen[index] = fields[index].spelling.named(spelling);
  return {};
}

/// Reads an object whose members are fields, or what `read_nested` takes (it says so), or unknown.
/// @param keep  whether an object without unknown members counts as something to keep
template <class Item, std::size_t Size, class ReadNested>
Result<std::string> Reader::read_members(Item& item, const std::array<Field<Item>, Size>& fields, bool keep,
                                         const ReadNested& read_nested) {
  Extra extra;
  std::array<Seen, Size> seen;
  auto read = cursor_.each_member([&](std::string_view name, std::size_t) -> Result<void> {
    const Step step(*this, name);
    const auto field = std::ranges::find_if(
        fields, [&](const Spelling& spelling) { return spelling.matches(name); }, &Field<Item>::spelling);
    if (field != fields.end()) {
      return read_field(item, fields, static_cast<std::size_t>(field - fields.begin()), seen, name);
    }
    Result<bool> nested = read_nested(name);
    if (!nested) return std::move(nested).error();
    if (*nested) return {};
    auto value = read_unknown();
    if (!value) return std::move(value).error();
    extra.add_unknown(name, *value);
    return {};
  });
  if (!read) return std::move(read).error();
  bool any = false;
  for (std::size_t i = 0; i < Size; ++i) {
    const bool is_empty = (item.*fields[i].text).empty();
    if (!seen[i].empty() && is_empty) extra.add_empty(fields[i].spelling.name, "\"\"");
    any = any || !is_empty;
  }
  if (keep && !any) extra.keep();
  return extra.text();
}

template <class Item>
Result<Item> Reader::read_item() {
  Item item;
  if (!cursor_.at_object()) return wrong_type("an object");
  const auto nothing = [](std::string_view) -> Result<bool> { return false; };
  const auto read_parameterized = [&](std::string_view name) -> Result<bool> {
    if constexpr (Parameterized<Item>) {
      if (name != parameterized) return false;
      if (cursor_.at_null()) return !cursor_.raw().empty();
      if (!cursor_.at_object()) return wrong_type("an object");
      auto extra = read_members(item, Format<Item>::parameterized, true, nothing);
      if (!extra) return std::move(extra).error();
      item.parameterized_extra = *std::move(extra);
      return true;
    }
    return false;
  };
  auto extra = read_members(item, Format<Item>::own, false, read_parameterized);
  if (!extra) return std::move(extra).error();
  item.extra = *std::move(extra);
  return item;
}

template <class Item>
Result<void> Reader::read_list(std::vector<Item>& items, Seen& seen, std::string_view spelling) {
  if (cursor_.at_null()) {
    cursor_.raw();
    return {};
  }
  if (!cursor_.at_list()) return wrong_type("a list");
  const std::size_t begin = cursor_.offset();
  std::vector<Item> list;
  auto read = cursor_.each_element([&]() -> Result<void> {
    const Step step(*this, list.size());
    if (++items_ > options_.max_items) {
      return error(ErrorCode::resource_exhausted, cursor_.offset(),
                   fmt::format("The set has more than {} items. Split it, or raise ReadOptions::max_items.",
                               options_.max_items));
    }
    auto item = read_item<Item>();
    if (!item) return std::move(item).error();
    list.push_back(*std::move(item));
    return {};
  });
  if (!read) return read;
  if (!seen.empty() && items != list) return said_twice(begin, spelling, seen);
  seen = Format<Item>::list.named(spelling);
  items = std::move(list);
  return {};
}

Result<ContextSet> Reader::read() {
  if (!cursor_.at_object()) return wrong_type("an object");
  ContextSet set;
  Extra extra;
  Seen templates;
  Seen facets;
  Seen value_searches;
  auto read = cursor_.each_member([&](std::string_view name, std::size_t) -> Result<void> {
    const Step step(*this, name);
    if (Format<Template>::list.matches(name)) return read_list(set.templates, templates, name);
    if (Format<Facet>::list.matches(name)) return read_list(set.facets, facets, name);
    if (Format<ValueSearch>::list.matches(name)) return read_list(set.value_searches, value_searches, name);
    auto value = read_unknown();
    if (!value) return std::move(value).error();
    extra.add_unknown(name, *value);
    return {};
  });
  if (!read) return std::move(read).error();
  if (!templates.empty() && set.templates.empty()) extra.add_empty(Format<Template>::list.name, "[]");
  if (!facets.empty() && set.facets.empty()) extra.add_empty(Format<Facet>::list.name, "[]");
  if (!value_searches.empty() && set.value_searches.empty()) extra.add_empty(Format<ValueSearch>::list.name, "[]");
  set.extra = extra.text();
  return set;
}

bool is_blank(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text.find_first_not_of(" \t\n\r\f\v") == std::string_view::npos;
}

}  // namespace

template <class Item>
Result<Item> read_item(std::string_view object, const ReadOptions& options) {
  return Reader(object, options).read_item<Item>();
}

template Result<Template> read_item(std::string_view, const ReadOptions&);
template Result<Facet> read_item(std::string_view, const ReadOptions&);
template Result<ValueSearch> read_item(std::string_view, const ReadOptions&);

}  // namespace context

Result<ContextSet> ContextSet::read(std::string_view json, const ReadOptions& options) {
  if (json.size() > options.max_bytes) {
    return Error{ErrorCode::resource_exhausted,
                 fmt::format("The context set has {} bytes, more than {}. Split it, or raise ReadOptions::max_bytes.",
                             json.size(), options.max_bytes),
                 {}};
  }
  if (context::is_blank(json)) return ContextSet{};
  if (auto checked = json::check(json); !checked) return std::move(checked).error();
  return context::Reader(json, options).read();
}

Result<ContextSet> ContextSet::read_file(const std::string& path, const ReadOptions& options) {
  auto text = files::read_file(path, options.max_bytes);
  if (!text) return std::move(text).error();
  auto set = read(*text, options);
  if (!set) set.error().where.file = path;
  return set;
}

}  // namespace querydata::inline v0
