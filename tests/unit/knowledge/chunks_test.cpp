#include "knowledge/chunks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "text/utf8.hpp"

using namespace querydata::knowledge;
using querydata::DocumentFormat;

namespace {

std::string path(std::string_view document, const Chunk& chunk) {
  std::string out;
  for (const querydata::Span heading : chunk.headings) out += '/' + std::string(heading.of(document));
  return out;
}

}  // namespace

TEST_CASE("chunks: stand under their headings") {
  const std::string document = "Preface.\n\n# One\n\nFirst text.\n\n## Inner\n\nSecond text.\n\n# Two\n\nThird text.\n";
  const auto chunks = cut_chunks(read_markup(document, DocumentFormat::markdown));
  REQUIRE(chunks.size() == 4);
  CHECK(path(document, chunks[0]).empty());
  CHECK(path(document, chunks[1]) == "/One");
  CHECK(path(document, chunks[2]) == "/One/Inner");
  CHECK(path(document, chunks[3]) == "/Two");
  CHECK(chunks[2].span.of(document).find("Second text.") != std::string_view::npos);
}

TEST_CASE("chunks: short paragraphs go together, long ones are cut between sentences") {
  CHECK(cut_chunks(read_markup("One.\n\nTwo.\n\nThree.", DocumentFormat::plain_text)).size() == 1);
  std::string document;
  for (int sentence = 0; sentence < 200; ++sentence)
    document += "This sentence has number " + std::to_string(sentence) + ". ";
  const auto chunks = cut_chunks(read_markup(document, DocumentFormat::plain_text));
  CHECK(chunks.size() > 3);
  for (const Chunk& chunk : chunks) {
    CHECK(chunk.span.size() <= 1200);
    CHECK(document[chunk.span.end - 1] == '.');
    CHECK(chunk.span.of(document).starts_with("This"));
  }
}

TEST_CASE("chunks: all words lie in one, none in two") {
  for (const std::string& document :
       {std::string(100000, 'a'), std::string("\0\xff\xfe\n\n", 5) + std::string(9000, '\xc3'), std::string("\n\n\n"),
        std::string()}) {
    std::size_t words = 0;
    std::size_t end = 0;
    for (const Chunk& chunk : cut_chunks(read_markup(document, DocumentFormat::markdown))) {
      CHECK(chunk.span.begin >= end);
      CHECK(chunk.span.size() <= 4000);
      end = chunk.span.end;
      words += chunk.span.size();
    }
    const auto blanks = std::count_if(document.begin(), document.end(), [](char c) { return c == '\n'; });
    CHECK(words == document.size() - static_cast<std::size_t>(blanks));
  }
}

TEST_CASE("chunks: no character is cut") {
  std::string document;
  for (int place = 0; place < 5000; ++place) document += "\u0e01";
  for (const Chunk& chunk : cut_chunks(read_markup(document, DocumentFormat::plain_text)))
    CHECK_FALSE(querydata::text::find_invalid_utf8(chunk.span.of(document)));
}
