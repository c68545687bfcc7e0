#include "context/query_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sql/parser.hpp"

namespace querydata::inline v0::context {
namespace {

using sql::Token;
using sql::TokenKind;

constexpr std::array all_dialects = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql};

Error refuse(ErrorCode code, std::size_t offset, std::string message) {
  Error error{code, std::move(message), {}};
  error.where.byte_offset = offset;
  return error;
}

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& letter : out) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return out;
}

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// The outline of a text whose dialect is not parsed. It refuses what is surely wrong and lets the rest pass.
class Outline {
 public:
  Outline(std::string_view text, std::span<const Token> tokens, QueryForm form) : text_(text), form_(form) {
    std::ranges::copy_if(tokens, std::back_inserter(tokens_), [](const Token& token) { return !token.is_trivia(); });
  }

  [[nodiscard]] std::optional<Error> refusal() {
    if (tokens_.empty()) return refuse(ErrorCode::invalid_argument, 0, "There is nothing but blanks and comments.");
    if (auto refused = check_beginning()) return refused;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (auto refused = check_token(i)) return refused;
    }
    if (depth_ > 0) return at(tokens_.back(), "A parenthesis is not closed.");
    return check_ending();
  }

 private:
  [[nodiscard]] std::string_view text_of(const Token& token) const { return token.span.of(text_); }
  [[nodiscard]] std::string word_at(std::size_t index) const {
    return index < tokens_.size() && tokens_[index].kind == TokenKind::word ? upper(text_of(tokens_[index])) : "";
  }
  [[nodiscard]] static Error at(const Token& token, std::string message) {
    return refuse(ErrorCode::invalid_argument, token.span.begin, std::move(message));
  }
  [[nodiscard]] static Error writes(const Token& token, std::string_view what) {
    return refuse(ErrorCode::permission_denied, token.span.begin,
                  fmt::format("{} is not allowed: only queries run.", what));
  }

  [[nodiscard]] std::optional<Error> check_beginning() const {
    static constexpr std::array<std::string_view, 6> queries = {"SELECT", "WITH", "VALUES", "TABLE", "FROM", "GRAPH"};
    static constexpr std::array<std::string_view, 9> clauses = {"SELECT", "WITH", "FROM",  "WHERE", "AND",
                                                                "OR",     "JOIN", "GROUP", "ORDER"};
    const Token& first = tokens_.front();
    const std::string word = word_at(0);
    if (form_ == QueryForm::condition) {
      if (!is_one_of(word, clauses)) return {};
      return at(first, fmt::format("A condition can't begin with {}: give the condition alone.", word));
    }
    if (is_one_of(word, queries) || text_of(first) == "(") return {};
    if (is_change(word)) return writes(first, word);
    return at(first, fmt::format("A query can't begin with `{}`: give one SELECT.", text_of(first)));
  }

  [[nodiscard]] static bool is_change(std::string_view word) {
    static constexpr std::array<std::string_view, 24> changes = {
        "INSERT",   "UPDATE", "DELETE", "MERGE",  "REPLACE", "CREATE",  "DROP", "ALTER",
        "TRUNCATE", "GRANT",  "REVOKE", "CALL",   "DO",      "SET",     "COPY", "ATTACH",
        "DETACH",   "PRAGMA", "LOCK",   "VACUUM", "ANALYZE", "EXPLAIN", "LOAD", "EXECUTE"};
    return is_one_of(word, changes);
  }

  [[nodiscard]] std::optional<Error> check_token(std::size_t index) {
    const Token& token = tokens_[index];
    const std::string_view text = text_of(token);
    if (token.kind == TokenKind::error) return at(token, fmt::format("There is {}.", to_string(token.error)));
    if (token.kind == TokenKind::executable_comment) return writes(token, "A comment that is run as code");
    if (text == "(") ++depth_;
    if (text == ")" && depth_-- == 0) return at(token, "A parenthesis is closed that was not opened.");
    if (text == ";" && index + 1 < tokens_.size()) {
      return at(tokens_[index + 1], "A second statement begins here; give one statement.");
    }
    if (text == "," && depth_ == 0 && form_ == QueryForm::condition) {
      return at(token, "A second expression begins behind this comma; give one condition.");
    }
    if (text == ";" && form_ == QueryForm::condition) return at(token, "A condition has no semicolon; remove it.");
    return check_for_change(index);
  }

  [[nodiscard]] std::optional<Error> check_for_change(std::size_t index) const {
    static constexpr std::array<std::string_view, 4> changes = {"INSERT", "UPDATE", "DELETE", "MERGE"};
    const std::string word = word_at(index);
    if (word.empty()) return {};
    const bool after_parenthesis = index > 0 && text_of(tokens_[index - 1]) == "(";
    if (after_parenthesis && is_one_of(word, changes)) return writes(tokens_[index], word);
    if (word == "INTO" && depth_ == 0) return writes(tokens_[index], "INTO");
    if (word == "FOR" && (word_at(index + 1) == "UPDATE" || word_at(index + 1) == "SHARE")) {
      return writes(tokens_[index], "FOR " + word_at(index + 1));
    }
    return {};
  }

  [[nodiscard]] std::optional<Error> check_ending() const {
    static constexpr std::array<std::string_view, 20> unfinished = {
        "SELECT", "FROM", "WHERE", "AND",   "OR",    "NOT", "ON",     "JOIN",  "BY",      "IN",
        "LIKE",   "IS",   "AS",    "LIMIT", "UNION", "ALL", "HAVING", "GROUP", "BETWEEN", "SET"};
    static constexpr std::array<std::string_view, 10> operators = {
        "=", "<", ">", "<=", ">=", "<>", "!=", ",", "+", "-"};
    const std::size_t last = tokens_.size() - (text_of(tokens_.back()) == ";" && tokens_.size() > 1 ? 2 : 1);
    if (is_one_of(word_at(last), unfinished) || is_one_of(text_of(tokens_[last]), operators)) {
      return at(tokens_[last], fmt::format("Something is missing behind `{}`.", text_of(tokens_[last])));
    }
    return {};
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  QueryForm form_;
  std::size_t depth_ = 0;
};

Result<sql::Tree> parse(std::string_view text, QueryForm form, Dialect dialect) {
  return form == QueryForm::query ? sql::parse_query(text, dialect) : sql::parse_expression(text, dialect);
}

QueryReading read_in(std::string_view text, QueryForm form, Dialect dialect) {
  QueryReading reading;
  reading.dialect = dialect;
  reading.tokens = sql::tokenize(text, dialect);
  auto tree = parse(text, form, dialect);
  if (tree) {
    reading.tree = *std::move(tree);
  } else if (tree.error().code == ErrorCode::unimplemented) {
    reading.refusal = Outline(text, reading.tokens, form).refusal();
    if (!reading.refusal) reading.unparsed = std::move(tree).error();
  } else {
    reading.refusal = std::move(tree).error();
  }
  return reading;
}

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

}  // namespace

QueryReading read_query(std::string_view text, QueryForm form, std::optional<Dialect> dialect) {
  if (dialect) return read_in(text, form, *dialect);
  std::optional<QueryReading> lexed;
  std::optional<QueryReading> refused;
  for (const Dialect candidate : all_dialects) {
    QueryReading reading = read_in(text, form, candidate);
    if (reading.tree) return reading;
    if (reading.refusal && reading.refusal->code != ErrorCode::invalid_argument) return reading;
    if (reading.refusal && !refused)
      refused = std::move(reading);
    else if (!reading.refusal && !lexed) {
      // The first parser's words tell best why the text is only lexed.
      if (refused) reading.unparsed = refused->refusal;
      lexed = std::move(reading);
    }
  }
  return lexed ? *std::move(lexed) : *std::move(refused);
}

bool is_shell_call(std::string_view text) {
  text = after_blanks(text);
  if (!text.starts_with("db.")) return false;
  const std::size_t parenthesis = text.find('(');
  return parenthesis != std::string_view::npos &&
         text.substr(0, parenthesis).find_first_of(" \t\r\n'\";") == std::string_view::npos;
}

std::string_view shell_write(std::string_view text) {
  static constexpr std::array<std::string_view, 8> reading = {
      "find", "findOne", "aggregate", "countDocuments", "count", "distinct", "estimatedDocumentCount", "getCollection"};
  text = after_blanks(text);
  const std::string_view path = text.substr(0, text.find('('));
  const std::string_view method = path.substr(path.rfind('.') + 1);
  if (!is_one_of(method, reading)) return method;
  for (const std::string_view stage : {"$out", "$merge"}) {
    const std::size_t found = text.find(stage);
    if (found == std::string_view::npos) continue;
    const std::size_t end = found + stage.size();
    const bool whole = end >= text.size() || std::string_view("\"': \t\r\n").find(text[end]) != std::string_view::npos;
    if (whole) return stage;
  }
  return {};
}

}  // namespace querydata::inline v0::context
