#include "knowledge/markup.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace querydata::knowledge;
using querydata::DocumentFormat;

namespace {

std::vector<std::string> headings(std::string_view document, DocumentFormat format) {
  std::vector<std::string> out;
  for (const Heading& heading : read_markup(document, format).headings)
    out.push_back(std::to_string(heading.level) + ' ' + std::string(heading.span.of(document)));
  return out;
}

bool reads(const ReadableText& text, std::string_view words) {
  return text.text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("markup: headings of Markdown") {
  CHECK(headings("# One\ntext\n## Two ##\n\nThree\n=====\nFour\n----\n#no\n", DocumentFormat::markdown) ==
        std::vector<std::string>{"1 One", "2 Two", "1 Three", "2 Four"});
}

TEST_CASE("markup: marks become blanks, places stay") {
  const std::string document = "> A **bold** `word` and [a link](http://x.y/z).\n";
  const auto text = read_markup(document, DocumentFormat::markdown);
  REQUIRE(text.text.size() == document.size());
  CHECK(text.text.find("bold") == document.find("bold"));
  CHECK_FALSE(reads(text, "*"));
  CHECK_FALSE(reads(text, "http"));
  CHECK(reads(text, "a link"));
}

TEST_CASE("markup: fences hold what looks like markup, longer ones shorter ones") {
  const std::string document = "````\n# no heading\n```\n# neither\n````\n# Heading\n";
  CHECK(headings(document, DocumentFormat::markdown) == std::vector<std::string>{"1 Heading"});
  CHECK(headings("~~~\n```\n# no\n~~~\n# Yes\n", DocumentFormat::markdown) == std::vector<std::string>{"1 Yes"});
  CHECK(reads(read_markup("```\ncode that never ends", DocumentFormat::markdown), "never ends"));
}

TEST_CASE("markup: HTML without tags, scripts and comments") {
  const std::string document =
      "<html><script>var x = '<p>';</script><!-- <h1>no</h1> --><h2 title=\"a>b\">A <b>title</b></h2><p>Five &lt; "
      "six</p></html>";
  const auto text = read_markup(document, DocumentFormat::html);
  REQUIRE(text.text.size() == document.size());
  CHECK_FALSE(reads(text, "var"));
  CHECK_FALSE(reads(text, "no"));
  CHECK_FALSE(reads(text, "<b>"));
  CHECK(reads(text, "Five"));
  CHECK(headings(document, DocumentFormat::html) == std::vector<std::string>{"2 A <b>title"});
}

TEST_CASE("markup: HTML that does not end is text") {
  CHECK(reads(read_markup("a < b and <p unclosed", DocumentFormat::html), "a < b and <p unclosed"));
  CHECK(reads(read_markup("<!-- open <b>bold</b>", DocumentFormat::html), "bold"));
  CHECK(reads(read_markup("<script>open", DocumentFormat::html), "open"));
}

TEST_CASE("markup: hostile documents of a megabyte keep their length") {
  const auto keeps_its_length = [](const std::string& unit, DocumentFormat format) {
    std::string document;
    while (document.size() < 1U << 20U) document += unit;
    return read_markup(document, format).text.size() == document.size();
  };
  for (const char* unit : {"<!--", "<", "<script>", "</", "<a \"", "</script", "<h1>"}) {
    CAPTURE(unit);
    CHECK(keeps_its_length(unit, DocumentFormat::html));
  }
  for (const std::string& unit :
       {std::string("```\n"), std::string("> > > "), std::string("]("), std::string("#"), std::string("*"),
        std::string("~~~~\n"), std::string("[a]("), std::string("\0\xff", 2), std::string("===\n")}) {
    CAPTURE(unit);
    CHECK(keeps_its_length(unit, DocumentFormat::markdown));
  }
}
