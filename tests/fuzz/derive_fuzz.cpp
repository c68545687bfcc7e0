// Whatever the bytes: a sentence (the first line) and a query (the rest) end in derived forms or an error that says
// why; what was derived gives sentence and query back when its values are filled in, in every style, and is a query
// where the original is one; and lines taken for names make value searches that only read.
//
// QUERYDATA_FUZZ_DIALECT names one dialect to fuzz; without it all are.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "property/context/derived_literals.hpp"
#include "property/sql/words.hpp"
#include "querydata/derive.hpp"
#include "querydata/sql.hpp"
#include "querydata/value_search_recipes.hpp"

namespace {

using namespace querydata;

void require(bool truth) {
  if (!truth) std::abort();
}

std::vector<Dialect> make_dialects() {
  const auto* name = std::getenv("QUERYDATA_FUZZ_DIALECT");
  if (name == nullptr) {
    return {Dialect::sqlite,    Dialect::postgresql, Dialect::mysql,
            Dialect::googlesql, Dialect::bigtable,   Dialect::mongodb};
  }
  const auto dialect = parse_dialect(name);
  require(dialect.has_value());
  return {*dialect};
}

void check_parameters(const std::vector<DerivedParameter>& parameters, std::string_view sentence,
                      std::string_view query) {
  std::size_t first = 0;
  for (const auto& parameter : parameters) {
    require(!parameter.in_query.empty() && !parameter.in_sentence.empty() && !parameter.type.empty());
    require(parameter.in_query.front().begin >= first);
    first = parameter.in_query.front().begin;
    for (const Span span : parameter.in_query) require(span.of(query) == parameter.literal);
    for (const Span span : parameter.in_sentence) require(!span.empty() && span.end <= sentence.size());
    if (!parameter.phrase.empty()) require(parameter.in_sentence.front().of(sentence) == parameter.phrase);
  }
}

void check_template(std::string_view sentence, std::string_view query, Dialect dialect, PlaceholderStyle style) {
  DeriveOptions options;
  options.style = style;
  const auto made = derive_template(sentence, query, dialect, {}, options);
  if (!made) return require(!made.error().message.empty());
  check_parameters(made->parameters, sentence, query);
  if (dialect == Dialect::mongodb) return;  // nothing fills a call of the shell
  const std::string& parameterized = made->item.parameterized_sql;
  const auto filled = fill_parameters(parameterized, dialect, test::literals_of(made->parameters, style));
  require(filled.has_value() && test::words_of(*filled, dialect) == test::words_of(query, dialect));
  require(inspect_unresolved(query, dialect).has_value() <= inspect_unresolved(parameterized, dialect).has_value());
}

void check_facet(std::string_view sentence, std::string_view condition, Dialect dialect) {
  const auto made = derive_facet(sentence, condition, dialect);
  if (!made) return require(!made.error().message.empty());
  check_parameters(made->parameters, sentence, condition);
  if (dialect == Dialect::mongodb) return;
  const auto filled = fill_parameters(made->item.parameterized_sql_snippet, dialect,
                                      test::literals_of(made->parameters, PlaceholderStyle::dollar));
  require(filled.has_value() && test::words_of(*filled, dialect) == test::words_of(condition, dialect));
}

void check_recipes(std::string_view name, std::string_view other, Dialect dialect) {
  ValueSearchRecipe recipe;
  recipe.table = name;
  recipe.column = other;
  recipe.concept_type = other;
  recipe.token_column = recipe.embedding_column = recipe.vector_index = name;
  for (const auto kind : {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity, MatchKind::edit_distance}) {
    recipe.kind = kind;
    const auto made = make_value_search(recipe, dialect);
    if (!made) {
      require(!made.error().message.empty());
    } else if (dialect != Dialect::mongodb) {
      const auto info = inspect_unresolved(made->query, dialect);
      // Nobody may read the engine's own tables, whatever they are read for.
      if (!info && info.error().code == ErrorCode::permission_denied) continue;
      require(info.has_value() && info->result_columns.size() == 5);
      for (const auto& use : info->parameters) require(use.name == "$value");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto dialects = make_dialects();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto end = std::min(text.find('\n'), text.size());
  const auto sentence = text.substr(0, end);
  const auto query = text.substr(std::min(end + 1, text.size()));
  for (const auto dialect : dialects) {
    for (const auto style : {PlaceholderStyle::dollar, PlaceholderStyle::question, PlaceholderStyle::at}) {
      check_template(sentence, query, dialect, style);
    }
    check_facet(sentence, query, dialect);
    check_recipes(sentence, query.substr(0, query.find('\n')), dialect);
  }
  return 0;
}
