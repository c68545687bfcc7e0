#include "values/search_kind.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "model/names.hpp"
#include "sql/lexer.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0::values {
namespace {

constexpr std::array<std::string_view, 9> semantic_functions = {
    "cosine_distance", "cosine_similarity", "euclidean_distance", "approx_cosine_distance",   "embedding",
    "ml_embedding",    "l2_distance",       "dot_product",        "approx_euclidean_distance"};
constexpr std::array<std::string_view, 3> semantic_operators = {"<=>", "<#>", "<+>"};
constexpr std::array<std::string_view, 4> word_functions = {
    "word_similarity", "strict_word_similarity", "word_similarity_distance", "strict_word_similarity_distance"};
constexpr std::array<std::string_view, 8> word_operators = {"<<->", "<->>", "<<<->", "<->>>", "<%", "%>", "<<%", "%>>"};
constexpr std::array<std::string_view, 5> trigram_functions = {"similarity", "similarity_distance", "search_ngrams",
                                                               "score_ngrams", "match"};
constexpr std::array<std::string_view, 1> trigram_operators = {"<->"};
constexpr std::array<std::string_view, 7> edit_functions = {
    "edit_distance",       "levenshtein",  "levenshtein_less_equal", "editdist3",
    "damerau_levenshtein", "jaro_winkler", "jaro_winkler_similarity"};

/// The tokens of a query that matter: words and operators in lower case, placeholders as "$".
std::vector<std::string> signs_of(std::string_view query, Dialect dialect) {
  std::vector<std::string> signs;
  for (const sql::Token& token : sql::tokenize(query, dialect)) {
    if (token.is_trivia()) continue;
    if (token.kind == sql::TokenKind::parameter) {
      signs.emplace_back("$");
    } else {
      signs.push_back(model::lower(token.span.of(query)));
    }
  }
  return signs;
}

template <std::size_t Functions, std::size_t Operators>
bool uses(const std::vector<std::string>& signs, const std::array<std::string_view, Functions>& functions,
          const std::array<std::string_view, Operators>& operators) {
  for (std::size_t i = 0; i < signs.size(); ++i) {
    if (text::is_one_of(signs[i], operators)) return true;
    if (text::is_one_of(signs[i], functions) && i + 1 < signs.size() && signs[i + 1] == "(") return true;
  }
  return false;
}

/// `column % $value`, which is not a remainder: a phrase is no number.
bool uses_trigram_operator(const std::vector<std::string>& signs) {
  for (std::size_t i = 0; i + 1 < signs.size(); ++i)
    if ((signs[i] == "%" && signs[i + 1] == "$") || (signs[i] == "$" && signs[i + 1] == "%")) return true;
  return false;
}

/// `name = $value`, also through a function or a cast: `LOWER(name) = LOWER($value)`.
bool compares_by_equality(const std::vector<std::string>& signs) {
  constexpr std::size_t reach = 4;  // "=", "cast", "(", "$"
  for (std::size_t i = 0; i < signs.size(); ++i) {
    if (signs[i] != "=" && signs[i] != "==") continue;
    const auto from = signs.begin() + static_cast<std::ptrdiff_t>(i - std::min<std::size_t>(i, 2));
    const auto to = signs.begin() + static_cast<std::ptrdiff_t>(std::min(i + reach, signs.size()));
    if (std::find(from, to, "$") != to) return true;
  }
  return false;
}

}  // namespace

MatchKind kind_of_search(std::string_view query, Dialect dialect) {
  const auto signs = signs_of(query, dialect);
  if (uses(signs, semantic_functions, semantic_operators)) return MatchKind::semantic;
  if (uses(signs, word_functions, word_operators)) return MatchKind::word_similarity;
  if (uses(signs, trigram_functions, trigram_operators) || uses_trigram_operator(signs)) return MatchKind::trigram;
  if (uses(signs, edit_functions, std::array<std::string_view, 0>{})) return MatchKind::edit_distance;
  return compares_by_equality(signs) ? MatchKind::exact : MatchKind::other;
}

double distance_scale(std::string_view query, Dialect dialect, MatchKind kind) {
  if (kind != MatchKind::semantic) return 1;
  const auto signs = signs_of(query, dialect);
  for (std::size_t i = 0; i + 1 < signs.size(); ++i)
    if (signs[i] == "/" && (signs[i + 1] == "2" || signs[i + 1] == "2.0")) return 2;
  return 1;
}

bool compares_spellings(MatchKind kind) noexcept {
  return kind != MatchKind::semantic && kind != MatchKind::other;
}

}  // namespace querydata::inline v0::values
