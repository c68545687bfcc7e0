#include "querydata/value_linker.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "text/utf8.hpp"
#include "values/column_words.hpp"
#include "values/linking.hpp"
#include "values/value_index.hpp"
#include "values/value_search.hpp"

namespace querydata::inline v0 {

namespace {

using values::Linking;
using values::LinkSources;
using values::PreparedSearch;
using values::ValueColumn;
using values::ValueIndex;
using values::VisibleColumns;

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
  ValueIndex index;
  values::ColumnWords column_words;
  std::vector<std::string> warnings;

  Result<void> prepare_searches(const std::vector<ValueSearch>& items, const ValueLinkerOptions& options);
  Result<void> read_columns(const ValueLinkerOptions& options);
  Result<void> read_column(const Table& table, const Column& column, const ValueLinkerOptions& options,
                           std::vector<ValueIndex::Entry>& entries, std::uint32_t number);
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

Result<void> ValueLinker::Impl::read_column(const Table& table, const Column& column, const ValueLinkerOptions& options,
                                            std::vector<ValueIndex::Entry>& entries, std::uint32_t number) {
  const std::string name = table.qualified_name() + '.' + column.name;
  auto read = options.read_values ? options.read_values({table.qualified_name(), column.name})
                                  : database->distinct_values(table.qualified_name(), column.name,
                                                              options.max_values_per_column + 1, options.control);
  if (!read && read.error().code == ErrorCode::resource_exhausted) {
    // One value that is too large to be read at all is no reason to link no others.
    warnings.push_back(fmt::format("the values of {} are not linked: {}", name, read.error().message));
    return {};
  }
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
      entries.push_back({std::move(counted.value), number, counted.count});
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
  impl->column_words = values::ColumnWords(impl->schema);
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
  const LinkSources sources{*impl_->database, impl_->searches, impl_->index, impl_->column_words};
  return Linking(sources, impl_->visible_columns(options.scope), options).link_phrase(phrase);
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
