#include "sql/lexer.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace querydata;
using namespace querydata::sql;

namespace {

const char* name_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::whitespace:
      return "blank";
    case TokenKind::comment:
      return "comment";
    case TokenKind::comment_mark:
      return "mark";
    case TokenKind::executable_comment:
      return "code";
    case TokenKind::hint:
      return "hint";
    case TokenKind::word:
      return "word";
    case TokenKind::quoted_name:
      return "name";
    case TokenKind::string:
      return "string";
    case TokenKind::bytes:
      return "bytes";
    case TokenKind::number:
      return "number";
    case TokenKind::parameter:
      return "parameter";
    case TokenKind::op:
      return "op";
    case TokenKind::error:
      return "error";
  }
  return "?";
}

/// "word(select) number(1)", blanks left out.
std::string shown(std::string_view sql, Dialect dialect) {
  std::string out;
  for (const auto& token : tokenize(sql, dialect)) {
    if (token.kind == TokenKind::whitespace) continue;
    if (!out.empty()) out += ' ';
    out.append(name_of(token.kind)).append("(").append(token.span.of(sql)).append(")");
  }
  return out;
}

LexError error_of(std::string_view sql, Dialect dialect) {
  for (const auto& token : tokenize(sql, dialect)) {
    if (token.kind == TokenKind::error) return token.error;
  }
  return LexError::none;
}

constexpr auto sqlite = Dialect::sqlite;
constexpr auto postgresql = Dialect::postgresql;
constexpr auto mysql = Dialect::mysql;
constexpr auto googlesql = Dialect::googlesql;

}  // namespace

TEST_CASE("lexer: SQLite quotes names four ways and strings one way") {
  CHECK(shown(R"(a "b""c" [d e] `f``g` 'h''i')", sqlite) ==
        R"(word(a) name("b""c") name([d e]) name(`f``g`) string('h''i'))");
  CHECK(shown(R"('a\' || 'b')", sqlite) == R"(string('a\') op(||) string('b'))");
  CHECK(shown("x'00fF' X'' a'b'", sqlite) == "bytes(x'00fF') bytes(X'') word(a) string('b')");
}

TEST_CASE("lexer: SQLite numbers and operators") {
  CHECK(shown("1 1.5 .5 1. 1e5 1E-5 0x1F 1_000", sqlite) ==
        "number(1) number(1.5) number(.5) number(1.) number(1e5) number(1E-5) number(0x1F) number(1_000)");
  CHECK(shown("a->>'x'->1<<2<>3!=4==5||6", sqlite) ==
        "word(a) op(->>) string('x') op(->) number(1) op(<<) number(2) op(<>) number(3) op(!=) number(4) op(==) "
        "number(5) "
        "op(||) number(6)");
  CHECK(shown("t.5", sqlite) == "word(t) number(.5)");
  CHECK(shown("a$b", sqlite) == "word(a$b)");
}

TEST_CASE("lexer: comments of each dialect") {
  CHECK(shown("1--2\n3/*4*/5", sqlite) == "number(1) comment(--2) number(3) comment(/*4*/) number(5)");
  CHECK(shown("/* a /* b */ c */ d", postgresql) == "comment(/* a /* b */ c */) word(d)");
  CHECK(shown("/* a /* b */ c", sqlite) == "comment(/* a /* b */) word(c)");
  CHECK(shown("5--1", mysql) == "number(5) op(-) op(-) number(1)");
  CHECK(shown("5-- 1", mysql) == "number(5) comment(-- 1)");
  CHECK(shown("5 # 1\n2", mysql) == "number(5) comment(# 1) number(2)");
  CHECK(shown("5 # 1\n2", googlesql) == "number(5) comment(# 1) number(2)");
  CHECK(shown("/*M! x */ /*+ hint */ /* plain */", mysql) == "code(/*M! x */) hint(/*+ hint */) comment(/* plain */)");
  CHECK(shown("/*! x */", postgresql) == "comment(/*! x */)");
}

TEST_CASE("lexer: MySQL's executable comments are code where all servers read the same") {
  CHECK(shown("/*!50000 DROP */", mysql) == "mark(/*!50000) word(DROP) mark(*/)");
  CHECK(shown("/*!a*/b", mysql) == "mark(/*!) word(a) mark(*/) word(b)");
  CHECK(shown("/*!1**/2", mysql) == "code(/*!1**/) number(2)");
  CHECK(shown("/*!50700 a */", mysql) == "code(/*!50700 a */)");
  CHECK(shown("/*!050000 a */", mysql) == "code(/*!050000 a */)");
  CHECK(shown("/*! ' */ ' */", mysql) == "code(/*! ' */) error(' */)");
  CHECK(shown("/*! /* */ */", mysql) == "code(/*! /* */) op(*) op(/)");
  CHECK(shown("/*! a -- b */", mysql) == "code(/*! a -- b */)");
}

TEST_CASE("lexer: escapes that an engine refuses are errors") {
  for (const auto* text : {"E'\\u0000'", "E'\\0'", "E'\\x00'", "E'\\u12'", "E'\\ud800'", "E'\\ud83dx\\ude00'",
                           "E'\\U00110000'", "U&'\\00'", "U&'\\zzzz'", "U&'\\0000'", "U&'\\d800'",
                           "U&'!zz' UESCAPE '!'", "U&'a' UESCAPE '+'", "U&\"\\zzzz\""}) {
    INFO(text);
    CHECK(shown(text, postgresql).starts_with("error("));
  }
  for (const auto* text : {"E'\\q\\x41\\101\\n'", "E'\\ud83d\\ude00'", "U&'\\d83d\\+00de00'", "U&'\\\\zz'",
                           "U&'!0041\\' UESCAPE '!'", "U&'!!a'uescape'!'"}) {
    INFO(text);
    CHECK(shown(text, postgresql).starts_with("string("));
  }
  CHECK(shown("U&\"d!0061\" UESCAPE '!'", postgresql).starts_with("name("));
  for (const auto* text :
       {"'\\q'", "'\\x4'", "'\\u12'", "'\\477'", "'\\8'", "'\\ud800'", "'\\U00110000'", "b'\\u0041'", "`\\q`"}) {
    INFO(text);
    CHECK(shown(text, googlesql).starts_with("error("));
  }
  for (const auto* text : {"'\\x41\\u0041\\101\\n\\?'", "r'\\q'", "rb'\\q'", "\"\"\"\\\"\"\"\""}) {
    INFO(text);
    CHECK_FALSE(shown(text, googlesql).starts_with("error("));
  }
}

TEST_CASE("lexer: a PostgreSQL string that goes on keeps its escapes") {
  CHECK(shown("E'a'\n'\\' || ' || f() || $$'--$$", postgresql) ==
        "string(E'a') string('\\' || ') op(||) word(f) op(() op()) op(||) string($$'--$$)");
  CHECK(shown("E'a'\n'b'\n'\\''", postgresql) == "string(E'a') string('b') string('\\'')");
  CHECK(shown("'a'\n'\\' || 'b'", postgresql) == "string('a') string('\\') op(||) string('b')");
  CHECK(shown("E'a' -- it's\n'\\''", postgresql) == "string(E'a') comment(-- it's) string('\\'')");
  CHECK(shown("E'a' /* */\n'\\' || 'b'", postgresql) == "string(E'a') comment(/* */) string('\\') op(||) string('b')");
}

TEST_CASE("lexer: a comment between an operand and PostgreSQL's operator ? changes nothing") {
  CHECK(shown("a /* x */ ? 'b'", postgresql) == "word(a) comment(/* x */) op(?) string('b')");
}

TEST_CASE("lexer: PostgreSQL literals") {
  CHECK(
      shown(R"(E'a\'b' e'x' 'a\' N'n' B'01' X'1F' U&'\0061' U&"d\0061t")", postgresql) ==
      R"(string(E'a\'b') string(e'x') string('a\') string(N'n') bytes(B'01') bytes(X'1F') string(U&'\0061') name(U&"d\0061t"))");
  CHECK(shown("$$a'b$$ $x$ $$ $y$ $x$ $1", postgresql) == "string($$a'b$$) string($x$ $$ $y$ $x$) parameter($1)");
  CHECK(shown("1..2", postgresql) == "number(1) op(..) number(2)");
}

TEST_CASE("lexer: PostgreSQL operators are the longest run") {
  CHECK(shown("a<->$1", postgresql) == "word(a) op(<->) parameter($1)");
  CHECK(shown("a=-1 b@>c d!~*e f%>-g", postgresql) ==
        "word(a) op(=) op(-) number(1) word(b) op(@>) word(c) word(d) op(!~*) word(e) word(f) op(%>-) word(g)");
  CHECK(shown("a+--b", postgresql) == "word(a) op(+) comment(--b)");
  CHECK(shown("a*/**/b", postgresql) == "word(a) op(*) comment(/**/) word(b)");
  CHECK(shown("a::text[1:2]", postgresql) == "word(a) op(::) word(text) op([) number(1) op(:) number(2) op(])");
  CHECK(shown("a ?| b ?& c ? d a=? e=@name", postgresql) ==
        "word(a) op(?|) word(b) op(?&) word(c) op(?) word(d) word(a) op(=) parameter(?) word(e) op(=) "
        "parameter(@name)");
}

TEST_CASE("lexer: MySQL strings and names") {
  CHECK(shown(R"("a" 'b\'c' 'd''e' `f`)", mysql) == R"(string("a") string('b\'c') string('d''e') name(`f`))");
  CHECK(shown("1abc 0b01 0xFF t.5", mysql) == "word(1abc) number(0b01) number(0xFF) word(t) op(.) number(5)");
  CHECK(shown("a<=>b&&c:=d", mysql) == "word(a) op(<=>) word(b) op(&&) word(c) op(:=) word(d)");
}

TEST_CASE("lexer: GoogleSQL strings") {
  CHECK(shown(R"~(r'\\' b"x" rb'y' BR"z" '''it's''' """q"r""" `n\`m`)~", googlesql) ==
        R"~(string(r'\\') bytes(b"x") bytes(rb'y') bytes(BR"z") string('''it's''') string("""q"r""") name(`n\`m`))~");
  CHECK(shown(R"~('a\'b' "c")~", googlesql) == R"~(string('a\'b') string("c"))~");
  // In a raw string too, a backslash takes the quote behind it along.
  CHECK(error_of(R"~(r'\')~", googlesql) == LexError::unterminated_string);
  CHECK(error_of("'a\nb'", googlesql) == LexError::unterminated_string);
  CHECK(error_of("'''a\nb'''", googlesql) == LexError::none);
}

TEST_CASE("lexer: every placeholder form in every dialect") {
  for (const auto dialect : {sqlite, postgresql, mysql, googlesql}) {
    CHECK(shown("$1,$value,?,?2,@name,:name", dialect) ==
          "parameter($1) op(,) parameter($value) op(,) parameter(?) op(,) parameter(?2) op(,) parameter(@name) op(,) "
          "parameter(:name)");
    CHECK(error_of("@@version", dialect) == LexError::system_variable);
  }
  // SQLite goes on as Tcl does.
  CHECK(error_of("$value::text", sqlite) == LexError::malformed_parameter);
  CHECK(error_of("$a(b)", sqlite) == LexError::malformed_parameter);
  CHECK(shown("$value::text", postgresql) == "parameter($value) op(::) word(text)");
}

TEST_CASE("lexer: what is not closed or malformed is one error token") {
  CHECK(error_of("'a", sqlite) == LexError::unterminated_string);
  CHECK(error_of("\"a", sqlite) == LexError::unterminated_name);
  CHECK(error_of("[a", sqlite) == LexError::unterminated_name);
  CHECK(error_of("/* a", sqlite) == LexError::unterminated_comment);
  CHECK(error_of("/* /* a */", postgresql) == LexError::unterminated_comment);
  CHECK(error_of("$a$ b", postgresql) == LexError::unterminated_string);
  CHECK(error_of("'a\\'", mysql) == LexError::unterminated_string);
  CHECK(error_of("x'0'", sqlite) == LexError::malformed_bytes);
  CHECK(error_of("x'0g'", sqlite) == LexError::malformed_bytes);
  CHECK(error_of("1a", sqlite) == LexError::malformed_number);
  CHECK(error_of("0x", sqlite) == LexError::malformed_number);
  CHECK(error_of("a ! b", sqlite) == LexError::stray_byte);
  CHECK(error_of(std::string_view("a\0b", 3), sqlite) == LexError::stray_byte);
  CHECK(error_of("db.c.find({})", Dialect::mongodb) == LexError::stray_byte);
}

TEST_CASE("lexer: a byte order mark is a blank at the beginning alone") {
  CHECK(shown("\xEF\xBB\xBFselect", sqlite) == "word(select)");
  CHECK(tokenize("a \xEF\xBB\xBF b", sqlite).size() == 5);  // a name of one character
}

TEST_CASE("lexer: strings are decoded") {
  CHECK(decode_string("'it''s'", sqlite) == "it's");
  CHECK(decode_string("'''a'''", sqlite) == "'a'");
  CHECK(decode_string(R"('a\n')", sqlite) == R"(a\n)");
  CHECK(decode_string(R"(E'a\n\x41\101\u00e4''b')", postgresql) == "a\nAA\u00e4'b");
  CHECK(decode_string(R"(U&'d\0061t\+01F600\\')", postgresql) == "dat\U0001F600\\");
  CHECK(decode_string("$x$a'b$x$", postgresql) == "a'b");
  CHECK(decode_string(R"('a\nb\%\'c''d\q')", mysql) == "a\nb\\%'c'dq");
  CHECK(decode_string(R"("x""y")", mysql) == "x\"y");
  CHECK(decode_string(R"('a\x41\u00e4\'')", googlesql) == "aA\u00e4'");
  CHECK(decode_string(R"(r'a\n')", googlesql) == R"(a\n)");
  CHECK(decode_string("'''it's'''", googlesql) == "it's");
  CHECK(decode_string("''", sqlite).empty());
  CHECK(decode_string("''''''", googlesql).empty());
}

TEST_CASE("lexer: names are decoded and folded") {
  CHECK(decode_name("Name", sqlite) == "Name");
  CHECK(decode_name("Name", postgresql) == "name");
  CHECK(decode_name("\"Na\"\"me\"", postgresql) == "Na\"me");
  CHECK(decode_name("[a]", sqlite) == "a");
  CHECK(decode_name("`a\\b``c`", mysql) == "a\\b`c");
  CHECK(decode_name("'t'", sqlite) == "t");
}
