#include "knowledge/segment_merge.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace querydata;
using namespace querydata::knowledge;

namespace {

constexpr std::size_t most = 10'000;  // bytes of a segment in these tests

/// Segments in memory, as a writer would have them.
struct Parts {
  KnowledgeBase::Impl::Segments segments;

  void add(std::size_t first, std::size_t last, std::size_t bytes, const std::vector<std::string>& gone = {}) {
    std::vector<std::string> names;
    for (std::size_t i = first; i < last; ++i) names.push_back(name(i));
    const std::string content(bytes, 'x');
    std::vector<DocumentSource> documents;
    for (const std::string& each : names) {
      DocumentSource source;
      source.name = each;
      source.content = content;
      documents.push_back(source);
    }
    auto sections = DocumentSegment::build(documents, gone, FilterTime{}, {}, {}).value();
    segments.push_back(DocumentSegment::open(std::move(sections)).value());
  }
  [[nodiscard]] KnowledgeBase::Impl base() const { return KnowledgeBase::Impl(segments); }
  static std::string name(std::size_t number) { return "documents/" + std::to_string(1000 + number); }
};

std::vector<std::string> names_of(const SegmentUnion& all) {
  std::vector<std::string> names;
  for (const DocumentSource& document : all.documents) names.emplace_back(document.name);
  return names;
}

}  // namespace

TEST_SUITE("segment_merge") {
  TEST_CASE("segment_merge: sizes fall by four from one segment to all newer ones") {
    Parts parts;
    parts.add(0, 16, 100);
    CHECK_FALSE(range_to_merge(parts.base(), most));
    parts.add(20, 23, 100);
    CHECK_FALSE(range_to_merge(parts.base(), most));
    parts.add(30, 31, 100);
    const auto range = range_to_merge(parts.base(), most);
    REQUIRE(range);
    CHECK(range->first == 1);
    CHECK(range->end == 3);
    parts.add(40, 48, 100);
    CHECK(range_to_merge(parts.base(), most)->first == 0);
  }

  TEST_CASE("segment_merge: large segments stay, until most of them is overruled") {
    Parts parts;
    parts.add(0, 8, 1000);
    parts.add(10, 18, 1000);
    CHECK_FALSE(range_to_merge(parts.base(), most));
    parts.add(0, 4, 100);
    CHECK_FALSE(range_to_merge(parts.base(), most));
    parts.add(4, 5, 10);
    const auto range = range_to_merge(parts.base(), most);
    REQUIRE(range);
    CHECK(range->first == 0);
    CHECK(range->end == 1);
  }

  TEST_CASE("segment_merge: what is left of old segments goes together") {
    Parts parts;
    parts.add(0, 2, 1000);
    parts.add(2, 4, 1000);
    parts.add(10, 18, 1000);
    const auto range = range_to_merge(parts.base(), most);
    REQUIRE(range);
    CHECK(range->first == 0);
    CHECK(range->end == 2);
  }

  TEST_CASE("segment_merge: a union has what lives, and the names that older segments may have") {
    Parts parts;
    parts.add(0, 3, 10);
    parts.add(1, 4, 20, {Parts::name(0)});
    parts.add(3, 5, 30, {Parts::name(1), Parts::name(2)});
    const auto base = parts.base();
    CHECK(base.info.documents == 2);
    const SegmentUnion newer = union_of(base, {1, 3});
    CHECK(names_of(newer) == std::vector<std::string>{Parts::name(3), Parts::name(4)});
    CHECK(newer.documents[0].content.size() == 30);
    CHECK(newer.gone == std::vector<std::string>{Parts::name(0), Parts::name(1), Parts::name(2)});
    CHECK(union_of(base, {0, 3}).gone.empty());
    CHECK(names_of(union_of(base, {0, 3})) == names_of(newer));
  }

  TEST_CASE("segment_merge: documents are cut into runs of a size and a large one is alone") {
    const std::string small(1000, 'x');
    const std::string large(20'000, 'x');
    std::vector<DocumentSource> documents(30);
    for (DocumentSource& document : documents) document.content = small;
    documents[12].content = large;
    std::size_t all = 0;
    bool alone = false;
    for (const auto run : segment_runs(documents, most)) {
      std::size_t bytes = 0;
      for (const DocumentSource& document : run) bytes += document.content.size();
      CHECK((bytes <= most || run.size() == 1));
      alone = alone || (run.size() == 1 && run[0].content.size() == large.size());
      all += run.size();
    }
    CHECK(alone);
    CHECK(all == documents.size());
    CHECK(segment_runs({}, most).size() == 1);
  }
}
