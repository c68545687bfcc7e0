#include "search/related_words.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace querydata;
using namespace querydata::search;

namespace {

/// Knows four words; all others are zeros.
std::shared_ptr<const Embedder> small_embedder() {
  return make_callback_embedder("small", 2,
                                [](std::span<const std::string> texts) -> Result<std::vector<std::vector<float>>> {
                                  static const std::map<std::string, std::vector<float>> known = {
                                      {"port", {1, 0}}, {"harbour", {4, 3}}, {"wage", {0, 1}}, {"debt", {0, -1}}};
                                  std::vector<std::vector<float>> vectors;
                                  for (const std::string& text : texts) {
                                    if (text == "broken") return Error{ErrorCode::unavailable, "No model.", {}};
                                    const auto found = known.find(text);
                                    vectors.push_back(found == known.end() ? std::vector<float>{0, 0} : found->second);
                                  }
                                  return vectors;
                                })
      .value();
}

}  // namespace

TEST_CASE("related words: the nearest come first, none below the least cosine or beyond the count") {
  const std::vector<std::string> words = {"wage", "qqq", "harbour", "debt", "port"};
  const RelatedWords related = RelatedWords::build(words, small_embedder()).value();
  const auto find = [](const RelatedWords& among, const std::string& word, std::size_t count, double least) {
    const std::vector<std::string> asked = {word};
    return among.find(asked, count, least).value().front();
  };
  const auto found = find(related, "port", 5, .5);
  REQUIRE(found.size() == 2);
  CHECK(found[0].item == 4);
  CHECK(found[1].item == 2);
  CHECK(found[1].score == doctest::Approx(.8));
  CHECK(find(related, "harbour", 5, .7).size() == 2);
  CHECK(find(related, "port", 1, .5).size() == 1);
  CHECK(find(related, "qqq", 5, .1).empty());
  CHECK(related.find(std::vector<std::string>{"port", "broken"}, 5, .1).error().code == ErrorCode::unavailable);
  CHECK(RelatedWords::build(std::vector<std::string>{"broken"}, small_embedder()).error().code ==
        ErrorCode::unavailable);
  CHECK(find(RelatedWords::build({}, small_embedder()).value(), "port", 5, .1).empty());
}
