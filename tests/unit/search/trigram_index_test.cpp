#include "search/trigram_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "text/pg_trgm.hpp"
#include "unit/search/trigram_values.hpp"
#include "unit/text/random_text.hpp"

using namespace querydata;
using namespace querydata::search;
namespace pg_trgm = querydata::text::pg_trgm;

namespace {

/// An index with its texts by id.
struct Indexed {
  explicit Indexed(const std::vector<std::string>& values) {
    const std::vector<std::string_view> views(values.begin(), values.end());
    auto built = TrigramIndex::build(views).value();
    bytes = std::move(built.bytes);
    for (const std::uint32_t place : built.order) texts.push_back(values[place]);
    index = TrigramIndex::open(bytes, [this](std::uint32_t id) { return std::string_view(texts[id]); }).value();
  }
  Indexed(const Indexed&) = delete;
  Indexed& operator=(const Indexed&) = delete;

  std::string bytes;
  std::vector<std::string> texts;
  TrigramIndex index;
};

enum class By { similarity, word_similarity };

std::vector<TextMatch> find(const Indexed& indexed, By by, std::string_view phrase, const TrigramSearch& search) {
  return (by == By::similarity ? indexed.index.similar(phrase, search) : indexed.index.word_similar(phrase, search))
      .value();
}

/// What the search must find, by a look at every text.
std::vector<TextMatch> look_at_all(const Indexed& indexed, By by, std::string_view phrase,
                                   const TrigramSearch& search) {
  std::vector<TextMatch> found;
  const auto trigrams = pg_trgm::trigram_set(phrase);
  pg_trgm::WordSimilarity words(phrase);
  for (std::uint32_t id = 0; id < indexed.texts.size(); ++id) {
    const std::string& text = indexed.texts[id];
    const float similarity = by == By::similarity ? pg_trgm::similarity(trigrams, pg_trgm::trigram_set(text))
                                                  : *words.of(text, pg_trgm::Extent::plain);
    if (static_cast<double>(similarity) >= search.at_least && (!search.accept || search.accept(id)))
      found.push_back({id, similarity});
  }
  std::stable_sort(found.begin(), found.end(), [&](const TextMatch& a, const TextMatch& b) {
    if (a.similarity != b.similarity) return a.similarity > b.similarity;
    return indexed.texts[a.id] < indexed.texts[b.id];
  });
  if (found.size() > search.limit) found.resize(search.limit);
  return found;
}

void check_like_all(const Indexed& indexed, std::string_view phrase, const TrigramSearch& wanted) {
  for (const By by : {By::similarity, By::word_similarity}) {
    CAPTURE(phrase);
    CAPTURE(wanted.at_least);
    CAPTURE(wanted.limit);
    CHECK(find(indexed, by, phrase, wanted) == look_at_all(indexed, by, phrase, wanted));
  }
}

void check_searches(const Indexed& indexed, const std::vector<std::string>& phrases) {
  const auto odd = [](std::uint32_t id) { return id % 2 == 1; };
  for (const std::string& phrase : phrases) {
    for (const double at_least : {0.0, 0.1, pg_trgm::similarity_threshold, 0.5, 0.6, 0.8, 1.0}) {
      for (const std::size_t limit : {std::size_t{1}, std::size_t{10}, unlimited}) {
        check_like_all(indexed, phrase, {at_least, limit, {}});
        check_like_all(indexed, phrase, {at_least, limit, odd});
      }
    }
  }
}

/// Texts of a language, and of none.
std::vector<std::string> mixed_texts(std::size_t count, std::mt19937& random) {
  static const std::vector<std::vector<std::string_view>> languages = {
      {"Heron", "heron's", "lake", "LAKE", "hill", "of", "the", "a", "42", "7B"},
      {"Straße", "STRASSE", "München", "Munchen", "Köln", "über", "ß", "Ärzte"},
      {"ταχύ", "ΤΡΈΝΟ", "τρένο", "Αθήνα", "ΑΘΗΝΑ", "σοφός"},
      {"大阪城", "大阪", "公園", "駅", "東京駅", "の"},
      {"Москва", "москва", "река", "РЕКА", "озеро", "Ё"},
      {"हिन्दी", "नगर", "नदी", "العربية", "مدينة", "ไทย"},
  };
  std::vector<std::string> texts;
  while (texts.size() < count) {
    switch (random() % 12) {
      case 0:
        texts.push_back(test::random_bytes(random, 20));
        break;
      case 1:
        texts.push_back(test::random_code_points(random, 20));
        break;
      case 2:
        texts.push_back(test::hard_name(random));
        break;
      default:
        texts.push_back(test::random_words(random, languages[random() % languages.size()], 6));
        break;
    }
  }
  return texts;
}

}  // namespace

TEST_CASE("trigram index: finds what a look at every text finds") {
  std::mt19937 random(1);
  for (int set = 0; set < 12; ++set) {
    const Indexed indexed(mixed_texts(1 + random() % 300, random));
    check_searches(indexed, mixed_texts(4, random));
    check_searches(indexed, {indexed.texts[random() % indexed.texts.size()]});
  }
}

TEST_CASE("trigram index: many chunks") {
  std::mt19937 random(2);
  std::vector<std::string> values;
  for (int i = 0; i < 150'000; ++i) values.push_back(test::hard_name(random));  // some are equal
  const Indexed indexed(values);
  const auto third = [](std::uint32_t id) { return id % 3 == 0; };
  for (int i = 0; i < 4; ++i) {
    const std::string& value = values[random() % values.size()];
    for (const std::string& phrase : {test::misspelt(value, random), value.substr(0, value.find(' '))}) {
      check_like_all(indexed, phrase, {pg_trgm::similarity_threshold, 10, {}});
      check_like_all(indexed, phrase, {0.5, 3, third});
      check_like_all(indexed, phrase, {pg_trgm::word_similarity_threshold, unlimited, {}});
    }
  }
  check_like_all(indexed, "barbara", {0, 25, third});
  check_like_all(indexed, "", {0, 25, {}});
}

TEST_CASE("trigram index: ids are by number of trigrams, then by bytes, then as given") {
  const std::vector<std::string_view> texts = {"beta", "a", "alpha", "!", "BETA", "a", ""};
  const auto built = TrigramIndex::build(texts).value();
  CHECK(built.order == std::vector<std::uint32_t>{6, 3, 1, 5, 4, 0, 2});
}

TEST_CASE("trigram index: what is not accepted is as if it was not there") {
  std::mt19937 random(3);
  const Indexed all(mixed_texts(400, random));
  const auto accept = [](std::uint32_t id) { return id % 5 < 2; };
  std::vector<std::string> kept;
  for (std::uint32_t id = 0; id < all.texts.size(); ++id)
    if (accept(id)) kept.push_back(all.texts[id]);
  const Indexed some(kept);
  for (const std::string& phrase : mixed_texts(40, random)) {
    for (const double at_least : {0.0, 0.2, 0.6}) {
      for (const By by : {By::similarity, By::word_similarity}) {
        const auto of_all = find(all, by, phrase, {at_least, 5, accept});
        const auto of_some = find(some, by, phrase, {at_least, 5, {}});
        REQUIRE(of_all.size() == of_some.size());
        for (std::size_t i = 0; i < of_all.size(); ++i) {
          CHECK(all.texts[of_all[i].id] == some.texts[of_some[i].id]);
          CHECK(of_all[i].similarity == of_some[i].similarity);
        }
      }
    }
  }
}

TEST_CASE("trigram index: phrases without words and indexes without texts") {
  const Indexed none({});
  CHECK(none.index.size() == 0);
  check_searches(none, {"", "word"});
  CHECK(TrigramIndex().similar("word", {}).value().empty());
  const Indexed some({"one", "two", "!!!", "", std::string("o\0ne", 4), "\xff\xfe"});
  check_searches(some, {"", "?", std::string(1, '\0'), "\xff", "one", std::string("o\0ne", 4)});
  CHECK(find(some, By::similarity, "one", {0, 0, {}}).empty());
}

TEST_CASE("trigram index: values and phrases of hundreds of trigrams") {
  std::mt19937 random(4);
  std::vector<std::string> values = mixed_texts(50, random);
  for (const std::size_t words : {40, 60, 80, 200}) {
    for (int i = 0; i < 4; ++i) {
      std::string value;
      for (std::size_t word = 0; word < words; ++word)
        value += test::hard_name(random) + std::to_string(random()) + ' ';
      values.push_back(value);
    }
  }
  const Indexed indexed(values);
  for (std::size_t i = 50; i < values.size(); i += 3) {
    check_like_all(indexed, values[i], {0.3, 5, {}});
    check_like_all(indexed, values[i].substr(0, values[i].size() / 2), {0.3, 5, {}});
    check_like_all(indexed, values[i].substr(0, 30), {0.6, 5, {}});
  }
}

TEST_CASE("trigram index: a phrase of more trigrams than a 16-bit number counts") {
  std::mt19937 random(9);
  std::string phrase;
  while (phrase.size() < 240'000) text::append_utf8(phrase, static_cast<char32_t>(0x4E00 + random() % 20'000));
  REQUIRE(pg_trgm::trigram_set(phrase).size() > 65'535);
  const Indexed indexed({"word", phrase, phrase.substr(0, 180'000), phrase.substr(0, 30'000), phrase + " word"});
  for (const auto& wanted : {TrigramSearch{0.3, 10, {}}, TrigramSearch{0.1, 2, {}}})
    CHECK(find(indexed, By::similarity, phrase, wanted) == look_at_all(indexed, By::similarity, phrase, wanted));
  CHECK(find(indexed, By::word_similarity, phrase, {0.9, 10, {}}).size() == 2);
}

TEST_CASE("trigram index: a million equal texts") {
  const std::vector<std::string_view> texts(1'000'000, "Heron Lake");
  const auto built = TrigramIndex::build(texts).value();
  CHECK(built.bytes.size() < 200'000);
  const auto index = TrigramIndex::open(built.bytes, [](std::uint32_t) { return std::string_view("Heron Lake"); });
  for (const auto& found : {index.value().similar("heron lake", {0.3, 3, {}}).value(),
                            index.value().word_similar("heron", {0.6, 3, {}}).value()}) {
    CHECK(found == std::vector<TextMatch>{{0, 1.0F}, {1, 1.0F}, {2, 1.0F}});
  }
}

TEST_CASE("trigram index: the same texts give the same bytes") {
  std::mt19937 random(5);
  const auto texts = mixed_texts(500, random);
  CHECK(Indexed(texts).bytes == Indexed(texts).bytes);
}

TEST_CASE("trigram index: bytes at odd addresses are read alike") {
  std::mt19937 random(6);
  const Indexed indexed(mixed_texts(2000, random));
  const std::string moved = "?" + indexed.bytes;
  const auto index = TrigramIndex::open(std::string_view(moved).substr(1), [&](std::uint32_t id) {
                       return std::string_view(indexed.texts[id]);
                     }).value();
  for (const std::string& phrase : mixed_texts(20, random))
    CHECK(index.similar(phrase, {0.2, 10, {}}).value() == indexed.index.similar(phrase, {0.2, 10, {}}).value());
}

TEST_CASE("trigram index: bytes that are no index are refused or at least harmless") {
  std::mt19937 random(7);
  std::vector<std::string> values = mixed_texts(200, random);
  for (int i = 0; i < 3000; ++i) values.push_back(test::hard_name(random));
  const Indexed indexed(values);
  const auto text_of = [&](std::uint32_t id) { return std::string_view(indexed.texts.at(id)); };
  const auto try_bytes = [&](std::string_view bytes) {
    const auto index = TrigramIndex::open(bytes, text_of);
    if (!index) {
      CHECK((index.error().code == ErrorCode::data_loss || index.error().code == ErrorCode::failed_precondition));
      return false;
    }
    if (index->size() > indexed.texts.size()) return false;  // the caller would notice
    for (const char* phrase : {"Barbara", "heron lake", "大阪城"}) {
      (void)index->similar(phrase, {0.2, 5, {}}).value();
      (void)index->word_similar(phrase, {0.4, unlimited, {}}).value();
    }
    return true;
  };
  for (std::size_t size = 0; size < indexed.bytes.size(); size += 1 + size / 7)
    CHECK_FALSE(try_bytes(std::string_view(indexed.bytes).substr(0, size)));
  CHECK_FALSE(try_bytes(indexed.bytes + "x"));
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = indexed.bytes;
    const std::size_t among = i % 2 == 0 ? 2000 : bytes.size();
    for (std::size_t flips = 1 + random() % 3; flips > 0; --flips)
      bytes[random() % among] = static_cast<char>(random());
    // In a block of its own, so that a sanitizer sees what is read beyond.
    try_bytes(std::string_view(std::vector<char>(bytes.begin(), bytes.end()).data(), bytes.size()));
  }
  CHECK_FALSE(try_bytes(test::random_bytes(random, 1000)));
}

TEST_CASE("trigram index: a call ends when it should") {
  std::mt19937 random(8);
  const Indexed indexed(mixed_texts(100, random));
  const std::vector<std::string_view> views(indexed.texts.begin(), indexed.texts.end());
  CallControl cancelled;
  cancelled.cancel = CancelToken::create();
  cancelled.cancel.cancel();
  CHECK(indexed.index.similar("heron", {0.1, 5, {}}, cancelled).error().code == ErrorCode::cancelled);
  CHECK(indexed.index.word_similar("heron", {0.1, 5, {}}, cancelled).error().code == ErrorCode::cancelled);
  CHECK(TrigramIndex::build(views, cancelled).error().code == ErrorCode::cancelled);
  const CallControl late{Deadline(Deadline::Clock::now()), {}};
  CHECK(indexed.index.similar("heron", {0.1, 5, {}}, late).error().code == ErrorCode::deadline_exceeded);
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(indexed.index.similar("heron", {none, 5, {}}).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("trigram index: a build tells how far it is") {
  const std::vector<std::string_view> texts(70'000, "word");
  std::vector<std::size_t> steps;
  const auto built = TrigramIndex::build(texts, {}, [&](std::size_t done, std::size_t all) {
    CHECK(all == 140'000);
    steps.push_back(done);
  });
  REQUIRE(built);
  CHECK(steps.size() > 4);
  CHECK(std::is_sorted(steps.begin(), steps.end()));
}
