#include "knowledge/filter_syntax.hpp"

#include <doctest/doctest.h>

#include <string>

#include "property/knowledge/syntax_text.hpp"

using namespace querydata;
using namespace querydata::knowledge;

namespace {

std::string parsed(std::string_view text) {
  const auto tree = parse_filter(text, 64);
  if (!tree) return tree.error().message;
  return test::syntax_text(text, *tree, tree->root);
}

/// The byte at which the text is refused.
std::size_t refused_at(std::string_view text) {
  const auto tree = parse_filter(text, 64);
  REQUIRE_MESSAGE(!tree, std::string(text) << " is " << test::syntax_text(text, *tree, tree->root));
  return tree.error().where.byte_offset.value();
}

}  // namespace

TEST_SUITE("filter_syntax") {
  TEST_CASE("filter_syntax: the examples of the published grammar") {
    CHECK(parsed("a b AND c AND d") == "(and (seq a b) c d)");
    CHECK(parsed("(a b) AND c AND d") == "(and (seq a b) c d)");
    CHECK(parsed("New York Giants OR Yankees") == "(seq New York (or Giants Yankees))");
    CHECK(parsed("New York (Giants OR Yankees)") == "(seq New York (or Giants Yankees))");
    CHECK(parsed("a < 10 OR a >= 100") == "(or (< a 10) (>= a 100))");
    CHECK(parsed("NOT (a OR b)") == "(not (or a b))");
    CHECK(parsed("-file:\".java\"") == "(not (: file \".java\"))");
    CHECK(parsed("-30") == "-30");
    CHECK(parsed("package=com.google") == "(= package com.google)");
    CHECK(parsed("msg != 'hello'") == "(!= msg 'hello')");
    CHECK(parsed("1 > 0") == "(> 1 0)");
    CHECK(parsed("2.5 >= 2.4") == "(>= 2.5 2.4)");
    CHECK(parsed("yesterday < request.time") == "(< yesterday request.time)");
    CHECK(parsed("experiment.rollout <= cohort(request.user)") == "(<= experiment.rollout (call cohort request.user))");
    CHECK(parsed("map:key") == "(: map key)");
    CHECK(parsed("prod") == "prod");
    CHECK(parsed("expr.type_map.1.type") == "expr.type_map.1.type");
    CHECK(parsed("regex(m.key, '^.*prod.*$')") == "(call regex m.key '^.*prod.*$')");
    CHECK(parsed("math.mem('30mb')") == "(call math.mem '30mb')");
    CHECK(parsed("(msg.endsWith('world') AND retries < 10)") == "(and (call msg.endsWith 'world') (< retries 10))");
  }

  TEST_CASE("filter_syntax: minus is a sign, a negation, or part of a text") {
    CHECK(parsed("foo >= -2.4") == "(>= foo -2.4)");
    CHECK(parsed("foo >= (-2.4)") == "(>= foo -2.4)");
    CHECK(parsed("-2.5 >= -2.4") == "(not (>= 2.5 -2.4))");
    CHECK(parsed("-a") == "(not a)");
    CHECK(parsed("-(a)") == "(not a)");
    CHECK(parsed("-\"5\"") == "(not \"5\")");
    CHECK(parsed("a -b c-d") == "(seq a (not b) c-d)");
    CHECK(parsed("t = 1e-5") == "(= t 1e-5)");
  }

  TEST_CASE("filter_syntax: keywords") {
    CHECK(parsed("NOT a") == "(not a)");
    CHECK(parsed("NOT(a = 1)") == "(not (= a 1))");
    CHECK(parsed("NOT (NOT a)") == "(not (not a))");
    CHECK(parsed("m.NOT = 1 OR m.AND.OR = 2") == "(or (= m.NOT 1) (= m.AND.OR 2))");
    CHECK(parsed("a and b") == "(seq a and b)");
    CHECK(parsed("ANDROID NOTE ORB") == "(seq ANDROID NOTE ORB)");
    CHECK(parsed("a = NOT(b)") == "(= a (call NOT b))");
    CHECK(parsed("a AND.x(b)") == "(seq a (call AND.x b))");
    CHECK(parsed("NOT.x()") == "(call NOT.x)");
  }

  TEST_CASE("filter_syntax: blanks") {
    CHECK(parsed(" \t\n") == "()");
    CHECK(parsed("a=1") == "(= a 1)");
    CHECK(parsed("a\u00a0=\u30001") == "(= a 1)");
    CHECK(parsed("( a = ( b ) )") == "(= a b)");
    CHECK(parsed("f( a , (b c) )") == "(call f a (seq b c))");
    CHECK(parsed("a (b)") == "(seq a b)");
  }

  TEST_CASE("filter_syntax: what the grammar does not derive") {
    CHECK(refused_at("<") == 0);
    CHECK(refused_at("(-2.5) >= -2.4") == 7);
    CHECK(refused_at("a = \"foo") == 4);
    CHECK(refused_at("a = \"foo\\\"") == 4);
    CHECK(refused_at("a AND") == 5);
    CHECK(refused_at("a OR )") == 5);
    CHECK(refused_at("AND a") == 0);
    CHECK(refused_at("NOT") == 0);
    CHECK(refused_at("NOT NOT a") == 4);
    CHECK(refused_at("--a") == 1);
    CHECK(refused_at("- a") == 0);
    CHECK(refused_at("a = ") == 4);
    CHECK(refused_at("a.") == 2);
    CHECK(refused_at(".5") == 0);
    CHECK(refused_at("a . b") == 2);
    CHECK(refused_at("a = .5") == 4);
    CHECK(refused_at("()") == 0);
    CHECK(refused_at("a()(b)") == 3);
    CHECK(refused_at("(a)(b)") == 3);
    CHECK(refused_at("a\"b\"") == 1);
    CHECK(refused_at("f(a,)") == 4);
    CHECK(refused_at("f(a b)") == 4);
    CHECK(refused_at("f(a") == 1);
    CHECK(refused_at("a, b") == 1);
    CHECK(refused_at("a ! b") == 2);
    CHECK(refused_at(std::string_view("a\0b", 3)) == 1);
    CHECK(refused_at("a = OR") == 4);
  }
}
