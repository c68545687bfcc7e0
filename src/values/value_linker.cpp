#include "querydata/value_linker.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "db/counted_rows.hpp"
#include "model/scope_index.hpp"
#include "text/utf8.hpp"
#include "values/column_values.hpp"
#include "values/column_words.hpp"
#include "values/index_impl.hpp"
#include "values/linking.hpp"
#include "values/scoped_meanings.hpp"
#include "values/secured_views.hpp"
#include "values/segment_builder.hpp"
#include "values/value_search.hpp"

namespace querydata::inline v0 {

namespace {

using values::ColumnValues;
using values::IndexedValues;
using values::Linking;
using values::LinkSources;
using values::PreparedSearch;
using values::Segment;
using values::SegmentBuilder;
using values::SegmentColumn;
using values::ValueColumn;
using values::VisibleColumns;

using ColumnNames = std::set<std::pair<std::string, std::string>>;  ///< table and column, as the schema spells them

constexpr std::size_t longest_phrase = 4U << 10U;
constexpr std::size_t longest_question = 16U << 10U;
constexpr std::size_t longest_value = 512;  // bytes; longer texts are prose, which nobody names as a whole

Result<void> check_text(std::string_view text, std::string_view what, std::size_t longest) {
  if (text.size() > longest)
    return Error{
        ErrorCode::resource_exhausted, fmt::format("the {} has more than {} bytes; shorten it", what, longest), {}};
  if (const auto offset = text::find_invalid_utf8(text)) {
    Error error{ErrorCode::invalid_argument, fmt::format("the {} is not UTF-8; convert it first", what), {}};
    error.where.byte_offset = *offset;
    return error;
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error{ErrorCode::invalid_argument, fmt::format("the {} is empty; give it some words", what), {}};
  return {};
}

}  // namespace

struct ValueLinker::Impl {
  std::shared_ptr<Database> database;
  Schema schema;
  std::vector<PreparedSearch> searches;
  IndexedValues index;
  /// For each column of the index what the schema has of it, and whether sessions see other rows of it.
  struct SchemaColumn {
    const Table* table = nullptr;  ///< null: it is not to be linked
    const Column* column = nullptr;
    bool secured = false;
  };
  std::vector<SchemaColumn> index_columns;
  std::unique_ptr<const values::ScopedMeanings> meanings;  ///< null: names are not found by their meaning
  values::ColumnWords column_words;
  std::vector<std::string> warnings;

  Result<void> prepare_searches(const std::vector<ValueSearch>& items, const ValueLinkerOptions& options);
  Result<std::unique_ptr<Rows>> rows_of(const IndexedColumn& column, const ValueLinkerOptions& options) const;
  Result<ColumnNames> wanted_columns(const ValueLinkerOptions& options) const;
  Result<std::shared_ptr<const Segment>> read_columns(const ColumnNames& names, const ValueLinkerOptions& options);
  Result<void> make_index(const ValueLinkerOptions& options);
  void find_index_columns(const ColumnNames& wanted);
  Result<void> embed_names(std::shared_ptr<const Embedder> embedder);
  [[nodiscard]] Result<void> add_meant(std::string_view phrase, const LinkOptions& options, ValueLinks& links) const;
  [[nodiscard]] std::string concept_of(const std::string& table, const std::string& column) const;
  [[nodiscard]] VisibleColumns visible_columns(const Scope& scope) const;
};

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

Result<ColumnNames> ValueLinker::Impl::wanted_columns(const ValueLinkerOptions& options) const {
  ColumnNames wanted;
  for (const IndexedColumn& item : options.columns) {
    const Table* table = schema.find_table(item.table);
    const Column* column = table == nullptr ? nullptr : table->find_column(item.column);
    if (column == nullptr)
      return Error{ErrorCode::not_found, fmt::format("there is no column {}.{} to index", item.table, item.column), {}};
    wanted.emplace(table->qualified_name(), column->name);
  }
  return wanted;
}

/// The values of a column and how many rows hold each.
Result<std::unique_ptr<Rows>> ValueLinker::Impl::rows_of(const IndexedColumn& column,
                                                         const ValueLinkerOptions& options) const {
  if (!options.read_values)
    return database->scan_distinct_values(column.table, column.column, options.max_values_per_column + 1,
                                          options.control);
  auto values = options.read_values(column);
  if (!values) return values.error();
  return counted_rows(*std::move(values));
}

Result<std::shared_ptr<const Segment>> ValueLinker::Impl::read_columns(const ColumnNames& names,
                                                                       const ValueLinkerOptions& options) {
  std::vector<SegmentColumn> columns;
  for (const auto& [table, column] : names) columns.push_back({table, column});
  SegmentBuilder builder(std::move(columns));
  std::uint16_t number = 0;
  for (const auto& [table, column] : names) {
    if (auto go_on = options.control.check("reading values to link"); !go_on) return go_on.error();
    auto read = ColumnValues::read(rows_of({table, column}, options), table + '.' + column,
                                   {options.max_values_per_column, longest_value}, false);
    if (!read) return read.error();
    if (!read->skipped().empty())
      warnings.push_back(fmt::format("the values of {}.{} are not linked: {}", table, column, read->skipped()));
    warnings.insert(warnings.end(), read->warnings().begin(), read->warnings().end());
    if (auto added = ColumnValues::add((*std::move(read)).take(), number++, builder); !added) return added.error();
  }
  auto sections = std::move(builder).build(options.control);
  if (!sections) return sections.error();
  return Segment::open(*std::move(sections));
}

Result<void> ValueLinker::Impl::make_index(const ValueLinkerOptions& options) {
  const auto wanted = wanted_columns(options);
  if (!wanted) return wanted.error();
  std::vector<std::shared_ptr<const Segment>> segments;
  values::Synonyms synonyms;
  ColumnNames missing = *wanted;
  if (options.index) {
    segments = options.index->impl().segments;
    synonyms = values::Synonyms(options.index->info().synonyms);
    for (const ValueIndexColumn& column : options.index->info().columns)
      if (column.skipped.empty()) missing.erase({column.table, column.column});
  }
  if (!missing.empty()) {
    auto own = read_columns(missing, options);
    if (!own) return own.error();
    segments.push_back(*std::move(own));
  }
  index = IndexedValues(std::move(segments), std::move(synonyms));
  find_index_columns(*wanted);
  return options.embedder ? embed_names(options.embedder) : Result<void>();
}

Result<void> ValueLinker::Impl::embed_names(std::shared_ptr<const Embedder> embedder) {
  meanings = std::make_unique<const values::ScopedMeanings>(index, std::move(embedder));
  const auto made = meanings->of(visible_columns({}));
  if (!made) return made.error();
  if (*made == nullptr)
    warnings.push_back(
        fmt::format("there are more than {} names: they are not found by their meaning, unless the scope "
                    "of a call has fewer",
                    values::MeaningIndex::most_names));
  return {};
}

/// Adds names of about the same meaning.
Result<void> ValueLinker::Impl::add_meant(std::string_view phrase, const LinkOptions& options,
                                          ValueLinks& links) const {
  const VisibleColumns visible = visible_columns(options.scope);
  const auto in_scope = meanings->of(visible);
  if (!in_scope) return in_scope.error();
  if (*in_scope == nullptr) return {};
  const auto near = (*in_scope)->find(phrase, visible, options.max_matches, options.max_distance);
  if (!near) return near.error();
  const values::Spelling spelling(phrase);
  for (const auto& [id, distance] : *near) {
    if (links.matches.size() == options.max_matches) break;
    IndexedValues::Entry entry = index[id];
    if (!spelling.has_numbers_of(to_display(entry.value))) continue;
    const ValueColumn& column = index.columns()[entry.column];
    ValueMatch match;
    match.value = std::move(entry.value);
    match.table = column.table;
    match.column = column.column;
    match.concept_type = column.concept_type;
    match.distance = distance;
    match.kind = MatchKind::semantic;
    match.span = {0, phrase.size()};
    links.matches.push_back(std::move(match));
  }
  return {};
}

void ValueLinker::Impl::find_index_columns(const ColumnNames& wanted) {
  const auto secured = values::secured_tables(schema, database->dialect());
  for (ValueColumn& item : index.columns()) {
    item.concept_type = concept_of(item.table, item.column);
    SchemaColumn& found = index_columns.emplace_back();
    if (!wanted.empty() && !wanted.contains({item.table, item.column})) continue;
    const Table* table = schema.find_table(item.table);
    found.column = table == nullptr ? nullptr : table->find_column(item.column);
    found.table = found.column == nullptr ? nullptr : table;
    found.secured = secured.contains(item.table);
    if (found.column == nullptr && item.values > 0)
      warnings.push_back(
          fmt::format("the database does not have the column {}.{} of the value index: its values are "
                      "not linked; build the index again",
                      item.table, item.column));
  }
}

VisibleColumns ValueLinker::Impl::visible_columns(const Scope& scope) const {
  const model::ScopeIndex allowed(scope);
  VisibleColumns visible;
  for (const SchemaColumn& item : index_columns)
    visible.push_back(item.table != nullptr && allowed.allows(*item.table, *item.column) &&
                      !(item.secured && !scope.session_parameters.empty()));
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
  impl->column_words = values::ColumnWords(impl->schema);
  if (auto prepared = impl->prepare_searches(searches, options); !prepared) return prepared.error();
  if (auto made = impl->make_index(options); !made) return made.error();
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
  const LinkSources sources{*impl_->database, impl_->searches, impl_->index, impl_->column_words};
  auto links = Linking(sources, impl_->visible_columns(options.scope), options).link_phrase(phrase);
  if (!links || !links->matches.empty() || links->partial || !impl_->meanings) return links;
  if (auto added = impl_->add_meant(phrase, options, *links); !added) return added.error();
  return links;
}

Result<ValueLinks> ValueLinker::link_question(std::string_view question, const LinkOptions& options) const {
  if (auto checked = check_text(question, "question", longest_question); !checked) return checked.error();
  // Words of names that are out of scope explain nothing.
  values::ColumnWords names_in_scope;
  const bool scoped = options.scope.tables || options.scope.columns;
  if (scoped) names_in_scope = values::ColumnWords(options.scope.apply(impl_->schema));
  const LinkSources sources{*impl_->database, impl_->searches, impl_->index,
                            scoped ? names_in_scope : impl_->column_words};
  return Linking(sources, impl_->visible_columns(options.scope), options).link_question(question);
}

namespace {

std::string places_json(std::string_view member, Span span, const std::vector<std::size_t>& places) {
  return fmt::format(R"({{"span":{{"begin":{},"end":{}}},"{}":[{}]}})", span.begin, span.end, member,
                     fmt::join(places, ","));
}

}  // namespace

std::string to_json(const ValueLinks& links) {
  std::vector<std::string> matches;
  std::vector<std::string> ambiguities;
  std::vector<std::string> compounds;
  std::vector<std::string> warnings;
  for (const ValueMatch& match : links.matches) matches.push_back(to_json(match));
  for (const ValueAmbiguity& item : links.ambiguities)
    ambiguities.push_back(places_json("readings", item.span, item.readings));
  for (const CompoundName& item : links.compounds) compounds.push_back(places_json("parts", item.span, item.parts));
  for (const std::string& warning : links.warnings) warnings.push_back(to_json(Value(warning)));
  return fmt::format(R"({{"matches":[{}],"ambiguities":[{}],"compounds":[{}],"warnings":[{}],"partial":{}}})",
                     fmt::join(matches, ","), fmt::join(ambiguities, ","), fmt::join(compounds, ","),
                     fmt::join(warnings, ","), links.partial);
}

}  // namespace querydata::inline v0
