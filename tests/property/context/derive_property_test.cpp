#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "property/context/bird_questions.hpp"
#include "property/context/derived_literals.hpp"
#include "property/sql/words.hpp"
#include "querydata/context_set.hpp"
#include "querydata/derive.hpp"
#include "querydata/sql.hpp"
#include "sql/placeholders.hpp"
#include "text/tokens.hpp"

namespace querydata::test {

namespace {

constexpr std::array dialects = {Dialect::sqlite, Dialect::postgresql, Dialect::mysql};
constexpr std::array styles = {PlaceholderStyle::dollar, PlaceholderStyle::question,
                               PlaceholderStyle::numbered_question, PlaceholderStyle::at};

/// The sentence again, from the parameterised one: each placeholder, met in reading order, gives way to its phrase.
std::string refilled_intent(const DerivedTemplate& made, PlaceholderStyle style) {
  struct Use {
    Span span;
    std::size_t number;
  };
  std::vector<Use> uses;
  for (std::size_t i = 0; i < made.parameters.size(); ++i) {
    for (const Span span : made.parameters[i].in_sentence) uses.push_back({span, i + 1});
  }
  std::sort(uses.begin(), uses.end(),
            [](const Use& a, const Use& b) { return a.span != b.span ? a.span < b.span : a.number < b.number; });
  std::string out;
  std::string_view rest = made.item.parameterized_intent;
  std::size_t position = 0;  // in the sentence
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const bool shared = i > 0 && uses[i - 1].span == uses[i].span;
    const std::size_t before = shared ? 1 : uses[i].span.begin - position;
    const std::string mark = sql::placeholder_text(uses[i].number, style);
    REQUIRE(rest.substr(before, mark.size()) == mark);
    out += rest.substr(0, before);
    if (!shared) out += uses[i].span.of(made.item.intent);
    rest.remove_prefix(before + mark.size());
    position = uses[i].span.end;
    const bool kept_apart =
        rest.starts_with(' ') && !std::string_view(made.item.intent).substr(position).starts_with(' ');
    if (kept_apart && (i + 1 == uses.size() || uses[i + 1].span != uses[i].span)) rest.remove_prefix(1);
  }
  return out.append(rest);
}

std::vector<std::string> words_of_sentence(std::string_view sentence) {
  std::vector<std::string> words;
  for (const auto& token : text::tokenize(sentence)) words.emplace_back(token.span.of(sentence));
  return words;
}

/// Derives in every style and puts the values back. Whether there was a parameter.
bool check(const QuestionQuery& pair, Dialect dialect) {
  bool parameters = false;
  for (const auto style : styles) {
    DeriveOptions options;
    options.style = style;
    const auto made = derive_template(pair.question, pair.sql, dialect, {}, options);
    if (!made) {
      // What the parser does not take has no literals to speak of.
      CHECK_MESSAGE(!extract_parameters(pair.sql, dialect, style), to_string(made.error()) << ": " << pair.sql);
      return false;
    }
    parameters = !made->parameters.empty();
    const auto filled = fill_parameters(made->item.parameterized_sql, dialect, literals_of(made->parameters, style));
    REQUIRE_MESSAGE(filled, made->item.parameterized_sql);
    CHECK(words_of(*filled, dialect) == words_of(pair.sql, dialect));
    CHECK(words_of_sentence(refilled_intent(*made, style)) == words_of_sentence(pair.question));
    CHECK_MESSAGE(inspect_unresolved(made->item.parameterized_sql, dialect).has_value() ==
                      inspect_unresolved(pair.sql, dialect).has_value(),
                  made->item.parameterized_sql);
  }
  return parameters;
}

std::vector<QuestionQuery> template_pairs() {
  std::vector<QuestionQuery> pairs;
  const auto folder = data("templates");
  if (folder.empty()) return pairs;
  for (const auto* name : {"atis", "geography", "imdb", "restaurants", "scholar", "yelp"}) {
    const auto file = folder / "text2sql_templates" / name / (std::string(name) + ".context_set.json");
    const auto set = ContextSet::read(bytes(file)).value();
    for (const auto& item : set.templates) pairs.push_back({name, item.nl_query, item.sql});
  }
  return pairs;
}

}  // namespace

TEST_CASE("derive: values put back give sentence and query again, over public sets in three dialects") {
  for (const auto dialect : dialects) {
    std::size_t with_parameters = 0;
    auto pairs = template_pairs();
    const auto bird = bird_questions(dialect);
    pairs.insert(pairs.end(), bird.begin(), bird.end());
    for (const QuestionQuery& pair : pairs) with_parameters += check(pair, dialect) ? 1 : 0;
    MESSAGE(to_string(dialect) << ": parameters in " << with_parameters << " of " << pairs.size());
    CHECK(with_parameters >= pairs.size() / 2);
  }
}

TEST_CASE("derive: values that would run into words, signs and comments are put back whole") {
  for (const auto& pair :
       {QuestionQuery{"", "5 or -5 of Oslo", "SELECT a FROM t WHERE b IN(5,-5)AND c='Oslo'LIMIT 5"},
        QuestionQuery{"", "between 3 and 4", "SELECT a FROM t WHERE b BETWEEN'3'AND'4'"},
        QuestionQuery{"", "minus -2 is 2", "SELECT a FROM t WHERE b=2 AND c=-2 AND d= - 2 -- 2"},
        QuestionQuery{"", "\"x\" and 'y'", "SELECT a/*'x'*/FROM t WHERE b='x'AND/**/c='y'"},
        QuestionQuery{"", "in March 2024, March 2024", "SELECT a FROM t WHERE d>='2024-03-01'AND d<'2024-04-01'"},
        QuestionQuery{"", "5km or 5 km", "SELECT a FROM t WHERE b=5"},
        QuestionQuery{"", "?? $9 @p ?9 x", "SELECT a FROM t WHERE b='x'"},
        QuestionQuery{"", "Is $12 enough? In Oslo?", "SELECT a FROM t WHERE b='Oslo'"}}) {
    for (const auto dialect : dialects) CHECK_MESSAGE(check(pair, dialect), pair.question);
  }
}

}  // namespace querydata::test
