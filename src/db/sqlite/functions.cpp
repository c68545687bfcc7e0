#include "db/sqlite/functions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "querydata/sqlite.hpp"
#include "text/pg_trgm.hpp"
#include "text/similarity.hpp"
#include "text/utf8.hpp"

namespace querydata::inline v0::sqlite {

namespace {

namespace pg_trgm = text::pg_trgm;

using Arguments = std::span<sqlite3_value* const>;
/// Sets the result from arguments none of which is NULL.
using Body = void (*)(sqlite3_context*, Arguments);

/// What bounds a call that would be quadratic in hostile texts: about a second, and far beyond any real text.
constexpr std::size_t max_steps = std::size_t{1} << 26U;

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) throw std::bad_alloc();
  return {text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

/// What was built from an argument for a locale.
template <class T>
struct Kept {
  pg_trgm::Locale locale;
  T made;
};

/// What `make(text, locale)` builds from an argument. SQLite keeps it from row to row while the argument is a constant.
template <class T, class Make>
T& kept(sqlite3_context* context, Arguments arguments, int position, pg_trgm::Locale locale, Make make) {
  auto* known = static_cast<Kept<T>*>(sqlite3_get_auxdata(context, position));
  if (known != nullptr && known->locale == locale) return known->made;
  auto* fresh = new Kept<T>{locale, make(text_of(arguments[static_cast<std::size_t>(position)]), locale)};
  sqlite3_set_auxdata(context, position, fresh, [](void* old) { delete static_cast<Kept<T>*>(old); });
  known = static_cast<Kept<T>*>(sqlite3_get_auxdata(context, position));
  if (known == nullptr) throw std::bad_alloc();  // SQLite had no memory to keep it and has deleted it
  return known->made;
}

/// The locale that an argument names; an error result and nothing if it names none.
std::optional<pg_trgm::Locale> locale_of(sqlite3_context* context, Arguments arguments, std::size_t position) {
  if (arguments.size() <= position) return pg_trgm::Locale::c_utf8;
  const auto name = text_of(arguments[position]);
  if (name == "C") return pg_trgm::Locale::c;
  if (name == "C.UTF-8") return pg_trgm::Locale::c_utf8;
  sqlite3_result_error(context, "the locale must be 'C' or 'C.UTF-8'", -1);
  return std::nullopt;
}

void return_similarity(sqlite3_context* context, float similarity, bool as_distance) {
  sqlite3_result_double(context, static_cast<double>(as_distance ? pg_trgm::distance(similarity) : similarity));
}

template <bool as_distance>
void similarity(sqlite3_context* context, Arguments arguments) {
  const auto locale = locale_of(context, arguments, 2);
  if (!locale) return;
  using Set = std::vector<pg_trgm::Trigram>;
  const Set& left = kept<Set>(context, arguments, 0, *locale, pg_trgm::trigram_set);
  const Set& right = kept<Set>(context, arguments, 1, *locale, pg_trgm::trigram_set);
  return_similarity(context, pg_trgm::similarity(left, right), as_distance);
}

template <pg_trgm::Extent extent, bool as_distance>
void word_similarity(sqlite3_context* context, Arguments arguments) {
  const auto locale = locale_of(context, arguments, 2);
  if (!locale) return;
  using Phrase = pg_trgm::WordSimilarity;
  auto& phrase = kept<Phrase>(context, arguments, 0, *locale, [](std::string_view text, pg_trgm::Locale its_locale) {
    return Phrase(text, its_locale);
  });
  const auto similarity = phrase.of(text_of(arguments[1]), extent, max_steps);
  if (!similarity) return sqlite3_result_error(context, "word similarity: the texts are too long", -1);
  return_similarity(context, *similarity, as_distance);
}

void show_trgm(sqlite3_context* context, Arguments arguments) {
  const auto locale = locale_of(context, arguments, 1);
  if (!locale) return;
  const auto shown = pg_trgm::show_trgm(text_of(arguments[0]), *locale);
  sqlite3_result_text64(context, shown.data(), shown.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void edit_distance(sqlite3_context* context, Arguments arguments) {
  const auto left = text::to_code_points(text_of(arguments[0]));
  const auto right = text::to_code_points(text_of(arguments[1]));
  const auto longer = std::max(left.size(), right.size());
  if (longer == 0) return sqlite3_result_double(context, 0);
  if (left.size() * right.size() > max_steps)
    return sqlite3_result_error(context, "edit_distance: the texts are too long", -1);
  const auto distance = text::levenshtein_distance(std::u32string_view(left), std::u32string_view(right), longer);
  sqlite3_result_double(context, static_cast<double>(distance) / static_cast<double>(longer));
}

template <Body body>
void call(sqlite3_context* context, int count, sqlite3_value** values) {
  const Arguments arguments(values, static_cast<std::size_t>(count));
  if (std::any_of(arguments.begin(), arguments.end(),
                  [](sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; })) {
    return sqlite3_result_null(context);
  }
  try {
    body(context, arguments);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

struct Function {
  const char* name;
  int fewest_arguments;
  int most_arguments;
  void (*call)(sqlite3_context*, int, sqlite3_value**);
};

using pg_trgm::Extent;
constexpr std::array<Function, 8> functions{{
    {"similarity", 2, 3, call<similarity<false>>},
    {"similarity_distance", 2, 3, call<similarity<true>>},
    {"word_similarity", 2, 3, call<word_similarity<Extent::plain, false>>},
    {"word_similarity_distance", 2, 3, call<word_similarity<Extent::plain, true>>},
    {"strict_word_similarity", 2, 3, call<word_similarity<Extent::strict, false>>},
    {"strict_word_similarity_distance", 2, 3, call<word_similarity<Extent::strict, true>>},
    {"show_trgm", 1, 2, call<show_trgm>},
    {"edit_distance", 2, 2, call<edit_distance>},
}};

}  // namespace

Result<void> register_functions(const Connection& connection) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const auto& function : functions) {
    for (int count = function.fewest_arguments; count <= function.most_arguments; ++count) {
      const int code = sqlite3_create_function_v2(connection.handle, function.name, count, flags, nullptr,
                                                  function.call, nullptr, nullptr, nullptr);
      if (code != SQLITE_OK) return error_of(connection, code, "registering SQL functions");
    }
  }
  return {};
}

std::span<const std::string_view> function_names() noexcept {
  static constexpr auto names = [] {
    std::array<std::string_view, functions.size()> list;
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = functions[i].name;
    return list;
  }();
  return names;
}

}  // namespace querydata::inline v0::sqlite

namespace querydata::inline v0 {

Result<void> register_sqlite_functions(sqlite3* handle) {
  if (handle == nullptr)
    return Error{ErrorCode::invalid_argument, "the SQLite handle is null; open the database first", {}};
  return sqlite::register_functions(sqlite::Connection(handle, false, {}));
}

}  // namespace querydata::inline v0
