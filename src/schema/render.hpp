/// @file
/// What the renderers share.
#pragma once

#include <string>
#include <string_view>

#include "querydata/schema_formats.hpp"

namespace querydata::inline v0::schema {

[[nodiscard]] std::string render_ddl(const Schema& schema, const RenderOptions& options);
[[nodiscard]] std::string render_m_schema(const Schema& schema, const RenderOptions& options);
[[nodiscard]] std::string render_list(const Schema& schema);
[[nodiscard]] std::string render_mermaid(const Schema& schema);

/// On one line: control characters, and those of `others`, become blanks.
[[nodiscard]] std::string on_one_line(std::string_view text, std::string_view others = {});

/// Label and description, whichever there is, as "stadium name: where it was"; a label that only repeats the name's
/// words is left out.
[[nodiscard]] std::string meaning_of(const std::string& name, const std::string& label, const std::string& description);

/// Whether a declared type can be nothing but a type: words and numbers, with parentheses that close.
[[nodiscard]] bool is_plain_type(std::string_view type);

[[nodiscard]] bool is_primary(const Table& table, const Column& column);
/// Of a foreign key.
[[nodiscard]] bool is_foreign(const Table& table, const Column& column);

}  // namespace querydata::inline v0::schema
