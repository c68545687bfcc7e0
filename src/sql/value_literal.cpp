#include "sql/value_literal.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "core/utf8.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0::sql {

namespace {

Error no_literal(std::string_view what) {
  return {ErrorCode::failed_precondition,
          fmt::format("{} can't be written as a literal; run the statement with its values bound.", what),
          {}};
}

class LiteralWriter {
 public:
  explicit LiteralWriter(Dialect dialect) : dialect_(dialect) {}

  Result<std::string> operator()(const Null& /*value*/) const { return std::string("NULL"); }
  Result<std::string> operator()(bool value) const { return std::string(value ? "TRUE" : "FALSE"); }

  Result<std::string> operator()(std::int64_t value) const {
    if (value == std::numeric_limits<std::int64_t>::min()) return no_literal("The least integer");
    return fmt::format("{}", value);
  }

  Result<std::string> operator()(double value) const {
    if (!std::isfinite(value)) return no_literal("A number that is not finite");
    std::string text = fmt::format("{}", value);
    const bool whole = text.find_first_of(".e") == std::string::npos;
    return whole ? text + ".0" : text;
  }

  Result<std::string> operator()(const std::string& value) const {
    if (find_invalid_utf8(value)) return no_literal("Text that is not UTF-8");
    const bool escapes = dialect_ != Dialect::sqlite && dialect_ != Dialect::postgresql;
    if (!escapes && value.find('\0') != std::string::npos) return no_literal("Text with a NUL byte");
    return quote_literal(value, dialect_);
  }

  Result<std::string> operator()(const Blob& value) const {
    std::string digits;
    for (const std::byte byte : value.bytes) digits += fmt::format("{:02X}", std::to_integer<unsigned>(byte));
    switch (dialect_) {
      case Dialect::sqlite:
      case Dialect::mysql:
        return "X'" + digits + "'";
      case Dialect::postgresql:
        return "'\\x" + digits + "'";
      default:
        break;
    }
    std::string escaped;
    for (std::size_t i = 0; i < digits.size(); i += 2) escaped += "\\x" + digits.substr(i, 2);
    return "b'" + escaped + "'";
  }

 private:
  Dialect dialect_;
};

}  // namespace

Result<std::string> value_literal(const Value& value, Dialect dialect) {
  return std::visit(LiteralWriter(dialect), value);
}

Result<std::string> text_of(const Statement& statement) {
  std::vector<std::string> literals;
  for (const Value& value : statement.parameters) {
    auto literal = value_literal(value, statement.dialect);
    if (!literal) return literal.error();
    literals.push_back(std::move(*literal));
  }
  return fill_parameters(statement.sql, statement.dialect, literals);
}

}  // namespace querydata::inline v0::sql
