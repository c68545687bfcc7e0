#include "querydata/value_linker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "text/fold.hpp"
#include "text/identifiers.hpp"
#include "text/stem.hpp"
#include "text/utf8.hpp"
#include "values/inflection.hpp"
#include "values/question_spans.hpp"
#include "values/ranking.hpp"
#include "values/search_kind.hpp"
#include "values/spelling.hpp"
#include "values/value_index.hpp"
#include "values/value_search.hpp"

namespace querydata::inline v0 {

namespace {

using namespace values;

constexpr std::size_t longest_phrase = 4U << 10U;
constexpr std::size_t longest_question = 16U << 10U;
constexpr std::size_t longest_value = 512;  // bytes; longer texts are prose, which nobody names as a whole
constexpr std::size_t most_candidates = 200;
constexpr std::size_t most_searched_spans = 12;  // of a question, on the database
constexpr std::size_t most_tried_spans = 200;    // of a question, in the index

constexpr double as_written = 0.0;
constexpr double doubtful = 0.2;     // an ordinary word of the sentence that is also a value
constexpr double rare_doubt = 0.05;  // added for words in lower case that are not spelt as the value is
constexpr double same_text = other_number;

// How far a span of a question may be misspelt. A wrong link is worse than none: quotes and capitals say that a name is
// meant, of a word in lower case only its spelling does.
constexpr double quoted_mismatch = 0.2;
constexpr double capitalised_mismatch = 0.2;
constexpr double rare_mismatch = 0.13;
// A word in lower case has to be most of what tells a longer value from others.
constexpr double rare_rest = 0.35;
constexpr std::size_t common_word = 10;     // values that hold a word which then says nothing about any of them
constexpr std::size_t shortest_joined = 5;  // letters of "wifi" for "wi fi"; "us a" is not "USA"

Result<void> check_text(std::string_view text, std::string_view what, std::size_t longest) {
  if (text.size() > longest)
    return Error{ErrorCode::resource_exhausted, fmt::format("the {} has more than {} bytes", what, longest), {}};
  if (const auto offset = text::find_invalid_utf8(text)) {
    Error error{ErrorCode::invalid_argument, fmt::format("the {} is not UTF-8; convert it first", what), {}};
    error.where.byte_offset = *offset;
    return error;
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error{ErrorCode::invalid_argument, fmt::format("the {} is empty", what), {}};
  return {};
}

/// Orders values of equal distance: small letters before capitals for a phrase in small letters.
double nearness(const Closeness& closeness) {
  return closeness.distance + (closeness.other_capitals ? other_case : 0);
}

/// Stems of the words in the names of tables and columns.
std::set<std::string> schema_words(const Schema& schema) {
  std::set<std::string> words;
  const auto add = [&](std::string_view name) {
    for (const std::string& word : text::split_identifier(name)) words.insert(text::stem(word));
  };
  for (const Table& table : schema.tables) {
    add(table.name);
    add(table.label);
    for (const Column& column : table.columns) {
      add(column.name);
      add(column.label);
    }
  }
  return words;
}

}  // namespace

struct ValueLinker::Impl {
  std::shared_ptr<Database> database;
  Schema schema;
  std::vector<PreparedSearch> searches;
  ValueIndex index;
  std::set<std::string> schema_words;
  std::vector<std::string> warnings;

  Result<void> prepare_searches(const std::vector<ValueSearch>& items, const ValueLinkerOptions& options);
  Result<void> read_columns(const ValueLinkerOptions& options);
  Result<void> read_column(const Table& table, const Column& column, const ValueLinkerOptions& options,
                           std::vector<ValueIndex::Entry>& entries, std::uint32_t number);
  [[nodiscard]] std::string concept_of(const std::string& table, const std::string& column) const;
  [[nodiscard]] VisibleColumns visible_columns(const Scope& scope) const;
};

namespace {

/// One call: what it looks at and what it has found so far.
class Linking {
 public:
  Linking(Database& database, const std::vector<PreparedSearch>& searches, const ValueIndex& index,
          VisibleColumns visible, const std::set<std::string>& schema_words, const LinkOptions& options)
      : database_(database),
        index_(index),
        visible_(std::move(visible)),
        schema_words_(schema_words),
        options_(options) {
    for (const PreparedSearch& search : searches)
      if (search.allowed(options.scope)) searches_.push_back(&search);
    // The more values hold a word, the less it tells them apart.
    weight_of_ = [this](std::string_view word) {
      return 1 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, index_.count_with_word(word, visible_))));
    };
  }

  Linking(const Linking&) = delete;
  Linking& operator=(const Linking&) = delete;

  Result<ValueLinks> link_phrase(std::string_view phrase);
  Result<ValueLinks> link_question(std::string_view question);

 private:
  void look_up(const WordRun& run, std::string_view question);
  void add_named(const WordRun& run, ValueMatch match, double nearness);
  [[nodiscard]] Result<bool> try_name(std::string_view question, Span span, Look look);
  bool search_index(const Spelling& spelling, Span span, std::optional<Look> look);
  [[nodiscard]] Result<bool> search_database(const Spelling& spelling, Span span, std::optional<Look> look);
  bool add(ValueMatch match, const Spelling& spelling, std::optional<Look> look);
  [[nodiscard]] bool means_it(const ValueMatch& match, const Closeness& closeness, Look look) const;
  [[nodiscard]] bool is_explained(std::string_view word) const;
  [[nodiscard]] ValueMatch match_of(ValueIndex::Id id, double distance, MatchKind kind) const;
  /// False once the call has to end: with an error if it was cancelled, else with what there is.
  [[nodiscard]] Result<bool> goes_on(std::string_view what);
  ValueLinks finish();

  Database& database_;
  std::vector<const PreparedSearch*> searches_;
  const ValueIndex& index_;
  VisibleColumns visible_;
  const std::set<std::string>& schema_words_;
  const LinkOptions& options_;
  WordWeight weight_of_;
  Ranking ranking_;
  ValueLinks links_;
  std::size_t tried_spans_ = 0;
  std::size_t searched_spans_ = 0;
};

Result<bool> Linking::goes_on(std::string_view what) {
  const auto checked = options_.control.check(what);
  if (checked) return true;
  if (checked.error().code == ErrorCode::cancelled) return checked.error();
  links_.partial = true;
  links_.warnings.push_back(checked.error().message);
  return false;
}

ValueMatch Linking::match_of(ValueIndex::Id id, double distance, MatchKind kind) const {
  const ValueColumn& column = index_.columns()[index_[id].column];
  ValueMatch match;
  match.value = index_[id].value;
  match.table = column.table;
  match.column = column.column;
  match.concept_type = column.concept_type;
  match.distance = distance;
  match.kind = kind;
  return match;
}

bool Linking::means_it(const ValueMatch& match, const Closeness& closeness, Look look) const {
  switch (match.kind) {
    case MatchKind::exact:
    case MatchKind::normalised:
    case MatchKind::semantic:
    case MatchKind::other:
      return match.distance <= options_.max_distance;
    default:
      break;
  }
  // Of a span that names a value as it is, values that are only like it are not meant.
  if (ranking_.has_within(match.span, same_text)) return false;
  if (look == Look::quoted) return closeness.mismatch <= quoted_mismatch;
  if (closeness.kind == MatchKind::trigram) return false;
  if (look == Look::capitalised) return closeness.mismatch <= capitalised_mismatch;
  return closeness.mismatch <= rare_mismatch && closeness.rest <= rare_rest;
}

/// Takes in a candidate, judged by its spelling too if that is what found it. False if it is not meant.
bool Linking::add(ValueMatch match, const Spelling& spelling, std::optional<Look> look) {
  const Closeness closeness = spelling.compare(to_display(match.value), weight_of_);
  // Word similarity is whole for every value that holds the phrase, however long.
  const bool says_little = match.kind == MatchKind::word_similarity && closeness.kind == MatchKind::word_similarity;
  const bool nearer = std::pair(closeness.distance, closeness.kind) < std::pair(match.distance, match.kind);
  if (compares_spellings(match.kind) && (nearer || says_little)) {
    match.distance = closeness.distance;
    match.kind = closeness.kind;
  }
  if (look && !means_it(match, closeness, *look)) return false;
  if (look == Look::rare && match.distance > other_number) match.distance += rare_doubt;
  ranking_.add(std::move(match), nearness(closeness));
  return true;
}

bool Linking::search_index(const Spelling& spelling, Span span, std::optional<Look> look) {
  if (index_.size() == 0) return false;
  bool found = false;
  auto candidates = index_.same_letters(spelling.letters(), visible_);
  const auto near = index_.nearest(spelling, visible_, most_candidates);
  candidates.insert(candidates.end(), near.begin(), near.end());
  for (const ValueIndex::Id id : candidates) {
    ValueMatch match = match_of(id, 1, MatchKind::trigram);
    match.span = span;
    found = add(std::move(match), spelling, look) || found;
  }
  return found;
}

Result<bool> Linking::search_database(const Spelling& spelling, Span span, std::optional<Look> look) {
  bool found = false;
  for (const PreparedSearch* search : searches_) {
    const auto on = goes_on(search->name());
    if (!on) return on.error();
    if (!*on) break;
    auto outcome = search->run(database_, spelling.text(), options_.scope, options_.control);
    if (!outcome) return outcome.error();
    links_.partial = links_.partial || outcome->partial;
    links_.warnings.insert(links_.warnings.end(), outcome->warnings.begin(), outcome->warnings.end());
    for (ValueMatch& match : outcome->matches) {
      match.span = span;
      found = add(std::move(match), spelling, look) || found;
    }
  }
  return found;
}

Result<ValueLinks> Linking::link_phrase(std::string_view phrase) {
  const Spelling spelling(phrase);
  const Span whole{0, phrase.size()};
  search_index(spelling, whole, std::nullopt);
  const auto searched = search_database(spelling, whole, std::nullopt);
  if (!searched) return searched.error();
  return finish();
}

/// Takes in a value that a run of words names, for what it is worth in the sentence.
void Linking::add_named(const WordRun& run, ValueMatch match, double nearness) {
  const bool as_spelt = match.kind == MatchKind::exact;
  if (run.only_little) {
    if (!as_spelt) return;
    if (!run.deliberate) match.distance = doubtful;
  } else if (run.explained && run.small && !as_spelt) {
    match.distance = doubtful;
  }
  match.span = run.span;
  ranking_.add(std::move(match), nearness);
}

/// Values that a run of words names as it is, or in the other number.
void Linking::look_up(const WordRun& run, std::string_view question) {
  const std::string_view words = run.span.of(question);
  const std::string key = text::normalise(words);
  if (key.empty()) return;
  if (const auto same = index_.same_letters(without_blanks(key), visible_); !same.empty()) {
    const Spelling spelling(words);
    for (const ValueIndex::Id id : same) {
      const Closeness closeness = spelling.compare(to_display(index_[id].value));
      const bool joined = closeness.distance == other_blanks;
      if (joined && (run.edge_little || spelling.letters().size() < shortest_joined)) continue;
      add_named(run, match_of(id, closeness.distance, closeness.kind), nearness(closeness));
    }
  }
  if (!run.ends_in_word) return;
  for (const std::string& form : other_numbers(key))
    for (const ValueIndex::Id id : index_.same_letters(without_blanks(form), visible_))
      if (text::normalise(to_display(index_[id].value)) == form)
        add_named(run, match_of(id, other_number, MatchKind::normalised), other_number);
}

bool Linking::is_explained(std::string_view word) const {
  return schema_words_.contains(text::stem(word)) ||
         index_.count_with_word(text::normalise(word), visible_) > common_word;
}

Result<bool> Linking::try_name(std::string_view question, Span span, Look look) {
  const Spelling spelling(span.of(question));
  if (spelling.letters().empty() || span.size() > longest_phrase) return false;
  bool found = ranking_.has_within(span, same_text);
  if (!found && tried_spans_ < most_tried_spans) {
    ++tried_spans_;
    found = search_index(spelling, span, look);
  }
  if (searches_.empty() || searched_spans_ >= most_searched_spans) return found;
  ++searched_spans_;
  const auto searched = search_database(spelling, span, look);
  if (!searched) return searched.error();
  return found || *searched;
}

Result<ValueLinks> Linking::link_question(std::string_view question) {
  const QuestionSpans spans(question);
  if (index_.size() > 0) {
    const auto of_schema = [&](std::string_view word) { return schema_words_.contains(text::stem(word)); };
    for (const WordRun& run : spans.runs(index_.longest() + 1, of_schema)) look_up(run, question);
  }
  const auto names = spans.names([&](std::string_view word) { return is_explained(word); });
  std::vector<NameSpan> unknown;
  for (const NameSpan& name : names) {
    const auto on = goes_on("linking the names of the question");
    if (!on) return on.error();
    if (!*on) return finish();
    const auto found = try_name(question, name.span, name.look);
    if (!found) return found.error();
    if (!*found) unknown.push_back(name);
  }
  for (const NameSpan& name : unknown) {
    std::vector<Span> taken;
    for (const Span part : spans.parts(name)) {
      if (std::any_of(taken.begin(), taken.end(), [&](Span other) { return other.overlaps(part); })) continue;
      const auto on = goes_on("linking the names of the question");
      if (!on) return on.error();
      if (!*on) return finish();
      const auto found = try_name(question, part, name.look);
      if (!found) return found.error();
      if (*found) taken.push_back(part);
    }
  }
  return finish();
}

ValueLinks Linking::finish() {
  links_.matches = std::move(ranking_).take(options_.max_distance, options_.max_matches);
  return std::move(links_);
}

}  // namespace

Result<void> ValueLinker::Impl::prepare_searches(const std::vector<ValueSearch>& items,
                                                 const ValueLinkerOptions& options) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto search = PreparedSearch::prepare(items[i], i, database->dialect(), schema, options.extra_functions);
    if (!search) return search.error();
    searches.push_back(std::move(*search));
  }
  return {};
}

/// What the value searches call the values of a column.
std::string ValueLinker::Impl::concept_of(const std::string& table, const std::string& column) const {
  std::set<std::string> names;
  for (const PreparedSearch& search : searches)
    if (search.origin().table == table && search.origin().column == column) names.insert(search.concept_type());
  return names.empty() ? table + '.' + column : *names.begin();
}

Result<void> ValueLinker::Impl::read_column(const Table& table, const Column& column, const ValueLinkerOptions& options,
                                            std::vector<ValueIndex::Entry>& entries, std::uint32_t number) {
  const std::string name = table.qualified_name() + '.' + column.name;
  auto read = database->distinct_values(table.qualified_name(), column.name, options.max_values_per_column + 1,
                                        options.control);
  if (!read) return read.error();
  if (read->size() > options.max_values_per_column) {
    read->resize(options.max_values_per_column);
    warnings.push_back(fmt::format("{} has more than {} distinct values: only the commonest are linked", name,
                                   options.max_values_per_column));
  }
  std::size_t too_long = 0;
  for (CountedValue& counted : *read) {
    if (std::holds_alternative<Blob>(counted.value) || std::holds_alternative<Null>(counted.value)) continue;
    const auto* text = std::get_if<std::string>(&counted.value);
    if (text != nullptr && text->size() > longest_value) {
      ++too_long;
    } else {
      entries.push_back({std::move(counted.value), number});
    }
  }
  if (too_long > 0)
    warnings.push_back(
        fmt::format("{}: {} values of more than {} bytes are not linked", name, too_long, longest_value));
  return {};
}

Result<void> ValueLinker::Impl::read_columns(const ValueLinkerOptions& options) {
  std::map<std::pair<std::string, std::string>, std::pair<const Table*, const Column*>> wanted;
  for (const IndexedColumn& item : options.columns) {
    const Table* table = schema.find_table(item.table);
    const Column* column = table == nullptr ? nullptr : table->find_column(item.column);
    if (column == nullptr)
      return Error{ErrorCode::not_found, fmt::format("there is no column {}.{} to index", item.table, item.column), {}};
    wanted.try_emplace({table->qualified_name(), column->name}, table, column);
  }
  std::vector<ValueColumn> columns;
  std::vector<ValueIndex::Entry> entries;
  for (const auto& [name, found] : wanted) {
    if (auto go_on = options.control.check("reading values to link"); !go_on) return go_on.error();
    const auto number = static_cast<std::uint32_t>(columns.size());
    columns.push_back({name.first, name.second, concept_of(name.first, name.second)});
    if (auto read = read_column(*found.first, *found.second, options, entries, number); !read) return read.error();
  }
  index = ValueIndex(std::move(columns), std::move(entries));
  return {};
}

VisibleColumns ValueLinker::Impl::visible_columns(const Scope& scope) const {
  VisibleColumns visible;
  for (const ValueColumn& item : index.columns()) {
    const Table* table = schema.find_table(item.table);
    visible.push_back(scope.allows(*table, *table->find_column(item.column)));
  }
  return visible;
}

Result<ValueLinker> ValueLinker::build(std::shared_ptr<Database> database, std::vector<ValueSearch> searches,
                                       const ValueLinkerOptions& options) {
  if (!database) return Error{ErrorCode::invalid_argument, "a value linker needs a database", {}};
  auto impl = std::make_unique<Impl>();
  impl->database = std::move(database);
  auto schema = impl->database->read_schema(options.control);
  if (!schema) return schema.error();
  impl->schema = std::move(*schema);
  impl->schema_words = schema_words(impl->schema);
  if (auto prepared = impl->prepare_searches(searches, options); !prepared) return prepared.error();
  if (auto read = impl->read_columns(options); !read) return read.error();
  return ValueLinker(std::move(impl));
}

ValueLinker::ValueLinker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ValueLinker::ValueLinker(ValueLinker&&) noexcept = default;
ValueLinker& ValueLinker::operator=(ValueLinker&&) noexcept = default;
ValueLinker::~ValueLinker() = default;

const std::vector<std::string>& ValueLinker::warnings() const noexcept {
  return impl_->warnings;
}

Result<ValueLinks> ValueLinker::link_phrase(std::string_view phrase, const LinkOptions& options) const {
  if (auto checked = check_text(phrase, "phrase", longest_phrase); !checked) return checked.error();
  return Linking(*impl_->database, impl_->searches, impl_->index, impl_->visible_columns(options.scope),
                 impl_->schema_words, options)
      .link_phrase(phrase);
}

Result<ValueLinks> ValueLinker::link_question(std::string_view question, const LinkOptions& options) const {
  if (auto checked = check_text(question, "question", longest_question); !checked) return checked.error();
  const bool scoped = options.scope.tables || options.scope.columns;
  // Words of names that are out of scope explain nothing.
  const auto words = scoped ? schema_words(options.scope.apply(impl_->schema)) : std::set<std::string>();
  return Linking(*impl_->database, impl_->searches, impl_->index, impl_->visible_columns(options.scope),
                 scoped ? words : impl_->schema_words, options)
      .link_question(question);
}

std::string to_json(const ValueLinks& links) {
  std::string out = R"({"matches":[)";
  for (std::size_t i = 0; i < links.matches.size(); ++i) out += (i == 0 ? "" : ",") + to_json(links.matches[i]);
  out += R"(],"warnings":[)";
  for (std::size_t i = 0; i < links.warnings.size(); ++i)
    out += (i == 0 ? "" : ",") + to_json(Value(links.warnings[i]));
  return out + R"(],"partial":)" + (links.partial ? "true}" : "false}");
}

}  // namespace querydata::inline v0
