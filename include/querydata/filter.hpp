/// @file
/// `Filter`: which objects a user wants to see, in the filter language of Google's APIs (AIP-160).
///
/// Useful without the rest of the library: declare the fields of your objects, compile the user's text, and either ask
/// `matches` for each object or put `to_sql` into the WHERE of your own SQLite query. docs/filter.md explains the
/// language to its users. Sources: https://google.aip.dev/160 and its EBNF grammar.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "querydata/export.hpp"
#include "querydata/result.hpp"
#include "querydata/value.hpp"

namespace querydata::inline v0 {

/// A point in time, counted from 1970-01-01T00:00:00Z without leap seconds, or a length of time.
struct QUERYDATA_API FilterTime {
  std::int64_t seconds = 0;
  std::int32_t nanoseconds = 0;  ///< 0 … 999,999,999, also where `seconds` is negative: -0.5 s is {-1, 500'000'000}

  /// Reads RFC 3339 ("2025-01-22T08:00:00.5+01:00"): day, `T` or `t`, time, at most 9 digits of a fraction, `Z`, `z` or
  /// an offset. In UTC the year is 1 to 9999; 23:59:60 UTC is the midnight that follows. Nothing for other texts.
  [[nodiscard]] static std::optional<FilterTime> from_timestamp(std::string_view text) noexcept;
  /// Reads seconds ("20s", "-1.2s"): at most 9 digits of a fraction, at most 10,000 years (315,576,000,000 s). Nothing
  /// for other texts.
  [[nodiscard]] static std::optional<FilterTime> from_duration(std::string_view text) noexcept;

  auto operator<=>(const FilterTime&) const = default;
};

/// What one value of a field is.
enum class FilterType : std::uint8_t {
  string,       ///< UTF-8, ordered by bytes
  integer,      ///< 64 bits
  real,         ///< a double
  boolean,      ///< `true` or `false`
  timestamp,    ///< an instant
  duration,     ///< a length of time, `1.5s`
  enumeration,  ///< one of `FilterField::values`
  message,      ///< an object with `FilterField::fields` of its own
};

/// "string", "integer", "double", "bool", "timestamp", "duration", "enum" or "message". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(FilterType type) noexcept;

/// How many values a field has.
enum class FilterShape : std::uint8_t {
  single,
  list,  ///< any number, asked with `:`
  map,   ///< values by keys, which are texts
};

/// A field that filters may ask for.
struct FilterField {
  std::string name;  ///< letters, digits and `_`; users may write it in snake_case or camelCase
  FilterType type = FilterType::string;
  FilterShape shape = FilterShape::single;
  std::vector<std::string> values = {};  ///< of an enumeration: its names; the first is the default
  std::vector<FilterField> fields = {};  ///< of a message
  /// Whether a value that is missing counts as the type's default ("", 0, false, the first name), as a scalar of a
  /// proto3 message does. Only for single strings, numbers, booleans and enumerations at the top.
  bool defaulted = false;
  int number = 0;  ///< the host's own, for its `FilterReader`
};

/// What filters may say.
enum class FilterProfile : std::uint8_t {
  /// What the Developer Knowledge API documents: `=` and `!=` for strings, booleans and enumerations; `=` `<` `<=` `>`
  /// `>=` for the others; no `:`; `*` is an ordinary character.
  service,
  /// All of AIP-160 but functions and bare words: `!=` and order for everything that has an order, `:` for lists, maps,
  /// messages and presence, `*` in texts behind `=`, `!=` and `:` for any characters.
  general,
};

struct FilterOptions {
  FilterProfile profile = FilterProfile::general;
  std::size_t max_characters = 500;  ///< code points of a filter
  std::size_t max_depth = 64;        ///< parentheses inside each other, 200 at most
};

/// The fields of one kind of object, checked. Cheap to copy, immutable, safe for concurrent calls.
class QUERYDATA_API FilterSchema {
 public:
  /// @return  the schema, or `invalid_argument`: two fields of the same name (`a_b` and `aB` are the same), a name that
  ///          is none, an enumeration without names, a message without fields, more than 16 messages inside each other,
  ///          what can't be `defaulted`, options out of range
  /// @par Cost  linear
  [[nodiscard]] static Result<FilterSchema> create(std::vector<FilterField> fields, FilterOptions options = {});
  /// Reads `{"profile","max_characters","max_depth","fields":[{"name","type","shape","values","fields","defaulted"}]}`
  /// (docs/json.md).
  /// @return  as `create`, with the place in `where.json_pointer` where the form is wrong
  [[nodiscard]] static Result<FilterSchema> from_json(std::string_view json);
  /// The documents of the Developer Knowledge API in its own profile: `content_length_bytes` (integer), `data_source`,
  /// `uri` (strings), `update_time` (timestamp).
  [[nodiscard]] static const FilterSchema& documents();

  [[nodiscard]] const std::vector<FilterField>& fields() const noexcept;
  [[nodiscard]] const FilterOptions& options() const noexcept;

 private:
  friend class Filter;
  struct Impl;
  explicit FilterSchema(std::shared_ptr<const Impl> impl) noexcept;
  std::shared_ptr<const Impl> impl_;
};

/// A part of the host's object that has parts itself: a message, a list or a map. What the address means is between the
/// host and its reader.
struct FilterNode {
  const void* address = nullptr;
};

/// A value of an object; `std::monostate` where it is missing. Strings and enumerations are views that must live until
/// `matches` returns.
using FilterValue = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, FilterTime, FilterNode>;

/// How a filter looks into the host's objects: the host derives from it. A value of another type than the field's
/// counts as missing; so does NaN; an integer is taken where the field is a double.
class QUERYDATA_API FilterReader {
 public:
  FilterReader() = default;
  FilterReader(const FilterReader&) = default;
  FilterReader& operator=(const FilterReader&) = default;
  virtual ~FilterReader();

  /// The value of `field` in `message`: a node where the field is a list, a map or a message.
  [[nodiscard]] virtual FilterValue field(FilterNode message, const FilterField& field) const = 0;
  /// How many elements or entries a list or map has. Needed only where the schema has such fields.
  [[nodiscard]] virtual std::size_t size(FilterNode container, const FilterField& field) const;
  /// One element of a list.
  [[nodiscard]] virtual FilterValue element(FilterNode list, const FilterField& field, std::size_t index) const;
  /// The value that a map has for `key`.
  [[nodiscard]] virtual FilterValue entry(FilterNode map, const FilterField& field, std::string_view key) const;
};

/// How a column of SQLite holds timestamps and durations: counted in units of 10^-digits seconds (0 seconds, 3 milli-,
/// 6 micro-, 9 nanoseconds).
enum class FilterTimeForm : std::uint8_t {
  integer,  ///< how many units, of timestamps since 1970
  text,     ///< "2025-01-22T08:00:00.000Z": UTC, always with `digits` digits (none: no point either). No durations
};

/// Where the values of a field are kept. Columns hold values of the field's type or NULL where one is missing: texts,
/// enumerations as their names, booleans as 0 and 1. Lists, maps and messages are JSON texts: arrays, and objects whose
/// members are called as the fields are declared; times inside them have the column's form.
struct FilterColumn {
  std::string field;       ///< as declared; "author.name" for a message's field that has a column of its own
  std::string column;      ///< its name, which is quoted where SQLite needs it
  std::string table = {};  ///< name or alias that qualifies it; may be empty
  FilterTimeForm time_form = FilterTimeForm::integer;
  int digits = 0;  ///< 0 … 9
};

/// Reads `{"field": "column", "field": {"column","table","time_form","digits"}, …}` (docs/json.md).
/// @return  the columns, or `invalid_argument` with the place in `where.json_pointer`
[[nodiscard]] QUERYDATA_API Result<std::vector<FilterColumn>> filter_columns_from_json(std::string_view json);

/// A condition for the WHERE of a query on SQLite. It is true or not for every row; what is not true may be NULL.
struct FilterSql {
  std::string condition;          ///< with placeholders `?1`, `?2`, …
  std::vector<Value> parameters;  ///< what they stand for, in the order of their numbers
};

/// `{"condition","parameters"}`, the latter as `to_json(Value)`.
[[nodiscard]] QUERYDATA_API std::string to_json(const FilterSql& sql);

/// A filter, read and checked against a schema. Immutable, cheap to copy, safe for concurrent calls.
///
/// `OR` binds tighter than `AND`; conditions beside each other are joined by AND; `NOT` and `-` negate the condition or
/// the parentheses that follow. A comparison with a value that is missing is false, `!=` too, and its negation true.
/// The right side may be a group: `f = ("a" OR "b")`, whose `!=` is true unless `=` would be.
class QUERYDATA_API Filter {
 public:
  /// @return  the filter, or `invalid_argument` with `where.byte_offset`: too long, not UTF-8, wrong grammar, too deep,
  ///          an unknown field, an operator that the field does not have, a value that is not of its type
  /// @par Cost  linear in the text; a usual filter below 1 µs (docs/performance.md)
  [[nodiscard]] static Result<Filter> compile(std::string_view text,
                                              const FilterSchema& schema = FilterSchema::documents());

  /// Whether the text was empty, so that everything matches.
  [[nodiscard]] bool matches_all() const noexcept;

  /// Whether an object matches. Values are read as they are needed, from left to right.
  /// @par Cost  one read a comparison; lists are walked until an element fits
  [[nodiscard]] bool matches(FilterNode object, const FilterReader& reader) const;
  /// The same for an object as JSON text (RFC 8259). Members are called as the fields are declared, or so in camelCase;
  /// timestamps and durations are texts, integers numbers or texts of digits; null is missing.
  /// @return  or `invalid_argument`: not a JSON object, or a value that the filter reads is not of its field's type
  ///          (`where.json_pointer`)
  [[nodiscard]] Result<bool> matches_json(std::string_view object) const;

  /// The same condition for rows of SQLite. Values and keys are parameters, numbered from `first_parameter` on.
  /// @return  or `failed_precondition`: a field without a column, a column that can't tell, a NUL byte beside `*`;
  ///          `invalid_argument`: digits or numbers out of range; `resource_exhausted`: a parameter beyond ?32766,
  ///          SQLite's last
  /// @par Cost  linear
  [[nodiscard]] Result<FilterSql> to_sql(const std::vector<FilterColumn>& columns,
                                         std::size_t first_parameter = 1) const;

  /// The filter in canonical form: declared names, texts in double quotes, times in UTC, the fewest parentheses. It
  /// compiles to an equal filter where the schema allows as many characters.
  [[nodiscard]] std::string to_string() const;

  /// Whether both are the same conditions in the same order on one schema.
  [[nodiscard]] bool operator==(const Filter& other) const;

 private:
  struct Impl;
  explicit Filter(std::shared_ptr<const Impl> impl) noexcept;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace querydata::inline v0
