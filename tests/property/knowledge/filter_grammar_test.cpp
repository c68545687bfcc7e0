// A hundred thousand filters made by the published grammar: each is read as the tree that it was made from.

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/filter_syntax.hpp"
#include "property/knowledge/syntax_text.hpp"

using namespace querydata;
using namespace querydata::knowledge;

namespace {

/// A piece of a filter, and the tree that it is.
struct Made {
  std::string text;
  std::string tree;
};

class Grammar {
 public:
  explicit Grammar(std::uint64_t seed) : random_(seed) {}

  Made filter() {
    Made out = expression(3);
    return {blanks() + out.text + blanks(), out.tree};
  }

 private:
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string_view pick(const std::vector<std::string_view>& words) { return words[below(words.size())]; }

  std::string blank() { return std::string(pick({" ", " ", " ", "  ", "\t", "\n ", "\u00a0", "\u3000"})); }
  std::string blanks() { return chance(70) ? "" : blank(); }

  /// One or more of a kind, joined; a single one is no node.
  template <class Make>
  Made joined(std::string_view head, std::string_view word, std::size_t count, Make make) {
    Made out = make(true);
    if (count == 1) return out;
    out.tree = "(" + std::string(head) + " " + out.tree;
    for (std::size_t i = 1; i < count; ++i) {
      const Made next = make(false);
      out.text += blank() + (word.empty() ? "" : std::string(word) + blank()) + next.text;
      out.tree += " " + next.tree;
    }
    out.tree += ")";
    return out;
  }

  std::size_t few(int depth) { return depth > 0 && chance(45) ? 2 + below(3) : 1; }

  Made expression(int depth) {
    return joined("and", "AND", few(depth), [&](bool) { return sequence(depth - 1); });
  }
  Made sequence(int depth) {
    return joined("seq", "", chance(25) ? few(depth) : 1, [&](bool) { return factor(depth); });
  }
  Made factor(int depth) {
    return joined("or", "OR", few(depth), [&](bool) { return term(depth); });
  }

  Made term(int depth) {
    if (chance(75)) return simple(depth);
    Made child = simple(depth);
    const bool parentheses = child.text.front() == '(';
    const bool number = child.tree.front() >= '0' && child.tree.front() <= '9';
    const std::string sign = chance(50) ? "-" : parentheses && chance(30) ? "NOT" : "NOT" + blank();
    if (sign == "-" && number && !parentheses) return {"-" + child.text, "-" + child.tree};
    if (sign == "-" && number) return simple(depth);  // "-(5)" is -5 too: not what this is about
    return {sign + child.text, "(not " + child.tree + ")"};
  }

  Made simple(int depth) {
    if (depth <= 0 || chance(75)) return restriction(depth);
    const Made inside = expression(depth - 1);
    return {"(" + blanks() + inside.text + blanks() + ")", inside.tree};
  }

  Made restriction(int depth) {
    const Made left = comparable(depth);
    if (chance(25)) return left;
    const auto comparator = pick({"=", "!=", "<", "<=", ">", ">=", ":"});
    const Made right = argument(depth);
    return {left.text + blanks() + std::string(comparator) + blanks() + right.text,
            "(" + std::string(comparator) + " " + left.tree + " " + right.tree + ")"};
  }

  Made comparable(int depth) { return chance(88) ? member() : call(depth); }

  Made argument(int depth) {
    if (depth > 0 && chance(15)) {
      const Made inside = expression(depth - 1);
      return {"(" + blanks() + inside.text + blanks() + ")", inside.tree};
    }
    Made out = comparable(depth);
    const bool text = out.tree.front() != '(' && out.tree.front() != '"' && out.tree.front() != '\'';
    return text && chance(10) ? Made{"-" + out.text, "-" + out.tree} : out;
  }

  std::string text() {
    return std::string(pick({"a",     "b1",  "update_time", "updateTime", "x-y", "and", "ANDY", "Or", "größe",
                             "日本",  "*",   "pre*",        "42",         "007", "2e5", "20s",  "+1", "@x/y",
                             "a&b|c", "[0]", "{k}",         "\\d",        "~",   "%41", "_"}));
  }
  std::string quoted() {
    return std::string(pick({"\"\"", "''", "\"a b\"", "'it is \"so\"'", "\"it's\"", "\"\\\"\"", "'\\''", "\"a\\\\\"",
                             "\"(x OR\"", "\"2025-01-01T00:00:00Z\"", "\"\\u263A\"", "\"\n\"", "'größe'", "\"AND\""}));
  }
  std::string keyword() { return std::string(pick({"AND", "OR", "NOT"})); }

  Made member() {
    std::string out = chance(80) ? text() : quoted();
    while (chance(25)) out += "." + (chance(70) ? text() : chance(50) ? quoted() : keyword());
    return {out, out};
  }

  Made call(int depth) {
    std::string name = text();
    while (chance(30)) name += "." + (chance(80) ? text() : keyword());
    Made out{name + "(" + blanks(), "(call " + name};
    for (std::size_t i = 0, count = below(4); i < count; ++i) {
      const Made given = argument(depth - 1);
      if (i > 0) out.text += "," + blanks();
      out.text += given.text + blanks();
      out.tree += " " + given.tree;
    }
    return {out.text + ")", out.tree + ")"};
  }

  std::mt19937_64 random_;
};

}  // namespace

TEST_SUITE("property_filter_grammar") {
  TEST_CASE("property_filter_grammar: 100,000 generated filters are read as they were made") {
    std::size_t longest = 0;
    for (std::uint64_t seed = 0; seed < 100'000; ++seed) {
      const Made made = Grammar(seed).filter();
      longest = std::max(longest, made.text.size());
      const auto tree = parse_filter(made.text, 64);
      if (!tree) {
        FAIL("seed ", seed, ": ", made.text, "\n", tree.error().message);
      } else if (test::syntax_text(made.text, *tree, tree->root) != made.tree) {
        FAIL("seed ", seed, ": ", made.text, "\n", test::syntax_text(made.text, *tree, tree->root), "\n", made.tree);
      }
    }
    CHECK(longest > 500);
  }

  TEST_CASE("property_filter_grammar: a filter with a byte taken away is read or refused inside of it") {
    std::size_t refused = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
      std::string text = Grammar(seed).filter().text;
      text.erase(seed * 7919 % text.size(), 1);
      const auto tree = parse_filter(text, 64);
      if (tree) continue;
      ++refused;
      REQUIRE(tree.error().where.byte_offset.value() <= text.size());
    }
    CHECK(refused > 2'000);
  }
}
