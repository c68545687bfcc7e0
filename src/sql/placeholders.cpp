#include "sql/placeholders.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "sql/characters.hpp"
#include "sql/errors.hpp"
#include "sql/lexer.hpp"

namespace querydata::inline v0::sql {

namespace {

/// `$12` and `?12`: "12" without leading zeros, so that a longer number is a greater one. Nothing for other forms.
std::optional<std::string_view> number_of(std::string_view placeholder) {
  auto digits = placeholder.substr(1);
  if (digits.empty() || (placeholder[0] != '$' && placeholder[0] != '?')) return std::nullopt;
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

struct ByNumber {
  bool operator()(std::string_view a, std::string_view b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

}  // namespace

Result<Placeholders> number_placeholders(std::string_view sql, std::span<const Span> spans) {
  Placeholders out;
  std::map<std::string_view, std::size_t, ByNumber> numbered;
  std::map<std::string_view, std::size_t> named;
  std::optional<Span> bare;
  std::optional<Span> first_numbered;
  for (const auto span : spans) {
    const auto text = span.of(sql);
    if (text == "?") {
      if (!bare) bare = span;
    } else if (const auto number = number_of(text)) {
      numbered.emplace(*number, 0);
      if (!first_numbered) first_numbered = span;
    }
    if (bare && first_numbered) {
      return error_at(
          ErrorCode::invalid_argument, span.begin,
          fmt::format("The statement mixes `?` with numbered placeholders (byte {}); use one form.", span.begin));
    }
  }
  for (auto& [number, index] : numbered) {
    index = out.names.size();
    out.names.emplace_back();
  }
  for (const auto span : spans) {
    const auto text = span.of(sql);
    std::size_t parameter = out.names.size();
    if (const auto number = number_of(text)) {
      parameter = numbered.find(*number)->second;
      if (out.names[parameter].empty()) out.names[parameter] = text;
    } else if (text == "?") {
      out.names.emplace_back(text);
    } else if (const auto [entry, is_new] = named.emplace(text, parameter); is_new) {
      out.names.emplace_back(text);
    } else {
      parameter = entry->second;
    }
    out.uses.push_back({span, parameter});
  }
  return out;
}

std::string placeholder_text(std::size_t number, PlaceholderStyle style) {
  switch (style) {
    case PlaceholderStyle::numbered_question:
      return fmt::format("?{}", number);
    case PlaceholderStyle::dollar:
      return fmt::format("${}", number);
    case PlaceholderStyle::at:
      return fmt::format("@p{}", number);
    case PlaceholderStyle::question:
      break;
  }
  return "?";
}

namespace {

/// Whether a placeholder must be kept apart from what stands before it: `LIMIT?` is not `LIMIT$1`, and PostgreSQL's
/// operator `@` before `$1`, or the `:` of a slice, would begin another placeholder.
bool sticks(std::string_view before, std::string_view placeholder) {
  if (before.empty()) return false;
  return (placeholder.front() == '$' && is_word_part(before.back())) || contains("@:?", before.back());
}

}  // namespace

std::string with_placeholders(std::string_view text, std::span<const Placeholder> uses, PlaceholderStyle style) {
  std::string out;
  std::size_t position = 0;
  for (const auto& [span, parameter] : uses) {
    const auto placeholder = placeholder_text(parameter + 1, style);
    out.append(text.substr(position, span.begin - position));
    if (sticks(out, placeholder)) out += ' ';
    out.append(placeholder);
    if (span.end < text.size() && is_word_part(text[span.end])) out += ' ';
    position = span.end;
  }
  return out.append(text.substr(position));
}

Result<Placeholders> find_placeholders(std::string_view text, Dialect dialect) {
  if (dialect == Dialect::mongodb) {
    return Error{
        ErrorCode::unimplemented, "Placeholders of mongodb are not rewritten as SQL; bind them in the JSON.", {}};
  }
  std::vector<Span> spans;
  for (const auto& token : tokenize(text, dialect)) {
    if (token.kind == TokenKind::parameter) spans.push_back(token.span);
    if (token.kind != TokenKind::error) continue;
    return error_at(ErrorCode::invalid_argument, token.span.begin,
                    fmt::format("The statement holds {} at byte {}; close or remove it.", to_string(token.error),
                                token.span.begin));
  }
  return number_placeholders(text, spans);
}

}  // namespace querydata::inline v0::sql

namespace querydata::inline v0 {

PlaceholderStyle placeholder_style(Dialect dialect) noexcept {
  switch (dialect) {
    case Dialect::sqlite:
      return PlaceholderStyle::numbered_question;
    case Dialect::postgresql:
      return PlaceholderStyle::dollar;
    case Dialect::googlesql:
    case Dialect::bigtable:
      return PlaceholderStyle::at;
    default:
      return PlaceholderStyle::question;
  }
}

Result<RewrittenSql> rewrite_placeholders(std::string_view text, Dialect dialect) {
  return rewrite_placeholders(text, dialect, placeholder_style(dialect));
}

Result<RewrittenSql> rewrite_placeholders(std::string_view text, Dialect dialect, PlaceholderStyle style) {
  auto placeholders = sql::find_placeholders(text, dialect);
  if (!placeholders) return placeholders.error();

  RewrittenSql out;
  out.sql = sql::with_placeholders(text, placeholders->uses, style);
  out.names = std::move(placeholders->names);
  if (style == PlaceholderStyle::question) {
    for (const auto& use : placeholders->uses) out.order.push_back(use.parameter);
  } else {
    for (std::size_t i = 0; i < out.names.size(); ++i) out.order.push_back(i);
  }
  return out;
}

}  // namespace querydata::inline v0
