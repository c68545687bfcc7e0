/// @file
/// JSON as text: reading with byte offsets, and writing that keeps what it does not understand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "querydata/result.hpp"

namespace querydata::inline v0::context {

/// Walks a JSON text from front to back. The text must be one that `json::check` accepts: nothing is checked again, and
/// nothing is recursed into deeper than `json::check` allows.
///
/// Boost.JSON's own values would do, but they know neither where in the text they stood nor how a number was written.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) noexcept;

  /// Where the next value or token begins.
  [[nodiscard]] std::size_t offset() noexcept;
  /// What the next value is, as a noun: "an object", "a list", "text", "a number", "true or false", "null".
  [[nodiscard]] std::string_view kind() noexcept;
  [[nodiscard]] bool at_object() noexcept { return next() == '{'; }
  [[nodiscard]] bool at_list() noexcept { return next() == '['; }
  [[nodiscard]] bool at_text() noexcept { return next() == '"'; }
  [[nodiscard]] bool at_null() noexcept { return next() == 'n'; }

  /// The next value, which is text, decoded: a view of the JSON itself, or of `buffer` where there were escapes.
  [[nodiscard]] std::string_view text(std::string& buffer);
  /// Passes over the next value.
  std::string_view raw();

  /// `visit(name, offset of the name)` for every member of the next value, an object; it must pass over the member's
  /// value. The first failure ends the walk.
  template <class Visit>
  Result<void> each_member(const Visit& visit) {
    if (!open('}')) return {};
    std::string buffer;
    do {
      const std::size_t begin = offset();
      const std::string_view name = text(buffer);
      take();  // the colon
      if (Result<void> done = visit(name, begin); !done) return done;
    } while (take() == ',');
    return {};
  }

  /// `visit()` for every element of the next value, a list; as `each_member`.
  template <class Visit>
  Result<void> each_element(const Visit& visit) {
    if (!open(']')) return {};
    do {
      if (Result<void> done = visit(); !done) return done;
    } while (take() == ',');
    return {};
  }

 private:
  [[nodiscard]] char next() noexcept { return text_[offset()]; }
  char take() noexcept;
  /// Goes into a list or object; false if it is empty, and then passes over it.
  bool open(char end) noexcept;
  void skip_text() noexcept;
  /// Up to the next quote or backslash.
  void skip_plain_text() noexcept;
  /// What follows `\u`.
  char32_t code_point() noexcept;

  std::string_view text_;
  std::size_t at_ = 0;
};

enum class JsonLayout : bool { compact, pretty };

/// Writes JSON, compact or one member a line with two blanks a level, as json::write and json::write_pretty do.
class JsonWriter {
 public:
  explicit JsonWriter(JsonLayout layout) noexcept : pretty_(layout == JsonLayout::pretty) {}

  void begin(char bracket);
  void end(char bracket);
  /// A member's name; its value is written next.
  void name(std::string_view name);
  /// Begins an element of a list; its value is written next.
  void element();
  void text(std::string_view text);
  /// A value of a text that `json::check` accepts. Numbers stay as they were written.
  void value(JsonCursor& cursor);
  void value(std::string_view json);

  [[nodiscard]] std::string take() noexcept { return std::move(out_); }

 private:
  void new_line();

  std::string out_;
  std::size_t level_ = 0;
  bool empty_ = true;  ///< nothing was written since the last bracket opened
  bool pretty_;
};

}  // namespace querydata::inline v0::context
