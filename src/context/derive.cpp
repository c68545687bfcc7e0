#include "querydata/derive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "context/placeholder_pairing.hpp"
#include "context/query_reader.hpp"
#include "context/query_values.hpp"
#include "context/spoken_values.hpp"
#include "context/type_phrases.hpp"
#include "context/value_pairing.hpp"
#include "core/utf8.hpp"
#include "model/names.hpp"
#include "sql/characters.hpp"
#include "sql/placeholders.hpp"
#include "text/fold.hpp"
#include "text/stem.hpp"
#include "text/tokens.hpp"
#include "text/word_lists.hpp"

namespace querydata::inline v0 {
namespace {

using context::Mention;
using context::Pairing;
using context::QueryForm;
using context::QueryValue;
using context::Sentence;

/// What templates and facets have in common.
struct Forms {
  std::string manifest;
  std::string intent;  ///< with placeholders
  std::string query;   ///< the same
  std::vector<DerivedParameter> parameters;
  std::vector<KeptLiteral> kept;
};

/// A phrase of the sentence and the parameters that it gives.
struct Phrase {
  Span span;
  std::vector<std::size_t> parameters;  ///< ascending
};

/// Writes the derived texts of one pair of sentence and query.
class Writer {
 public:
  Writer(std::string_view intent, std::string_view sql, Dialect dialect, const DeriveOptions& options)
      : intent_(intent), sql_(sql), dialect_(dialect), options_(options), sentence_(intent, options.now) {}

  Result<Forms> write(const std::vector<QueryValue>& values) {
    const Pairing pairing = context::pair_values(values, sentence_);
    for (const auto& parameter : pairing.parameters) add(parameter, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!pairing.kept[i].empty()) forms_.kept.push_back({values[i].text, values[i].span, pairing.kept[i]});
    }
    collect_phrases();
    if (auto clear = refuse_own_placeholders(); !clear) return clear.error();
    forms_.query = parameterized_query();
    forms_.intent = parameterized_intent();
    forms_.manifest = manifest();
    if (auto clear = refuse_lost_marks(); !clear) return clear.error();
    return std::move(forms_);
  }

 private:
  void add(const context::PairedValue& parameter, const std::vector<QueryValue>& values) {
    DerivedParameter out;
    const QueryValue& first = values[parameter.values.front()];
    out.literal = first.text;
    for (const std::size_t value : parameter.values) out.in_query.push_back(values[value].span);
    for (const Mention& mention : parameter.mentions) out.in_sentence.push_back(sentence_.span(mention));
    const std::string phrase(out.in_sentence.front().of(intent_));
    out.type = context::type_phrase(first, phrase, options_.concepts);
    if (said_.insert(out.in_sentence).second) out.phrase = phrase;
    forms_.parameters.push_back(std::move(out));
  }

  void collect_phrases() {
    std::map<Span, std::vector<std::size_t>> phrases;
    for (std::size_t i = 0; i < forms_.parameters.size(); ++i) {
      for (const Span span : forms_.parameters[i].in_sentence) phrases[span].push_back(i);
    }
    for (auto& [span, parameters] : phrases) phrases_.push_back({span, std::move(parameters)});
  }

  /// "for $2" would become a placeholder.
  [[nodiscard]] Result<void> refuse_own_placeholders() const {
    if (options_.style == PlaceholderStyle::question) return {};
    const std::string first = sql::placeholder_text(1, options_.style);
    const std::string_view sign = std::string_view(first).substr(0, first.size() - 1);
    for (std::size_t at = intent_.find(sign); at != std::string_view::npos; at = intent_.find(sign, at + 1)) {
      std::size_t end = at + sign.size();
      while (end < intent_.size() && sql::is_digit(intent_[end])) ++end;
      const std::string_view digits = Span{at + sign.size(), end}.of(intent_);
      std::size_t number = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      const bool meant =
          read.ec == std::errc() && digits.front() != '0' && number > 0 && number <= forms_.parameters.size();
      if (!meant || is_replaced({at, end})) continue;
      return Error{ErrorCode::invalid_argument,
                   fmt::format("The sentence says {} itself (byte {}), which would be taken for a placeholder; say it "
                               "in other words.",
                               Span{at, end}.of(intent_), at),
                   {}};
    }
    return {};
  }

  [[nodiscard]] bool is_replaced(Span span) const {
    const auto behind =
        std::ranges::upper_bound(phrases_, span.begin, {}, [](const Phrase& phrase) { return phrase.span.begin; });
    return behind != phrases_.begin() && std::prev(behind)->span.contains(span);
  }

  /// A `?` of the sentence itself may be taken for one of a phrase, though most can be told by the sentence with
  /// values.
  [[nodiscard]] Result<void> refuse_lost_marks() const {
    if (options_.style != PlaceholderStyle::question || intent_.find('?') == std::string_view::npos) return {};
    const auto read = context::match_intent(forms_.intent, intent_);
    const bool found = !read || std::ranges::all_of(*read, [&](const context::Placeholder& placeholder) {
      return std::ranges::any_of(phrases_,
                                 [&](const Phrase& phrase) { return phrase.span.contains(placeholder.literal_span); });
    });
    if (found) return {};
    return Error{ErrorCode::invalid_argument,
                 fmt::format("The sentence says ? itself (byte {}), which would be taken for a placeholder; leave it "
                             "out, or number the placeholders.",
                             intent_.find('?')),
                 {}};
  }

  [[nodiscard]] std::string parameterized_query() const {
    std::vector<sql::Placeholder> uses;
    for (std::size_t i = 0; i < forms_.parameters.size(); ++i) {
      for (const Span span : forms_.parameters[i].in_query) uses.push_back({span, i});
    }
    std::sort(uses.begin(), uses.end(),
              [](const sql::Placeholder& a, const sql::Placeholder& b) { return a.span < b.span; });
    return sql::with_placeholders(sql_.substr(0, end_of_query()), uses, options_.style);
  }

  /// Before comments at the end: what is put behind the query would end in them.
  [[nodiscard]] std::size_t end_of_query() const {
    if (dialect_ == Dialect::mongodb) return sql_.size();
    std::size_t end = 0;
    for (const sql::Token& token : sql::tokenize(sql_, dialect_)) {
      if (!token.is_trivia()) end = token.span.end;
    }
    return end;
  }

  /// "2.5kg" would make "@p1kg" another name.
  [[nodiscard]] bool touches_word(std::size_t at) const {
    return at < intent_.size() && static_cast<unsigned char>(intent_[at]) < 0x80 && sql::is_word_part(intent_[at]);
  }

  [[nodiscard]] std::string placeholders(const Phrase& phrase) const {
    std::string out;
    for (const std::size_t parameter : phrase.parameters) {
      if (!out.empty()) out += ' ';
      out += sql::placeholder_text(parameter + 1, options_.style);
    }
    return out + (touches_word(phrase.span.end) ? " " : "");
  }

  [[nodiscard]] std::string parameterized_intent() const {
    std::string out;
    std::size_t position = 0;
    for (const Phrase& phrase : phrases_) {
      out.append(intent_.substr(position, phrase.span.begin - position)).append(placeholders(phrase));
      position = phrase.span.end;
    }
    return out.append(intent_.substr(position));
  }

  /// "the Central branch" is "a given branch" and not "the a given".
  static void drop_article(std::string& out) {
    for (const std::string_view article : {"the ", "an ", "a "}) {
      if (out.size() < article.size()) continue;
      const std::size_t begin = out.size() - article.size();
      if (!model::equal_ignoring_case(std::string_view(out).substr(begin), article)) continue;
      if (begin > 0 && out[begin - 1] != ' ') continue;
      out.resize(begin);
      return;
    }
  }

  /// "branch", where the sentence says "branch Central" or "Central branch" and the type "branch name".
  [[nodiscard]] static bool says(std::string_view type, std::string_view word) {
    const std::string wanted = text::stem(text::normalise(word));
    const auto tokens = text::tokenize(type);
    return !wanted.empty() && std::ranges::any_of(tokens, [&](const text::Token& token) {
      return text::stem(text::normalise(token.span.of(type))) == wanted;
    });
  }

  /// Takes the last words off that the type says. One in the plural is what is asked for: "visits last month".
  static void drop_noun(std::string& out, std::string_view type) {
    while (out.ends_with(' ')) {
      const std::size_t end = out.size() - 1;
      std::size_t begin = end;
      while (begin > 0 && sql::is_word_part(out[begin - 1])) --begin;
      const std::string_view word = std::string_view(out).substr(begin, end - begin);
      const bool whole = begin < end && (begin == 0 || out[begin - 1] == ' ');
      if (!whole || !says(type, word) || (word.ends_with('s') && type.find(word) == std::string_view::npos)) return;
      out.resize(begin);
    }
  }

  /// "last month" has no preposition, "a given date" needs one.
  static void add_preposition(std::string& out, std::string_view phrase) {
    static constexpr std::array<std::string_view, 8> relative = {"last",     "this",  "next",      "past",
                                                                 "previous", "today", "yesterday", "tomorrow"};
    const std::string first = model::lower(phrase.substr(0, phrase.find(' ')));
    const std::size_t word = out.find_last_of(' ', out.size() < 2 ? 0 : out.size() - 2);
    const std::string before = model::lower(out.substr(word == std::string::npos ? 0 : word + 1));
    const bool noun = before.ends_with("s ") && before.size() > 3;
    if (noun && text::is_one_of(first, relative)) out += "in ";
  }

  /// Where the sentence goes on behind a phrase: behind words that the type says.
  [[nodiscard]] std::size_t behind_noun(std::size_t at, std::string_view type) const {
    while (at < intent_.size() && intent_[at] == ' ') {
      std::size_t end = at + 1;
      while (end < intent_.size() && sql::is_word_part(intent_[end])) ++end;
      if (end == at + 1 || !says(type, intent_.substr(at + 1, end - at - 1))) break;
      at = end;
    }
    return at;
  }

  [[nodiscard]] std::string manifest() const {
    std::string out;
    std::size_t position = 0;
    for (const Phrase& phrase : phrases_) {
      const std::string& type = forms_.parameters[phrase.parameters.front()].type;
      out.append(intent_.substr(position, phrase.span.begin - position));
      drop_noun(out, type);
      drop_article(out);
      add_preposition(out, phrase.span.of(intent_));
      out += "a given " + type;
      position = behind_noun(phrase.span.end, type);
    }
    return out.append(intent_.substr(position));
  }

  std::string_view intent_;
  std::string_view sql_;
  Dialect dialect_;
  const DeriveOptions& options_;
  Sentence sentence_;
  std::set<std::vector<Span>> said_;  ///< what parameters are said by
  std::vector<Phrase> phrases_;       ///< ascending, none overlap
  Forms forms_;
};

Result<Forms> derive(std::string_view intent, std::string_view sql, QueryForm form, Dialect dialect,
                     const DeriveOptions& options) {
  if (intent.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return Error{ErrorCode::invalid_argument, "There is no sentence to take values from; give the question.", {}};
  }
  if (const auto invalid = find_invalid_utf8(intent)) {
    Error error{ErrorCode::invalid_argument, "The sentence is not UTF-8; convert it.", {}};
    error.where.byte_offset = *invalid;
    return error;
  }
  const auto values = context::query_values(sql, form, dialect, options.schema);
  if (!values) return values.error();
  return Writer(intent, sql, dialect, options).write(*values);
}

void fill(std::string& member, std::string text) {
  if (member.empty()) member = std::move(text);
}

/// The literal that a select item of that name is, in any level of a query.
std::optional<std::string> literal_called(const sql::Tree& tree, std::string_view name) {
  for (const sql::Select& select : tree.selects) {
    for (const sql::SelectItem& item : select.items) {
      if (!item.alias || item.alias->text != name) continue;
      sql::ExpressionId literal = item.expression;
      while (tree[literal].kind == sql::ExpressionKind::cast) literal = tree.operand(literal, 0);
      const auto value = sql::literal_value(tree, literal);
      if (value && std::holds_alternative<std::string>(*value)) return std::get<std::string>(*value);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<ConceptColumn> concept_columns(const std::vector<ValueSearch>& searches, Dialect dialect) {
  std::vector<ConceptColumn> out;
  for (const ValueSearch& search : searches) {
    const auto reading = context::read_query(search.query, QueryForm::query, dialect);
    if (!reading.tree) continue;
    const auto columns = literal_called(*reading.tree, "columns");
    if (!columns) continue;
    const std::size_t dot = columns->rfind('.');
    const std::string table = dot == std::string::npos ? std::string() : columns->substr(0, dot);
    // A schema before the table is no part of what queries need say.
    const std::size_t before = table.rfind('.');
    ConceptColumn item{before == std::string::npos ? table : table.substr(before + 1),
                       dot == std::string::npos ? *columns : columns->substr(dot + 1),
                       literal_called(*reading.tree, "concept_type").value_or(search.concept_type)};
    if (std::find(out.begin(), out.end(), item) == out.end()) out.push_back(std::move(item));
  }
  return out;
}

Result<DerivedTemplate> derive_template(std::string_view question, std::string_view sql, Dialect dialect,
                                        std::string_view intent, const DeriveOptions& options) {
  const std::string_view sentence = intent.empty() ? question : intent;
  auto forms = derive(sentence, sql, QueryForm::query, dialect, options);
  if (!forms) return forms.error();
  Template item{std::string(question.empty() ? sentence : question),
                std::string(sql),
                std::string(sentence),
                std::move(forms->manifest),
                std::move(forms->intent),
                std::move(forms->query),
                {},
                {}};
  return DerivedTemplate{std::move(item), std::move(forms->parameters), std::move(forms->kept)};
}

Result<DerivedFacet> derive_facet(std::string_view intent, std::string_view sql_snippet, Dialect dialect,
                                  const DeriveOptions& options) {
  auto forms = derive(intent, sql_snippet, QueryForm::condition, dialect, options);
  if (!forms) return forms.error();
  Facet item{std::string(sql_snippet),
             std::string(intent),
             std::move(forms->manifest),
             std::move(forms->intent),
             std::move(forms->query),
             {},
             {}};
  return DerivedFacet{std::move(item), std::move(forms->parameters), std::move(forms->kept)};
}

Result<void> derive_missing(Template& item, Dialect dialect, const DeriveOptions& options) {
  const bool paired = !item.parameterized_intent.empty() || !item.parameterized_sql.empty();
  if (paired && !item.manifest.empty()) {
    fill(item.intent, item.nl_query);
    return {};
  }
  auto derived = derive_template(item.nl_query, item.sql, dialect, item.intent, options);
  if (!derived) return derived.error();
  fill(item.nl_query, std::move(derived->item.nl_query));
  fill(item.intent, std::move(derived->item.intent));
  fill(item.manifest, std::move(derived->item.manifest));
  if (paired) return {};
  item.parameterized_intent = std::move(derived->item.parameterized_intent);
  item.parameterized_sql = std::move(derived->item.parameterized_sql);
  return {};
}

Result<void> derive_missing(Facet& item, Dialect dialect, const DeriveOptions& options) {
  const bool paired = !item.parameterized_intent.empty() || !item.parameterized_sql_snippet.empty();
  if (paired && !item.manifest.empty()) return {};
  auto derived = derive_facet(item.intent, item.sql_snippet, dialect, options);
  if (!derived) return derived.error();
  fill(item.manifest, std::move(derived->item.manifest));
  if (paired) return {};
  item.parameterized_intent = std::move(derived->item.parameterized_intent);
  item.parameterized_sql_snippet = std::move(derived->item.parameterized_sql_snippet);
  return {};
}

}  // namespace querydata::inline v0
