/// @file
/// `QueryData`: the published QueryData call (Conversational Analytics API, `DataChatService.QueryData`), in process.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "querydata/answer_text.hpp"
#include "querydata/context_set.hpp"
#include "querydata/context_store.hpp"
#include "querydata/database.hpp"
#include "querydata/planner.hpp"
#include "querydata/result.hpp"
#include "querydata/scope.hpp"

namespace querydata::inline v0 {

/// The members of `DatasourceReferences` that name a database.
enum class DatasourceKind : std::uint8_t { alloydb, spanner, cloud_sql, firestore, bigtable };

/// "alloydb", "spannerReference", "cloudSqlReference", "firestoreReference" or "bigtableReference". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(DatasourceKind kind) noexcept;

/// A database, and the context set for it. Members that the kind does not have are empty.
struct DatasourceReference {
  DatasourceKind kind = DatasourceKind::alloydb;
  Dialect dialect = Dialect::postgresql;  ///< of the kind and its engine
  std::string project_id;
  std::string region;
  std::string cluster_id;
  std::string instance_id;
  std::string database_id;
  std::vector<std::string> tables;  ///< of `tableIds`, `collectionIds` and `databaseTableReferences`; empty: all
  std::string priority;
  std::string request_tag;
  std::string context_set_id;  ///< of `agentContextReference`; empty: none
};

struct GenerationOptions {
  bool query_result = false;
  bool natural_language_answer = false;  ///< the result comes with it
  bool explanation = false;
  bool disambiguation_question = false;
};

struct QueryDataRequest {
  std::string parent;  ///< "projects/P/locations/L", or empty: it stands in the published call's address
  std::string prompt;
  DatasourceReference datasource;
  std::vector<SessionParameter> secure_view_parameters;
  GenerationOptions generation_options;
};

/// Reads the request as proto3 JSON: members in camelCase or snake_case, null for the default, enumerators by name or
/// number, secure view parameters as a list of keys and values or as a map. Nothing is passed over: a member that the
/// published request does not have is an error. What `databaseTableReferences` say of columns is checked for its form
/// and not used: descriptions belong to the schema and the context set.
/// @return  the request; `invalid_argument` with a JSON pointer, `unimplemented` for a source that is no database (bq,
///          studio, looker)
/// @par Cost  linear
[[nodiscard]] QUERYDATA_API Result<QueryDataRequest> read_query_data_request(std::string_view json);

struct QueryResultColumn {
  std::string name;
  std::string type;  ///< as the database calls it
};

struct ExecutedQueryResult {
  std::vector<QueryResultColumn> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;  ///< none: NULL. Blobs are base64
  /// Exact; of rows that were cut counted by the database, where that takes too long the number of rows read.
  std::int64_t total_row_count = 0;
  bool partial_result = false;        ///< a limit cut the rows: run `generated_query` for all
  std::string query_execution_error;  ///< the query was made and failed; then there is nothing else
};

struct QueryDataResponse {
  std::string generated_query;  ///< runs on its own: values are literals
  std::string intent_explanation;
  std::optional<ExecutedQueryResult> query_result;
  std::string natural_language_answer;
  std::vector<std::string> disambiguation_questions;
};

/// Why there is no response: a google.rpc.Status with an ErrorInfo.
struct QueryDataError {
  Error error;
  std::string reason;  ///< for programs: "NO_PLAN"; docs/query-data.md lists them
  std::vector<std::pair<std::string, std::string>> metadata;
};

/// One of the two.
struct QueryDataReply {
  std::optional<QueryDataResponse> response;
  std::optional<QueryDataError> error;
};

/// As proto3 JSON: camelCase, default values left out, 64-bit integers as strings.
[[nodiscard]] QUERYDATA_API std::string to_json(const QueryDataResponse& response);
/// `{"error":{"code":9,"message":…,"status":"FAILED_PRECONDITION","details":[{"@type":
/// "type.googleapis.com/google.rpc.ErrorInfo","reason":…,"domain":"querydata","metadata":{…}}]}}`; a wrong member of
/// the request besides as a google.rpc.BadRequest.
[[nodiscard]] QUERYDATA_API std::string to_json(const QueryDataError& error);
/// That of its response or of its error.
[[nodiscard]] QUERYDATA_API std::string to_json(const QueryDataReply& reply);

struct QueryDataOptions {
  ContextSet context;                            ///< for requests that name no context set
  std::shared_ptr<const ContextStore> contexts;  ///< resolves `contextSetId`; null: naming one is `not_found`
  PlannerOptions planner;
  std::size_t max_planners = 8;  ///< kept for context sets that requests name, the last used
};

/// Of one call. What the caller may see is narrowed by the tables that the request names, never widened.
struct QueryDataCall {
  Limits limits;
  Scope scope;
  std::optional<std::chrono::system_clock::time_point> now;  ///< as `PlanOptions::now`
  std::vector<std::string> choices;                          ///< as `PlanOptions::choices`
  bool allow_model = false;                                  ///< as `PlanOptions::allow_model`
  AnswerTextOptions answer;                                  ///< its scope and control are those of the call
  CallControl control;
};

/// The call for one database, whatever the request calls it: a host with several keeps one object for each and picks by
/// `QueryDataRequest::datasource`. SQLite, which the published call does not know, stands in for any of them; another
/// database must speak the dialect that the reference names.
///
/// A question that is no plan is an error (`FAILED_PRECONDITION`, "NO_PLAN"), as is one with several readings unless
/// the request asks for `generateDisambiguationQuestion`: then the response has the question, and the query of the
/// likeliest reading, which is not run.
///
/// @par Threads  any number of calls at once
class QUERYDATA_API QueryData {
 public:
  /// Builds the planner for requests without a context set.
  /// @return  the object, or the errors of `Planner::build`
  [[nodiscard]] static Result<QueryData> open(std::shared_ptr<Database> database, QueryDataOptions options = {});
  QueryData(QueryData&&) noexcept;
  QueryData& operator=(QueryData&&) noexcept;
  ~QueryData();

  /// Answers a request; what goes wrong is in the reply.
  /// @par Cost  that of `Planner::plan`, of the query, of counting it where rows were cut, and of `answer_text`; the
  ///            first request for a version of a context set builds its planner
  [[nodiscard]] QueryDataReply answer(const QueryDataRequest& request, const QueryDataCall& call = {}) const;

  /// JSON in, JSON out: the reply to what `read_query_data_request` reads. Always one JSON object.
  [[nodiscard]] std::string answer_json(std::string_view request, const QueryDataCall& call = {}) const;

 private:
  struct Impl;
  explicit QueryData(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace querydata::inline v0
