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

TEST_CASE("related words: similarity is the cosine, and 0 for what the model does not know") {
  const auto embedder = small_embedder();
  CHECK(word_similarity(*embedder, "port", "harbour").value() == doctest::Approx(.8));
  CHECK(word_similarity(*embedder, "wage", "debt").value() == doctest::Approx(-1));
  CHECK(word_similarity(*embedder, "port", "qqq").value() == 0);
  CHECK(word_similarity(*embedder, "port", "broken").error().code == ErrorCode::unavailable);
}

TEST_CASE("related words: the nearest come first, none below the least cosine or beyond the count") {
  const std::vector<std::string> words = {"wage", "qqq", "harbour", "debt", "port"};
  const RelatedWords related = RelatedWords::build(words, small_embedder()).value();
  const auto found = related.find("port", 5, .5).value();
  REQUIRE(found.size() == 2);
  CHECK(found[0].item == 4);
  CHECK(found[1].item == 2);
  CHECK(found[1].score == doctest::Approx(.8));
  CHECK(related.find("harbour", 5, .7).value().size() == 2);
  CHECK(related.find("port", 1, .5).value().size() == 1);
  CHECK(related.find("qqq", 5, .1).value().empty());
  CHECK(related.find("broken", 5, .1).error().code == ErrorCode::unavailable);
  CHECK(RelatedWords::build(std::vector<std::string>{"broken"}, small_embedder()).error().code ==
        ErrorCode::unavailable);
  CHECK(RelatedWords::build({}, small_embedder()).value().find("port", 5, .1).value().empty());
}
