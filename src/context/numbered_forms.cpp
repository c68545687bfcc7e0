#include "context/numbered_forms.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context/placeholder_pairing.hpp"
#include "querydata/derive.hpp"
#include "querydata/sql.hpp"
#include "sql/characters.hpp"

namespace querydata::inline v0::context {
namespace {

/// The texts of a template or a facet under common names.
struct Forms {
  std::string_view intent;
  std::string_view query;
  std::string& parameterized_intent;
  std::string& parameterized_query;
};

constexpr std::size_t none = static_cast<std::size_t>(-1);

std::string dollar(std::size_t parameter) {
  return "$" + std::to_string(parameter + 1);
}

/// The text with a numbered placeholder in the place of each of these.
std::string numbered(std::string_view text, const std::vector<Placeholder>& places,
                     const std::vector<std::size_t>& parameters) {
  std::string out;
  std::size_t position = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    out.append(text.substr(position, places[i].span.begin - position)).append(dollar(parameters[i]));
    position = places[i].span.end;
  }
  return out.append(text.substr(position));
}

/// Joins the `?` of a sentence with those of its query.
class QuestionMarks {
 public:
  QuestionMarks(std::vector<Placeholder> intent, std::vector<Placeholder> query,
                const std::vector<DerivedParameter>& derived)
      : intent_(std::move(intent)),
        query_(std::move(query)),
        derived_(derived),
        of_query_(query_.size(), none),
        of_intent_(intent_.size(), none) {}

  /// Whether every `?` of the sentence has its partner.
  bool pair() {
    std::vector<std::size_t> of_derived(derived_.size(), none);
    for (std::size_t i = 0; i < query_.size(); ++i) {
      const std::size_t parameter = derived_at(query_[i].literal_span);
      if (parameter != none && of_derived[parameter] == none) of_derived[parameter] = count_++;
      of_query_[i] = parameter == none ? count_++ : of_derived[parameter];
    }
    std::vector<bool> said(count_);
    for (std::size_t i = 0; i < intent_.size(); ++i) {
      of_intent_[i] = said_at(intent_[i].literal_span, of_derived, said);
      if (of_intent_[i] != none) said[of_intent_[i]] = true;
    }
    return pair_last(said);
  }

  [[nodiscard]] std::string intent(std::string_view text) const { return numbered(text, intent_, of_intent_); }
  [[nodiscard]] std::string query(std::string_view text) const { return numbered(text, query_, of_query_); }

 private:
  [[nodiscard]] std::size_t derived_at(Span literal) const {
    for (std::size_t i = 0; i < derived_.size(); ++i) {
      for (const Span span : derived_[i].in_query) {
        if (span.overlaps(literal)) return i;
      }
    }
    return none;
  }

  /// The parameter whose phrase stands there, one that was not said yet first.
  [[nodiscard]] std::size_t said_at(Span phrase, const std::vector<std::size_t>& of_derived,
                                    const std::vector<bool>& said) const {
    std::size_t found = none;
    for (std::size_t i = 0; i < derived_.size(); ++i) {
      const auto& spans = derived_[i].in_sentence;
      const bool there = std::any_of(spans.begin(), spans.end(), [&](Span span) { return span.overlaps(phrase); });
      if (!there || of_derived[i] == none) continue;
      if (found == none || (said[found] && !said[of_derived[i]])) found = of_derived[i];
    }
    return found;
  }

  /// One `?` that is left on either side is a pair.
  bool pair_last(const std::vector<bool>& said) {
    const auto open = std::count(of_intent_.begin(), of_intent_.end(), none);
    const auto left = std::count(said.begin(), said.end(), false);
    if (open == 0) return true;
    if (open > 1 || left != 1) return false;
    const auto parameter = static_cast<std::size_t>(std::find(said.begin(), said.end(), false) - said.begin());
    *std::find(of_intent_.begin(), of_intent_.end(), none) = parameter;
    return true;
  }

  std::vector<Placeholder> intent_;
  std::vector<Placeholder> query_;
  const std::vector<DerivedParameter>& derived_;
  std::vector<std::size_t> of_query_;
  std::vector<std::size_t> of_intent_;
  std::size_t count_ = 0;
};

bool is_numbered(const std::vector<Placeholder>& places) {
  return std::any_of(places.begin(), places.end(), [](const Placeholder& place) { return place.numbered; });
}

void number_question_marks(const Forms& forms, Dialect dialect, const std::vector<DerivedParameter>& derived) {
  const auto in_query = match_query(forms.parameterized_query, forms.query, dialect);
  const auto in_intent = match_intent(forms.parameterized_intent, forms.intent);
  if (!in_query || !in_intent || in_query->empty() || is_numbered(*in_query) || is_numbered(*in_intent)) return;
  QuestionMarks marks(*in_intent, *in_query, derived);
  if (!marks.pair()) return;
  forms.parameterized_intent = marks.intent(forms.parameterized_intent);
  forms.parameterized_query = marks.query(forms.parameterized_query);
}

/// The text with `to` for every `from` that is a word of its own.
std::string with_name_replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t position = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, at + 1)) {
    const std::size_t end = at + from.size();
    const bool begins = at == 0 || !sql::is_word_part(text[at - 1]);
    const bool ends = end == text.size() || !sql::is_word_part(text[end]);
    if (at < position || !begins || !ends) continue;
    out.append(text.substr(position, at - position)).append(to);
    position = end;
  }
  return out.append(text.substr(position));
}

/// Whether the names are all of another form than `$1` and `?`.
bool are_names(const std::vector<std::string>& names) {
  return !names.empty() && std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name.size() > 1 && (name[0] != '$' || !sql::is_digit(name[1]));
  });
}

/// Whether anything of the text could be a name: most queries have numbers or nothing.
bool may_have_names(std::string_view query) {
  for (std::size_t at = query.find_first_of("$?:@"); at != std::string_view::npos;
       at = query.find_first_of("$?:@", at + 1)) {
    const bool named = at + 1 < query.size() && sql::is_word_part(query[at + 1]);
    if (named && (query[at] != '$' || !sql::is_digit(query[at + 1]))) return true;
  }
  return false;
}

void number_names(const Forms& forms, Dialect dialect) {
  if (!may_have_names(forms.parameterized_query)) return;
  const auto rewritten = rewrite_placeholders(forms.parameterized_query, dialect, PlaceholderStyle::dollar);
  if (!rewritten || !are_names(rewritten->names)) return;
  forms.parameterized_query = rewritten->sql;
  for (std::size_t i = 0; i < rewritten->names.size(); ++i) {
    forms.parameterized_intent = with_name_replaced(forms.parameterized_intent, rewritten->names[i], dollar(i));
  }
}

bool has_question_mark(const Forms& forms) {
  return forms.parameterized_intent.find('?') != std::string::npos &&
         forms.parameterized_query.find('?') != std::string::npos;
}

DeriveOptions options_with(const Schema* schema) {
  DeriveOptions options;
  options.schema = schema;
  return options;
}

}  // namespace

Template with_numbered_forms(Template item, Dialect dialect, const Schema* schema) {
  const DeriveOptions options = options_with(schema);
  if (item.parameterized_intent.empty() || item.parameterized_sql.empty()) {
    item.parameterized_intent.clear();
    item.parameterized_sql.clear();
    static_cast<void>(derive_missing(item, dialect, options));
    return item;
  }
  const std::string_view intent = item.intent.empty() ? item.nl_query : item.intent;
  const Forms forms{intent, item.sql, item.parameterized_intent, item.parameterized_sql};
  number_names(forms, dialect);
  if (!has_question_mark(forms)) return item;
  const auto derived = derive_template(intent, item.sql, dialect, {}, options);
  if (derived) number_question_marks(forms, dialect, derived->parameters);
  return item;
}

Facet with_numbered_forms(Facet item, Dialect dialect, const Schema* schema) {
  const DeriveOptions options = options_with(schema);
  if (item.parameterized_intent.empty() || item.parameterized_sql_snippet.empty()) {
    item.parameterized_intent.clear();
    item.parameterized_sql_snippet.clear();
    static_cast<void>(derive_missing(item, dialect, options));
    return item;
  }
  const Forms forms{item.intent, item.sql_snippet, item.parameterized_intent, item.parameterized_sql_snippet};
  number_names(forms, dialect);
  if (!has_question_mark(forms)) return item;
  const auto derived = derive_facet(item.intent, item.sql_snippet, dialect, options);
  if (derived) number_question_marks(forms, dialect, derived->parameters);
  return item;
}

}  // namespace querydata::inline v0::context
