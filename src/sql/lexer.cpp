#include "sql/lexer.hpp"

#include "sql/tokenizer.hpp"

namespace querydata::inline v0::sql {

std::vector<Token> tokenize(std::string_view sql, Dialect dialect) {
  return Tokenizer(sql, family_of(dialect)).run();
}

std::string_view to_string(LexError error) noexcept {
  switch (error) {
    case LexError::none:
      break;
    case LexError::unterminated_string:
      return "a string that is not closed";
    case LexError::unterminated_name:
      return "a quoted name that is not closed";
    case LexError::unterminated_comment:
      return "a comment that is not closed";
    case LexError::malformed_number:
      return "a malformed number";
    case LexError::malformed_bytes:
      return "a malformed bytes literal";
    case LexError::malformed_escape:
      return "a string with an escape that does not exist";
    case LexError::malformed_parameter:
      return "a malformed placeholder";
    case LexError::system_variable:
      return "a system variable";
    case LexError::stray_byte:
      return "a character that has no meaning here";
  }
  return "";
}

}  // namespace querydata::inline v0::sql
