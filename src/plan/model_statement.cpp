#include "plan/model_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "plan/proof.hpp"
#include "plan/query_object.hpp"
#include "sql/parameterize.hpp"
#include "sql/parser.hpp"

namespace querydata::inline v0::plan {
namespace {

constexpr std::string_view fence = "```";
constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Error wrong_form(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), {}};
}

/// The text of the only fenced block, or all of it where there is none. The line of the opening fence names a language.
Result<std::string_view> block_of(std::string_view text) {
  const auto open = text.find(fence);
  if (open == std::string_view::npos) return text;
  const auto line_end = text.find('\n', open);
  const auto close = text.find(fence, open + fence.size());
  if (close == std::string_view::npos) return wrong_form("The fenced block is not closed; write the statement alone.");
  if (text.find(fence, close + fence.size()) != std::string_view::npos)
    return wrong_form("There are several fenced blocks; write one statement alone.");
  const auto begin = line_end < close ? line_end + 1 : open + fence.size();
  return text.substr(begin, close - begin);
}

Result<ModelStatement> read_object(std::string_view text, const QueryNames& names) {
  auto value = json::parse(text);
  if (!value) return value.error();
  const auto& object = value->get_object();
  const auto* sql = object.if_contains("sql");
  if (object.size() == 1 && sql != nullptr && sql->is_string())
    return ModelStatement{std::string(sql->get_string()), {}, false};
  auto statement = read_query_object(object, names);
  if (!statement) {
    Error error = statement.error();
    error.message += fmt::format(" (at \"{}\")", error.where.json_pointer);
    return error;
  }
  return ModelStatement{std::move(statement->sql), std::move(statement->parameters), false};
}

/// Texts in single quotes and numbers, as the standard has them: what a placeholder stands for without a type of its
/// own.
bool is_plain(std::string_view literal) {
  return !literal.empty() &&
         (literal.front() == '\'' || literal.front() == '-' || literal.front() == '.' ||
          (literal.front() >= '0' && literal.front() <= '9')) &&
         !literal.starts_with("0x") && !literal.starts_with("0X");
}

bool is_compared(const LiteralUse& use) {
  const bool place = use.place == ValuePlace::compared || use.place == ValuePlace::list ||
                     use.place == ValuePlace::low || use.place == ValuePlace::high || use.place == ValuePlace::pattern;
  return place && !use.column.empty();
}

ParameterUse parameter_of(const LiteralUse& use, std::size_t number) {
  ParameterUse out;
  static_cast<ValueUse&>(out) = use;
  out.number = number;
  out.name = fmt::format("${}", number);
  return out;
}

/// The statement with the literals out, before anyone has asked the engine.
Result<BoundStatement> without_literals(const Verification& accepted) {
  const Statement& statement = accepted.statement;
  const auto tree = sql::parse_query(statement.sql, statement.dialect);
  if (!tree) return tree.error();
  BoundStatement out;
  std::vector<sql::Edit> edits;
  for (const sql::Literal& literal : sql::replaceable_literals(*tree)) {
    const Span span = (*tree)[literal.expression].span;
    const auto use = std::find_if(accepted.info.literals.begin(), accepted.info.literals.end(),
                                  [&](const LiteralUse& each) { return each.span == span; });
    if (use == accepted.info.literals.end() || !is_compared(*use) || !is_plain(span.of(statement.sql))) continue;
    out.statement.parameters.push_back(literal.value);
    out.uses.push_back(parameter_of(*use, out.uses.size() + 1));
    edits.push_back({span, out.uses.back().name});
  }
  auto text = sql::apply_edits(statement.sql, sql::keep_apart(statement.sql, std::move(edits)));
  if (!text) return text.error();
  auto rewritten = rewrite_placeholders(*text, statement.dialect);
  if (!rewritten) return rewritten.error();
  out.statement.sql = std::move(rewritten->sql);
  out.statement.dialect = statement.dialect;
  return out;
}

}  // namespace

Result<ModelStatement> read_model_answer(std::string_view answer, const QueryNames& names, std::size_t most_bytes) {
  if (answer.size() > most_bytes) {
    return Error{
        ErrorCode::resource_exhausted,
        fmt::format("The answer has {} bytes, more than {}; write the statement alone.", answer.size(), most_bytes),
        {}};
  }
  if (find_invalid_utf8(answer)) return wrong_form("The answer is not UTF-8; write text.");
  constexpr std::string_view thought = "</think>";
  if (const auto end = answer.rfind(thought); end != std::string_view::npos) answer.remove_prefix(end + thought.size());
  const auto block = block_of(answer);
  if (!block) return block.error();
  const std::string_view text = trimmed(*block);
  if (text.empty()) return wrong_form("The answer is empty; write one SELECT statement.");
  if (text == no_statement) return ModelStatement{{}, {}, true};
  if (text.front() == '{') return read_object(text, names);
  return ModelStatement{std::string(text), {}, false};
}

Result<BoundStatement> bind_literals(const Verification& accepted, Database& database, const Schema& schema,
                                     const VerifyOptions& options) {
  if (!accepted.statement.parameters.empty()) return BoundStatement{accepted.statement, accepted.info.parameters};
  auto bound = without_literals(accepted);
  if (!bound) return bound;
  const auto proved = prove(bound->statement, database, schema, options);
  if (proved) return bound;
  if (auto going_on = options.control.check("binding the values of a statement"); !going_on) return going_on.error();
  return BoundStatement{accepted.statement, {}};
}

}  // namespace querydata::inline v0::plan
