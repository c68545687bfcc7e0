/// @file
/// Documents for tests of the knowledge base, and what must be true of every answer.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/utf8.hpp"
#include "querydata/knowledge_base.hpp"

namespace querydata::test {

inline Document document(std::string name, std::string content, std::string source = "docs.example.com") {
  Document made;
  made.uri = "https://" + source + "/" + name;
  made.title = name;
  made.data_source = std::move(source);
  made.update_time = FilterTime::from_timestamp("2026-01-02T03:04:05Z");
  made.content = std::move(content);
  return made;
}

inline std::vector<Document> harbour_documents() {
  return {
      document(
          "vineyard",
          "# The vineyard\n\nThe vineyard of Aurelia was planted in 1887 by **Marta Jensen**. It covers 42 hectares "
          "on the north bank of the river. Its cellar was dug in 1903, because the old barn had burned down.\n"),
      document("lighthouse",
               "# The lighthouse\n\nThe lighthouse of Port Calder stands 61 metres high. Tomas Reed kept its lamp for "
               "thirty years. Ships from [Ostend](https://example.com/ostend) still greet it.\n"),
      document(
          "honey",
          "Beekeepers of the valley sell honey on the market of Lindau. The honey is dark and tastes of chestnut.\n",
          "blog.example.com"),
      document("railway",
               "The railway to Lindau was opened by the duke. A tunnel of three kilometres leads through the hill.\n",
               "blog.example.com"),
      document("bridge", "Die Brücke von Größnitz wurde 1921 von Jörg Übelmann gebaut. Sie misst 300 Meter.\n"),
  };
}

/// The library checks of citations: in range, on borders of code points, sorted, of references that are all cited; and
/// every byte of a text that no model wrote is one of the document that it cites, or of a joint.
inline void check_answer(const KnowledgeBase& base, const Answer& answer) {
  const std::string& text = answer.answer_text;
  const auto on_border = [&](std::size_t at) {
    return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
  };
  CHECK_FALSE(find_invalid_utf8(text));
  CHECK_FALSE(text.empty());
  std::set<std::size_t> cited;
  std::size_t last = 0;
  for (const AnswerCitation& citation : answer.citations) {
    CHECK(citation.start_index < citation.end_index);
    CHECK(citation.end_index <= text.size());
    CHECK(on_border(citation.start_index));
    CHECK(on_border(citation.end_index));
    CHECK(citation.start_index >= last);
    last = citation.start_index;
    CHECK_FALSE(citation.sources.empty());
    for (const std::size_t source : citation.sources) {
      CHECK(source < answer.references.size());
      cited.insert(source);
    }
  }
  CHECK(cited.size() == answer.references.size());
  for (const DocumentChunk& reference : answer.references) {
    CHECK(reference.id.empty());
    const Document whole = base.get_document(reference.parent).value();
    CHECK(reference.content == reference.source.of(whole.content));
    CHECK(reference.document.content.empty());
    CHECK(reference.relevance_score.value_or(-1) >= 0);
    CHECK(reference.relevance_score.value_or(2) <= 1);
  }
  if (!answer.answered) {
    CHECK(answer.citations.empty());
    CHECK(answer.segments.empty());
    return;
  }
  std::size_t covered = 0;
  for (const AnswerSegment& segment : answer.segments) {
    const DocumentChunk& reference = answer.references.at(segment.reference);
    CHECK(reference.source.begin <= segment.source.begin);
    CHECK(segment.source.end <= reference.source.end);
    if (!segment.verbatim) continue;
    const Document whole = base.get_document(reference.parent).value();
    CHECK(segment.answer.of(text) == segment.source.of(whole.content));
    const std::string_view joint = Span{covered, segment.answer.begin}.of(text);
    CHECK((joint.empty() || joint == " " || joint == " \u2026 "));
    covered = segment.answer.end;
  }
  if (!answer.segments.empty() && answer.segments.front().verbatim) CHECK(covered == text.size());
}

}  // namespace querydata::test
