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

namespace {

/// What is read, with one blank where there are several.
std::string words_of(std::string_view document, DocumentFormat format = DocumentFormat::markdown) {
  const auto read = read_markup(document, format);
  REQUIRE(read.text.size() == document.size());
  std::string out;
  for (const char c : read.text)
    if (c > ' ' || (!out.empty() && out.back() != ' ')) out += c > ' ' || c < 0 ? c : ' ';
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

TEST_CASE("markup: links and images of Markdown are their text") {
  CHECK(words_of(
            "See the [heating manual](http://x.y/z_(1).pdf \"t\") and the [boiler guide][B].\n\n[b]: http://b.de\n") ==
        "See the heating manual and the boiler guide .");
  CHECK(words_of("![boiler photo](a.png) of [AIP-193][] and [b], [none], [1][2].\n\n[b]: <c> 'title'\n") ==
        "boiler photo of AIP-193 and b , [none], [1][2].");
  CHECK(words_of("[Note]: this is text.\n") == "[Note]: this is text.");
}

TEST_CASE("markup: emphasis, strikethrough and escapes") {
  CHECK(words_of("_starting_ **bold** ~~cold~~ \\*star\\* snake_case 2 * 3 ~ `a_*b` ``c ` d``") ==
        "starting bold cold *star * snake_case 2 * 3 ~ a_*b c ` d");
}

TEST_CASE("markup: entities are what they stand for where no word is cut") {
  CHECK(words_of("9&nbsp;bar, 2&lt;3 &amp; 4 &#62; &unknown; Gr&uuml;n &", DocumentFormat::html) ==
        "9 bar, 2< 3 & 4 > &unknown; Gr&uuml;n &");
  CHECK(words_of("9&nbsp;bar") == "9 bar");
}

TEST_CASE("markup: tables without their rule, a row a line of its own") {
  const auto read = read_markup("| Name | Phone |\n| --- | :-: |\n| Ines | 912 |\n", DocumentFormat::markdown);
  CHECK_FALSE(reads(read, "--"));
  CHECK(reads(read, "\n\n Ines | 912  \n"));
}

TEST_CASE("markup: front matter is no text but says the title") {
  const std::string document =
      "\xEF\xBB\xBF---\r\ntitle: \"Staff handbook\"\r\ndescription: For all\r\n---\r\n# Keys\r\nHang.\r\n";
  const auto read = read_markup(document, DocumentFormat::markdown);
  CHECK(read.title == "Staff handbook");
  CHECK(read.description == "For all");
  CHECK(words_of(document) == "Keys Hang.");
  CHECK(headings(document, DocumentFormat::markdown) == std::vector<std::string>{"1 Keys"});
  CHECK(words_of("---\ntitle: open\n") == "--- title: open");
  CHECK(read_markup("Text.\n\n# The *first*\n", DocumentFormat::markdown).title == "The first");
  CHECK(read_markup("<title>A &amp; B</title><h1>C</h1>", DocumentFormat::html).title == "A & B");
}

TEST_CASE("markup: comments of Markdown and navigation of HTML are left out") {
  CHECK(words_of("One <!-- secret\n# no\n--> two\n\n```\n<!-- code -->\n```\n<!-- open\n") ==
        "One two <!-- code --> <!-- open");
  CHECK(words_of("<nav>Home</nav><p>Text</p>", DocumentFormat::html) == "Text");
}

TEST_CASE("markup: items of HTML are items") {
  CHECK(reads(read_markup("Needs:<ul><li>a lamp</li><li class='x'>a rope</li></ul>", DocumentFormat::html),
              "\n\n- a lamp\n\n   \n\n- "));
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
       {std::string("```\n"), std::string("> > > "), std::string("]("),    std::string("#"),
        std::string("*"),     std::string("~~~~\n"), std::string("[a]("),  std::string("\0\xff", 2),
        std::string("===\n"), std::string("<!--\n"), std::string("["),     std::string("[a]["),
        std::string("_a "),   std::string("`"),      std::string("` `` "), std::string("[a]: b\n"),
        std::string("&#"),    std::string("1. "),    std::string("|-|\n"), std::string("---\n")}) {
    CAPTURE(unit);
    CHECK(keeps_its_length(unit, DocumentFormat::markdown));
  }
}
