#include "querydata/value_search_recipes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/utf8.hpp"
#include "model/names.hpp"
#include "querydata/sql.hpp"

namespace querydata::inline v0 {
namespace {

constexpr double least_similarity = 0.3;        // pg_trgm's own
constexpr double greatest_word_distance = 0.4;  // the same
constexpr double greatest_edit_distance = 0.4;
constexpr std::size_t most_rows = 1000;
constexpr std::size_t wider = 5;  // so many times the rows wanted are looked at where an index ranks by another measure

constexpr std::array kinds = {MatchKind::exact, MatchKind::trigram, MatchKind::word_similarity,
                              MatchKind::edit_distance, MatchKind::semantic};

/// The name in a path of names: quoted where a point or a quote would cut it.
std::string path_name(const std::string& name) {
  const bool plain = name.find('.') == std::string::npos && std::string_view("\"`[").find(name[0]) == std::string::npos;
  if (plain) return name;
  for (const std::string_view quotes : {"\"\"", "``", "[]"}) {
    if (name.find(quotes[1]) == std::string::npos) return quotes[0] + name + quotes[1];
  }
  return name;
}

/// The parts of a query that are the same in all recipes of a dialect.
struct Parts {
  std::string table;         ///< quoted, with its schema
  std::string column;        ///< `s.name`
  std::string columns;       ///< a literal: 'table.column'
  std::string concept_type;  ///< a literal
  std::string columns_name;  ///< the name "columns", quoted where it is reserved
  std::string context;       ///< an empty one
};

Parts parts_of(const ValueSearchRecipe& recipe, Dialect dialect) {
  const bool mysql = dialect == Dialect::mysql;
  const bool google = dialect == Dialect::googlesql || dialect == Dialect::bigtable;
  Parts parts;
  if (!recipe.schema.empty()) parts.table = quote_identifier(recipe.schema, dialect) + ".";
  parts.table += quote_identifier(recipe.table, dialect);
  parts.column = "s." + quote_identifier(recipe.column, dialect);
  parts.columns = quote_literal(path_name(recipe.table) + "." + path_name(recipe.column), dialect);
  parts.concept_type = quote_literal(recipe.concept_type, dialect);
  parts.columns_name = mysql || google ? "`columns`" : "columns";
  parts.context = mysql ? "JSON_OBJECT()" : dialect == Dialect::googlesql ? "JSON '{}'" : google ? "''" : "'{}'";
  return parts;
}

/// The five columns over rows that have `v.value`.
std::string outer(const Parts& parts, std::string_view distance, std::string_view rows, std::size_t max_rows) {
  return fmt::format(
      "SELECT v.value AS value, {} AS {}, {} AS concept_type, {} AS distance, {} AS context FROM {} ORDER BY distance, "
      "value LIMIT {}",
      parts.columns, parts.columns_name, parts.concept_type, distance, parts.context, rows, max_rows);
}

/// The distinct values for which a condition holds.
std::string distinct_values(const Parts& parts, std::string_view value, std::string_view condition) {
  return fmt::format("(SELECT DISTINCT {} AS value FROM {} AS s WHERE {}) AS v", value, parts.table, condition);
}

std::string sqlite_query(const ValueSearchRecipe& recipe, const Parts& parts) {
  const std::string& column = parts.column;
  const auto query = [&](std::string_view distance, const std::string& condition) {
    return outer(parts, distance, distinct_values(parts, column, condition), recipe.max_rows);
  };
  switch (recipe.kind) {
    case MatchKind::exact:
      return query("0.0", column + " = $value");
    case MatchKind::trigram:
      return query("similarity_distance(v.value, $value)",
                   fmt::format("similarity({}, $value) >= {}", column, least_similarity));
    case MatchKind::word_similarity:
      return query("word_similarity_distance($value, v.value)",
                   fmt::format("word_similarity_distance($value, {}) <= {}", column, greatest_word_distance));
    case MatchKind::edit_distance:
      return query("edit_distance(lower(v.value), lower($value))",
                   fmt::format("edit_distance(lower({}), lower($value)) <= {}", column, greatest_edit_distance));
    default:
      return {};
  }
}

/// Nearest vectors first, as an index on them gives them; then one row a value.
std::string semantic_query(const ValueSearchRecipe& recipe, const Parts& parts, std::string_view value,
                           const std::string& distance, Dialect dialect) {
  const std::string vectors = "s." + quote_identifier(recipe.embedding_column, dialect);
  const std::string nearest = fmt::format(
      "(SELECT {} AS value, {} AS distance FROM {} AS s WHERE {} IS NOT NULL AND {} IS NOT NULL ORDER BY "
      "distance LIMIT {}) AS n",
      value, distance, parts.table, vectors, parts.column, wider * recipe.max_rows);
  const std::string rows =
      fmt::format("(SELECT n.value, MIN(n.distance) / 2 AS half FROM {} GROUP BY n.value) AS v", nearest);
  return outer(parts, "v.half", rows, recipe.max_rows);
}

std::string postgresql_query(const ValueSearchRecipe& recipe, const Parts& parts) {
  const std::string text = "CAST(" + parts.column + " AS text)";
  const auto query = [&](std::string_view distance, const std::string& condition) {
    return outer(parts, distance, distinct_values(parts, text, condition), recipe.max_rows);
  };
  switch (recipe.kind) {
    case MatchKind::exact:
      return query("0.0", text + " = $value::text");
    case MatchKind::trigram:
      return query("v.value <-> $value::text", text + " % $value::text");
    case MatchKind::word_similarity:
      return query("$value::text <<-> v.value", "$value::text <% " + text);
    case MatchKind::edit_distance: {
      // levenshtein takes no more than 255 characters.
      const auto edits = [](std::string_view value) {
        return fmt::format(
            "levenshtein(left(lower({0}), 255), left(lower($value::text), 255)) / "
            "greatest(char_length(left({0}, 255)), char_length(left($value::text, 255)), 1)::float8",
            value);
      };
      return query(edits("v.value"), fmt::format("{} <= {}", edits(text), greatest_edit_distance));
    }
    case MatchKind::semantic: {
      const std::string model = recipe.embedding_model.empty() ? "gemini-embedding-001" : recipe.embedding_model;
      const std::string distance = fmt::format("s.{} <=> google_ml.embedding({}, $value::text)::vector",
                                               quote_identifier(recipe.embedding_column, Dialect::postgresql),
                                               quote_literal(model, Dialect::postgresql));
      return semantic_query(recipe, parts, text, distance, Dialect::postgresql);
    }
    default:
      return {};
  }
}

/// Names for common tables that are not the searched table's.
std::string free_prefix(std::string_view table) {
  std::string prefix = "search_";
  while (model::lower(table).starts_with(prefix)) prefix += '_';
  return prefix;
}

/// MySQL has no function for trigrams: they are cut here, of the values that the FULLTEXT index ranks best.
std::string mysql_trigram_query(const ValueSearchRecipe& recipe, const Parts& parts) {
  const std::string score = fmt::format("MATCH({}) AGAINST ($value IN NATURAL LANGUAGE MODE)", parts.column);
  constexpr std::size_t most_characters = 200;
  const std::string prefix = free_prefix(recipe.table);
  const auto gram = [](std::string_view text) {
    return fmt::format("SUBSTRING(CONCAT('  ', LOWER({}), ' '), p.place, 3)", text);
  };
  const std::string common = fmt::format(
      "WITH RECURSIVE {0}places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM {0}places WHERE place < {1}), "
      "{0}values AS (SELECT {2} AS value, MAX({3}) AS score FROM {4} AS s WHERE {3} > 0 GROUP BY {2} ORDER BY score "
      "DESC, "
      "value LIMIT {5}), "
      "{0}grams AS (SELECT DISTINCT c.value, {6} AS gram FROM {0}values AS c JOIN {0}places AS p "
      "ON p.place <= CHAR_LENGTH(c.value) + 1), "
      "{0}phrase AS (SELECT DISTINCT {7} AS gram FROM {0}places AS p WHERE p.place <= CHAR_LENGTH($value) + 1), "
      "{0}shares AS (SELECT g.value, COUNT(f.gram) AS common, COUNT(*) + (SELECT COUNT(*) FROM {0}phrase) - "
      "COUNT(f.gram) "
      "AS united FROM {0}grams AS g LEFT JOIN {0}phrase AS f ON f.gram = g.gram GROUP BY g.value) ",
      prefix, most_characters, parts.column, score, parts.table, wider * recipe.max_rows, gram("c.value"),
      gram("$value"));
  const std::string rows = fmt::format("{}shares AS v WHERE v.common >= {} * v.united", prefix, least_similarity);
  return common + outer(parts, "1 - v.common / v.united", rows, recipe.max_rows);
}

std::string mysql_query(const ValueSearchRecipe& recipe, const Parts& parts) {
  switch (recipe.kind) {
    case MatchKind::exact:
      // A number equals the text that only begins with it: the second comparison is one of texts.
      return outer(parts, "0.0",
                   distinct_values(parts, parts.column,
                                   fmt::format("{0} = $value AND CAST({0} AS CHAR) = $value", parts.column)),
                   recipe.max_rows);
    case MatchKind::trigram:
      return mysql_trigram_query(recipe, parts);
    case MatchKind::semantic: {
      const std::string model = recipe.embedding_model.empty() ? "text-embedding-005" : recipe.embedding_model;
      const std::string distance =
          fmt::format("COSINE_DISTANCE(s.{}, mysql.ml_embedding({}, $value))",
                      quote_identifier(recipe.embedding_column, Dialect::mysql), quote_literal(model, Dialect::mysql));
      return semantic_query(recipe, parts, parts.column, distance, Dialect::mysql);
    }
    default:
      return {};
  }
}

std::string googlesql_query(const ValueSearchRecipe& recipe, const Parts& parts) {
  const std::string text = "CAST(" + parts.column + " AS STRING)";
  constexpr std::string_view phrase = "CAST($value AS STRING)";
  switch (recipe.kind) {
    case MatchKind::exact:
      return outer(parts, "0.0", distinct_values(parts, text, fmt::format("{} = {}", text, phrase)), recipe.max_rows);
    case MatchKind::trigram: {
      const std::string tokens = "s." + quote_identifier(recipe.token_column, Dialect::googlesql);
      const std::string rows = fmt::format(
          "(SELECT {0} AS value, MAX(SCORE_NGRAMS({1}, {2})) AS score FROM {3} AS s WHERE SEARCH_NGRAMS({1}, {2}) "
          "GROUP BY "
          "value) AS v",
          text, tokens, phrase, parts.table);
      return outer(parts, "GREATEST(0.0, 1.0 - v.score)", rows, recipe.max_rows);
    }
    case MatchKind::edit_distance: {
      const auto edits = [&](std::string_view value) {
        return fmt::format("EDIT_DISTANCE(LOWER({0}), LOWER({1})) / GREATEST(CHAR_LENGTH({0}), CHAR_LENGTH({1}), 1)",
                           value, phrase);
      };
      return outer(parts, edits("v.value"),
                   distinct_values(parts, text, fmt::format("{} <= {}", edits(text), greatest_edit_distance)),
                   recipe.max_rows);
    }
    default:
      return {};
  }
}

/// Neither subqueries nor DISTINCT there.
std::string bigtable_query(const ValueSearchRecipe& recipe, const Parts& parts) {
  if (recipe.kind != MatchKind::exact) return {};
  return fmt::format(
      "SELECT {0} AS value, {1} AS `columns`, {2} AS concept_type, 0.0 AS distance, '' AS context FROM {3} AS s WHERE "
      "{0} = "
      "$value GROUP BY {0} ORDER BY value LIMIT {4}",
      parts.column, parts.columns, parts.concept_type, parts.table, recipe.max_rows);
}

/// A pipeline of the shell. What could be read as an operator stands in `$literal`.
std::string mongodb_query(const ValueSearchRecipe& recipe) {
  const auto text = [](const std::string& value) { return quote_literal(value, Dialect::mongodb); };
  const std::string project = fmt::format(
      R"({{"$project": {{"_id": 0, "value": "$_id", "columns": {{"$literal": {}}}, "concept_type": {{"$literal": {}}}, )"
      R"("distance": "$distance", "context": {{"$literal": ""}}}}}})",
      text(path_name(recipe.table) + "." + recipe.column), text(recipe.concept_type));
  const std::string field = text("$" + recipe.column);
  std::string find;
  if (recipe.kind == MatchKind::exact) {
    find = fmt::format(R"({{"$match": {{{}: $value}}}}, {{"$group": {{"_id": {}, "distance": {{"$min": 0}}}}}})",
                       text(recipe.column), field);
  } else if (recipe.kind == MatchKind::semantic) {
    find = fmt::format(
        R"({{"$vectorSearch": {{"index": {}, "path": {}, "queryVector": $embedding, "numCandidates": {}, "limit": {}}}}}, )"
        R"({{"$group": {{"_id": {}, "distance": {{"$min": {{"$subtract": [1, {{"$meta": "vectorSearchScore"}}]}}}}}}}})",
        text(recipe.vector_index), text(recipe.embedding_column), 10 * wider * recipe.max_rows, wider * recipe.max_rows,
        field);
  } else {
    return {};
  }
  return fmt::format(
      R"(db.getCollection({}).aggregate([{}, {{"$sort": {{"distance": 1, "_id": 1}}}}, {{"$limit": {}}}, {}]))",
      text(recipe.table), find, recipe.max_rows, project);
}

/// Empty where the dialect can't.
std::string query_of(const ValueSearchRecipe& recipe, Dialect dialect) {
  switch (dialect) {
    case Dialect::sqlite:
      return sqlite_query(recipe, parts_of(recipe, dialect));
    case Dialect::postgresql:
      return postgresql_query(recipe, parts_of(recipe, dialect));
    case Dialect::mysql:
      return mysql_query(recipe, parts_of(recipe, dialect));
    case Dialect::googlesql:
      return googlesql_query(recipe, parts_of(recipe, dialect));
    case Dialect::bigtable:
      return bigtable_query(recipe, parts_of(recipe, dialect));
    case Dialect::mongodb:
      break;
  }
  return mongodb_query(recipe);
}

Error refused(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), {}};
}

Result<void> check_text(std::string_view what, const std::string& text, bool needed) {
  if (text.empty() && needed) return refused(fmt::format("A value search needs {}; give it.", what));
  if (text.find('\0') != std::string::npos || find_invalid_utf8(text)) {
    return refused(fmt::format("The text given as {} is not UTF-8 or holds a NUL byte; no query can hold it.", what));
  }
  return {};
}

/// MongoDB takes what begins with a dollar sign for an operator or a variable, and has no empty names.
Result<void> check_path(std::string_view what, std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    if (end == begin || path[begin] == '$') {
      return refused(
          fmt::format("The path given as {} has the part \"{}\"; a field of MongoDB has a name that does "
                      "not begin with $.",
                      what, path.substr(begin, end - begin)));
    }
    begin = end + 1;
  }
  return {};
}

Result<void> check(const ValueSearchRecipe& recipe, Dialect dialect) {
  const bool semantic = recipe.kind == MatchKind::semantic;
  struct Needed {
    std::string_view what;
    const std::string& text;
    bool needed;
  };
  for (const auto& [what, text, needed] :
       {Needed{"a table", recipe.table, true}, Needed{"a column", recipe.column, true},
        Needed{"a concept type", recipe.concept_type, true}, Needed{"a schema", recipe.schema, false},
        Needed{"a token column", recipe.token_column,
               dialect == Dialect::googlesql && recipe.kind == MatchKind::trigram},
        Needed{"an embedding column", recipe.embedding_column, semantic},
        Needed{"an embedding model", recipe.embedding_model, false},
        Needed{"a vector index", recipe.vector_index, semantic && dialect == Dialect::mongodb}}) {
    if (auto right = check_text(what, text, needed); !right) return right.error();
  }
  if (dialect == Dialect::mongodb) {
    if (auto right = check_path("a column", recipe.column); !right) return right;
    if (semantic) {
      if (auto right = check_path("an embedding column", recipe.embedding_column); !right) return right;
    }
  }
  if (recipe.max_rows > 0 && recipe.max_rows <= most_rows) return {};
  return refused(fmt::format("A value search gives from 1 to {} rows, not {}.", most_rows, recipe.max_rows));
}

/// Whether the dialect has the functions for a kind.
bool can(MatchKind kind, Dialect dialect) {
  ValueSearchRecipe any;
  any.table = any.column = any.concept_type = any.token_column = any.embedding_column = any.vector_index = "x";
  any.kind = kind;
  return !query_of(any, dialect).empty();
}

Error missing(MatchKind kind, Dialect dialect) {
  std::vector<std::string_view> has;
  for (const MatchKind other : kinds) {
    if (can(other, dialect)) has.push_back(to_string(other));
  }
  return {ErrorCode::unimplemented,
          fmt::format("{} has no value search of the kind {}; it has {}.", to_string(dialect), to_string(kind),
                      fmt::join(has, ", ")),
          {}};
}

}  // namespace

Result<ValueSearch> make_value_search(const ValueSearchRecipe& recipe, Dialect dialect) {
  if (!can(recipe.kind, dialect)) return missing(recipe.kind, dialect);
  if (auto right = check(recipe, dialect); !right) return right.error();
  ValueSearch search;
  search.query = query_of(recipe, dialect);
  search.concept_type = recipe.concept_type;
  search.description = recipe.description;
  return search;
}

std::optional<MatchKind> parse_match_kind(std::string_view name) noexcept {
  const auto* const found = std::find_if(
      kinds.begin(), kinds.end(), [&](MatchKind kind) { return model::equal_ignoring_case(to_string(kind), name); });
  return found == kinds.end() ? std::nullopt : std::optional(*found);
}

}  // namespace querydata::inline v0
