#include <doctest/doctest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "querydata/context_set.hpp"

using namespace querydata;

namespace {

namespace fs = std::filesystem;

/// The published context sets, if the data is at hand.
std::vector<fs::path> public_sets() {
  const char* data = std::getenv("QUERYDATA_DATA");
  if (data == nullptr) {
    MESSAGE("skipped: QUERYDATA_DATA is not set, so there are no published context sets to read");
    return {};
  }
  std::vector<fs::path> files;
  for (const char* folder : {"context_sets/gcloud_docs", "context_sets/db_context_enrichment", "text2sql_templates"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / folder)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with("_overview.json") || name.ends_with("_postgresql.json") || name.ends_with("_context.json") ||
          name.ends_with("context_set.json")) {
        files.push_back(entry.path());
      }
    }
  }
  std::ranges::sort(files);
  REQUIRE(files.size() == 13);
  return files;
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("public context sets: every member of every file survives reading and writing") {
  for (const fs::path& path : public_sets()) {
    CAPTURE(path.filename().string());
    const auto set = ContextSet::read_file(path.string());
    REQUIRE(set);
    REQUIRE(!(set->templates.empty() && set->value_searches.empty()));
    const std::string written = set->write();
    // They use canonical names throughout, so that the values themselves can be compared.
    CHECK(boost::json::parse(written) == boost::json::parse(text_of(path)));
    CHECK(ContextSet::read(written).value() == *set);
    CHECK(ContextSet::read(written)->write() == written);
  }
}

TEST_CASE("public context sets: are checked without a false alarm") {
  // Read by hand: one question of one set stands there twice, with two queries that give different columns; a facet
  // of another names an alias of that set's value search.
  const auto is_true = [](const fs::path& path, const Finding& finding) {
    if (path.filename() == "spanner_overview.json") {
      return finding.severity == Severity::warning && finding.json_pointer.starts_with("/facets/0/");
    }
    return path.filename() == "scholar.context_set.json" && finding.json_pointer == "/templates/96" &&
           finding.message.find("/templates/80") != std::string::npos;
  };
  for (const fs::path& path : public_sets()) {
    CAPTURE(path.filename().string());
    const auto set = ContextSet::read_file(path.string()).value();
    for (const Finding& finding : set.check()) {
      CAPTURE(finding.message);
      CAPTURE(finding.json_pointer);
      CHECK((finding.severity == Severity::information || is_true(path, finding)));
    }
  }
}
