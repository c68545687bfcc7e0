#include <algorithm>

#include <fmt/format.h>

#include "core/json.hpp"
#include "querydata/sql.hpp"
#include "sql/characters.hpp"
#include "sql/keywords.hpp"

namespace querydata::inline v0 {

namespace {

/// A word that stands for itself: letters, digits and underscores, in lower case where the dialect folds, no keyword.
bool is_plain_word(std::string_view name, Dialect dialect) {
  if (name.empty() || sql::is_digit(name.front())) return false;
  const bool characters = std::all_of(name.begin(), name.end(), [&](char c) {
    const bool folds = dialect == Dialect::postgresql && c >= 'A' && c <= 'Z';
    return (sql::is_letter(c) && !folds) || sql::is_digit(c) || c == '_';
  });
  if (!characters) return false;
  const auto keyword = sql::keyword_class(sql::find_keyword(name, dialect), dialect);
  // SQLite makes new keywords often, and each is one in some place.
  return keyword == sql::KeywordClass::none || (keyword == sql::KeywordClass::plain && dialect != Dialect::sqlite);
}

std::string doubled(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    out += c;
    if (c == quote) out += quote;
  }
  return out + quote;
}

/// GoogleSQL and MySQL: backslashes for the quote, the backslash itself and control characters.
std::string escaped(std::string_view text, char quote, Dialect dialect) {
  std::string out(1, quote);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\0' && dialect == Dialect::mysql) {
      out += "\\0";
    } else if (byte < 0x20 && dialect != Dialect::mysql) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + quote;
}

/// PostgreSQL: E'' only where a backslash would be read differently with standard_conforming_strings off.
std::string postgresql_literal(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return doubled(text, '\'');
  std::string out = "E'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += c;
    out += c;
  }
  return out + "'";
}

}  // namespace

std::string quote_identifier(std::string_view name, Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite:
    case Dialect::postgresql:
      return is_plain_word(name, dialect) ? std::string(name) : doubled(name, '"');
    case Dialect::mysql:
      return is_plain_word(name, dialect) ? std::string(name) : doubled(name, '`');
    case Dialect::googlesql:
    case Dialect::bigtable:
      return is_plain_word(name, dialect) ? std::string(name) : escaped(name, '`', dialect);
    case Dialect::mongodb:
      break;
  }
  return json::write(boost::json::string_view(name.data(), name.size()));
}

std::string quote_literal(std::string_view text, Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite:
      return doubled(text, '\'');
    case Dialect::postgresql:
      return postgresql_literal(text);
    case Dialect::mysql:
    case Dialect::googlesql:
    case Dialect::bigtable:
      return escaped(text, '\'', dialect);
    case Dialect::mongodb:
      break;
  }
  return json::write(boost::json::string_view(text.data(), text.size()));
}

}  // namespace querydata::inline v0
