#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/json.hpp"
#include "querydata/query_data.hpp"

namespace querydata::inline v0 {
namespace {

namespace bj = boost::json;

/// Carries an error out of the reading; never leaves this file.
struct Wrong {
  Error error;
};

[[noreturn]] void fail(std::string pointer, std::string message, ErrorCode code = ErrorCode::invalid_argument) {
  Error error{code, std::move(message), {}};
  error.where.json_pointer = std::move(pointer);
  throw Wrong{std::move(error)};
}

std::string snake_case(std::string_view camel) {
  std::string out;
  for (const char c : camel) {
    if (c >= 'A' && c <= 'Z') out += '_';
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

/// The members of one message, each taken once.
class Message {
 public:
  Message(const bj::value& value, std::string pointer) : pointer_(std::move(pointer)) {
    if (!value.is_object()) fail(pointer_, fmt::format("{} is not an object.", shown(pointer_)));
    object_ = &value.get_object();
  }

  /// Null where the member is missing or null.
  const bj::value* take(std::string_view camel) {
    const std::string snake = snake_case(camel);
    const bj::value* found = nullptr;
    for (const std::string_view name : {camel, std::string_view(snake)}) {
      const bj::value* value = object_->if_contains(name);
      if (value == nullptr || (found != nullptr && snake == camel)) continue;
      if (found != nullptr)
        fail(at(camel), fmt::format("\"{}\" and \"{}\" are one member; give it once.", camel, snake));
      found = value;
      taken_.insert(std::string(name));
    }
    return found == nullptr || found->is_null() ? nullptr : found;
  }

  const bj::value& need(std::string_view camel) {
    const bj::value* value = take(camel);
    if (value == nullptr) fail(at(camel), fmt::format("{} is missing; give it.", shown(at(camel))));
    return *value;
  }

  std::string text(std::string_view camel) {
    const bj::value* value = take(camel);
    return value == nullptr ? std::string() : text_of(*value, at(camel));
  }

  std::string needed_text(std::string_view camel) {
    std::string out = text_of(need(camel), at(camel));
    if (out.empty()) fail(at(camel), fmt::format("{} is empty; give it.", shown(at(camel))));
    return out;
  }

  bool flag(std::string_view camel) {
    const bj::value* value = take(camel);
    if (value == nullptr) return false;
    if (!value->is_bool()) fail(at(camel), fmt::format("{} is neither true nor false.", shown(at(camel))));
    return value->get_bool();
  }

  /// Calls `read` for each element, with its pointer.
  template <class Read>
  void each(std::string_view camel, Read read) {
    const bj::value* value = take(camel);
    if (value == nullptr) return;
    if (!value->is_array()) fail(at(camel), fmt::format("{} is not a list.", shown(at(camel))));
    std::size_t number = 0;
    for (const bj::value& element : value->get_array()) read(element, fmt::format("{}/{}", at(camel), number++));
  }

  void texts(std::string_view camel, std::vector<std::string>& out) {
    each(camel, [&](const bj::value& element, const std::string& pointer) {
      out.push_back(text_of(element, pointer));
      if (out.back().empty()) fail(pointer, fmt::format("{} is empty; name something.", shown(pointer)));
    });
  }

  /// The number of an enumerator, given by name or number.
  std::size_t enumerator(std::string_view camel, std::span<const std::string_view> names) {
    const bj::value& value = need(camel);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool by_name = value.is_string() && std::string_view(value.get_string()) == names[i];
      const bool by_number = value.is_int64() && value.get_int64() == static_cast<std::int64_t>(i);
      if (by_name || by_number) return i;
    }
    fail(at(camel), fmt::format("{} is none of {}.", shown(at(camel)), fmt::join(names, ", ")));
  }

  /// What nobody took is not part of the message.
  void finish() const {
    for (const auto& member : *object_) {
      const std::string_view name = member.key();
      if (taken_.contains(std::string(name))) continue;
      const std::string pointer = at(name);
      fail(pointer, fmt::format("The request has no member {}; leave it out.", shown(pointer)));
    }
  }

  [[nodiscard]] std::string at(std::string_view name) const { return pointer_ + '/' + json::pointer_escape(name); }

  /// A pointer as a path: "context.datasourceReferences".
  [[nodiscard]] static std::string shown(std::string_view pointer) {
    if (pointer.empty()) return "The request";
    std::string path(pointer.substr(1));
    std::replace(path.begin(), path.end(), '/', '.');
    return '"' + path + '"';
  }

  [[nodiscard]] static std::string text_of(const bj::value& value, const std::string& pointer) {
    if (!value.is_string()) fail(pointer, fmt::format("{} is not a text.", shown(pointer)));
    return std::string(value.get_string());
  }

 private:
  const bj::object* object_ = nullptr;
  std::string pointer_;
  std::set<std::string> taken_;
};

/// A member of a database reference; those with a star in the published table are needed.
struct PlaceMember {
  std::string_view name;
  std::string DatasourceReference::*member;
};

struct SourceForm {
  DatasourceKind kind;
  std::span<const PlaceMember> needed;
  std::string_view tables;  ///< the member that lists tables
  std::span<const std::string_view> engines;
  std::span<const Dialect> dialects;  ///< of each engine; of the kind where it has none
};

constexpr PlaceMember project{"projectId", &DatasourceReference::project_id};
constexpr PlaceMember region{"region", &DatasourceReference::region};
constexpr PlaceMember cluster{"clusterId", &DatasourceReference::cluster_id};
constexpr PlaceMember instance{"instanceId", &DatasourceReference::instance_id};
constexpr PlaceMember database_id{"databaseId", &DatasourceReference::database_id};

constexpr std::array alloydb_place{project, region, cluster, instance, database_id};
constexpr std::array spanner_place{project, instance, database_id};
constexpr std::array cloud_sql_place{project, region, instance, database_id};
constexpr std::array firestore_place{project, database_id};
constexpr std::array bigtable_place{project, instance};

constexpr std::array<std::string_view, 3> spanner_engines{"ENGINE_UNSPECIFIED", "GOOGLE_SQL", "POSTGRESQL"};
constexpr std::array<std::string_view, 3> cloud_sql_engines{"ENGINE_UNSPECIFIED", "POSTGRESQL", "MYSQL"};

constexpr std::array spanner_dialects{Dialect::googlesql, Dialect::googlesql, Dialect::postgresql};
constexpr std::array cloud_sql_dialects{Dialect::postgresql, Dialect::postgresql, Dialect::mysql};
constexpr std::array postgresql_only{Dialect::postgresql};
constexpr std::array mongodb_only{Dialect::mongodb};
constexpr std::array bigtable_only{Dialect::bigtable};

constexpr std::array<SourceForm, 5> source_forms{
    SourceForm{DatasourceKind::alloydb, alloydb_place, "tableIds", {}, postgresql_only},
    SourceForm{DatasourceKind::spanner, spanner_place, "tableIds", spanner_engines, spanner_dialects},
    SourceForm{DatasourceKind::cloud_sql, cloud_sql_place, "tableIds", cloud_sql_engines, cloud_sql_dialects},
    SourceForm{DatasourceKind::firestore, firestore_place, "collectionIds", {}, mongodb_only},
    SourceForm{DatasourceKind::bigtable, bigtable_place, "tableIds", {}, bigtable_only},
};

void check_field(const bj::value& value, const std::string& pointer) {
  Message field(value, pointer);
  for (const std::string_view name : {"name", "type", "description", "mode", "displayName", "category", "valueFormat"})
    (void)field.text(name);
  std::vector<std::string> words;
  for (const std::string_view name : {"synonyms", "tags"}) field.texts(name, words);
  field.each("subfields", check_field);
  field.finish();
}

void check_table_schema(const bj::value& value, const std::string& pointer) {
  Message schema(value, pointer);
  for (const std::string_view name : {"description", "displayName"}) (void)schema.text(name);
  std::vector<std::string> words;
  for (const std::string_view name : {"synonyms", "tags"}) schema.texts(name, words);
  schema.each("fields", check_field);
  schema.each("filters", [](const bj::value& filter, const std::string& at) { (void)Message(filter, at); });
  schema.finish();
}

void read_table(const bj::value& value, const std::string& pointer, std::vector<std::string>& tables) {
  Message table(value, pointer);
  tables.push_back(table.needed_text("tableId"));
  if (const bj::value* schema = table.take("schema")) check_table_schema(*schema, table.at("schema"));
  table.finish();
}

DatasourceReference read_datasource(const SourceForm& form, const bj::value& value, const std::string& pointer) {
  DatasourceReference out;
  out.kind = form.kind;
  out.dialect = form.dialects.front();
  Message source(value, pointer);
  Message place(source.need("databaseReference"), source.at("databaseReference"));
  if (!form.engines.empty()) {
    const std::size_t engine = place.enumerator("engine", form.engines);
    if (engine == 0) fail(place.at("engine"), "The engine is not said; name it.");
    out.dialect = form.dialects[engine];
  }
  for (const PlaceMember& member : form.needed) out.*member.member = place.needed_text(member.name);
  place.texts(form.tables, out.tables);
  place.each("databaseTableReferences",
             [&](const bj::value& table, const std::string& at) { read_table(table, at, out.tables); });
  if (form.kind == DatasourceKind::spanner) {
    out.region = place.text("region");
    out.priority = place.text("priority");
    out.request_tag = place.text("requestTag");
  }
  place.finish();
  if (const bj::value* context = source.take("agentContextReference")) {
    Message reference(*context, source.at("agentContextReference"));
    out.context_set_id = reference.needed_text("contextSetId");
    reference.finish();
  }
  source.finish();
  return out;
}

DatasourceReference read_datasources(const bj::value& value, const std::string& pointer) {
  Message references(value, pointer);
  std::optional<DatasourceReference> found;
  for (const SourceForm& form : source_forms) {
    const std::string_view name = to_string(form.kind);
    const bj::value* source = references.take(name);
    if (source == nullptr) continue;
    if (found) fail(references.at(name), "There are several data sources; give one.");
    found = read_datasource(form, *source, references.at(name));
  }
  for (const std::string_view name : {"bq", "studio", "looker"}) {
    if (references.take(name) == nullptr) continue;
    fail(references.at(name), fmt::format("\"{}\" is no database; QueryData takes databases only.", name),
         ErrorCode::unimplemented);
  }
  references.finish();
  if (!found) fail(pointer, "There is no data source; give one.");
  return std::move(*found);
}

/// A list of keys and values, or the map that earlier versions had.
std::vector<SessionParameter> read_parameters(const bj::value& value, const std::string& pointer) {
  std::vector<SessionParameter> out;
  Message message(value, pointer);
  const bj::value* parameters = message.take("parameters");
  const std::string at = message.at("parameters");
  message.finish();
  if (parameters == nullptr) return out;
  if (parameters->is_object()) {
    for (const auto& member : parameters->get_object()) {
      out.push_back(
          {std::string(member.key()), Message::text_of(member.value(), at + '/' + json::pointer_escape(member.key()))});
    }
    return out;
  }
  if (!parameters->is_array()) fail(at, fmt::format("{} is neither a list nor a map.", Message::shown(at)));
  std::size_t number = 0;
  for (const bj::value& element : parameters->get_array()) {
    Message pair(element, fmt::format("{}/{}", at, number++));
    out.push_back({pair.needed_text("key"), Message::text_of(pair.need("value"), pair.at("value"))});
    pair.finish();
  }
  return out;
}

GenerationOptions read_generation_options(const bj::value& value, const std::string& pointer) {
  Message message(value, pointer);
  GenerationOptions out;
  out.query_result = message.flag("generateQueryResult");
  out.natural_language_answer = message.flag("generateNaturalLanguageAnswer");
  out.explanation = message.flag("generateExplanation");
  out.disambiguation_question = message.flag("generateDisambiguationQuestion");
  message.finish();
  return out;
}

/// "projects/P/locations/L".
bool is_parent(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts.size() == 4 && parts[0] == "projects" && !parts[1].empty() && parts[2] == "locations" &&
         !parts[3].empty();
}

QueryDataRequest read_request(const bj::value& value) {
  Message message(value, "");
  QueryDataRequest out;
  out.parent = message.text("parent");
  if (!out.parent.empty() && !is_parent(out.parent))
    fail("/parent", "\"parent\" is not of the form projects/PROJECT/locations/LOCATION.");
  out.prompt = message.needed_text("prompt");
  Message context(message.need("context"), "/context");
  out.datasource = read_datasources(context.need("datasourceReferences"), "/context/datasourceReferences");
  if (const bj::value* parameters = context.take("parameterizedSecureViewParameters"))
    out.secure_view_parameters = read_parameters(*parameters, "/context/parameterizedSecureViewParameters");
  context.finish();
  if (const bj::value* options = message.take("generationOptions"))
    out.generation_options = read_generation_options(*options, "/generationOptions");
  message.finish();
  return out;
}

}  // namespace

std::string_view to_string(DatasourceKind kind) noexcept {
  switch (kind) {
    case DatasourceKind::alloydb:
      break;
    case DatasourceKind::spanner:
      return "spannerReference";
    case DatasourceKind::cloud_sql:
      return "cloudSqlReference";
    case DatasourceKind::firestore:
      return "firestoreReference";
    case DatasourceKind::bigtable:
      return "bigtableReference";
  }
  return "alloydb";
}

Result<QueryDataRequest> read_query_data_request(std::string_view json) {
  const auto value = json::parse(json);
  if (!value) return value.error();
  try {
    return read_request(*value);
  } catch (const Wrong& wrong) {
    return wrong.error;
  }
}

}  // namespace querydata::inline v0
