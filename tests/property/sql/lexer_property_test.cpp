#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "property/sql/generator.hpp"
#include "querydata/sql.hpp"
#include "sql/lexer.hpp"
#include "sql/parser.hpp"

namespace querydata::test {

namespace {

using namespace sql;

constexpr std::array dialects{Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql,
                              Dialect::mongodb};

/// Pieces that begin, end or upset tokens of some dialect.
constexpr std::array<std::string_view, 78> pieces{
    "select", "from", "where", "a",  "b1",   "_c",   "1",      "2.5", ".5",  "1e", "1e+", "0x",   "0xFF",
    "0b1",    "1_0",  "'",     "''", "\"",   "\"\"", "`",      "[",   "]",   "E'", "U&'", "U&\"", "N'",
    "x'",     "X'0",  "b'",    "r'", "rb\"", "'''",  "\"\"\"", "\\",  "\\'", "$",  "$$",  "$1",   "$a$",
    "$x",     "?",    "?1",    "?|", "@",    "@@",   "@x",     "@{",  ":",   "::", ":=",  ":x",   "--",
    "-- ",    "#",    "/*",    "*/", "/*!",  "/*+",  "/",      "*",   "+",   "-",  "->",  "->>",  "<=>",
    "<->",    "|",    "||",    "!",  "!=",   "=",    "=>",     ";",   "(",   ")",  ",",   ".",    "\n"};

std::string garbage(std::mt19937_64& random) {
  std::string out;
  for (std::size_t i = 0, n = random() % 40; i < n; ++i) {
    switch (random() % 12) {
      case 0:
        out += static_cast<char>(random() % 256);
        break;
      case 1:
        out += ' ';
        break;
      default:
        out += pieces[random() % pieces.size()];
    }
  }
  return out;
}

/// A statement with some bytes changed, dropped, doubled or exchanged.
std::string mutated(std::string text, std::mt19937_64& random) {
  for (std::size_t i = 0, n = 1 + random() % 4; i < n && !text.empty(); ++i) {
    const auto at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text.erase(at, 1 + random() % 8);
        break;
      case 1:
        text.insert(at, pieces[random() % pieces.size()]);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 20));
        break;
      default:
        text[at] = static_cast<char>(random() % 256);
    }
  }
  return text;
}

/// Tokens follow each other from the first byte to the last, and none is empty.
bool joins_to(std::string_view text, Dialect dialect) {
  std::size_t position = 0;
  for (const auto& token : tokenize(text, dialect)) {
    if (token.span.begin != position || token.span.empty()) return false;
    if ((token.kind == TokenKind::error) != (token.error != LexError::none)) return false;
    position = token.span.end;
  }
  return position == text.size();
}

void check_all(const std::string& text) {
  static const Schema empty;
  for (const auto dialect : dialects) {
    CHECK_MESSAGE(joins_to(text, dialect), to_string(dialect) << ": " << text);
    for (const auto& token : tokenize(text, dialect)) {
      static_cast<void>(decode_string(token.span.of(text), dialect));
      static_cast<void>(decode_name(token.span.of(text), dialect));
    }
    static_cast<void>(inspect(text, dialect, empty));
    static_cast<void>(rewrite_placeholders(text, dialect));
  }
}

}  // namespace

TEST_CASE("lexer: tokens join to the text whatever it is") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) check_all(garbage(random));
}

TEST_CASE("lexer: tokens of mutated statements join to the text") {
  std::mt19937_64 random(11);
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) check_all(mutated(Generator(seed).statement(), random));
}

TEST_CASE("lexer: long hostile texts take linear time") {
  for (const auto dialect : dialects) {
    for (const auto piece : pieces) {
      std::string text;
      while (text.size() < 60'000) text += piece;
      CHECK_MESSAGE(joins_to(text, dialect), to_string(dialect) << ": " << piece);
      static_cast<void>(rewrite_placeholders(text, dialect));
    }
  }
}

TEST_CASE("lexer: quoted names and literals are one token whatever they hold") {
  std::mt19937_64 random(13);
  for (int i = 0; i < 20'000; ++i) {
    auto text = garbage(random);
    std::erase(text, '\0');
    for (const auto dialect : {Dialect::sqlite, Dialect::postgresql, Dialect::mysql, Dialect::googlesql}) {
      const auto literal = tokenize(quote_literal(text, dialect), dialect);
      REQUIRE(literal.size() == 1);
      CHECK(literal[0].kind == TokenKind::string);
      CHECK(decode_string(quote_literal(text, dialect), dialect) == text);
      const auto name = tokenize(quote_identifier(text, dialect), dialect);
      REQUIRE(name.size() == 1);
      CHECK(decode_name(quote_identifier(text, dialect), dialect) == text);
    }
  }
}

TEST_CASE("parser: accepted statements are whole and their spans lie inside each other") {
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    const auto text = Generator(seed).statement();
    const auto tree = parse_query(text, Dialect::sqlite);
    if (!tree) continue;
    CHECK((*tree)[tree->root].span == Span{0, text.size()});
    for (const auto& node : tree->expressions) {
      if (!node.parent) continue;
      CHECK((*tree)[node.parent].span.contains(node.span));
      CHECK((*tree)[node.parent].height > node.height);
    }
    for (const auto& select : tree->selects) CHECK((*tree)[select.query].span.contains(select.span));
  }
}

}  // namespace querydata::test
