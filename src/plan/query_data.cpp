#include "querydata/query_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/json.hpp"
#include "plan/planner_cache.hpp"
#include "querydata/sql.hpp"
#include "sql/value_literal.hpp"

namespace querydata::inline v0 {
namespace {

QueryDataReply failure(Error error, std::string reason,
                       std::vector<std::pair<std::string, std::string>> metadata = {}) {
  return {std::nullopt, QueryDataError{std::move(error), std::move(reason), std::move(metadata)}};
}

/// The reason of an error that says enough by its code; `otherwise` for all others.
std::string reason_of(const Error& error, std::string_view otherwise) {
  switch (error.code) {
    case ErrorCode::cancelled:
      return "CANCELLED";
    case ErrorCode::deadline_exceeded:
      return "DEADLINE_EXCEEDED";
    case ErrorCode::unavailable:
      return "DATABASE_UNAVAILABLE";
    default:
      return std::string(otherwise);
  }
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences) out += (out.empty() ? "" : " ") + sentence;
  return out;
}

std::string as_question(const Clarification& clarification) {
  std::string out = clarification.question;
  for (std::size_t i = 0; i < clarification.options.size(); ++i) {
    const bool last = i > 0 && i + 1 == clarification.options.size();
    out += fmt::format("{} \"{}\"", i == 0 ? "" : last ? " or" : ",", clarification.options[i]);
  }
  return clarification.options.empty() ? out : out + '?';
}

/// The words for a type that no table's column gives.
std::string type_name(ValueType type, Dialect dialect) {
  const bool google = dialect == Dialect::googlesql || dialect == Dialect::bigtable;
  switch (type) {
    case ValueType::boolean:
      return google ? "BOOL" : "BOOLEAN";
    case ValueType::integer:
      return google ? "INT64" : dialect == Dialect::sqlite ? "INTEGER" : "BIGINT";
    case ValueType::real:
      return google ? "FLOAT64" : dialect == Dialect::sqlite ? "REAL" : "DOUBLE PRECISION";
    case ValueType::decimal:
      return "NUMERIC";
    case ValueType::text:
      return google ? "STRING" : "TEXT";
    case ValueType::blob:
      return google ? "BYTES" : dialect == Dialect::postgresql ? "BYTEA" : "BLOB";
    case ValueType::date:
      return "DATE";
    case ValueType::time:
      return "TIME";
    case ValueType::timestamp:
      return "TIMESTAMP";
    case ValueType::json:
      return "JSON";
    case ValueType::unknown:
      break;
  }
  return {};
}

QueryResultColumn column_of(const ResultColumn& column, const Schema& schema, Dialect dialect) {
  const Table* table = column.table.empty() ? nullptr : schema.find_table(column.table);
  const Column* stored = table == nullptr ? nullptr : table->find_column(column.column);
  if (stored != nullptr && !stored->declared_type.empty()) return {column.name, stored->declared_type};
  return {column.name, type_name(column.type, dialect)};
}

std::optional<std::string> cell_of(const Value& value) {
  if (std::holds_alternative<Null>(value)) return std::nullopt;
  if (!std::holds_alternative<Blob>(value)) return to_display(value);
  const auto base64 = json::parse(to_json(value));
  return base64 && base64->is_string() ? std::string(base64->get_string()) : std::string();
}

/// One request on one planner.
class Answering {
 public:
  Answering(const Planner& planner, const QueryDataRequest& request, const QueryDataCall& call)
      : planner_(planner), request_(request), call_(call), scope_(call.scope) {
    const auto& parameters = request.secure_view_parameters;
    scope_.session_parameters.insert(scope_.session_parameters.end(), parameters.begin(), parameters.end());
  }

  QueryDataReply run() {
    if (auto narrowed = narrow(); !narrowed) return failure(narrowed.error(), "TABLE_NOT_FOUND");
    PlanOptions planning;
    planning.now = call_.now;
    planning.scope = scope_;
    planning.choices = call_.choices;
    planning.allow_model = call_.allow_model;
    planning.control = call_.control;
    const auto plan = planner_.plan(request_.prompt, planning);
    if (!plan) {
      const bool length = plan.error().code == ErrorCode::resource_exhausted;
      return failure(plan.error(), reason_of(plan.error(), length ? "QUESTION_TOO_LONG" : "INVALID_QUESTION"));
    }
    switch (plan->status) {
      case PlanStatus::answered:
        return respond(*plan);
      case PlanStatus::ambiguous:
        return ask_back(*plan);
      case PlanStatus::no_plan:
        break;
    }
    return refuse(*plan);
  }

 private:
  /// The tables that the request names, each of which the caller must be allowed to see.
  Result<void> narrow() {
    if (request_.datasource.tables.empty()) return {};
    for (const std::string& name : request_.datasource.tables) {
      const Table* table = planner_.schema().find_table(name);
      if (table != nullptr && call_.scope.allows(*table)) continue;
      return Error{ErrorCode::not_found,
                   fmt::format("There is no table \"{}\" in the database; name it as the database does.", name),
                   {}};
    }
    scope_.tables = request_.datasource.tables;
    return {};
  }

  [[nodiscard]] static QueryDataReply refuse(const Plan& plan) {
    std::vector<std::pair<std::string, std::string>> metadata;
    std::string uncovered;
    for (const Span span : plan.uncovered) {
      uncovered += (uncovered.empty() ? "" : ", ") + std::string(span.of(plan.question));
    }
    if (!uncovered.empty()) metadata.emplace_back("uncoveredWords", uncovered);
    if (!plan.nearest.empty()) metadata.emplace_back("nearestReading", plan.nearest.front().reading);
    std::string message = "No query answers the question. " + joined(plan.reasons);
    return failure({ErrorCode::failed_precondition, std::move(message), {}}, "NO_PLAN", std::move(metadata));
  }

  [[nodiscard]] QueryDataReply ask_back(const Plan& plan) const {
    std::vector<std::string> questions;
    for (const Clarification& question : plan.questions) questions.push_back(as_question(question));
    if (!request_.generation_options.disambiguation_question) {
      std::vector<std::pair<std::string, std::string>> metadata;
      for (std::size_t i = 0; i < questions.size(); ++i)
        metadata.emplace_back(fmt::format("question{}", i + 1), questions[i]);
      std::string message = joined(plan.reasons) + " Ask one of them in full, or set generateDisambiguationQuestion.";
      return failure({ErrorCode::failed_precondition, std::move(message), {}}, "AMBIGUOUS_QUESTION",
                     std::move(metadata));
    }
    QueryDataResponse response;
    response.disambiguation_questions = std::move(questions);
    if (!plan.nearest.empty()) {
      const PlanCandidate& likeliest = plan.nearest.front();
      auto text = sql::text_of(likeliest.statement);
      if (!text) return failure(text.error(), "QUERY_NOT_WRITABLE");
      response.generated_query = std::move(*text);
      if (request_.generation_options.explanation) {
        response.intent_explanation =
            fmt::format("{} The likeliest one was taken: {} Its query was not run.", joined(plan.reasons),
                        likeliest.reading.ends_with('?') || likeliest.reading.ends_with('.') ? likeliest.reading
                                                                                             : likeliest.reading + '.');
      }
    }
    return {std::move(response), std::nullopt};
  }

  QueryDataReply respond(const Plan& plan) {
    QueryDataResponse response;
    auto text = sql::text_of(plan.statement);
    if (!text) return failure(text.error(), "QUERY_NOT_WRITABLE");
    response.generated_query = std::move(*text);
    const GenerationOptions& wanted = request_.generation_options;
    if (wanted.explanation) {
      response.intent_explanation = plan.explanation;
      if (!plan.warnings.empty()) response.intent_explanation += ' ' + joined(plan.warnings);
    }
    if (wanted.query_result || wanted.natural_language_answer) {
      if (auto ended = execute(plan, response)) return std::move(*ended);
    }
    return {std::move(response), std::nullopt};
  }

  /// Whether the error ends the call rather than being told in its result.
  [[nodiscard]] bool ends_call(const Error& error) const {
    return error.code == ErrorCode::cancelled || !call_.control.check("running the query");
  }

  std::optional<QueryDataReply> execute(const Plan& plan, QueryDataResponse& response) {
    response.query_result.emplace();
    const auto rows = planner_.run(plan, call_.limits, call_.control, scope_);
    if (!rows) {
      if (ends_call(rows.error())) return failure(rows.error(), reason_of(rows.error(), "EXECUTION_FAILED"));
      response.query_result->query_execution_error = rows.error().message;
      return std::nullopt;
    }
    fill(plan.statement, *rows, *response.query_result);
    if (!request_.generation_options.natural_language_answer) return std::nullopt;
    AnswerTextOptions answering = call_.answer;
    answering.scope = scope_;
    answering.control = call_.control;
    auto text = answer_text(plan.statement, *rows, *planner_.database(), planner_.schema(), answering);
    if (!text) return failure(text.error(), reason_of(text.error(), "ANSWER_FAILED"));
    response.natural_language_answer = std::move(*text);
    return std::nullopt;
  }

  void fill(const Statement& statement, const RowSet& rows, ExecutedQueryResult& result) const {
    for (const ResultColumn& column : rows.columns)
      result.columns.push_back(column_of(column, planner_.schema(), statement.dialect));
    for (const auto& row : rows.rows) {
      result.rows.emplace_back();
      for (const Value& value : row) result.rows.back().push_back(cell_of(value));
    }
    result.partial_result = rows.cut != Cut::none;
    result.total_row_count = static_cast<std::int64_t>(rows.rows.size());
    if (result.partial_result) result.total_row_count = count(statement).value_or(result.total_row_count);
  }

  /// All rows of the query; nothing where the database does not say.
  [[nodiscard]] std::optional<std::int64_t> count(const Statement& statement) const {
    Statement counting = statement;
    counting.sql = fmt::format("SELECT COUNT(*) FROM ({}\n) AS counted", without_end(statement.sql));
    Limits limits = call_.limits;
    limits.max_time = std::min(limits.max_time, call_.answer.max_time);
    auto rows = planner_.database()->execute(counting, limits, call_.control);
    if (!rows) return std::nullopt;
    const auto set = collect(**rows);
    if (!set || set->rows.empty()) return std::nullopt;
    const auto* number = std::get_if<std::int64_t>(&set->rows.front().front());
    return number == nullptr ? std::nullopt : std::optional(*number);
  }

  static std::string_view without_end(std::string_view text) {
    const auto last = text.find_last_not_of("; \t\r\n");
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  }

  const Planner& planner_;
  const QueryDataRequest& request_;
  const QueryDataCall& call_;
  Scope scope_;
};

}  // namespace

struct QueryData::Impl {
  std::shared_ptr<Database> database;
  std::shared_ptr<const Planner> planner;  ///< for requests without a context set
  std::unique_ptr<plan::PlannerCache> planners;
};

QueryData::QueryData(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
QueryData::QueryData(QueryData&&) noexcept = default;
QueryData& QueryData::operator=(QueryData&&) noexcept = default;
QueryData::~QueryData() = default;

Result<QueryData> QueryData::open(std::shared_ptr<Database> database, QueryDataOptions options) {
  auto planner = Planner::build(database, std::move(options.context), options.planner);
  if (!planner) return planner.error();
  auto impl = std::make_unique<Impl>();
  impl->planner = std::make_shared<const Planner>(std::move(*planner));
  impl->planners =
      std::make_unique<plan::PlannerCache>(database, options.contexts, options.planner, options.max_planners);
  impl->database = std::move(database);
  return QueryData(std::move(impl));
}

QueryDataReply QueryData::answer(const QueryDataRequest& request, const QueryDataCall& call) const {
  const Dialect spoken = impl_->database->dialect();
  if (spoken != Dialect::sqlite && spoken != request.datasource.dialect) {
    Error error{
        ErrorCode::failed_precondition,
        fmt::format("\"{}\" names a database of the dialect {}, and this one speaks {}; name this one.",
                    to_string(request.datasource.kind), to_string(request.datasource.dialect), to_string(spoken)),
        {}};
    return failure(std::move(error), "DATASOURCE_MISMATCH");
  }
  std::shared_ptr<const Planner> planner = impl_->planner;
  if (!request.datasource.context_set_id.empty()) {
    auto named = impl_->planners->get(request.datasource.context_set_id, call.control);
    if (!named) {
      const bool missing = named.error().code == ErrorCode::not_found;
      return failure(named.error(),
                     reason_of(named.error(), missing ? "CONTEXT_SET_NOT_FOUND" : "CONTEXT_SET_UNUSABLE"),
                     {{"contextSetId", request.datasource.context_set_id}});
    }
    planner = std::move(*named);
  }
  return Answering(*planner, request, call).run();
}

std::string QueryData::answer_json(std::string_view request, const QueryDataCall& call) const {
  const auto read = read_query_data_request(request);
  if (read) return to_json(answer(*read, call));
  const bool source = read.error().code == ErrorCode::unimplemented;
  return to_json(QueryDataError{read.error(), source ? "UNSUPPORTED_DATASOURCE" : "INVALID_REQUEST", {}});
}

}  // namespace querydata::inline v0
